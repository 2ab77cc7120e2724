"""Who met whom with which result, as a square: each team of a table against each."""

from dataclasses import dataclass

from scoring.points import RoundPoints
from scoring.standings import Row, Standings

MOST_TEAMS = 24


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A team against every team in the order of the table; None against itself, several meetings in their order."""

    row: Row
    cells: tuple[tuple[RoundPoints, ...] | None, ...]


def cross_table(standings: Standings) -> tuple[CrossRow, ...]:
    """Return a row for each team in the order of the table."""
    order = [row.team for row in standings.rows]
    return tuple(CrossRow(row, _cells(row, order)) for row in standings.rows)


def _cells(row: Row, order: list[int]) -> tuple[tuple[RoundPoints, ...] | None, ...]:
    met: dict[int, list[RoundPoints]] = {}
    for cell in row.rounds:
        if cell is not None and cell.opponent is not None:
            met.setdefault(cell.opponent, []).append(cell)
    return tuple(None if other == row.team else tuple(met.get(other, ())) for other in order)
