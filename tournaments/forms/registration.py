"""The form of a pair. What it holds is judged by the action, so that every way in gets the same answers."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.entries import applications
from tournaments.errors import Invalid, Refusal
from tournaments.forms import refusals
from tournaments.regulations import Registration

ONE_IS_NEEDED = {("unit", "unit_name"): "unit_missing", ("phone", "email"): "contact_missing"}


def line(**attributes: str) -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", **attributes})


class PairForm(forms.Form):
    """Division, unit, two players and a contact.

    `units` are id and name of the organizer's list, `divisions` code and words of those of the event: it has several or
    none.
    """

    division = forms.ChoiceField(
        label=_("Division"),
        choices=list,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the division.")},
    )
    unit = forms.TypedChoiceField(label=_("Unit"), coerce=int, empty_value=None, required=False)
    unit_name = forms.CharField(label=_("Unit"), required=False, widget=line())
    player_1 = forms.CharField(label=_("First player"), widget=line(translate="no"))
    player_2 = forms.CharField(label=_("Second player"), widget=line(translate="no"))
    phone = forms.CharField(
        label=_("Telephone"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "tel", "autocomplete": "tel"}),
    )
    email = forms.CharField(
        label=_("E-mail"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "email", "autocomplete": "email", "autocapitalize": "none"}),
    )

    def __init__(
        self,
        *args: Any,
        units: Sequence[tuple[int, str]],
        may_type: bool,
        by_public: bool,
        divisions: Sequence[tuple[str, str]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        division = self.fields["division"]
        if not divisions:
            del self.fields["division"]
        elif isinstance(division, forms.ChoiceField):
            division.choices = divisions
        choice = self.fields["unit"]
        if isinstance(choice, forms.TypedChoiceField):
            choice.choices = [("", _("Choose your unit")), *units]
        if not units:
            del self.fields["unit"]
        elif may_type:
            self.fields["unit_name"].label = _("My unit is not on the list")
            self.fields["unit_name"].help_text = _("Type its full name.")
        if not may_type:
            del self.fields["unit_name"]
        if by_public and units and not may_type:
            self.fields["unit"].required = True
        elif by_public and may_type and not units:
            self.fields["unit_name"].required = True
        # One of several fields is needed, so none of them is called optional.
        self.one_of = {"unit", "unit_name"} if by_public else set()

    def clean(self) -> dict[str, Any]:
        """Judge the names and contacts at once, so that all that is wrong is said together."""
        given = super().clean() or self.cleaned_data
        if {"player_1", "player_2", "phone", "email"} <= given.keys():
            try:
                applications.checked(**PairForm.values(self))
            except Refusal as refused:
                self.place(refused)
        for names, code in ONE_IS_NEEDED.items():
            there = self.one_of.intersection(names, self.fields)
            if there and not any(given.get(name) or name in self.errors for name in there):
                self.place(Invalid(code, field=names[0]))
        return given

    def values(self) -> dict[str, Any]:
        """Return what the actions take of a cleaned form."""
        given = self.cleaned_data
        return {
            "players": [given["player_1"], given["player_2"]],
            "unit_id": given.get("unit"),
            "unit_name": given.get("unit_name", ""),
            "phone": given["phone"],
            "email": given["email"],
            "division": given.get("division", ""),
        }

    def place(self, refused: Refusal) -> None:
        """Put a refusal at the field it names; one of the unit at whichever field of it there is."""
        there = {"unit": "unit_name", "unit_name": "unit"}
        if refused.field not in self.fields and there.get(refused.field) in self.fields:
            refused.field = there[refused.field]
        refusals.place(self, refused)


class RegistrationForm(PairForm):
    """What the public fills in. `key` makes sending it again harmless."""

    field_order = (
        "division", "unit", "unit_name", "player_1", "player_2", "phone", "email", "entry_code", "consent", "privacy",
        "key",
    )  # fmt: skip

    entry_code = forms.CharField(
        label=_("Entry code"), widget=line(), help_text=_("It stands in the notice of the event.")
    )
    consent = forms.BooleanField(
        label=_("Both of us agree that our names and unit are shown publicly with entries, draw and results."),
        help_text=_("Without it the pair is shown by its number. Each of you can change this at any time."),
        required=False,
    )
    privacy = forms.BooleanField(
        label=_("We have read the privacy notice."),
        error_messages={"required": _("Please read the privacy notice and tick it.")},
    )
    key = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, settings: Registration, **kwargs: Any) -> None:
        super().__init__(*args, may_type=settings.typed_units, by_public=True, **kwargs)
        if settings.contact_required:
            self.fields["phone"].help_text = _("A telephone number or an e-mail address is enough.")
            self.one_of |= {"phone", "email"}
        self.fields["key"].initial = uuid.uuid4().hex
        if not settings.entry_code:
            del self.fields["entry_code"]

    def values(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            **super().values(),
            "entry_code": given.get("entry_code", ""),
            "consent": given["consent"],
            "privacy": given["privacy"],
            "key": given["key"],
        }


class HandForm(PairForm):
    """A pair that the organizer types: nothing but the names is needed."""

    field_order = ("division", "unit", "unit_name", "player_1", "player_2", "phone", "email", "consent", "note", "key")

    consent = forms.BooleanField(label=_("Both agreed that they are named publicly."), required=False)
    note = forms.CharField(label=_("Note"), max_length=300, required=False)
    key = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, may_type=True, by_public=False, **kwargs)
        self.fields["key"].initial = uuid.uuid4().hex

    def values(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {**super().values(), "consent": given["consent"], "note": given["note"], "key": given["key"]}
