"""Idempotency: a key for each form, and a fingerprint of what it says."""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Model, QuerySet

from tournaments.errors import Invalid
from tournaments.models import Tournament

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
AHEAD = timedelta(minutes=2)
BEHIND = timedelta(days=1)


Row = TypeVar("Row", bound=Model)


def read_key(key: str) -> str:
    if not KEY.fullmatch(key):
        raise Invalid("key_malformed", field="key")
    return key


def fingerprint(**content: object) -> str:
    """Return a digest of everything that a form says, whatever else is sent beside it."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sent_before(
    rows: QuerySet[Row], event: Tournament, key: str, digest: str, *, event_of: Callable[[Row], int]
) -> Row | None:
    """Return the row that this very form made; refuses a key that was used for anything else."""
    row = rows.filter(key=read_key(key)).first()
    if row is None:
        return None
    if event_of(row) != event.pk or getattr(row, "fingerprint", "") != digest:
        raise Invalid("key_reused", field="key")
    return row


def claimed_time(observed_at: datetime | None, now: datetime) -> tuple[datetime, int]:
    """Return the phone's time where it can be, else the server's, and by how many seconds the phone was wrong."""
    if observed_at is None:
        return now, 0
    if now - BEHIND <= observed_at <= now + AHEAD:
        return observed_at, 0
    return now, round((observed_at - now).total_seconds())
