"""The hall's clock: each act adds one fact, or is refused; what the facts mean is derived in `timing`."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import Gone, Invalid, Refusal
from tournaments.models import Clock, ClockEvent, ResultSheet, Round, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.clock import facts_of, plan_of
from tournaments.selectors.rounds import earlier_open
from tournaments.states import RoundState
from tournaments.timing import Fact, FactKind, Stage, TimingError, clock_state, with_fact

LONGEST_EXTENSION = 120


class Held(NamedTuple):
    """A clock under the lock of its event, and who has it in hand."""

    actor: Actor
    event: Tournament
    round: Round
    clock: Clock
    now: datetime


@transaction.atomic
def start(actor: Actor, tournament: Tournament, round_number: int, *, order: int | None = None) -> ClockEvent:
    """Start a released round; the rounds before it have to be closed."""
    held = _hold(actor, tournament, round_number, order)
    before = earlier_open(held.round)
    if before is not None:
        raise Refusal("earlier_round_open", number=before.number)
    return _add(held, FactKind.STARTED)


@transaction.atomic
def pause(
    actor: Actor, tournament: Tournament, round_number: int, *, order: int | None = None, reason: str = ""
) -> ClockEvent:
    """Stop the time for the whole hall."""
    return _add(_hold(actor, tournament, round_number, order), FactKind.PAUSED, reason=reason)


@transaction.atomic
def resume(actor: Actor, tournament: Tournament, round_number: int, *, order: int | None = None) -> ClockEvent:
    """Let the time run on with what was left."""
    return _add(_hold(actor, tournament, round_number, order), FactKind.RESUMED)


@transaction.atomic
def extend(
    actor: Actor,
    tournament: Tournament,
    round_number: int,
    *,
    minutes: int,
    order: int | None = None,
    again: bool = False,
    reason: str = "",
) -> ClockEvent:
    """Give the whole hall more minutes, or take some back (less than none), down to the present moment at most.

    `again`: the reminder comes anew and the last deals are counted anew, where they had already been announced.
    """
    held = _hold(actor, tournament, round_number, order)
    if minutes == 0 or abs(minutes) > LONGEST_EXTENSION:
        raise Invalid("extension_bad", field="minutes", most=LONGEST_EXTENSION)
    if minutes < 0:
        _refuse_more_than_left(held, -minutes)
    return _add(held, FactKind.EXTENDED, seconds=60 * minutes, again=again and minutes > 0, reason=reason)


@transaction.atomic
def end(
    actor: Actor, tournament: Tournament, round_number: int, *, order: int | None = None, reason: str = ""
) -> ClockEvent:
    """End the round's clock by hand; the round stays open for results until it is closed."""
    return _add(_hold(actor, tournament, round_number, order), FactKind.ENDED, reason=reason)


@transaction.atomic
def undo(
    actor: Actor, tournament: Tournament, round_number: int, *, reason: str, order: int | None = None
) -> ClockEvent:
    """Take a wrong start back: the round is as it was before, and the start stays in the log with the reason."""
    held = _hold(actor, tournament, round_number, order)
    words = reasons.needed(reason, "clock_reason_needed")
    if ResultSheet.objects.filter(match__round=held.round).exists():
        raise Refusal("undo_has_results")
    return _add(held, FactKind.UNDONE, reason=words)


def end_with_round(actor: Actor, event: Tournament, current: Round, *, now: datetime) -> None:
    """End a clock that still runs when its round is closed, within the closing's transaction."""
    if current.clock is None:
        return
    state = clock_state(plan_of(current.clock), facts_of(current.clock.events.all()), now)
    if state.stage in (Stage.RUNNING, Stage.PAUSED):
        _add(Held(actor, event, current, current.clock, now), FactKind.ENDED)


def _hold(actor: Actor, tournament: Tournament, round_number: int, order: int | None) -> Held:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.RUN_ROUNDS, event.pk)
    rows = Round.objects.filter(stage__division__tournament=event, number=round_number)
    current = rows.select_related("clock", "stage", "group").prefetch_related("clock__events").first()
    if current is None or current.state == RoundState.PLANNED or current.clock is None:
        raise Refusal("round_not_released", number=round_number)
    if current.state == RoundState.CLOSED:
        raise Refusal("round_closed", number=round_number)
    if order is not None and order != len(current.clock.events.all()):
        raise Gone("clock_moved_on")
    return Held(actor, event, current, current.clock, timezone.now())


def _refuse_more_than_left(held: Held, minutes: int) -> None:
    state = clock_state(plan_of(held.clock), facts_of(held.clock.events.all()), held.now)
    left = int(state.remaining.total_seconds() // 60)
    if minutes > left:
        raise Invalid("extension_more_than_left", field="minutes", left=left)


def _add(held: Held, kind: FactKind, *, seconds: int = 0, again: bool = False, reason: str = "") -> ClockEvent:
    """Add a fact behind the others; a server clock that went back is read as standing still."""
    facts = facts_of(held.clock.events.all())
    at = max(held.now, facts[-1].at) if facts else held.now
    try:
        with_fact(facts, Fact(kind, at, seconds, again))
    except TimingError as error:
        raise Refusal("clock_not_possible") from error
    made = ClockEvent.objects.create(
        clock=held.clock, order=len(facts) + 1, kind=kind.value, at=at, seconds=seconds, again=again
    )
    data = {"round": held.round.number, "order": made.order, "seconds": seconds, "again": again}
    action = f"clock.{kind.value}"
    record(held.actor, held.event, action, held.clock, now=held.now, data=data, reason=reasons.optional(reason))
    return made
