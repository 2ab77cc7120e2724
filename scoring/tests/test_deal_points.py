"""Points deal by deal: those of a single deal, and the deal that given points stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import ScoringError
from scoring.matches import DealWon, deal_of_points, points_of_deal
from scoring.ruleset.match import DealPoints, Grade

TABLE = DealPoints(grades=(Grade(levels=0, win=2, loss=0), Grade(levels=3, win=5, loss=1)))


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        (DealWon(0, 0), (2, 0)),
        (DealWon(1, 2), (0, 2)),
        (DealWon(0, 3), (5, 1)),
        (DealWon(1, 9), (1, 5)),
        (DealWon(None), (0, 0)),
    ],
)
def test_a_deal_gets_the_points_of_the_highest_grade_that_its_winner_reached(
    deal: DealWon, points: tuple[int, int]
) -> None:
    assert points_of_deal(TABLE, deal) == points


@pytest.mark.parametrize(
    ("points", "deal"),
    [((2, 0), DealWon(0, 0)), ((0, 2), DealWon(1, 0)), ((1, 5), DealWon(1, 3)), ((0, 0), DealWon(None))],
)
def test_points_stand_for_the_least_deal_that_gives_them(points: tuple[int, int], deal: DealWon) -> None:
    assert deal_of_points(TABLE, points) == deal


def test_points_that_no_deal_gives_are_refused() -> None:
    with pytest.raises(ScoringError) as refusal:
        deal_of_points(TABLE, (3, 0))

    assert (refusal.value.code, refusal.value.params) == ("points_of_no_deal", {"points": "3 : 0"})


@given(st.sampled_from((0, 1)), st.integers(0, 20))
def test_the_deal_that_points_stand_for_gives_them_again(winner: int, levels: int) -> None:
    points = points_of_deal(TABLE, DealWon(winner, levels))

    assert points_of_deal(TABLE, deal_of_points(TABLE, points)) == points
