"""What each team got in each round, counted by the values of the rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rehearsal.oracle.rows import Game, Sheet, StageRow
from tournaments.rehearsal.oracle.rules import Rules

Pair = tuple[Fraction, Fraction]
ONE_BY_ONE = frozenset({"random", "swiss", "neighbours", "lot_order"})


@dataclass(frozen=True, slots=True)
class Cell:
    """A team's round. `kind`: won, lost, drawn, forfeit_won, forfeit_lost, both_absent, bye, own_unit or missed."""

    round: int
    kind: str
    points: Fraction | None
    risen: Fraction | None = None
    ahead: Fraction = Fraction(0)
    wins: int = 0
    opponent: int | None = None


def when(rules: Rules, stage: StageRow, game: Game, side: int) -> str:
    """Say what a decided match was for a side."""
    sheet = game.sheet
    if sheet is None or sheet.outcome == "void":
        return ""
    units = [stage.seats[team].unit for team in game.teams]
    if rules.values["match_result.own_unit"] is not None and units[0] is not None and units[0] == units[1]:
        return "own_unit"
    if sheet.outcome == "forfeit_both":
        return "both_absent"
    if sheet.outcome != "played":
        return "forfeit_lost" if sheet.outcome == f"forfeit_{side}" else "forfeit_won"
    winner = game.winner
    return "drawn" if winner is None else "won" if winner == game.teams[side] else "lost"


def points_of(rules: Rules, kind: str, sheet: Sheet, side: int) -> Fraction:
    """Return the points of a side for a match that was `kind` for it."""
    fixed = {
        "own_unit": "match_result.own_unit",
        "both_absent": "match_result.double_forfeit",
        "forfeit_won": "match_result.forfeit_win",
        "forfeit_lost": "match_result.forfeit_loss",
    }
    if kind in fixed:
        return rules.figure(fixed[kind])
    if rules.kind == "score":
        return Fraction((sheet.scores or (0, 0))[side])
    if rules.kind == "per_deal":
        return _by_deals(rules, sheet, side)
    total = Fraction(0)
    if rules.kind in {"win_loss", "win_and_difference"}:
        named = {"won": "win", "drawn": "draw", "lost": "loss"}[kind]
        total += rules.values["match_result.points"][named]
    if rules.kind in {"level_difference", "win_and_difference"}:
        total += _by_difference(rules, sheet, side)
    return total


def _by_deals(rules: Rules, sheet: Sheet, side: int) -> Fraction:
    """Add up the deals of a sheet; who won all of several has the points of a sweep instead."""
    table = rules.values["match_result.deal_points"]
    won = {int(first < second) for first, second in sheet.deals if first != second}
    several = sum(first != second for first, second in sheet.deals) > 1
    if several and len(won) == 1 and table.get("sweep") is not None:
        return Fraction(table["sweep"] if side in won else table["sweep_loss"])
    return Fraction(sum(pair[side] for pair in sheet.deals))


def _by_difference(rules: Rules, sheet: Sheet, side: int) -> Fraction:
    levels = sheet.levels or (0, 0)
    ahead = levels[side] - levels[1 - side]
    largest = rules.values["match_result.largest"]
    if largest is not None:
        ahead = min(max(ahead, -largest), largest)
    if not rules.values["match_result.zero_sum"]:
        ahead = max(ahead, 0)
    return rules.figure("match_result.base") + rules.figure("match_result.factor") * ahead


def cells_of(rules: Rules, stage: StageRow, teams: Iterable[int]) -> dict[int, list[Cell]]:
    """Return the rounds of every team that count: matches among these teams, byes of rounds that have begun."""
    found: dict[int, list[Cell]] = {team: [] for team in teams}
    for game in stage.games:
        for side, team in enumerate(game.teams):
            kind = when(rules, stage, game, side)
            if kind and set(game.teams) <= found.keys():
                found[team].append(_cell(rules, game, side, kind))
    if rules.bye:
        for each in stage.closed_rounds:
            for team in each.byes:
                if team in found:
                    found[team].append(_bye(rules, each.number, found[team]))
    if stage.format in ONE_BY_ONE:
        _add_missed(rules, stage, found)
    return {team: sorted(cells, key=lambda cell: cell.round) for team, cells in found.items()}


def _cell(rules: Rules, game: Game, side: int, kind: str) -> Cell:
    sheet = game.sheet
    if sheet is None:
        raise ValueError("A match without an official sheet counts for nobody.")
    points = points_of(rules, kind, sheet, side)
    opponent = game.teams[1 - side]
    if kind not in {"won", "lost", "drawn"}:
        return _unplayed(rules, game.round, kind, points, opponent)
    figures = sheet.levels or sheet.scores
    ahead = Fraction(figures[side] - figures[1 - side]) if figures else Fraction(0)
    risen = Fraction(sheet.levels[side] - rules.start) if sheet.levels else None
    return Cell(game.round, kind, points, risen, ahead, int(kind == "won"), opponent)


def _unplayed(rules: Rules, number: int, kind: str, points: Fraction, opponent: int) -> Cell:
    by_points = rules.levels_are_points and kind != "own_unit"
    wins, ahead, risen = (rules.unplayed(kind, name) for name in ("wins", "net_levels", "levels_risen"))
    if risen is None:
        risen = max(points, Fraction(0)) if by_points else Fraction(0) if kind == "own_unit" else None
    if ahead is None:
        ahead = points if by_points else 0
    if wins is None:
        wins = int(kind == "forfeit_won")
    return Cell(number, kind, points, None if risen is None else Fraction(risen), Fraction(ahead), wins, opponent)


def _bye(rules: Rules, number: int, cells: list[Cell]) -> Cell:
    wins, ahead = rules.unplayed("bye", "wins") or 0, Fraction(rules.unplayed("bye", "net_levels") or 0)
    risen = rules.unplayed("bye", "levels_risen")
    if rules.bye == "average":
        others = [cell for cell in cells if cell.kind != "bye"]
        if risen is None:
            risen = _mean([cell.risen for cell in others])
        return Cell(number, "bye", _mean([cell.points for cell in others]), risen, ahead, wins)
    points = rules.figure("match_result.bye_points") if rules.bye == "points" else None
    return Cell(number, "bye", points, risen, ahead, wins)


def _mean(values: Iterable[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if known else None


def _add_missed(rules: Rules, stage: StageRow, found: dict[int, list[Cell]]) -> None:
    for each in stage.closed_rounds:
        there = set(each.teams)
        for team, cells in found.items():
            if team not in there and stage.seats[team].active:
                cells.append(Cell(each.number, "missed", rules.figure("match_result.missed")))
