"""What each team got in each round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.ladder import ScoringError
from scoring.matches import Bye, Forfeit, MatchResult, Played, Points, differential
from scoring.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class RoundPoints:
    """One round of one team; `points` are None for a bye with nothing to average yet, `risen` where no levels are."""

    round: int
    kind: Literal["played", "forfeit", "bye"]
    points: Points | None
    risen: Points | None
    opponent: int | None = None
    level: int | None = None
    opponent_level: int | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or bonus on a team's total: part of no round, so it never enters a bye's average."""

    team: int
    amount: int
    code: str


def tally(
    ruleset: Ruleset, teams: Iterable[int], results: Iterable[MatchResult], byes: Iterable[Bye] = ()
) -> dict[int, tuple[RoundPoints, ...]]:
    """Return the rounds of every team in order of rounds, from official results only.

    A bye counts the average of the team's other rounds that have a result, kept exact; only the page rounds it.
    """
    rounds: dict[int, dict[int, RoundPoints]] = {team: {} for team in teams}
    for result in results:
        for team, cell in zip((result.team_a, result.team_b), _cells(ruleset, result), strict=True):
            _enter(rounds, team, cell)
    missed: dict[int, list[int]] = {}
    for bye in byes:
        missed.setdefault(bye.team, []).append(bye.round)
    for team, numbers in missed.items():
        counted = list(rounds.get(team, {}).values())
        for number in numbers:
            _enter(rounds, team, _bye(number, counted))
    return {team: tuple(cells[number] for number in sorted(cells)) for team, cells in rounds.items()}


def _enter(rounds: Mapping[int, dict[int, RoundPoints]], team: int, cell: RoundPoints) -> None:
    if team not in rounds:
        raise ScoringError("unknown_team", team=team)
    if cell.round in rounds[team]:
        raise ScoringError("team_twice_in_round", team=team, round=cell.round)
    rounds[team][cell.round] = cell


def _cells(ruleset: Ruleset, result: MatchResult) -> tuple[RoundPoints, RoundPoints]:
    """Where levels count, a win by forfeit is that many levels risen against none, so that its side loses no tie by it.

    Where only who won counts, nobody's levels are known but of a match that was reported by them.
    """
    points_a, points_b = differential(ruleset, result.outcome)
    number, team_a, team_b = result.round, result.team_a, result.team_b
    if isinstance(result.outcome, Played):
        level_a, level_b = result.outcome.level_a, result.outcome.level_b
        risen = ruleset.ladder.levels_risen
        return (
            RoundPoints(number, "played", points_a, risen(level_a), team_b, level_a, level_b),
            RoundPoints(number, "played", points_b, risen(level_b), team_a, level_b, level_a),
        )
    kind: Literal["played", "forfeit"] = "forfeit" if isinstance(result.outcome, Forfeit) else "played"
    by_levels = ruleset.match_result.kind.value == "level_difference"
    return (
        RoundPoints(number, kind, points_a, max(points_a, 0) if by_levels else None, team_b),
        RoundPoints(number, kind, points_b, max(points_b, 0) if by_levels else None, team_a),
    )


def _bye(number: int, counted: Sequence[RoundPoints]) -> RoundPoints:
    return RoundPoints(number, "bye", _average(c.points for c in counted), _average(c.risen for c in counted))


def _average(values: Iterable[Points | None]) -> Points | None:
    known = [value for value in values if value is not None]
    if not known:
        return None
    return exact(Fraction(sum(known), len(known)))


def exact(value: Points) -> Points:
    """Return an int where the value is whole, so that pages need no second form of it."""
    return value.numerator if value.denominator == 1 else value
