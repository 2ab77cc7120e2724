"""Fields of our own."""

import re
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SPAN = re.compile(r"(\d{1,4})(?::([0-5]?\d))?")
DECIMAL = re.compile(r"\d{1,4}\.\d{1,2}")
LONGEST_NUMBER = 3


class MinutesField(forms.CharField):
    """A length of time typed as minutes ("120", "1.5") or minutes and seconds ("1:30"); cleans to seconds."""

    default_error_messages = {"invalid": _("Give minutes, or minutes and seconds: 120 or 1:30.")}

    def to_python(self, value: Any) -> Any:
        text = unicodedata.normalize("NFKC", super().to_python(value) or "").replace(" ", "")
        if not text:
            return None
        if DECIMAL.fullmatch(text):
            return round(float(text) * 60)
        span = SPAN.fullmatch(text)
        if span is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return int(span[1]) * 60 + int(span[2] or 0)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        minutes, seconds = divmod(value, 60)
        return f"{minutes}:{seconds:02}" if seconds else str(minutes)


def asked_number(text: str) -> int | None:
    """Return the number that an address asks for; what is no number of a few digits asks for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None
