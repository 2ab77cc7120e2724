"""Groups on paper: places, and who beat whom by how much."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.points import RoundPoints
from tournaments.documents.frame import Line, line, page
from tournaments.documents.kit import Part
from tournaments.phrases.figures import signed
from tournaments.phrases.stages import stage_name
from tournaments.phrases.standings import how, order_of
from tournaments.selectors.crosstables import CrossRow, cross_table
from tournaments.selectors.paper_contents import GroupList
from tournaments.selectors.standings import Table


@dataclass(frozen=True, slots=True)
class Meeting:
    points: str
    how: str


@dataclass(frozen=True, slots=True)
class TeamLine:
    place: int
    team: Line
    cells: Sequence[Sequence[Meeting] | None]
    total: str


@dataclass(frozen=True, slots=True)
class GroupPart:
    title: str
    lines: Sequence[TeamLine]


def lay_out(content: GroupList, missing: str) -> list[Part]:
    found = []
    for plan, table, parts in content.stages:
        groups = [
            GroupPart(
                each.title,
                [_line(content, table, cross) for cross in cross_table(each.table.standings)],
            )
            for each in parts
        ]
        html = page(
            "pdf/groups.html",
            content.head,
            content.stamp,
            title=f"{_('Groups')} · {stage_name(plan)}",
            missing=missing,
            groups=groups,
            provisional=not table.complete,
            order=order_of(table),
        )
        found.append(Part(html, sum(len(group.lines) for group in groups)))
    return found


def _line(content: GroupList, table: Table, cross: CrossRow) -> TeamLine:
    row = cross.row
    cells = [None if cell is None else [_meeting(table, cross, each) for each in cell] for cell in cross.cells]
    return TeamLine(row.place, line(content.names[row.team], table.lots.get(row.team, "")), cells, signed(row.total))


def _meeting(table: Table, cross: CrossRow, cell: RoundPoints) -> Meeting:
    return Meeting("" if cell.points is None else signed(cell.points), how(table, cross.row, cell, cell.round))
