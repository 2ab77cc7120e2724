from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import LevelNotOnLadder, ScoringError
from scoring.matches import Forfeit, MatchResult, Outcome, Played, Scored, Won, differential
from scoring.ruleset import decide
from scoring.tests.cast import EXAMPLES, S1
from scoring.tests.table import S0, S2

positions = st.integers(min_value=0, max_value=S1.ladder.highest_position)


@pytest.mark.parametrize("example", EXAMPLES["differential"])
def test_worked_examples_of_the_differential(example: dict[str, Any]) -> None:
    """S1-6: each level more than the other side counts +1, −1 for that side."""
    level_a, level_b = (S1.ladder.position(label) for label in example["levels"])

    assert differential(S1, Played(level_a, level_b)) == tuple(example["points"])


def test_equal_levels_give_nothing_to_both() -> None:
    """S1-6."""
    assert differential(S1, Played(5, 5)) == (0, 0)


@given(positions, positions)
def test_a_played_match_is_zero_sum_and_looks_the_same_from_both_sides(level_a: int, level_b: int) -> None:
    points = differential(S1, Played(level_a, level_b))

    assert sum(points) == 0
    assert points == differential(S1, Played(level_b, level_a))[::-1]


@pytest.mark.parametrize("outcome", [Played(-1, 0), Played(0, 26), Played(26, 26)])
def test_a_level_outside_the_ladder_is_refused(outcome: Played) -> None:
    with pytest.raises(LevelNotOnLadder):
        differential(S1, outcome)


@pytest.mark.parametrize(("by", "points"), [({0}, (-3, 3)), ({1}, (3, -3)), ({0, 1}, (0, 0))])
def test_forfeits_by_the_preset(by: set[int], points: tuple[int, int]) -> None:
    assert differential(S1, Forfeit(frozenset(by))) == points


def test_forfeits_as_the_organizer_decided() -> None:
    strict = decide(
        S1, {"match_result.forfeit_win": 2, "match_result.forfeit_loss": -4, "match_result.double_forfeit": -4}
    )

    points = [differential(strict, Forfeit(frozenset(by))) for by in ({0}, {1}, {0, 1})]

    assert points == [(-4, 2), (2, -4), (-4, -4)]


@pytest.mark.parametrize("by", [set(), {2}, {0, 2}])
def test_a_forfeit_is_by_a_side(by: set[int]) -> None:
    with pytest.raises(ScoringError) as refusal:
        Forfeit(frozenset(by))

    assert refusal.value.code == "forfeit_sides"


def test_a_team_never_meets_itself() -> None:
    with pytest.raises(ScoringError) as refusal:
        MatchResult(1, 7, 7, Played(0, 0))

    assert refusal.value.code == "team_against_itself"


@pytest.mark.parametrize(
    ("outcome", "points"),
    [
        (Played(7, 4), (1, 0)),
        (Played(4, 13), (0, 1)),
        (Played(7, 7, winner=1), (0, 1)),
        (Played(7, 7, winner=0), (1, 0)),
        (Played(9, 2, winner=1), (0, 1)),
        (Played(7, 7), (0, 0)),
        (Won(0), (1, 0)),
        (Won(1), (0, 1)),
        (Won(None), (0, 0)),
        (Scored(3, 2), (1, 0)),
        (Scored(0, 2), (0, 1)),
        (Scored(2, 2), (0, 0)),
        (Forfeit(frozenset({1})), (1, 0)),
        (Forfeit(frozenset({0, 1})), (0, 0)),
    ],
)
def test_where_only_winning_counts_a_match_gives_its_points(outcome: Outcome, points: tuple[int, int]) -> None:
    """S0-1, S0-3.3: levels, or what decided where they are equal; a winner or a score that was handed in."""
    assert differential(S0, outcome) == points


def test_the_points_of_a_result_are_the_organizers() -> None:
    two_one_nil = decide(S0, {"match_result.points": {"win": 2, "draw": 1, "loss": 0}})

    assert [differential(two_one_nil, outcome) for outcome in (Won(0), Won(None))] == [(2, 0), (1, 1)]


@pytest.mark.parametrize("outcome", [Won(0), Scored(3, 1)])
def test_a_result_without_levels_is_refused_where_they_count(outcome: Outcome) -> None:
    with pytest.raises(ScoringError) as refusal:
        differential(S1, outcome)

    assert (refusal.value.code, refusal.value.params) == ("levels_missing", {"kind": "level_difference"})


@pytest.mark.parametrize(("levels", "points"), [((9, 2), (5, -5)), ((2, 9), (-5, 5)), ((4, 2), (2, -2))])
def test_no_more_than_the_largest_difference_counts(levels: tuple[int, int], points: tuple[int, int]) -> None:
    five = decide(S1, {"match_result.largest": 5})

    assert differential(five, Played(*levels)) == points


@pytest.mark.parametrize(("levels", "points"), [((9, 2), (7, 0)), ((2, 9), (0, 7)), ((4, 4), (0, 0))])
def test_without_a_zero_sum_only_the_side_ahead_counts(levels: tuple[int, int], points: tuple[int, int]) -> None:
    one_sided = decide(S1, {"match_result.zero_sum": False})

    assert differential(one_sided, Played(*levels)) == points


def test_what_decided_equal_levels_gives_no_level() -> None:
    """S2 counts levels: the winner by the deal in hand has none more."""
    assert differential(S2, Played(5, 5, winner=1)) == (0, 0)


@pytest.mark.parametrize("winner", [2, -1, True])
def test_a_winner_is_a_side(winner: int) -> None:
    for make in (Won, lambda side: Played(0, 0, winner=side)):
        with pytest.raises(ScoringError) as refusal:
            make(winner)
        assert (refusal.value.code, refusal.value.params) == ("bad_side", {"side": winner})


@pytest.mark.parametrize("score", [True, 1.5, "3"])
def test_a_score_is_a_whole_number(score: Any) -> None:
    for scores in ((score, 0), (0, score)):
        with pytest.raises(ScoringError) as refusal:
            Scored(*scores)
        assert (refusal.value.code, refusal.value.params) == ("bad_score", {"score": score})
