"""The exact core: one cheapest matching of a round, and the search through all pairings of a small field."""

from collections import Counter
from typing import Final

import rustworkx

from tournaments.pairing.problem import Pairing, Problem
from tournaments.pairing.randomness import Chance

CHANCE_BITS: Final = 24
MOST_STEPS: Final = 300_000


def pair_exactly(problem: Problem, times: Counter[int], chance: Chance) -> Pairing:
    """Pair all places at the least cost after these meetings; among equals, chance in the low digits of the weights
    decides.

    With 24 bits of chance for each meeting the cheapest pairing is in practice a single one, whatever library finds it.
    """
    shift = CHANCE_BITS + problem.places.bit_length()
    places = chance.shuffled(range(problem.places))
    edges = [
        (
            one,
            other,
            (problem.cost(one, other, times[problem.key(one, other)]) << shift) + chance.below(1 << CHANCE_BITS),
        )
        for index, one in enumerate(places)
        for other in places[index + 1 :]
    ]
    dearest = max(weight for _, _, weight in edges) + 1
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(problem.places))
    graph.add_edges_from([(one, other, dearest - weight) for one, other, weight in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)


def search_all(problem: Problem, best: list[Pairing], chance: Chance) -> tuple[list[Pairing], bool]:
    """Look through all draws for one cheaper than this; give the cheapest, and whether the search came to its end."""
    search = Search(problem, best, chance)
    search.extend([], 0, 0)
    return search.best, search.steps < MOST_STEPS


class Search:
    """Branch and bound over rounds in a fixed order of pairings, which is enough as the cost does not depend on the
    order of rounds.
    """

    def __init__(self, problem: Problem, best: list[Pairing], chance: Chance) -> None:
        self.problem = problem
        self.best = best
        self.cheapest = problem.total(best)
        self.times = problem.before.copy()
        self.pairings = chance.shuffled(_all_pairings(list(range(problem.places))))
        self.floor = min(problem.total([pairing]) for pairing in self.pairings)
        self.steps = 0

    def extend(self, chosen: list[Pairing], first: int, cost: int) -> None:
        left = self.problem.rounds - len(chosen)
        if cost + left * self.floor >= self.cheapest:
            return
        if not left:
            self.best, self.cheapest = [[*pairing] for pairing in chosen], cost
            return
        for index in range(first, len(self.pairings)):
            if self.steps >= MOST_STEPS:
                return
            self.steps += 1
            pairing = self.pairings[index]
            more = 0
            for one, other in pairing:
                key = self.problem.key(one, other)
                more += self.problem.cost(one, other, self.times[key])
                self.times[key] += 1
            self.extend([*chosen, pairing], index, cost + more)
            self.times.subtract(self.problem.key(one, other) for one, other in pairing)


def _all_pairings(places: list[int]) -> list[Pairing]:
    if not places:
        return [[]]
    first, *rest = places
    return [
        [(first, other), *pairing]
        for index, other in enumerate(rest)
        for pairing in _all_pairings(rest[:index] + rest[index + 1 :])
    ]
