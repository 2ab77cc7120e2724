import pytest
from django.test import Client

from tournaments.models import Notice, Role, User
from tournaments.tests import cast


@pytest.fixture
def administrator(db):
    user = User.objects.create_superuser("admin@example.org", "shengji-2026")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_administrator_makes_an_account_whose_password_is_hashed(administrator):
    fields = {"email": "New@Example.org", "name": "新", "usable_password": "true"}
    passwords = {"password1": "tractor-2026!", "password2": "tractor-2026!"}

    response = administrator.post("/admin/tournaments/user/add/", {**fields, **passwords})

    user = User.objects.get(email="new@example.org")
    assert response.status_code == 302
    assert user.check_password("tractor-2026!")
    assert (user.password == "tractor-2026!", user.is_staff) == (False, False)


def test_no_account_is_deleted(administrator):
    user = User.objects.create_user("a@example.org", "shengji-2026")

    response = administrator.post(f"/admin/tournaments/user/{user.pk}/delete/", {"post": "yes"})

    assert (response.status_code, User.objects.filter(pk=user.pk).exists()) == (403, True)


def test_what_has_an_action_is_read_only(administrator, event):
    for name in ("tournament", "membership", "auditentry", "notice"):
        assert administrator.get(f"/admin/tournaments/{name}/").status_code == 200
        assert administrator.get(f"/admin/tournaments/{name}/add/").status_code == 403
    response = administrator.post(f"/admin/tournaments/tournament/{event.pk}/change/", {"slug": "other"})

    event.refresh_from_db()
    assert (response.status_code, event.slug) == (403, "spring-cup")


def test_the_text_of_a_message_is_not_shown(administrator, event):
    notice = Notice.objects.create(
        tournament=event, kind="mail", dedupe_key="x", body="https://example.org/in/#secret", due_at=cast.NOW
    )

    response = administrator.get(f"/admin/tournaments/notice/{notice.pk}/change/")

    assert (response.status_code, response.content.count(b"secret")) == (200, 0)


def test_others_do_not_enter_the_administrators_site(event):
    response = cast.client_of(cast.member(event, Role.ORGANIZER)).get("/admin/tournaments/user/")

    assert response.status_code == 302
