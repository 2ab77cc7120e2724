"""A ruling typed at the desk: against whom, for what, in which deal, and what the rules leave open."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON
from tournaments.actions.rulings import Ruled
from tournaments.phrases.rules import offence_words
from tournaments.selectors.rulings import DECISION


class RulingForm(forms.Form):
    """`play` is the match as `selectors.play` gives it: its sides, deals and catalogue are the choices."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    side = forms.TypedChoiceField(label=_("Against which side"), coerce=int)
    offence = forms.ChoiceField(label=_("Offence"))
    claimed = forms.ChoiceField(
        label=_("Claimed without ground"), required=False, help_text=_("Only for an accusation without ground.")
    )
    deal = forms.TypedChoiceField(label=_("Belongs to"), coerce=int, required=False, empty_value=None)
    cards = forms.IntegerField(label=_("Cards"), min_value=1, max_value=200, initial=1)
    effect = forms.ChoiceField(
        label=_("Effect"), required=False, help_text=_("Only for the referee's own decision; it needs its reason.")
    )
    amount = forms.IntegerField(
        label=_("How much"),
        required=False,
        min_value=0,
        help_text=_("Points or levels, where the rules leave it open."),
    )
    note = forms.CharField(label=_("Reason or note"), required=False, max_length=LONGEST_REASON)

    def __init__(self, *args: Any, play: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offences = [(each["key"], _offence(each)) for each in play["offences"]]
        hand = play["number"]
        self._choices("side", [(str(side["position"]), side["words"]) for side in play["sides"]])
        self._choices("offence", [("", "–"), *offences, (DECISION, offence_words(DECISION))])
        self._choices("claimed", [("", "–"), *(one for one in offences if one[0] in _claimable(play))])
        self._choices("effect", [("", "–"), *((each["effect"], each["words"]) for each in play["decisions"])])
        deals = [(str(number), _("Deal %(number)d") % {"number": number}) for number in range(1, hand + 1)]
        self._choices("deal", [("", _("The whole match")), *deals])

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    @property
    def ruled(self) -> Ruled:
        """What the action takes."""
        said = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        return Ruled(**{**said, "effect": said["effect"] or None})


def _offence(offence: dict[str, Any]) -> str:
    source = gettext(" (%(words)s)") % {"words": offence["clause"]} if offence["clause"] else ""
    return f"{offence['words']}{source}{gettext(': ')}{offence['effect_words']}"


def _claimable(play: dict[str, Any]) -> set[str]:
    return {each["key"] for each in play["offences"] if not each["claims"]}
