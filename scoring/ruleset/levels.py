"""The ladder of levels and the level table: which points of a deal move whom by how much."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, Self

from pydantic import StrictBool, StrictInt, StrictStr, model_validator

from scoring.ladder import Ladder, ScoringError
from scoring.ruleset.values import Marked, NotNegative, Part, Positive, Ruled


class JackRule(Part):
    """The dealer side at `level` whose kitty is dug with a card of that rank falls back to `falls_to`.

    `cards`: any of that rank, or only those of the trump suit (main) or of the others (off).
    """

    level: StrictStr
    cards: Literal["any", "main", "off"]
    falls_to: StrictStr


class FailureRule(Part):
    """A side that lost the deal `attempts` times while dealing at `level` falls back to `falls_to`."""

    level: StrictStr
    attempts: Positive
    falls_to: StrictStr


class Levels(Part):
    """`pass_rule`: a must-play level is left only by holding the deal on it, or simply once it was reached (G-11).

    `end`: passing the last level wins (it is one step, `max_beyond` is 1), starts anew, is not possible, or is counted
    on (up to `max_beyond` steps).
    `early_win`: levels ahead that end the match.
    """

    ladder: Ruled[tuple[StrictStr, ...]]
    start: Ruled[StrictStr]
    must_play: Ruled[frozenset[StrictStr]]
    pass_rule: Ruled[Literal["held_as_dealer", "reached"]]
    end: Ruled[Literal["win", "restart", "cap", "count_on"]]
    max_beyond: Ruled[NotNegative]
    jack_rule: Ruled[JackRule | None]
    failure_rule: Ruled[FailureRule | None]
    early_win: Ruled[Positive | None]

    def make_ladder(self) -> Ladder:
        return Ladder(self.ladder.value, self.start.value, self.must_play.value, self.max_beyond.value)

    @model_validator(mode="after")
    def makes_a_ladder(self) -> Self:
        ladder = self.make_ladder()
        for rule in (self.jack_rule.value, self.failure_rule.value):
            if rule is None:
                continue
            for level in (rule.level, rule.falls_to):
                if level not in ladder.levels:
                    raise ScoringError("level_not_on_ladder", level=level)
            if ladder.position(rule.falls_to) >= ladder.position(rule.level):
                raise ScoringError("fall_goes_up", level=rule.level, falls_to=rule.falls_to)
        beyond = self.max_beyond.value
        if not {"win": beyond == 1, "count_on": beyond > 0}.get(self.end.value, beyond == 0):
            raise ScoringError("counts_past_the_end", end=self.end.value, max_beyond=self.max_beyond.value)
        return self


@dataclass(frozen=True, slots=True)
class LevelChange:
    """What a deal changes: whether the dealer side holds the deal, and the levels each side rises."""

    deal_held: bool
    dealer_delta: int
    attackers_delta: int


class Band(Marked):
    """A closed interval of the attackers' final points; an end left out is open."""

    lowest: StrictInt | None = None
    highest: StrictInt | None = None
    deal_held: StrictBool
    dealer_delta: NotNegative
    attackers_delta: NotNegative

    def reaches(self, points: int) -> bool:
        return self.highest is None or points <= self.highest


class Tail(Part):
    """Past the last band, every `step` points (a started step counts) are worth `delta` levels more."""

    step: Positive
    delta: Positive


class LevelTable(Part):
    """Bands over the attackers' final points p; `below` and `above` go on past them, or the outer bands are open.

    `zero_bonus`: levels more for the dealer side at p ≤ 0. `cap`: the most levels that one deal gives to a side.
    """

    point_unit: Ruled[Positive]
    bands: Ruled[tuple[Band, ...]]
    below: Ruled[Tail | None]
    above: Ruled[Tail | None]
    zero_bonus: Ruled[NotNegative]
    cap: Ruled[Positive | None]

    @model_validator(mode="after")
    def total_and_disjoint(self) -> Self:
        """Every multiple of the unit, negative ones too, lies in exactly one band or tail."""
        bands, unit = self.bands.value, self.point_unit.value
        if not bands:
            raise ScoringError("level_table_empty")
        if (bands[0].lowest is None) != (self.below.value is None):
            raise ScoringError("level_table_end", end="below")
        if (bands[-1].highest is None) != (self.above.value is None):
            raise ScoringError("level_table_end", end="above")
        for band in bands:
            if any(end is not None and end % unit for end in (band.lowest, band.highest)):
                raise ScoringError("points_not_in_unit", points=band.lowest or band.highest, unit=unit)
            if band.lowest is not None and band.highest is not None and band.highest < band.lowest:
                raise ScoringError("level_table_reversed", lowest=band.lowest)
        for below, above in pairwise(bands):
            if below.highest is None or above.lowest is None or above.lowest != below.highest + unit:
                raise ScoringError("level_table_gap", after=below.highest)
        for tail in (self.below.value, self.above.value):
            if tail is not None and tail.step % unit:
                raise ScoringError("points_not_in_unit", points=tail.step, unit=unit)
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
        if not self.bands.value[0].deal_held or self.bands.value[-1].deal_held:
            raise ScoringError("no_turnover")
        return self

    @property
    def turnover(self) -> int:
        """The fewest points with which the attackers take the deal."""
        return next(band.lowest for band in self.bands.value if not band.deal_held and band.lowest is not None)

    def level_change(self, points: int) -> LevelChange:
        """Read the table; raises ScoringError `points_not_in_unit`."""
        if type(points) is not int or points % self.point_unit.value:
            raise ScoringError("points_not_in_unit", points=points, unit=self.point_unit.value)
        band, further = self._place(points)
        if band.deal_held:
            levels = band.dealer_delta + further + (self.zero_bonus.value if points <= 0 else 0)
        else:
            levels = band.attackers_delta + further
        if self.cap.value is not None:
            levels = min(levels, self.cap.value)
        return LevelChange(band.deal_held, *((levels, 0) if band.deal_held else (0, levels)))

    def _place(self, points: int) -> tuple[Band, int]:
        """Return the band and, past the bands, the levels that the tail adds to it."""
        first, last = self.bands.value[0], self.bands.value[-1]
        below, above = self.below.value, self.above.value
        if below is not None and first.lowest is not None and points < first.lowest:
            return first, -((points - first.lowest) // below.step) * below.delta
        if above is not None and last.highest is not None and points > last.highest:
            return last, -((last.highest - points) // above.step) * above.delta
        return next(band for band in self.bands.value if band.reaches(points)), 0
