import pytest
from django.core.cache import cache
from django.urls import reverse

from portal import health

pytestmark = [pytest.mark.django_db, pytest.mark.redis]


@pytest.fixture(autouse=True)
def no_marks():
    cache.delete_many([health.WORKER_MARK, health.BEAT_MARK])
    yield
    cache.delete_many([health.WORKER_MARK, health.BEAT_MARK])


def test_all_well(client):
    health.mark_worker()
    health.mark_beat()

    response = client.get(reverse("healthz"))

    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "broker": "ok", "worker": "ok", "beat": "ok"}


def test_without_worker_and_beat_pages_still_work(client):
    response = client.get(reverse("healthz"))

    assert response.status_code == 200
    assert response.json() == {
        "status": "degraded", "database": "ok", "broker": "ok", "worker": "down", "beat": "down",
    }  # fmt: skip


def test_without_a_broker_nothing_is_known_of_worker_and_beat(client, settings):
    settings.REDIS_URL = "unix:///nowhere/broker.sock"
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": settings.REDIS_URL}
    }

    response = client.get(reverse("healthz"))

    assert response.status_code == 200
    assert response.json() == {
        "status": "degraded", "database": "ok", "broker": "down", "worker": "unknown", "beat": "unknown",
    }  # fmt: skip


def test_a_broker_that_was_not_configured_is_unknown(client, settings):
    settings.REDIS_URL = ""

    assert client.get(reverse("healthz")).json()["broker"] == "unknown"


def test_it_changes_nothing_and_is_not_cached(client):
    assert client.post(reverse("healthz")).status_code == 405
    assert "no-store" in client.get(reverse("healthz")).headers["Cache-Control"]
