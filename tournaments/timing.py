"""The clock of a round: plan and facts and now give the phase, the remaining time, the alerts and the last deals.

Facts are what people did (started, paused, …), in order, with the server's time; nothing else is stored, so a
restart, a sleeping phone or a second worker changes nothing. Time-up closes nothing: only an `ended` fact does. All
times are aware; a wall clock that goes back is read as standing still at the last fact. Clause S1-5: two hours, a
reminder thirty minutes before the end, from it the last three deals including the one being played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

ZERO: Final = timedelta(0)


class TimingError(Exception):
    """A plan or a fact that cannot be, as a code with parameters."""

    def __init__(self, code: str, params: Mapping[str, int | str] | None = None) -> None:
        super().__init__(code)
        self.code: Final = code
        self.params: Final = dict(params or {})


class FactKind(StrEnum):
    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    EXTENDED = "extended"
    ENDED = "ended"
    UNDONE = "undone"


class Stage(StrEnum):
    """What the facts alone say, whatever the time is."""

    PLANNED = "planned"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class Phase(StrEnum):
    """What a person sees; `reminder` lasts from the reminder to the end and is the time of the last deals."""

    PLANNED = "planned"
    RUNNING = "running"
    REMINDER = "reminder"
    TIME_UP = "time_up"
    ENDED = "ended"


class AlertKind(StrEnum):
    REMINDER = "reminder"
    TIME_UP = "time_up"


TRANSITIONS: Final[Mapping[Stage, Mapping[FactKind, Stage]]] = MappingProxyType(
    {
        Stage.PLANNED: {FactKind.STARTED: Stage.RUNNING},
        Stage.RUNNING: {
            FactKind.PAUSED: Stage.PAUSED,
            FactKind.EXTENDED: Stage.RUNNING,
            FactKind.ENDED: Stage.ENDED,
            FactKind.UNDONE: Stage.PLANNED,
        },
        Stage.PAUSED: {
            FactKind.RESUMED: Stage.RUNNING,
            FactKind.EXTENDED: Stage.PAUSED,
            FactKind.ENDED: Stage.ENDED,
            FactKind.UNDONE: Stage.PLANNED,
        },
        Stage.ENDED: {},
    }
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How long a round lasts, how long before its end the reminder comes (0: none), and how many deals are played from
    it on.
    """

    seconds: int
    reminder_before_seconds: int = 0
    last_deals: int = 3
    includes_current: bool = True

    def __post_init__(self) -> None:
        if self.seconds <= 0 or not 0 <= self.reminder_before_seconds <= self.seconds or self.last_deals < 0:
            params = {
                "seconds": self.seconds,
                "reminder_before": self.reminder_before_seconds,
                "last_deals": self.last_deals,
            }
            raise TimingError("bad_plan", params)

    @classmethod
    def of_minutes(
        cls, minutes: int, *, reminder_before: int = 0, last_deals: int = 3, includes_current: bool = True
    ) -> "Plan":
        return cls(minutes * 60, reminder_before * 60, last_deals, includes_current)


@dataclass(frozen=True, slots=True)
class Fact:
    """What somebody did at the clock; `seconds` (less than none: time taken back) and `again` belong to an extension.

    An extension after the reminder leaves the last deals as they are announced; with `again` the reminder comes anew
    and they are counted anew. Raises TimingError: naive_time, bad_seconds.
    """

    kind: FactKind
    at: datetime
    seconds: int = 0
    again: bool = False

    def __post_init__(self) -> None:
        _refuse_naive(self.at)
        if (self.seconds != 0) != (self.kind is FactKind.EXTENDED) or (
            self.again and self.kind is not FactKind.EXTENDED
        ):
            raise TimingError("bad_seconds", {"event": self.kind.value, "seconds": self.seconds})


@dataclass(frozen=True, slots=True)
class Alert:
    """Something to be told once; `key` is the same in every evaluation, `late` is the time since it was due."""

    kind: AlertKind
    key: str
    due_at: datetime
    late: timedelta


