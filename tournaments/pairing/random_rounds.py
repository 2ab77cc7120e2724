"""Random rounds drawn at once: without repeats, without meetings inside a unit, without a second bye while that can be
had.

The ways, in this order, until one breaks no more than any draw must: shuffle, whole permutations, the first that fits
(every fitting draw has the same chance); repair, a random draw mended by random swaps; circle, a round robin of
shuffled teams, where only repeats can be a fault; search, all pairings of up to ten places; exact, one cheapest
matching a round with chance in the low digits of its costs. Constants and the order of the choices are part of the
method's version: who changes them gives the method a new version and keeps the old one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.constraints import Constraints
from tournaments.pairing.matching import pair_exactly, search_all
from tournaments.pairing.problem import Broken, Pairing, Problem, explain_broken, least_broken
from tournaments.pairing.randomness import Chance
from tournaments.pairing.refusals import ConstraintName, Impossible
from tournaments.pairing.values import DrawnMatch, DrawnRound, Inputs, Notice

SHUFFLED_PLACES: Final = 600_000
MOST_SHUFFLES: Final = 20_000
FEWEST_SHUFFLES: Final = 20
RESTARTS: Final = 8
SMALL: Final = 10
EXACT_PLACES: Final = 600


@dataclass(frozen=True, slots=True)
class Found:
    pairings: tuple[Pairing, ...]
    way: str
    broken: Broken
    proved: bool


def draw_random_rounds(
    inputs: Inputs, constraints: Constraints, chance: Chance, rounds: int
) -> tuple[tuple[DrawnRound, ...], str, tuple[Notice, ...]]:
    """Draw rounds numbered from 1; give them with the way and what could not be kept.

    Raises Impossible where a constraint that is never to be broken would have to be.
    """
    problem = Problem.of(inputs, constraints, rounds)
    found = _find(problem, chance)
    notices = explain_broken(problem, inputs, found.broken, proved=found.proved)
    _refuse_broken(constraints, found, notices)
    teams = [entrant.team for entrant in inputs.entrants]
    drawn = tuple(seat(problem, teams, number, pairing) for number, pairing in enumerate(found.pairings, start=1))
    return drawn, found.way, notices


def _refuse_broken(constraints: Constraints, found: Found, notices: Sequence[Notice]) -> None:
    names: tuple[ConstraintName, ...] = ("no_rematch", "no_own_unit", "one_bye")
    codes = ("rematch_unavoidable", "own_unit_unavoidable", "second_bye_unavoidable")
    for name, code, count in zip(names, codes, found.broken, strict=True):
        if count and constraints.strictness(name) == "never":
            reasons = ",".join(notice.code for notice in notices if notice.code != code)
            raise Impossible(name, code, {"count": count, "proved": found.proved, "reasons": reasons})


def seat(problem: Problem, teams: Sequence[int], number: int, pairing: Pairing) -> DrawnRound:
    byes = tuple(teams[min(pair)] for pair in pairing if problem.bye in pair)
    playing = [pair for pair in pairing if problem.bye not in pair]
    return DrawnRound(
        number=number,
        matches=tuple(
            DrawnMatch(table, (teams[one], teams[other])) for table, (one, other) in enumerate(playing, start=1)
        ),
        byes=byes,
    )


def _find(problem: Problem, chance: Chance) -> Found:
    least = least_broken(problem)
    shuffled = _by_shuffle(problem, least, chance)
    if shuffled is not None:
        return Found(shuffled, "shuffle", least, proved=True)
    way, best = "repair", by_repair(problem, least, chance)
    if problem.broken(best) != least and problem.plain:
        way, best = "circle", by_circle(problem, chance)
    proved = problem.broken(best) == least
    if not proved and problem.places <= SMALL:
        better, proved = search_all(problem, best, chance)
        way, best = ("search", better) if better is not best else (way, best)
    elif not proved:
        better, floor = _by_matching(problem, best, chance)
        way, best = ("exact", better) if better is not best else (way, best)
        proved = problem.broken(best) == least or problem.total(best) == floor
    for pairing in best:
        _mix(pairing, chance)
    chance.shuffle(best)
    return Found(tuple(best), way, problem.broken(best), proved)


def _mix(pairing: Pairing, chance: Chance) -> None:
    chance.shuffle(pairing)
    for index, (one, other) in enumerate(pairing):
        if chance.below(2):
            pairing[index] = (other, one)


def _pairs(order: Sequence[int]) -> Pairing:
    return list(zip(order[::2], order[1::2], strict=True))


def _by_shuffle(problem: Problem, least: Broken, chance: Chance) -> tuple[Pairing, ...] | None:
    """Draw each round until it fits by itself, then all anew until they fit together.

    This gives every fitting draw the same chance, as drawing all rounds together until they fit would.
    """
    tries = min(MOST_SHUFFLES, max(FEWEST_SHUFFLES, SHUFFLED_PLACES // problem.places))
    order = list(range(problem.places))
    rounds: list[Pairing] = []
    alone_must_fit = not any(least)
    while tries > 0:
        tries -= 1
        chance.shuffle(order)
        pairing = _pairs(order)
        if alone_must_fit and any(
            problem.cost(one, other, problem.before[problem.key(one, other)]) for one, other in pairing
        ):
            continue
        rounds.append(pairing)
        if any(count > limit for count, limit in zip(problem.broken(rounds), least, strict=True)):
            rounds = []
        elif len(rounds) == problem.rounds:
            return tuple(rounds)
    return None


def by_circle(problem: Problem, chance: Chance) -> list[Pairing]:
    """Take rounds of a round robin of shuffled places, each once before any comes again."""
    order = chance.shuffled(range(problem.places))
    fixed, ring = order[0], order[1:]
    robin = [
        [
            (fixed, ring[turn]),
            *((ring[(turn + step) % len(ring)], ring[turn - step]) for step in range(1, problem.places // 2)),
        ]
        for turn in range(len(ring))
    ]
    rounds: list[Pairing] = []
    while len(rounds) < problem.rounds:
        rounds.extend([*pairing] for pairing in chance.shuffled(robin)[: problem.rounds - len(rounds)])
    return rounds


def by_repair(problem: Problem, least: Broken, chance: Chance) -> list[Pairing]:
    """Give the cheapest of some random draws, each mended by random swaps."""
    best: list[Pairing] = []
    best_cost = -1
    for _ in range(RESTARTS):
        rounds = [_pairs(chance.shuffled(range(problem.places))) for _ in range(problem.rounds)]
        Repair(problem, rounds, chance).run()
        cost = problem.total(rounds)
        if best_cost < 0 or cost < best_cost:
            best, best_cost = rounds, cost
        if problem.broken(best) == least:
            break
    return best


class Repair:
    """Mend a draw in place: two matches of a round exchange partners where that costs nothing or saves something."""

    def __init__(self, problem: Problem, rounds: list[Pairing], chance: Chance) -> None:
        self.problem = problem
        self.rounds = rounds
        self.chance = chance
        self.times: Counter[int] = problem.before.copy()
        for pairing in rounds:
            self.times.update(problem.key(one, other) for one, other in pairing)

    def run(self) -> None:
        """Stop when nothing is broken or a number of sweeps in a row saved nothing."""
        idle, patience = 0, 12
        while idle < patience:
            faults = [
                (number, table)
                for number, pairing in enumerate(self.rounds)
                for table, (one, other) in enumerate(pairing)
                if self._cost_without(one, other)
            ]
            if not faults:
                return
            self.chance.shuffle(faults)
            saved = sum(self._mend(number, table) for number, table in faults)
            idle = 0 if saved else idle + 1

    def _cost_without(self, one: int, other: int) -> int:
        return self.problem.cost(one, other, self.times[self.problem.key(one, other)] - 1)

    def _mend(self, number: int, table: int) -> int:
        """Try other tables of the round in random order; give what was saved."""
        pairing = self.rounds[number]
        if not self._cost_without(*pairing[table]):
            return 0
        tables = self.chance.shuffled(range(len(pairing))) if len(pairing) > 1 else []
        for other in tables:
            if other == table:
                continue
            saved = self._exchange(pairing, table, other)
            if saved is not None:
                return saved
        return 0

    def _exchange(self, pairing: Pairing, table: int, other: int) -> int | None:
        """Exchange partners if that is not dearer (equal mostly, to leave dead ends); give what was saved."""
        (one, two), (three, four) = pairing[table], pairing[other]
        if self.chance.below(2):
            three, four = four, three
        old = self._remove(one, two) + self._remove(three, four)
        new = self._add(one, three) + self._add(two, four)
        if new < old or (new == old and not self.chance.below(4)):
            pairing[table], pairing[other] = (one, three), (two, four)
            return old - new
        self._remove(one, three)
        self._remove(two, four)
        self._add(one, two)
        self._add(three, four)
        return None

    def _remove(self, one: int, other: int) -> int:
        key = self.problem.key(one, other)
        self.times[key] -= 1
        return self.problem.cost(one, other, self.times[key])

    def _add(self, one: int, other: int) -> int:
        key = self.problem.key(one, other)
        cost = self.problem.cost(one, other, self.times[key])
        self.times[key] += 1
        return cost


def _by_matching(problem: Problem, best: list[Pairing], chance: Chance) -> tuple[list[Pairing], int]:
    """Give the cheapest of some draws made of one cheapest matching a round, and a floor that no draw can go below."""
    cheapest = problem.total(best)
    floor = -1
    for _ in range(max(1, EXACT_PLACES // problem.places)):
        times = problem.before.copy()
        rounds: list[Pairing] = []
        for _ in range(problem.rounds):
            pairing = pair_exactly(problem, times, chance)
            times.update(problem.key(one, other) for one, other in pairing)
            rounds.append(pairing)
            if floor < 0:
                floor = problem.total(rounds) * problem.rounds
        Repair(problem, rounds, chance).run()
        cost = problem.total(rounds)
        if cost < cheapest:
            best, cheapest = rounds, cost
        if cheapest == floor:
            break
    return best, floor
