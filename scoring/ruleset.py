"""A ruleset: what a document says, as validated data in which every value has a status and a clause."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Annotated, Generic, Literal, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

from scoring.ladder import Ladder, ScoringError

Status = Literal["explicit", "derived", "typo_fixed", "proposed", "silent_decided"]
Criterion = Literal["total", "levels_risen", "head_to_head", "best_round", "lots"]

CARDS_IN_A_DECK = 54
POINTS_IN_A_DECK = 100
HANDS = 4
OPEN_TO_DECISION: frozenset[Status] = frozenset({"proposed", "silent_decided"})
NEEDS_A_REASON: frozenset[Status] = OPEN_TO_DECISION | {"typo_fixed"}

Positive = Annotated[StrictInt, Field(gt=0)]
NotNegative = Annotated[StrictInt, Field(ge=0)]
Slug = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Clause = Annotated[StrictStr, Field(pattern=r"^[A-Z][A-Z0-9]*-[A-Z]?[0-9]+(\.[0-9]+)*$")]
T = TypeVar("T")


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ruled(Part, Generic[T]):
    """A value with where it comes from; `reason` is a code, required where the document does not simply say it."""

    value: T
    status: Status
    clause: Clause
    reason: Slug | None = None

    @model_validator(mode="after")
    def reason_where_it_is_a_reading(self) -> Self:
        if self.status in NEEDS_A_REASON and self.reason is None:
            raise ScoringError("reason_missing", status=self.status, clause=self.clause)
        return self


class Identity(Part):
    id: Slug
    version: StrictStr
    document: StrictStr
    title_zh: StrictStr
    title_en: StrictStr


class Deck(Part):
    decks: Ruled[Positive]
    cards: Ruled[Positive]
    kitty: Ruled[NotNegative]
    hand: Ruled[Positive]
    points: Ruled[Positive]

    @model_validator(mode="after")
    def arithmetic_holds(self) -> Self:
        decks = self.decks.value
        if (
            self.cards.value != decks * CARDS_IN_A_DECK
            or self.points.value != decks * POINTS_IN_A_DECK
            or self.hand.value * HANDS + self.kitty.value != self.cards.value
        ):
            raise ScoringError("deck_does_not_add_up")
        return self


class Levels(Part):
    ladder: Ruled[tuple[StrictStr, ...]]
    start: Ruled[StrictStr]
    must_play: Ruled[frozenset[StrictStr]]
    max_beyond: Ruled[NotNegative]

    def make_ladder(self) -> Ladder:
        return Ladder(self.ladder.value, self.start.value, self.must_play.value, self.max_beyond.value)

    @model_validator(mode="after")
    def makes_a_ladder(self) -> Self:
        self.make_ladder()
        return self


@dataclass(frozen=True, slots=True)
class LevelChange:
    """What a deal changes: whether the dealer side holds the deal, and the levels each side rises."""

    deal_held: bool
    dealer_delta: int
    attackers_delta: int


class Band(Part):
    """A closed interval of the attackers' final points; an end left out is open."""

    lowest: StrictInt | None = None
    highest: StrictInt | None = None
    deal_held: StrictBool
    dealer_delta: NotNegative
    attackers_delta: NotNegative

    def reaches(self, points: int) -> bool:
        return self.highest is None or points <= self.highest


class LevelTable(Part):
    point_unit: Ruled[Positive]
    bands: Ruled[tuple[Band, ...]]

    @model_validator(mode="after")
    def total_and_disjoint(self) -> Self:
        """Every multiple of the unit, negative ones too, lies in exactly one band."""
        bands, unit = self.bands.value, self.point_unit.value
        if not bands or bands[0].lowest is not None or bands[-1].highest is not None:
            raise ScoringError("level_table_not_open_at_its_ends")
        for below, above in pairwise(bands):
            if below.highest is None or above.lowest is None or below.highest % unit:
                raise ScoringError("level_table_gap", after=below.highest)
            if above.lowest != below.highest + unit or (above.highest is not None and above.highest < above.lowest):
                raise ScoringError("level_table_gap", after=below.highest)
        return self

    @model_validator(mode="after")
    def never_better_for_the_dealer_side_with_more_points(self) -> Self:
        for band in self.bands.value:
            if (band.attackers_delta if band.deal_held else band.dealer_delta) != 0:
                raise ScoringError("wrong_side_rises", lowest=band.lowest)
        for below, above in pairwise(self.bands.value):
            if (
                below.deal_held < above.deal_held
                or below.dealer_delta < above.dealer_delta
                or below.attackers_delta > above.attackers_delta
            ):
                raise ScoringError("level_table_not_monotone", lowest=above.lowest)
        return self

    def level_change(self, points: int) -> LevelChange:
        if type(points) is not int or points % self.point_unit.value:
            raise ScoringError("points_not_in_unit", points=points, unit=self.point_unit.value)
        band = next(band for band in self.bands.value if band.reaches(points))
        return LevelChange(band.deal_held, band.dealer_delta, band.attackers_delta)


