"""The hall's clock as it stands: rows become a plan and facts, `timing` says what they mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Clock, ClockEvent, Match, Notice, NoticeKind, Round, Tournament
from tournaments.states import RoundState
from tournaments.timing import ClockState, Fact, FactKind, Plan, Stage, clock_state

ANNOUNCED = (NoticeKind.REMINDER, NoticeKind.TIME_UP)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the portal announced for a clock, once: `at` is when it was due, `late` whether it came visibly later.

    `key` is the clock's alert, the same that a page derives by itself.
    """

    id: int
    kind: str
    key: str
    at: datetime
    late: bool


@dataclass(frozen=True, slots=True)
class HallClock:
    """The clock of the round that is played now; `order` is the number of facts, which forms echo."""

    round: Round
    state: ClockState
    announcements: tuple[Announcement, ...]

    @property
    def order(self) -> int:
        return facts_count(self.round)

    @property
    def sitting(self) -> int:
        """Return which sitting is on, 1 where the round has no more: forms echo it with the order."""
        return self.round.clock.sitting if self.round.clock is not None else 1

    @property
    def row(self) -> dict[str, Any]:
        return clock_row(self.round, self.state)

    @property
    def phase(self) -> str:
        """What a person is told: planned, running, reminder, time_up, ended, or closed by the chief."""
        return "closed" if self.round.state == RoundState.CLOSED else self.state.phase.value


def plan_of(clock: Clock) -> Plan:
    return Plan(clock.seconds, clock.reminder_seconds, clock.last_deals)


def facts_of(events: Iterable[ClockEvent]) -> tuple[Fact, ...]:
    """Return the facts of a clock in their order."""
    ordered = sorted(events, key=lambda event: event.order)
    return tuple(Fact(FactKind(event.kind), event.at, event.seconds, event.again) for event in ordered)


def clock_of(current: Round, now: datetime) -> ClockState | None:
    """Return what the clock of a round says at `now`; None for a round without one. Prefetch `clock__events`."""
    if current.clock is None:
        return None
    return clock_state(plan_of(current.clock), facts_of(current.clock.events.all()), now)


def clocks_of(rounds: Iterable[Round] | QuerySet[Round]) -> QuerySet[Clock]:
    """Return the clocks of rounds, those of all their sittings."""
    return Clock.objects.filter(Q(rounds__in=rounds) | Q(round__in=rounds)).distinct()


def own_clock(match: Match) -> Clock | None:
    """Return the clock of the sitting that a match is played in; a query only where another sitting is on."""
    clock = match.round.clock
    if clock is None or clock.sittings == 1 or clock.sitting == match.sitting:
        return clock
    return Clock.objects.prefetch_related("events").filter(round=match.round_id, sitting=match.sitting).first()


def clock_of_match(match: Match, now: datetime) -> ClockState | None:
    """Return what the clock of a match says at `now`."""
    clock = own_clock(match)
    return clock_state(plan_of(clock), facts_of(clock.events.all()), now) if clock is not None else None


def hall_clock(tournament: Tournament, current: Round | None, now: datetime) -> HallClock | None:
    """Return the clock of a round of `selectors.rounds` with its announcements (one query); None without one."""
    state = clock_of(current, now) if current is not None else None
    if current is None or state is None:
        return None
    return HallClock(current, state, tuple(announcements(tournament, current.clock_id)))


def facts_count(current: Round) -> int:
    """Return the order of the last fact: what a page echoes, so that two controllers at once make one change."""
    if current.clock is None:
        return 0
    return max((event.order for event in current.clock.events.all()), default=0)


def clock_row(current: Round, state: ClockState) -> dict[str, Any]:
    """Return the round's clock for `partials/clock.html`."""
    clock = f"{current.clock_id}:"
    return {
        "key": f"{clock}{state.ordinal}",
        "round": current.number,
        "sitting": current.clock.sitting if current.clock and current.clock.sittings > 1 else None,
        "sittings": current.clock.sittings if current.clock else 1,
        "phase": shown_state(current, state),
        "starts_at": state.started_at,
        "reminder_at": state.reminder_at,
        "ends_at": state.ends_at,
        "paused_seconds": _standing(state),
        "reminder_key": f"{clock}{state.reminder_key}" if state.reminder_key else "",
        "over_key": f"{clock}{state.time_up_key}" if state.time_up_key else "",
        "last_deals": current.clock.last_deals if current.clock else 0,
    }


def shown_state(current: Round, state: ClockState) -> str:
    """Return planned, running, paused, ended or closed: what a page does not derive from the time."""
    if current.state == RoundState.CLOSED:
        return "closed"
    return state.stage.value


def _standing(state: ClockState) -> int | None:
    return int(state.remaining.total_seconds()) if state.stage in (Stage.PLANNED, Stage.PAUSED) else None


def announcements(tournament: Tournament, clock_id: int | None) -> list[Announcement]:
    """Return what was announced for a clock, oldest first."""
    if clock_id is None:
        return []
    rows = Notice.objects.filter(tournament=tournament, clock_id=clock_id, kind__in=ANNOUNCED).order_by("due_at", "pk")
    return [Announcement(row.pk, row.kind, row.dedupe_key.removeprefix("clock:"), row.due_at, row.late) for row in rows]
