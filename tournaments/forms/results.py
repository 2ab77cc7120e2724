"""Results typed at the desk: levels as text from the keyboard, outcomes, reasons."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON
from tournaments.errors import Invalid
from tournaments.phrases.refusals import refusal

OUTCOMES = [
    ("played", _("Played")),
    ("forfeit_0", _("The first side did not play")),
    ("forfeit_1", _("The second side did not play")),
    ("forfeit_both", _("Neither side played")),
]


class LevelField(forms.CharField):
    """A level as it is typed: "9", "a", "A+1", also in full-width characters; must be one of the ladder's."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, **kwargs)
        self.labels: Sequence[str] = ()
        self.widget.attrs |= {"autocomplete": "off", "autocapitalize": "characters", "size": "4", "translate": "no"}

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        label = unicodedata.normalize("NFKC", typed).replace(" ", "").upper()
        if label and label not in self.labels:
            unknown = Invalid("level_not_on_ladder", level=typed, lowest=self.labels[0], highest=self.labels[-1])
            raise forms.ValidationError(refusal(unknown))
        return label


class LevelsForm(forms.Form):
    """Both sides' levels; `labels` are those of the ladder. `key` makes sending twice harmless."""

    one_of = ("level_0", "level_1")  # needed unless a side did not come: not called optional

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    level_0 = LevelField(label=_("Level of the first side"), required=False)
    level_1 = LevelField(label=_("Level of the second side"), required=False)

    def __init__(self, *args: Any, labels: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("level_0", "level_1"):
            field = self.fields[name]
            if isinstance(field, LevelField):
                field.labels = labels

    @property
    def levels(self) -> tuple[str, str]:
        return self.cleaned_data["level_0"], self.cleaned_data["level_1"]

    def require_levels(self) -> None:
        for name in ("level_0", "level_1"):
            if name in self.cleaned_data and not self.cleaned_data[name]:
                self.add_error(name, refusal(Invalid("levels_needed")))


class PaperForm(LevelsForm):
    """A line of the desk: what stands on a paper score sheet."""

    signed = forms.BooleanField(label=_("Signed by both"), required=False, initial=False)

    def clean(self) -> dict[str, Any]:
        self.require_levels()
        return self.cleaned_data


class CorrectionForm(LevelsForm):
    """A new official version with its reason; `version` is what the page showed."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    outcome = forms.ChoiceField(label=_("What happened"), choices=OUTCOMES)
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Stands in the log and with the version.")
    )
    field_order = ("key", "version", "outcome", "level_0", "level_1", "reason")

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("outcome") == "played":
            self.require_levels()
        return self.cleaned_data
