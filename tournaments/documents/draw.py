"""The draw table: every round by table, then the same by team and by name, so that everybody finds their seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.frame import Line, line, page, spread
from tournaments.documents.kit import Part
from tournaments.selectors.names import TeamName
from tournaments.selectors.paper_contents import DrawList, RoundList
from tournaments.selectors.rounds import SideRow, TableRow

NAMES_A_PAGE = 72
TOGETHER = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """What a team does in a round: the table ("" for a bye) and the opponents."""

    table: str
    opponent: Line | None


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
        byes=[(number, [line(s.name, s.lot) for s in _byes(rows)]) for number, rows in content.rounds if _byes(rows)],
        teams=teams,
        units=_by_unit(teams) if by_unit else [],
        has_lots=any(each.team.lot for each in teams),
        has_units=any(each.team.unit for each in teams),
        name_pages=[_halves(people[at : at + NAMES_A_PAGE]) for at in range(0, len(people), NAMES_A_PAGE)],
    )
    return [Part(html, len(teams))]


def _by_table(content: DrawList | RoundList) -> list[tuple[int, list[tuple[Line, ...] | None]]]:
    """Return a line for each table: its two teams in every round, None where nobody plays there."""
    tables = sorted({row.table for _number, rows in content.rounds for row in rows if row.table is not None})
    at = [{row.table: row for row in rows} for _number, rows in content.rounds]
    return [(table, [_sides(each.get(table)) for each in at]) for table in tables]


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
                own[at] = Turn(str(row.table or ""), line(other.name, other.lot) if other and other.name else None)
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
