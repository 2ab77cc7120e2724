"""Where a refusal stands on a form: at its field, in words, with everything that was typed kept."""

from django import forms

from tournaments.errors import Refusal
from tournaments.phrases.refusals import refusal


def place(form: forms.Form, refused: Refusal) -> None:
    """Put a refusal at the field it names, else above the form."""
    form.add_error(refused.field if refused.field in form.fields else None, refusal(refused))
