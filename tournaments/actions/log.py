"""What every action begins and ends with: the event's lock, and the log.

An action is one transaction: lock the event, permit, recheck, write, record. The lock on the event's row
puts all changes of one event in an order; it also makes the hash chain of its log possible.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import F, Model

from tournaments.errors import NotFound, Refusal
from tournaments.models import AuditEntry, AuditNote, Tournament
from tournaments.policy import Actor
from tournaments.selectors.chain import GENESIS, digest, note_digest
from tournaments.states import EventState


def lock_event(tournament_id: int) -> Tournament:
    """Lock the event's row until the transaction ends and return it fresh."""
    tournament = Tournament.objects.select_for_update(of=("self",)).select_related("rules").filter(pk=tournament_id)
    found = tournament.first()
    if found is None:
        raise NotFound
    return found


def lock_open_event(tournament_id: int) -> Tournament:
    """Lock the event as `lock_event` does; refuses an archived one, in which nothing changes any more."""
    event = lock_event(tournament_id)
    if event.state == EventState.ARCHIVED:
        raise Refusal("event_archived")
    return event


def record(
    actor: Actor,
    tournament: Tournament,
    action: str,
    subject: Model | None = None,
    *,
    now: datetime,
    data: Mapping[str, object] | None = None,
    reason: str = "",
) -> AuditEntry:
    """Append to the event's log and let its live pages change. The event must be locked.

    `data` holds ids, codes, levels and digests only; `reason` is free text and goes into a purgeable note.
    """
    last = AuditEntry.objects.filter(tournament=tournament).order_by("-sequence").only("sequence", "hash").first()
    entry = AuditEntry(
        tournament=tournament,
        sequence=last.sequence + 1 if last else 1,
        at=now,
        role=actor.role,
        user_id=actor.user_id,
        membership_id=actor.membership_id,
        link_id=actor.link_id,
        action=action,
        subject=subject.__class__.__name__.lower() if subject is not None else "",
        subject_id=subject.pk if subject is not None else None,
        data=dict(data or {}),
        previous=last.hash if last else GENESIS,
    )
    if reason or actor.address:
        entry.note = AuditNote.objects.create(text=reason, address=actor.address)
        entry.note_digest = note_digest(reason, actor.address)
    entry.hash = digest(entry.previous, entry)
    entry.save(force_insert=True)
    Tournament.objects.filter(pk=tournament.pk).update(live_version=F("live_version") + 1)
    return entry
