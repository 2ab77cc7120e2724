"""The cards and the people around the table: identity of the document, decks, seats, order of cards."""

from datetime import date
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from scoring.cards import JOKERS_IN_A_DECK, RANKS, SUITS
from scoring.ladder import ScoringError
from scoring.ruleset.values import NotNegative, Part, Positive, Ruled, Slug

HANDS = 4
MOST_DECKS = 12

Rank = Annotated[StrictStr, Field(pattern=r"^(2|3|4|5|6|7|8|9|10|J|Q|K|A)$")]
Neighbours = Literal["gap_at_level", "joker_level", "main_off_level", "off_level_ace"]


class Identity(Part):
    """Which rules these are. `digest`: SHA-256 of the document's text; `parent`: the ruleset it was made from."""

    id: Slug
    version: StrictStr
    document: StrictStr
    title_zh: StrictStr
    title_en: StrictStr
    digest: Annotated[StrictStr, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    parent: Slug | None = None
    effective: date | None = None


class CardPoints(Part):
    """The points of the cards of one rank."""

    rank: Rank
    points: Positive


class Deck(Part):
    """`hand`: cards in each of four hands; `points`: of all cards together."""

    decks: Ruled[Annotated[StrictInt, Field(gt=0, le=MOST_DECKS)]]
    jokers: Ruled[StrictBool]
    removed_ranks: Ruled[tuple[Rank, ...]]
    cards: Ruled[Positive]
    kitty: Ruled[NotNegative]
    hand: Ruled[Positive]
    points: Ruled[Positive]

    @model_validator(mode="after")
    def arithmetic_holds(self) -> Self:
        suited = len(SUITS) * (len(RANKS) - len(set(self.removed_ranks.value)))
        cards = self.decks.value * (suited + JOKERS_IN_A_DECK * self.jokers.value)
        if self.cards.value != cards or self.hand.value * HANDS + self.kitty.value != cards:
            field = "cards" if self.cards.value != cards else "kitty"
            raise ScoringError("deck_does_not_add_up", field=field, cards=cards, hands=HANDS)
        return self


class Table(Part):
    """Who sits where, shuffles, cuts and draws first; what happens with cards drawn by mistake.

    `turned_ace`: the pips of an ace turned for the first draw; J, Q and K are 11, 12 and 13.
    """

    direction: Ruled[Literal["counterclockwise", "clockwise"]]
    seating: Ruled[Literal["partners_opposite", "lots_crossed"]]
    seats_drawn_by: Ruled[Literal["referee", "players"]]
    seats_may_change: Ruled[StrictBool]
    shuffles: Ruled[Literal["losers", "winners", "anybody"]]
    cuts: Ruled[Literal["dealer", "losers", "anybody"]]
    cut_required: Ruled[StrictBool]
    first_draw: Ruled[Literal["pips_counted", "turned_card", "elder_turns_card"]]
    turned_ace: Ruled[Positive]
    turned_joker: Ruled[Literal["turn_again"]]
    surplus_draw: Ruled[Literal["own_choice_returned", "referee_decides"]]
    played_cards: Ruled[Literal["in_front", "turned_over", "turned_over_last_seen"]]


class Cards(Part):
    """What cards count and how trumps are ordered: jokers, main level, off levels, trump suit."""

    point_values: Ruled[tuple[CardPoints, ...]]
    permanent_trumps: Ruled[tuple[Rank, ...]]
    off_levels_equal: Ruled[StrictBool]
    neighbours: Ruled[tuple[Neighbours, ...]]

    @model_validator(mode="after")
    def ranks_stand_once(self) -> Self:
        ranks = [card.rank for card in self.point_values.value]
        for rank in ranks:
            if ranks.count(rank) > 1:
                raise ScoringError("rank_twice", field="point_values", rank=rank)
        return self
