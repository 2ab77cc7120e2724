"""What the organizer gives to a draw."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON
from tournaments.phrases.draws import CONSTRAINTS
from tournaments.selectors.draw_wishes import EXEMPTABLE, Exemption


class DrawForm(forms.Form):
    """`after` is the number of the last draw that the page showed; a reason is asked where a draw is replaced.

    `exempt` and `because` stand there only after a draw was refused: a rule that is never to be broken, and that this
    draw alone may break.
    """

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

    exempt = forms.MultipleChoiceField(
        label=_("This draw alone may break"),
        choices=[(name, CONSTRAINTS[name]) for name in EXEMPTABLE],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    because = forms.CharField(
        label=_("Why is this exception allowed?"),
        help_text=_("It stands beside the draw, for everybody to read, and in the log."),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    one_of = ("exempt", "because")

    def __init__(self, *args: Any, replaces: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not replaces:
            del self.fields["reason"]

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """Return what is always asked; the rest stands in a place of its own."""
        return [self[name] for name in ("called_seed", "strict", "reason", "after") if name in self.fields]

    @property
    def exemption(self) -> Exemption:
        given = self.cleaned_data
        return Exemption(tuple(given["exempt"]), given["because"])

    @property
    def has_exemption(self) -> bool:
        return bool(self["exempt"].value())
