"""How the cards are played: declaring trumps, the dealer, what may be led, followed, thrown, and which play wins."""

from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictStr, model_validator

from scoring.ladder import ScoringError
from scoring.ruleset.values import NotNegative, Part, Positive, Ruled, Slug

# Widths of linked tuples joined by "-", components by "+": "2-2" two linked pairs, "3+2+1" triple, pair and single.
Shape = Annotated[StrictStr, Field(pattern=r"^[1-9](-[1-9])*(\+[1-9](-[1-9])*)*$")]
ClassOfPlay = Literal["tractor", "triple", "pair", "single"]


def widest(shape: str) -> int:
    """Return the most equal cards that a shape has together."""
    return max(int(width) for component in shape.split("+") for width in component.split("-"))


def cards_of(shape: str) -> int:
    """Return how many cards a shape has."""
    return sum(int(width) for component in shape.split("+") for width in component.split("-"))


class Declaration(Part):
    """How trumps are set. `minimum`: cards that a first show needs; `fixes`: cards that only jokers override.

    `closes_seconds`: how long the dealer waits after the draw before taking the kitty ends it.
    `nobody`: what sets trumps when nobody declares: the nth kitty card, the first level card in it (else the first
    suited one), or its first card; `nobody_joker`: what a joker there does; `nobody_deals`: who then deals deal 1.
    `may_come_back`: an overridden declarer may override in turn. `redeal`: for hands without trumps or points.
    """

    minimum: Ruled[Positive]
    fixes: Ruled[Positive | None]
    override: Ruled[Literal["more_cards", "pair_or_joker_pair"]]
    equal_number: Ruled[Literal["first_stands", "wrong_show", "not_possible"]]
    self_override: Ruled[StrictBool]
    may_come_back: Ruled[StrictBool]
    reinforce: Ruled[Literal["always", "until_overridden", "fixes", "never"]]
    partner_may_override: Ruled[StrictBool]
    joker_pair_over_joker_pair: Ruled[StrictBool]
    no_trump: Ruled[StrictBool]
    override_moves_dealer: Ruled[Literal["first_deal", "never"]]
    closes_seconds: Ruled[NotNegative]
    wrong_show_bars_partner: Ruled[StrictBool]
    nobody: Ruled[Literal["nth_kitty_card", "first_level_card", "first_kitty_card"]]
    nobody_card: Ruled[Positive]
    nobody_joker: Ruled[Literal["next_card", "no_trump"]]
    nobody_deals: Ruled[Literal["first_to_draw"]]
    redeal: Ruled[StrictBool]

    @model_validator(mode="after")
    def shows_are_ordered(self) -> Self:
        fixes = self.fixes.value
        if fixes is not None and fixes < self.minimum.value:
            raise ScoringError("fixes_below_the_minimum", field="fixes", fixes=fixes, minimum=self.minimum.value)
        return self


class DealerRotation(Part):
    """Who deals next when the deal is held, and when it is lost (G-5); whether a dealer may cede it to the partner."""

    held: Ruled[Literal["partner", "same"]]
    lost: Ruled[Literal["next_seat", "previous_seat"]]
    may_cede: Ruled[StrictBool]


class Components(Part):
    """Tuples and tractors: widths that link, how many links, whether widths mix, and what may not be led."""

    tractor_widths: Ruled[tuple[Positive, ...]]
    tractor_length: Ruled[Annotated[int, Field(ge=2)]]
    mixed_tractor: Ruled[StrictBool]
    banned_leads: Ruled[tuple[Literal["triple_with_pair", "mixed_tractor"], ...]]
    structure_announced: Ruled[StrictBool]
    ruff_announced: Ruled[StrictBool]


class FollowOrder(Part):
    """What must be followed to a lead, best first: each shape has as many cards as the lead."""

    lead: Shape
    order: tuple[Shape, ...]

    @model_validator(mode="after")
    def same_number_of_cards(self) -> Self:
        for shape in self.order:
            if cards_of(shape) != cards_of(self.lead):
                raise ScoringError("shape_of_other_length", field="order", shape=shape, other=self.lead)
        return self


class Follow(Part):
    """`orders`: by name of what is led; `generator`: how other leads are followed.

    `break_triples_for_pairs`: where a pair was led; `break_triples_in_tractors`: for the pairs that a tractor asks for.
    """

    orders: dict[Slug, Ruled[FollowOrder]]
    break_triples_for_pairs: Ruled[StrictBool]
    break_triples_in_tractors: Ruled[StrictBool]
    break_tractors: Ruled[StrictBool]
    shorter_tractor_first: Ruled[StrictBool]
    triple_counts_as_pair: Ruled[StrictBool]
    throws: Ruled[Literal["largest_first"]]
    generator: Ruled[Literal["as_much_as_possible"]]

    @model_validator(mode="after")
    def leads_stand_once(self) -> Self:
        leads = [ruled.value.lead for ruled in self.orders.values()]
        for lead in leads:
            if leads.count(lead) > 1:
                raise ScoringError("lead_twice", field="orders", lead=lead)
        return self


class CrossBeat(Part):
    """A play of another shape that beats the lead all the same."""

    play: Shape
    beats: Shape

    @model_validator(mode="after")
    def same_number_of_cards(self) -> Self:
        if cards_of(self.play) != cards_of(self.beats):
            raise ScoringError("shape_of_other_length", field="cross_beats", shape=self.play, other=self.beats)
        return self


class Comparison(Part):
    """Which of several plays wins. `ruff_classes`: compared in this order, as far as `ruff_depth` says."""

    ruff_must_match: Ruled[StrictBool]
    ruff_classes: Ruled[tuple[ClassOfPlay, ...]]
    ruff_depth: Ruled[Literal["first_class", "all_classes", "structures_only"]]
    equal_plays: Ruled[Literal["earlier"]]
    cross_beats: Ruled[tuple[CrossBeat, ...]]


class Throw(Part):
    """A throw (several components at once): what tests it, who may stop it, what is led and lost when it fails.

    The points that it costs stand in the catalogue of penalties as `bad_throw`; `counted_cards`: of which cards.
    """

    test: Ruled[Literal["components", "single_cards"]]
    blockers: Ruled[Literal["opponents", "all_hands"]]
    led_instead: Ruled[Literal["lowest_failing", "opponents_name", "next_player_names"]]
    counted_cards: Ruled[Literal["failing", "all_thrown", "none"]]