class RoundClock(Part):
    """Minutes of a round; the reminder is given `reminder_minutes` before its end."""

    minutes: Ruled[Positive]
    reminder_minutes: Ruled[Positive]
    last_deals: Ruled[Positive]
    last_deals_include_current: Ruled[StrictBool]
    last_deals_counted_from: Ruled[Literal["reminder", "end"]]

    @model_validator(mode="after")
    def reminder_lies_in_the_round(self) -> Self:
        if self.reminder_at_minute <= 0:
            raise ScoringError("reminder_before_the_round")
        return self

    @property
    def reminder_at_minute(self) -> int:
        return self.minutes.value - self.reminder_minutes.value


class MatchScore(Part):
    """How a match counts in the standings; forfeits and byes are exempt from `zero_sum`."""

    kind: Ruled[Literal["level_difference"]]
    zero_sum: Ruled[Literal[True]]
    forfeit_win: Ruled[StrictInt]
    forfeit_loss: Ruled[StrictInt]
    double_forfeit: Ruled[StrictInt]
    bye: Ruled[Literal["average"]]

    @model_validator(mode="after")
    def forfeit_never_pays(self) -> Self:
        if max(self.forfeit_loss.value, self.double_forfeit.value) > self.forfeit_win.value:
            raise ScoringError("forfeit_pays")
        return self


def check_criteria(criteria: Sequence[str]) -> None:
    """Refuse an empty chain, an unknown or repeated criterion, and lots anywhere but last."""
    if not criteria:
        raise ScoringError("no_criteria")
    for place, criterion in enumerate(criteria):
        if criterion not in get_args(Criterion):
            raise ScoringError("unknown_criterion", criterion=criterion)
        if criterion in criteria[:place]:
            raise ScoringError("criterion_twice", criterion=criterion)
        if criterion == "lots" and place != len(criteria) - 1:
            raise ScoringError("lots_not_last")


class Ranking(Part):
    """`places`: competition shares as 1, 2, 2, 4; dense as 1, 2, 2, 3."""

    tie_breaks: Ruled[tuple[Criterion, ...]]
    places: Ruled[Literal["competition", "dense"]]

    @model_validator(mode="after")
    def criteria_make_a_chain(self) -> Self:
        check_criteria(self.tie_breaks.value)
        return self


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ruleset as a table; `path` is group and name joined by a dot."""

    path: str
    value: object
    status: Status
    clause: str
    reason: str | None


class Ruleset(Part):
    identity: Identity
    deck: Deck
    levels: Levels
    level_table: LevelTable
    round_clock: RoundClock
    match_result: MatchScore
    ranking: Ranking

    @cached_property
    def ladder(self) -> Ladder:
        return self.levels.make_ladder()

    def level_change(self, points: int) -> LevelChange:
        """Read the level table for the attackers' final points of a deal; they may be negative."""
        return self.level_table.level_change(points)

    def entries(self) -> tuple[Entry, ...]:
        """List every value with its status and clause, in the order of the groups."""
        return tuple(
            Entry(path, ruled.value, ruled.status, ruled.clause, ruled.reason) for path, ruled in _ruled_values(self)
        )


def _ruled_values(ruleset: Ruleset) -> Iterator[tuple[str, Ruled[object]]]:
    for group in Ruleset.model_fields:
        for name, ruled in getattr(ruleset, group):
            if isinstance(ruled, Ruled):
                yield f"{group}.{name}", ruled


def parse_ruleset(data: Mapping[str, object]) -> Ruleset:
    """Validate a ruleset; raises pydantic.ValidationError, also for unknown keys."""
    return Ruleset.model_validate(data)


def decide(ruleset: Ruleset, decisions: Mapping[str, object]) -> Ruleset:
    """Return the ruleset with the organizer's decisions, by path, where the document leaves the value open.

    What the document itself says is not open: ScoringError `not_open_to_decision`; no such path: `unknown_value`.
    """
    known = {entry.path: entry for entry in ruleset.entries()}
    data = ruleset.model_dump()
    for path, value in decisions.items():
        if path not in known:
            raise ScoringError("unknown_value", path=path)
        if known[path].status not in OPEN_TO_DECISION:
            raise ScoringError("not_open_to_decision", path=path)
        group, name = path.split(".")
        data[group][name] |= {"value": value, "status": "silent_decided", "reason": "organizer_decided"}
    return parse_ruleset(data)


def available_presets() -> tuple[str, ...]:
    names = (entry.name for entry in files("scoring").joinpath("presets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def load_preset(name: str) -> Ruleset:
    if name not in available_presets():
        raise ScoringError("unknown_preset", preset=name)
    return parse_ruleset(tomllib.loads(files("scoring").joinpath("presets", f"{name}.toml").read_text("utf-8")))
