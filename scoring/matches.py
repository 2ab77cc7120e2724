"""One match: how it ended, who won it, and the points its two sides get for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.deals import DealScore
from scoring.figures import Points, exact
from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset
from scoring.ruleset.match import DealPoints, ResultPoints

DecidedBy = Literal[
    "levels",
    "ladder",
    "early_lead",
    "dealer_side",
    "draw",
    "lots",
    "next_to_lead",
    "first_to_reach",
    "extra_deal",
    "better_rank",
]
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
    """The score that was entered for both sides; `winner`: what decided where the scores do not."""

    score_a: int
    score_b: int
    winner: int | None = None

    def __post_init__(self) -> None:
        for score in (self.score_a, self.score_b):
            if type(score) is not int:
                raise ScoringError("bad_score", score=score)
        _check_winner(self.winner)


@dataclass(frozen=True, slots=True)
class DealWon:
    """A deal of a match: which side won it and the levels that this gave it; nobody won a void deal."""

    winner: int | None
    levels: int = 0

    def __post_init__(self) -> None:
        _check_winner(self.winner)
        if type(self.levels) is not int or self.levels < 0 or (self.winner is None and self.levels):
            raise ScoringError("bad_count", count=self.levels)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The deals of a match, each for itself; `winner`: what decided where their points do not."""

    deals: tuple[DealWon, ...]
    winner: int | None = None

    def __post_init__(self) -> None:
        _check_winner(self.winner)


@dataclass(frozen=True, slots=True)
class Void:
    """The match was annulled: it counts for nobody, and nobody has met anybody."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The match was not played, by the fault of one side or of both: 0 is side a, 1 is side b."""

    by: frozenset[int]

    def __post_init__(self) -> None:
        if not self.by or not self.by <= SIDES:
            raise ScoringError("forfeit_sides", sides=sorted(self.by))


Outcome = Played | Forfeit | Won | Scored | Dealt | Void


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One official result; `own_unit`: both teams are of one unit."""

    round: int
    team_a: int
    team_b: int
    outcome: Outcome
    own_unit: bool = False

    def __post_init__(self) -> None:
        if self.team_a == self.team_b:
            raise ScoringError("team_against_itself", team=self.team_a, round=self.round)


@dataclass(frozen=True, slots=True)
class Bye:
    round: int
    team: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A round that a team should have played and did not, without an opponent who waited for it."""

    round: int
    team: int


@dataclass(frozen=True, slots=True)
class Decision:
    """Who won and by what; the winner is None in a draw, and where what decides has yet to be settled."""

    winner: int | None
    decided_by: DecidedBy
    clause: str


def deal_won(dealer: int, score: DealScore) -> DealWon:
    """Return what a counted deal is among the deals of its match; `dealer` is the seat that dealt."""
    if score.void:
        return DealWon(None)
    side = dealer % 2 if score.deal_held else 1 - dealer % 2
    return DealWon(side, score.dealer_delta if score.deal_held else score.attackers_delta)


def points_of(ruleset: Ruleset, result: MatchResult) -> tuple[Points, Points]:
    """Return the points of both teams: those of the outcome, unless meeting the own unit counts otherwise."""
    if counts_as_own_unit(ruleset, result):
        fixed = ruleset.match_result.own_unit.value or 0
        return fixed, fixed
    return differential(ruleset, result.outcome)


def counts_as_own_unit(ruleset: Ruleset, result: MatchResult) -> bool:
    return result.own_unit and ruleset.match_result.own_unit.value is not None and not isinstance(result.outcome, Void)


def differential(ruleset: Ruleset, outcome: Outcome) -> tuple[Points, Points]:
    """Return the points of side a and of side b, exact.

    By level difference: from the base, the factor for each level reached more than the other side, as many less for
    that side (S1-6), up to the largest difference that counts. By who won: the points of a win, a draw and a loss.
    By both, added. By deals: the points of each, or those of a sweep. By score: as handed in.
    A level outside the ladder is refused, as is a result without what counts: `levels_missing`, `deals_missing`,
    `score_missing`.
    """
    if isinstance(outcome, Void):
        return 0, 0
    if isinstance(outcome, Forfeit):
        return _forfeited(ruleset, outcome)
    kind, points = ruleset.match_result.kind.value, ruleset.match_result.points.value
    if kind == "per_deal":
        return _of_deals(ruleset, outcome)
    if kind == "score":
        if not isinstance(outcome, Scored):
            raise ScoringError("score_missing", kind=kind)
        return outcome.score_a, outcome.score_b
    won = (0, 0) if points is None else _of_winner(points, winner_of(ruleset, outcome))
    if kind == "win_loss":
        return won
    if not isinstance(outcome, Played):
        raise ScoringError("levels_missing", kind=kind)
    first, second = _difference(ruleset, _ahead(ruleset, (outcome.level_a, outcome.level_b)))
    return exact(first + won[0]), exact(second + won[1])


