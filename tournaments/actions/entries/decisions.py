"""What the organizer decides about an entry before the list is frozen."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import mail, reasons
from tournaments.actions.entries.late import require_late
from tournaments.actions.entries.places import fill_places
from tournaments.actions.entries.room import counts_of_pool, is_free
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import NotFound, Refusal
from tournaments.models import Entry, Tournament
from tournaments.policy import Actor, Permission
from tournaments.states import ENTRY, EntryState, step


@transaction.atomic
def approve(actor: Actor, tournament: Tournament, entry_id: int) -> Entry:
    """Accept a pending entry, or let it wait where there is no room. Sending it again is harmless."""
    event, entry = _open_entry(actor, tournament, entry_id)
    if entry.state == EntryState.PENDING:
        _approve(actor, event, entry, timezone.now())
    elif entry.state not in {EntryState.ACCEPTED, EntryState.WAITING}:
        raise Refusal("illegal_step")
    return entry


@transaction.atomic
def approve_all(actor: Actor, tournament: Tournament) -> int:
    """Approve every pending entry in the order they came; return how many there were."""
    event = _open_list(actor, tournament)
    now = timezone.now()
    pending = Entry.objects.filter(tournament=event, state=EntryState.PENDING).order_by("queued_at", "pk")
    found = list(pending.select_related("team", "division", "applicant__contact"))
    for entry in found:
        entry.tournament = event
        _approve(actor, event, entry, now)
    return len(found)


def _approve(actor: Actor, event: Tournament, entry: Entry, now: datetime) -> None:
    settings = event.regulations.registration
    there, capacity = counts_of_pool(event, entry.division.code)
    used = there.used(settings) - settings.pending_uses_capacity
    _move(entry, EntryState.ACCEPTED if used < capacity else EntryState.WAITING, now)
    record(actor, event, "entry.approved", entry, now=now, data={"state": entry.state})
    mail.tell(entry, "accepted" if entry.state == EntryState.ACCEPTED else "waiting", now=now)


@transaction.atomic
def decline(actor: Actor, tournament: Tournament, entry_id: int, *, reason: str) -> Entry:
    """Refuse an entry with the reason that the applicant reads; whoever waits moves up."""
    return _end(actor, tournament, entry_id, EntryState.DECLINED, reason)


@transaction.atomic
def withdraw(actor: Actor, tournament: Tournament, entry_id: int, *, reason: str) -> Entry:
    """Take an entry back for its pair, who told the organizer; whoever waits moves up."""
    return _end(actor, tournament, entry_id, EntryState.WITHDRAWN, reason)


def _end(actor: Actor, tournament: Tournament, entry_id: int, state: EntryState, reason: str) -> Entry:
    event, entry = _open_entry(actor, tournament, entry_id)
    words = reasons.needed(reason)
    now = timezone.now()
    _move(entry, state, now, reason=words)
    record(actor, event, f"entry.{state}", entry, now=now, reason=words)
    mail.tell(entry, state, now=now, reason=words)
    fill_places(actor, event, now=now)
    return entry


@transaction.atomic
def reinstate(actor: Actor, tournament: Tournament, entry_id: int) -> Entry:
    """Bring back a declined or withdrawn entry: in where there is room, else last of those who wait."""
    event, entry = _open_entry(actor, tournament, entry_id)
    if entry.state not in {EntryState.DECLINED, EntryState.WITHDRAWN}:
        raise Refusal("illegal_step")
    now = timezone.now()
    room = is_free(event, entry.division.code)
    entry.queued_at = now
    _move(entry, EntryState.ACCEPTED if room else EntryState.WAITING, now)
    record(actor, event, "entry.reinstated", entry, now=now, data={"state": entry.state})
    mail.tell(entry, "accepted" if room else "waiting", now=now)
    return entry


@transaction.atomic
def admit_late(actor: Actor, tournament: Tournament, entry_id: int) -> Entry:
    """Let a pair that waits, or had gone, play from the next round that is drawn. Sending it again is harmless."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    entry = _fetch(event, entry_id)
    if entry.state == EntryState.ACCEPTED:
        return entry
    from_round = require_late(event, entry.division.code)
    now = timezone.now()
    _move(entry, EntryState.ACCEPTED, now)
    record(actor, event, "entry.admitted", entry, now=now, data={"state": entry.state, "from_round": from_round})
    mail.tell(entry, "accepted", now=now)
    return entry


def _open_list(actor: Actor, tournament: Tournament) -> Tournament:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    if event.entries_frozen_at is not None:
        raise Refusal("entries_frozen")
    return event


def _open_entry(actor: Actor, tournament: Tournament, entry_id: int) -> tuple[Tournament, Entry]:
    event = _open_list(actor, tournament)
    return event, _fetch(event, entry_id)


def _fetch(event: Tournament, entry_id: int) -> Entry:
    entry = (
        Entry.objects.filter(tournament=event, pk=entry_id)
        .select_related("team", "division", "applicant__contact")
        .first()
    )
    if entry is None:
        raise NotFound
    entry.tournament = event
    return entry


def _move(entry: Entry, state: EntryState, now: datetime, *, reason: str = "") -> None:
    entry.state = step(ENTRY, EntryState(entry.state), state)
    entry.decided_at = now
    entry.reason = reason
    entry.save(update_fields=["state", "decided_at", "reason", "queued_at"])
