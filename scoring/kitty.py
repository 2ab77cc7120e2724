"""The kitty: whether the last trick digs it, and by how much its points are multiplied."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset
from scoring.ruleset.deal import ByKind, Kitty, PerCard

SINGLE, PAIR, TRIPLE = 1, 2, 3
LINKED = 2


@dataclass(frozen=True, slots=True)
class Component:
    """`width` equal cards, or a tractor of `length` such tuples."""

    width: int
    length: int = 1

    def __post_init__(self) -> None:
        whole = type(self.width) is int and type(self.length) is int
        if not whole or self.width < SINGLE or self.length < 1 or (self.width == SINGLE and self.length > 1):
            raise ScoringError("bad_component", width=self.width, length=self.length)

    @property
    def cards(self) -> int:
        return self.width * self.length

    @property
    def tractor(self) -> bool:
        return self.length >= LINKED


@dataclass(frozen=True, slots=True)
class LastTrick:
    """How the last trick was won.

    `components`: of the play that won it, by the structure of the lead; `trump`: whether that play was of trumps;
    `jack`: whether a card of the rank that the jack rule names was among them, of the trump suit or another.
    """

    won_by_attackers: bool
    trump: bool
    components: tuple[Component, ...]
    jack: Literal["", "main", "off"] = ""


@dataclass(frozen=True, slots=True)
class Dig:
    """`multiplier` is 0 where the kitty is not dug; `component` is what counted, None where all did together."""

    multiplier: int
    component: Component | None
    reason: Literal["dug", "dealer_side_won", "plain_suit"]
    clause: str


def dig(ruleset: Ruleset, last_trick: LastTrick) -> Dig:
    """Say what the last trick does to the kitty; the components are looked at only where they dig it.

    Raises ScoringError `no_components`, `component_beyond_decks`, `play_beyond_hand`, `no_multiplier`.
    """
    kitty = ruleset.kitty
    if not last_trick.won_by_attackers:
        return Dig(0, None, "dealer_side_won", kitty.dig_with.clause)
    if kitty.dig_with.value == "trump" and not last_trick.trump:
        return Dig(0, None, "plain_suit", kitty.dig_with.clause)
    _check(ruleset, last_trick.components)
    clause = kitty.multiplier.clause if len(last_trick.components) == 1 else kitty.throw.clause
    counted = counting(kitty, last_trick.components)
    only = counted[0] if len(counted) == 1 else None
    return Dig(multiplier(kitty, last_trick.components), only, "dug", clause)


def counting(kitty: Kitty, components: Sequence[Component]) -> tuple[Component, ...]:
    """Return what counts of a last trick: of several components the largest, one single card, or all.

    The largest is of the highest class, a tractor before a triple before a pair, then of the most cards.
    """
    if not components:
        raise ScoringError("no_components")
    if len(components) == 1 or kitty.throw.value == "all_cards":
        return tuple(components)
    if kitty.throw.value == "single":
        return (Component(SINGLE),)
    return (max(components, key=lambda component: (component.tractor, component.cards, component.width)),)


def multiplier(kitty: Kitty, components: Sequence[Component]) -> int:
    """Look up the multiplier of a play that digs; raises ScoringError `no_components`, `no_multiplier`."""
    counted = counting(kitty, components)
    cards = sum(component.cards for component in counted)
    rule = kitty.multiplier.value
    if isinstance(rule, ByKind):
        times = sum(_by_kind(rule, component) for component in counted)
    elif isinstance(rule, PerCard):
        times = rule.factor * cards
    else:
        times = rule.base**cards
    highest = kitty.highest_multiplier.value
    return times if highest is None else min(times, highest)


def digging_plays(ruleset: Ruleset, *, most: int) -> tuple[tuple[Component, int], ...]:
    """List the plays of up to `most` cards that can dig, tuples before tractors, each with its multiplier."""
    tuples = [Component(width) for width in range(SINGLE, ruleset.deck.decks.value + 1)]
    tractors = [
        Component(width, length)
        for width in sorted(ruleset.components.tractor_widths.value)
        for length in range(LINKED, most // width + 1)
    ]
    return tuple(
        (play, multiplier(ruleset.kitty, (play,))) for play in tuples + tractors if _counts(ruleset.kitty, play)
    )


def _counts(kitty: Kitty, play: Component) -> bool:
    rule = kitty.multiplier.value
    return not isinstance(rule, ByKind) or _of_kind(rule, play) is not None


def _by_kind(rule: ByKind, component: Component) -> int:
    times = _of_kind(rule, component)
    if times is None:
        raise ScoringError("no_multiplier", width=component.width, length=component.length)
    return times


def _of_kind(rule: ByKind, component: Component) -> int | None:
    """Look a kind of play up; None where the table has no such kind."""
    tuples = {SINGLE: rule.single, PAIR: rule.pair, TRIPLE: rule.triple}
    tractors = {
        PAIR: (rule.pair_tractor, rule.pair_further),
        TRIPLE: (rule.triple_tractor, rule.triple_further),
    }
    linked, further = tractors.get(component.width, (None, 0))
    if not component.tractor:
        return tuples.get(component.width)
    return None if linked is None else linked + (component.length - LINKED) * further


def _check(ruleset: Ruleset, components: Sequence[Component]) -> None:
    if not components:
        raise ScoringError("no_components")
    widest = max(component.width for component in components)
    if widest > ruleset.deck.decks.value:
        raise ScoringError("component_beyond_decks", width=widest, decks=ruleset.deck.decks.value)
    cards = sum(component.cards for component in components)
    if cards > ruleset.deck.hand.value:
        raise ScoringError("play_beyond_hand", cards=cards, hand=ruleset.deck.hand.value)