def winner_of(ruleset: Ruleset, outcome: Outcome) -> int | None:
    """Return the side that won, by what was reported or by what decided; None for a draw and where both were absent."""
    if isinstance(outcome, Forfeit):
        return None if outcome.by == SIDES else 1 - min(outcome.by)
    if isinstance(outcome, Void):
        return None
    if isinstance(outcome, Won):
        return outcome.winner
    if isinstance(outcome, Scored):
        ahead = outcome.score_a - outcome.score_b
        return _leader(ahead) if ahead else outcome.winner
    if isinstance(outcome, Dealt):
        table = ruleset.match_result.deal_points.value
        if table is None:
            ahead = deal_levels(outcome)
        else:
            first, second = sum_of_deals(table, outcome.deals)
            ahead = first - second
        return _leader(ahead) if ahead else outcome.winner
    ahead = _ahead(ruleset, (outcome.level_a, outcome.level_b))
    return _leader(ahead) if outcome.winner is None else outcome.winner


def deal_levels(outcome: Dealt) -> int:
    """Return by how many levels the deals brought side 0 further than side 1."""
    return sum(deal.levels if deal.winner == 0 else -deal.levels for deal in outcome.deals)


def decide_match(
    ruleset: Ruleset,
    levels: Sequence[int],
    *,
    reason: Reason,
    dealer_side: int | None,
    deals: int | None = None,
    favoured: int | None = None,
) -> Decision:
    """Say who won a match that ended for this reason.

    `dealer_side` would deal next; None, or 0 `deals`, stand for a match without a scored deal. `favoured` is the side
    for which speaks what else may decide: it leads next, reached the level first, won the extra deal or the lots, or
    stands better so far. Without it such a decision has no winner yet.
    Raises ScoringError `not_past_the_ladder`, `lead_too_small`, where the levels are no such end.
    """
    _check_winner(dealer_side)
    _check_winner(favoured)
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
    return _equal(ruleset, None if deals == 0 else dealer_side, favoured)


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


def _forfeited(ruleset: Ruleset, outcome: Forfeit) -> tuple[int, int]:
    score = ruleset.match_result
    if outcome.by == SIDES:
        return score.double_forfeit.value, score.double_forfeit.value
    points = score.forfeit_win.value, score.forfeit_loss.value
    return points[::-1] if 0 in outcome.by else points


def _difference(ruleset: Ruleset, ahead: int) -> tuple[Points, Points]:
    score = ruleset.match_result
    if score.largest.value is not None:
        ahead = max(-score.largest.value, min(ahead, score.largest.value))
    first, second = (ahead, -ahead) if score.zero_sum.value else (max(ahead, 0), max(-ahead, 0))
    base, factor = score.base.value, exact(score.factor.value)
    return base + factor * first, base + factor * second


def _of_winner(points: ResultPoints, winner: int | None) -> tuple[int, int]:
    if winner is None:
        return points.draw, points.draw
    return (points.win, points.loss) if winner == 0 else (points.loss, points.win)


def _of_deals(ruleset: Ruleset, outcome: Outcome) -> tuple[int, int]:
    """A score that was handed in has been added up at the table already."""
    if isinstance(outcome, Scored):
        return outcome.score_a, outcome.score_b
    table = ruleset.match_result.deal_points.value
    if table is None or not isinstance(outcome, Dealt):
        raise ScoringError("deals_missing", kind=ruleset.match_result.kind.value)
    return sum_of_deals(table, outcome.deals)


def sum_of_deals(table: DealPoints, deals: Sequence[DealWon]) -> tuple[int, int]:
    """Add up the deals that are not void; a side that won all of several gets the points of a sweep instead."""
    won = [deal for deal in deals if deal.winner is not None]
    winners = {deal.winner for deal in won}
    if table.sweep is not None and table.sweep_loss is not None and len(won) > 1 and len(winners) == 1:
        points = table.sweep, table.sweep_loss
        return points if winners == {0} else points[::-1]
    each = [points_of_deal(table, deal) for deal in won]
    return sum(first for first, _ in each), sum(second for _, second in each)


def points_of_deal(table: DealPoints, deal: DealWon) -> tuple[int, int]:
    """Return what both sides get for a deal by itself: those of the highest grade that its winner reached."""
    if deal.winner is None:
        return 0, 0
    grade = [each for each in table.grades if each.levels <= deal.levels or each is table.grades[0]][-1]
    return (grade.win, grade.loss) if deal.winner == 0 else (grade.loss, grade.win)


def deal_of_points(table: DealPoints, points: Sequence[int]) -> DealWon:
    """Return the deal that gave both sides these points, the least of those that do; 0 and 0 are a void one.

    Raises ScoringError `points_of_no_deal`.
    """
    first, second = points
    for grade in table.grades:
        if {first, second} == {grade.win, grade.loss}:
            return DealWon(int(first < second), grade.levels)
    if first == second == 0:
        return DealWon(None)
    raise ScoringError("points_of_no_deal", points=f"{first} : {second}")


def _past_the_ladder(ruleset: Ruleset, levels: Sequence[int]) -> int | None:
    """Return the side that has passed the last level, where that wins."""
    past = [side for side, level in enumerate(levels) if level > ruleset.ladder.end_position]
    return past[0] if ruleset.levels.end.value == "win" and len(past) == 1 else None


def _equal(ruleset: Ruleset, dealer_side: int | None, favoured: int | None) -> Decision:
    score = ruleset.match_result
    if dealer_side is None:
        before = score.equal_before_first_deal
        return Decision(favoured if before.value == "lots" else None, before.value, before.clause)
    equal = score.equal_at_time
    if equal.value == "draw":
        return Decision(None, "draw", equal.clause)
    return Decision(dealer_side if equal.value == "dealer_side" else favoured, equal.value, equal.clause)
