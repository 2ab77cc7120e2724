"""What the organizer asks of a draw by hand: rows of teams by number, each part on its own, nothing of it needed."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.refusals import refusal
from tournaments.selectors.draw_wishes import WishFault, faults_of
from tournaments.selectors.stage_field import Due, Wanted

MOST_ROWS = 400
SPARE_SEEDS = 4
NUMBER = re.compile(r"\s*#?(\d{1,5})\b")
LISTS = ("absent", "byes", "seeds")
Item = Any


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams that may be named: ids by number, and by id the labels that are suggested, as "12 王伟、李强"."""

    ids: Mapping[int, int]
    labels: Mapping[int, str]

    def label(self, team: int) -> str:
        return self.labels.get(team, "")


class TeamField(forms.Field):
    """A team by its number, typed or chosen from the suggestions; cleans to its id, None where nothing is typed."""

    widget = forms.TextInput
    default_error_messages = {
        "unknown": _("There is no team “%(typed)s” in this draw: type its number."),
    }

    def __init__(self, teams: Teams, **kwargs: Any) -> None:
        attrs = {"list": "draw-teams", "autocomplete": "off", "translate": "no", "maxlength": 120}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.teams = teams

    def to_python(self, value: Any) -> int | None:
        text = unicodedata.normalize("NFKC", value or "").strip()
        if not text:
            return None
        number = NUMBER.match(text)
        team = self.teams.ids.get(int(number[1])) if number else self._by_name(text)
        if team is None:
            raise ValidationError(self.error_messages["unknown"], code="unknown", params={"typed": text})
        return team

    def _by_name(self, text: str) -> int | None:
        found = [team for team, label in self.teams.labels.items() if text.casefold() in label.casefold()]
        return found[0] if len(found) == 1 else None

    def prepare_value(self, value: Any) -> Any:
        return self.teams.label(value) if isinstance(value, int) else value


class Row(forms.Form):
    """A row of a part: `read` makes of it what is asked, None for an empty one."""

    def __init__(self, *args: Any, teams: Teams, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.make_fields(teams)
        self.one_of = tuple(self.fields)

    def make_fields(self, teams: Teams) -> None:
        self.fields["team"] = TeamField(teams, label=_("Team"))

    def read(self) -> Item | None:
        team: int | None = self.cleaned_data.get("team")
        return team


class PairRow(Row):
    with_table = False

    def make_fields(self, teams: Teams) -> None:
        self.fields["one"] = TeamField(teams, label=_("Team"))
        self.fields["other"] = TeamField(teams, label=_("and team"))
        if self.with_table:
            self.fields["table"] = _table_field()

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        one, other = given.get("one"), given.get("other")
        if not self.errors and (one is None) != (other is None):
            self.add_error("one" if one is None else "other", _("Name both teams of the pair."))
        elif not self.errors and one is None and given.get("table") is not None:
            self.add_error("one", _("Name both teams of the pair."))
        return given

    def read(self) -> Item | None:
        given = self.cleaned_data
        if given.get("one") is None or given.get("other") is None:
            return None
        pair = (given["one"], given["other"])
        return (*pair, given["table"] or 0) if self.with_table else pair


class FixedRow(PairRow):
    with_table = True


class TableRow(Row):
    def make_fields(self, teams: Teams) -> None:
        super().make_fields(teams)
        self.fields["table"] = _table_field()

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        team, table = given.get("team"), given.get("table")
        if not self.errors and (team is None) != (table is None):
            self.add_error("team" if team is None else "table", _("Name the team and its table."))
        return given

    def read(self) -> Item | None:
        given = self.cleaned_data
        return None if given.get("team") is None else (given["team"], given["table"])


def _table_field() -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4, "autocomplete": "off"})
    return forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=9999, widget=widget)