@dataclass(frozen=True, slots=True)
class ClockState:
    """A clock at one moment; while paused, `ends_at`, `reminder_at` and `next_phase_at` are None and `remaining` stands
    still.

    `ordinal` counts the starts, also those taken back. The keys are those of the alerts that came last, or are to come.
    `last_deals` is None before the reminder. `reminder_at` is the reminder that came last, or the one to come.
    """

    phase: Phase
    stage: Stage
    ordinal: int
    as_of: datetime
    total: timedelta
    remaining: timedelta
    overtime: timedelta = ZERO
    started_at: datetime | None = None
    ended_at: datetime | None = None
    ends_at: datetime | None = None
    reminder_at: datetime | None = None
    reminder_key: str | None = None
    time_up_key: str | None = None
    last_deals: int | None = None
    last_deals_from: datetime | None = None
    next_phase: Phase | None = None
    next_phase_at: datetime | None = None

    @property
    def paused(self) -> bool:
        return self.stage is Stage.PAUSED


@dataclass(frozen=True, slots=True)
class _Run:
    """One start of the clock, followed up to `until`; `played` is the time it has run, pauses left out."""

    plan: Plan
    ordinal: int
    stage: Stage
    until: datetime
    total: timedelta
    played: timedelta = ZERO
    started_at: datetime | None = None
    reminded: tuple[datetime, ...] = ()
    timed_up: tuple[datetime, ...] = ()
    reminder_armed: bool = False
    time_up_armed: bool = False

    @property
    def remaining(self) -> timedelta:
        return self.total - self.played

    @property
    def before(self) -> timedelta:
        return timedelta(seconds=self.plan.reminder_before_seconds)

    def follow(self, until: datetime) -> "_Run":
        """Let the clock run on to a later moment and note what it passes on the way."""
        if self.stage is not Stage.RUNNING:
            return replace(self, until=until)
        reminder_at = self.until + max(ZERO, self.remaining - self.before)
        time_up_at = self.until + max(ZERO, self.remaining)
        reminds = self.reminder_armed and reminder_at <= until
        times_up = self.time_up_armed and time_up_at <= until
        return replace(
            self,
            until=until,
            played=self.played + (until - self.until),
            reminded=(*self.reminded, reminder_at) if reminds else self.reminded,
            timed_up=(*self.timed_up, time_up_at) if times_up else self.timed_up,
            reminder_armed=self.reminder_armed and not reminds,
            time_up_armed=self.time_up_armed and not times_up,
        )

    def take(self, fact: Fact) -> "_Run":
        """Follow the clock to a fact and apply it."""
        stage = TRANSITIONS[self.stage][fact.kind]
        run = self.follow(fact.at)
        match fact.kind:
            case FactKind.STARTED:
                reminds = run.plan.reminder_before_seconds > 0
                return replace(
                    run,
                    stage=stage,
                    ordinal=run.ordinal + 1,
                    started_at=fact.at,
                    reminder_armed=reminds,
                    time_up_armed=True,
                )
            case FactKind.UNDONE:
                return replace(_planned(run.plan, fact.at), ordinal=run.ordinal)
            case FactKind.EXTENDED:
                return replace(run.extend(fact), stage=stage)
            case _:
                return replace(run, stage=stage)

    def extend(self, fact: Fact) -> "_Run":
        """Add time: to the clock if it still runs, else from this moment on, so that five minutes more are five
        minutes. Taking time back ends the round now at the earliest and arms nothing.
        """
        if fact.seconds < 0:
            shorter = self.total + timedelta(seconds=fact.seconds)
            return replace(self, total=max(min(self.total, self.played), shorter))
        total = max(self.total, self.played) + timedelta(seconds=fact.seconds)
        reminder_armed = self.reminder_armed or (fact.again and bool(self.reminded))
        return replace(self, total=total, reminder_armed=reminder_armed, time_up_armed=True)

    @property
    def phase(self) -> Phase:
        if self.stage in (Stage.PLANNED, Stage.ENDED):
            return Phase(self.stage.value)
        if not self.time_up_armed:
            return Phase.TIME_UP
        return Phase.REMINDER if self.last_deals_from is not None else Phase.RUNNING

    @property
    def last_deals_from(self) -> datetime | None:
        return self.reminded[-1] if self.reminded and not self.reminder_armed else None


def _refuse_naive(moment: datetime) -> None:
    if moment.utcoffset() is None:
        raise TimingError("naive_time", {"time": moment.isoformat()})


def _planned(plan: Plan, since: datetime) -> _Run:
    return _Run(plan=plan, ordinal=0, stage=Stage.PLANNED, until=since, total=timedelta(seconds=plan.seconds))


def stage_after(facts: Sequence[Fact]) -> Stage:
    """Check that the facts can follow each other and give the stage they lead to; raise TimingError if they cannot."""
    stage = Stage.PLANNED
    for index, fact in enumerate(facts):
        if index and fact.at < facts[index - 1].at:
            raise TimingError("fact_out_of_order", {"event": fact.kind.value})
        following = TRANSITIONS[stage].get(fact.kind)
        if following is None:
            raise TimingError("event_not_allowed", {"stage": stage.value, "event": fact.kind.value})
        stage = following
    return stage


