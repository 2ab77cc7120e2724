"""Last tricks and deals as vectors give them, in the form in which they are counted."""

from collections import Counter
from collections.abc import Sequence

from scoring.cards import JOKERS
from scoring.deals import Deal
from scoring.kitty import Component, LastTrick
from scoring.ladder import ScoringError
from scoring.penalties import Penalty, Role, decided
from scoring.ruleset import Ruleset
from tournaments.transfer.vectors.errors import Unread
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.words import is_trump

DEALER = 0
SEVERAL = ("last_trick_components", "last_trick_lead_components", "lead_components", "components")
ONE = ("dig_component", "component")
SUIT = ("suit", "last_trick_won_with", "won_with")
WINNER = ("won_by", "by", "winner_side", "winner")


def read_last_trick(ruleset: Ruleset, given: Given) -> LastTrick:
    """Read who won it, with what; where that is not said, the attackers did, with trumps."""
    attackers = given.role(*WINNER, default="attackers") == "attackers"
    if given.has("winning_play"):
        return _of_cards(ruleset, given, attackers=attackers)
    trump = is_trump(given.text(*SUIT, default="trump"))
    return LastTrick(attackers, trump, read_components(given))


def read_components(given: Given) -> tuple[Component, ...]:
    if given.has(*SEVERAL):
        return tuple(_component(each) for each in given.items(*SEVERAL))
    return (_component(given.raw(*ONE)),)


def _component(given: object) -> Component:
    """Read [width], [width, length] or an object that names them."""
    if isinstance(given, dict):
        part = Given(given)
        numbers: Sequence[object] = (part.number("width"), part.number("length", default=1))
    elif isinstance(given, list):
        numbers = given
    else:
        numbers = (given,)
    width, *rest = numbers or (None,)
    length = rest[0] if rest else 1
    if type(width) is not int or type(length) is not int or len(rest) > 1:
        raise Unread(f"which component is {given!r}")
    try:
        return Component(width, length)
    except ScoringError as fault:
        raise Unread(f"which component is {given!r}") from fault


def _of_cards(ruleset: Ruleset, given: Given, *, attackers: bool) -> LastTrick:
    """Read a play given by its cards: one component for each card that differs; without a trump suit, of trumps."""
    cards = [str(card) for card in given.items("winning_play")]
    if given.has("trump"):
        trump = given.part("trump")
        level, suit = trump.text("level", default=""), trump.text("suit", default="")
    else:
        level = suit = ""
    rule = ruleset.levels.jack_rule.value
    of_the_rank = {_suit(card) for card in cards if rule is not None and _rank(card) == rule.level}
    return LastTrick(
        attackers,
        all(card in JOKERS or level == _rank(card) or suit in {"", _suit(card)} for card in cards),
        tuple(Component(times) for times in Counter(cards).values()),
        ("main" if suit in of_the_rank else "off") if of_the_rank else "",
    )


def _suit(card: str) -> str:
    return card.partition("-")[0]


def _rank(card: str) -> str:
    return card.partition("-")[2]


def final(ruleset: Ruleset, points: int, *penalties: Penalty, dealer: int = DEALER) -> Deal:
    """Return a deal with these points of the attackers, which may lie beyond what cards can give."""
    in_tricks = max(0, min(points, ruleset.deck.points.value))
    beyond = points - in_tricks
    if beyond:
        side: Role = "dealer_side" if beyond > 0 else "attackers"
        penalties = (Penalty(side, decided("points", abs(beyond))), *penalties)
    return Deal(dealer, in_tricks, penalties=penalties)
