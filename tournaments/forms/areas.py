"""Areas of the hall, a row each."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.divisionplans import pools_of
from tournaments.forms.events import Fact, digits
from tournaments.forms.section_rows import RowsForm
from tournaments.phrases.divisions import division_name
from tournaments.phrases.sittings import area_line, area_name, places_line
from tournaments.regulations import MOST_AREAS, Area, Regulations
from tournaments.seating import ANY, sittings_needed


class AreasForm(RowsForm):
    code, title, icon = "areas", _("Areas of the hall"), "map"
    template = "manage/event_areas.html"
    to_know = _(
        "Where the hall is several rooms or campuses, say which tables stand where. A division sits in its own areas. "
        "A round with more matches than tables is played in sittings, one after the other."
    )
    rows_at, most = "venue.areas", MOST_AREAS
    columns = ("name", "name_en", "first", "last", "divisions")

    def __init__(self, *args: Any, current: Regulations, **kwargs: Any) -> None:
        self.divisions = [(each.code, division_name(each)) for each in current.divisions]
        super().__init__(*args, current=current, **kwargs)
        if "reason" in self.fields and "look" in self.data:
            self.fields["reason"].required = False

    def held(self, current: Regulations) -> Sequence[Area]:
        return current.venue.areas

    def fields_of_row(self) -> dict[str, forms.Field]:
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

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        document["venue"]["areas"] = [
            {name: value for name in self.columns if (value := cleaned.get(f"{name}_{number}")) is not None}
            for number in self.named(cleaned)
        ]

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
