"""Sections of the regulations that are rows: changed in place, without a name to remove one, with some to fill in."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.forms import BoundField
from pydantic import BaseModel

from tournaments.forms.events import SectionForm
from tournaments.regulations import Regulations


class Row(NamedTuple):
    """The fields of one row, bound; `hidden` is its code, where it has one."""

    number: int
    fields: Sequence[BoundField]
    hidden: BoundField | None


class RowsForm(SectionForm):
    """A section whose rows stand at `rows_at` in the document; `columns` are their fields in the order of the page."""

    rows_at: ClassVar[str]
    columns: ClassVar[Sequence[str]]
    most: ClassVar[int]
    empty: ClassVar[int] = 2

    def __init__(self, *args: Any, current: Regulations, **kwargs: Any) -> None:
        self.numbers = range(min(self.most, len(self.held(current)) + self.empty))
        self.kept: list[int] = []
        super().__init__(*args, current=current, **kwargs)
        reason = self.fields.pop("reason", None)
        for number in self.numbers:
            self.fields |= {f"{name}_{number}": field for name, field in self.fields_of_row().items()}
        if reason is not None:
            self.fields["reason"] = reason

    def held(self, current: Regulations) -> Sequence[BaseModel]:
        """Return the rows that the regulations have."""
        raise NotImplementedError

    def fields_of_row(self) -> dict[str, forms.Field]:
        raise NotImplementedError

    @property
    def rows(self) -> list[Row]:
        """Return the rows with their fields, the empty ones at the end."""
        return [Row(number + 1, self._bound(number, self.columns), self._code(number)) for number in self.numbers]

    def _bound(self, number: int, names: Sequence[str]) -> list[BoundField]:
        return [self[f"{name}_{number}"] for name in names if f"{name}_{number}" in self.fields]

    def _code(self, number: int) -> BoundField | None:
        return next(iter(self._bound(number, ["code"])), None)

    def read(self, current: Regulations) -> dict[str, Any]:
        return {
            f"{name}_{number}": value
            for number, row in enumerate(self.held(current))
            for name, value in row.model_dump().items()
        }

    def named(self, cleaned: dict[str, Any]) -> list[int]:
        """Return which rows have a name: the others are left out."""
        self.kept = [number for number in self.numbers if cleaned.get(f"name_{number}")]
        return self.kept

    def field_at(self, place: str) -> str | None:
        """Return the field of a row's place: venue.areas.1.last is the last table of the second area."""
        index, _dot, within = place.removeprefix(f"{self.rows_at}.").partition(".")
        if not place.startswith(f"{self.rows_at}.") or not index.isdecimal():
            return super().field_at(place)
        name = f"{self.column_at(within)}_{self.kept[int(index)]}"
        return name if name in self.fields else None

    def column_at(self, within: str) -> str:
        """Return the column for a place within a row."""
        return within.partition(".")[0]
