"""The standings: a pure function of official results, rulings and the ruleset."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scoring.figures import Points, add_up
from scoring.ladder import ScoringError
from scoring.matches import Bye, MatchResult, Missed
from scoring.measures import Facts, Recorded, check_recorded, keys_of
from scoring.points import Adjustment, RoundPoints, tally
from scoring.ruleset import Criterion, Ruleset, check_criteria
from scoring.tiebreaks import Evidence, Group, KeyValue, Separation, arrange

Fact = TypeVar("Fact", MatchResult, Bye, Missed)
NOT_PLAYED = frozenset({"bye", "missed", "void"})


@dataclass(frozen=True, slots=True)
class Progress:
    official: int
    matches: int

    @property
    def complete(self) -> bool:
        return self.official >= self.matches


@dataclass(frozen=True, slots=True)
class Row:
    """One team; `rounds` stands beside the rounds of the standings (None: nothing yet), `keys` beside its criteria."""

    place: int
    team: int
    rounds: tuple[RoundPoints | None, ...]
    total: Points
    adjustments: tuple[Adjustment, ...]
    keys: tuple[KeyValue, ...]
    matches_counted: int
    separated_by: Separation | None
    tied: bool
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Standings:
    rows: tuple[Row, ...]
    rounds: tuple[int, ...]
    criteria: tuple[Criterion, ...]
    progress: Progress
    _by_team: Mapping[int, Row] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_team", {row.team: row for row in self.rows})

    def row(self, team: int) -> Row:
        try:
            return self._by_team[team]
        except KeyError:
            raise ScoringError("unknown_team", team=team) from None


def rank(  # noqa: PLR0913 - each kind of fact is an argument of its own
    teams: Iterable[int],
    results: Iterable[MatchResult],
    *,
    ruleset: Ruleset,
    byes: Iterable[Bye] = (),
    rounds: Iterable[int] = (),
    criteria: Sequence[Criterion] | None = None,
    lots: Mapping[int, int] | None = None,
    adjustments: Iterable[Adjustment] = (),
    withdrawn: Iterable[int] = (),
    matches: int | None = None,
    missed: Iterable[Missed] = (),
    recorded: Recorded | None = None,
    through: int | None = None,
) -> Standings:
    """Rank the teams by their official results; the order in which anything is given does not matter.

    A match without an official result is not passed in and counts for nobody; `byes` are those of rounds that have
    begun. Teams that only lots can part share a place until `lots` (lower number first) parts them. A team that
    withdrew keeps its results, as do its opponents, and stands below all that stayed.
    `rounds` are columns wanted also while empty, `matches` how many matches there are in all.
    `recorded` holds by criterion what no result tells: places in an extra deal, a card cut or `lots` (1 is best, and
    they count only where all the tied have one), when a level was reached, penalties, matches that ended as the dealer
    side. `through` leaves out what came after that round.
    """
    chain = tuple(ruleset.ranking.tie_breaks.value if criteria is None else criteria)
    check_criteria(chain)
    results, byes, missed = _until(through, results), _until(through, byes), _until(through, missed)
    cells = tally(ruleset, teams, results, byes, missed)
    adjusted = _by_team(adjustments, cells)
    numbers = {*rounds, *(fact.round for facts in (results, byes, missed) for fact in facts)}
    count = _Count(
        cells,
        adjusted,
        _totals(cells, adjusted),
        _known(withdrawn, cells),
        tuple(sorted(number for number in numbers if through is None or number <= through)),
    )
    known: Recorded = {**(recorded or {}), **({"lots": lots} if lots else {})}
    check_recorded(recorded or {}, cells)
    facts = Facts(ruleset, results, byes, missed, cells, count.totals, known)
    evidence = Evidence(keys_of(chain, facts), facts.against, known)
    groups = _groups(count, chain, evidence)
    return Standings(
        tuple(_rows(groups, count, chain, evidence, dense=ruleset.ranking.places.value == "dense")),
        count.rounds,
        chain,
        Progress(len(results), len(results) if matches is None else matches),
    )


@dataclass(frozen=True, slots=True)
class _Count:
    """What is known of every team before any two are compared."""

    cells: Mapping[int, tuple[RoundPoints, ...]]
    adjusted: Mapping[int, tuple[Adjustment, ...]]
    totals: Mapping[int, Points]
    withdrawn: frozenset[int]
    rounds: tuple[int, ...]

    def row(self, team: int, group: Group, place: int, keys: tuple[KeyValue, ...]) -> Row:
        by_round = {cell.round: cell for cell in self.cells[team]}
        return Row(
            place=place,
            team=team,
            rounds=tuple(by_round.get(number) for number in self.rounds),
            total=self.totals[team],
            adjustments=self.adjusted.get(team, ()),
            keys=keys,
            matches_counted=sum(cell.kind not in NOT_PLAYED for cell in self.cells[team]),
            separated_by=group.separated_by if team == group.teams[0] else None,
            tied=len(group.teams) > 1,
            withdrawn=team in self.withdrawn,
        )


def _until(through: int | None, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(facts) if through is None else tuple(fact for fact in facts if fact.round <= through)


def _totals(
    cells: Mapping[int, Sequence[RoundPoints]], adjusted: Mapping[int, Sequence[Adjustment]]
) -> dict[int, Points]:
    return {
        team: add_up(
            [
                *[cell.points for cell in rounds if cell.points is not None],
                *[adjustment.amount for adjustment in adjusted.get(team, ())],
            ]
        )
        for team, rounds in cells.items()
    }


def _groups(count: _Count, chain: Sequence[Criterion], evidence: Evidence) -> list[Group]:
    staying = arrange(count.cells.keys() - count.withdrawn, chain, evidence)
    gone = arrange(count.withdrawn, chain, evidence)
    if staying and gone:
        gone[0] = replace(gone[0], separated_by=Separation("withdrawn", None, None))
    return staying + gone


def _rows(
    groups: Iterable[Group], count: _Count, chain: Sequence[Criterion], evidence: Evidence, *, dense: bool
) -> Iterator[Row]:
    above = 0
    columns = [evidence.key_values(criterion, count.cells) for criterion in chain]
    for number, group in enumerate(groups, start=1):
        for team in group.teams:
            keys = tuple([column[team] for column in columns])
            yield count.row(team, group, number if dense else above + 1, keys)
        above += len(group.teams)


def _by_team(adjustments: Iterable[Adjustment], teams: Container[int]) -> dict[int, tuple[Adjustment, ...]]:
    by_team: dict[int, tuple[Adjustment, ...]] = {}
    for adjustment in sorted(adjustments, key=lambda adjustment: (adjustment.code, adjustment.amount)):
        _known((adjustment.team,), teams)
        by_team[adjustment.team] = (*by_team.get(adjustment.team, ()), adjustment)
    return by_team


def _known(named: Iterable[int], teams: Container[int]) -> frozenset[int]:
    found = frozenset(named)
    for team in found:
        if team not in teams:
            raise ScoringError("unknown_team", team=team)
    return found
