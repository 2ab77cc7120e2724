"""Codes → words. Everything the core says to a person stands here, with named placeholders."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refusal

REFUSALS: Mapping[str, str | Promise] = {
    "not_allowed": _("You are not allowed to do this."),
    "not_found": _("There is nothing at this address."),
    "unknown_link": _("This link is unknown or no longer valid. Ask the organizer for a new one."),
    "illegal_step": _("This is not possible in the present state. Reload the page."),
}


def refusal(error: Refusal) -> str:
    """Return the words for a refusal in the reader's language."""
    return str(REFUSALS[error.code]) % error.params
