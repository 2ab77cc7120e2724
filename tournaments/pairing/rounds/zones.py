"""Where a fast pairing crosses more gaps than it must: the places around are paired exactly, and it is proved that no
pairing of the whole field does better.

The proof of a zone of neighbouring places lets each of them find its partner outside at either end, whoever that may
be. Nothing that a real pairing can do is missing in that, so where even this costs as much as what was found, what was
found is as good as any; outside the zones no gap is crossed more often than it must be. Each zone answers for the gaps
below its places, so neighbouring zones share none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.randomness import Chance
from tournaments.pairing.rounds.exact import Weighted, cheapest
from tournaments.pairing.rounds.field import Pairs, RoundField
from tournaments.pairing.rounds.quick import crossings
from tournaments.pairing.rounds.tiers import Tiers

WIDTHS: Final = (12, 24, 48)
LONGEST: Final = 120
MOST_WORK: Final = 60_000
Zone = tuple[int, int]


@dataclass(slots=True)
class Line:
    """A pairing along a line of places: who sits at which step of it, and which step each is paired with."""

    field: RoundField
    line: list[int]
    partner: list[int]

    @classmethod
    def of(cls, field: RoundField, line: list[int], pairs: Pairs) -> "Line":
        at = {place: step for step, place in enumerate(line)}
        partner = [0] * len(line)
        for one, other in pairs:
            partner[at[one]], partner[at[other]] = at[other], at[one]
        return cls(field, line, partner)

    @property
    def pairs(self) -> Pairs:
        return [(self.line[one], self.line[other]) for one, other in enumerate(self.partner) if one < other]

    def beyond(self) -> list[int]:
        return crossings(self.field, self.pairs, self.line)

    def faults(self) -> list[int]:
        """Name the steps whose pair breaks a constraint."""
        line = self.line
        return [
            one for one, other in enumerate(self.partner) if one < other and self.field.parted(line[one], line[other])
        ]

    def zones(self, steps: list[int], width: int) -> list[Zone]:
        """Give the stretches around these steps that no pair leaves, from the first to before the last step; long ones
        in pieces that no pair leaves.
        """
        found: list[Zone] = []
        for step in sorted(steps):
            if found and step + width <= found[-1][1]:
                continue
            zone = self._closed(max(0, step - width), min(len(self.line), step + width))
            while found and zone[0] <= found[-1][1]:
                zone = (min(found[-1][0], zone[0]), max(found.pop()[1], zone[1]))
            found.append(zone)
        return [piece for zone in found for piece in self._pieces(zone, 2 * width)]

    def _pieces(self, zone: Zone, least: int) -> Iterator[Zone]:
        first, last = zone
        reach = first
        for step in range(first, last):
            reach = max(reach, self.partner[step])
            if reach == step and step + 1 - first >= least and last - step > least:
                yield first, step + 1
                first = step + 1
        yield first, last

    def _closed(self, first: int, last: int) -> Zone:
        """Widen a stretch until no pair leaves it."""
        waiting = list(range(first, last))
        while waiting:
            other = self.partner[waiting.pop()]
            if other < first:
                waiting.extend(range(other, first))
                first = other
            elif other >= last:
                waiting.extend(range(last, other + 1))
                last = other + 1
        return first, last


def settle(line: Line, tiers: Tiers, chance: Chance) -> bool:
    """Better the pairing in zones; tell whether it is proved that none without a fault has a smaller sum of gaps.

    False also where a fault is left.
    """
    for width in WIDTHS:
        steps = _open_steps(line)
        if not steps:
            return True
        zones = line.zones(steps, width)
        if _too_much(zones):
            return False
        for first, last in zones:
            _pair_zone(line, tiers, chance, first, last)
        if line.faults():
            continue
        beyond = line.beyond()
        zones = line.zones([step for step, cost in enumerate(beyond) if cost], width)
        if _too_much(zones):
            return False
        if all(_proved(line, beyond, zone) for zone in zones):
            return True
    return False


def _too_much(zones: list[Zone]) -> bool:
    sizes = [last - first for first, last in zones]
    return max(sizes, default=0) > LONGEST or sum(size * size for size in sizes) > MOST_WORK


def _open_steps(line: Line) -> list[int]:
    return [*line.faults(), *(step for step, cost in enumerate(line.beyond()) if cost)]


def _pair_zone(line: Line, tiers: Tiers, chance: Chance, first: int, last: int) -> None:
    places = line.line[first:last]
    bound = 1 << tiers.chance_bits
    edges = [
        (one, other, tiers.cost(places[one], places[other]) + chance.below(bound))
        for other in range(len(places))
        for one in range(other)
    ]
    for one, other in cheapest(edges, len(places)):
        line.partner[first + one], line.partner[first + other] = first + other, first + one


def _proved(line: Line, beyond: list[int], zone: Zone) -> bool:
    first, last = zone
    excess = sum(beyond[first + 1 : last + 1])
    level = [line.field.level[place] for place in line.line]
    edges, places, needed = _open_zone(line, level, zone, excess)
    matched = cheapest(edges, places)
    if 2 * len(matched) < places:
        return True
    cost = {(one, other): cost for one, other, cost in edges}
    return sum(cost[pair] for pair in matched) >= needed + excess


def _open_zone(line: Line, level: list[int], zone: Zone, excess: int) -> tuple[list[Weighted], int, int]:
    """Give the meetings of the zone and with partners outside it that a pairing with a smaller excess can have, the
    number of places with these partners, and the sum of gaps that must be crossed.
    """
    first, last = zone
    size = last - first
    even = _even_gaps(level)

    def useful(above: int, below: int) -> bool:
        return 2 * (even[below] - even[above]) < excess

    edges = [
        (one, other, level[first + one] - level[first + other])
        for other in range(size)
        for one in range(other)
        if useful(first + one, first + other)
        and not line.field.parted(line.line[first + one], line.line[first + other])
    ]
    up = [step for step in range(size) if first and useful(first, first + step)]
    down = [step for step in range(size) if last < len(level) and useful(first + step, last)]
    above = list(range(size, size + len(up) + len(up) % 2))
    below = list(range(size + len(above), size + len(above) + len(down) + len(down) % 2))
    edges += [(step, partner, level[first] - level[first + step]) for step in up for partner in above]
    edges += [(step, partner, level[first + step] - level[last]) for step in down for partner in below]
    edges += [(one, other, level[first] - level[last]) for one in above for other in below]
    edges += [(one, other, 0) for partners in (above, below) for other in partners for one in partners if one < other]
    needed = sum(level[step - 1] - level[step] for step in range(first + 1, min(len(level), last + 1)) if step % 2)
    return edges, size + len(above) + len(below), needed


def _even_gaps(level: list[int]) -> list[int]:
    """Sum up, for every step of the line, the gaps above it that a pairing need not cross."""
    sums = [0]
    for step in range(1, len(level)):
        sums.append(sums[-1] + (0 if step % 2 else level[step - 1] - level[step]))
    return sums
