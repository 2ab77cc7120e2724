"""A draw of random rounds as numbers: who may meet whom at which cost, and the least that any draw must break.

Teams are numbered in their order; with an odd number the bye is one more opponent, so a second bye is a rematch with it
and the number of places is always even.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.pairing.constraints import Constraints
from tournaments.pairing.values import Inputs, Notice

WEIGHT_BYE: Final = 1 << 8
WEIGHT_OWN: Final = 1 << 28
WEIGHT_REMATCH: Final = 1 << 48
Pair = tuple[int, int]
Pairing = list[Pair]


class Broken(NamedTuple):
    """How many times each constraint is broken, the worst first."""

    rematch: int = 0
    own_unit: int = 0
    second_bye: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """`places` is even; `bye` is the place of the bye or −1; `unit` numbers the units, each team without one and the
    bye having its own.
    """

    places: int
    bye: int
    unit: tuple[int, ...]
    before: Counter[int]
    rounds: int
    weight_rematch: int
    weight_own: int
    weight_bye: int

    @classmethod
    def of(cls, inputs: Inputs, constraints: Constraints, rounds: int) -> "Problem":
        teams = [entrant.team for entrant in inputs.entrants]
        place = {team: index for index, team in enumerate(teams)}
        count = len(teams)
        places = count + count % 2
        bye = count if count % 2 else -1
        labels: dict[tuple[bool, int], int] = {}
        unit = [
            labels.setdefault((entrant.unit is not None, index if entrant.unit is None else entrant.unit), len(labels))
            for index, entrant in enumerate(inputs.entrants)
        ]
        before: Counter[int] = Counter()
        for one, other in inputs.met:
            if one in place and other in place:
                before[_key(place[one], place[other], places)] += 1
        if bye >= 0:
            before.update(_key(place[team], bye, places) for team in inputs.had_bye if team in place)
        return cls(
            places=places,
            bye=bye,
            unit=tuple(unit) if bye < 0 else (*unit, len(labels)),
            before=before,
            rounds=rounds,
            weight_rematch=0 if constraints.no_rematch == "off" else WEIGHT_REMATCH,
            weight_own=0 if constraints.no_own_unit == "off" else WEIGHT_OWN,
            weight_bye=0 if constraints.one_bye == "off" else WEIGHT_BYE,
        )

    def key(self, one: int, other: int) -> int:
        return _key(one, other, self.places)

    def cost(self, one: int, other: int, times: int) -> int:
        """Give the cost of one more meeting of two places that have met this many times.

        Each fault costs the same; only between draws with as many faults, a third meeting is worse than a second.
        """
        if self.bye in (one, other):
            return _repeat(self.weight_bye, times)
        own = self.weight_own if self.unit[one] == self.unit[other] else 0
        return own + _repeat(self.weight_rematch, times)

    def total(self, rounds: Iterable[Pairing]) -> int:
        times = self.before.copy()
        total = 0
        for pairing in rounds:
            for one, other in pairing:
                key = self.key(one, other)
                total += self.cost(one, other, times[key])
                times[key] += 1
        return total

    def broken(self, rounds: Iterable[Pairing]) -> Broken:
        met = {key for key, times in self.before.items() if times}
        rematch = own_unit = second_bye = 0
        for pairing in rounds:
            for one, other in pairing:
                key = self.key(one, other)
                if self.bye in (one, other):
                    second_bye += key in met and self.weight_bye > 0
                else:
                    rematch += key in met and self.weight_rematch > 0
                    own_unit += self.unit[one] == self.unit[other] and self.weight_own > 0
                met.add(key)
        return Broken(rematch, own_unit, second_bye)

    @property
    def plain(self) -> bool:
        """Tell whether nothing but the meetings of this draw itself can be a fault."""
        return not +self.before and (self.weight_own == 0 or len(set(self.unit)) == self.places)


def _repeat(weight: int, times: int) -> int:
    return weight + times - 1 if weight and times else 0


def _key(one: int, other: int, places: int) -> int:
    return one * places + other if one < other else other * places + one


def least_broken(problem: Problem) -> Broken:
    """Give a number for each constraint that no draw can stay below (each under the condition that the worse ones reach
    theirs).
    """
    sizes = Counter(problem.unit)
    met_others = Counter[int]()
    met_apart = Counter[int]()
    byes_had = 0
    for key in +problem.before:
        one, other = divmod(key, problem.places)
        if other == problem.bye:
            byes_had += 1
        else:
            met_others.update((one, other))
            if problem.unit[one] != problem.unit[other]:
                met_apart.update((one, other))
    had_bye = [
        problem.before[problem.key(place, problem.bye)] > 0 if problem.bye >= 0 else True
        for place in range(problem.places)
    ]
    teams = [place for place in range(problem.places) if place != problem.bye]
    odd = problem.bye >= 0
    byes = problem.rounds if odd else 0
    missing = sum(max(0, problem.rounds - (len(teams) - 1 - met_others[team]) - (not had_bye[team])) for team in teams)
    rematch = max(0, -(-(missing - byes) // 2)) if problem.weight_rematch else 0
    second_bye = max(0, byes - (len(teams) - byes_had)) if problem.weight_bye else 0
    if not problem.weight_own:
        return Broken(rematch, 0, second_bye)
    own_unit = problem.rounds * max(0, (2 * max(sizes.values()) - problem.places) // 2)
    if problem.weight_rematch and not rematch:
        free = (len(teams) - sizes[problem.unit[team]] - met_apart[team] + (not had_bye[team]) for team in teams)
        own_unit = max(own_unit, -(-(sum(max(0, problem.rounds - each) for each in free) - byes) // 2))
    return Broken(rematch, own_unit, second_bye)


def explain_broken(problem: Problem, inputs: Inputs, broken: Broken, *, proved: bool) -> tuple[Notice, ...]:
    """Say what had to be broken, and the numbers that make it so."""
    notices: list[Notice] = []
    for code, count in zip(
        ("rematch_unavoidable", "own_unit_unavoidable", "second_bye_unavoidable"), broken, strict=True
    ):
        if count:
            notices.append(Notice(code, {"count": count}))
    if broken.own_unit:
        notices.extend(_large_units(problem, inputs))
    opponents = len(inputs.entrants) - 1
    if broken.rematch and problem.rounds > opponents:
        notices.append(Notice("more_rounds_than_opponents", {"rounds": problem.rounds, "opponents": opponents}))
    if any(broken) and not proved:
        notices.append(Notice("fewest_not_proved", {}))
    return tuple(notices)


def _large_units(problem: Problem, inputs: Inputs) -> Sequence[Notice]:
    sizes = Counter(entrant.unit for entrant in inputs.entrants if entrant.unit is not None)
    return [
        Notice("unit_larger_than_half", {"unit": unit, "size": size, "teams": len(inputs.entrants)})
        for unit, size in sizes.items()
        if 2 * size > problem.places
    ]
