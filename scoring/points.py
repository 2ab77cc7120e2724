"""What each team got in each round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from scoring.figures import Points, add_up, exact
from scoring.ladder import ScoringError
from scoring.matches import (
    SIDES,
    Bye,
    Forfeit,
    MatchResult,
    Missed,
    Outcome,
    Played,
    Void,
    counts_as_own_unit,
    points_of,
)
from scoring.ruleset import Ruleset, UnplayedKind

Kind = Literal["played", "forfeit", "bye", "own_unit", "void", "missed"]


@dataclass(frozen=True, slots=True)
class RoundPoints:
    """One round of one team; `risen` is None where no levels are.

    `points` are None for a void match, for a bye with nothing to average yet and for one that only goes through.
    """

    round: int
    kind: Kind
    points: Points | None
    risen: Points | None
    opponent: int | None = None
    level: int | None = None
    opponent_level: int | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or bonus on a team's total, or points carried: part of no round, so it never enters a bye's average."""

    team: int
    amount: Points
    code: str


def tally(
    ruleset: Ruleset,
    teams: Iterable[int],
    results: Iterable[MatchResult],
    byes: Iterable[Bye] = (),
    missed: Iterable[Missed] = (),
) -> dict[int, tuple[RoundPoints, ...]]:
    """Return the rounds of every team in order of rounds, from official results only.

    A bye that counts the average takes that of the team's other rounds that have a result, kept exact; only the page
    rounds it.
    """
    rounds: dict[int, dict[int, RoundPoints]] = {team: {} for team in teams}
    known: dict[tuple[Outcome, bool], tuple[_Side, _Side]] = {}  # many matches end alike
    for result in results:
        what = result.outcome, result.own_unit
        if what not in known:
            known[what] = _sides(ruleset, result)
        side_a, side_b = known[what]
        _enter(rounds, result.team_a, side_a.cell(result.round, result.team_b))
        _enter(rounds, result.team_b, side_b.cell(result.round, result.team_a))
    without: dict[int, list[int]] = {}
    for bye in byes:
        without.setdefault(bye.team, []).append(bye.round)
    for team, numbers in without.items():
        counted = list(rounds.get(team, {}).values())
        for number in numbers:
            _enter(rounds, team, _bye(ruleset, number, counted))
    for each in missed:
        risen = ruleset.ranking.unplayed_as("missed").levels_risen
        _enter(rounds, each.team, RoundPoints(each.round, "missed", ruleset.match_result.missed.value, risen))
    return {team: tuple(cells[number] for number in sorted(cells)) for team, cells in rounds.items()}


def _enter(rounds: Mapping[int, dict[int, RoundPoints]], team: int, cell: RoundPoints) -> None:
    cells = rounds.get(team)
    if cells is None:
        raise ScoringError("unknown_team", team=team)
    if cell.round in cells:
        raise ScoringError("team_twice_in_round", team=team, round=cell.round)
    cells[cell.round] = cell


class _Side(NamedTuple):
    """What a match is for one side, whoever that is."""

    kind: Kind
    points: Points | None
    risen: Points | None
    level: int | None = None
    opponent_level: int | None = None

    def cell(self, number: int, opponent: int) -> RoundPoints:
        return RoundPoints(number, self.kind, self.points, self.risen, opponent, self.level, self.opponent_level)


def _sides(ruleset: Ruleset, result: MatchResult) -> tuple[_Side, _Side]:
    points_a, points_b = points_of(ruleset, result)
    outcome, own_unit = result.outcome, counts_as_own_unit(ruleset, result)
    if isinstance(outcome, Void):
        return _Side("void", None, None), _Side("void", None, None)
    if isinstance(outcome, Played):
        kind: Kind = "own_unit" if own_unit else "played"
        level_a, level_b = outcome.level_a, outcome.level_b
        risen_a, risen_b = ruleset.ladder.levels_risen(level_a), ruleset.ladder.levels_risen(level_b)
        if own_unit:
            risen_a = risen_b = ruleset.ranking.unplayed_as("own_unit").levels_risen or 0
        return _Side(kind, points_a, risen_a, level_a, level_b), _Side(kind, points_b, risen_b, level_b, level_a)
    kind = "own_unit" if own_unit else "forfeit" if isinstance(outcome, Forfeit) else "played"
    return (
        _Side(kind, points_a, _risen(ruleset, result, 0, points_a)),
        _Side(kind, points_b, _risen(ruleset, result, 1, points_b)),
    )


def was_played(result: MatchResult) -> bool:
    """Say of most matches at once that they count as nothing else than played."""
    return not result.own_unit and not isinstance(result.outcome, Forfeit)


def unplayed_kind(ruleset: Ruleset, result: MatchResult, side: int) -> UnplayedKind | None:
    """Return as what a match counts for a side that did not play it out; None for one that was played."""
    if counts_as_own_unit(ruleset, result):
        return "own_unit"
    if not isinstance(result.outcome, Forfeit):
        return None
    if result.outcome.by == SIDES:
        return "both_absent"
    return "forfeit_lost" if side in result.outcome.by else "forfeit_won"


def levels_by_points(ruleset: Ruleset) -> bool:
    """Say whether points are levels: then a win by forfeit is that many levels, so that its side loses no tie by it."""
    score = ruleset.match_result
    return score.kind.value == "level_difference" and score.base.value == 0 and score.factor.value == 1


def _risen(ruleset: Ruleset, result: MatchResult, side: int, points: Points) -> Points | None:
    """Return the levels that a side counts without any reported."""
    kind = unplayed_kind(ruleset, result, side)
    if kind is None:
        return None
    declared = ruleset.ranking.unplayed_as(kind).levels_risen
    if declared is not None:
        return declared
    return max(points, 0) if levels_by_points(ruleset) else None


def _bye(ruleset: Ruleset, number: int, counted: Sequence[RoundPoints]) -> RoundPoints:
    rule, risen = ruleset.match_result.bye.value, ruleset.ranking.unplayed_as("bye").levels_risen
    if rule == "average":
        return RoundPoints(
            number,
            "bye",
            _average(cell.points for cell in counted),
            _average(cell.risen for cell in counted) if risen is None else risen,
        )
    return RoundPoints(number, "bye", ruleset.match_result.bye_points.value if rule == "points" else None, risen)


def _average(values: Iterable[Points | None]) -> Points | None:
    known = [value for value in values if value is not None]
    if not known:
        return None
    return exact(add_up(known) / Fraction(len(known)))
