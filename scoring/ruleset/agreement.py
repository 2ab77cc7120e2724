"""What the groups of a ruleset say about each other: every contradiction has a code, the field and its values."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.cards import RANKS, SUITS
from scoring.ladder import ScoringError
from scoring.ruleset.play import widest

if TYPE_CHECKING:
    from scoring.ruleset.whole import Ruleset

TRIPLE = 3
TWO_ROUNDS = 2


def check_agreement(ruleset: "Ruleset") -> None:
    """Refuse a ruleset with the first of its contradictions: ScoringError with `field`, the path of a value."""
    for contradictions in (_cards, _points, _widths, _declaration, _match):
        for found in contradictions(ruleset):
            raise found


def _cards(ruleset: "Ruleset") -> Iterator[ScoringError]:
    removed = ruleset.deck.removed_ranks.value
    points = sum(
        card.points * len(SUITS) * ruleset.deck.decks.value
        for card in ruleset.cards.point_values.value
        if card.rank not in removed
    )
    if points != ruleset.deck.points.value:
        yield ScoringError("points_do_not_add_up", field="deck.points", points=points)
    for level in ruleset.levels.ladder.value:
        if level in RANKS and level in removed:
            yield ScoringError("level_without_cards", field="levels.ladder", level=level)


def _points(ruleset: "Ruleset") -> Iterator[ScoringError]:
    """Points come in the unit of the level table (G-3)."""
    unit = ruleset.level_table.point_unit.value
    for card in ruleset.cards.point_values.value:
        if card.points % unit:
            yield ScoringError("points_not_in_unit", field="cards.point_values", points=card.points, unit=unit)
    for key, ruled in ruleset.penalties.offences.items():
        offence = ruled.value
        for effect, amount in ((offence.effect, offence.amount), *((e.effect, e.amount) for e in offence.escalation)):
            if effect in {"points", "turnover_or_level"} and amount % unit:
                field = f"penalties.offences.{key}"
                yield ScoringError("points_not_in_unit", field=field, points=amount, unit=unit)
    for band in ruleset.lateness.bands.value:
        if band.effect == "points" and band.points % unit:
            yield ScoringError("points_not_in_unit", field="lateness.bands", points=band.points, unit=unit)


def _widths(ruleset: "Ruleset") -> Iterator[ScoringError]:
    """Nothing is wider than there are equal cards, and the kitty knows what the decks can form."""
    decks, widths = ruleset.deck.decks.value, ruleset.components.tractor_widths.value
    if max(widths, default=1) > decks:
        yield ScoringError("wider_than_the_decks", field="components.tractor_widths", width=max(widths), decks=decks)
    for key, ruled in ruleset.follow.orders.items():
        if widest(ruled.value.lead) > decks:
            width = widest(ruled.value.lead)
            yield ScoringError("wider_than_the_decks", field=f"follow.orders.{key}", width=width, decks=decks)
    kitty = ruleset.kitty.multiplier.value
    if kitty.kind == "by_kind" and (
        (decks >= TRIPLE and kitty.triple is None) or (TRIPLE in widths and kitty.triple_tractor is None)
    ):
        yield ScoringError("kitty_without_triples", field="kitty.multiplier", decks=decks)


def _declaration(ruleset: "Ruleset") -> Iterator[ScoringError]:
    declaration, decks, kitty = ruleset.declaration, ruleset.deck.decks.value, ruleset.deck.kitty.value
    for name, cards in (("minimum", declaration.minimum.value), ("fixes", declaration.fixes.value)):
        if cards is not None and cards > decks:
            yield ScoringError("wider_than_the_decks", field=f"declaration.{name}", width=cards, decks=decks)
    if declaration.nobody_card.value > kitty:
        card = declaration.nobody_card.value
        yield ScoringError("no_such_kitty_card", field="declaration.nobody_card", card=card, kitty=kitty)
    if declaration.override.value == "pair_or_joker_pair" and not ruleset.deck.jokers.value:
        yield ScoringError("override_without_jokers", field="declaration.override")


def _match(ruleset: "Ruleset") -> Iterator[ScoringError]:
    """A knockout has to part equal sides; two rounds are two."""
    event, score = ruleset.event, ruleset.match_result
    for name, equal in (
        ("equal_at_time", score.equal_at_time.value),
        ("equal_before_first_deal", score.equal_before_first_deal.value),
    ):
        if event.format.value == "knockout" and equal == "draw":
            yield ScoringError("knockout_without_a_winner", field=f"match_result.{name}")
    rounds = event.rounds.value
    if event.format.value == "two_rounds" and rounds != TWO_ROUNDS:
        yield ScoringError("rounds_of_the_format", field="event.rounds", rounds=rounds)
