"""Words for the regulations: what is wrong with a value, and what a choice means."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.phrases.tiebreaks import CRITERIA
from tournaments.regulations import Fault, Tiebreak

FAULTS: Mapping[str, str | Promise] = {
    "missing": _("This is needed."),
    "string_too_short": _("This is needed."),
    "string_too_long": _("This is too long: %(max_length)s characters at most."),
    "greater_than_equal": _("The least is %(ge)s."),
    "less_than_equal": _("The most is %(le)s."),
    "unknown_zone": _("This time zone is unknown."),
    "window_reversed": _("Registration closes after it opens."),
    "reminder_past_round": _("The reminder comes before the end: less time than the round is long."),
    "tiebreak_twice": _("Each tie-break stands in the order once."),
    "lots_not_last": _("A lot decides everything that is left: it comes last."),
}
SOMETHING_ELSE = _("This value cannot be used.")

TIEBREAKS: Mapping[str, str | Promise] = {code.value: CRITERIA[code.value] for code in Tiebreak}
OFFICIAL = (
    ("both_sides", _("As soon as both sides have confirmed it")),
    ("chief", _("Only after the chief referee's tick")),
)
BYES = (("average", _("The average of the team's other rounds")), ("zero", _("Zero")))


def fault(found: Fault) -> str:
    """Return the words for a fault in the reader's language."""
    return str(FAULTS.get(found.code, SOMETHING_ELSE)) % found.params
