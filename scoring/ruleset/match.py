"""A match and the event around it: the round's clock, what a match counts, papers, who rules."""

from itertools import pairwise
from typing import Literal, Self

from pydantic import StrictBool, model_validator

from scoring.ladder import ScoringError
from scoring.ruleset.values import Exact, NotNegative, Part, Positive, Ruled, Whole

BY_DIFFERENCE = frozenset({"level_difference", "win_and_difference"})
BY_SCORE = frozenset({"per_deal", "score"})
BY_RESULT = frozenset({"win_loss", "win_and_difference"})


class RoundClock(Part):
    """Minutes of a round (None: no limit); the reminder is given `reminder_minutes` before its end (None: no reminder).

    `last_deals` (None: no such rule) are counted from the reminder or the end, with or without the deal in hand.
    `unfinished_deal`: what becomes at time-up of a deal by its stage: finished once a card was led, else stopped;
    always finished; stopped; or left to the last deals.
    """

    minutes: Ruled[Positive | None]
    reminder_minutes: Ruled[Positive | None]
    last_deals: Ruled[Positive | None]
    last_deals_include_current: Ruled[StrictBool]
    last_deals_counted_from: Ruled[Literal["reminder", "end"]]
    unfinished_deal: Ruled[Literal["finished_once_led", "finished", "stopped", "last_deals"]]

    @model_validator(mode="after")
    def parts_fit_together(self) -> Self:
        minutes, reminder = self.minutes.value, self.reminder_minutes.value
        if reminder is not None and (minutes is None or reminder >= minutes):
            raise ScoringError(
                "reminder_before_the_round", field="reminder_minutes", reminder=reminder, minutes=minutes
            )
        start = reminder if self.last_deals_counted_from.value == "reminder" else minutes
        if self.last_deals.value is not None and start is None:
            counted_from = self.last_deals_counted_from.value
            raise ScoringError("last_deals_without_start", field="last_deals_counted_from", counted_from=counted_from)
        unfinished = self.unfinished_deal.value
        if (unfinished == "last_deals") != (self.last_deals.value is not None):
            raise ScoringError("last_deals_and_unfinished_deal", field="unfinished_deal", unfinished_deal=unfinished)
        return self

    @property
    def reminder_at_minute(self) -> int | None:
        if self.minutes.value is None or self.reminder_minutes.value is None:
            return None
        return self.minutes.value - self.reminder_minutes.value

    @property
    def deals_from_the_reminder(self) -> int:
        """How many deals may still be finished, the one in hand included; 0 where there is no such rule."""
        if self.last_deals.value is None:
            return 0
        return self.last_deals.value + (not self.last_deals_include_current.value)


class ResultPoints(Part):
    """Points for who won."""

    win: Whole
    draw: Whole
    loss: Whole

    @model_validator(mode="after")
    def winning_is_worth_it(self) -> Self:
        if not self.loss <= self.draw <= self.win or self.loss == self.win:
            raise ScoringError(
                "result_points_not_ordered", field="points", win=self.win, draw=self.draw, loss=self.loss
            )
        return self


class Grade(Part):
    """Points of a deal for the side that won it and for the other, where its winner rose so many levels or more."""

    levels: NotNegative
    win: Whole
    loss: Whole


class DealPoints(Part):
    """Points deal by deal. `sweep`: what a side gets, instead of their sum, that won all of at least two deals."""

    grades: tuple[Grade, ...]
    sweep: Whole | None = None
    sweep_loss: Whole | None = None

    @model_validator(mode="after")
    def grades_ascend(self) -> Self:
        """More levels are worth no less; the first grade is the least."""
        if not self.grades:
            raise ScoringError("no_grades", field="deal_points")
        for lower, higher in pairwise(self.grades):
            if lower.levels >= higher.levels or lower.win > higher.win:
                raise ScoringError("grades_not_ordered", field="deal_points", levels=higher.levels)
        for grade in self.grades:
            if grade.win <= grade.loss:
                raise ScoringError("deal_not_worth_it", field="deal_points", win=grade.win, loss=grade.loss)
        if (self.sweep is None) != (self.sweep_loss is None):
            raise ScoringError("half_a_sweep", field="deal_points")
        return self


