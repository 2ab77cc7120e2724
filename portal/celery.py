"""Work beside the pages: the clock's ticks, mail, papers.

Rows in the database are the truth and the broker only wakes: whatever it loses is found again by the next tick.
"""

import os
from pathlib import Path

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

TASKS = Path(__file__).resolve().parent.parent / "tournaments" / "tasks"

app = Celery(
    "portal",
    include=sorted(f"tournaments.tasks.{path.stem}" for path in TASKS.glob("[!_]*.py")),
    broker_connection_retry_on_startup=True,
    # Longer than the longest paper takes; what a killed worker held is handed out again by a sweep every 5 s.
    # A broker that hangs lets nobody wait: longer than the second that a worker's own waiting takes.
    broker_transport_options={
        "visibility_timeout": 600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 4,
    },
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    task_time_limit=540,
    task_soft_time_limit=480,
    timezone="UTC",
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    beat_max_loop_interval=1,
    # A tick that waited while the worker was away says nothing new: it expires.
    beat_schedule={
        "clock": {"task": "tournaments.tasks.clock.tick", "schedule": 1.0, "options": {"expires": 5}},
        "outbox": {"task": "tournaments.tasks.outbox.deliver", "schedule": 3.0, "options": {"expires": 10}},
        "rehearsals": {"task": "tournaments.tasks.rehearsals.sweep", "schedule": 10.0, "options": {"expires": 10}},
        "papers": {"task": "tournaments.tasks.papers.sweep", "schedule": 5.0, "options": {"expires": 10}},
    },
)
app.config_from_object("django.conf:settings", namespace="CELERY")
