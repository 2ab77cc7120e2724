"""A ruleset in one line: what tells it from the others at a glance."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ruleset import Ruleset
from tournaments.phrases.rules.sections import title_of
from tournaments.phrases.rules.values import value_words
from tournaments.phrases.stages import FORMATS
from tournaments.stageplans import BRACKETS, Format, StagePlan

# The formats that a document's form of event may mean; one that is not here fits all of them.
DESCRIBED: Mapping[str, Collection[Format]] = {
    "knockout": {Format.KNOCKOUT},
    "two_rounds": {Format.TWO_ROUNDS, Format.RANDOM_ROUNDS},
    "rounds": frozenset(Format) - BRACKETS,
}


@dataclass(frozen=True, slots=True)
class Card:
    """A preset to choose: its name in addresses, its title, one line about it.

    `caution`: that the stage which it is or would be of has another form than the document describes.
    """

    name: str
    document: str
    title: str
    line: str
    caution: str


def card_of(name: str, ruleset: Ruleset, plan: StagePlan | None = None) -> Card:
    caution = caution_words(ruleset, plan) if plan is not None else ""
    return Card(name, ruleset.identity.document, title_of(ruleset), line_words(ruleset), caution)


def line_words(ruleset: Ruleset) -> str:
    """Return decks, time of a round, form of the event, and what a match counts by."""
    decks = ruleset.deck.decks.value
    clock = ruleset.round_clock.minutes.value
    time = _("no time limit") if clock is None else _("%(n)s minutes") % {"n": clock}
    parts = (
        ngettext("%(decks)d deck", "%(decks)d decks", decks) % {"decks": decks},
        time,
        value_words("event.format", ruleset.event.format.value, ruleset),
        _("counted by %(kind)s") % {"kind": value_words("match_result.kind", ruleset.match_result.kind.value, ruleset)},
    )
    return _(" · ").join(parts)


def caution_words(ruleset: Ruleset, plan: StagePlan) -> str:
    """Say that a document describes another form of event than the stage has; "" where it does not."""
    form = ruleset.event.format.value
    if plan.format in DESCRIBED.get(form, Format):
        return ""
    words = _("The document describes another form of event (%(form)s). This stage is: %(format)s.")
    return words % {"form": value_words("event.format", form, ruleset), "format": FORMATS[plan.format]}
