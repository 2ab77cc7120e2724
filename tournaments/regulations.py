"""An event's settings (竞赛规程) as one validated document with a schema version. Pure: no Django, no clock.

The document is stored as JSON with the event; what the organizer's screens edit is exactly this.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cache, lru_cache
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field, ValidationError, field_validator, model_validator

from tournaments.awards import Awards, BestLoser
from tournaments.divisionplans import (
    MOST_DIVISIONS,
    DivisionPlan,
    Pool,
    check_divisions,
    check_stages,
    pool_of,
    pools_of,
)
from tournaments.entrykinds import EntryKind
from tournaments.quotas import NoQuota, Quota
from tournaments.stagechains import check_starts, entering
from tournaments.stageplans import (
    Amended,
    Avoid,
    Bye,
    Carry,
    Feed,
    Forfeits,
    Format,
    Groups,
    OwnValues,
    Part,
    RulePath,
    Scoring,
    StagePlan,
    Tiebreak,
    Timing,
    contradiction,
)
from tournaments.venueplans import MAX_TABLES, MOST_AREAS, Area, Venue, check_areas

__all__ = [
    "MAX_TABLES",
    "MOST_AREAS",
    "SCHEMA_VERSION",
    "Amended",
    "Area",
    "Avoid",
    "Bye",
    "Carry",
    "DivisionPlan",
    "Fault",
    "Feed",
    "Forfeits",
    "Format",
    "Groups",
    "Identity",
    "OwnValues",
    "Part",
    "Registration",
    "Regulations",
    "Results",
    "RulePath",
    "Scoring",
    "StagePlan",
    "Tiebreak",
    "Timing",
    "Venue",
    "dump",
    "entering",
    "faults",
    "known_zones",
    "parse",
]

SCHEMA_VERSION: Literal[1] = 1
MOST_STAGES = 8

Text = Annotated[str, Field(max_length=200)]
LongText = Annotated[str, Field(max_length=4000)]


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones, read from the disk once: reading them took most of the time of a parse."""
    return frozenset(available_timezones())


class Identity(Part):
    """Names in both languages (the English one may be empty), who organizes, where and when."""

    name: Annotated[str, Field(min_length=1, max_length=120)]
    name_en: Annotated[str, Field(max_length=120)] = ""
    organizer: Text = ""
    place: Text = ""
    address: Text = ""
    day: date
    starts: time
    zone: str = "Asia/Shanghai"
    notice: LongText = ""

    @field_validator("zone")
    @classmethod
    def zone_exists(cls, value: str) -> str:
        if value not in known_zones():
            raise ValueError("unknown_zone")
        return value

    @property
    def starts_at(self) -> datetime:
        return datetime.combine(self.day, self.starts, tzinfo=ZoneInfo(self.zone))


class Registration(Part):
    """Who may enter, when, and how many. Times are aware; None leaves that end open.

    A unit may enter what `quota` says of it, else `pairs_per_unit`, unless the organizer gave it a number of its own.
    """

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    capacity: Annotated[int, Field(ge=2, le=2 * MAX_TABLES)] = 18
    pairs_per_unit: Annotated[int, Field(ge=1, le=50)] | None = None
    entry: EntryKind = EntryKind()
    quota: Quota = NoQuota()
    typed_units: bool = True
    approval: bool = False
    pending_uses_capacity: bool = True
    entry_code: Annotated[str, Field(max_length=40)] = ""
    contact_required: bool = True
    privacy_notice: LongText = ""

    @model_validator(mode="after")
    def window_is_ordered(self) -> "Registration":
        if self.opens_at and self.closes_at and self.closes_at <= self.opens_at:
            raise ValueError("window_reversed")
        return self


class Results(Part):
    """What counts, and what the public sees of it.

    `official`: both sides' taps make a sheet official at once, or only after the chief's tick. `standings`: shown as
    they change, only where they were released, or as they change until the organizer hides them for the ceremony.
    """

    official: Literal["both_sides", "chief"] = "both_sides"
    standings: Literal["live", "released", "ceremony"] = "live"


