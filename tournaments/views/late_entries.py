"""What becomes of a pair that comes after the first release, in words, for the organizer's pages of entries."""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from tournaments.errors import Refusal
from tournaments.phrases.refusals import refusal
from tournaments.selectors.late_entries import late_entry

if TYPE_CHECKING:
    from tournaments.models import Tournament


class LateWords(NamedTuple):
    """What becomes of a pair that comes now, after the first release; `may` where it can play at all."""

    may: bool
    words: str


def late_words(event: "Tournament") -> LateWords | None:
    """Say from which round on a late pair plays, or why none can; None while the list can still be opened."""
    late = late_entry(event)
    if late is None:
        return None
    if late.refused:
        return LateWords(may=False, words=refusal(Refusal(late.refused)))
    words = _("A pair that comes now is entered here and plays from round %(round)d on.") % {"round": late.round}
    return LateWords(may=True, words=words)
