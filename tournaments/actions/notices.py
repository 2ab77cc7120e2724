"""The outbox: what has to be said outside the database, written in the same transaction as its cause."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from tournaments.actions import rows, worker
from tournaments.models import Entry, Notice, NoticeKind, Tournament
from tournaments.states import NoticeState


class Mail(NamedTuple):
    """A mail about an entry, by the names of its columns."""

    entry_id: int
    dedupe_key: str
    recipient: str
    subject: str
    body: str


def queue_mail(
    tournament: Tournament,
    *,
    dedupe_key: str,
    recipient: str,
    subject: str,
    body: str,
    now: datetime,
    entry: Entry | None = None,
) -> Notice:
    """Write a mail to the outbox and wake the worker after the commit. The same key is written once."""
    notice, created = Notice.objects.get_or_create(
        dedupe_key=dedupe_key,
        defaults={
            "tournament": tournament,
            "kind": NoticeKind.MAIL,
            "recipient": recipient,
            "subject": subject,
            "body": body,
            "entry": entry,
            "due_at": now,
            **_unsent(tournament, now),
        },
    )
    if created:
        transaction.on_commit(wake)
    return notice


def queue_mails(tournament: Tournament, mails: Sequence[Mail], *, now: datetime) -> None:
    """Write mails whose keys are new to the outbox at once and wake the worker after the commit."""
    columns = (list(column) for column in zip(*mails, strict=True))
    named = dict(zip(Mail._fields, columns, strict=True))
    rows.store(
        Notice, tournament_id=tournament.pk, kind=NoticeKind.MAIL, due_at=now, **named, **_unsent(tournament, now)
    )
    transaction.on_commit(wake)


def _unsent(tournament: Tournament, now: datetime) -> dict[str, Any]:
    """Return what keeps a rehearsal's mail from ever being sent; it stays readable for the organizer."""
    if tournament.rehearsal_of_id is None:
        return {}
    return {"state": NoticeState.UNSENT, "error": "rehearsal", "done_at": now}


def wake() -> None:
    """Tell the worker that something is due. A broker that is down loses nothing: the next tick finds the row."""
    worker.ask("tournaments.tasks.outbox.deliver")
