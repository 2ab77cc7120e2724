"""What a notice says of its event, as assertions that a rehearsal checks. Pure data: codes and figures.

A fact of a stage names it by its code; without one it speaks of every stage.
"""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tournaments.stageplans import Part, StageCode

Figure = Annotated[str, Field(pattern=r"^-?\d{1,3}(/\d{1,3})?$")]
When = Literal["won", "lost", "drawn", "forfeit_won", "forfeit_lost", "both_absent", "bye", "own_unit", "missed"]
Criterion = Annotated[str, Field(max_length=40)]


class OfStage(Part):
    stage: StageCode | None = None


class Quota(Part):
    """A unit's next pair beyond so many is not taken from the public.

    `unit` and `members`: how many it is for a unit of this name or size; `others` are the sizes of the other units.
    `division`: in this one alone.
    """

    fact: Literal["quota"]
    pairs: Annotated[int, Field(ge=0)]
    unit: str | None = None
    members: Annotated[int, Field(ge=0)] | None = None
    others: tuple[int, ...] = ()
    division: str | None = None

    @property
    def by_rule(self) -> bool:
        return self.unit is not None or self.members is not None


class Entry(Part):
    """What an entry consists of, as far as the notice says it."""

    fact: Literal["entry"]
    kind: Literal["pair", "team", "individual"]
    least: int | None = None
    most: int | None = None
    line_up: int | None = None
    substitutes: int | None = None
    leader: Literal["none", "optional", "required"] | None = None
    coach: Literal["none", "optional", "required"] | None = None
    partners: Literal["own", "lot", "own_or_lot"] | None = None


class InDivisions(Part):
    """The event has these divisions: nobody meets a team of another, and each has a ranking from the first place on."""

    fact: Literal["divisions"]
    codes: Annotated[tuple[str, ...], Field(min_length=2)]


class Starts(Part):
    """A stage begins so many days after the first, at this time of the clock."""

    fact: Literal["starts"]
    stage: StageCode
    days: Annotated[int, Field(ge=0)]
    at: Annotated[str, Field(pattern=r"^\d\d:\d\d$")]


class Left(Part):
    """A knockout ends when so many teams are left."""

    fact: Literal["left"]
    stage: StageCode
    teams: Annotated[int, Field(ge=1)]


class Bands(Part):
    """The first so many of the stage before play in one group, the next in another, and so on."""

    fact: Literal["bands"]
    stage: StageCode
    size: Annotated[int, Field(ge=2)]


class Awarded(Part):
    """An award of this code goes to these places, this share in percent, a round's best loser, or to so many drawn.

    `rest`: of those without another award. `each_division`: once in each.
    """

    fact: Literal["award"]
    award: str
    places: tuple[int, int] | None = None
    share: tuple[int, int] | None = None
    loser_of: int | None = None
    drawn: int | None = None
    rest: bool = False
    each_division: bool = False


class Rounds(OfStage):
    """So many rounds are played by the field that the file names."""

    fact: Literal["rounds"]
    rounds: Annotated[int, Field(ge=1)]


class Clock(OfStage):
    """A round lasts so long; the reminder comes so long before its end, and so many deals are played from it on."""

    fact: Literal["clock"]
    minutes: Annotated[int, Field(ge=1)]
    reminder: Annotated[int, Field(ge=0)] | None = None
    last_deals: Annotated[int, Field(ge=0)] | None = None


class Counts(OfStage):
    """What a round gives: `points`, and `per_level` more for each level that the own side reached more (less if fewer).

    `largest`: the most levels of difference that count. Figures are exact: "1/10".
    """

    fact: Literal["counts"]
    when: When
    points: Figure
    per_level: Figure = "0"
    largest: Annotated[int, Field(ge=1)] | None = None


class ByeTo(OfStage):
    """Who sits out an odd round, among those who have not yet: the highest lot, or who stands lowest."""

    fact: Literal["bye_to"]
    whom: Literal["highest_lot", "lowest"]


