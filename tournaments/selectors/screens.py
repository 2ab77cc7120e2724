"""What the hall screen shows in turn, by whole pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.standings import Row
from tournaments.models import Round, Tournament
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.results import MatchStatus, status_by_match
from tournaments.selectors.rounds import TableRow, tables_of_rounds
from tournaments.selectors.standings import Table, table_of

ROWS_A_PAGE = 10
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A match and where its result stands."""

    row: TableRow
    status: MatchStatus | None


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A team's place, with its name and lot; `rounds` are its points of each round as far as they count."""

    row: Row
    name: TeamName
    lot: str


@dataclass(frozen=True, slots=True)
class Screen:
    """Pages of two columns each: the tables of the round, and the standings once something is official."""

    seats: tuple[tuple[tuple[SeatRow, ...], ...], ...]
    places: tuple[tuple[tuple[PlaceRow, ...], ...], ...]
    table: Table


def screen_of(tournament: Tournament, current: Round) -> Screen:
    """Return what stands in the hall now, names in full."""
    status = status_by_match(current)
    rows = tables_of_rounds(tournament, [current], in_full=True)[current.number]
    seats = [SeatRow(row, status.get(row.match_id)) for row in rows]
    table = table_of(tournament)
    names = team_names(tournament, in_full=True)
    counted = table.standings.rows if table.standings.progress.official else ()
    places = [PlaceRow(row, names[row.team], table.lots.get(row.team, "")) for row in counted]
    return Screen(_pages(seats), _pages(places), table)


def _pages(rows: Sequence[T]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """Cut rows into pages of two columns, filled down the left column first and as evenly as their number allows."""
    if not rows:
        return ()
    pages = -(-len(rows) // ROWS_A_PAGE)
    size = -(-len(rows) // pages)
    half = -(-size // 2)
    return tuple(
        tuple(
            tuple(rows[start : min(start + half, page + size)])
            for start in (page, page + half)
            if start < min(len(rows), page + size)
        )
        for page in range(0, len(rows), size)
    )
