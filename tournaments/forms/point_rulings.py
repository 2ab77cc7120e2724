"""Points that the chief rules for or against a team in the standings."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.point_rulings import MOST_POINTS, PointsRuled
from tournaments.actions.reasons import LONGEST_REASON

Choices = Sequence[tuple[str, str]]


class PointsForm(forms.Form):
    """`teams` and `stages` are the choices; where there is one stage only it is not asked."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    stage = forms.ChoiceField(label=_("Stage"))
    team = forms.TypedChoiceField(label=_("Team"), coerce=int)
    sign = forms.ChoiceField(
        label=_("What is ruled"),
        choices=(("-1", _("Points are taken from the team")), ("1", _("Points are given to the team"))),
        widget=forms.RadioSelect,
        initial="-1",
    )
    points = forms.IntegerField(
        label=_("How many points"),
        min_value=1,
        max_value=MOST_POINTS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    clause = forms.CharField(
        label=_("Clause"),
        required=False,
        max_length=20,
        help_text=_("As it is numbered in the rules. Without one a reason is needed."),
    )
    note = forms.CharField(
        label=_("Reason"), required=False, max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: object, teams: Choices, stages: Choices, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for name, choices in (("team", [("", "–"), *teams]), ("stage", list(stages))):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        if len(stages) == 1:
            self.fields["stage"].widget = forms.HiddenInput()
            self.fields["stage"].initial = stages[0][0]

    @property
    def ruled(self) -> PointsRuled:
        said = self.cleaned_data
        points = int(said["sign"]) * said["points"]
        return PointsRuled(said["team"], said["stage"], points, said["clause"], said["note"])