class LotsForm(forms.Form):
    """A lot for each team; who has none gets one by the seed."""

    prefix = "lots"

    def __init__(self, data: QueryDict | None = None, *, teams: Teams, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        for number, team in teams.ids.items():
            widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 5, "autocomplete": "off"})
            self.fields[str(number)] = forms.IntegerField(
                label=teams.label(team), required=False, min_value=1, max_value=99999, widget=widget
            )
        self.teams = teams
        self.one_of = tuple(self.fields)

    def read(self) -> dict[int, int]:
        given = self.cleaned_data
        return {team: given[str(number)] for number, team in self.teams.ids.items() if given.get(str(number))}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the wishes: its words, and the rows that it has."""

    name: str
    title: str | Promise
    hint: str | Promise
    row: type[Row] = Row
    field: str = "team"


PARTS: Mapping[str, Part] = {
    part.name: part
    for part in (
        Part("absent", _("Absent in this round"), _("They are not drawn this time, and play again in the next round.")),
        Part("byes", _("Byes given beforehand"), _("They rest in this round. An odd rest makes one bye more.")),
        Part(
            "fixed",
            _("Pairs that meet"),
            _("They meet whatever the draw says, at the table named; without one at the first free table."),
            FixedRow,
            "one",
        ),
        Part("wished", _("Pairs that should meet"), _("They meet if no rule stands against it."), PairRow, "one"),
        Part("forbidden", _("Pairs that must not meet"), _("They never meet in this draw."), PairRow, "one"),
        Part(
            "at_table",
            _("Teams at a named table"),
            _("For example a team that cannot climb stairs. Its opponents come to that table."),
            TableRow,
        ),
        Part("seeds", _("Seeds, the best first"), _("As many as you name; without any, the regulations decide.")),
    )
}


def rows_of(
    part: Part, data: QueryDict | None = None, *, teams: Teams, initial: Sequence[dict[str, Any]] | None = None
) -> Any:
    """Return the rows of a part: those that are filled and a spare one, of seeds some."""
    spare = SPARE_SEEDS if part.name == "seeds" else 1
    made = forms.formset_factory(part.row, extra=spare, max_num=MOST_ROWS, absolute_max=MOST_ROWS)
    return made(data, prefix=part.name, form_kwargs={"teams": teams}, initial=initial)


class Wishes:
    """All parts that may be asked of a draw, bound to what was sent or filled with what was asked before."""

    def __init__(self, due: Due, offered: Sequence[str], teams: Teams, *, tables: int) -> None:
        self.due, self.teams, self.tables = due, teams, tables
        self.parts = [part for name, part in PARTS.items() if name in offered]
        self.has_lots = "lots" in offered
        self.rows: dict[str, Any] = {}
        self.lots: LotsForm | None = None
        self.is_edited = False

    def fill(self, wanted: Wanted) -> "Wishes":
        """Show what was wanted of the draw before."""
        for part in self.parts:
            found = [_initial(part.name, item) for item in getattr(wanted, part.name)]
            self.rows[part.name] = rows_of(part, teams=self.teams, initial=found)
        if self.has_lots:
            numbers = {team: str(number) for number, team in self.teams.ids.items()}
            lots = {numbers[team]: lot for team, lot in wanted.lots.items() if team in numbers}
            self.lots = LotsForm(teams=self.teams, initial=lots)
        return self

    def bind(self, data: QueryDict) -> "Wishes":
        """Take what was sent; a part that was not on the page asks for nothing."""
        self.is_edited = True
        sent = data.copy()
        for part in self.parts:
            for count in ("TOTAL_FORMS", "INITIAL_FORMS"):
                sent.setdefault(f"{part.name}-{count}", "0")
            self.rows[part.name] = rows_of(part, sent, teams=self.teams)
        if self.has_lots:
            self.lots = LotsForm(data, teams=self.teams)
        return self

    def edit(self, data: QueryDict, *, more: str = "", up: str = "") -> "Wishes":
        """Keep what was sent as it is, unread, with one more row in a part, or with a seed moved up by one."""
        moved, _dash, at = up.partition("-")
        for part in self.parts:
            found = list(_typed(part, data))
            focus = len(found) if more == part.name else None
            place = int(at) if moved == part.name and at.isdecimal() else 0
            if 0 < place < len(found):
                found[place - 1], found[place] = found[place], found[place - 1]
                focus = place - 1
            self.rows[part.name] = rows = rows_of(part, teams=self.teams, initial=found)
            if focus is not None:
                self.is_edited = True
                rows[focus].fields[part.field].widget.attrs["autofocus"] = True
        if self.has_lots:
            lots = {str(number): data.get(f"lots-{number}", "") for number in self.teams.ids}
            self.lots = LotsForm(teams=self.teams, initial=lots)
        return self

    @property
    def sections(self) -> list[dict[str, Any]]:
        return [{"part": part, "rows": self.rows[part.name]} for part in self.parts]

    @property
    def is_filled(self) -> bool:
        """Say whether anything is asked or was just changed, so that it is not folded away."""
        shown = [*(row for rows in self.rows.values() for row in rows), *([self.lots] if self.lots else [])]
        return any(form.has_changed() if form.is_bound else any(form.initial.values()) for form in shown) or any(
            "autofocus" in field.widget.attrs for form in shown for field in form.fields.values()
        )

    def is_valid(self) -> bool:
        """Read every row, then see whether all of it together can be asked; each fault is said at its row."""
        fine = [rows.is_valid() for rows in self.rows.values()]
        if self.lots is not None:
            fine.append(self.lots.is_valid())
        if not all(fine):
            return False
        filled = {name: list(self._filled(name)) for name in self.rows}
        faults = faults_of(self.wanted, self.due, tables=self.tables)
        for fault in faults:
            self._place(fault, filled.get(fault.part, []))
        return not faults

    @property
    def wanted(self) -> Wanted:
        given: dict[str, Any] = {name: tuple(item for _, item in self._filled(name)) for name in self.rows}
        return replace(Wanted(**given), lots=self.lots.read() if self.lots is not None else {})

    def _filled(self, name: str) -> Iterator[tuple[Row, Item]]:
        for row in self.rows[name]:
            if (item := row.read()) is not None:
                yield row, item

    def _place(self, fault: WishFault, filled: Sequence[tuple[Row, Item]]) -> None:
        number = next((number for number, team in self.teams.ids.items() if team == fault.team), "?")
        words = refusal(fault.refusal(number))
        if fault.part == "lots" and self.lots is not None:
            self.lots.add_error(str(number), words)
            return
        if fault.row is not None and fault.row < len(filled):
            filled[fault.row][0].add_error(_field_at(filled[fault.row], fault), words)
        else:
            self.rows[fault.part].non_form_errors().append(words)


def _field_at(filled: tuple[Row, Item], fault: WishFault) -> str:
    row, item = filled
    if fault.code in {"wish_no_table", "wish_table_twice", "wish_two_tables", "wish_table_taken"}:
        return "table"
    if "other" in row.fields:
        return "other" if item[1] == fault.team else "one"
    return "team"


def _initial(name: str, item: Item) -> dict[str, Any]:
    if name in LISTS:
        return {"team": item}
    if name == "at_table":
        return {"team": item[0], "table": item[1]}
    return {"one": item[0], "other": item[1], "table": item[2] or None if name == "fixed" else None}


def _typed(part: Part, data: QueryDict) -> Iterator[dict[str, str]]:
    """Yield the rows in which something was typed, as it was typed."""
    total = data.get(f"{part.name}-TOTAL_FORMS", "0")
    for index in range(min(int(total), MOST_ROWS) if total.isdecimal() else 0):
        row = {name: data.get(f"{part.name}-{index}-{name}", "").strip() for name in ("team", "one", "other", "table")}
        if any(row.values()):
            yield row
