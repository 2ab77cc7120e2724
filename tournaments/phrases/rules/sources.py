"""Where a value comes from: the document, our reading of it, or the organizer."""

from collections.abc import Mapping
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Mark = Literal["document", "reading", "organizer"]

MARKS: Mapping[str, Mark] = {
    "explicit": "document",
    "derived": "document",
    "typo_fixed": "document",
    "proposed": "reading",
    "silent_decided": "reading",
    "organizer": "organizer",
}
STATUSES: Mapping[str, str | Promise] = {
    "explicit": _("document"),
    "derived": _("document: follows from it"),
    "typo_fixed": _("document: slip corrected"),
    "proposed": _("our reading"),
    "silent_decided": _("our reading: nothing is written"),
    "organizer": _("the organizer decided"),
}
