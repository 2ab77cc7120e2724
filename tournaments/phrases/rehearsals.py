"""What a rehearsal found, in words: which promise or rule is not kept."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FOUND: Mapping[str, str | Promise] = {
    "P1": _("A pair meets again, or a pairing is not as the draw allows"),
    "P2": _("An avoidable meeting of one unit"),
    "P3": _("A bye that is not as the regulations say"),
    "P4": _("More constraints broken than had to be"),
    "P5": _("A correction taken back leaves other standings"),
    "P6": _("Points that should add up to nothing do not"),
    "P7": _("The same result sent twice counts twice"),
    "P8": _("Something that is not released can be seen"),
    "KO": _("The bracket does not go on as it was drawn"),
    "feed": _("Others go on than the regulations say"),
    "official": _("A result is official without what it needs"),
    "order": _("The ranking is not the one of the regulations"),
    "points": _("Points are not those of the regulations"),
}


def found_words(code: str) -> str | Promise:
    return FOUND.get(code, _("Something is not as the regulations say"))
