"""Points of a match, a bye, a forfeit and a missed round, by the formula of an event."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deals import Deal, score_deal
from scoring.figures import Points, add_up
from scoring.ladder import ScoringError
from scoring.matches import (
    Bye,
    Dealt,
    DealWon,
    Decision,
    Forfeit,
    MatchResult,
    Missed,
    Outcome,
    Played,
    Scored,
    Void,
    Won,
    deal_won,
    decide_match,
    differential,
    points_of,
    winner_of,
)
from scoring.points import RoundPoints, tally
from scoring.ruleset import Ruleset, decide
from scoring.standings import rank
from scoring.tests.cast import S1, won_by
from scoring.tests.events import N01, N06, N08, N19, N21, N26, N27, N30, SCORES
from scoring.tests.table import S0

A, B, C = 1, 2, 3
BY_A, BY_B, BY_BOTH = (Forfeit(frozenset(by)) for by in ({0}, {1}, {0, 1}))
levels = st.integers(min_value=0, max_value=S1.ladder.highest_position)


def by(*winners: int | None, levels: int = 1) -> tuple[DealWon, ...]:
    return tuple(DealWon(winner, 0 if winner is None else levels) for winner in winners)


@pytest.mark.parametrize(
    ("ruleset", "outcome", "points"),
    [
        # N01: 15 and the difference, at most 10, the loser 15 less it; an opponent's forfeit is 18
        (N01, Played(9, 5), (19, 11)),
        (N01, Played(0, 12), (5, 25)),
        (N01, Played(4, 4), (15, 15)),
        (N01, BY_B, (18, 0)),
        # N06: win 3, loss 0
        (N06, Played(9, 5), (3, 0)),
        (N06, BY_A, (0, 3)),
        # N08: win 1, loss 0, the winner only
        (N08, Won(1), (0, 1)),
        # N19: 13 and the difference
        (N19, Played(9, 5), (17, 9)),
        (N19, Played(0, 13), (0, 26)),
        # N27: win 2 and a tenth a level, loss less a tenth a level; forfeit 2 and 0; both absent 1 each
        (N27, Played(9, 5), (Fraction(12, 5), Fraction(-2, 5))),
        (N27, Played(0, 10), (-1, 3)),
        (N27, Played(5, 5), (1, 1)),
        (N27, Played(5, 5, winner=1), (0, 2)),
        (N27, BY_B, (2, 0)),
        (N27, BY_BOTH, (1, 1)),
        # N26: six deals, each 1, 2 or 3
        (N26, Dealt((*by(0, 0, 1, levels=1), *by(1, levels=2), *by(0, levels=3), *by(None))), (5, 3)),
        # N30: 4, 2, −4, −2 a deal, and 12 for all of them
        (N30, Dealt((*by(0, 1, levels=1), *by(0, levels=3), *by(0, levels=0))), (6, -6)),
        (N30, Dealt(by(0, 0, 0, 0)), (12, -12)),
        (N30, Dealt(by(1, 1, None, 1)), (-12, 12)),
        (N30, Dealt(by(1)), (-2, 2)),
        (N30, Dealt(()), (0, 0)),
        (N30, Scored(6, -6), (6, -6)),
        # what a table hands in is what counts
        (SCORES, Scored(31, 9), (31, 9)),
        (SCORES, Scored(9, 9, 0), (9, 9)),
        # whatever the formula: annulled
        (N27, Void(), (0, 0)),
        (N30, Void(), (0, 0)),
    ],
)
def test_points_by_the_formula_of_the_event(ruleset: Ruleset, outcome: Outcome, points: tuple[Points, Points]) -> None:
    assert differential(ruleset, outcome) == points


def test_whole_points_are_whole_numbers_in_a_formula_with_tenths() -> None:
    assert [type(points) for points in differential(N27, Played(0, 10))] == [int, int]


@pytest.mark.parametrize("factor", [2, "2", "2.0"])
def test_a_level_may_count_more_than_one_point(factor: object) -> None:
    double = decide(S1, {"match_result.factor": factor})

    assert differential(double, Played(9, 5)) == (8, -8)


def test_a_deal_below_the_first_grade_counts_as_that() -> None:
    """N26: taking the deal without a level is the least that winning one is worth."""
    assert differential(N26, Dealt(by(0, levels=0))) == (1, 0)


@pytest.mark.parametrize(
    ("ruleset", "outcome", "code"),
    [
        (N01, Won(0), "levels_missing"),
        (N27, Scored(3, 1), "levels_missing"),
        (N30, Played(3, 1), "deals_missing"),
        (SCORES, Played(3, 1), "score_missing"),
    ],
)
def test_a_result_without_what_counts_is_refused(ruleset: Ruleset, outcome: Outcome, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        differential(ruleset, outcome)

    assert (refusal.value.code, refusal.value.params) == (code, {"kind": ruleset.match_result.kind.value})


@given(levels, levels)
def test_a_zero_sum_formula_adds_up_to_nothing_and_one_with_a_base_to_twice_the_base(one: int, other: int) -> None:
    """P6."""
    for ruleset, base in ((S1, 0), (N01, 15), (N19, 13)):
        assert sum(differential(ruleset, Played(one, other))) == 2 * base
    assert [ruleset.match_result.is_zero_sum for ruleset in (S1, N01, N19, N27, N30)] == [True, *[False] * 4]


@given(levels, levels)
def test_turning_the_sides_turns_the_points(one: int, other: int) -> None:
    for ruleset in (N01, N06, N19, N27):
        assert differential(ruleset, Played(one, other)) == differential(ruleset, Played(other, one))[::-1]


def test_a_loss_that_costs_what_a_win_brings_is_zero_sum() -> None:
    even = decide(N08, {"match_result.points": {"win": 1, "draw": 0, "loss": -1}})

    assert even.match_result.is_zero_sum


@pytest.mark.parametrize(
    ("outcome", "winner"),
    [
        (Played(4, 2), 0),
        (Played(4, 4, winner=1), 1),
        (Played(4, 4), None),
        (Scored(0, 2), 1),
        (Scored(2, 2, 1), 1),
        (Won(1), 1),
        (Won(None), None),
        (BY_A, 1),
        (BY_B, 0),
        (BY_BOTH, None),
        (Void(), None),
        (Dealt(by(0, 1, levels=2)), None),
        (Dealt(by(0, 1), winner=1), 1),
        (Dealt((*by(0, levels=3), *by(1, 1))), 0),
    ],
)
def test_the_winner_of_a_match_however_it_was_reported(outcome: Outcome, winner: int | None) -> None:
    assert winner_of(S0, outcome) == winner


def test_the_winner_of_deals_that_have_points_is_who_has_more_points() -> None:
    """N30: two deals of 2 against one of 4 are even; a third of 2 is not."""
    even = Dealt((*by(0, 0), *by(1, levels=2)), winner=1)

    assert (winner_of(N30, even), winner_of(N30, Dealt((*even.deals, *by(0))))) == (1, 0)


@pytest.mark.parametrize(
    ("dealer", "points", "won"),
    [
        (0, 0, DealWon(0, 3)),
        (3, 100, DealWon(1, 1)),
        (0, 120, DealWon(1, 0)),
        (1, 240, DealWon(0, 2)),
    ],
)
def test_a_counted_deal_is_won_by_the_side_that_holds_or_takes_it(dealer: int, points: int, won: DealWon) -> None:
    """S1-1.8."""
    assert deal_won(dealer, score_deal(S1, Deal(dealer, points))) == won


def test_nobody_wins_a_void_deal() -> None:
    void = score_deal(S1, Deal(0, 0))

    assert deal_won(0, type(void)(0, 1, 0, True, True, 0, 0, 0, ())) == DealWon(None)


@pytest.mark.parametrize(("winner", "risen"), [(None, 1), (0, -1), (0, True)])
def test_levels_of_a_deal_belong_to_its_winner(winner: int | None, risen: Any) -> None:
    with pytest.raises(ScoringError) as refusal:
        DealWon(winner, risen)

    assert refusal.value.code == "bad_count"


def test_the_winner_of_an_extra_deal_is_a_side() -> None:
    with pytest.raises(ScoringError) as refusal:
        Dealt((), winner=2)

    assert refusal.value.code == "bad_side"


def test_meeting_the_own_unit_gives_the_same_to_both_where_the_event_says_so() -> None:
    """N19: meeting the own branch is 0; S1 knows no such rule."""
    meeting = MatchResult(1, A, B, Played(9, 5), own_unit=True)

    assert [points_of(ruleset, meeting) for ruleset in (N19, S1)] == [(0, 0), (4, -4)]
    assert points_of(N19, MatchResult(1, A, B, Void(), own_unit=True)) == (0, 0)


def test_a_meeting_within_the_unit_is_shown_and_counts_nothing() -> None:
    rounds = tally(N19, [A, B], [MatchResult(1, A, B, Played(9, 5), own_unit=True)])

    assert rounds[A] == (RoundPoints(1, "own_unit", 0, 0, B, 9, 5),)


def test_a_meeting_within_the_unit_without_levels_is_the_same() -> None:
    unit = decide(N08, {"match_result.own_unit": 0})

    assert tally(unit, [A, B], [MatchResult(1, A, B, Won(0), own_unit=True)])[A] == (
        RoundPoints(1, "own_unit", 0, None, B),
    )


def test_an_annulled_match_counts_for_nobody() -> None:
    standings = rank([A, B], [MatchResult(1, A, B, Void())], ruleset=S1, byes=[Bye(2, A)])

    assert [(row.total, row.matches_counted) for row in standings.rows] == [(0, 0), (0, 0)]
    assert standings.row(A).rounds == (RoundPoints(1, "void", None, None, B), RoundPoints(2, "bye", None, None))


@pytest.mark.parametrize(
    ("rule", "points"), [({"match_result.bye": "advance"}, None), ({"match_result.bye": "points"}, 0)]
)
def test_a_bye_goes_through_or_counts_its_number(rule: dict[str, object], points: int | None) -> None:
    """Zero is a value (S27): a bye that counts 0 is not one that counts nothing yet."""
    rounds = tally(decide(S1, rule), [A, B], [won_by(1, A, B, 4)], [Bye(2, A)])

    assert rounds[A][1] == RoundPoints(2, "bye", points, None)


def test_a_bye_is_worth_one_point_in_n27() -> None:
    standings = rank([A, B, C], [won_by(1, A, B, 5)], ruleset=N27, byes=[Bye(1, C)])

    assert [(row.team, row.total) for row in standings.rows] == [(A, Fraction(5, 2)), (C, 1), (B, Fraction(-1, 2))]


def test_a_missed_round_counts_what_the_event_says_and_no_bye_averages_it() -> None:
    """N19: a missed round is nothing; elsewhere it may cost."""
    costly = decide(S1, {"match_result.missed": -2})

    rounds = tally(costly, [A, B], [won_by(1, A, B, 4)], [Bye(3, A)], [Missed(2, A)])

    assert rounds[A][1:] == (RoundPoints(2, "missed", -2, None), RoundPoints(3, "bye", 4, 4))


def test_a_team_that_missed_a_round_did_not_play_in_it() -> None:
    with pytest.raises(ScoringError) as refusal:
        tally(S1, [A, B], [won_by(1, A, B, 4)], (), [Missed(1, A)])

    assert refusal.value.code == "team_twice_in_round"


UNPLAYED = [
    {"kind": "bye", "levels_risen": 5},
    {"kind": "forfeit_won", "levels_risen": 2},
    {"kind": "missed", "levels_risen": 1},
    {"kind": "own_unit", "levels_risen": 3},
]


def test_levels_risen_in_rounds_that_were_not_played_are_the_organizers() -> None:
    ruleset = decide(S1, {"ranking.unplayed": UNPLAYED, "match_result.own_unit": 0})
    results = [
        won_by(1, A, B, 4),
        MatchResult(3, A, B, BY_B),
        MatchResult(5, A, B, Played(9, 1), own_unit=True),
        MatchResult(6, A, B, BY_B, own_unit=True),
    ]

    rounds = tally(ruleset, [A, B], results, [Bye(2, A)], [Missed(4, A)])

    assert [cell.risen for cell in rounds[A]] == [4, 5, 2, 1, 3, 3]
    assert [cell.risen for cell in rounds[B]] == [0, 0, 3, 3]


@pytest.mark.parametrize(("outcome", "risen"), [(BY_B, None), (BY_A, None), (BY_BOTH, None)])
def test_where_points_start_from_a_base_a_forfeit_is_no_level(outcome: Outcome, risen: int | None) -> None:
    """N01: 18 points are not 18 levels."""
    assert tally(N01, [A, B], [MatchResult(1, A, B, outcome)])[A][0].risen == risen


@pytest.mark.parametrize("code", ["next_to_lead", "first_to_reach", "extra_deal", "better_rank", "lots"])
def test_what_else_decides_equal_levels_names_the_side_it_speaks_for(code: str) -> None:
    """N21: the side that leads next; N22: who reached the level first; N34: one more deal; N09: lots."""
    ruleset = decide(N21, {"match_result.equal_at_time": code})

    decisions = [decide_match(ruleset, (7, 7), reason="time", dealer_side=0, favoured=side) for side in (1, None)]

    assert decisions == [Decision(1, code, "S1-6"), Decision(None, code, "S1-6")]


def test_lots_before_the_first_deal_name_their_winner_too() -> None:
    """S0-3.3 speaks of a dealer side; before any deal there is none."""
    decision = decide_match(S0, (0, 0), reason="time", dealer_side=None, favoured=1)

    assert (decision.winner, decision.decided_by) == (1, "lots")


def test_a_draw_stays_one_whomever_it_would_favour() -> None:
    assert decide_match(S1, (3, 3), reason="time", dealer_side=0, favoured=1).winner is None


@given(st.lists(st.fractions(max_denominator=20) | st.integers(-50, 50)))
def test_adding_up_is_exact(values: list[Points]) -> None:
    assert add_up(values) == sum(values)
