"""The methods that draw one next round."""

from dataclasses import dataclass
from typing import Final

from tournaments.pairing.constraints import Constraints
from tournaments.pairing.randomness import Chance
from tournaments.pairing.rounds.exact import WHOLE, candidates_at_random, candidates_near, pair_among, pair_exactly
from tournaments.pairing.rounds.field import NOBODY, Pairs, RoundField
from tournaments.pairing.rounds.quick import crossings, line_without, pair_neighbours
from tournaments.pairing.rounds.shuffling import by_repair, by_shuffle
from tournaments.pairing.rounds.tiers import Tiers, broken_by
from tournaments.pairing.rounds.zones import Line, settle
from tournaments.pairing.values import Inputs

QUICK: Final = "quick"
SMALL: Final = 128
FAR: Final = 6
MOST_RESTING: Final = 12
NEAR: Final = (8, 16, 32)


@dataclass(frozen=True, slots=True)
class Found:
    """A pairing, the way to it, and what is proved of it: the fewest faults, the smallest sum of gaps."""

    pairs: Pairs
    way: str
    fewest: bool = True
    smallest: bool = True


def find_near(field: RoundField, inputs: Inputs, constraints: Constraints, chance: Chance) -> Found:
    """Pair neighbours in level at the smallest sum of gaps: a small field exactly, a large one fast, with the proof."""
    if len(field.teams) <= SMALL or (field.wished and len(field.teams) <= WHOLE):
        return Found(pair_exactly(Tiers.of(field, inputs, constraints), chance), "matching")
    may_rest = field.first_for_bye()
    line, rests = line_without(field, may_rest[0])
    pairs = pair_neighbours(field, line)
    if _faultless(field, pairs, rests) and not field.wished and not any(crossings(field, pairs, line)):
        return Found(pairs + rests, QUICK)
    tiers = Tiers.of(field, inputs, constraints)
    found = None if field.wished else _by_zones(field, may_rest, pairs, tiers, chance)
    if found is not None:
        return found
    if len(field.teams) <= WHOLE:
        return Found(pair_exactly(tiers, chance), "matching")
    return _sparse(field, tiers, chance)


def _faultless(field: RoundField, pairs: Pairs, rests: Pairs) -> bool:
    if any(field.had[field.teams[place]] for place, _ in rests):
        return False
    return not any(field.parted(one, other) for one, other in pairs)


def _by_zones(field: RoundField, may_rest: list[int], pairs: Pairs, tiers: Tiers, chance: Chance) -> Found | None:
    """Give the best pairing with each of those that may rest, where it is proved that none is better; else None.

    pairs: what is to be bettered where the first of them rests.
    """
    best: tuple[int, Pairs] | None = None
    for resting in may_rest[:MOST_RESTING]:
        line, rests = line_without(field, resting)
        along = Line.of(field, line, pairs if resting == may_rest[0] else pair_neighbours(field, line))
        if not settle(along, tiers, chance) or not _faultless(field, [], rests):
            return None
        beyond = sum(along.beyond())
        if best is None or beyond < best[0]:
            best = beyond, along.pairs + rests
        if not beyond:
            break
    if best is None or (best[0] and len(may_rest) > MOST_RESTING):
        return None
    return Found(best[1], "zones")


def _sparse(field: RoundField, tiers: Tiers, chance: Chance) -> Found:
    """Match by the nearest candidates and, so that nothing avoidable is broken, some far ones; what comes of it may be
    proved afterwards where nobody rests.
    """
    pairs: Pairs = []
    for width in NEAR:
        far = candidates_at_random(tiers, FAR, chance)
        pairs = pair_among(tiers, chance, [*candidates_near(tiers, width), *far])
        if 2 * len(pairs) == field.places and not broken_by(field, pairs).any_fault:
            break
    if 2 * len(pairs) < field.places:
        pairs = _completed(field, pairs)
    faultless = not broken_by(field, pairs).any_fault
    if faultless and field.bye == NOBODY and not field.wished:
        along = Line.of(field, list(range(len(field.teams))), pairs)
        if settle(along, tiers, chance):
            return Found(along.pairs, "zones")
        pairs = along.pairs
    return Found(pairs, "sparse", fewest=faultless, smallest=False)


def _completed(field: RoundField, pairs: Pairs) -> Pairs:
    """Pair whoever is left as they come."""
    paired = {place for pair in pairs for place in pair}
    left = [place for place in range(field.places) if place not in paired]
    return pairs + list(zip(left[::2], left[1::2], strict=True))


def find_random(field: RoundField, inputs: Inputs, constraints: Constraints, chance: Chance) -> Found:
    """Shuffle whole permutations until one fits, mend one by swaps, and only then match exactly."""
    shuffled = by_shuffle(field, chance)
    if shuffled is not None:
        return Found(shuffled, "shuffle")
    if not field.wished:
        repaired = by_repair(field, chance)
        if repaired is not None:
            return Found(repaired, "repair")
    tiers = Tiers.of(field, inputs, constraints)
    if len(field.teams) <= WHOLE:
        return Found(pair_exactly(tiers, chance), "exact")
    pairs = pair_among(tiers, chance, candidates_at_random(tiers, 12, chance))
    if 2 * len(pairs) < field.places:
        pairs = _completed(field, pairs)
    return Found(pairs, "sparse", fewest=not broken_by(field, pairs).any_fault)
