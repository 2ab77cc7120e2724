"""What the organizer gives to a draw."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON


class DrawForm(forms.Form):
    """`after` is the number of the last draw that the page showed; a reason is asked where a draw is replaced."""

    called_seed = forms.CharField(
        label=_("Digits called out in the hall"),
        help_text=_("For example one digit from each unit. Leave empty and the server chooses the seed."),
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    strict = forms.BooleanField(
        label=_("Refuse the draw rather than let teams of one unit, or the same opponents, meet"),
        required=False,
    )
    reason = forms.CharField(
        label=_("Why is the draw made again?"),
        help_text=_("The old draw stays on record with this reason."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    after = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: object, replaces: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not replaces:
            del self.fields["reason"]
