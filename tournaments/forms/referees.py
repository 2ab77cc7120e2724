"""Referees, their tables, and colleagues with an account."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.roles import GIVEN_ROLES


class TablesField(forms.TypedMultipleChoiceField):
    """Table numbers as a grid of boxes."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, required=False, **kwargs)


class TablesForm(forms.Form):
    """Exactly the tables that one referee has."""

    tables = TablesField(label=_("Tables"))

    def __init__(self, *args: Any, last_table: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tables"].choices = [(number, str(number)) for number in range(1, last_table + 1)]  # type: ignore[attr-defined]


class InviteForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    email = forms.EmailField(label=_("E-mail"), required=False, help_text=_("Only if the link is to be sent by mail."))


class MemberForm(forms.Form):
    email = forms.EmailField(label=_("E-mail"), max_length=254)
    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    role = forms.ChoiceField(label=_("What they do"), choices=GIVEN_ROLES)


class ScreenForm(forms.Form):
    label = forms.CharField(label=_("Where the screen stands"), max_length=80)
