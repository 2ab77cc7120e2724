"""Words for offences and for what they cost, in the offence's own unit."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.ruleset import LevelTable, Offence
from tournaments.phrases.rules.tables import deal_words, rise_words

if TYPE_CHECKING:
    from scoring.penalties import Effect

Words = str | Promise

DECISION = "decision"  # a referee's own, without a clause
OFFENCES: Mapping[str, Words] = {
    "wrong_card": gettext_lazy("Wrong card"),
    "revoke": gettext_lazy("Revoke"),
    "card_count": gettext_lazy("Wrong number of cards"),
    "wrong_kitty": gettext_lazy("Wrong kitty"),
    "wrong_declaration": gettext_lazy("Wrong show of trumps"),
    "bad_throw": gettext_lazy("Throw that is not highest"),
    "exposed_cards": gettext_lazy("Exposed cards"),
    "out_of_turn": gettext_lazy("Playing out of turn"),
    "slow_play": gettext_lazy("Slow play"),
    "asking_partner": gettext_lazy("Asking the partner"),
    "touching_cards": gettext_lazy("Touching others' played cards"),
    "signalling": gettext_lazy("Signalling"),
    "false_accusation": gettext_lazy("Accusing without ground"),
    "taking_back": gettext_lazy("Taking a card back"),
    "unannounced_ruff": gettext_lazy("Ruff or trump lead not announced"),
    "lateness": gettext_lazy("Coming late"),
}
MOMENTS: Mapping[str, Words] = {
    "at_once": gettext_lazy("found at once"),
    "later": gettext_lazy("found later"),
    "light": gettext_lazy("light"),
    "heavy": gettext_lazy("heavy"),
}
WITHOUT_AMOUNT: Mapping[str, Words] = {
    "warning": gettext_lazy("warning"),
    "deal_void": gettext_lazy("the deal is void"),
    "match_lost": gettext_lazy("the match is lost"),
    "disqualified": gettext_lazy("disqualified"),
    "play_changed": gettext_lazy("a side that it misled may change its play"),
    "card_stays": gettext_lazy("the card stays played"),
    "as_the_offence": gettext_lazy("the accusers pay what the offence itself costs"),
}

# Effects by themselves, to choose from.
EFFECTS: Mapping[str, Words] = {
    "warning": gettext_lazy("warning"),
    "points": gettext_lazy("points to the other side"),
    "turnover": gettext_lazy("played on, the deal lost at least"),
    "turnover_or_level": gettext_lazy("played on, the deal lost at least, else points more"),
    "deal_lost": gettext_lazy("the deal is lost"),
    "levels": gettext_lazy("the other side rises"),
    "deal_void": gettext_lazy("the deal is void"),
    "match_lost": gettext_lazy("the match is lost"),
    "disqualified": gettext_lazy("disqualified"),
    "as_the_offence": gettext_lazy("as the offence that was claimed"),
    "play_changed": gettext_lazy("a side that it misled may change its play"),
    "card_stays": gettext_lazy("the card stays played"),
}
BOTH_SIDES: Mapping[str, Words] = {
    "deal_void": gettext_lazy("where both sides did it the deal is void"),
    "deal_ended": gettext_lazy("where both sides did it the deal ends and is dealt again"),
}


def offence_words(key: str) -> str:
    """Return the words for an offence by its key, `kind` or `kind_moment`; KeyError for one that does not exist."""
    if key == DECISION:
        return _("Referee's decision")
    if key in OFFENCES:
        return str(OFFENCES[key])
    for kind, words in OFFENCES.items():
        if key.startswith(f"{kind}_"):
            moment = MOMENTS[key.removeprefix(f"{kind}_")]
            return _("%(offence)s, %(moment)s") % {"offence": words, "moment": moment}
    raise KeyError(key)


def effect_words(effect: "Offence | Effect", table: LevelTable | None = None) -> str:
    """Return what an offence costs; with the level table, floors and ceilings are said in points.

    An Offence is said whole: per card, what repeating it costs, both sides, the referee's room. An Effect is what one
    offence cost at a table, already counted.
    """
    if isinstance(effect, Offence):
        return _("; ").join(_offence(effect, table))
    return _("; ").join(_once(effect.kind, effect.amount, effect, table))


def _offence(offence: Offence, table: LevelTable | None) -> Iterator[str]:
    yield from _once(offence.effect, offence.amount, offence, table)
    for step in offence.escalation:
        words = _("; ").join(_once(step.effect, step.amount, offence, table))
        yield _("from occurrence %(occurrence)d on: %(effect)s") % {"occurrence": step.occurrence, "effect": words}
    if offence.both_sides != "each":
        yield str(BOTH_SIDES[offence.both_sides])
    if offence.discretion:
        yield _("the referee may set another amount")


def _once(kind: str, amount: int, outcome: "Offence | Effect", table: LevelTable | None) -> Iterator[str]:
    """Say one effect; `outcome` holds what else belongs to it: levels of a lost deal, whether it ends, per what."""
    if kind in WITHOUT_AMOUNT:
        yield str(WITHOUT_AMOUNT[kind])
    elif kind == "standing_points":
        words = ngettext("%(points)d point off its total", "%(points)d points off its total", amount)
        yield words % {"points": amount}
    elif kind == "points":
        yield _points(amount, outcome)
    elif kind == "levels":
        yield ngettext("the other side rises %(levels)d level", "the other side rises %(levels)d levels", amount) % {
            "levels": amount
        }
    elif kind == "deal_lost":
        yield _deal_lost(outcome)
    else:
        yield from _turnover(kind, amount, table)
    if outcome.ends_deal and kind in {"deal_lost", "levels"}:
        yield _("the deal ends at once")


def _points(amount: int, outcome: "Offence | Effect") -> str:
    if not isinstance(outcome, Offence):
        return _("%(points)d points") % {"points": amount}
    if outcome.per == "card":
        return _("%(points)d points for each card") % {"points": amount}
    return _("%(points)d points each time") % {"points": amount}


def _deal_lost(outcome: "Offence | Effect") -> str:
    return _(
        "the deal is lost: by the dealer side, then %(taken)s, %(attackers)s; "
        "by the attackers, then %(held)s, %(dealer_side)s"
    ) % {
        "taken": deal_words(held=False),
        "attackers": rise_words(outcome.levels_attackers, held=False),
        "held": deal_words(held=True),
        "dealer_side": rise_words(outcome.levels_dealer_side, held=True),
    }


def _turnover(kind: str, amount: int, table: LevelTable | None) -> Iterator[str]:
    if table is None:
        yield _(
            "played on and counted: by the dealer side, then it loses the deal at least; "
            "by the attackers, then they do not take it"
        )
    else:
        turnover = table.turnover
        yield _(
            "played on and counted: by the dealer side, then as %(turnover)d points at least; "
            "by the attackers, then as %(below)d at most"
        ) % {"turnover": turnover, "below": turnover - table.point_unit.value}
    if kind == "turnover_or_level":
        yield _("a side that has lost the deal anyway gives %(points)d points more") % {"points": amount}
