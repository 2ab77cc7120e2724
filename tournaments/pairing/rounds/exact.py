"""The exact core: one cheapest matching of a whole round, or of a part of it, by maximum weight."""

from collections.abc import Iterable, Sequence
from typing import Final

import rustworkx

from tournaments.pairing.randomness import Chance
from tournaments.pairing.rounds.field import NOBODY, Pair, Pairs
from tournaments.pairing.rounds.tiers import Tiers

Weighted = tuple[int, int, int]
WHOLE: Final = 300


def cheapest(edges: Sequence[Weighted], places: int) -> Pairs:
    """Give the cheapest of the matchings with the most pairs; edges are one, other, cost ≥ 0."""
    if not edges:
        return []
    dearest = max(edge[2] for edge in edges) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(places))
    graph.add_edges_from([(one, other, dearest - cost) for one, other, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)


def pair_exactly(tiers: Tiers, chance: Chance) -> Pairs:
    """Pair all places at the least cost; among equals chance in the low digits of the weights decides.

    With this chance in every weight the cheapest pairing is in practice a single one, whatever library finds it.
    """
    places = range(tiers.field.places)
    return cheapest(_weigh(tiers, chance, ((one, other) for other in places for one in range(other))), len(places))


def pair_among(tiers: Tiers, chance: Chance, candidates: Iterable[Pair]) -> Pairs:
    """Pair all places at the least cost by some of all meetings; fewer pairs where these do not suffice."""
    return cheapest(_weigh(tiers, chance, sorted(set(candidates))), tiers.field.places)


def _weigh(tiers: Tiers, chance: Chance, pairs: Iterable[Pair]) -> list[Weighted]:
    bound = 1 << tiers.chance_bits
    cost = tiers.cost
    return [(one, other, cost(one, other) + chance.below(bound)) for one, other in pairs]


def candidates_near(tiers: Tiers, width: int) -> Iterable[Pair]:
    """Name for every place the next ones below it that it may meet without a fault, the very next ones, and the bye for
    those that have the fewest byes.
    """
    field = tiers.field
    count = len(field.teams)
    for one in range(count):
        found = 0
        for other in range(one + 1, min(count, one + 20 * width)):
            free = not field.parted(one, other)
            found += free
            if free or other <= one + 2:
                yield one, other
            if found == width:
                break
    if field.bye != NOBODY:
        order = sorted(range(count), key=lambda place: (field.had[field.teams[place]], field.wish_for_bye[place]))
        yield from ((place, field.bye) for place in order[: 4 * width])


def candidates_at_random(tiers: Tiers, width: int, chance: Chance) -> Iterable[Pair]:
    """Name for every place some that it may meet without a fault, a few that it may not, and the bye."""
    field = tiers.field
    count = len(field.teams)
    for one in range(count):
        found = tries = 0
        while found < width and tries < 4 * width:
            tries += 1
            other = chance.below(count)
            if other != one and (not field.parted(one, other) or tries % 4 == 0):
                found += 1
                yield min(one, other), max(one, other)
    if field.bye != NOBODY:
        yield from ((place, field.bye) for place in range(count))