def _run(plan: Plan, facts: Sequence[Fact]) -> _Run:
    stage_after(facts)
    run = _planned(plan, facts[0].at.astimezone(UTC) if facts else datetime.min.replace(tzinfo=UTC))
    for fact in facts:
        run = run.take(replace(fact, at=fact.at.astimezone(UTC)))
    return run


def _run_to(plan: Plan, facts: Sequence[Fact], now: datetime) -> _Run:
    _refuse_naive(now)
    run = _run(plan, facts)
    return run.follow(max(now.astimezone(UTC), run.until))


def clock_state(plan: Plan, facts: Sequence[Fact], now: datetime) -> ClockState:
    """Derive what the clock shows; raise TimingError for facts that cannot follow each other. Clause S1-5."""
    run = _run_to(plan, facts, now)
    phase = run.phase
    running = run.stage is Stage.RUNNING
    ends_at = run.until + run.remaining if running else None
    reminder_at = run.last_deals_from
    if reminder_at is None and running and run.reminder_armed:
        reminder_at = run.until + run.remaining - run.before
    next_phase = _next_phase(run)
    times = {Phase.RUNNING: None, Phase.REMINDER: reminder_at, Phase.TIME_UP: ends_at, Phase.ENDED: None, None: None}
    return ClockState(
        phase=phase,
        stage=run.stage,
        ordinal=run.ordinal,
        as_of=run.until,
        total=run.total,
        remaining=max(ZERO, run.remaining),
        overtime=max(ZERO, -run.remaining),
        started_at=run.started_at,
        ended_at=facts[-1].at.astimezone(UTC) if run.stage is Stage.ENDED else None,
        ends_at=ends_at,
        reminder_at=None if run.stage is Stage.PAUSED else reminder_at,
        reminder_key=_key(run, AlertKind.REMINDER, len(run.reminded) + run.reminder_armed) if _reminds(run) else None,
        time_up_key=_key(run, AlertKind.TIME_UP, len(run.timed_up) + run.time_up_armed) if run.started_at else None,
        last_deals=plan.last_deals if run.last_deals_from is not None else None,
        last_deals_from=run.last_deals_from,
        next_phase=next_phase,
        next_phase_at=times[next_phase] if running else None,
    )


def _reminds(run: _Run) -> bool:
    return run.started_at is not None and run.plan.reminder_before_seconds > 0


def _key(run: _Run, kind: AlertKind, number: int) -> str:
    return f"{run.ordinal}:{kind.value}:{number}"


def _next_phase(run: _Run) -> Phase | None:
    match run.phase:
        case Phase.PLANNED:
            return Phase.RUNNING
        case Phase.RUNNING if run.reminder_armed:
            return Phase.REMINDER
        case Phase.RUNNING | Phase.REMINDER:
            return Phase.TIME_UP
        case Phase.TIME_UP:
            return Phase.ENDED
        case _:
            return None


def due_alerts(plan: Plan, facts: Sequence[Fact], now: datetime) -> list[Alert]:
    """List the alerts of the present start that have become due, by time; none before a start, after its undoing and
    after the end.

    Sending is for the caller to do once per key: evaluating again, later or twice at once gives the same keys.
    """
    run = _run_to(plan, facts, now)
    if run.stage not in (Stage.RUNNING, Stage.PAUSED):
        return []
    passed = [(AlertKind.REMINDER, run.reminded), (AlertKind.TIME_UP, run.timed_up)]
    alerts = [
        Alert(kind=kind, key=_key(run, kind, number), due_at=due_at, late=run.until - due_at)
        for kind, moments in passed
        for number, due_at in enumerate(moments, start=1)
    ]
    return sorted(alerts, key=lambda alert: (alert.due_at, alert.kind))


def allowed_events(state: ClockState | Stage) -> frozenset[FactKind]:
    """Name the facts that may come next."""
    stage = state if isinstance(state, Stage) else state.stage
    return frozenset(TRANSITIONS[stage])


def with_fact(facts: Sequence[Fact], fact: Fact) -> tuple[Fact, ...]:
    """Add a fact; raise TimingError (event_not_allowed, fact_out_of_order) where it cannot come now."""
    grown = (*facts, fact)
    stage_after(grown)
    return grown
