"""The level table: which points of a deal move which side by how many levels."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from pydantic import StrictBool, model_validator

from scoring.ladder import ScoringError
from scoring.ruleset.values import Marked, NotNegative, Part, Positive, Ruled, Status, Whole


@dataclass(frozen=True, slots=True)
class LevelChange:
    """What a deal changes: whether the dealer side holds the deal, and the levels each side rises."""

    deal_held: bool
    dealer_delta: int
    attackers_delta: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the printed level table: a closed interval of points (None: open) and the levels that it gives.

    Where there is a `step`, the interval's first `step` points give `levels` and every further started step `delta`
    more. The levels are those of the side that holds or takes the deal.
    """

    lowest: int | None
    highest: int | None
    deal_held: bool
    levels: int
    step: int | None
    delta: int
    status: Status
    clause: str
    reason: str | None


class Band(Marked):
    """A closed interval of the attackers' final points; an end left out is open."""

    lowest: Whole | None = None
    highest: Whole | None = None
    deal_held: StrictBool
    dealer_delta: NotNegative
    attackers_delta: NotNegative

    def reaches(self, points: int) -> bool:
        return self.highest is None or points <= self.highest

    @property
    def levels(self) -> int:
        """The levels of the side that holds or takes the deal."""
        return self.dealer_delta if self.deal_held else self.attackers_delta


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
        bands = self.bands.value
        if not bands:
            raise ScoringError("level_table_empty", field="bands")
        if (bands[0].lowest is None) != (self.below.value is None):
            raise ScoringError("level_table_end", field="below", end="below", lowest=bands[0].lowest)
        if (bands[-1].highest is None) != (self.above.value is None):
            raise ScoringError("level_table_end", field="above", end="above", highest=bands[-1].highest)
        for points in self._edges():
            if points % self.point_unit.value:
                raise ScoringError("points_not_in_unit", field="bands", points=points, unit=self.point_unit.value)
        for band in bands:
            if band.lowest is not None and band.highest is not None and band.highest < band.lowest:
                raise ScoringError("level_table_reversed", field="bands", lowest=band.lowest, highest=band.highest)
        for below, above in pairwise(bands):
            if below.highest is None or above.lowest != below.highest + self.point_unit.value:
                raise ScoringError("level_table_gap", field="bands", after=below.highest, before=above.lowest)
        return self

    def _edges(self) -> Iterator[int]:
        for band in self.bands.value:
            yield from (end for end in (band.lowest, band.highest) if end is not None)
        yield from (tail.step for tail in (self.below.value, self.above.value) if tail is not None)

    @model_validator(mode="after")
    def never_better_for_the_dealer_side_with_more_points(self) -> Self:
        bands = self.bands.value
        for band in bands:
            if (band.attackers_delta if band.deal_held else band.dealer_delta) != 0:
                raise ScoringError("wrong_side_rises", field="bands", lowest=band.lowest, highest=band.highest)
        for below, above in pairwise(bands):
            if (
                below.deal_held < above.deal_held
                or below.dealer_delta < above.dealer_delta
                or below.attackers_delta > above.attackers_delta
            ):
                raise ScoringError("level_table_not_monotone", field="bands", lowest=above.lowest)
        if not bands[0].deal_held or bands[-1].deal_held:
            raise ScoringError("no_turnover", field="bands")
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
        levels = self._counted(band.levels + further, bonus=band.deal_held and points <= 0)
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

    def _counted(self, levels: int, *, bonus: bool) -> int:
        levels += self.zero_bonus.value if bonus else 0
        return levels if self.cap.value is None else min(levels, self.cap.value)

    def rows(self) -> tuple[Row, ...]:
        """Return the table as it is printed, from the fewest points up, with the bonus and the cap worked in.

        A tail is one row with its `step`, unless the cap ends it or the bonus begins inside it.
        """
        parts = [*reversed(list(self._tail_below())), *map(self._row, self.bands.value), *self._tail_above()]
        merged: list[Row] = []
        for row in (half for part in parts for half in self._halves(part)):
            last = merged[-1] if merged else None
            if last is not None and replace(last, lowest=row.lowest, highest=row.highest) == row and row.step is None:
                merged[-1] = replace(last, highest=row.highest)
            else:
                merged.append(row)
        return tuple(merged)

    def _row(self, band: Band) -> Row:
        status, reason = self.bands.status, self.bands.reason
        if status != "organizer" and (band.status or band.reason):
            status, reason = band.status or status, band.reason
        return Row(band.lowest, band.highest, band.deal_held, band.levels, None, 0, status, self.bands.clause, reason)

    def _halves(self, row: Row) -> Iterator[Row]:
        """Part a row where the bonus begins, and count bonus and cap in."""
        low = row.lowest is None or row.lowest <= 0
        high = row.highest is None or row.highest > 0
        if self.zero_bonus.value and row.deal_held and low and high:
            yield replace(row, highest=0, levels=self._counted(row.levels, bonus=True))
            yield replace(row, lowest=self.point_unit.value, levels=self._counted(row.levels, bonus=False))
        else:
            yield replace(row, levels=self._counted(row.levels, bonus=row.deal_held and low))

    def _tail_below(self) -> Iterator[Row]:
        first, tail = self.bands.value[0], self.below.value
        if tail is None or first.lowest is None:
            return
        lowest, levels = first.lowest - tail.step, first.levels + tail.delta
        while self._steps_differ(levels, highest=lowest + tail.step):
            yield self._step(self.below, lowest, lowest + tail.step - self.point_unit.value, levels, held=True)
            lowest, levels = lowest - tail.step, levels + tail.delta
        rest = self._step(self.below, None, lowest + tail.step - self.point_unit.value, levels, held=True)
        yield rest if self.cap.value is not None else replace(rest, step=tail.step, delta=tail.delta)

    def _tail_above(self) -> Iterator[Row]:
        last, tail = self.bands.value[-1], self.above.value
        if tail is None or last.highest is None:
            return
        lowest, levels = last.highest + self.point_unit.value, last.levels + tail.delta
        while self.cap.value is not None and levels < self.cap.value:
            yield self._step(self.above, lowest, lowest + tail.step - self.point_unit.value, levels, held=False)
            lowest, levels = lowest + tail.step, levels + tail.delta
        rest = self._step(self.above, lowest, None, levels, held=False)
        yield rest if self.cap.value is not None else replace(rest, step=tail.step, delta=tail.delta)

    def _steps_differ(self, levels: int, *, highest: int) -> bool:
        """Whether steps of the lower tail have to stand alone: until the bonus begins and the cap is reached."""
        bonus = self.zero_bonus.value
        above_zero = bonus > 0 and highest - self.point_unit.value > 0
        return above_zero or (self.cap.value is not None and levels + bonus < self.cap.value)

    def _step(
        self, source: Ruled[Tail | None], lowest: int | None, highest: int | None, levels: int, *, held: bool
    ) -> Row:
        return Row(lowest, highest, held, levels, None, 0, source.status, source.clause, source.reason)
