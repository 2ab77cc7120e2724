"""A ruleset in one line: what tells it from the others at a glance."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ruleset import Ruleset
from tournaments.phrases.rules.sections import title_of
from tournaments.phrases.rules.values import value_words

PLAYED_SO = "two_rounds"


@dataclass(frozen=True, slots=True)
class Card:
    """A preset to choose: its name in addresses, its title, one line about it, and what the portal cannot do of it."""

    name: str
    document: str
    title: str
    line: str
    caution: str


def card_of(name: str, ruleset: Ruleset) -> Card:
    return Card(name, ruleset.identity.document, title_of(ruleset), line_words(ruleset), caution_words(ruleset))


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


def caution_words(ruleset: Ruleset) -> str:
    """Say that a document describes another form of event than the portal draws; "" where it is the same."""
    form = ruleset.event.format.value
    if form == PLAYED_SO:
        return ""
    words = _(
        "The document describes another form of event (%(form)s). The portal draws two rounds and ranks by totals."
    )
    return words % {"form": value_words("event.format", form, ruleset)}