class MatchScore(Part):
    """How a match counts; forfeits and byes are exempt from `zero_sum`.

    `kind`: by the difference of levels, each `factor` points from `base`, for the side behind as many less where
    `zero_sum`; by who won (`points`); by both, added; by the points of every deal (`deal_points`); or the scores as
    they are handed in. `largest`: the most levels of difference that count.
    `reported`: what a table hands in. `equal_at_time`: who wins on equal levels when time is up; before any deal was
    scored it is `equal_before_first_deal`. `deals`: a match of so many deals, with or without a clock.
    `bye`: the average of the team's other rounds, `bye_points`, or nothing as it only goes through. `own_unit`: what
    a meeting of two teams of a unit gives to both (None: as any other). `missed`: a round missed without opponents.
    """

    kind: Ruled[Literal["level_difference", "win_loss", "win_and_difference", "per_deal", "score"]]
    reported: Ruled[Literal["levels", "deal_points", "score", "winner"]]
    points: Ruled[ResultPoints | None]
    base: Ruled[Whole]
    factor: Ruled[Exact]
    zero_sum: Ruled[StrictBool]
    largest: Ruled[Positive | None]
    deal_points: Ruled[DealPoints | None]
    deals: Ruled[Positive | None]
    equal_at_time: Ruled[
        Literal["dealer_side", "draw", "lots", "next_to_lead", "first_to_reach", "extra_deal", "better_rank"]
    ]
    equal_before_first_deal: Ruled[Literal["draw", "lots"]]
    forfeit_win: Ruled[Whole]
    forfeit_loss: Ruled[Whole]
    double_forfeit: Ruled[Whole]
    bye: Ruled[Literal["average", "points", "advance"]]
    bye_points: Ruled[Whole]
    own_unit: Ruled[Whole | None]
    missed: Ruled[Whole]
    void_deal: Ruled[Literal["same_dealer_again"]]

    @model_validator(mode="after")
    def formula_is_whole(self) -> Self:
        """Every kind has the values that it counts by, and none of another kind."""
        kind = self.kind.value
        if (kind in BY_RESULT) != (self.points.value is not None):
            raise ScoringError("points_for_results", field="points", kind=kind)
        if (kind == "per_deal") != (self.deal_points.value is not None):
            raise ScoringError("points_for_deals", field="deal_points", kind=kind)
        if self.base.value and kind != "level_difference":
            raise ScoringError("base_without_difference", field="base", base=self.base.value)
        if self.factor.value <= 0:
            raise ScoringError("factor_not_positive", field="factor", factor=str(self.factor.value))
        reported = self.reported.value
        if kind in BY_DIFFERENCE and reported not in {"levels", "deal_points"}:
            raise ScoringError("difference_without_levels", field="reported", reported=reported)
        if kind in BY_SCORE and reported not in {"deal_points", "score"}:
            raise ScoringError("reported_without_points", field="reported", reported=reported)
        return self

    @model_validator(mode="after")
    def parts_fit_together(self) -> Self:
        if max(self.forfeit_loss.value, self.double_forfeit.value) > self.forfeit_win.value:
            raise ScoringError("forfeit_pays", field="forfeit_win", win=self.forfeit_win.value)
        points = self.points.value
        if (
            self.zero_sum.value
            and self.kind.value == "win_loss"
            and points is not None
            and (points.win + points.loss or points.draw)
        ):
            raise ScoringError("not_zero_sum", field="zero_sum", win=points.win, draw=points.draw, loss=points.loss)
        return self

    @property
    def is_zero_sum(self) -> bool:
        """Whether the points of every match that was played add up to nothing."""
        points = self.points.value
        even = points is None or (points.win + points.loss == 0 and points.draw == 0)
        if self.kind.value in BY_DIFFERENCE:
            return even and self.zero_sum.value and self.base.value == 0
        return even and self.kind.value == "win_loss"


class Event(Part):
    """What the document says of the event around the matches."""

    format: Ruled[Literal["knockout", "two_rounds", "rounds", "single_match"]]
    rounds: Ruled[Positive | None]
    draw: Ruled[Literal["lots", "lots_template", "organizer"]]
    third_place: Ruled[StrictBool]
    substitutes: Ruled[Literal["none", "with_reason", "free"]]


class Paper(Part):
    """Who signs a score sheet, and whether there is one per table and round."""

    sheet_per_table: Ruled[StrictBool]
    signed_by: Ruled[tuple[Literal["players", "referee"], ...]]


class Rulings(Part):
    """Who decides at the table, and who settles what the rules leave open."""

    decided_by: Ruled[Literal["referee", "chief_referee"]]
    interpretation: Ruled[Literal["organizer", "committee", "chief_referee"]]
    appeal: Ruled[Literal["none", "chief_referee", "committee"]]
