"""A match and the event around it: the round's clock, what a match counts, ranking, papers, who rules."""

from collections.abc import Sequence
from typing import Literal, Self, get_args

from pydantic import StrictBool, StrictInt, model_validator

from scoring.ladder import ScoringError
from scoring.ruleset.values import Part, Positive, Ruled

Criterion = Literal["total", "levels_risen", "head_to_head", "best_round", "lots"]


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
    """Points of a match where only who won counts."""

    win: StrictInt
    draw: StrictInt
    loss: StrictInt

    @model_validator(mode="after")
    def winning_is_worth_it(self) -> Self:
        if not self.loss <= self.draw <= self.win or self.loss == self.win:
            raise ScoringError(
                "result_points_not_ordered", field="points", win=self.win, draw=self.draw, loss=self.loss
            )
        return self


class MatchScore(Part):
    """How a match counts; forfeits and byes are exempt from `zero_sum`. `points`: where only who won counts.

    `reported`: what a table hands in. `equal_at_time`: who wins on equal levels when time is up; before any deal was
    scored it is `equal_before_first_deal`. `deals`: a match of so many deals, with or without a clock.
    `largest`: the most levels of difference that count.
    """

    kind: Ruled[Literal["level_difference", "win_loss"]]
    reported: Ruled[Literal["levels", "deal_points", "score", "winner"]]
    points: Ruled[ResultPoints | None]
    zero_sum: Ruled[StrictBool]
    largest: Ruled[Positive | None]
    deals: Ruled[Positive | None]
    equal_at_time: Ruled[Literal["dealer_side", "draw", "lots"]]
    equal_before_first_deal: Ruled[Literal["draw", "lots"]]
    forfeit_win: Ruled[StrictInt]
    forfeit_loss: Ruled[StrictInt]
    double_forfeit: Ruled[StrictInt]
    bye: Ruled[Literal["average"]]
    void_deal: Ruled[Literal["same_dealer_again"]]

    @model_validator(mode="after")
    def parts_fit_together(self) -> Self:
        if max(self.forfeit_loss.value, self.double_forfeit.value) > self.forfeit_win.value:
            raise ScoringError("forfeit_pays", field="forfeit_win", win=self.forfeit_win.value)
        if self.kind.value == "level_difference" and self.reported.value in {"score", "winner"}:
            raise ScoringError("difference_without_levels", field="reported", reported=self.reported.value)
        if (self.kind.value == "win_loss") != (self.points.value is not None):
            raise ScoringError("points_for_results", field="points", kind=self.kind.value)
        points = self.points.value
        if self.zero_sum.value and points is not None and (points.win + points.loss or points.draw):
            raise ScoringError("not_zero_sum", field="zero_sum", win=points.win, draw=points.draw, loss=points.loss)
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
