"""The table board of a round for those who run it: what is in, what is missing, where a match may go."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.errors import NotFound
from tournaments.models import Round, Tournament
from tournaments.phrases.sittings import in_short
from tournaments.selectors.referees import referee_names
from tournaments.selectors.results import MatchKind, MatchStatus, status_by_match
from tournaments.selectors.rounds import TableRow, round_tables
from tournaments.selectors.sittings import SittingRow, in_turns, sittings_of


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A match with where its result stands and who is the referee of its table ("" for nobody)."""

    row: TableRow
    status: MatchStatus | None
    referee: str


@dataclass(frozen=True, slots=True)
class Board:
    """A round's tables in order, byes last; `missing` are the tables that keep it from closing.

    `turns`: the same by sitting.
    """

    rows: tuple[BoardRow, ...]
    tables: int
    sent: int
    official: int
    missing: tuple[str, ...]
    turns: tuple[tuple[SittingRow | None, tuple[BoardRow, ...]], ...] = ()
    sittings: tuple[SittingRow, ...] = ()

    @property
    def can_close(self) -> bool:
        """Tell whether every table is decided, and every sitting has begun."""
        return not self.missing and all(each.state in {"over", "on"} for each in self.sittings)

    @property
    def on(self) -> SittingRow | None:
        """Return the sitting that is played now or comes next; None where there is but one."""
        return next((each for each in self.sittings if each.state in {"on", "next"}), None)

    @property
    def following(self) -> SittingRow | None:
        """Return the sitting after it."""
        return next((each for each in self.sittings if self.on is not None and each.number > self.on.number), None)

    @property
    def missing_before(self) -> list[str]:
        """Return the tables of the sittings before that are not decided."""
        on = self.on.number if self.on is not None else 1
        rows = [row for row in self.rows if row.status is not None and not row.status.decided]
        return [in_short(row.row.sitting, row.row.table or 0) for row in rows if (row.row.sitting or on) < on]

    @property
    def missing_on(self) -> int:
        """Return how many tables of the sitting that is on are not decided."""
        if self.on is None:
            return len(self.missing)
        there = (row for row in self.rows if row.row.sitting == self.on.number)
        return sum(row.status is not None and not row.status.decided for row in there)


@dataclass(frozen=True, slots=True)
class Move:
    """A match, and the tables it may go to, each with who sits there now ("" for a free one)."""

    row: TableRow
    choices: tuple[tuple[int, str], ...]


def board_of(tournament: Tournament, current: Round, now: datetime) -> Board:
    """Return the board, names in full."""
    status = status_by_match(current)
    referees = referee_names(tournament)
    rows = tuple(
        BoardRow(row, status.get(row.match_id), referees.get(row.table, "") if row.table is not None else "")
        for row in round_tables(tournament, current, in_full=True)
    )
    sittings = sittings_of(tournament, current, now)
    return Board(
        rows,
        tables=len(status),
        sent=sum(each.kind != MatchKind.OPEN for each in status.values()),
        official=sum(each.decided for each in status.values()),
        missing=tuple(in_short(each.sitting, each.table or 0) for each in status.values() if not each.decided),
        turns=tuple(
            (sitting, tuple(those)) for sitting, those in in_turns(rows, sittings, lambda row: row.row.sitting)
        ),
        sittings=sittings,
    )


def seats_for_move(tournament: Tournament, current: Round, match_id: int) -> Move:
    """Return a match of a round with every other table in its sitting; NotFound for another match and for a bye."""
    rows = round_tables(tournament, current, in_full=True)
    own = next((row for row in rows if row.match_id == match_id and row.table is not None), None)
    if own is None:
        raise NotFound
    taken = {row.table: row for row in rows if row.sitting == own.sitting}
    tables = (number for number in range(1, tournament.regulations.venue.tables + 1) if number != own.table)
    return Move(own, tuple((number, _label(number, taken.get(number))) for number in tables))


def _label(number: int, row: TableRow | None) -> str:
    if row is None:
        return str(number)
    sides = " – ".join(
        f"{side.lot} {'、'.join(side.name.players)}".strip() for side in row.sides if side.name is not None
    )
    return f"{number} ⇄ {sides}"
