"""The draw table: every round by table, then the same by team and by name, so that everybody finds their seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.frame import Line, line, page, spread
from tournaments.documents.kit import Part
from tournaments.phrases.sittings import in_short, sitting_words
from tournaments.selectors.names import TeamName
from tournaments.selectors.paper_contents import DrawList, RoundList
from tournaments.selectors.rounds import SideRow, TableRow

NAMES_A_PAGE = 72
TOGETHER = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """What a team does in a round: the table ("" for a bye; 2–14 in the second of several sittings), the opponents."""

    table: str
    opponent: Line | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table, with its two teams in every round (None where nobody plays there); `turn` heads a new sitting."""

    table: int
    rounds: list[tuple[Line, ...] | None]
    turn: str
    area: str


@dataclass(frozen=True, slots=True)
class TeamLine:
    team: Line
    name: TeamName
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class PersonLine:
    name: str
    lot: str
    unit: str
    tables: Sequence[str]

    @property
    def shown(self) -> SafeString:
        return spread(self.name)


def lay_out(content: DrawList, missing: str) -> list[Part]:
    """Return the rounds two by two, as many as stand on a page beside each other."""
    parts = []
    for at in range(0, len(content.rounds), TOGETHER):
        parts += _parts(replace(content, rounds=content.rounds[at : at + TOGETHER]), missing, title=_("Draw table"))
    return parts


def lay_out_round(content: RoundList, missing: str) -> list[Part]:
    """Return one round by table, by unit and by name."""
    ((number, _rows),) = content.rounds
    title = pgettext("paper", "Round %(number)d: who plays whom") % {"number": number}
    return _parts(content, missing, title=title, by_unit=True)


def _parts(content: DrawList | RoundList, missing: str, *, title: str, by_unit: bool = False) -> list[Part]:
    numbers = [number for number, _rows in content.rounds]
    teams = _teams(content)
    people = _people(teams)
    html = page(
        "pdf/draw.html",
        content.head,
        content.stamp,
        title=title,
        missing=missing,
        numbers=numbers,
        tables=_by_table(content),
        columns=1 + 2 * len(numbers),
        byes=[(number, [line(s.name, s.lot) for s in _byes(rows)]) for number, rows in content.rounds if _byes(rows)],
        teams=teams,
        units=_by_unit(teams) if by_unit else [],
        has_lots=any(each.team.lot for each in teams),
        has_units=any(each.team.unit for each in teams),
        turns=any(row.sitting is not None for _number, rows in content.rounds for row in rows),
        name_pages=[_halves(people[at : at + NAMES_A_PAGE]) for at in range(0, len(people), NAMES_A_PAGE)],
    )
    return [Part(html, len(teams))]


def _by_table(content: DrawList | RoundList) -> list[TableLine]:
    """Return a line for each table in each sitting."""
    at = [{_place(row): row for row in rows if row.table is not None} for _number, rows in content.rounds]
    places = sorted({place for each in at for place in each})
    several = any(row.sitting is not None for each in at for row in each.values())
    lines: list[TableLine] = []
    for at_sitting, (sitting, table) in zip([0, *(sitting for sitting, _table in places)], places, strict=False):
        there = [each.get((sitting, table)) for each in at]
        turn = sitting_words(sitting) if several and sitting != at_sitting else ""
        area = next((row.area_name for row in there if row is not None), "")
        lines.append(TableLine(table, [_sides(row) for row in there], turn, area))
    return lines


def _place(row: TableRow) -> tuple[int, int]:
    return row.sitting or 1, row.table or 0


def _table(row: TableRow) -> str:
    return in_short(row.sitting, row.table) if row.table is not None else ""


def _sides(row: TableRow | None) -> tuple[Line, ...] | None:
    return tuple(line(side.name, side.lot) for side in row.sides) if row is not None else None


def _byes(rows: Iterable[TableRow]) -> list[SideRow]:
    return [side for row in rows if row.bye for side in row.sides if side.name is not None]


def _teams(content: DrawList | RoundList) -> list[TeamLine]:
    turns: dict[int, list[Turn]] = {}
    seats: dict[int, SideRow] = {}
    for at, (_number, rows) in enumerate(content.rounds):
        for row in rows:
            for side, other in _both_ways(row.sides):
                if side.team_id is None:
                    continue
                seats[side.team_id] = side
                own = turns.setdefault(side.team_id, [Turn("", None)] * len(content.rounds))
                own[at] = Turn(_table(row), line(other.name, other.lot) if other and other.name else None)
    lines = [TeamLine(line(s.name, s.lot), s.name, turns[team]) for team, s in seats.items() if s.name is not None]
    return sorted(lines, key=lambda each: (each.team.lot[:1], each.team.lot[1:], each.name.number))


def _both_ways(sides: Sequence[SideRow]) -> list[tuple[SideRow, SideRow | None]]:
    if len(sides) == 1:
        return [(sides[0], None)]
    return [(sides[0], sides[1]), (sides[1], sides[0])]


def _by_unit(teams: Iterable[TeamLine]) -> list[tuple[str, list[TeamLine]]]:
    """Return the teams of every unit together, the units by their sound; those without one last."""
    units: dict[str, list[TeamLine]] = {}
    for each in teams:
        units.setdefault(each.team.unit, []).append(each)
    return sorted(units.items(), key=lambda item: (not item[0], item[0].encode("gb18030", "replace")))


def _people(teams: Iterable[TeamLine]) -> list[PersonLine]:
    """Return the players by name. The order of GB 18030 is that of the sounds for all common characters."""
    found = [
        PersonLine(player, each.team.lot, each.team.unit, [turn.table for turn in each.turns])
        for each in teams
        for player in each.name.players
    ]
    return sorted(found, key=lambda person: (person.name.encode("gb18030", "replace"), person.lot))


def _halves(people: Sequence[PersonLine]) -> tuple[Sequence[PersonLine], Sequence[PersonLine]]:
    middle = (len(people) + 1) // 2
    return people[:middle], people[middle:]
