from fractions import Fraction

import pytest

from scoring.ladder import ScoringError
from scoring.matches import Bye, Forfeit, MatchResult, Outcome, Played, Scored, Won
from scoring.points import RoundPoints, tally
from scoring.tests.cast import S1, played, won_by
from scoring.tests.table import S0

A, B, C, D = 1, 2, 3, 4


def test_a_played_round_shows_points_levels_and_opponent() -> None:
    """S1-6: 9 against 6 is +3 and −3."""
    rounds = tally(S1, [A, B], [played(1, A, B, "9", "6")])

    assert rounds == {
        A: (RoundPoints(1, "played", 3, 7, B, 7, 4),),
        B: (RoundPoints(1, "played", -3, 4, A, 4, 7),),
    }


def test_nothing_played_is_no_round_and_not_a_draw() -> None:
    assert tally(S1, [A, B], []) == {A: (), B: ()}


def test_a_score_of_zero_is_a_value() -> None:
    rounds = tally(S1, [A, B], [played(1, A, B, "2", "2")])

    assert [(cell.points, cell.risen) for cell in (*rounds[A], *rounds[B])] == [(0, 0), (0, 0)]


def test_a_forfeit_is_marked_and_counts_its_points_as_levels_for_the_side_that_came() -> None:
    rounds = tally(S1, [A, B], [MatchResult(2, A, B, Forfeit(frozenset({0})))])

    assert rounds == {A: (RoundPoints(2, "forfeit", -3, 0, B),), B: (RoundPoints(2, "forfeit", 3, 3, A),)}


def test_a_bye_with_two_rounds_counts_what_the_other_round_gave() -> None:
    rounds = tally(S1, [A, B], [played(2, A, B, "9", "6")], [Bye(1, A)])

    assert rounds[A] == (RoundPoints(1, "bye", 3, 7), RoundPoints(2, "played", 3, 7, B, 7, 4))


def test_a_bye_before_any_result_counts_nothing_yet() -> None:
    assert tally(S1, [A], [], [Bye(1, A)]) == {A: (RoundPoints(1, "bye", None, None),)}


def test_a_bye_is_an_exact_average_of_all_other_rounds_forfeits_too() -> None:
    results = [won_by(1, A, B, 4), won_by(2, C, A, 2), MatchResult(4, D, A, Forfeit(frozenset({0})))]

    bye = tally(S1, [A, B, C, D], results, [Bye(3, A)])[A][2]

    assert bye == RoundPoints(3, "bye", Fraction(5, 3), Fraction(7, 3))


def test_a_second_bye_never_averages_the_first() -> None:
    rounds = tally(S1, [A, B], [won_by(1, A, B, 4)], [Bye(2, A), Bye(3, A)])

    assert [cell.points for cell in rounds[A]] == [4, 4, 4]


@pytest.mark.parametrize(
    ("results", "byes"),
    [
        ([won_by(1, A, B, 1), won_by(1, A, B, 1)], []),
        ([won_by(1, A, B, 1), won_by(1, C, A, 1)], []),
        ([won_by(1, A, B, 1)], [Bye(1, B)]),
        ([], [Bye(1, A), Bye(1, A)]),
    ],
)
def test_a_team_counts_once_in_a_round(results: list[MatchResult], byes: list[Bye]) -> None:
    with pytest.raises(ScoringError) as refusal:
        tally(S1, [A, B, C], results, byes)

    assert (refusal.value.code, refusal.value.params["round"]) == ("team_twice_in_round", 1)


@pytest.mark.parametrize(("results", "byes"), [([won_by(1, A, 9, 1)], []), ([], [Bye(1, 9)])])
def test_a_team_that_does_not_take_part_is_refused(results: list[MatchResult], byes: list[Bye]) -> None:
    with pytest.raises(ScoringError) as refusal:
        tally(S1, [A], results, byes)

    assert (refusal.value.code, refusal.value.params) == ("unknown_team", {"team": 9})


@pytest.mark.parametrize(("outcome", "points"), [(Won(0), (1, 0)), (Scored(2, 5), (0, 1)), (Won(None), (0, 0))])
def test_a_result_without_levels_is_played_and_has_none_risen(outcome: Outcome, points: tuple[int, int]) -> None:
    rounds = tally(S0, [A, B], [MatchResult(1, A, B, outcome)])

    assert rounds == {
        A: (RoundPoints(1, "played", points[0], None, B),),
        B: (RoundPoints(1, "played", points[1], None, A),),
    }


def test_where_winning_counts_a_forfeit_is_no_level_risen() -> None:
    rounds = tally(S0, [A, B], [MatchResult(1, A, B, Forfeit(frozenset({1})))])

    assert rounds[A] == (RoundPoints(1, "forfeit", 1, None, B),)


def test_a_match_that_a_side_won_on_equal_levels_keeps_its_levels() -> None:
    """S0-3.3: equal at time, the side holding the deal."""
    rounds = tally(S0, [A, B], [MatchResult(1, A, B, Played(7, 7, winner=1))])

    assert rounds == {
        A: (RoundPoints(1, "played", 0, 7, B, 7, 7),),
        B: (RoundPoints(1, "played", 1, 7, A, 7, 7),),
    }


def test_a_bye_beside_results_without_levels_averages_their_points_only() -> None:
    rounds = tally(S0, [A, B], [MatchResult(1, A, B, Won(0))], [Bye(2, A)])

    assert rounds[A][1] == RoundPoints(2, "bye", 1, None)