class Never(OfStage):
    """No such meeting takes place, in no round, and no second bye."""

    fact: Literal["never"]
    what: Literal["rematch", "own_unit", "second_bye"]


class Avoided(OfStage):
    """Such a meeting takes place only where a round without it does not exist."""

    fact: Literal["avoided"]
    what: Literal["rematch", "own_unit", "second_bye"]


class EverybodyPlays(OfStage):
    """Nobody is eliminated: every team that has not withdrawn plays every round, or has the bye."""

    fact: Literal["everybody_plays"]


class LoserOut(OfStage):
    """Who loses plays no more matches; for a place only where the stage plays for it."""

    fact: Literal["loser_out"]


class PairsBy(OfStage):
    """From a round of the stage on, tables hold the first and second of the standings, the third and fourth, and so on.

    lots: by the order of lots instead, at once from the round named.
    """

    fact: Literal["pairs_by"]
    order: Literal["rank", "lots"]
    from_round: Annotated[int, Field(ge=1)] = 2


class Drawn(OfStage):
    """All rounds come from one draw, or each from a draw of its own."""

    fact: Literal["drawn"]
    how: Literal["at_once", "each_round"]


class RankedBy(OfStage):
    """The criteria in their order, the first of them first."""

    fact: Literal["ranked_by"]
    criteria: Annotated[tuple[Criterion, ...], Field(min_length=1)]


class Advances(Part):
    """So many teams come to a stage; of each group so many, and no others."""

    fact: Literal["advances"]
    to: StageCode
    teams: Annotated[int, Field(ge=2)]
    per_group: Annotated[int, Field(ge=1)] | None = None


class Carried(Part):
    """A stage begins with so many percent of the points of the one before."""

    fact: Literal["carried"]
    to: StageCode
    percent: Annotated[int, Field(ge=0, le=100)]


class InGroups(OfStage):
    """The field that the file names is divided into so many groups."""

    fact: Literal["groups"]
    count: Annotated[int, Field(ge=1)]


class Crossed(Part):
    """In the first round a group's winner meets no other winner, and nobody meets a team of the own group."""

    fact: Literal["crossed"]
    stage: StageCode


class UnitsApart(Part):
    """The two pairs of a unit stand in different halves: they could meet in the last match only."""

    fact: Literal["units_apart"]
    stage: StageCode


class ThirdPlace(Part):
    """The losers of the semi-finals play for the third place."""

    fact: Literal["third_place"]
    stage: StageCode


class Equal(OfStage):
    """What decides a match of equal levels; draw: it stays a draw."""

    fact: Literal["equal"]
    by: Literal["draw", "dealer_side", "lots", "next_to_lead", "first_to_reach", "extra_deal", "better_rank"]


class EarlyLead(OfStage):
    """So many levels ahead end a match at once."""

    fact: Literal["early_lead"]
    levels: Annotated[int, Field(ge=1)]


class Official(Part):
    """A played result counts only once both sides confirmed it, or after the chief's tick."""

    fact: Literal["official"]
    by: Literal["both_sides", "chief"]


class Rule(OfStage):
    """A value of the ruleset that the event is played by, by its path."""

    fact: Literal["rule"]
    path: Annotated[str, Field(max_length=80, pattern=r"^[a-z_]+(\.[a-z_]+){1,2}$")]
    value: JsonValue


Fact = Annotated[
    Quota
    | Entry
    | InDivisions
    | Starts
    | Left
    | Bands
    | Awarded
    | Rounds
    | Clock
    | Counts
    | ByeTo
    | Never
    | Avoided
    | EverybodyPlays
    | LoserOut
    | PairsBy
    | Drawn
    | RankedBy
    | Advances
    | Carried
    | InGroups
    | Crossed
    | UnitsApart
    | ThirdPlace
    | Equal
    | EarlyLead
    | Official
    | Rule,
    Field(discriminator="fact"),
]
