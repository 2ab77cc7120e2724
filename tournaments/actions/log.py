"""What every action begins and ends with: the event's lock, and the log.

An action is one transaction: lock the event, permit, recheck, write, record. The lock on the event's row
puts all changes of one event in an order; it also makes the hash chain of its log possible.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F, Model

from tournaments.actions import rows
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
    named, subject_id = (subject.__class__, subject.pk) if subject is not None else (None, None)
    changes = [(subject_id, data or {})]
    [entry] = _chained(actor, tournament, action, named, changes, now=now, reason=reason)
    entry.save(force_insert=True)
    _let_pages_change(tournament, 1)
    return entry


def record_all(
    actor: Actor,
    tournament: Tournament,
    action: str,
    subject: type[Model],
    changes: Sequence[tuple[int, Mapping[str, object]]],
    *,
    now: datetime,
) -> None:
    """Append an entry for each subject of one act, its id with its data, as `record` does for one."""
    entries = _chained(actor, tournament, action, subject, changes, now=now)
    rows.store(AuditEntry, **rows.columns_of(entries))
    _let_pages_change(tournament, len(entries))


def _chained(
    actor: Actor,
    tournament: Tournament,
    action: str,
    subject: type[Model] | None,
    changes: Sequence[tuple[int | None, Mapping[str, object]]],
    *,
    now: datetime,
    reason: str = "",
) -> list[AuditEntry]:
    """Return the next entries of the log, each with the hash of the one before it. They share one note."""
    last = AuditEntry.objects.filter(tournament=tournament).order_by("-sequence").only("sequence", "hash").first()
    before, previous = (last.sequence, last.hash) if last else (0, GENESIS)
    role, noted = actor.role, bool(reason or actor.address)
    note = AuditNote.objects.create(text=reason, address=actor.address) if noted else None
    entries = []
    for sequence, (subject_id, data) in enumerate(changes, start=before + 1):
        entry = AuditEntry(
            tournament_id=tournament.pk,
            sequence=sequence,
            at=now,
            role=role,
            user_id=actor.user_id,
            membership_id=actor.membership_id,
            link_id=actor.link_id,
            action=action,
            subject=subject.__name__.lower() if subject is not None else "",
            subject_id=subject_id,
            data=dict(data),
            note=note,
            note_digest=note_digest(reason, actor.address) if noted else "",
            previous=previous,
        )
        entry.hash = previous = digest(previous, entry)
        entries.append(entry)
    return entries


def _let_pages_change(tournament: Tournament, by: int) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(live_version=F("live_version") + by)
