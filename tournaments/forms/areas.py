"""Areas of the hall: rows that are changed in place, left empty to remove them, with some to fill in."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.divisionplans import pools_of
from tournaments.forms.events import Fact, SectionForm, digits
from tournaments.phrases.divisions import division_name
from tournaments.phrases.sittings import area_line, area_name, places_line
from tournaments.regulations import MOST_AREAS, Regulations
from tournaments.seating import ANY, sittings_needed

EMPTY = 2


class AreaRow(NamedTuple):
    """The fields of one area, bound."""

    number: int
    fields: Sequence[BoundField]


class AreasForm(SectionForm):
    code, title, icon = "areas", _("Areas of the hall"), "map"
    template = "manage/event_areas.html"
    to_know = _(
        "Where the hall is several rooms or campuses, say which tables stand where. A division sits in its own areas. "
        "A round with more matches than tables is played in sittings, one after the other."
    )
    names = ("name", "name_en", "first", "last", "divisions")

    def __init__(self, *args: Any, current: Regulations, **kwargs: Any) -> None:
        self.numbers = range(min(MOST_AREAS, len(current.venue.areas) + EMPTY))
        self.divisions = [(each.code, division_name(each)) for each in current.divisions]
        super().__init__(*args, current=current, **kwargs)
        reason = self.fields.pop("reason", None)
        for number in self.numbers:
            self.fields |= {f"{name}_{number}": field for name, field in self._row().items()}
        if reason is not None:
            reason.required = reason.required and "look" not in self.data
            self.fields["reason"] = reason

    def _row(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {
            "name": forms.CharField(label=_("Area"), max_length=60, required=False),
            "name_en": forms.CharField(label=_("Its name in English"), max_length=60, required=False),
            "first": forms.IntegerField(label=_("First table"), widget=digits(), required=False),
            "last": forms.IntegerField(label=_("Last table"), widget=digits(), required=False),
        }
        if self.divisions:
            fields["divisions"] = forms.MultipleChoiceField(
                label=_("For these divisions; none ticked: for all"),
                choices=self.divisions,
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
        return fields

    @property
    def rows(self) -> list[AreaRow]:
        """Return the areas with their fields, the empty ones at the end."""
        return [
            AreaRow(number + 1, [self[f"{name}_{number}"] for name in self.names if f"{name}_{number}" in self.fields])
            for number in self.numbers
        ]

    def read(self, current: Regulations) -> dict[str, Any]:
        return {
            f"{name}_{number}": value
            for number, area in enumerate(current.venue.areas)
            for name, value in area.model_dump().items()
        }

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        self.kept = [number for number in self.numbers if cleaned.get(f"name_{number}")]
        document["venue"]["areas"] = [
            {name: value for name in self.names if (value := cleaned.get(f"{name}_{number}")) is not None}
            for number in self.kept
        ]

    def field_at(self, place: str) -> str | None:
        """Return the field of an area's place: venue.areas.1.last is the last table of the second one."""
        parts = place.split(".")
        if parts[:2] == ["venue", "areas"] and len(parts) > 3 and parts[2].isdecimal():  # noqa: PLR2004 a row's field
            name = f"{parts[3]}_{self.kept[int(parts[2])]}"
            return name if name in self.fields else None
        return super().field_at(place)

    def facts(self) -> Iterator[Fact]:
        for area in self.current.venue.areas:
            divisions = [words for code, words in self.divisions if code in area.divisions]
            yield Fact(area_name(area), area_line(area, divisions))
        yield Fact(_("With a full field"), self.preview)

    @property
    def preview(self) -> str:
        """Say how many sittings the largest field takes, by what is typed where it is right, else by what is saved."""
        typed = getattr(self, "document", None) if self.is_bound and not self.errors else None
        current = Regulations.model_validate(typed) if typed is not None else self.current
        capacity = current.registration.capacity
        pools = pools_of(current.divisions, capacity)
        # Divisions that share places are taken to be alike in size.
        matches = {
            code: pool.capacity // max(1, len(pool.codes)) // 2 for pool in pools for code in pool.codes or (ANY,)
        }
        return places_line(capacity, current.venue.tables, sittings_needed(matches, current.venue))
