"""What the chief or the organizer gives to the final standings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON
from tournaments.actions.ties import LONGEST_CUT, MOST_POINTS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class HideForm(forms.Form):
    """From which round on results and standings are kept for the ceremony."""

    from_round = forms.IntegerField(
        label=_("From which round on?"),
        help_text=_("Results of this round and later ones, and the standings with them, are not shown to anybody."),
        min_value=1,
        max_value=9999,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class AgainForm(forms.Form):
    """A reason is asked where it was done before; subclasses say why of what."""

    reason = forms.CharField(max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 2}))
    why: "str | _StrPromise" = ""
    read_by: "str | _StrPromise" = ""

    def __init__(self, *args: object, again: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if again:
            self.fields["reason"].label, self.fields["reason"].help_text = self.why, self.read_by
        else:
            del self.fields["reason"]


class ReleaseForm(AgainForm):
    """A version of the standings is released."""

    why = _("Why is it released again?")
    read_by = _("Everybody who manages the event reads this with the version.")


class PrizesForm(AgainForm):
    """Prizes are drawn."""

    why = _("Why are the prizes drawn again?")
    read_by = _("It stands in the log with both drawings.")


class TieForm(forms.Form):
    """A field for each of the equal teams (id, name), and how it was decided; subclasses say what is typed."""

    typed = ""
    how: "str | _StrPromise" = _("When was it decided, and who saw it?")

    def __init__(self, *args: object, teams: Sequence[tuple[int, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.of_teams = {f"{self.typed}_{team}": team for team, _name in teams}
        for team, name in teams:
            self.fields[f"{self.typed}_{team}"] = self.field_of(name, len(teams))
        self.fields["reason"] = forms.CharField(
            label=self.how, max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 2})
        )

    def field_of(self, name: str, teams: int) -> forms.Field:
        """Return the field of one of so many teams."""
        raise NotImplementedError

    def by_team(self) -> dict[int, Any]:
        """Return what was typed by team id."""
        return {team: self.cleaned_data[field] for field, team in self.of_teams.items()}


class LotsForm(TieForm):
    """A lot for each of the tied teams."""

    typed = "lot"
    how = _("How was it drawn, and who saw it?")

    def field_of(self, name: str, teams: int) -> forms.Field:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3})
        return forms.IntegerField(label=name, min_value=1, max_value=teams, widget=widget)


class ExtraDealForm(TieForm):
    """What each of the equal teams won in the extra deal."""

    typed = "points"

    def field_of(self, name: str, teams: int) -> forms.Field:  # noqa: ARG002 - as many points as were won
        widget = forms.TextInput(attrs={"autocomplete": "off", "size": 5})
        return forms.IntegerField(label=name, min_value=-MOST_POINTS, max_value=MOST_POINTS, widget=widget)


class CardCutForm(TieForm):
    """The card that each of the equal teams took."""

    typed = "card"

    def field_of(self, name: str, teams: int) -> forms.Field:  # noqa: ARG002 - a card for each
        widget = forms.TextInput(attrs={"autocomplete": "off", "size": 8})
        return forms.CharField(label=name, max_length=LONGEST_CUT, widget=widget)
