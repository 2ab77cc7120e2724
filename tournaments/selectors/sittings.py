"""The sittings of a round: which is on, which come, and when about."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeVar

from tournaments.models import Clock, Round, Tournament
from tournaments.phrases.sittings import sitting_state, sitting_words
from tournaments.selectors.clock import facts_of, plan_of
from tournaments.selectors.rulesets import plan_of as stage_plan_of
from tournaments.states import RoundState
from tournaments.timing import ClockState, Stage, clock_state

State = Literal["over", "on", "next", "later"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SittingRow:
    """A turn of a round; `starts_at` is when it began, else when it begins about, None where nobody can tell.

    `state_words` say the state with the time, `ends_at` is when it ends about, or ended.
    """

    number: int
    state: State
    starts_at: datetime | None
    words: str
    state_words: str
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    clock: Clock
    state: ClockState


def sittings_of(tournament: Tournament, current: Round, now: datetime) -> tuple[SittingRow, ...]:
    """Return the sittings of a round in order (two queries); none where it is played at once."""
    if current.clock is None or current.clock.sittings == 1:
        return ()
    clocks = current.sitting_clocks.prefetch_related("events")
    seen = [_Seen(clock, clock_state(plan_of(clock), facts_of(clock.events.all()), now)) for clock in clocks]
    starts = _starts(seen, _planned(tournament, current, now), now)
    return tuple(_row(tournament, current, each, begins) for each, begins in zip(seen, starts, strict=True))


def _row(tournament: Tournament, current: Round, each: _Seen, begins: datetime | None) -> SittingRow:
    state = _state(current, each)
    time = tournament.clock_time(begins) if begins is not None else ""
    said = sitting_state(state, begins, time)
    ends = each.state.ended_at or each.state.ends_at
    if ends is None and begins is not None:
        ends = begins + timedelta(seconds=each.clock.seconds)
    return SittingRow(each.clock.sitting, state, begins, sitting_words(each.clock.sitting), said, ends)


def _state(current: Round, each: _Seen) -> State:
    on = current.clock.sitting if current.clock is not None else 1
    if current.state == RoundState.CLOSED or each.clock.sitting < on or each.state.stage == Stage.ENDED:
        return "over"
    if each.clock.sitting > on:
        return "later"
    return "next" if each.state.stage == Stage.PLANNED else "on"


def _starts(seen: Sequence[_Seen], planned: datetime | None, now: datetime) -> list[datetime | None]:
    """Follow the sittings: each begins when the one before is over, at its full length."""
    found: list[datetime | None] = []
    following = planned
    for each in seen:
        state = each.state
        if state.started_at is not None:
            found.append(state.started_at)
            following = state.ended_at or state.ends_at or now + state.remaining
        else:
            # What was to begin by now begins when somebody says so: a time gone by would only mislead.
            following = following if following is not None and following > now else None
            found.append(following)
            following = following + timedelta(seconds=each.clock.seconds) if following is not None else None
    return found


def _planned(tournament: Tournament, current: Round, now: datetime) -> datetime | None:
    """Return when the round is to begin as the regulations say: known of the first round, and of a stage with a day."""
    starts = stage_plan_of(current.stage).starts_at
    if starts is None and current.number == 1:
        starts = tournament.regulations.identity.starts_at
    return starts if starts is not None and starts > now else None


def in_turns(
    rows: Iterable[T], sittings: Sequence[SittingRow], sitting_of: Callable[[T], int | None]
) -> list[tuple[SittingRow | None, list[T]]]:
    """Return rows under the sittings that they belong to, those of none (byes) last; all together where there are none.

    `sitting_of` gives a row's sitting.
    """
    every = list(rows)
    if not sittings:
        return [(None, every)]
    turns: list[tuple[SittingRow | None, list[T]]] = [
        (each, [row for row in every if sitting_of(row) == each.number]) for each in sittings
    ]
    without = [row for row in every if sitting_of(row) is None]
    return [*turns, (None, without)] if without else turns
