"""What a sheet says as a value of `scoring`."""

from scoring.matches import Scored
from tournaments.selectors.results import Content


def test_an_equal_score_stays_a_score_with_what_decided_it():
    extra_deal = Content("played", score_0=9, score_1=9, winner=0, decided_by="extra_deal")
    draw = Content("played", score_0=9, score_1=9, decided_by="draw")

    assert [extra_deal.outcome_of(), draw.outcome_of()] == [Scored(9, 9, 0), Scored(9, 9)]
