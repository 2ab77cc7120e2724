"""What the hall screen shows in turn, by whole pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from scoring.standings import Row
from tournaments.models import Round, Tournament
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.publications import public_table
from tournaments.selectors.results import MatchStatus, status_by_match
from tournaments.selectors.rounds import TableRow, tables_of_rounds
from tournaments.selectors.shown import shows_results, shows_standings
from tournaments.selectors.sittings import SittingRow, in_turns, sittings_of
from tournaments.selectors.standings import Table, table_of
from tournaments.selectors.table_parts import parts_of

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
    """Pages of two columns each: the tables of the round, and the standings once something is official.

    The standings come part by part, each with its heading. Where the round is played in sittings, each has pages of its
    own, from the one that is on to the last; `next` is the one after that which is on.
    """

    seats: tuple[tuple[SittingRow | None, tuple[tuple[SeatRow, ...], ...]], ...]
    places: tuple[tuple[str, tuple[tuple[PlaceRow, ...], ...]], ...]
    table: Table
    on: SittingRow | None = None
    next: SittingRow | None = None


def screen_of(tournament: Tournament, current: Round, now: datetime) -> Screen:
    """Return what stands in the hall now, names in full."""
    status = status_by_match(current) if shows_results(tournament, current.number) else {}
    rows = tables_of_rounds(tournament, [current], in_full=True)[current.number]
    seats = [SeatRow(row, status.get(row.match_id)) for row in rows]
    sittings = sittings_of(tournament, current, now)
    left = [each for each in sittings if each.state != "over"]
    turns = in_turns(seats, sittings, lambda seat: seat.row.sitting)
    pages = tuple(
        (sitting, page)
        for sitting, those in turns
        if sitting is None or not left or sitting in left
        for page in _pages(those)
    )
    table = table_of(tournament) if shows_standings(tournament) else public_table(tournament).table
    names = team_names(tournament, in_full=True)
    places = tuple(
        (part.title, page)
        for part in (parts_of(tournament, table) if table.standings.progress.official else ())
        for page in _pages(
            [PlaceRow(row, names[row.team], table.lots.get(row.team, "")) for row in part.table.standings.rows]
        )
    )
    on, following = (*left[:2], None, None)[:2]
    return Screen(pages, places, table, on, following)


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
