"""What an event would be with so many teams: rounds, matches, tables, byes, time, and what to think of. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from tournaments.pairing import (
    BYE,
    DOUBLE_KNOCKOUT,
    GROUPS,
    KNOCKOUT,
    RANDOM_ROUNDS,
    SWISS,
    BracketMatch,
    Constraints,
    DrawRefused,
    Entrant,
    Inputs,
    Plan,
    Side,
    bracket_of,
    double_bracket_of,
    feasible,
    group_sizes,
)
from tournaments.pairing.brackets.single import spread
from tournaments.regulations import Format, Regulations, StagePlan, Tiebreak, entering

MOST_TEAMS: Final = 1000
WITHOUT_ORDER: Final = frozenset({Format.ROUND_ROBIN, Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT})


@dataclass(frozen=True, slots=True)
class Caution:
    """Something to think of before the start: a code with numbers; `blocks`: it cannot be played so."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class StageRun:
    """A stage with so many teams. `tables` are those of its fullest round, `sittings` the turns it takes there."""

    code: str
    teams: int
    rounds: int
    matches: int
    byes: int
    tables: int
    sittings: int
    groups: tuple[int, ...]
    starts_at: datetime
    ends_at: datetime
    cautions: tuple[Caution, ...] = ()


@dataclass(frozen=True, slots=True)
class Simulation:
    teams: int
    stages: tuple[StageRun, ...]
    cautions: tuple[Caution, ...] = ()

    @property
    def rounds(self) -> int:
        return sum(stage.rounds for stage in self.stages)

    @property
    def matches(self) -> int:
        return sum(stage.matches for stage in self.stages)

    @property
    def ends_at(self) -> datetime:
        return self.stages[-1].ends_at


@dataclass(frozen=True, slots=True)
class _Load:
    """The matches of each round of a stage, and how many byes there are in all."""

    by_round: tuple[int, ...]
    byes: int
    groups: tuple[int, ...] = ()


def simulate(
    regulations: Regulations,
    teams: int,
    *,
    units: Iterable[int] = (),
    between: timedelta = timedelta(0),
    until: datetime | None = None,
) -> Simulation:
    """Play the event through on paper for so many teams (2 to 1,000), of which units have so many each.

    between: the time from the end of a round to the start of the next. until: when the hall has to be left; a stage
    that goes past it says so. Each round takes its full time in every sitting.
    """
    counts = entering(regulations.stages, teams)
    at = regulations.identity.starts_at
    runs: list[StageRun] = []
    for plan in regulations.stages:
        starts = at if not runs else runs[-1].ends_at + between
        runs.append(_run(regulations, plan, counts[plan.code], units if not runs else (), starts, between))
    return Simulation(teams, tuple(runs), tuple(_of_all(regulations, runs, until)))


