"""Who sits where in a bracket: seeds apart, teams of a unit apart as far as possible, byes as they are due.

The field is split into halves, each half again, and so on. In every split the seeds go by twos to different sides, the
byes are shared evenly, and the teams of each unit as evenly as can be; the rest is by lot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.evenly import Member, draw_part
from tournaments.pairing.randomness import Chance

BYE_SEAT = None
UNSEEDED = 1 << 30


@dataclass(frozen=True, slots=True)
class Contender:
    """A team with its unit, its seed (1 the best) or UNSEEDED, and whether it has a bye in the first round."""

    team: int
    unit: int
    seed: int = UNSEEDED
    rests: bool = False


def draw_seats(field: Sequence[Contender], slots: int, chance: Chance, *, spread: bool = True) -> list[int | None]:
    """Give the teams in the order of a bracket of so many slots, None for a bye; the best seed first, the second last.

    Those that rest and the byes beside them fill the slots that are more than teams.
    """
    return _seat(chance.shuffled(field), slots, chance, spread=spread, mirrored=False)


def _seat(field: Sequence[Contender], slots: int, chance: Chance, *, spread: bool, mirrored: bool) -> list[int | None]:
    pair = 2
    ordered = sorted(field, key=lambda each: each.seed)
    if slots == pair:
        seats = [each.team for each in ordered] + [BYE_SEAT] * (slots - len(field))
        return seats[::-1] if mirrored else seats
    wanted, members = _wanted(ordered, slots, chance)
    part, _ = draw_part(members, wanted, (1, 2), chance, spread=spread)
    inside = {member.team for member in part}
    first = [each for each in field if each.team in inside]
    second = [each for each in field if each.team not in inside]
    if ordered[0].seed != UNSEEDED and (ordered[0] in second) != mirrored:
        first, second = second, first
    half = slots // 2
    return [
        *_seat(first, half, chance, spread=spread, mirrored=False),
        *_seat(second, half, chance, spread=spread, mirrored=True),
    ]


def _wanted(ordered: Sequence[Contender], slots: int, chance: Chance) -> tuple[dict[int, int], list[Member]]:
    """Put the contenders into pots for a split in two, and say how many of each pot one side gets.

    Two seeds that follow each other are a pot that gives one; so do those that rest among themselves.
    """
    resting = [each for each in ordered if each.rests]
    playing = [each for each in ordered if not each.rests]
    rest_here = (len(resting) + chance.below(2)) // 2
    pots = _Pots()
    pots.share(resting, rest_here, chance.below(2))
    pots.share(
        playing, slots // 2 - 2 * rest_here, 1 - pots.odd_seed_here if pots.odd_seed_here >= 0 else chance.below(2)
    )
    return pots.wanted, pots.members


class _Pots:
    def __init__(self) -> None:
        self.wanted: dict[int, int] = {}
        self.members: list[Member] = []
        self.odd_seed_here = -1

    def share(self, contenders: Sequence[Contender], wanted: int, odd_here: int) -> None:
        """Add pots for these, of which so many are wanted; odd_here: whether a seed without a partner comes."""
        seeds = [each for each in contenders if each.seed != UNSEEDED]
        others = [each for each in contenders if each.seed == UNSEEDED]
        twos = len(seeds) // 2
        gives = [1] * twos
        left = wanted - twos
        if len(seeds) % 2:
            odd = max(min(odd_here, left), left - len(others), 0)
            odd = min(odd, 1)
            self.odd_seed_here = odd
            left -= odd
        for at in range(twos - 1, -1, -1):
            if 0 <= left <= len(others):
                break
            step = 1 if left > 0 else -1
            gives[at] += step
            left -= step
        for at, give in enumerate(gives):
            self._pot(seeds[2 * at : 2 * at + 2], give)
        if len(seeds) % 2:
            self._pot(seeds[-1:], self.odd_seed_here)
        self._pot(others, left)

    def _pot(self, contenders: Sequence[Contender], wanted: int) -> None:
        pot = len(self.wanted)
        self.wanted[pot] = wanted
        self.members.extend(Member(each.team, each.unit, pot) for each in contenders)
