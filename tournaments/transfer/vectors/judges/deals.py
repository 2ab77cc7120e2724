"""What a deal is worth: its cards, the kitty, points to levels, the whole of it."""

from collections.abc import Mapping

from scoring.deals import SEATS, Deal, DealScore, next_dealer, score_deal
from scoring.kitty import dig
from scoring.penalties import Penalty, decided
from scoring.ruleset import Ruleset
from tournaments.transfer.vectors.errors import NotExpressible, Unread
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.judges.tricks import DEALER, final, read_last_trick
from tournaments.transfer.vectors.words import Word, word

NEXT_DEALER: Mapping[int, Word] = {
    0: word("same_dealer", "same", "dealer", "dealer again"),
    1: word("next_seat", "next_seat_after_dealer", "next_player", "next"),
    2: word("partner_of_dealer", "partner", "partner_of_the_dealer"),
    3: word("previous_seat", "seat_before_dealer", "previous"),
}


def deal_shape(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say how the cards are shared out; the decks given are only compared."""
    deck = ruleset.deck
    decks = given.number("decks", default=deck.decks.value)
    if decks != deck.decks.value:
        raise Unread(f"how {decks} decks are shared out: these rules have {deck.decks.value}")
    return {
        "decks": decks,
        "jokers": deck.jokers.value,
        "cards": deck.cards.value,
        "each_hand": deck.hand.value,
        "hand": deck.hand.value,
        "kitty": deck.kitty.value,
        "points": deck.points.value,
        "total_points": deck.points.value,
    }


def deal_score(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    points = given.number("attacker_points", "attackers_points", "points")
    given.has("decks", "section")
    dealer = given.number("dealer", default=DEALER)
    return scored(score_deal(ruleset, final(ruleset, points, dealer=dealer)), dealer)


def deal_full(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    given.has("decks", "section")
    dealer = given.number("dealer", default=DEALER)
    score = score_deal(
        ruleset,
        Deal(
            dealer,
            given.number("trick_points_attackers", "trick_points"),
            given.number("kitty_points", default=0),
            read_last_trick(ruleset, given.part("last_trick")) if given.has("last_trick") else None,
            tuple(_penalty(each) for each in given.items("penalties")) if given.has("penalties") else (),
        ),
    )
    return scored(score, dealer)


def scored(score: DealScore, dealer: int) -> dict[str, object]:
    """Name everything about a deal that was counted."""
    attackers_take = not score.deal_held and not score.void
    return {
        "kitty_multiplier": score.multiplier,
        "kitty_gain": score.kitty_gain,
        "attacker_points": score.points,
        "attackers_points": score.points,
        "counted_as": score.points,
        "dealer_side_holds": score.deal_held,
        "deal_held": score.deal_held,
        "attackers_take_deal": attackers_take,
        "deal_moves_to_attackers": attackers_take,
        "deal_moves": attackers_take,
        "dealer_side_up": score.dealer_delta,
        "attackers_up": score.attackers_delta,
        "next_dealer": NEXT_DEALER[(score.next_dealer - dealer) % SEATS],
    }


def _penalty(given: object) -> Penalty:
    """Read the points that a penalty gave to the attackers, or, less than none, took from them."""
    if not isinstance(given, dict):
        raise Unread(f"which penalty is {given!r}")
    part = Given(given)
    if part.has("to_attackers"):
        amount = part.number("to_attackers")
    elif part.has("to_dealer_side"):
        amount = -part.number("to_dealer_side")
    else:
        role, points = part.role("by", "against"), part.number("points")
        amount = points if role == "dealer_side" else -points
    return Penalty("dealer_side" if amount >= 0 else "attackers", decided("points", abs(amount)))


def kitty(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say what the last trick does to the kitty; of a throw, its components count rather than the largest of them."""
    given.has("dig_component")
    times = dig(ruleset, read_last_trick(ruleset, given)).multiplier
    found: dict[str, object] = {"multiplier": times, "kitty_multiplier": times, "kitty_dug": times > 0}
    if given.has("kitty_points"):
        points = given.number("kitty_points") * times
        found |= {"points_to_attackers": points, "kitty_gain": points}
    return found


def dealer_next(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say who deals next, by the seats as the vector names them."""
    seats = list(given.items("seats_in_turn_order")) if given.has("seats_in_turn_order") else list(range(SEATS))
    teams = given.items("teams") if given.has("teams") else [[seats[0], seats[2]], [seats[1], seats[3]]]
    partners = [{seat for seat in seats if seat in team} for team in teams if isinstance(team, list)]
    if len(seats) != SEATS or {seats[0], seats[2]} not in partners or {seats[1], seats[3]} not in partners:
        raise NotExpressible(f"teams {teams!r} at seats {seats!r}")
    dealer = given.raw("dealer")
    if dealer not in seats:
        raise Unread(f"who sits at {dealer!r}")
    seat = seats.index(dealer)
    following = next_dealer(ruleset, seat, held=given.truth("dealer_side_holds", "deal_held", "held"))
    return {"next_dealer": seats[following], "seat": NEXT_DEALER[(following - seat) % SEATS]}
