"""Why a team stands where it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.explanations import Compared, Explanation, Neighbour, explain
from scoring.ladder import ScoringError
from scoring.matches import MatchResult, Played
from scoring.ruleset import decide
from scoring.standings import rank
from scoring.tests.cast import S1, won_by
from scoring.tiebreaks import Separation

A, B, C, D = 1, 2, 3, 4


def test_it_names_the_neighbours_what_parted_them_and_what_did_not() -> None:
    results = [won_by(1, A, B, 2), won_by(1, C, D, 2, base=4)]

    found = explain(rank([A, B, C, D], results, ruleset=S1), A)

    assert found == Explanation(
        team=A,
        place=2,
        shared_with=(),
        above=Neighbour(C, Separation("levels_risen", 6, 2), (Compared("total", 2, 2, None),)),
        below=Neighbour(D, Separation("total", 2, -2), ()),
    )


def test_the_first_and_the_last_have_one_neighbour() -> None:
    standings = rank([A, B], [won_by(1, A, B, 2)], ruleset=S1)

    assert [(explain(standings, team).above, explain(standings, team).below) for team in (A, B)] == [
        (None, Neighbour(B, Separation("total", 2, -2), ())),
        (Neighbour(A, Separation("total", 2, -2), ()), None),
    ]


def test_a_circle_is_said_to_be_one() -> None:
    """S15: if circular, next criterion; say so."""
    circle = [won_by(1, A, B, 1), won_by(2, B, C, 1), won_by(3, C, A, 1)]
    standings = rank([A, B, C], circle, ruleset=S1, lots={A: 1, B: 2, C: 3})

    above = explain(standings, B).above

    assert above == Neighbour(
        A,
        Separation("lots", 1, 2),
        (
            Compared("total", 0, 0, None),
            Compared("levels_risen", 1, 1, None),
            Compared("head_to_head", 0, 0, "circular"),
            Compared("best_round", 1, 1, None),
        ),
    )


@pytest.mark.parametrize("places", ["competition", "dense"])
def test_who_shares_a_place_has_the_neighbours_beyond_it(places: str) -> None:
    results = [won_by(1, A, D, 1), won_by(2, A, D, 1)]
    standings = rank([A, B, C, D], results, ruleset=decide(S1, {"ranking.places": places}))

    for team, other in ((B, C), (C, B)):
        found = explain(standings, team)

        assert (found.place, found.shared_with) == (2, (other,))
        assert (found.above, found.below) == (
            Neighbour(A, Separation("total", 2, 0), ()),
            Neighbour(D, Separation("total", 0, -2), ()),
        )


def test_between_those_who_stayed_and_those_who_withdrew_nothing_is_compared() -> None:
    standings = rank([A, B], [won_by(1, A, B, 2)], ruleset=S1, withdrawn=[A])

    assert explain(standings, A).above == Neighbour(B, Separation("withdrawn", None, None), ())


def test_a_team_that_is_not_there_is_refused() -> None:
    with pytest.raises(ScoringError) as refusal:
        explain(rank([A], [], ruleset=S1), B)

    assert refusal.value.code == "unknown_team"


plays = st.lists(st.tuples(st.permutations(range(1, 7)), st.integers(0, 4), st.integers(0, 4)), max_size=6)


@given(plays)
def test_every_explanation_holds_against_the_rows(played: list[tuple[list[int], int, int]]) -> None:
    results = [
        MatchResult(number, seats[0], seats[1], Played(one, other))
        for number, (seats, one, other) in enumerate(played, start=1)
    ]
    standings = rank(range(1, 7), results, ruleset=S1)

    for row in standings.rows:
        found = explain(standings, row.team)
        assert all(standings.row(team).place == row.place for team in found.shared_with)
        assert (found.above is None) == (row.place == 1)
        if found.above is not None:
            assert standings.row(found.above.team).place < row.place
            assert all(each.own == each.other or each.note for each in found.above.equal_in)
            assert explain(standings, found.above.team).below is not None
