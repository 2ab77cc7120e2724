"""The organizer's list of units."""

from django import forms
from django.utils.translation import gettext_lazy as _


class UnitsForm(forms.Form):
    """Names, one a line."""

    names = forms.CharField(
        label=_("Units"),
        help_text=_("One name a line. You can paste a column of a spreadsheet."),
        widget=forms.Textarea(attrs={"rows": 6, "translate": "no"}),
    )

    def lines(self) -> list[str]:
        text: str = self.cleaned_data["names"]
        return [line.replace("\t", " ") for line in text.splitlines()]


class UnitForm(forms.Form):
    name = forms.CharField(label=_("Unit name"), widget=forms.TextInput(attrs={"translate": "no"}))
    quota = forms.IntegerField(
        label=_("Pairs it may enter"),
        help_text=_("Empty: as the regulations say."),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    members = forms.IntegerField(
        label=_("Members of the unit"),
        help_text=_("How many people it has: a quota that goes by size counts with it."),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    listed = forms.BooleanField(label=_("On the list that pairs choose from"), required=False)
