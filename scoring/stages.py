"""Standings beyond one table: groups, who goes on, the best across groups, what is carried into the next stage."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

from scoring.figures import Points, exact
from scoring.ladder import ScoringError
from scoring.matches import Bye, MatchResult, Missed
from scoring.measures import Recorded
from scoring.points import Adjustment
from scoring.ruleset import Criterion, Ruleset
from scoring.standings import Row, Standings, rank
from scoring.tiebreaks import MEETINGS, RELATIVE, Evidence, Key, arrange

K = TypeVar("K")
CARRIED = "carried"
# What grows with every match; a single round, or what happened at the end, says the same in a group of any size.
SUMS: frozenset[Criterion] = frozenset(
    {
        "total",
        "wins",
        "net_levels",
        "levels_risen",
        "opponents_points",
        "opponents_points_but_weakest",
        "opponents_net_levels",
        "fewer_penalties",
        "dealer_side",
    }
)
LOWEST_FIRST: frozenset[Criterion] = frozenset({"fewer_penalties", "first_to_reach"})


@dataclass(frozen=True, slots=True)
class OpenTie:
    """Teams that nothing parts and of which only some go on: `slots` of them, and nobody chooses."""

    teams: tuple[int, ...]
    slots: int


@dataclass(frozen=True, slots=True)
class Advance:
    """Teams that go on, best first, and the tie over the cut that has to be settled first, if there is one."""

    teams: tuple[int, ...]
    tie: OpenTie | None = None


def rank_groups(  # noqa: PLR0913 - each kind of fact is an argument of its own
    groups: Mapping[K, Iterable[int]],
    results: Iterable[MatchResult],
    *,
    ruleset: Ruleset,
    byes: Iterable[Bye] = (),
    missed: Iterable[Missed] = (),
    rounds: Iterable[int] = (),
    criteria: Sequence[Criterion] | None = None,
    adjustments: Iterable[Adjustment] = (),
    withdrawn: Iterable[int] = (),
    recorded: Recorded | None = None,
) -> dict[K, Standings]:
    """Rank every group by the matches among its own teams; facts are given as to `rank`, those of all groups together.

    `rounds` are columns wanted of every group also while empty. Raises ScoringError `team_in_two_groups`.
    """
    results, byes, missed, rounds = tuple(results), tuple(byes), tuple(missed), tuple(rounds)
    adjustments, withdrawn = tuple(adjustments), frozenset(withdrawn)
    seen: set[int] = set()
    by_group: dict[K, Standings] = {}
    for name, teams in groups.items():
        members = frozenset(teams)
        if members & seen:
            raise ScoringError("team_in_two_groups", team=min(members & seen))
        seen |= members
        by_group[name] = rank(
            members,
            [each for each in results if each.team_a in members and each.team_b in members],
            ruleset=ruleset,
            byes=[bye for bye in byes if bye.team in members],
            missed=[each for each in missed if each.team in members],
            rounds=rounds,
            criteria=criteria,
            adjustments=[each for each in adjustments if each.team in members],
            withdrawn=withdrawn & members,
            recorded={
                criterion: {team: figure for team, figure in figures.items() if team in members}
                for criterion, figures in (recorded or {}).items()
            },
        )
    return by_group


def carry(standings: Standings, share: Points = 1) -> tuple[Adjustment, ...]:
    """Return what a stage brings into the next one: all of the points, none, or an exact share of them."""
    if not 0 <= share <= 1:
        raise ScoringError("bad_share", share=str(share))
    if not share:
        return ()
    return tuple(Adjustment(row.team, exact(row.total * Fraction(share)), CARRIED) for row in standings.rows)


def places_of(standings: Standings) -> tuple[tuple[int, ...], ...]:
    """Return the teams by place, best first; those that share one together."""
    found: list[list[int]] = []
    before: tuple[int, bool] | None = None
    for row in standings.rows:
        if (row.place, row.withdrawn) != before:
            found.append([])
        found[-1].append(row.team)
        before = row.place, row.withdrawn
    return tuple(map(tuple, found))


def advance(standings: Standings, n: int, *, out: Container[int] = ()) -> Advance:
    """Return the first n, and a tie over the cut by name instead of a choice.

    Teams that withdrew never go on, and those in `out` are passed over: the next ones move up.
    """
    gone = {row.team for row in standings.rows if row.withdrawn}
    return _first(n, places_of(standings), lambda team: team in gone or team in out)


def best_across(
    groups: Mapping[K, Standings],
    place: int,
    n: int,
    *,
    ruleset: Ruleset,
    criteria: Sequence[Criterion] | None = None,
    unequal: Literal["per_match", "as_is"] = "per_match",
    recorded: Recorded | None = None,
) -> Advance:
    """Return the n best of the teams that stand at this place (from 1) in their groups, e.g. the best thirds.

    Groups of unequal size: a sum, such as the total, is divided by the matches that count for the team, exactly; what
    is no sum (a best round) stays as it is. `as_is` compares sums as they are. Meetings part nobody, since these
    teams have not met, and rounds are compared from the best one only. A team without a match compares as 0.
    Where the place itself is shared in a group, all who share it are compared.
    """
    rows = [row for standings in groups.values() for row in standings.rows if row.place == place and not row.withdrawn]
    chain = [criterion for criterion in criteria or ruleset.ranking.tie_breaks.value if criterion not in MEETINGS]
    divided = unequal == "per_match" and len({row.matches_counted for row in rows}) > 1
    keys = {
        criterion: (_pooled(criterion, rows, groups, divided=divided and criterion in SUMS),)
        for criterion in chain
        if criterion not in RELATIVE
    }
    evidence = Evidence(keys, lambda _team: {}, recorded or {})
    found = arrange([row.team for row in rows], chain, evidence)
    return _first(n, [group.teams for group in found], lambda _team: False)


def _pooled(criterion: Criterion, rows: Sequence[Row], groups: Mapping[K, Standings], *, divided: bool) -> Key:
    chains = {row.team: standings.criteria for standings in groups.values() for row in standings.rows}
    shown: dict[int, Points | None] = {}
    for row in rows:
        if criterion not in chains[row.team]:
            raise ScoringError("not_compared_in_the_groups", criterion=criterion)
        value = row.keys[chains[row.team].index(criterion)].value
        shown[row.team] = exact(value / Fraction(row.matches_counted or 1)) if divided and value is not None else value
    worst = min((-value for value in shown.values() if value is not None), default=0) - 1
    if criterion in LOWEST_FIRST:
        return Key(criterion, shown, {team: worst if value is None else -value for team, value in shown.items()})
    return Key(criterion, shown, {team: 0 if value is None else value for team, value in shown.items()})


def _first(n: int, places: Iterable[tuple[int, ...]], out: Callable[[int], bool]) -> Advance:
    if n < 0:
        raise ScoringError("bad_count", count=n)
    going: list[int] = []
    for teams in places:
        left = tuple(team for team in teams if not out(team))
        if len(going) + len(left) > n > len(going):
            return Advance(tuple(going), OpenTie(left, n - len(going)))
        if len(going) == n:
            break
        going += left
    return Advance(tuple(going))
