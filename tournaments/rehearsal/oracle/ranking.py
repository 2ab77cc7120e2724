"""Who stands before whom: the criteria in their order, applied to teams that are equal so far."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.rehearsal.oracle.points import Cell, cells_of
from tournaments.rehearsal.oracle.rows import StageRow
from tournaments.rehearsal.oracle.rules import Rules

PER_DRAWING = 10_000
Tie = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """The teams that are ranked, with their rounds and totals."""

    stage: StageRow
    cells: Mapping[int, Sequence[Cell]]
    totals: Mapping[int, Fraction]

    def against(self, team: int) -> dict[int, Fraction]:
        found: dict[int, Fraction] = defaultdict(Fraction)
        for cell in self.cells[team]:
            if cell.opponent is not None and cell.points is not None:
                found[cell.opponent] += cell.points
        return found


def field_of(rules: Rules, stage: StageRow, teams: Iterable[int]) -> Ranked:
    cells = cells_of(rules, stage, teams)
    totals = {
        team: sum((cell.points for cell in rounds if cell.points is not None), stage.seats[team].carried)
        for team, rounds in cells.items()
    }
    return Ranked(stage, cells, totals)


def ranked(field: Ranked, criteria: Sequence[str]) -> list[Tie]:
    """Return the teams best first, those that nothing parts together; who has withdrawn stands below all others."""
    active = [team for team in field.cells if field.stage.seats[team].active]
    gone = [team for team in field.cells if not field.stage.seats[team].active]
    return [*_parted(field, sorted(active), criteria), *_parted(field, sorted(gone), criteria)]


def _parted(field: Ranked, teams: Sequence[int], criteria: Sequence[str]) -> list[Tie]:
    if not teams:
        return []
    if len(teams) == 1 or not criteria:
        return [tuple(teams)]
    first, rest = criteria[0], criteria[1:]
    values = _values(field, teams, first)
    ordered = sorted(teams, key=values.__getitem__, reverse=True)
    pieces = [list(members) for _, members in groupby(ordered, key=values.__getitem__)]
    again = criteria if len(pieces) > 1 and first.startswith("head_to_head") else rest
    return [tie for piece in pieces for tie in _parted(field, piece, again)]


Value = tuple[Fraction, ...]


def _values(field: Ranked, teams: Sequence[int], criterion: str) -> dict[int, Value]:
    """Return what compares these teams, the higher the better; all alike where the criterion does not part them."""
    among = {"head_to_head": _meeting, "head_to_head_if_met": _meeting_if_met, "lots": _lots}
    if criterion in {"extra_deal", "card_cut"}:
        return {team: (value,) for team, value in _among_equals(field, teams, criterion).items()}
    if criterion in among:
        return {team: (value,) for team, value in among[criterion](field, teams).items()}
    if criterion == "shared":
        return dict.fromkeys(teams, ())
    return {team: MEASURES[criterion](field, team) for team in teams}


def _meeting(field: Ranked, teams: Sequence[int]) -> dict[int, Fraction]:
    met = _among(field, teams)
    if any(len(points) < len(teams) - 1 for points in met.values()):
        return dict.fromkeys(teams, Fraction(0))
    return {team: sum(points.values(), Fraction(0)) for team, points in met.items()}


def _meeting_if_met(field: Ranked, teams: Sequence[int]) -> dict[int, Fraction]:
    met = _among(field, teams)
    if all(len(points) == len(teams) - 1 for points in met.values()):
        return _meeting(field, teams)
    return {
        team: sum((own - met[other][team] for other, own in points.items()), Fraction(0))
        for team, points in met.items()
    }


def _among(field: Ranked, teams: Sequence[int]) -> dict[int, dict[int, Fraction]]:
    return {team: {other: points for other, points in field.against(team).items() if other in teams} for team in teams}


def _lots(field: Ranked, teams: Sequence[int]) -> dict[int, Fraction]:
    lots = [field.stage.seats[team].drawn_lot for team in teams]
    drawn = [lot for lot in lots if lot is not None]
    if len(drawn) < len(teams) or len({lot // PER_DRAWING for lot in drawn}) > 1:
        return dict.fromkeys(teams, Fraction(0))
    return {team: Fraction(-lot) for team, lot in zip(teams, drawn, strict=True)}


def _among_equals(field: Ranked, teams: Sequence[int], criterion: str) -> dict[int, Fraction]:
    """Compare what exactly these teams decided together; what was decided among others says nothing of them."""
    held = [field.stage.seats[team].among_equals.get(criterion) for team in teams]
    there = [each for each in held if each is not None]
    together = {(each["number"] // PER_DRAWING, each["among"]) for each in there}
    if len(there) < len(teams) or len(together) > 1 or there[0]["among"] != len(teams):
        return dict.fromkeys(teams, Fraction(0))
    return {team: Fraction(-each["number"]) for team, each in zip(teams, there, strict=True)}


def _fewer_penalties(field: Ranked, team: int) -> Value:
    return (Fraction(-field.stage.seats[team].penalties),)


def _sum(field: Ranked, team: int, value: Callable[[Cell], Fraction | int | None]) -> Value:
    return (sum((Fraction(value(cell) or 0) for cell in field.cells[team]), Fraction(0)),)


def _total(field: Ranked, team: int) -> Value:
    return (field.totals[team],)


def _wins(field: Ranked, team: int) -> Value:
    return _sum(field, team, lambda cell: cell.wins)


def _net_levels(field: Ranked, team: int) -> Value:
    return _sum(field, team, lambda cell: cell.ahead)


def _levels_risen(field: Ranked, team: int) -> Value:
    return _sum(field, team, lambda cell: cell.risen)


def _last_rounds(field: Ranked, team: int) -> Value:
    numbers = sorted({cell.round for cells in field.cells.values() for cell in cells}, reverse=True)
    own = {cell.round: cell.points or Fraction(0) for cell in field.cells[team]}
    return tuple(own.get(number, Fraction(0)) for number in numbers)


def _opponents(field: Ranked, team: int) -> list[int]:
    return [cell.opponent for cell in field.cells[team] if cell.opponent is not None]


def _opponents_points(field: Ranked, team: int) -> Value:
    return (sum((field.totals[other] for other in _opponents(field, team)), Fraction(0)),)


def _opponents_points_but_weakest(field: Ranked, team: int) -> Value:
    points = sorted(field.totals[other] for other in _opponents(field, team))
    return (sum(points[1:], Fraction(0)),)


def _opponents_net_levels(field: Ranked, team: int) -> Value:
    return (sum((_net_levels(field, other)[0] for other in _opponents(field, team)), Fraction(0)),)


def _of_rank(rank: int) -> Callable[[Ranked, int], Value]:
    def value(field: Ranked, team: int) -> Value:
        played = [cell for cell in field.cells[team] if cell.kind not in {"bye", "missed"}]
        points = sorted((cell.points for cell in played if cell.points is not None), reverse=True)
        return (points[rank] if len(points) > rank else Fraction(0),)

    return value


MEASURES: Mapping[str, Callable[[Ranked, int], Value]] = {
    "total": _total,
    "wins": _wins,
    "net_levels": _net_levels,
    "levels_risen": _levels_risen,
    "last_rounds": _last_rounds,
    "opponents_points": _opponents_points,
    "opponents_points_but_weakest": _opponents_points_but_weakest,
    "opponents_net_levels": _opponents_net_levels,
    "best_round": _of_rank(0),
    "second_best_round": _of_rank(1),
    "fewer_penalties": _fewer_penalties,
}