def _run(
    regulations: Regulations,
    plan: StagePlan,
    teams: int,
    units: Iterable[int],
    starts: datetime,
    between: timedelta,
) -> StageRun:
    try:
        load = _load(plan, teams)
    except DrawRefused as refused:
        caution = Caution(refused.code, refused.params, blocks=True)
        return StageRun(plan.code, teams, 0, 0, 0, 0, 0, (), starts, starts, (caution,))
    tables = regulations.venue.tables
    sittings = [max(1, -(-matches // tables)) for matches in load.by_round]
    playing = timedelta(seconds=plan.timing.round_seconds) * sum(sittings)
    pauses = between * max(0, sum(sittings) - 1)
    fullest = max(load.by_round, default=0)
    return StageRun(
        plan.code,
        teams,
        len(load.by_round),
        sum(load.by_round),
        load.byes,
        fullest,
        max(sittings, default=0),
        load.groups,
        starts,
        starts + playing + pauses,
        tuple(_of_stage(plan, teams, units, load, tables)),
    )


def _load(plan: StagePlan, teams: int) -> _Load:
    if plan.format == Format.ROUND_ROBIN:
        return _groups(plan, teams)
    if plan.redraw:
        return _halving(plan, teams)
    if plan.is_bracket:
        return _bracket(plan, teams)
    return _Load((teams // 2,) * plan.rounds, teams % 2 * plan.rounds)


def fullest_round(plan: StagePlan, teams: int) -> int:
    """Return how many matches are played at once, at most; 0 where the stage cannot be played with so many teams."""
    try:
        return max(_load(plan, teams).by_round, default=0)
    except DrawRefused:
        return 0


def _groups(plan: StagePlan, teams: int) -> _Load:
    """Raise DrawRefused where a group would have one team."""
    sizes = group_sizes(teams, plan.group_count(teams))
    rounds = [size - 1 + size % 2 for size in sizes]
    single = [
        sum(size // 2 for size, last in zip(sizes, rounds, strict=True) if turn < last) for turn in range(max(rounds))
    ]
    byes = sum(size for size in sizes if size % 2)
    return _Load(tuple(single * plan.legs), byes * plan.legs, sizes)


def _halving(plan: StagePlan, teams: int) -> _Load:
    by_round: list[int] = []
    byes, left = 0, teams
    while left > 1:
        last = left == 2  # noqa: PLR2004 - a final has two sides
        by_round.append(left // 2 + (1 if last and plan.third_place and by_round else 0))
        byes += left % 2
        left -= left // 2
    return _Load(tuple(by_round), byes)


def _bracket(plan: StagePlan, teams: int) -> _Load:
    matches = bracket_for(plan, teams)
    by_round: dict[int, int] = {}
    for match in matches:
        if not match.is_bye and not match.conditional:
            by_round[match.round] = by_round.get(match.round, 0) + 1
    byes = sum(match.is_bye for match in matches)
    return _Load(tuple(by_round[turn] for turn in sorted(by_round)), byes)


def bracket_for(plan: StagePlan, teams: int) -> tuple[BracketMatch, ...]:
    """Lay out the bracket of a stage for so many teams, numbered from 1 as the seeds."""
    seats = spread([Side("team", team=seed) for seed in range(1, teams + 1)]) if teams > 1 else [BYE, BYE]
    if plan.format == Format.DOUBLE_KNOCKOUT:
        return double_bracket_of(seats)
    return bracket_of(seats, third_place=plan.third_place, placement=plan.placement)


def _of_stage(plan: StagePlan, teams: int, units: Iterable[int], load: _Load, tables: int) -> Iterator[Caution]:
    fullest = max(load.by_round, default=0)
    if fullest > tables:
        yield Caution(
            "tables_missing", {"matches": fullest, "tables": tables, "missing": fullest - tables}, blocks=True
        )
    if teams % 2 and plan.format not in WITHOUT_ORDER:
        yield Caution("odd_teams", {"teams": teams})
    if plan.format == Format.SWISS and 1 << plan.rounds < teams:
        needed = (teams - 1).bit_length()
        yield Caution("too_few_rounds_for_a_winner", {"rounds": plan.rounds, "teams": teams, "needed": needed})
    if plan.format == Format.ROUND_ROBIN and load.groups and max(load.groups) != min(load.groups):
        yield Caution("uneven_groups", {"largest": max(load.groups), "smallest": min(load.groups)})
    yield from _obstacles(plan, teams, units, load)


def _obstacles(plan: StagePlan, teams: int, units: Iterable[int], load: _Load) -> Iterator[Caution]:
    """Say what the pairing engine would find in the way."""
    method = {
        Format.ROUND_ROBIN: GROUPS,
        Format.KNOCKOUT: KNOCKOUT,
        Format.DOUBLE_KNOCKOUT: DOUBLE_KNOCKOUT,
    }.get(plan.format, SWISS if plan.one_by_one else RANDOM_ROUNDS)
    inputs = Inputs(tuple(_field(teams, units)), plan=Plan(groups=load.groups))
    constraints = Constraints(**plan.constraints.model_dump())
    rounds = 0 if plan.is_bracket else len(load.by_round)
    for obstacle in feasible(inputs, constraints, method, rounds):
        yield Caution(obstacle.code, obstacle.params, obstacle.blocks)


def _field(teams: int, units: Iterable[int]) -> Iterator[Entrant]:
    of_units = chain.from_iterable([unit] * size for unit, size in enumerate(units, start=1))
    for team in range(1, teams + 1):
        yield Entrant(team, next(of_units, None))


def _of_all(regulations: Regulations, runs: Sequence[StageRun], until: datetime | None) -> Iterator[Caution]:
    last = regulations.stages[-1]
    if last.format not in {Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT} and _may_end_undecided(last):
        yield Caution("ties_may_stay", {"stage": last.code})
    ends, starts = runs[-1].ends_at, runs[0].starts_at
    if until is not None and ends > until:
        yield Caution("time_does_not_fit", {"minutes": round((ends - until).total_seconds() / 60)}, blocks=True)
    elif until is None and ends.date() > starts.date():
        yield Caution("past_midnight", {"days": (ends.date() - starts.date()).days})


def _may_end_undecided(plan: StagePlan) -> bool:
    keys = plan.scoring.tiebreaks
    return not keys or keys[-1] != Tiebreak.LOTS
