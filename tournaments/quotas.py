"""How many pairs a unit may enter, as a rule: by its name, by its members, or as a share of them. Pure."""

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import Annotated, Literal
from unicodedata import normalize

from pydantic import Field, field_validator, model_validator

from tournaments.stageplans import Part, contradiction

MOST_PAIRS = 50
MOST_MEMBERS = 100_000
MOST_ROWS = 200
PER_PAIR = 2

Pairs = Annotated[int, Field(ge=0, le=MOST_PAIRS)]
Percent = Annotated[int, Field(ge=1, le=100)]


class NoQuota(Part):
    """No rule but the one number for all units."""

    rule: Literal["none"] = "none"


class UnitPairs(Part):
    unit: Annotated[str, Field(min_length=1, max_length=60)]
    pairs: Pairs


class TableQuota(Part):
    """So many for each unit that the table names; `others` for every other one (None: as for all units)."""

    rule: Literal["table"]
    rows: Annotated[tuple[UnitPairs, ...], Field(min_length=1, max_length=MOST_ROWS)]
    others: Pairs | None = None

    @field_validator("rows")
    @classmethod
    def named_once(cls, value: tuple[UnitPairs, ...]) -> tuple[UnitPairs, ...]:
        names = [_key(row.unit) for row in value]
        twice = next((row.unit for row in value if names.count(_key(row.unit)) > 1), None)
        if twice is not None:
            raise contradiction("quota_unit_twice", unit=twice)
        return value


class Bracket(Part):
    """Units of at most so many members; None in the last: all larger ones."""

    members: Annotated[int, Field(ge=0, le=MOST_MEMBERS)] | None = None
    pairs: Pairs


class MembersQuota(Part):
    """So many by the number of members, in ascending brackets."""

    rule: Literal["members"]
    brackets: Annotated[tuple[Bracket, ...], Field(min_length=1, max_length=20)]

    @field_validator("brackets")
    @classmethod
    def ascend(cls, value: tuple[Bracket, ...]) -> tuple[Bracket, ...]:
        if value[-1].members is not None or any(row.members is None for row in value[:-1]):
            raise contradiction("quota_open_bracket")
        limits = [row.members for row in value[:-1] if row.members is not None]
        if limits != sorted(set(limits)):
            raise contradiction("quota_brackets_not_ascending")
        return value


class PercentageQuota(Part):
    """As many players as this share of a unit's members, in whole pairs.

    even: the nearest even number of players; down: the largest not above the share. `at_least` pairs in any case.
    `over_capacity`: the smaller share that counts for everybody where the first would fill more than the event's room.
    """

    rule: Literal["percentage"]
    percent: Percent
    rounding: Literal["even", "down"] = "even"
    at_least: Pairs = 0
    over_capacity: Percent | None = None

    @model_validator(mode="after")
    def smaller(self) -> "PercentageQuota":
        if self.over_capacity is not None and self.over_capacity >= self.percent:
            raise contradiction("quota_share_not_smaller")
        return self


Quota = Annotated[NoQuota | TableQuota | MembersQuota | PercentageQuota, Field(discriminator="rule")]


def quota_of(
    rule: Quota, unit: str, members: int | None, *, everybody: Iterable[int] = (), capacity: int | None = None
) -> int | None:
    """Return how many pairs a unit may enter by the rule; None where the rule says nothing of it.

    `everybody`: the members of all units, as far as they are known, with which a share is held against the capacity.
    """
    match rule:
        case TableQuota():
            return {_key(row.unit): row.pairs for row in rule.rows}.get(_key(unit), rule.others)
        case MembersQuota() if members is not None:
            return next(row.pairs for row in rule.brackets if row.members is None or members <= row.members)
        case PercentageQuota() if members is not None:
            return _share(rule, share_in_force(rule, everybody, capacity), members)
    return None


def _key(name: str) -> str:
    """Return what names are compared by: without spaces, width and case."""
    return "".join(normalize("NFKC", name).casefold().split())


def counts_members(rule: Quota) -> bool:
    """Say whether the rule goes by a unit's members."""
    return isinstance(rule, MembersQuota | PercentageQuota)


def share_in_force(rule: PercentageQuota, everybody: Iterable[int], capacity: int | None) -> int:
    """Return the percentage that counts: the smaller one where the first would fill more than the capacity."""
    if rule.over_capacity is None or capacity is None:
        return rule.percent
    wanted = sum(_share(rule, rule.percent, members) for members in everybody)
    return rule.over_capacity if wanted > capacity else rule.percent


def _share(rule: PercentageQuota, percent: int, members: int) -> int:
    pairs = Fraction(members * percent, 100 * PER_PAIR)
    whole = floor(pairs + Fraction(1, 2)) if rule.rounding == "even" else floor(pairs)
    return min(MOST_PAIRS, max(rule.at_least, whole))
