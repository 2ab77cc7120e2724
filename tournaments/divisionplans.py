"""Divisions (组别): parts of an event's field with places and a ranking of their own. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from tournaments.stagechains import FEWEST, check_chain
from tournaments.stageplans import Part, StagePlan, contradiction

MOST_DIVISIONS = 12

DivisionCode = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,20}$")]


class DivisionPlan(Part):
    """A division: campus, men or women, the session that a player chooses.

    `capacity`: its own share of the event's places, None: whatever the others leave. `pairs_per_unit`: how many pairs
    of a unit play in it, None: as the event says for all of them together.
    """

    code: DivisionCode
    name: Annotated[str, Field(min_length=1, max_length=60)]
    name_en: Annotated[str, Field(max_length=60)] = ""
    capacity: Annotated[int, Field(ge=2, le=1000)] | None = None
    pairs_per_unit: Annotated[int, Field(ge=1, le=50)] | None = None


def check_divisions(divisions: Sequence[DivisionPlan], capacity: int) -> None:
    """Refuse divisions that cannot stand side by side, by a code with parameters.

    Codes: division_alone, division_code_twice, division_name_twice, division_places.
    """
    if len(divisions) == 1:
        raise contradiction("division_alone")
    for fault, names in (
        ("division_code_twice", [each.code for each in divisions]),
        ("division_name_twice", [each.name for each in divisions]),
    ):
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise contradiction(fault, name=twice)
    wanted = sum(each.capacity or FEWEST for each in divisions)
    if divisions and wanted > capacity:
        raise contradiction("division_places", wanted=wanted, capacity=capacity)


@dataclass(frozen=True, slots=True)
class Pool:
    """Places that some divisions share, by their codes; no codes: everybody's."""

    codes: tuple[str, ...]
    capacity: int


def pools_of(divisions: Sequence[DivisionPlan], capacity: int) -> tuple[Pool, ...]:
    """Return the places of an event: a pool for each division with its own, and what they leave for the others."""
    if not divisions:
        return (Pool((), capacity),)
    own = tuple(Pool((each.code,), each.capacity) for each in divisions if each.capacity is not None)
    rest = tuple(each.code for each in divisions if each.capacity is None)
    left = capacity - sum(pool.capacity for pool in own)
    return (*own, Pool(rest, left)) if rest else own


def pool_of(divisions: Sequence[DivisionPlan], code: str, capacity: int) -> Pool:
    """Return the places that a division has a part in; all of them where there are no divisions."""
    pools = pools_of(divisions, capacity)
    return next(pool for pool in pools if not pool.codes or code in pool.codes)


def plays(code: str, plan: StagePlan) -> bool:
    """Say whether a division plays a stage: all do where it names none."""
    return not plan.divisions or code in plan.divisions


def stages_of(stages: Sequence[StagePlan], code: str) -> tuple[StagePlan, ...]:
    """Return the stages that a division plays, in order."""
    return tuple(plan for plan in stages if plays(code, plan))


def check_stages(stages: Sequence[StagePlan], divisions: Sequence[DivisionPlan], capacity: int) -> None:
    """Refuse stages that cannot follow each other: each division's own are a chain, for its own places.

    A stage to which nobody comes from an earlier one is right where none of its divisions has played before. Codes:
    those of `check_chain`; division_unknown, division_without_stage, division_not_in_source.
    """
    codes = {each.code for each in divisions}
    named = {plan.code: plan for plan in stages}
    for plan in stages:
        unknown = next((code for code in plan.divisions if code not in codes), None)
        if unknown is not None:
            raise contradiction("division_unknown", stage=plan.code, division=unknown)
    if not divisions or len(named) < len(stages):  # where a code stands twice, that is what is wrong
        check_chain(stages, capacity)
        return
    for each in divisions:
        own = stages_of(stages, each.code)
        if not own:
            raise contradiction("division_without_stage", division=each.name)
        for plan in own:
            source = named.get(plan.entrants.from_stage) if plan.entrants is not None else None
            if source is not None and source not in own:
                raise contradiction("division_not_in_source", stage=plan.code, source=source.code, division=each.name)
        check_chain(own, pool_of(divisions, each.code, capacity).capacity)
