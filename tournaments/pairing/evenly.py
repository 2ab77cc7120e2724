"""Parts of a field with a unit's teams spread as evenly as can be: for groups, and for the halves of a bracket.

A part is drawn at random and then bettered along chains of exchanges until no unit can be more even: what is minimal is
the sum over the units of the squared distance from their fair share, which no chain can better any more.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.randomness import Chance


@dataclass(frozen=True, slots=True)
class Member:
    """A team with its unit (a number of its own for a team alone) and the pot that it is drawn from."""

    team: int
    unit: int
    pot: int


Swap = tuple[Member, Member]


def draw_part(
    members: Sequence[Member], wanted: Mapping[int, int], share: tuple[int, int], chance: Chance, *, spread: bool = True
) -> tuple[list[Member], list[Member]]:
    """Draw so many members from each pot and give them, and the rest; the fair share of a unit is share[0] / share[1]
    of its members. Both parts keep the order of the members.
    """
    taken: set[int] = set()
    pots: dict[int, list[Member]] = {}
    for member in members:
        pots.setdefault(member.pot, []).append(member)
    for pot, inside in pots.items():
        taken.update(member.team for member in chance.shuffled(inside)[: wanted.get(pot, 0)])
    if spread:
        _even_out(members, taken, share, chance)
    return [each for each in members if each.team in taken], [each for each in members if each.team not in taken]


def even_out(one: Sequence[Member], other: Sequence[Member], chance: Chance) -> tuple[list[Member], list[Member]]:
    """Exchange members of one pot between two parts until no unit can be more even between them."""
    members = [*one, *other]
    taken = {member.team for member in one}
    _even_out(members, taken, (1, 2), chance)
    return [each for each in members if each.team in taken], [each for each in members if each.team not in taken]


def _even_out(members: Sequence[Member], taken: set[int], share: tuple[int, int], chance: Chance) -> None:
    shuffled = chance.shuffled(members)
    sizes = Counter(member.unit for member in shuffled)
    if len(sizes) == len(members):
        return
    while True:
        inside = Counter(member.unit for member in members if member.team in taken)
        gain = {unit: share[1] * inside[unit] - share[0] * size for unit, size in sizes.items()}
        chain = _chain(shuffled, taken, gain, share[1])
        if not chain:
            return
        for leaving, coming in chain:
            taken.remove(leaving.team)
            taken.add(coming.team)


def _chain(members: Sequence[Member], taken: set[int], gain: Mapping[int, int], whole: int) -> list[Swap]:
    """Find exchanges within pots that take one away from a unit and add one to another, to a smaller sum of squares.

    gain: how far each unit is above its share, times `whole`. The units furthest above are tried first.
    """
    least = min(gain.values())
    for start in sorted(gain, key=lambda unit: -gain[unit]):
        if gain[start] - least <= whole:
            break
        came: dict[int, tuple[int, Swap]] = {}
        reached, waiting = {start}, deque([start])
        while waiting:
            unit = waiting.popleft()
            for swap in _swaps(members, taken, unit):
                other = swap[1].unit
                if other in reached:
                    continue
                reached.add(other)
                came[other] = (unit, swap)
                waiting.append(other)
        best = min(reached, key=lambda unit: gain[unit])
        if gain[start] - gain[best] > whole:
            return _trace(came, start, best)
    return []


def _swaps(members: Sequence[Member], taken: set[int], unit: int) -> list[Swap]:
    leaving = {member.pot: member for member in members if member.unit == unit and member.team in taken}
    return [
        (leaving[member.pot], member)
        for member in members
        if member.pot in leaving and member.team not in taken and member.unit != unit
    ]


def _trace(came: Mapping[int, tuple[int, Swap]], start: int, end: int) -> list[Swap]:
    chain: list[Swap] = []
    while end != start:
        end, swap = came[end]
        chain.append(swap)
    return chain
