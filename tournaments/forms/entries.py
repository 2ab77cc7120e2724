"""What the organizer types about entries, lists and teams."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.actions.reasons import LONGEST_REASON
from tournaments.phrases.divisions import division_name
from tournaments.regulations import DivisionPlan


class ListForm(forms.Form):
    """A list of pairs: pasted, or as a file."""

    one_of = ("text", "file")

    text = forms.CharField(
        label=_("Paste the cells here"),
        help_text=_("With the line of headings: Unit, Player 1, Player 2, Telephone, E-mail, Note."),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "translate": "no"}),
    )
    file = forms.FileField(
        label=_("Or a CSV file"),
        help_text=_("At most 1 MB and 1000 lines."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )
    consent = forms.BooleanField(label=_("All on the list agreed that they are named publicly."), required=False)

    def __init__(self, *args: Any, divisions: Sequence[DivisionPlan] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = divisions
        if divisions:
            names = escape(gettext(", ").join(map(division_name, divisions)))
            self.fields["text"].help_text = _(
                "With the line of headings: Division, Unit, Player 1, Player 2, Telephone, E-mail, Note. "
                "The divisions are: %(names)s."
            ) % {"names": names}


class DivisionForm(forms.Form):
    """Where a pair plays instead; `divisions` are code and name of the others."""

    division = forms.ChoiceField(label=_("Plays in"), choices=list)
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    def __init__(self, *args: Any, divisions: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ChoiceField", self.fields["division"]).choices = divisions


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It stands in the log."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class NameForm(ReasonForm):
    """A player's name written right."""

    field_order = ("name", "reason")

    name = forms.CharField(label=_("Name"), widget=forms.TextInput(attrs={"translate": "no"}))


class ReplacementForm(ReasonForm):
    """Who plays instead of whom."""

    field_order = ("name", "consent", "reason")

    name = forms.CharField(label=_("Who plays instead"), widget=forms.TextInput(attrs={"translate": "no"}))
    consent = forms.BooleanField(label=_("The new player agreed to be named publicly."), required=False)
