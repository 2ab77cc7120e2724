"""A deal in words: one sentence for what it was and did, and one for each step of how it was counted."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.deals import DealScore, Step
from scoring.kitty import Component
from tournaments.phrases.rules import offence_words
from tournaments.phrases.rules.shapes import play_words
from tournaments.phrases.rules.tables import number, span_words

Call = Callable[[int], str]
Words = str | Promise

ROLES: Mapping[str, Words] = {
    "dealer_side": gettext_lazy("dealer side"),
    "attackers": gettext_lazy("attackers"),
}
STEPS: Mapping[str, Words] = {
    "tricks": gettext_lazy("The attackers took %(points)s points in tricks."),
    "kitty_dealer_side": gettext_lazy("The dealer side won the last trick: the kitty does not count."),
    "kitty_plain_suit": gettext_lazy("The last trick was won with a plain suit, which does not dig."),
    "penalty_warning": gettext_lazy("%(offence)s by the %(role)s: a warning."),
    "penalty_play_changed": gettext_lazy("%(offence)s by the %(role)s: the misled side may change its play."),
    "penalty_card_stays": gettext_lazy("%(offence)s by the %(role)s: the card stays played."),
    "limits_cancel": gettext_lazy("Both sides are at fault: the floor and the ceiling lift each other."),
    "turnover": gettext_lazy("%(offence)s by the %(role)s: counted as %(points)s points instead of %(before)s."),
    "turnover_or_level": gettext_lazy(
        "%(offence)s by the %(role)s: counted as %(points)s points instead of %(before)s."
    ),
    "match_lost": gettext_lazy("%(offence)s by the %(role)s: the match is lost."),
    "disqualified": gettext_lazy("%(offence)s by the %(role)s: disqualified."),
    "deal_void": gettext_lazy("%(offence)s by the %(role)s: the deal is void."),
    "both_at_fault": gettext_lazy("%(offence)s by both sides: the deal does not count."),
    "both_lose_the_deal": gettext_lazy("Both sides have lost the deal: it does not count."),
    "must_play_stop": gettext_lazy("%(side)s stops at %(level)s, which must be played."),
    "must_play_unheld": gettext_lazy("%(side)s stays at %(level)s until it has held the deal there."),
    "jack_rule": gettext_lazy(
        "%(side)s deals at %(level)s and its kitty was dug with that card: back to %(falls_to)s."
    ),
    "failed_attempt": gettext_lazy("%(side)s lost the deal at %(level)s: attempt %(failed)s of %(attempts)s."),
    "failure_rule": gettext_lazy("%(side)s lost the deal at %(level)s %(attempts)s times: back to %(falls_to)s."),
    "match_won": gettext_lazy("%(side)s wins the match: %(by)s."),
    "match_drawn": gettext_lazy("The match is drawn: %(by)s."),
    "lots_to_draw": gettext_lazy("Both sides are equal: lots decide who wins."),
    "same_dealer": gettext_lazy("%(dealer)s deals again."),
}
ENDS: Mapping[str, Words] = {
    "ladder": gettext_lazy("the last level is passed"),
    "early_lead": gettext_lazy("the lead is large enough"),
    "deals": gettext_lazy("all deals are played"),
    "match_lost": gettext_lazy("lost by a ruling"),
    "last_deals": gettext_lazy("the last deals are played"),
}
MARKS: Mapping[str, Words] = {
    "late": gettext_lazy("Finished before the last deals, entered late."),
    "mistake": gettext_lazy("Played by mistake after the last deal."),
}
DECIDED: Mapping[str, Words] = {
    "levels": gettext_lazy("by the levels"),
    "ladder": gettext_lazy("by passing the last level"),
    "early_lead": gettext_lazy("by the lead"),
    "dealer_side": gettext_lazy("equal levels: the side that would deal next wins"),
    "lots": gettext_lazy("equal levels: lots decide"),
    "draw": gettext_lazy("equal levels: a draw"),
    "next_to_lead": gettext_lazy("equal levels: the side that would lead next wins"),
    "first_to_reach": gettext_lazy("equal levels: the side that reached the level first wins"),
    "extra_deal": gettext_lazy("equal levels: an extra deal decides"),
    "better_rank": gettext_lazy("equal levels: the side that stands better so far wins"),
}
DECISIONS: Mapping[str, Words] = {
    "warning": gettext_lazy("A warning"),
    "points": gettext_lazy("Points to the other side"),
    "levels": gettext_lazy("Levels to the other side"),
    "deal_lost": gettext_lazy("The deal is lost"),
    "deal_void": gettext_lazy("The deal is void"),
    "match_lost": gettext_lazy("The match is lost"),
    "disqualified": gettext_lazy("Disqualified from the event"),
}
VERDICTS: Mapping[str, Words] = {
    "finish": gettext_lazy("The deal in hand is played to its end and counts."),
    "stop": gettext_lazy("Play stops: the deal in hand does not count."),
    "between": gettext_lazy("Play stops: no further deal begins."),
}
# Codes whose words depend on a number stand in `_counted`.
COUNTED = frozenset(
    {"kitty_dug", "penalty_points", "level_table", "deal_lost", "extra_levels", "rise", "next_dealer", "credited"}
)


def side_letter(side: int) -> str:
    return _("Side %(letter)s") % {"letter": "AB"[side]}


def step_words(step: Step, call: Call = side_letter, seat: Call | None = None) -> str:
    """Say one step of a deal; `call` names a side, `seat` a seat. KeyError for a step that does not exist."""
    params = {name: _value(name, value, call) for name, value in step.params.items()}
    if "seat" in step.params:
        place = int(str(step.params["seat"]))
        params["dealer"] = seat(place) if seat is not None else call(place % 2)
    if step.code in COUNTED:
        return _counted(step, params)
    return str(STEPS[step.code]) % params


def _value(name: str, value: Any, call: Call) -> object:
    match name:
        case "side":
            return call(value)
        case "role":
            return str(ROLES[value])
        case "offence":
            return offence_words(value or "decision")
        case "by":
            return str(ENDS[value])
        case _:
            return number(value) if type(value) is int else value


def _counted(step: Step, params: Mapping[str, object]) -> str:
    given = step.params
    levels = _whole(given.get("levels")) or 0
    more: dict[str, object] = {"levels": levels}
    match step.code:
        case "kitty_dug":
            words = _("Kitty: %(kitty_points)s × %(multiplier)s = %(gain)s (%(shape)s), together %(points)s points.")
            more["shape"] = _shape(given["width"], given["length"])
        case "penalty_points":
            words = _("%(offence)s by the %(role)s: %(amount)s points to the other side, now %(points)s.")
        case "level_table":
            words = _("%(points)s points lie in %(span)s: %(change)s.")
            more["span"] = span_words(_whole(given["lowest"]), _whole(given["highest"]))
            more["change"] = change_words(held=bool(given["deal_held"]), levels=levels)
        case "deal_lost":
            words = ngettext(
                "%(offence)s by the %(role)s: the deal is lost, the other side rises %(levels)d level.",
                "%(offence)s by the %(role)s: the deal is lost, the other side rises %(levels)d levels.",
                levels,
            )
        case "extra_levels":
            words = ngettext(
                "%(offence)s by the %(role)s: the other side rises %(levels)d level more.",
                "%(offence)s by the %(role)s: the other side rises %(levels)d levels more.",
                levels,
            )
        case "rise":
            words = _("%(side)s rises from %(before)s to %(after)s.")
        case "credited":
            words = _("%(offence)s by the other side: %(side)s rises from %(before)s to %(after)s.")
        case _:
            words = _("%(dealer)s deals next: the deal is held.") if given["held"] else _("%(dealer)s deals next.")
    return words % {**params, **more}


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _shape(width: object, length: object) -> str:
    if not isinstance(width, int) or not isinstance(length, int):
        return _("all cards of the throw")
    return play_words(Component(width, length))


def change_words(*, held: bool, levels: int) -> str:
    """Say what a deal changes: who has the deal and who rises by how many levels."""
    if held:
        words = ngettext(
            "the dealer side holds the deal and rises %(levels)d level",
            "the dealer side holds the deal and rises %(levels)d levels",
            levels,
        )
        return (words if levels else _("the dealer side holds the deal")) % {"levels": levels}
    words = ngettext(
        "the attackers take the deal and rise %(levels)d level",
        "the attackers take the deal and rise %(levels)d levels",
        levels,
    )
    return (words if levels else _("the attackers take the deal")) % {"levels": levels}


def sentence(deal: int, score: DealScore | None, call: Call, dealer_side: int, levels: tuple[str, str]) -> str:
    """Say a deal in one sentence: its points, what changed, and the levels after it."""
    if score is None:
        return _("Deal %(number)d was played after the match was over and does not count.") % {"number": deal}
    common = {"number": deal, "points": number(score.points), "dealer": call(dealer_side)}
    after = {"first": call(0), "first_level": levels[0], "second": call(1), "second_level": levels[1]}
    if score.void:
        return _("Deal %(number)d (%(dealer)s dealt) does not count: the same player deals again.") % common
    change = change_words(held=score.deal_held, levels=score.dealer_delta if score.deal_held else score.attackers_delta)
    return _(
        "Deal %(number)d (%(dealer)s dealt): attackers %(points)s points, %(change)s."
        " %(first)s %(first_level)s, %(second)s %(second_level)s."
    ) % {**common, **after, "change": change}


def mistake_words(deal: int) -> str:
    return _("Deal %(number)d was played by mistake after the last deal and does not count.") % {"number": deal}


def mark_words(mark: str) -> str:
    """Say what a deal was marked as; "" for all usual ones."""
    return str(MARKS[mark]) if mark else ""


def ended_words(by: str) -> str:
    """Say what ended a match; "" while it goes on."""
    return str(ENDS[by]) if by else ""


def decision_words(decided_by: str, winner: int | None, call: Call, *, by_points: bool = False) -> str:
    """Say who wins and by what; `by_points`: the points of the deals count, and not the levels."""
    words = _("more points") if by_points and decided_by == "levels" else str(DECIDED[decided_by])
    if winner is None:
        return words[:1].upper() + words[1:]
    return _("%(side)s wins (%(by)s)") % {"side": call(winner), "by": words}


def last_deals_words(left: int, total: int) -> str:
    if not left:
        return _("The last deals are played: hand in the result.")
    words = ngettext(
        "%(left)d of the last %(total)d deals is left, the deal in hand included.",
        "%(left)d of the last %(total)d deals are left, the deal in hand included.",
        left,
    )
    return words % {"left": left, "total": total}


def verdict_words(stage: str, verdict: str) -> str:
    """Say what becomes of the deal in hand when time is up."""
    return str(VERDICTS["between" if stage == "between" else verdict])


def lost_words(winner: int | None, call: Call) -> str:
    """Say who wins a match that was lost by a ruling."""
    if winner is None:
        return _("Both sides have lost the match by a ruling.")
    return _("%(side)s wins: the match is lost by a ruling.") % {"side": call(winner)}


def seat_words(side: str, place: int) -> str:
    return _("%(side)s, player %(number)d") % {"side": side, "number": place}


def ruled_words(side: str, offence: str, effect: str) -> str:
    """Say a ruling in one line: against whom, for what, and what it costs."""
    return _("%(side)s: %(offence)s – %(effect)s") % {"side": side, "offence": offence, "effect": effect}


def version_words(dealer: str, points: int, kitty_points: int) -> str:
    """Say what a version of a deal has stored."""
    if kitty_points:
        words = _("%(dealer)s dealt, %(points)d points in tricks, %(kitty_points)d in the kitty")
    else:
        words = _("%(dealer)s dealt, %(points)d points in tricks")
    return words % {"dealer": dealer, "points": points, "kitty_points": kitty_points}


def dealer_words(dealer: str, *, first: bool) -> str:
    if first:
        return _("Deal 1: whoever declares first deals.")
    return _("%(dealer)s deals next") % {"dealer": dealer}


def differ_words(deals: tuple[str, str], reported: tuple[str | None, str | None]) -> str:
    """Say that what is reported is not what the kept deals make."""
    return _(
        "The deals kept at the table make %(deal_0)s : %(deal_1)s, reported are %(level_0)s : %(level_1)s."
        " Look at both before it is handed in."
    ) % {"deal_0": deals[0], "deal_1": deals[1], "level_0": reported[0], "level_1": reported[1]}
