"""Results typed at the desk: levels as text from the keyboard, outcomes, reasons."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions import results
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.errors import Invalid
from tournaments.phrases.refusals import refusal
from tournaments.selectors.tables import Report

OUTCOMES = [
    ("played", _("Played")),
    ("forfeit_0", _("The first side did not play")),
    ("forfeit_1", _("The second side did not play")),
    ("forfeit_both", _("Neither side played")),
]

SIDES = (_("The first side"), _("The second side"))
SIDE_CHOICES = frozenset({"0", "1"})
NO_DEAL, DRAWN = "none", "draw"
DEAL = re.compile(r"([+-]?\d{1,4})[:/]([+-]?\d{1,4})")
EXAMPLE = {"example": "2:-2 -4:4"}


class LevelField(forms.CharField):
    """A level as it is typed: "9", "a", "A+1", also in full-width characters; must be one of the ladder's."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, **kwargs)
        self.labels: Sequence[str] = ()
        self.widget.attrs |= {"autocomplete": "off", "autocapitalize": "characters", "size": "4", "translate": "no"}

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        written = unicodedata.normalize("NFKC", typed).replace(" ", "").casefold()
        label = next((each for each in self.labels if each.casefold() == written), "")
        if written and not label:
            unknown = Invalid("level_not_on_ladder", level=typed, lowest=self.labels[0], highest=self.labels[-1])
            raise forms.ValidationError(refusal(unknown))
        return label


class DealsField(forms.CharField):
    """The points of both sides deal by deal as they are typed: "2:-2 -4:4", with a space between two deals."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=200, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "placeholder": "2:-2 -4:4", "data-wide": "", "translate": "no"}

    def prepare_value(self, value: Any) -> Any:
        """Show pairs as they would be typed."""
        if isinstance(value, str) or value is None:
            return value
        return " ".join(f"{first}:{second}" for first, second in value)

    def clean(self, value: Any) -> tuple[tuple[int, int], ...]:
        typed = unicodedata.normalize("NFKC", super().clean(value)).replace("\u2212", "-")
        pairs = [DEAL.fullmatch(each) for each in re.split(r"[\s,;、]+", typed) if each]
        if not all(pairs):
            raise forms.ValidationError(_("Type the points of both sides for each deal, as in %(example)s.") % EXAMPLE)
        return tuple((int(pair[1]), int(pair[2])) for pair in pairs if pair is not None)


class ResultForm(forms.Form):
    """What a table hands in, as the ruleset has it: both levels, a score, or who won; what decides equal sides.

    `labels` are those of the ladder, `report` says what is asked, `lots` are the sides' lots. `key` makes sending twice
    harmless.
    """

    # needed where both came: not called optional
    one_of = ("level_0", "level_1", "score_0", "score_1", "deal_points", "winner")

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    level_0 = LevelField(label=_("Level of the first side"), required=False)
    level_1 = LevelField(label=_("Level of the second side"), required=False)
    score_0 = forms.IntegerField(label=_("Score of the first side"), required=False)
    score_1 = forms.IntegerField(label=_("Score of the second side"), required=False)
    deal_points = DealsField(label=_("Points of each deal"), required=False)
    winner = forms.ChoiceField(label=_("Who won"), required=False)
    dealer_side = forms.ChoiceField(label=_("Would deal next"), required=False)

    def __init__(
        self, *args: Any, labels: Sequence[str], report: Report, lots: tuple[str, str] = ("", ""), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.report = report
        for name in set(self.one_of) | {"dealer_side"}:
            if name not in self.asked:
                del self.fields[name]
        for name in ("level_0", "level_1"):
            field = self.fields.get(name)
            if isinstance(field, LevelField):
                field.labels = labels
        sides = [(str(side), lot or str(SIDES[side])) for side, lot in enumerate(lots)]
        if "dealer_side" in self.fields:
            drawn = [
                (f"{NO_DEAL}-{side}", _("No deal finished, lots for %(side)s") % {"side": lot}) for side, lot in sides
            ]
            none = drawn if report.lots_without_deal else [(NO_DEAL, _("No deal was finished"))]
            self._choices("dealer_side", [("", _("Equal levels: who?")), *sides, *none])
        if "winner" in self.fields:
            whole = report.kind == "winner"
            first = ("", _("Who won?") if whole else _("Lots were drawn: who won?"))
            self._choices("winner", [first, *sides, *([(DRAWN, _("A draw"))] if report.draw and whole else [])])

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def asked(self) -> set[str]:
        """The fields that this event's tables hand in."""
        kinds = {"levels": {"level_0", "level_1"}, "winner": {"winner"}}
        scores = {"deal_points"} if self.report.deal_by_deal else {"score_0", "score_1"}
        asked = set(kinds.get(self.report.kind, scores))
        if self.report.kind != "winner":
            asked |= {"dealer_side"} if self.report.dealer_side_on_equal else set()
            lots_apart = self.report.lots_without_deal and not self.report.dealer_side_on_equal
            asked |= {"winner"} if self.report.lots_on_equal or lots_apart else set()
        return asked

    @property
    def said(self) -> results.Reported:
        """What stands in the form, as the actions take it."""
        given = self.cleaned_data
        dealer_side, _dash, lots = (given.get("dealer_side") or "").partition("-")
        winner = given.get("winner") or lots
        scores = (given.get("score_0"), given.get("score_1"))
        both = (scores[0], scores[1]) if scores[0] is not None and scores[1] is not None else None
        by_deals = self.report.kind == "deal_points"
        deals = given.get("deal_points") or ([both] if by_deals and both is not None else None)
        return results.reported(
            (given["level_0"], given["level_1"]) if "level_0" in self.fields else None,
            scores=None if by_deals else both,
            deal_points=deals,
            winner=int(winner) if winner in SIDE_CHOICES else None,
            draw=winner == DRAWN,
            dealer_side=int(dealer_side) if dealer_side in SIDE_CHOICES else None,
            no_deal=dealer_side == NO_DEAL,
        )

    def require_levels(self) -> None:
        for name in ("level_0", "level_1"):
            if name in self.cleaned_data and not self.cleaned_data[name]:
                self.add_error(name, refusal(Invalid("levels_needed")))


class PaperForm(ResultForm):
    """A line of the desk: what stands on a paper score sheet."""

    signed = forms.BooleanField(label=_("Signed by both"), required=False, initial=False)

    def clean(self) -> dict[str, Any]:
        self.require_levels()
        return self.cleaned_data


class CorrectionForm(ResultForm):
    """A new official version with its reason; `version` is what the page showed."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    outcome = forms.ChoiceField(label=_("What happened"), choices=OUTCOMES)
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Stands in the log and with the version.")
    )
    field_order = (
        "key",
        "version",
        "outcome",
        "level_0",
        "level_1",
        "score_0",
        "score_1",
        "deal_points",
        "winner",
        "dealer_side",
        "reason",
    )

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("outcome") == "played":
            self.require_levels()
        return self.cleaned_data
