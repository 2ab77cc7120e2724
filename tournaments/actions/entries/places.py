"""The places of an event: who moves up when one is free, and the freeze of the list."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import mail
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import Refusal
from tournaments.models import Entry, EntrySource, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors import entries
from tournaments.states import DrawState, EntryState


def fill_places(actor: Actor, event: Tournament, *, now: datetime) -> list[Entry]:
    """Let those who wait longest move up while there is room, each with a mail. The event must be locked.

    Called by whatever makes room: a withdrawal, a decline, a larger capacity. A frozen list stays as it is.
    """
    if event.entries_frozen_at is not None:
        return []
    settings = event.regulations.registration
    waiting = Entry.objects.filter(tournament=event, state=EntryState.WAITING).select_related(
        "applicant__contact", "division"
    )
    moved: list[Entry] = []
    for pool in event.regulations.pools:
        room = pool.capacity - entries.counts(event, pool.codes).used(settings)
        mine = waiting.filter(division__code__in=pool.codes) if pool.codes else waiting
        moved += mine.order_by("queued_at", "pk")[: max(0, room)]
    for entry in moved:
        unseen = settings.approval and entry.source == EntrySource.ONLINE and entry.decided_at is None
        entry.state = EntryState.PENDING if unseen else EntryState.ACCEPTED
        entry.save(update_fields=["state"])
        record(actor, event, "entry.promoted", entry, now=now, data={"state": entry.state})
        mail.tell(entry, "promoted", now=now)
    return moved


@transaction.atomic
def freeze(actor: Actor, tournament: Tournament) -> None:
    """Close the list: what follows is the draw. Sending it again is harmless."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    if event.entries_frozen_at is not None:
        return
    counts = entries.counts(event)
    if counts.pending:
        raise Refusal("entries_pending", count=counts.pending)
    if counts.accepted < 2:  # noqa: PLR2004 a meeting needs two
        raise Refusal("too_few_entries")
    now = timezone.now()
    event.entries_frozen_at = now
    event.save(update_fields=["entries_frozen_at"])
    record(actor, event, "entries.frozen", now=now, data={"accepted": counts.accepted, "waiting": counts.waiting})


@transaction.atomic
def unfreeze(actor: Actor, tournament: Tournament) -> None:
    """Open the list again; refused once a draw was released."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    if event.entries_frozen_at is None:
        return
    if entries.has_draw(event, DrawState.RELEASED):
        raise Refusal("draw_is_released")
    if entries.has_draw(event, DrawState.DRAFT, DrawState.CHECKED):
        raise Refusal("draw_is_open")
    now = timezone.now()
    event.entries_frozen_at = None
    event.save(update_fields=["entries_frozen_at"])
    record(actor, event, "entries.unfrozen", now=now)
    fill_places(actor, event, now=now)
