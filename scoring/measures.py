"""What each criterion compares that is a value of a team alone: columns by team, counted from the same facts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from scoring.figures import Points, add_up, whole
from scoring.ladder import ScoringError
from scoring.matches import (
    Bye,
    Dealt,
    MatchResult,
    Missed,
    Outcome,
    Played,
    Scored,
    Void,
    deal_levels,
    winner_of,
)
from scoring.points import RoundPoints, levels_by_points, unplayed_kind, was_played
from scoring.ruleset import Criterion, Ruleset, UnplayedKind
from scoring.ruleset.ranking import Opponent
from scoring.tiebreaks import RECORDED, Column, Key

Recorded = Mapping[Criterion, Mapping[int, Points]]
TAKEN_FROM_OUTSIDE = RECORDED | {"fewer_penalties", "first_to_reach", "dealer_side"}


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that is known of an event before two teams are compared; `recorded` are facts that no result holds."""

    ruleset: Ruleset
    results: Sequence[MatchResult]
    byes: Sequence[Bye]
    missed: Sequence[Missed]
    cells: Mapping[int, tuple[RoundPoints, ...]]
    totals: Mapping[int, Points]
    recorded: Recorded

    def against(self, team: int) -> dict[int, Points]:
        """Return the team's points over all its meetings with each opponent that it has met."""
        meetings: dict[int, Points] = {}
        for cell in self.cells[team]:
            if cell.opponent is not None and cell.points is not None:
                before = meetings.get(cell.opponent)
                meetings[cell.opponent] = cell.points if before is None else before + cell.points
        return meetings


def keys_of(criteria: Iterable[Criterion], facts: Facts) -> dict[Criterion, tuple[Key, ...]]:
    """Return the columns of every criterion that is a value of a team alone: one each, a column a round for rounds."""
    return {criterion: MEASURES[criterion](facts) for criterion in criteria if criterion in MEASURES}


def check_recorded(recorded: Recorded, teams: Mapping[int, object]) -> None:
    """Refuse a record of what results already hold, and of a team that does not take part."""
    for criterion, figures in recorded.items():
        if criterion not in TAKEN_FROM_OUTSIDE:
            raise ScoringError("counted_from_results", criterion=criterion)
        for team in figures:
            if team not in teams:
                raise ScoringError("unknown_team", team=team)


def _higher(criterion: Criterion, shown: Column, *, round_number: int | None = None) -> tuple[Key, ...]:
    """A team without a value has not lost one: it compares as zero."""
    compared = whole({team: 0 if value is None else value for team, value in shown.items()})
    return (Key(criterion, shown, compared, round_number),)


def _total(facts: Facts) -> tuple[Key, ...]:
    return _higher("total", facts.totals)


def _levels_risen(facts: Facts) -> tuple[Key, ...]:
    risen = {
        team: add_up([cell.risen for cell in cells if cell.risen is not None]) for team, cells in facts.cells.items()
    }
    return _higher("levels_risen", risen)


def _round_of_rank(criterion: Criterion, rank: int, facts: Facts) -> tuple[Key, ...]:
    """Return the best round, the second best one …; byes and missed rounds were not played and are none of them."""
    found: dict[int, Points | None] = {}
    for team, cells in facts.cells.items():
        points = [cell.points for cell in cells if cell.kind not in {"bye", "missed"} and cell.points is not None]
        for _ in range(min(rank, len(points))):
            points.remove(max(points))
        found[team] = max(points, default=None)
    return _higher(criterion, found)


def _last_rounds(facts: Facts) -> tuple[Key, ...]:
    """Return the last round first; a team without points in a round has 0 there."""
    by_round: dict[int, dict[int, Points | None]] = {}
    for team, cells in facts.cells.items():
        for cell in cells:
            by_round.setdefault(cell.round, {})[team] = cell.points
    return tuple(
        key
        for number in sorted(by_round, reverse=True)
        for key in _higher(
            "last_rounds", {team: by_round[number].get(team) for team in facts.cells}, round_number=number
        )
    )


def wins(facts: Facts) -> dict[int, Points]:
    """Count the matches won; what a match counts that was not played out, the ruleset may say otherwise."""
    return _sums(facts, _won, {"forfeit_won": 1}, "wins")


def net_levels(facts: Facts) -> dict[int, Points]:
    """Add up the levels that a team reached more than its opponents, or its score where only that was handed in."""
    return _sums(facts, _net, {}, "net_levels")


def _sums(
    facts: Facts,
    of_outcome: Callable[[Ruleset, Outcome], tuple[int, int]],
    defaults: Mapping[UnplayedKind, int],
    name: str,
) -> dict[int, Points]:
    found: dict[int, Points] = dict.fromkeys(facts.cells, 0)
    ranking = facts.ruleset.ranking
    by_points = name == "net_levels" and levels_by_points(facts.ruleset)
    for result in facts.results:
        played = of_outcome(facts.ruleset, result.outcome)
        if was_played(result):
            found[result.team_a] += played[0]
            found[result.team_b] += played[1]
            continue
        for side, team in enumerate((result.team_a, result.team_b)):
            kind = unplayed_kind(facts.ruleset, result, side)
            if kind is None:
                found[team] += played[side]
                continue
            declared = getattr(ranking.unplayed_as(kind), name)
            if declared is not None:
                found[team] += declared
            elif by_points and kind != "own_unit":
                found[team] += _points_in(facts, team, result.round)
            else:
                found[team] += defaults.get(kind, 0)
    without: tuple[tuple[UnplayedKind, Sequence[Bye | Missed]], ...] = (("bye", facts.byes), ("missed", facts.missed))
    for kind, rounds in without:
        for each in rounds:
            found[each.team] += getattr(ranking.unplayed_as(kind), name) or 0
    return found


