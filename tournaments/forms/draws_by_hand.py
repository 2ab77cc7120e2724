"""What a person changes in a draw by hand."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON


class SwapForm(forms.Form):
    """Two teams of a round that change places, and why."""

    round = forms.TypedChoiceField(label=_("In round"), coerce=int, choices=list)
    one = forms.TypedChoiceField(label=_("This team"), coerce=int, choices=list)
    other = forms.TypedChoiceField(label=_("changes places with"), coerce=int, choices=list)
    reason = forms.CharField(
        label=_("Why are they exchanged?"),
        help_text=_("It stays with the draw, and in the log."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self, *args: object, rounds: Sequence[int], teams: Sequence[tuple[int, str]], **kwargs: object
    ) -> None:
        super().__init__(*args, **{"prefix": "swap", **kwargs})  # type: ignore[arg-type]
        for name, choices in (("round", [(each, str(each)) for each in rounds]), ("one", teams), ("other", teams)):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        if len(rounds) == 1:
            self.fields["round"].widget = forms.HiddenInput()
            self.fields["round"].initial = rounds[0]


class CloseForm(forms.Form):
    """A remark on closing a stage; on opening it again, and on one more round, a reason is needed."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: object, needed: bool = False, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["reason"].required = needed
