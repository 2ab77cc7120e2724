"""One match: how it ended, who won it, and the points its two sides get for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset

Points = int | Fraction
Reason = Literal["time", "deals", "ladder", "early_lead"]
Stage = Literal["between", "drawing", "burying", "led"]
SIDES = frozenset({0, 1})
STAGES = ("between", "drawing", "burying", "led")


@dataclass(frozen=True, slots=True)
class Played:
    """The levels both sides reached, as positions on the ladder; `winner`: what decided where the levels do not."""

    level_a: int
    level_b: int
    winner: int | None = None

    def __post_init__(self) -> None:
        _check_winner(self.winner)


@dataclass(frozen=True, slots=True)
class Won:
    """Only who won is known; None is a draw."""

    winner: int | None

    def __post_init__(self) -> None:
        _check_winner(self.winner)


@dataclass(frozen=True, slots=True)
class Scored:
    """The score that was entered for both sides."""

    score_a: int
    score_b: int

    def __post_init__(self) -> None:
        for score in (self.score_a, self.score_b):
            if type(score) is not int:
                raise ScoringError("bad_score", score=score)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The match was not played, by the fault of one side or of both: 0 is side a, 1 is side b."""

    by: frozenset[int]

    def __post_init__(self) -> None:
        if not self.by or not self.by <= SIDES:
            raise ScoringError("forfeit_sides", sides=sorted(self.by))


Outcome = Played | Forfeit | Won | Scored


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One official result."""

    round: int
    team_a: int
    team_b: int
    outcome: Outcome

    def __post_init__(self) -> None:
        if self.team_a == self.team_b:
            raise ScoringError("team_against_itself", team=self.team_a, round=self.round)


@dataclass(frozen=True, slots=True)
class Bye:
    round: int
    team: int


@dataclass(frozen=True, slots=True)
class Decision:
    """Who won and by what; the winner is None in a draw, and where `lots` have yet to be drawn."""

    winner: int | None
    decided_by: Literal["levels", "ladder", "dealer_side", "lots", "draw", "early_lead"]
    clause: str


def differential(ruleset: Ruleset, outcome: Outcome) -> tuple[int, int]:
    """Return the points of side a and of side b.

    By level difference: one point for each level reached more than the other side, as many less for that side (S1-6),
    up to the largest difference that counts. By who won: the points of a win, a draw and a loss.
    A level outside the ladder is refused, as is a result without levels where levels count (`levels_missing`).
    """
    score = ruleset.match_result
    if isinstance(outcome, Forfeit):
        if outcome.by == SIDES:
            return score.double_forfeit.value, score.double_forfeit.value
        if 0 in outcome.by:
            return score.forfeit_loss.value, score.forfeit_win.value
        return score.forfeit_win.value, score.forfeit_loss.value
    if score.points.value is not None:
        winner = _winner(ruleset, outcome)
        if winner is None:
            return score.points.value.draw, score.points.value.draw
        points = score.points.value.win, score.points.value.loss
        return points if winner == 0 else points[::-1]
    if not isinstance(outcome, Played):
        raise ScoringError("levels_missing", kind=score.kind.value)
    return _difference(ruleset, _ahead(ruleset, (outcome.level_a, outcome.level_b)))


def decide_match(
    ruleset: Ruleset,
    levels: Sequence[int],
    *,
    reason: Reason,
    dealer_side: int | None,
    deals: int | None = None,
) -> Decision:
    """Say who won a match that ended for this reason.

    `dealer_side` would deal next; None, or 0 `deals`, stand for a match without a scored deal.
    Raises ScoringError `not_past_the_ladder`, `lead_too_small`, where the levels are no such end.
    """
    _check_winner(dealer_side)
    ahead = _ahead(ruleset, levels)
    past = _past_the_ladder(ruleset, levels)
    if reason == "ladder" and past is None:
        raise ScoringError("not_past_the_ladder", levels=tuple(levels))
    if past is not None:
        return Decision(past, "ladder", ruleset.levels.end.clause)
    if reason == "early_lead":
        lead = ruleset.levels.early_win
        if lead.value is None or abs(ahead) < lead.value:
            raise ScoringError("lead_too_small", lead=abs(ahead), needed=lead.value)
        return Decision(_leader(ahead), "early_lead", lead.clause)
    if ahead:
        return Decision(_leader(ahead), "levels", ruleset.match_result.kind.clause)
    return _equal(ruleset, None if deals == 0 else dealer_side)


def unfinished_deal(ruleset: Ruleset, stage: Stage) -> Literal["finish", "stop"]:
    """Say what becomes of the deal in hand when time is up; between two deals there is none to finish.

    Where last deals are counted, the deal in hand is one of them. Raises ScoringError `unknown_stage`.
    """
    if stage not in STAGES:
        raise ScoringError("unknown_stage", stage=stage)
    rule = ruleset.round_clock.unfinished_deal.value
    if stage == "between" or rule == "stopped":
        return "stop"
    return "finish" if stage == "led" or rule != "finished_once_led" else "stop"


def _check_winner(side: int | None) -> None:
    if side is not None and (type(side) is not int or side not in SIDES):
        raise ScoringError("bad_side", side=side)


def _ahead(ruleset: Ruleset, levels: Sequence[int]) -> int:
    level_a, level_b = levels
    return ruleset.ladder.check(level_a) - ruleset.ladder.check(level_b)


def _leader(ahead: int) -> int | None:
    return None if ahead == 0 else int(ahead < 0)


def _difference(ruleset: Ruleset, ahead: int) -> tuple[int, int]:
    score = ruleset.match_result
    if score.largest.value is not None:
        ahead = max(-score.largest.value, min(ahead, score.largest.value))
    return (ahead, -ahead) if score.zero_sum.value else (max(ahead, 0), max(-ahead, 0))


def _winner(ruleset: Ruleset, outcome: Played | Won | Scored) -> int | None:
    if isinstance(outcome, Won):
        return outcome.winner
    if isinstance(outcome, Scored):
        return _leader(outcome.score_a - outcome.score_b)
    ahead = _ahead(ruleset, (outcome.level_a, outcome.level_b))
    return _leader(ahead) if outcome.winner is None else outcome.winner


def _past_the_ladder(ruleset: Ruleset, levels: Sequence[int]) -> int | None:
    """Return the side that has passed the last level, where that wins."""
    past = [side for side, level in enumerate(levels) if level > ruleset.ladder.end_position]
    return past[0] if ruleset.levels.end.value == "win" and len(past) == 1 else None


def _equal(ruleset: Ruleset, dealer_side: int | None) -> Decision:
    score = ruleset.match_result
    if dealer_side is None:
        before = score.equal_before_first_deal
        return Decision(None, before.value, before.clause)
    equal = score.equal_at_time
    if equal.value == "dealer_side":
        return Decision(dealer_side, "dealer_side", equal.clause)
    return Decision(None, equal.value, equal.clause)