def _points_in(facts: Facts, team: int, number: int) -> Points:
    return next(cell.points or 0 for cell in facts.cells[team] if cell.round == number)


def _won(ruleset: Ruleset, outcome: Outcome) -> tuple[int, int]:
    winner = winner_of(ruleset, outcome)
    return int(winner == 0), int(winner == 1)


def _net(_ruleset: Ruleset, outcome: Outcome) -> tuple[int, int]:
    if isinstance(outcome, Played):
        ahead = outcome.level_a - outcome.level_b
    elif isinstance(outcome, Scored):
        ahead = outcome.score_a - outcome.score_b
    elif isinstance(outcome, Dealt):
        ahead = deal_levels(outcome)
    else:
        return 0, 0
    return ahead, -ahead


def _wins(facts: Facts) -> tuple[Key, ...]:
    return _higher("wins", wins(facts))


def _net_levels(facts: Facts) -> tuple[Key, ...]:
    return _higher("net_levels", net_levels(facts))


def _opponents(
    criterion: Criterion, of_team: Callable[[Facts], Mapping[int, Points]], facts: Facts, *, but_weakest: bool = False
) -> tuple[Key, ...]:
    """Add up what the opponents have, each as often as it was met, without the least of them where that is left out."""
    theirs = of_team(facts)
    found: dict[int, Points] = {}
    for team, rules in _met(facts).items():
        known = [theirs[opponent] for opponent, rule in rules if rule == "counts" and opponent is not None]
        mean = add_up(known) / Fraction(len(known)) if known else 0
        counted = known + [mean if rule == "average" else theirs[team] for _, rule in rules if rule in INSTEAD]
        if but_weakest and counted:
            counted.remove(min(counted))
        found[team] = add_up(counted)
    return _higher(criterion, found)


INSTEAD = frozenset({"average", "own_points"})


def _met(facts: Facts) -> dict[int, list[tuple[int | None, Opponent]]]:
    """Return every round's opponent of every team, and how it counts among its opponents."""
    ranking = facts.ruleset.ranking
    found: dict[int, list[tuple[int | None, Opponent]]] = {team: [] for team in facts.cells}
    for result in facts.results:
        if isinstance(result.outcome, Void):
            continue
        if was_played(result):
            found[result.team_a].append((result.team_b, "counts"))
            found[result.team_b].append((result.team_a, "counts"))
            continue
        for side, (team, opponent) in enumerate(((result.team_a, result.team_b), (result.team_b, result.team_a))):
            kind = unplayed_kind(facts.ruleset, result, side)
            declared = None if kind is None else ranking.unplayed_as(kind).opponents
            found[team].append((opponent, declared or "counts"))
    for bye in facts.byes:
        found[bye.team].append((None, ranking.unplayed_as("bye").opponents or "left_out"))
    for missed in facts.missed:
        found[missed.team].append((None, ranking.unplayed_as("missed").opponents or "left_out"))
    return found


def _penalties(facts: Facts) -> tuple[Key, ...]:
    counted = facts.recorded.get("fewer_penalties", {})
    found = {team: counted.get(team, 0) for team in facts.cells}
    return (Key("fewer_penalties", found, {team: -value for team, value in found.items()}),)


def _first_to_reach(facts: Facts) -> tuple[Key, ...]:
    """The earlier the better; a team that never reached the level comes after all that did."""
    reached = facts.recorded.get("first_to_reach", {})
    never = min((-value for value in reached.values()), default=0) - 1
    found = {team: reached.get(team) for team in facts.cells}
    return (Key("first_to_reach", found, {team: never if v is None else -v for team, v in found.items()}),)


def _dealer_side(facts: Facts) -> tuple[Key, ...]:
    ended = facts.recorded.get("dealer_side", {})
    found = {team: ended.get(team, 0) for team in facts.cells}
    return _higher("dealer_side", found)


MEASURES: Mapping[Criterion, Callable[[Facts], tuple[Key, ...]]] = {
    "total": _total,
    "wins": _wins,
    "net_levels": _net_levels,
    "levels_risen": _levels_risen,
    "opponents_points": partial(_opponents, "opponents_points", lambda facts: facts.totals),
    "opponents_points_but_weakest": partial(
        _opponents, "opponents_points_but_weakest", lambda facts: facts.totals, but_weakest=True
    ),
    "opponents_net_levels": partial(_opponents, "opponents_net_levels", net_levels),
    "last_rounds": _last_rounds,
    "best_round": partial(_round_of_rank, "best_round", 0),
    "second_best_round": partial(_round_of_rank, "second_best_round", 1),
    "fewer_penalties": _penalties,
    "first_to_reach": _first_to_reach,
    "dealer_side": _dealer_side,
}
