"""What an event would be with so many teams: rounds, matches, tables, byes, time, and what to think of. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import chain, zip_longest
from typing import Final

from tournaments.divisionplans import plays, pools_of, stages_of
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
)
from tournaments.pairing.brackets.single import spread
from tournaments.regulations import Format, Regulations, StagePlan, Tiebreak, entering
from tournaments.seating import ANY, sittings_needed
from tournaments.stagechains import FEWEST

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

    between: the time from the end of a round to the start of the next. until: when the hall has to be left, on every
    day; a stage that goes past it says so. Each round takes its full time in every sitting. A stage that begins at a
    time of its own waits for it.
    """
    counts = _fields(regulations, teams)
    at = regulations.identity.starts_at
    runs: list[StageRun] = []
    for plan in regulations.stages:
        follows = at if not runs else runs[-1].ends_at + between
        starts = follows if plan.starts_at is None else max(follows, plan.starts_at.astimezone(at.tzinfo))
        runs.append(_run(regulations, plan, counts[plan.code], units if not runs else (), starts, between))
    return Simulation(teams, tuple(runs), tuple(_of_all(regulations, runs, until)))


def _run(
    regulations: Regulations,
    plan: StagePlan,
    field_of: Mapping[str, int],
    units: Iterable[int],
    starts: datetime,
    between: timedelta,
) -> StageRun:
    """`field_of`: how many teams of each division play."""
    teams = sum(field_of.values())
    try:
        load = _together([_load(plan, number) for number in field_of.values()])
    except DrawRefused as refused:
        caution = Caution(refused.code, refused.params, blocks=True)
        return StageRun(plan.code, teams, 0, 0, 0, 0, 0, (), starts, starts, (caution,))
    venue = regulations.venue
    sittings = [sittings_needed(_by_division(regulations, plan, matches), venue) for matches in load.by_round]
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
        tuple(_of_stage(plan, field_of, units, load, (venue.tables, max(sittings, default=1)))),
    )


def _fields(regulations: Regulations, teams: int) -> dict[str, dict[str, int]]:
    """Return how many teams of each division enter each stage; the event is entered in the shares of the places."""
    if not regulations.divisions:
        return {code: {ANY: number} for code, number in entering(regulations.stages, teams).items()}
    found: dict[str, dict[str, int]] = {plan.code: {} for plan in regulations.stages}
    codes = [each.code for each in regulations.divisions]
    for division, number in _shares(regulations, codes, teams).items():
        for code, there in entering(stages_of(regulations.stages, division), number).items():
            found[code][division] = there
    return found


def _by_division(regulations: Regulations, plan: StagePlan, matches: int) -> dict[str, int]:
    """Divide the matches of a round over the divisions of a stage by their places: only areas of their own need it."""
    playing = [each for each in regulations.divisions if plays(each.code, plan)]
    if not playing or not any(area.divisions for area in regulations.venue.areas):
        return {ANY: matches}
    return _shares(regulations, [each.code for each in playing], matches)


def _shares(regulations: Regulations, codes: Sequence[str], number: int) -> dict[str, int]:
    """Divide a number over divisions by their places."""
    pools = pools_of(regulations.divisions, regulations.registration.capacity)
    places = {code: Fraction(pool.capacity, len(pool.codes)) for pool in pools for code in pool.codes}
    whole = sum(places[code] for code in codes)
    exact = {code: number * places[code] / whole for code in codes}
    shares = {code: int(share) for code, share in exact.items()}
    left = sorted(exact, key=lambda code: (shares[code] - exact[code], code))[: number - sum(shares.values())]
    return {code: share + (code in left) for code, share in shares.items()}


def _load(plan: StagePlan, teams: int) -> _Load:
    """Return what a field plays, in its groups. Raises DrawRefused where it cannot."""
    sizes = plan.group_sizes(teams)
    if any(size < FEWEST for size in sizes):
        raise DrawRefused("group_of_one", {"teams": teams, "groups": len(sizes)})
    if plan.format == Format.ROUND_ROBIN:
        return _groups(plan, sizes)
    if len(sizes) > 1:
        return replace(_together([_of_part(plan, size) for size in sizes]), groups=sizes)
    return _of_part(plan, teams)


def _together(loads: Sequence[_Load]) -> _Load:
    """Put together what is played in the same rounds."""
    by_round = tuple(sum(each) for each in zip_longest(*(load.by_round for load in loads), fillvalue=0))
    groups = tuple(size for load in loads for size in load.groups)
    return _Load(by_round, sum(load.byes for load in loads), groups)


