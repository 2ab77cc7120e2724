"""The awards of an event, a row each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.awards import MOST_AWARDS, Award, BestLoser, ByLot, Places, Share
from tournaments.forms.events import Fact, digits
from tournaments.forms.section_rows import RowsForm
from tournaments.phrases.awards import KINDS, ROUNDINGS, TIES, award_name, goes_to_words
from tournaments.phrases.divisions import division_name
from tournaments.phrases.stages import stage_name
from tournaments.regulations import Regulations

REST = "_rest"
# The two figures of an award, by what they are called in the document.
FIGURES: Mapping[str, str] = {"above": "first", "round": "first", "to": "last", "count": "last", "last": "last"}
OWN = frozenset({"name", "name_en", "division", "stage"})


class AwardsForm(RowsForm):
    code, title, icon = "awards", _("Awards"), "award"
    template = "manage/event_awards.html"
    to_know = _("The list of awards is public once the final standings are released, and can be printed.")

    ties = forms.ChoiceField(
        label=_("Several share the place at which an award ends"), choices=list(TIES.items()), widget=forms.RadioSelect
    )
    rounding = forms.ChoiceField(label=_("Shares are rounded"), choices=list(ROUNDINGS.items()))

    rows_at, most, empty = "awards.rows", MOST_AWARDS, 3
    columns = ("name", "name_en", "by", "first", "last", "division", "stage")

    def __init__(self, *args: Any, current: Regulations, **kwargs: Any) -> None:
        self.divisions = [(each.code, division_name(each)) for each in current.divisions]
        self.stages = [(plan.code, stage_name(plan)) for plan in current.stages]
        super().__init__(*args, current=current, **kwargs)

    def held(self, current: Regulations) -> Sequence[Award]:
        return current.awards.rows

    def fields_of_row(self) -> dict[str, forms.Field]:
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
        kept = self.named(cleaned)
        taken = {cleaned[f"code_{number}"] for number in kept}
        free = (code for code in (f"a{number}" for number in range(1, 2 * MOST_AWARDS)) if code not in taken)
        rows = []
        for number in kept:
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

    def column_at(self, within: str) -> str:
        """Return the column for a place within an award: goes_to.share.to is its last figure."""
        last = within.rpartition(".")[2]
        return last if last in OWN else FIGURES.get(last, "first")

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
