"""The divisions of an event: rows that are changed in place, without a name to remove them, with some to fill in."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.divisionplans import MOST_DIVISIONS
from tournaments.forms.events import Fact, SectionForm, digits
from tournaments.phrases.divisions import division_name
from tournaments.regulations import Regulations

EMPTY = 2
NAMES = ("name", "name_en", "capacity", "pairs_per_unit")


class DivisionRow(NamedTuple):
    """The fields of one division, bound: what it is called, and how many it takes."""

    number: int
    names: list[BoundField]
    figures: list[BoundField]
    hidden: BoundField


class DivisionsForm(SectionForm):
    code, title, icon = "divisions", _("Divisions"), "split"
    template = "manage/event_divisions.html"
    to_know = _(
        "Each division is drawn, seated and ranked by itself: campuses, men and women, or the session that a player "
        "chooses. With none all play together."
    )

    def __init__(self, *args: Any, current: Regulations, **kwargs: Any) -> None:
        self.numbers = range(min(MOST_DIVISIONS, len(current.divisions) + EMPTY))
        super().__init__(*args, current=current, **kwargs)
        reason = self.fields.pop("reason", None)
        for number in self.numbers:
            self.fields |= {f"{name}_{number}": field for name, field in _fields().items()}
        if reason is not None:
            self.fields["reason"] = reason

    @property
    def rows(self) -> list[DivisionRow]:
        """Return the divisions with their fields, the empty ones at the end."""
        found = []
        for number in self.numbers:
            fields = [self[f"{name}_{number}"] for name in NAMES]
            found.append(DivisionRow(number + 1, fields[:2], fields[2:], self[f"code_{number}"]))
        return found

    def read(self, current: Regulations) -> dict[str, Any]:
        return {
            f"{name}_{number}": value
            for number, plan in enumerate(current.divisions)
            for name, value in plan.model_dump().items()
        }

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        self.kept = [number for number in self.numbers if cleaned.get(f"name_{number}")]
        known = {plan.code for plan in self.current.divisions}
        codes = {number: code for number in self.kept if (code := cleaned[f"code_{number}"]) in known}
        free = (code for number in range(1, 2 * MOST_DIVISIONS) if (code := f"d{number}") not in known)
        document["divisions"] = [
            {"code": codes.get(number) or next(free), **{name: cleaned[f"{name}_{number}"] for name in NAMES}}
            for number in self.kept
        ]

    def field_at(self, place: str) -> str | None:
        parts = place.split(".")
        if parts[0] == "divisions" and len(parts) > 2 and parts[1].isdecimal():  # noqa: PLR2004 a field of a row
            name = f"{parts[2]}_{self.kept[int(parts[1])]}"
            return name if name in self.fields else None
        return super().field_at(place)

    def facts(self) -> Iterator[Fact]:
        if not self.current.divisions:
            yield Fact(_("Divisions"), _("none: all play together"))
        for plan in self.current.divisions:
            yield Fact(division_name(plan), _facts(plan.capacity, plan.pairs_per_unit))


def _fields() -> dict[str, forms.Field]:
    return {
        "code": forms.CharField(widget=forms.HiddenInput, required=False),
        "name": forms.CharField(label=_("Name of the division"), max_length=60, required=False),
        "name_en": forms.CharField(label=_("Name in English"), max_length=60, required=False),
        "capacity": forms.IntegerField(label=_("Places of its own"), widget=digits(), required=False),
        "pairs_per_unit": forms.IntegerField(label=_("Pairs per unit at most"), widget=digits(), required=False),
    }


def _facts(capacity: int | None, pairs: int | None) -> str:
    places = ngettext("%(count)d place", "%(count)d places", capacity or 0) % {"count": capacity or 0}
    said = [places if capacity is not None else str(_("places that the others leave"))]
    if pairs is not None:
        said.append(ngettext("%(count)d pair per unit", "%(count)d pairs per unit", pairs) % {"count": pairs})
    return " · ".join(said)
