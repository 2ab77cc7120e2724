"""Fields for the values of a ruleset: each shows a value in its JSON form and cleans to one."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Words = str | Promise
Choices = Sequence[tuple[str, Words]]

LONGEST_TEXT = 200
LARGEST = 10**6
MOST_ROWS = 40
SPARE_ROWS = 2
NOT_WHOLE = gettext_lazy("“%(typed)s” is no whole number.")


def whole(typed: str) -> int:
    """Return a whole number from what was typed, in any digits and with any minus; ValidationError."""
    text = unicodedata.normalize("NFKC", typed).strip().replace("−", "-").replace(" ", "")
    try:
        value = int(text)
    except ValueError:
        value = LARGEST + 1
    if abs(value) > LARGEST:
        raise ValidationError(str(NOT_WHOLE) % {"typed": typed[:LONGEST_TEXT]}, code="not_whole")
    return value


class WholeField(forms.CharField):
    """A whole number; where it is not required nothing typed is None."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return whole(text) if text else None


class WordsField(forms.CharField):
    """Several short words with blanks between them, such as levels; cleans to a list."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):
            return value
        text = unicodedata.normalize("NFKC", super().to_python(value) or "")
        return text.replace(",", " ").replace("、", " ").split()

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != initial)


class YesNoField(forms.TypedChoiceField):
    """Yes or no, as two radio buttons; cleans to a bool."""

    def __init__(self, **kwargs: Any) -> None:
        choices = (("True", gettext_lazy("yes")), ("False", gettext_lazy("no")))
        super().__init__(choices=choices, coerce=lambda text: text == "True", widget=forms.RadioSelect, **kwargs)


class SetField(forms.TypedMultipleChoiceField):
    """Some of several codes, as chips to tick; cleans to a list in the order of the choices."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, choices: Iterable[tuple[str, Words]], **kwargs: Any) -> None:
        flat = list(choices)
        super().__init__(choices=flat, **kwargs)
        self.order = [self.coerce(code) for code, _words in flat]

    def clean(self, value: Any) -> Any:
        chosen = super().clean(value)
        return sorted(chosen, key=self.order.index)


@dataclass(frozen=True, slots=True)
class Column:
    """A part of a row: a number (None where nothing is typed, unless it has a `blank`), a text, a code, a yes or no.

    `more`: seldom needed, shown when asked for. `starts`: it begins a new line.
    """

    name: str
    label: Words
    kind: Literal["whole", "text", "choice", "yes"] = "whole"
    choices: Choices = ()
    blank: int | None = None
    more: bool = False
    starts: bool = False

    def clean(self, typed: str) -> Any:
        """Return the value; ValidationError with the column's name in it."""
        if self.kind == "yes":
            return bool(typed)
        if self.kind == "choice":
            return typed if typed in dict(self.choices) else self.choices[0][0]
        if self.kind == "text":
            return typed.strip()[:LONGEST_TEXT]
        if not typed.strip():
            return self.blank
        try:
            return whole(typed)
        except ValidationError as error:
            words = _("%(column)s: %(fault)s") % {"column": self.label, "fault": error.messages[0]}
            raise ValidationError(words, code="not_whole") from error

    def shown(self, value: Any) -> str:
        """Return a value as it stands in its input."""
        if self.kind == "yes":
            return "on" if value else ""
        return "" if value is None else str(value)

    def differs(self, typed: str) -> bool:
        """Say whether this part is other than where it was left alone."""
        return typed not in {"", self.shown(self.blank), *(code for code, _words in self.choices[:1])}

    def says_something(self, typed: str) -> bool:
        """Say whether this part was filled in; a choice always is, so it does not count."""
        return self.kind in {"whole", "text"} and bool(typed.strip())


Row = Mapping[str, str]


