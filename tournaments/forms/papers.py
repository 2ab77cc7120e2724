"""Which paper, in which language."""

from django import forms
from django.conf import settings

from tournaments.models import PaperKind


class PaperForm(forms.Form):
    kind = forms.ChoiceField(choices=PaperKind.choices)
    round = forms.IntegerField(min_value=1, required=False)
    language = forms.ChoiceField(choices=settings.LANGUAGES)
