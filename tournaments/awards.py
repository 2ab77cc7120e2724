"""Awards as data: by places, by shares of the ranking, to the best loser of a round, or drawn by lot. Pure."""

from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from tournaments.stageplans import Part, StageCode, contradiction

MOST_AWARDS = 40

Code = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,20}$")]
Place = Annotated[int, Field(ge=1, le=1000)]
Percent = Annotated[int, Field(ge=0, le=100)]
Among = Literal["all", "rest"]


class Places(Part):
    """Who stands from one place to another."""

    by: Literal["places"]
    first: Place = 1
    last: Place

    @model_validator(mode="after")
    def ordered(self) -> "Places":
        if self.first > self.last:
            raise contradiction("award_places_reversed")
        return self


class Share(Part):
    """Who stands from one share of the ranking to another, in percent.

    rest: of those alone who get no award by their place, by a share of all, or as the best loser.
    """

    by: Literal["share"]
    above: Percent = 0
    to: Percent
    of: Among = "all"

    @model_validator(mode="after")
    def ordered(self) -> "Share":
        if self.above >= self.to:
            raise contradiction("award_share_reversed")
        return self


class BestLoser(Part):
    """Who lost a round of a stage best: least behind, then with the most of its own; rounds count from 1."""

    by: Literal["best_loser"]
    stage: StageCode = "main"
    round: Annotated[int, Field(ge=1, le=100)] = 1


class ByLot(Part):
    """So many teams drawn by lot, of all or of the rest as a share is."""

    by: Literal["drawn"]
    count: Annotated[int, Field(ge=1, le=1000)]
    of: Among = "all"


class Award(Part):
    """A prize with its name in both languages (the English one may be empty); `division` "" is each division apart."""

    code: Code
    name: Annotated[str, Field(min_length=1, max_length=60)]
    name_en: Annotated[str, Field(max_length=60)] = ""
    division: Annotated[str, Field(max_length=20, pattern=r"^[a-z0-9_-]*$")] = ""
    goes_to: Annotated[Places | Share | BestLoser | ByLot, Field(discriminator="by")]


class Awards(Part):
    """All prizes in the order in which they are named.

    `ties` of teams that share the place at which a prize ends: all of them get it; or none of them, who then come under
    the next prize; or lots decide. `rounding` of shares to whole teams.
    """

    rows: Annotated[tuple[Award, ...], Field(max_length=MOST_AWARDS)] = ()
    ties: Literal["all", "fewer", "lots"] = "all"
    rounding: Literal["nearest", "up", "down"] = "nearest"

    @field_validator("rows")
    @classmethod
    def codes_once(cls, value: tuple[Award, ...]) -> tuple[Award, ...]:
        codes = [row.code for row in value]
        twice = next((code for code in codes if codes.count(code) > 1), None)
        if twice is not None:
            raise contradiction("award_code_twice", code=twice)
        return value

    @property
    def needs_draw(self) -> bool:
        """Say whether some prize is drawn by lot, or may hang on lots."""
        return bool(self.drawn) or (bool(self.rows) and self.ties == "lots")

    @property
    def drawn(self) -> tuple[Award, ...]:
        return tuple(row for row in self.rows if isinstance(row.goes_to, ByLot))
