from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import LevelNotOnLadder, ScoringError
from scoring.matches import Forfeit, MatchResult, Played, differential
from scoring.ruleset import decide
from scoring.tests.cast import EXAMPLES, S1

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
