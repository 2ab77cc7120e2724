"""An event's settings (竞赛规程) as one validated document with a schema version. Pure: no Django, no clock.

The document is stored as JSON with the event; what the organizer's screens edit is exactly this.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator, model_validator

SCHEMA_VERSION: Literal[1] = 1
MAX_TABLES = 500

Text = Annotated[str, Field(max_length=200)]
LongText = Annotated[str, Field(max_length=4000)]
RulePath = Annotated[str, Field(max_length=80, pattern=r"^[a-z_]+(\.[a-z_]+){1,2}$")]
# The organizer's own values in a ruleset, by path; what they say is checked with the ruleset they belong to.
OwnValues = Annotated[dict[RulePath, JsonValue], Field(max_length=300)]


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones, read from the disk once: reading them took most of the time of a parse."""
    return frozenset(available_timezones())


class Part(BaseModel):
    """A section of the regulations: frozen, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


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
    """Who may enter, when, and how many. Times are aware; None leaves that end open."""

    opens_at: datetime | None = None
    closes_at: datetime | None = None
    capacity: Annotated[int, Field(ge=2, le=2 * MAX_TABLES)] = 18
    pairs_per_unit: Annotated[int, Field(ge=1, le=50)] | None = None
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


class Venue(Part):
    tables: Annotated[int, Field(ge=1, le=MAX_TABLES)] = 9


class Timing(Part):
    """Length and reminder of a round in seconds (S1-5: 2 h, 30 min); last deals include the one in hand."""

    round_seconds: Annotated[int, Field(ge=30, le=12 * 3600)] = 7200
    reminder_seconds: Annotated[int, Field(ge=0)] = 1800
    last_deals: Annotated[int, Field(ge=0, le=20)] = 3

    @model_validator(mode="after")
    def reminder_within_round(self) -> "Timing":
        if self.reminder_seconds >= self.round_seconds:
            raise ValueError("reminder_past_round")
        return self


class Forfeits(Part):
    """Levels credited when a side, or both, do not play (a preset's proposal: the document is silent)."""

    winner: Annotated[int, Field(ge=0, le=26)] = 3
    loser: Annotated[int, Field(ge=-26, le=0)] = -3
    both: Annotated[int, Field(ge=-26, le=0)] = 0


class Bye(StrEnum):
    AVERAGE = "average"
    ZERO = "zero"


class Tiebreak(StrEnum):
    """Keys that part equal totals, in the order declared (S1-6 is silent; a proposed reading)."""

    LEVELS_RISEN = "levels_risen"
    HEAD_TO_HEAD = "head_to_head"
    BEST_ROUND = "best_round"
    LOTS = "lots"


class Scoring(Part):
    forfeits: Forfeits = Forfeits()
    bye: Bye = Bye.AVERAGE
    tiebreaks: tuple[Tiebreak, ...] = (
        Tiebreak.LEVELS_RISEN,
        Tiebreak.HEAD_TO_HEAD,
        Tiebreak.BEST_ROUND,
        Tiebreak.LOTS,
    )

    @field_validator("tiebreaks")
    @classmethod
    def decided_once(cls, value: tuple[Tiebreak, ...]) -> tuple[Tiebreak, ...]:
        if len(set(value)) != len(value):
            raise ValueError("tiebreak_twice")
        if Tiebreak.LOTS in value[:-1]:
            raise ValueError("lots_not_last")
        return value


class Amended(Part):
    """The organizer's own values from a round on, all of them: they replace those of the rounds before."""

    from_round: Annotated[int, Field(ge=1, le=100)]
    decisions: OwnValues = {}


class StagePlan(Part):
    """One stage: its format, how many rounds, and its ruleset with the organizer's own values.

    `decisions` are those of the draw; `amended` those that came after it. What `scoring` holds is not among them.
    """

    code: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,30}$")] = "main"
    format: Literal["two_rounds"] = "two_rounds"
    rounds: Annotated[int, Field(ge=1, le=2)] = 2
    ruleset: str = "s1"
    timing: Timing = Timing()
    scoring: Scoring = Scoring()
    decisions: OwnValues = {}
    amended: tuple[Amended, ...] = ()

    @field_validator("amended")
    @classmethod
    def rounds_ascend(cls, value: tuple[Amended, ...]) -> tuple[Amended, ...]:
        if any(later.from_round <= earlier.from_round for earlier, later in pairwise(value)):
            raise ValueError("amendments_not_ordered")
        return value

    def own_values(self, round_number: int | None = None) -> dict[str, JsonValue]:
        """Return the organizer's own values in a round; without a round those of the newest amendment."""
        valid = self.decisions
        for each in self.amended:
            if round_number is None or each.from_round <= round_number:
                valid = each.decisions
        return valid


class Results(Part):
    """`official`: both sides' taps make a sheet official at once, or only after the chief's tick."""

    official: Literal["both_sides", "chief"] = "both_sides"


class Regulations(Part):
    """All of an event's settings."""

    schema_version: Literal[1] = SCHEMA_VERSION
    preset: str = "s1"
    identity: Identity
    registration: Registration = Registration()
    venue: Venue = Venue()
    stages: Annotated[tuple[StagePlan, ...], Field(min_length=1, max_length=1)] = (StagePlan(),)
    results: Results = Results()

    @property
    def stage(self) -> StagePlan:
        return self.stages[0]


def parse(document: dict[str, Any]) -> Regulations:
    """Validate a stored or uploaded document; raises pydantic.ValidationError with the place of each fault."""
    return Regulations.model_validate(document)


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
