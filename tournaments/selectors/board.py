"""The table board of a round for those who run it: what is in, what is missing, where a match may go."""

from dataclasses import dataclass

from tournaments.errors import NotFound
from tournaments.models import Round, Tournament
from tournaments.selectors.referees import referee_names
from tournaments.selectors.results import MatchKind, MatchStatus, status_by_match
from tournaments.selectors.rounds import TableRow, round_tables


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A match with where its result stands and who is the referee of its table ("" for nobody)."""

    row: TableRow
    status: MatchStatus | None
    referee: str


@dataclass(frozen=True, slots=True)
class Board:
    """A round's tables in order, byes last; `missing` are the tables that keep it from closing."""

    rows: tuple[BoardRow, ...]
    tables: int
    sent: int
    official: int
    missing: tuple[int, ...]

    @property
    def can_close(self) -> bool:
        return not self.missing


@dataclass(frozen=True, slots=True)
class Move:
    """A match, and the tables it may go to, each with who sits there now ("" for a free one)."""

    row: TableRow
    choices: tuple[tuple[int, str], ...]


def board_of(tournament: Tournament, current: Round) -> Board:
    """Return the board, names in full."""
    status = status_by_match(current)
    referees = referee_names(tournament)
    rows = tuple(
        BoardRow(row, status.get(row.match_id), referees.get(row.table, "") if row.table is not None else "")
        for row in round_tables(tournament, current, in_full=True)
    )
    return Board(
        rows,
        tables=len(status),
        sent=sum(each.kind != MatchKind.OPEN for each in status.values()),
        official=sum(each.decided for each in status.values()),
        missing=tuple(each.table or 0 for each in status.values() if not each.decided),
    )


def seats_for_move(tournament: Tournament, current: Round, match_id: int) -> Move:
    """Return a match of a round with every other table of the hall; NotFound for another match and for a bye."""
    rows = round_tables(tournament, current, in_full=True)
    own = next((row for row in rows if row.match_id == match_id and row.table is not None), None)
    if own is None:
        raise NotFound
    taken = {row.table: row for row in rows}
    tables = (number for number in range(1, tournament.regulations.venue.tables + 1) if number != own.table)
    return Move(own, tuple((number, _label(number, taken.get(number))) for number in tables))


def _label(number: int, row: TableRow | None) -> str:
    if row is None:
        return str(number)
    sides = " – ".join(
        f"{side.lot} {'、'.join(side.name.players)}".strip() for side in row.sides if side.name is not None
    )
    return f"{number} ⇄ {sides}"