class RowsWidget(forms.Widget):
    """Rows of inputs; a record is one row. Its value is a list of rows as they were typed.

    `grows`: what its button for more parts sends; "" where there are as many as there can be.
    """

    template_name = "manage/ruleset_rows.html"

    def __init__(self, columns: Sequence[Column], *, record: bool, grows: str = "") -> None:
        super().__init__()
        self.columns, self.record, self.grows = columns, record, grows

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[dict[str, str]]:
        del files
        count = 1 if self.record else MOST_ROWS
        rows = []
        for place in range(count):
            names = {column.name: f"{name}-{place}-{column.name}" for column in self.columns}
            if any(each in data for each in names.values()):
                rows.append({part: str(data.get(each, ""))[:LONGEST_TEXT] for part, each in names.items()})
        return rows

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return not self.value_from_datadict(data, files, name)

    def id_for_label(self, id_: str) -> str:
        del id_  # a group of inputs has no single one to be labelled
        return ""

    def use_required_attribute(self, initial: Any) -> bool:
        del initial
        return False

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        rows: list[Row] = list(value or [])
        spare = 0 if self.record and rows else 1 if self.record else SPARE_ROWS
        rows += [{}] * spare
        context["widget"] |= {
            "record": self.record,
            "grows": self.grows,
            "rows": [self._parts(name, *each) for each in enumerate(rows)],
        }
        return context

    def _parts(self, name: str, place: int, row: Row) -> dict[str, Any]:
        """Return the cells of a row; those seldom needed stand open where they say something."""
        cells = [(column, self._cell(name, place, column, row.get(column.name, ""))) for column in self.columns]
        return {
            "cells": [cell for column, cell in cells if not column.more],
            "more": [cell for column, cell in cells if column.more],
            "open": any(column.more and column.differs(cell["value"]) for column, cell in cells),
        }

    def _cell(self, name: str, place: int, column: Column, value: str) -> dict[str, Any]:
        full = f"{name}-{place}-{column.name}"
        return {
            "name": full,
            "id": f"id_{full}",
            "label": column.label,
            "kind": column.kind,
            "starts": column.starts,
            "choices": column.choices,
            "value": value,
        }


class RowsField(forms.Field):
    """Rows of a table, or one record, by columns.

    `read` makes the columns' values of a row's JSON form, `write` the JSON form of them. A row in which nothing is
    typed is left out; a record in which nothing is typed is None, unless it is required.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        *,
        read: Callable[[Any], Mapping[str, Any]] = dict,
        write: Callable[[dict[str, Any]], Any] = dict,
        record: bool = False,
        grows: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(widget=RowsWidget(columns, record=record, grows=grows), **kwargs)
        self.columns, self.read, self.write, self.record = columns, read, write, record

    def prepare_value(self, value: Any) -> Any:
        """Return rows as they stand in the inputs; rows that were typed come back as they are."""
        if isinstance(value, list) and all(isinstance(row, dict) and self._is_typed(row) for row in value):
            return value
        rows = [value] if self.record and value is not None else value or []
        read = [self.read(row) for row in rows]
        return [{column.name: column.shown(row.get(column.name)) for column in self.columns} for row in read]

    def _is_typed(self, row: Mapping[str, Any]) -> bool:
        return set(row) == {column.name for column in self.columns} and all(isinstance(v, str) for v in row.values())

    def clean(self, value: Any) -> Any:
        rows = [row for row in self.prepare_value(value) if self._counts(row)]
        made, faults = [], []
        for place, row in enumerate(rows, start=1):
            try:
                made.append(self._made(row))
            except ValidationError as error:
                where = "" if self.record else _("Row %(number)d") % {"number": place}
                faults += [f"{where} – {text}" if where else text for text in error.messages]
        if faults:
            raise ValidationError(faults)
        return (made[0] if made else None) if self.record else made

    def _counts(self, row: Row) -> bool:
        """Say whether a row is there at all: a required record always is."""
        return (self.record and self.required) or any(c.says_something(row.get(c.name, "")) for c in self.columns)

    def _made(self, row: Row) -> Any:
        values, faults = {}, []
        for column in self.columns:
            try:
                values[column.name] = column.clean(row.get(column.name, ""))
            except ValidationError as error:
                faults += error.messages
        if faults:
            raise ValidationError(faults)
        return self.write(values)

    def has_changed(self, initial: Any, data: Any) -> bool:
        typed, shown = data or [], self.prepare_value(initial)
        return [row for row in typed if self._counts(row)] != [row for row in shown if self._counts(row)]
