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
def start(
    actor: Actor, tournament: Tournament, round_number: int, *, order: int | None = None, sitting: int | None = None
) -> ClockEvent:
    """Start a released round, or its next sitting; the rounds before it have to be closed."""
    held = _hold(actor, tournament, round_number, order, sitting)
    before = earlier_open(held.round)
    if before is not None:
        raise Refusal("earlier_round_open", number=before.number)
    return _add(held, FactKind.STARTED)


@transaction.atomic
def pause(
    actor: Actor,
    tournament: Tournament,
    round_number: int,
    *,
    order: int | None = None,
    sitting: int | None = None,
    reason: str = "",
) -> ClockEvent:
    """Stop the time for the whole hall."""
    return _add(_hold(actor, tournament, round_number, order, sitting), FactKind.PAUSED, reason=reason)


@transaction.atomic
def resume(
    actor: Actor, tournament: Tournament, round_number: int, *, order: int | None = None, sitting: int | None = None
) -> ClockEvent:
    """Let the time run on with what was left."""
    return _add(_hold(actor, tournament, round_number, order, sitting), FactKind.RESUMED)


@transaction.atomic
def extend(
    actor: Actor,
    tournament: Tournament,
    round_number: int,
    *,
    minutes: int,
    order: int | None = None,
    sitting: int | None = None,
    again: bool = False,
    reason: str = "",
) -> ClockEvent:
    """Give the whole hall more minutes, or take some back (less than none), down to the present moment at most.

    `again`: the reminder comes anew and the last deals are counted anew, where they had already been announced.
    """
    held = _hold(actor, tournament, round_number, order, sitting)
    if minutes == 0 or abs(minutes) > LONGEST_EXTENSION:
        raise Invalid("extension_bad", field="minutes", most=LONGEST_EXTENSION)
    if minutes < 0:
        _refuse_more_than_left(held, -minutes)
    return _add(held, FactKind.EXTENDED, seconds=60 * minutes, again=again and minutes > 0, reason=reason)


@transaction.atomic
def end(
    actor: Actor,
    tournament: Tournament,
    round_number: int,
    *,
    order: int | None = None,
    sitting: int | None = None,
    reason: str = "",
) -> ClockEvent:
    """End the clock by hand; the round stays open for results until it is closed, and its next sitting is on."""
    held = _hold(actor, tournament, round_number, order, sitting)
    made = _add(held, FactKind.ENDED, reason=reason)
    _turn(held)
    return made


@transaction.atomic
def undo(
    actor: Actor,
    tournament: Tournament,
    round_number: int,
    *,
    reason: str,
    order: int | None = None,
    sitting: int | None = None,
) -> ClockEvent:
    """Take a wrong start back: the round is as it was before, and the start stays in the log with the reason."""
    held = _hold(actor, tournament, round_number, order, sitting)
    words = reasons.needed(reason, "clock_reason_needed")
    sheets = ResultSheet.objects.filter(match__round=held.round)
    if held.clock.sittings > 1:
        sheets = sheets.filter(match__sitting=held.clock.sitting)
    if sheets.exists():
        raise Refusal("undo_has_results")
    return _add(held, FactKind.UNDONE, reason=words)


def end_with_round(actor: Actor, event: Tournament, current: Round, *, now: datetime) -> None:
    """End a clock that still runs when its round is closed, within the closing's transaction."""
    if current.clock is None:
        return
    state = clock_state(plan_of(current.clock), facts_of(current.clock.events.all()), now)
    if state.stage in (Stage.RUNNING, Stage.PAUSED):
        _add(Held(actor, event, current, current.clock, now), FactKind.ENDED)


def require_all_played(current: Round) -> None:
    """Refuse to close a round of which a sitting has not been started yet."""
    clock = current.clock
    if clock is None or clock.sittings == 1:
        return
    state = clock_state(plan_of(clock), facts_of(clock.events.all()), timezone.now())
    if clock.sitting < clock.sittings or state.stage == Stage.PLANNED:
        raise Refusal("sitting_to_come", sitting=clock.sitting, sittings=clock.sittings)


def _turn(held: Held) -> None:
    """Let the next sitting of the round be on, where there is one: what is said of the round's clock is its clock's."""
    following = Clock.objects.filter(round=held.round, sitting=held.clock.sitting + 1).first()
    if following is not None:
        held.round.clock = following
        held.round.save(update_fields=["clock"])


def _hold(actor: Actor, tournament: Tournament, round_number: int, order: int | None, sitting: int | None) -> Held:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.RUN_ROUNDS, event.pk)
    rows = Round.objects.filter(stage__division__tournament=event, number=round_number)
    current = rows.select_related("clock", "stage", "group").prefetch_related("clock__events").first()
    if current is None or current.state == RoundState.PLANNED or current.clock is None:
        raise Refusal("round_not_released", number=round_number)
    if current.state == RoundState.CLOSED:
        raise Refusal("round_closed", number=round_number)
    # The facts of each sitting are counted anew, so that their number alone does not tell an old page.
    if sitting is not None and sitting != current.clock.sitting:
        raise Gone("clock_moved_on")
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
    if held.clock.sittings > 1:
        data |= {"sitting": held.clock.sitting}
    action = f"clock.{kind.value}"
    record(held.actor, held.event, action, held.clock, now=held.now, data=data, reason=reasons.optional(reason))
    return made
