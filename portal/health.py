"""Whether the site's parts are alive, asked without waiting for any of them.

Worker and beat leave a mark in the broker that fades by itself: its presence is the answer, and no clocks are compared.
"""

import logging
from typing import Any

from celery.signals import beat_init, before_task_publish, heartbeat_sent
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

WORKER_MARK, BEAT_MARK = "health.worker", "health.beat"
# The worker's heart beats every 2 s, beat publishes every second.
WORKER_FADES, BEAT_FADES = 7, 5

OK, DEGRADED, DOWN, UNKNOWN = "ok", "degraded", "down", "unknown"


@heartbeat_sent.connect(weak=False)
def mark_worker(**_: Any) -> None:
    cache.set(WORKER_MARK, 1, WORKER_FADES)


@beat_init.connect(weak=False)
def mark_beat_when_it_publishes(**_: Any) -> None:
    before_task_publish.connect(mark_beat)


def mark_beat(**_: Any) -> None:
    cache.set(BEAT_MARK, 1, BEAT_FADES)


def database_state() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("The database does not answer.")
        return DOWN
    return OK


def broker_states() -> dict[str, str]:
    """Return the state of broker, worker and beat; without a broker's answer nothing is known of the other two."""
    if not settings.REDIS_URL:
        return {"broker": UNKNOWN, "worker": UNKNOWN, "beat": UNKNOWN}
    try:
        marks = cache.get_many([WORKER_MARK, BEAT_MARK])
    except RedisError:
        logger.exception("The broker does not answer.")
        return {"broker": DOWN, "worker": UNKNOWN, "beat": UNKNOWN}
    return {
        "broker": OK,
        "worker": OK if WORKER_MARK in marks else DOWN,
        "beat": OK if BEAT_MARK in marks else DOWN,
    }


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 while pages can be served, which needs the database alone; 503 otherwise."""
    states = {"database": database_state(), **broker_states()}
    if states["database"] != OK:
        return JsonResponse({"status": DOWN, **states}, status=503)
    status = OK if set(states.values()) == {OK} else DEGRADED
    return JsonResponse({"status": status, **states})
