"""What every value of a ruleset carries: where it comes from, why it is read so, and what else it could be."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Generic, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictInt,
    StrictStr,
    WithJsonSchema,
    model_validator,
)

from scoring.ladder import ScoringError

Status = Literal["explicit", "derived", "typo_fixed", "proposed", "silent_decided", "organizer"]

IN_THE_DOCUMENT: frozenset[Status] = frozenset({"explicit", "derived", "typo_fixed"})
NEEDS_A_REASON: frozenset[Status] = frozenset({"typo_fixed", "proposed", "silent_decided", "organizer"})

# No amount at a card table comes near it; what is stored, and every loop over it, stays small.
MOST = 100_000
Positive = Annotated[StrictInt, Field(gt=0, le=MOST)]
NotNegative = Annotated[StrictInt, Field(ge=0, le=MOST)]
Whole = Annotated[StrictInt, Field(ge=-MOST, le=MOST)]
Slug = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Clause = Annotated[StrictStr, Field(pattern=r"^([A-Z][A-Z0-9]*-[A-Z]?[0-9]+(\.[0-9]+)*)?$")]
T = TypeVar("T")

EXACT = r"^-?\d{1,6}(/[1-9]\d{0,5}|\.\d{1,6})?$"


def _read_exact(given: object) -> Fraction:
    """Read 2, "2", "1/10" or "0.1"; a float is refused, for it is none of them."""
    if isinstance(given, Fraction) or type(given) is int:
        return Fraction(given)
    if isinstance(given, str) and re.fullmatch(EXACT, given, re.ASCII):
        return Fraction(given)
    raise ScoringError("not_exact", given=str(given))


# A number without rounding; in JSON a text, "1/10".
Exact = Annotated[
    Fraction,
    BeforeValidator(_read_exact),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "pattern": EXACT}]}),
]


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Marked(Part):
    """A row of a table. `status` and `reason` stand where they are not those of the whole table."""

    status: Status | None = None
    reason: Slug | None = None

    @model_validator(mode="after")
    def reading_has_a_reason(self) -> Self:
        if self.status in NEEDS_A_REASON and self.reason is None:
            raise ScoringError("reason_missing", field="reason", status=self.status)
        return self


MARKS = frozenset(Marked.model_fields)


class Ruled(Part, Generic[T]):
    """A value with where it comes from.

    `reason` is a code, required where the document does not simply say it; `alternatives` are the other readings.
    The clause may be missing only where the document has none. A value that is silent is refused until it is decided.
    """

    value: T
    status: Status
    clause: Clause = ""
    reason: Slug | None = None
    alternatives: tuple[T, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def silence_is_decided(cls, given: object) -> object:
        if isinstance(given, dict) and given.get("status") == "silent":
            raise ScoringError("silence_undecided", field="status", clause=given.get("clause", ""))
        return given

    @model_validator(mode="after")
    def source_is_named(self) -> Self:
        if self.status in NEEDS_A_REASON and self.reason is None:
            raise ScoringError("reason_missing", field="reason", status=self.status)
        if self.status in IN_THE_DOCUMENT and not self.clause:
            raise ScoringError("clause_missing", field="clause", status=self.status)
        return self


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a ruleset as a table; `path` is group, name and, in a catalogue, its key, joined by dots."""

    path: str
    value: object
    status: Status
    clause: str
    reason: str | None
    alternatives: tuple[object, ...] = ()
