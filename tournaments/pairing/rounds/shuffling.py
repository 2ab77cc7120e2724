"""A round at random: whole permutations, the first that fits; else one of them mended by random swaps."""

from typing import Final

from tournaments.pairing.randomness import Chance
from tournaments.pairing.rounds.field import NOBODY, Pairs, RoundField

SHUFFLED_PLACES: Final = 200_000
MOST_SHUFFLES: Final = 10_000
FEWEST_SHUFFLES: Final = 20
RESTARTS: Final = 4
SWEEPS: Final = 30


def by_shuffle(field: RoundField, chance: Chance) -> Pairs | None:
    """Draw whole rounds until one breaks nothing; every fitting round has the same chance.

    The bye goes to one of those that should have it, and is drawn with the round where these are several.
    """
    tries = min(MOST_SHUFFLES, max(FEWEST_SHUFFLES, SHUFFLED_PLACES // max(1, field.places)))
    may_rest = _may_rest(field)
    if not may_rest or field.wished:
        return None
    parted = field.parted
    for _ in range(tries):
        order, rests = _drawn(field, may_rest, chance)
        if not any(parted(one, other) for one, other in zip(order[::2], order[1::2], strict=True)):
            return _pairs(order) + rests
    return None


def by_repair(field: RoundField, chance: Chance) -> Pairs | None:
    """Mend a random round: a faulty match exchanges partners with another where that makes the faults fewer or, mostly,
    no more; None where a fault is left.
    """
    may_rest = _may_rest(field)
    if not may_rest:
        return None
    for _ in range(RESTARTS):
        order, rests = _drawn(field, may_rest, chance)
        for _ in range(SWEEPS):
            faulty = [at for at in range(0, len(order), 2) if field.parted(order[at], order[at + 1])]
            if not faulty:
                return _pairs(order) + rests
            for at in chance.shuffled(faulty):
                _mend(field, order, at, chance)
    return None


def _may_rest(field: RoundField) -> list[int]:
    """Name the places that may have the bye by the rule without having it twice; [NOBODY] with an even number."""
    if field.bye == NOBODY:
        return [NOBODY]
    fresh = [place for place, team in enumerate(field.teams) if not field.had[team]]
    if not fresh:
        return []
    first = min(field.wish_for_bye[place] for place in fresh)
    return [place for place in fresh if field.wish_for_bye[place] == first]


def _drawn(field: RoundField, may_rest: list[int], chance: Chance) -> tuple[list[int], Pairs]:
    rests = may_rest[chance.below(len(may_rest))] if len(may_rest) > 1 else may_rest[0]
    order = [place for place in range(len(field.teams)) if place != rests]
    chance.shuffle(order)
    return order, [] if rests == NOBODY else [(rests, field.bye)]


def _pairs(order: list[int]) -> Pairs:
    return [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)]


def _mend(field: RoundField, order: list[int], at: int, chance: Chance) -> None:
    parted = field.parted
    if not parted(order[at], order[at + 1]):
        return
    tables = len(order) // 2
    start = chance.below(tables)
    for step in range(tables):
        other = 2 * ((start + step) % tables)
        if other == at:
            continue
        flip = chance.below(2)
        mine, theirs = order[at + 1], order[other + flip]
        before = 1 + parted(order[other], order[other + 1])
        after = parted(order[at], theirs) + parted(mine, order[other + 1 - flip])
        if after < before or (after == before and not chance.below(8)):
            order[at + 1], order[other + flip] = theirs, mine
            return
