"""The costs of a round as one whole number: tiers so wide that no sum of a lower one reaches a higher one."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.constraints import Constraints
from tournaments.pairing.refusals import ConstraintName, DrawRefused
from tournaments.pairing.rounds.field import NOBODY, Pair, Pairs, RoundField
from tournaments.pairing.values import Inputs

MOST_BITS: Final = 120
CHANCE_BITS: Final = 24
FEWEST_CHANCE_BITS: Final = 10
FAULTS: Final[tuple[ConstraintName, ...]] = ("forbidden", "no_rematch", "no_own_unit", "one_bye")


@dataclass(frozen=True, slots=True)
class Tiers:
    """What each fault costs (0 where it cannot happen), and where the costs of the lower tiers begin."""

    field: RoundField
    times: Mapping[Pair, int]
    forbidden: int
    rematch: int
    own_unit: int
    second_bye: int
    again: int
    wish_for_bye: int
    no_wish: int
    gap: int
    near: int
    chance_bits: int

    @classmethod
    def of(cls, field: RoundField, inputs: Inputs, constraints: Constraints) -> "Tiers":
        """Raises DrawRefused("scores_too_large") where the sum of the gaps alone would not fit."""
        times = _repeated(inputs) if field.met else {}
        pairs = max(1, field.places // 2)
        most = {
            "forbidden": pairs if field.apart else 0,
            "no_rematch": pairs if field.met else 0,
            "no_own_unit": pairs if len(set(field.unit)) < len(field.unit) else 0,
            "one_bye": 1 if field.bye != NOBODY and field.had else 0,
            "again": pairs * (max([1, *times.values()]) - 1) + max([1, *field.had.values()]) - 1,
            "wish_for_bye": max(field.wish_for_bye, default=0),
            "wished": pairs if field.wished else 0,
            "gap": pairs * (field.level[0] - field.level[-1]) if field.level else 0,
            "near": pairs * field.places if field.ordered else 0,
        }
        order = _order(constraints)
        bits = {name: most[name].bit_length() for name in order}
        lowest = pairs.bit_length()
        chance_bits = min(CHANCE_BITS, MOST_BITS - lowest - sum(bits.values()))
        if chance_bits < FEWEST_CHANCE_BITS:
            bits["near"] = 0
            chance_bits = min(CHANCE_BITS, MOST_BITS - lowest - sum(bits.values()))
        if chance_bits < FEWEST_CHANCE_BITS:
            raise DrawRefused("scores_too_large", {"range": field.level[0] - field.level[-1]})
        weight: dict[str, int] = {}
        shift = chance_bits + lowest
        for name in reversed(order):
            weight[name] = 1 << shift if bits[name] else 0
            shift += bits[name]
        return cls(
            field=field,
            times=times,
            forbidden=weight["forbidden"],
            rematch=weight["no_rematch"],
            own_unit=weight["no_own_unit"],
            second_bye=weight["one_bye"],
            again=weight["again"],
            wish_for_bye=weight["wish_for_bye"],
            no_wish=weight["wished"],
            gap=weight["gap"],
            near=weight["near"],
            chance_bits=chance_bits,
        )

    def cost(self, one: int, other: int) -> int:
        """Give the cost of a meeting of two places, the lower first; the second may be the bye."""
        field = self.field
        team = field.teams[one]
        if other == field.bye:
            had = field.had[team]
            return field.wish_for_bye[one] * self.wish_for_bye + (self.second_bye + (had - 1) * self.again) * bool(had)
        against = field.teams[other]
        pair = (team, against) if team < against else (against, team)
        cost = (field.level[one] - field.level[other]) * self.gap + (other - one) * self.near
        if self.rematch and (pair in field.met or pair[::-1] in field.met):
            cost += self.rematch + (self.times.get(pair, 1) - 1) * self.again
        if self.own_unit and field.unit[one] == field.unit[other]:
            cost += self.own_unit
        if self.forbidden and (pair in field.apart or pair[::-1] in field.apart):
            cost += self.forbidden
        if self.no_wish and pair not in field.wished and pair[::-1] not in field.wished:
            cost += self.no_wish
        return cost


def _repeated(inputs: Inputs) -> Mapping[Pair, int]:
    """Count the meetings of those who have met more than once; empty where nobody has."""
    once = set(inputs.met)
    if len(once) == len(inputs.met) and not any((other, one) in once for one, other in once):
        return {}
    return Counter((min(pair), max(pair)) for pair in inputs.met)


def _order(constraints: Constraints) -> list[str]:
    """Name the tiers, the heaviest first: what is never to be broken, then what is to be avoided."""
    never = [name for name in FAULTS if constraints.strictness(name) == "never"]
    avoid = [name for name in FAULTS if name not in never]
    wish = ["wished"]
    if constraints.wished == "never":
        never, wish = [*never, "wished"], []
    return [*never, *avoid, "again", "wish_for_bye", *wish, "gap", "near"]


@dataclass(frozen=True, slots=True)
class Broken:
    """How many times each constraint is broken by a round."""

    forbidden: int = 0
    no_rematch: int = 0
    no_own_unit: int = 0
    one_bye: int = 0
    wished: int = 0

    @property
    def any_fault(self) -> bool:
        return bool(self.forbidden or self.no_rematch or self.no_own_unit or self.one_bye)


def broken_by(field: RoundField, pairs: Pairs) -> Broken:
    """Count what a pairing of places breaks."""
    rematch = own_unit = forbidden = second_bye = kept = 0
    met, apart, wished, teams = field.met, field.apart, field.wished, field.teams
    for one, other in pairs:
        if other == field.bye:
            second_bye += field.had[teams[one]] > 0
            continue
        pair = (teams[one], teams[other])
        back = (pair[1], pair[0])
        rematch += pair in met or back in met
        own_unit += field.unit[one] == field.unit[other]
        forbidden += pair in apart or back in apart
        kept += pair in wished or back in wished
    present = set(teams)
    wishes = {frozenset(pair) for pair in wished if present.issuperset(pair)}
    return Broken(forbidden, rematch, own_unit, second_bye, len(wishes) - kept)
