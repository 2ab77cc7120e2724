"""Lots for a printed pairing table: units of two share a letter, larger units get lots that never meet.

First whole random placements, the first without a meeting inside a unit is taken ("shuffle"). Should none of a bounded
number fit, all placements that do are counted and one is chosen by its number ("counted"). Both ways give every valid
placement the same chance.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import Final

from tournaments.pairing.fixed_tables import FixedTable
from tournaments.pairing.randomness import Chance
from tournaments.pairing.refusals import DrawRefused, Impossible
from tournaments.pairing.values import DrawnMatch, DrawnRound, Entrant, Notice

TRIES: Final = 2000
ALONE: Final = 0
Remaining = tuple[int, ...]
Seen = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The teams by what the lots ask of them: units of two, larger units, and teams alone."""

    twos: tuple[tuple[int, ...], ...]
    large: tuple[tuple[int, ...], ...]
    alone: tuple[int, ...]

    @classmethod
    def of(cls, entrants: Sequence[Entrant], *, keep_units_apart: bool = True) -> "Field":
        units: dict[tuple[bool, int], list[int]] = {}
        for entrant in entrants:
            key = (True, entrant.unit) if keep_units_apart and entrant.unit is not None else (False, entrant.team)
            units.setdefault(key, []).append(entrant.team)
        groups = [tuple(teams) for teams in units.values()]
        two = 2
        return cls(
            twos=tuple(group for group in groups if len(group) == two),
            large=tuple(group for group in groups if len(group) > two),
            alone=tuple(group[0] for group in groups if len(group) == 1),
        )

    @property
    def sizes(self) -> Remaining:
        """How many lots the teams alone and each larger unit need."""
        return (len(self.alone), *(len(group) for group in self.large))


class Placements:
    """The ways to give lots to the teams alone (number 0) and to larger units (1, 2, …) so that no larger unit meets
    itself.

    Goes through the lots in an order in which opponents stand near each other and remembers, for every place, only what
    has been given to earlier lots that still have an opponent to come.
    """

    def __init__(self, table: FixedTable, lots: Sequence[str]) -> None:
        self.lots = tuple(_walk(table, lots))
        place = {lot: index for index, lot in enumerate(self.lots)}
        neighbours = [sorted(place[other] for other in table.meetings[lot] if other in place) for lot in self.lots]
        self.open = [
            [index for index in range(step) if neighbours[index] and neighbours[index][-1] >= step]
            for step in range(len(self.lots) + 1)
        ]
        self.against = [
            [position for position, index in enumerate(self.open[step]) if index in neighbours[step]]
            for step in range(len(self.lots))
        ]
        self.kept = [
            [position for position, index in enumerate([*self.open[step], step]) if index in self.open[step + 1]]
            for step in range(len(self.lots))
        ]
        self._counts: dict[tuple[int, Remaining, Seen], int] = {}
        self._dead: set[tuple[int, Remaining, Seen]] = set()

    def next_states(self, step: int, left: Remaining, seen: Seen) -> Iterator[tuple[int, Remaining, Seen]]:
        blocked = {seen[position] for position in self.against[step]} - {ALONE}
        for number, count in enumerate(left):
            if count and number not in blocked:
                grown = (*seen, number)
                rest = (*left[:number], count - 1, *left[number + 1 :])
                yield number, rest, tuple(grown[position] for position in self.kept[step])

    def exist(self, left: Remaining, step: int = 0, seen: Seen = ()) -> bool:
        if step == len(self.lots):
            return True
        state = (step, left, seen)
        if state in self._dead:
            return False
        if any(self.exist(rest, step + 1, then) for _, rest, then in self.next_states(step, left, seen)):
            return True
        self._dead.add(state)
        return False

    def count(self, left: Remaining, step: int = 0, seen: Seen = ()) -> int:
        if step == len(self.lots):
            return 1
        state = (step, left, seen)
        if state not in self._counts:
            self._counts[state] = sum(
                self.count(rest, step + 1, then) for _, rest, then in self.next_states(step, left, seen)
            )
        return self._counts[state]

    def choose(self, left: Remaining, rank: int) -> list[int]:
        """Give the placement with this rank, from 0, as the number given to each of `self.lots`."""
        chosen: list[int] = []
        seen: Seen = ()
        for step in range(len(self.lots)):
            for number, rest, then in self.next_states(step, left, seen):
                behind = self.count(rest, step + 1, then)
                if rank < behind:
                    chosen.append(number)
                    left, seen = rest, then
                    break
                rank -= behind
        return chosen


