"""A fast pairing of neighbours in order, with the proof that no pairing has a smaller sum of gaps; or none.

With the places in order of level, a pairing crosses the line between two neighbours at least as often as the number of
places above it is odd. Where it crosses no line more often, no pairing of all places has a smaller sum of gaps.
"""

from typing import Final

from tournaments.pairing.rounds.field import NOBODY, Pairs, RoundField

SIGHT: Final = 60


def pair_neighbours(field: RoundField, line: list[int]) -> Pairs:
    """Go down the line; each place takes the next free one that it may meet, or else the very next.

    line: places in rising order, an even number.
    """
    teams, unit, met, apart = field.teams, field.unit, field.met, field.apart
    pairs: Pairs = []
    free = line[::-1]
    while free:
        one = free.pop()
        team, own = teams[one], unit[one]
        for step in range(len(free) - 1, max(-1, len(free) - 1 - SIGHT), -1):
            other = free[step]
            if unit[other] == own:
                continue
            pair = (team, teams[other])
            if pair in met or (pair[1], team) in met or (apart and field.parted(one, other)):
                continue
            del free[step]
            break
        else:
            other = free.pop()
        pairs.append((one, other))
    return pairs


def crossings(field: RoundField, pairs: Pairs, line: list[int]) -> list[int]:
    """Count for every step of the line from 1 how many pairs cross the gap above it, beyond the one that an odd number
    of places above it makes necessary; 0 where the gap itself is 0.
    """
    count = len(line)
    index = {place: at for at, place in enumerate(line)} if count and line[-1] != count - 1 else None
    change = [0] * (count + 1)
    for one, other in pairs:
        low, high = (one, other) if index is None else (index[one], index[other])
        change[low + 1] += 1
        change[high + 1] -= 1
    level = field.level
    beyond = [0] * (count + 1)
    crossing = 0
    for step in range(1, count):
        crossing += change[step]
        if crossing > 1 or crossing > step % 2:
            gap = level[line[step - 1]] - level[line[step]]
            beyond[step] = (crossing - step % 2) * gap
    return beyond


def line_without(field: RoundField, rests: int) -> tuple[list[int], Pairs]:
    """Give the places without the one that rests (or NOBODY), and its bye as a pair."""
    line = list(range(len(field.teams)))
    if rests == NOBODY:
        return line, []
    line.remove(rests)
    return line, [(rests, field.bye)]
