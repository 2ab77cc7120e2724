"""Which pairs a rehearsal has, and how far the portal plays it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.regulations import MAX_TABLES

FEWEST = 4
OWN, MADE_UP = "own", "made_up"


class CopyForm(forms.Form):
    """The pairs that are entered, or made-up ones. `registered` of them are in, `places` there are for pairs."""

    who = forms.ChoiceField(label=_("Who plays"), widget=forms.RadioSelect)
    teams = forms.IntegerField(
        label=_("How many made-up pairs"), min_value=FEWEST, max_value=2 * MAX_TABLES, required=False
    )

    def __init__(self, *args: Any, registered: int, places: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = (OWN, _("The %(count)d pairs that are in") % {"count": registered})
        made_up = (MADE_UP, _("Made-up pairs"))
        who = self.fields["who"]
        if isinstance(who, forms.ChoiceField):
            who.choices = [own, made_up] if registered >= FEWEST else [made_up]
        who.initial = OWN if registered >= FEWEST else MADE_UP
        self.fields["teams"].initial = min(max(places, FEWEST), 2 * MAX_TABLES)
        if registered < FEWEST:
            self.fields["teams"].required = True
            who.help_text = ngettext(
                "%(count)d pair is in so far. From %(fewest)d on it can be rehearsed with the pairs that are in.",
                "%(count)d pairs are in so far. From %(fewest)d on it can be rehearsed with the pairs that are in.",
                registered,
            ) % {"count": registered, "fewest": FEWEST}

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("who") == MADE_UP and given.get("teams") is None and "teams" not in self.errors:
            self.add_error("teams", _("Say how many."))
        return given

    @property
    def made_up(self) -> int | None:
        """How many made-up pairs are wanted; None for the pairs that are in."""
        wanted: int | None = self.cleaned_data["teams"]
        return wanted if self.cleaned_data["who"] == MADE_UP else None


class PlayForm(forms.Form):
    """Let the portal play."""

    mishaps = forms.BooleanField(
        label=_("Let things go wrong now and then"),
        help_text=_("A pair leaves, another does not come, a result is corrected."),
        required=False,
    )
    until = forms.CharField(widget=forms.HiddenInput, required=False)