def _walk(table: FixedTable, lots: Sequence[str]) -> Iterator[str]:
    left = dict.fromkeys(lots)
    while left:
        lot: str | None = next(iter(left))
        while lot is not None:
            del left[lot]
            yield lot
            lot = next((other for other in table.opponents(lot) if other in left), None)


def _free_lots(table: FixedTable, taken: Sequence[tuple[str, ...]]) -> list[str]:
    used = {lot for letter in taken for lot in letter}
    return [lot for lot in table.lots if lot not in used]


def explain_lots(table: FixedTable, entrants: Sequence[Entrant]) -> Notice | None:
    """Say why the lots of this table cannot be given, or None when they can.

    Codes: not_eighteen_teams, unit_too_large_for_lots, lots_impossible.
    """
    total = len(table.lots)
    if len(entrants) != total:
        return Notice("not_eighteen_teams", {"teams": len(entrants), "lots": total})
    field = Field.of(entrants)
    every = Placements(table, table.lots)
    units = {entrant.team: entrant.unit for entrant in entrants}
    for group in field.large:
        if not every.exist((total - len(group), len(group))):
            most = max(size for size in range(1, total) if every.exist((total - size, size)))
            return Notice("unit_too_large_for_lots", {"unit": units[group[0]], "size": len(group), "most": most})
    for taken in combinations(table.letters, len(field.twos)):
        if Placements(table, _free_lots(table, taken)).exist(field.sizes):
            return None
    return Notice("lots_impossible", {"teams": total})


def draw_lots(
    table: FixedTable, entrants: Sequence[Entrant], chance: Chance, *, keep_units_apart: bool = True
) -> tuple[dict[int, str], str]:
    """Give every team a lot, in the order of the teams, and the way it was found.

    Raises DrawRefused("not_eighteen_teams"), Impossible for the constraint no_own_unit.
    """
    if len(entrants) != len(table.lots):
        raise DrawRefused("not_eighteen_teams", {"teams": len(entrants), "lots": len(table.lots)})
    field = Field.of(entrants, keep_units_apart=keep_units_apart)
    if field.large and (reason := explain_lots(table, entrants)):
        raise Impossible("no_own_unit", reason.code, reason.params)
    given, way = _by_shuffle(table, field, chance), "shuffle"
    if given is None:
        given, way = _by_count(table, field, chance), "counted"
    return {entrant.team: given[entrant.team] for entrant in entrants}, way


def _by_shuffle(table: FixedTable, field: Field, chance: Chance) -> dict[int, str] | None:
    others = [*field.alone, *(team for group in field.large for team in group)]
    for _ in range(TRIES):
        letters = chance.shuffled(table.letters)
        given = _share_letters(field, letters, chance)
        free = _free_lots(table, letters[: len(field.twos)])
        given.update(zip(chance.shuffled(others), free, strict=True))
        if all(
            given[other] not in table.meetings[given[one]]
            for group in field.large
            for one, other in combinations(group, 2)
        ):
            return given
    return None


def _share_letters(field: Field, letters: Sequence[tuple[str, ...]], chance: Chance) -> dict[int, str]:
    given: dict[int, str] = {}
    for group, letter in zip(field.twos, letters, strict=False):
        given.update(zip(chance.shuffled(group), letter, strict=True))
    return given


def _by_count(table: FixedTable, field: Field, chance: Chance) -> dict[int, str]:
    choices = []
    for taken in combinations(table.letters, len(field.twos)):
        placements = Placements(table, _free_lots(table, taken))
        choices.append((taken, placements, placements.count(field.sizes)))
    rank = chance.below(sum(count for _, _, count in choices))
    ends = list(accumulate(count for _, _, count in choices))
    chosen_letters = bisect_right(ends, rank)
    taken, placements, count = choices[chosen_letters]
    rank -= ends[chosen_letters] - count
    numbers = placements.choose(field.sizes, rank)
    given = _share_letters(field, chance.shuffled(taken), chance)
    for number, group in enumerate((field.alone, *field.large)):
        lots = [lot for lot, chosen in zip(placements.lots, numbers, strict=True) if chosen == number]
        given.update(zip(chance.shuffled(group), lots, strict=True))
    return given


def seat_by_lot(table: FixedTable, lots: Mapping[int, str]) -> tuple[DrawnRound, ...]:
    """Read the rounds off the printed table."""
    team_of = {lot: team for team, lot in lots.items()}
    return tuple(
        DrawnRound(
            number=number,
            matches=tuple(
                DrawnMatch(place, (team_of[one], team_of[other])) for place, (one, other) in enumerate(pairs, start=1)
            ),
        )
        for number, pairs in enumerate(table.rounds, start=1)
    )