def _of_part(plan: StagePlan, teams: int) -> _Load:
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


def _groups(plan: StagePlan, sizes: tuple[int, ...]) -> _Load:
    rounds = [size - 1 + size % 2 for size in sizes]
    single = [
        sum(size // 2 for size, last in zip(sizes, rounds, strict=True) if turn < last) for turn in range(max(rounds))
    ]
    byes = sum(size for size in sizes if size % 2)
    return _Load(tuple(single * plan.legs), byes * plan.legs, sizes)


def _halving(plan: StagePlan, teams: int) -> _Load:
    by_round: list[int] = []
    byes, left = 0, teams
    while left > plan.until:
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
    return bracket_of(seats, third_place=plan.third_place, placement=plan.placement, until=plan.until)


def _of_stage(
    plan: StagePlan, field_of: Mapping[str, int], units: Iterable[int], load: _Load, hall: tuple[int, int]
) -> Iterator[Caution]:
    """`hall`: its tables, and the sittings that the fullest round takes there."""
    tables, sittings = hall
    if sittings > 1:
        fullest = max(load.by_round, default=0)
        yield Caution("in_sittings", {"matches": fullest, "tables": tables, "sittings": sittings})
    parts = load.groups or tuple(field_of.values())
    odd, teams = next((size for size in parts if size % 2), 0), max(parts, default=0)
    if odd and plan.format not in WITHOUT_ORDER:
        yield Caution("odd_teams", {"teams": odd})
    if plan.format == Format.SWISS and 1 << plan.rounds < teams:
        needed = (teams - 1).bit_length()
        yield Caution("too_few_rounds_for_a_winner", {"rounds": plan.rounds, "teams": teams, "needed": needed})
    if load.groups and max(load.groups) != min(load.groups):
        yield Caution("uneven_groups", {"largest": max(load.groups), "smallest": min(load.groups)})
    for number in dict.fromkeys(field_of.values()):
        yield from _obstacles(plan, number, units if len(field_of) == 1 else (), load)


def _obstacles(plan: StagePlan, teams: int, units: Iterable[int], load: _Load) -> Iterator[Caution]:
    """Say what the pairing engine would find in the way of a division of so many teams."""
    method = {
        Format.ROUND_ROBIN: GROUPS,
        Format.KNOCKOUT: KNOCKOUT,
        Format.DOUBLE_KNOCKOUT: DOUBLE_KNOCKOUT,
    }.get(plan.format, SWISS if plan.one_by_one else RANDOM_ROUNDS)
    until = plan.until if method == KNOCKOUT else 1
    inputs = Inputs(tuple(_field(teams, units)), plan=Plan(groups=plan.group_sizes(teams), until=until))
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
    yield from _of_starts(regulations, runs)
    ends = [(run.ends_at, day) for run, day in zip(runs, _days(regulations), strict=True)]
    if until is not None:
        over = max(end - datetime.combine(day, until.timetz()) for end, day in ends)
        if over > timedelta(0):
            yield Caution("time_does_not_fit", {"minutes": round(over.total_seconds() / 60)}, blocks=True)
    elif days := max((end.date() - day).days for end, day in ends):
        yield Caution("past_midnight", {"days": days})


def _days(regulations: Regulations) -> Iterator[date]:
    """Give the day on which each stage is to be played: that of the stage before, unless it begins on another."""
    day, zone = regulations.identity.day, regulations.identity.starts_at.tzinfo
    for plan in regulations.stages:
        if plan.starts_at is not None:
            day = plan.starts_at.astimezone(zone).date()
        yield day


def _of_starts(regulations: Regulations, runs: Sequence[StageRun]) -> Iterator[Caution]:
    """Name the stages that cannot begin when they are to, because what comes before takes longer."""
    for plan, run in zip(regulations.stages, runs, strict=True):
        if plan.starts_at is not None and run.starts_at > plan.starts_at:
            minutes = round((run.starts_at - plan.starts_at).total_seconds() / 60)
            yield Caution("stage_begins_late", {"stage": plan.code, "minutes": minutes})


def _may_end_undecided(plan: StagePlan) -> bool:
    keys = plan.scoring.tiebreaks
    return not keys or keys[-1] not in {Tiebreak.LOTS, Tiebreak.CARD_CUT}
