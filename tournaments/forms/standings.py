"""What the chief or the organizer gives to the final standings."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON


class HideForm(forms.Form):
    """From which round on results and standings are kept for the ceremony."""

    from_round = forms.IntegerField(
        label=_("From which round on?"),
        help_text=_("Results of this round and later ones, and the standings with them, are not shown to anybody."),
        min_value=1,
        max_value=9999,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class ReleaseForm(forms.Form):
    """A reason is asked where a version was released before."""

    reason = forms.CharField(
        label=_("Why is it released again?"),
        help_text=_("Everybody who manages the event reads this with the version."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: object, again: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not again:
            del self.fields["reason"]


class PrizesForm(forms.Form):
    """A reason is asked where prizes were drawn before."""

    reason = forms.CharField(
        label=_("Why are the prizes drawn again?"),
        help_text=_("It stands in the log with both drawings."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: object, again: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not again:
            del self.fields["reason"]


class LotsForm(forms.Form):
    """A lot for each of the tied teams (id, name), and how it was drawn."""

    def __init__(self, *args: object, teams: Sequence[tuple[int, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for team, name in teams:
            self.fields[f"lot_{team}"] = forms.IntegerField(
                label=name,
                min_value=1,
                max_value=len(teams),
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3}),
            )
        self.fields["reason"] = forms.CharField(
            label=_("How was it drawn, and who saw it?"),
            max_length=LONGEST_REASON,
            widget=forms.Textarea(attrs={"rows": 2}),
        )
        self.order_fields([*(f"lot_{team}" for team, _name in teams), "reason"])

    def lots(self) -> dict[int, int]:
        """Return the lots by team id."""
        fields = {name: lot for name, lot in self.cleaned_data.items() if name.startswith("lot_")}
        return {int(name.removeprefix("lot_")): lot for name, lot in fields.items()}
