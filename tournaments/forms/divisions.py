"""The divisions of an event, a row each."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.divisionplans import MOST_DIVISIONS
from tournaments.forms.events import Fact, digits
from tournaments.forms.section_rows import RowsForm
from tournaments.phrases.divisions import division_name
from tournaments.regulations import DivisionPlan, Regulations


class DivisionsForm(RowsForm):
    code, title, icon = "divisions", _("Divisions"), "split"
    template = "manage/event_divisions.html"
    to_know = _(
        "Each division is drawn, seated and ranked by itself: campuses, men and women, or the session that a player "
        "chooses. With none all play together."
    )

    rows_at, most = "divisions", MOST_DIVISIONS
    columns = ("name", "name_en", "capacity", "pairs_per_unit")

    def held(self, current: Regulations) -> Sequence[DivisionPlan]:
        return current.divisions

    def fields_of_row(self) -> dict[str, forms.Field]:
        return {
            "code": forms.CharField(widget=forms.HiddenInput, required=False),
            "name": forms.CharField(label=_("Name of the division"), max_length=60, required=False),
            "name_en": forms.CharField(label=_("Name in English"), max_length=60, required=False),
            "capacity": forms.IntegerField(label=_("Places of its own"), widget=digits(), required=False),
            "pairs_per_unit": forms.IntegerField(label=_("Pairs per unit at most"), widget=digits(), required=False),
        }

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        kept = self.named(cleaned)
        known = {plan.code for plan in self.current.divisions}
        codes = {number: code for number in kept if (code := cleaned[f"code_{number}"]) in known}
        free = (code for number in range(1, 2 * MOST_DIVISIONS) if (code := f"d{number}") not in known)
        document["divisions"] = [
            {"code": codes.get(number) or next(free), **{name: cleaned[f"{name}_{number}"] for name in self.columns}}
            for number in kept
        ]

    def facts(self) -> Iterator[Fact]:
        if not self.current.divisions:
            yield Fact(_("Divisions"), _("none: all play together"))
        for plan in self.current.divisions:
            yield Fact(division_name(plan), _facts(plan.capacity, plan.pairs_per_unit))


def _facts(capacity: int | None, pairs: int | None) -> str:
    places = ngettext("%(count)d place", "%(count)d places", capacity or 0) % {"count": capacity or 0}
    said = [places if capacity is not None else str(_("places that the others leave"))]
    if pairs is not None:
        said.append(ngettext("%(count)d pair per unit", "%(count)d pairs per unit", pairs) % {"count": pairs})
    return " · ".join(said)
