"""The hall (场地): its tables, and areas of them that divisions sit in. Pure."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, model_validator

from tournaments.divisionplans import DivisionCode, DivisionPlan
from tournaments.stageplans import Part, contradiction

MAX_TABLES = 500
MOST_AREAS = 20

Table = Annotated[int, Field(ge=1, le=MAX_TABLES)]


class Area(Part):
    """Tables beside each other under one name: a campus, a floor, a room. `divisions`: who sits there, empty: all."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    name_en: Annotated[str, Field(max_length=60)] = ""
    first: Table
    last: Table
    divisions: Annotated[tuple[DivisionCode, ...], Field(max_length=12)] = ()

    def __contains__(self, table: int) -> bool:
        return self.first <= table <= self.last


class Venue(Part):
    """The tables, numbered from 1 through all areas. Tables of no area are everybody's that no area names."""

    tables: Table = 9
    areas: Annotated[tuple[Area, ...], Field(max_length=MOST_AREAS)] = ()

    @model_validator(mode="after")
    def areas_lie_apart(self) -> "Venue":
        """Codes: area_reversed, area_past_tables, area_name_twice, areas_overlap."""
        names: set[str] = set()
        last: Area | None = None
        for area in sorted(self.areas, key=lambda area: area.first):
            if area.last < area.first:
                raise contradiction("area_reversed", area=area.name)
            if area.last > self.tables:
                raise contradiction("area_past_tables", area=area.name, table=area.last, tables=self.tables)
            if area.name in names:
                raise contradiction("area_name_twice", area=area.name)
            if last is not None and area.first <= last.last:
                raise contradiction("areas_overlap", area=last.name, other=area.name, table=area.first)
            names.add(area.name)
            last = area
        return self

    def area_at(self, table: int) -> Area | None:
        """Return the area that a table stands in."""
        return next((area for area in self.areas if table in area), None)

    def tables_for(self, division: str = "") -> tuple[int, ...]:
        """Return the tables at which a division may sit, all of them for one that is not known ("")."""
        if not division or not self.areas:
            return tuple(range(1, self.tables + 1))
        is_named = any(division in area.divisions for area in self.areas)
        return tuple(table for table in range(1, self.tables + 1) if self._takes(table, division, is_named=is_named))

    def _takes(self, table: int, division: str, *, is_named: bool) -> bool:
        area = self.area_at(table)
        if area is None:
            return not is_named
        return not area.divisions or division in area.divisions


def check_areas(venue: Venue, divisions: Sequence[DivisionPlan]) -> None:
    """Refuse areas that do not fit the divisions. Codes: area_division_unknown, division_without_tables."""
    codes = {each.code for each in divisions}
    for area in venue.areas:
        unknown = next((code for code in area.divisions if code not in codes), None)
        if unknown is not None:
            raise contradiction("area_division_unknown", area=area.name, division=unknown)
    for each in divisions:
        if not venue.tables_for(each.code):
            raise contradiction("division_without_tables", division=each.name)
