"""The awards of an event: rows that are changed in place, left empty to remove them, with some to fill in."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.awards import MOST_AWARDS, Award, BestLoser, ByLot, Places, Share
from tournaments.forms.events import Fact, SectionForm, digits
from tournaments.phrases.awards import KINDS, ROUNDINGS, TIES, award_name, goes_to_words
from tournaments.phrases.divisions import division_name
from tournaments.phrases.stages import stage_name
from tournaments.regulations import Regulations

EMPTY = 3
REST = "_rest"


class AwardRow(NamedTuple):
    """The fields of one award, bound."""

    number: int
    fields: Sequence[BoundField]
    hidden: BoundField


class AwardsForm(SectionForm):
    code, title, icon = "awards", _("Awards"), "award"
    template = "manage/event_awards.html"
    to_know = _("The list of awards is public once the final standings are released, and can be printed.")

    ties = forms.ChoiceField(
        label=_("Several share the place at which an award ends"), choices=list(TIES.items()), widget=forms.RadioSelect
    )
    rounding = forms.ChoiceField(label=_("Shares are rounded"), choices=list(ROUNDINGS.items()))

    def __init__(self, *args: Any, current: Regulations, **kwargs: Any) -> None:
        self.numbers = range(min(MOST_AWARDS, len(current.awards.rows) + EMPTY))
        self.divisions = [(each.code, division_name(each)) for each in current.divisions]
        self.stages = [(plan.code, stage_name(plan)) for plan in current.stages]
        super().__init__(*args, current=current, **kwargs)
        reason = self.fields.pop("reason", None)
        for number in self.numbers:
            self.fields |= {f"{name}_{number}": field for name, field in self._row().items()}
        if reason is not None:
            self.fields["reason"] = reason

    def _row(self) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {
            "code": forms.CharField(widget=forms.HiddenInput, required=False),
            "name": forms.CharField(label=_("Award"), max_length=60, required=False),
            "name_en": forms.CharField(label=_("Its name in English"), max_length=60, required=False),
            "by": forms.ChoiceField(label=_("It goes"), choices=list(KINDS.items()), required=False),
            "first": forms.IntegerField(label=_("From, above or round"), widget=digits(), required=False),
            "last": forms.IntegerField(label=_("To, or how many"), widget=digits(), required=False),
        }
        if self.divisions:
            choices = [("", _("each division")), *self.divisions]
            fields["division"] = forms.ChoiceField(label=_("Division"), choices=choices, required=False)
        if len(self.stages) > 1:
            label = _("Stage of the round")
            fields["stage"] = forms.ChoiceField(label=label, choices=self.stages, required=False)
        return fields

    @property
    def rows(self) -> list[AwardRow]:
        """Return the awards with their fields, the empty ones at the end."""
        names = ("name", "name_en", "by", "first", "last", "division", "stage")
        return [
            AwardRow(
                number + 1,
                [self[f"{name}_{number}"] for name in names if f"{name}_{number}" in self.fields],
                self[f"code_{number}"],
            )
            for number in self.numbers
        ]

    def read(self, current: Regulations) -> dict[str, Any]:
        values: dict[str, Any] = {"ties": current.awards.ties, "rounding": current.awards.rounding}
        for number, award in enumerate(current.awards.rows):
            held = {
                "code": award.code,
                "name": award.name,
                "name_en": award.name_en,
                "division": award.division,
                **_figures(award),
            }
            values |= {f"{name}_{number}": value for name, value in held.items()}
        return values

    def change(self, document: dict[str, Any], cleaned: dict[str, Any]) -> None:
        self.kept = [number for number in self.numbers if cleaned.get(f"name_{number}")]
        taken = {cleaned[f"code_{number}"] for number in self.kept}
        free = (code for code in (f"a{number}" for number in range(1, 2 * MOST_AWARDS)) if code not in taken)
        rows = []
        for number in self.kept:
            row = {name: cleaned.get(f"{name}_{number}") for name in ("code", "name", "name_en", "division")}
            row |= {"code": row["code"] or next(free), "division": row["division"] or ""}
            rows.append(row | {"goes_to": self._goes_to(number, cleaned)})
        document["awards"] = {"ties": cleaned["ties"], "rounding": cleaned["rounding"], "rows": rows}

    def _goes_to(self, number: int, cleaned: dict[str, Any]) -> dict[str, Any]:
        chosen = cleaned.get(f"by_{number}") or "places"
        by, of = chosen.removesuffix(REST), "rest" if chosen.endswith(REST) else "all"
        first, last = cleaned.get(f"first_{number}"), cleaned.get(f"last_{number}")
        match by:
            case "share":
                return {"by": by, "above": first or 0, "to": last, "of": of}
            case "best_loser":
                stage = cleaned.get(f"stage_{number}") or self.stages[0][0]
                return {"by": by, "round": first or 1, "stage": stage}
            case "drawn":
                return {"by": by, "count": last, "of": of}
        return {"by": "places", "first": first or 1, "last": last if last is not None else first}

    def field_at(self, place: str) -> str | None:
        """Return the field of an award's place: awards.rows.1.goes_to.share.to is the second one's last figure."""
        parts = place.split(".")
        if parts[:2] == ["awards", "rows"] and len(parts) > 2 and parts[2].isdecimal():  # noqa: PLR2004 a row
            number = self.kept[int(parts[2])]
            wanted = {"above": "first", "round": "first", "to": "last", "count": "last", "last": "last"}
            own = parts[-1] in {"name", "name_en", "division", "stage"}
            name = parts[-1] if own else wanted.get(parts[-1], "first")
            return f"{name}_{number}" if f"{name}_{number}" in self.fields else None
        return super().field_at(place)

    def facts(self) -> Iterator[Fact]:
        awards = self.current.awards
        if not awards.rows:
            yield Fact(_("Awards"), _("none"))
            return
        for award in awards.rows:
            yield Fact(award_name(award), goes_to_words(award))
        yield Fact(self.fields["ties"].label or "", TIES[awards.ties])


def _figures(award: Award) -> dict[str, Any]:
    to = award.goes_to
    match to:
        case Places():
            return {"by": to.by, "first": to.first, "last": to.last}
        case Share():
            return {"by": to.by + (REST if to.of == "rest" else ""), "first": to.above, "last": to.to}
        case BestLoser():
            return {"by": to.by, "first": to.round, "stage": to.stage}
        case ByLot():
            return {"by": to.by + (REST if to.of == "rest" else ""), "last": to.count}