class Regulations(Part):
    """All of an event's settings."""

    schema_version: Literal[1] = SCHEMA_VERSION
    preset: str = "s1"
    identity: Identity
    registration: Registration = Registration()
    divisions: Annotated[tuple[DivisionPlan, ...], Field(max_length=MOST_DIVISIONS)] = ()
    venue: Venue = Venue()
    stages: Annotated[tuple[StagePlan, ...], Field(min_length=1, max_length=MOST_STAGES)] = (StagePlan(),)
    results: Results = Results()
    awards: Awards = Awards()

    @model_validator(mode="after")
    def awards_name_what_is(self) -> "Regulations":
        stages, divisions = {plan.code for plan in self.stages}, {each.code for each in self.divisions}
        for row in self.awards.rows:
            if row.division and row.division not in divisions:
                raise contradiction("award_division_unknown", award=row.name, division=row.division)
            if isinstance(row.goes_to, BestLoser) and row.goes_to.stage not in stages:
                raise contradiction("award_stage_unknown", award=row.name, stage=row.goes_to.stage)
        return self

    @model_validator(mode="after")
    def sections_fit(self) -> "Regulations":
        check_divisions(self.divisions, self.registration.capacity)
        check_areas(self.venue, self.divisions)
        check_stages(self.stages, self.divisions, self.registration.capacity)
        check_starts(self.stages, self.identity.starts_at)
        return self

    @property
    def stage(self) -> StagePlan:
        """The first stage."""
        return self.stages[0]

    def plan(self, code: str) -> StagePlan:
        """Return the stage with this code; KeyError where the event has none."""
        return {plan.code: plan for plan in self.stages}[code]

    def division(self, code: str) -> DivisionPlan | None:
        """Return the division with this code; None where the event has but one, which nobody sees."""
        return next((each for each in self.divisions if each.code == code), None)

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The places of the event, by the divisions that share them."""
        return pools_of(self.divisions, self.registration.capacity)

    def pool_of(self, code: str) -> Pool:
        """Return the places that the division with this code has a part in."""
        return pool_of(self.divisions, code, self.registration.capacity)

    def with_plan(self, plan: StagePlan) -> "Regulations":
        """Return the regulations with this plan in the place of the one with its code."""
        stages = tuple(plan if each.code == plan.code else each for each in self.stages)
        return self.model_copy(update={"stages": stages})


def parse(document: dict[str, Any]) -> Regulations:
    """Validate a stored or uploaded document; raises pydantic.ValidationError with the place of each fault."""
    return Regulations.model_validate(document)


@lru_cache(maxsize=64)
def parse_stored(text: str) -> Regulations:
    """Return what a stored document says, given as its JSON text; the same text is validated once in a process."""
    return parse(json.loads(text))


def dump(regulations: Regulations) -> dict[str, Any]:
    """Return the JSON form that `parse` reads back unchanged."""
    return regulations.model_dump(mode="json")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a document: a code, the place as a dotted path ("" for a whole section's), parameters."""

    code: str
    place: str
    params: Mapping[str, object]


def faults(error: ValidationError) -> list[Fault]:
    """Turn pydantic's errors into codes: our own ones as raised, pydantic's by their type."""
    found = []
    for fault in error.errors(include_url=False, include_input=False):
        context = dict(fault.get("ctx", {}))
        own = context.pop("error", None)
        code = str(own) if own is not None else fault["type"]
        found.append(Fault(code, ".".join(str(part) for part in fault["loc"]), context))
    # A list whose item is wrong counts as too short as well: that only follows from the item's fault.
    places = [fault.place for fault in found]
    return [
        fault
        for fault in found
        if fault.code != "too_short" or not any(place.startswith(f"{fault.place}.") for place in places)
    ]
