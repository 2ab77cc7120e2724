"""The outbox: what has to be said outside the database, written in the same transaction as its cause."""

from datetime import datetime

from django.db import transaction

from tournaments.actions import worker
from tournaments.models import Entry, Notice, NoticeKind, Tournament


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
        },
    )
    if created:
        transaction.on_commit(wake)
    return notice


def wake() -> None:
    """Tell the worker that something is due. A broker that is down loses nothing: the next tick finds the row."""
    worker.ask("tournaments.tasks.outbox.deliver")
