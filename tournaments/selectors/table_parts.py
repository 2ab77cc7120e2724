"""Standings as they are shown: one table for each part of the field that is ranked apart, with its heading."""

from dataclasses import dataclass, replace

from tournaments.models import Tournament
from tournaments.selectors.part_names import NAMELESS, PartName, named
from tournaments.selectors.standings import GroupTable, Table


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table of its own, with its name and the code of its division, if any."""

    name: PartName
    table: Table
    division: str = ""

    @property
    def title(self) -> str:
        """The heading; empty where it is the only table."""
        return self.name.title


def parts_of(event: Tournament, table: Table) -> list[TablePart]:
    """Return the tables that are shown one below the other: of each group or division, else the one of the stage."""
    if not table.groups:
        return [TablePart(NAMELESS, table)]
    divisions = [event.regulations.division(group.division) for group in table.groups]
    names = named(divisions, [group.name for group in table.groups])
    return [
        TablePart(name, part_of(table, group), group.division) for group, name in zip(table.groups, names, strict=True)
    ]


def part_of(table: Table, group: GroupTable) -> Table:
    return replace(table, standings=group.standings, knockout=group.knockout, groups=(), bands=False)


def table_with(table: Table, team: int) -> Table:
    """Return the table in which a team is ranked: of its group, else that of the stage."""
    groups = (group for group in table.groups if any(row.team == team for row in group.standings.rows))
    return next((part_of(table, group) for group in groups), table)
