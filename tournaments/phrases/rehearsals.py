"""What a rehearsal found, in words, by the codes of `rehearsal.oracle`: which promise or rule is not kept."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FOUND: Mapping[str, str | Promise] = {
    "P1": _("A round is not as it was drawn, or somebody stands in it twice or not at all"),
    "P2": _("Teams meet again although there are opponents enough for all rounds"),
    "P3": _("Teams meet again, or meet within one unit, although nobody had to"),
    "P4": _("A second bye while somebody else has had none"),
    "P5": _("A correction taken back leaves other standings"),
    "P6": _("Points that should add up to nothing do not"),
    "P7": _("The same result sent twice counts twice"),
    "P8": _("Something that is not released can be seen"),
    "KO": _("The bracket does not go on as it was drawn"),
    "award": _("Awards go to others than the regulations say"),
    "feed": _("Others go on than the regulations say"),
    "hall": _("Tables, areas or sittings are not as the regulations say"),
    "official": _("A result is official without what it needs"),
    "order": _("The ranking is not the one of the regulations"),
    "parts": _("Groups or divisions are not kept apart as the regulations say"),
    "points": _("Points are not those of the regulations"),
}


def found_words(code: str) -> str | Promise:
    return FOUND.get(code, _("Something is not as the regulations say"))
