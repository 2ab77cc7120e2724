"""The methods that draw one next round."""

from dataclasses import dataclass
from typing import Final

from tournaments.pairing.constraints import Constraints
from tournaments.pairing.randomness import Chance
from tournaments.pairing.rounds.exact import WHOLE, candidates_at_random, candidates_near, pair_among, pair_exactly
from tournaments.pairing.rounds.field import Pairs, RoundField
from tournaments.pairing.rounds.quick import crossings, line_without_bye, pair_neighbours
from tournaments.pairing.rounds.shuffling import by_repair, by_shuffle
from tournaments.pairing.rounds.tiers import Tiers, broken_by
from tournaments.pairing.rounds.zones import Line, settle
from tournaments.pairing.values import Inputs

SMALL: Final = 128
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
    line, rests = line_without_bye(field)
    pairs = pair_neighbours(field, line)
    kept = not any(field.had[field.teams[place]] for place, _ in rests) and not field.wished
    if kept and not any(field.parted(*pair) for pair in pairs) and not any(crossings(field, pairs, line)):
        return Found(pairs + rests, "quick")
    tiers = Tiers.of(field, inputs, constraints)
    along = Line.of(field, line, pairs)
    if settle(along, tiers, chance) and not field.wished:
        return Found(along.pairs + rests, "zones")
    if len(field.teams) <= WHOLE:
        return Found(pair_exactly(tiers, chance), "matching")
    return _sparse(field, tiers, chance)


def _sparse(field: RoundField, tiers: Tiers, chance: Chance) -> Found:
    pairs: Pairs = []
    for width in NEAR:
        pairs = pair_among(tiers, chance, candidates_near(tiers, width))
        if 2 * len(pairs) == field.places and not broken_by(field, pairs).any_fault:
            break
    if 2 * len(pairs) < field.places:
        pairs = _completed(field, pairs)
    faultless = not broken_by(field, pairs).any_fault
    line, rests = line_without_bye(field)
    if faultless and all(bye in pairs for bye in rests):
        along = Line.of(field, line, [pair for pair in pairs if pair not in rests])
        if settle(along, tiers, chance) and not field.wished:
            return Found(along.pairs + rests, "zones")
        pairs = along.pairs + rests
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
