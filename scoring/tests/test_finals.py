"""Places of a knockout and of a whole event."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.finals import Final, Knockout, final_ranking, knockout_places
from scoring.ladder import ScoringError
from scoring.stages import places_of
from scoring.standings import rank
from scoring.tests.cast import S1, won_by

EIGHT = [Knockout(1, 1, 8, 1), Knockout(1, 4, 5, 4), Knockout(1, 3, 6, 3), Knockout(1, 2, 7, 2)]
SEMIS = [Knockout(2, 1, 4, 1), Knockout(2, 3, 2, 2)]
FINAL = Knockout(3, 1, 2, 1)


def test_a_knockout_is_ranked_by_the_round_of_going_out() -> None:
    assert knockout_places([FINAL, *SEMIS, *EIGHT]) == ((1, (1,)), (2, (2,)), (3, (3, 4)), (5, (5, 6, 7, 8)))


def test_a_third_place_match_parts_the_losers_of_the_semi_finals() -> None:
    places = knockout_places([*EIGHT, *SEMIS, FINAL, Knockout(3, 4, 3, 3, best=3)])

    assert places == ((1, (1,)), (2, (2,)), (3, (3,)), (4, (4,)), (5, (5, 6, 7, 8)))


def test_n21_places_may_be_played_for_to_any_depth() -> None:
    lower = [
        Knockout(2, 8, 5, 8, best=5),
        Knockout(2, 6, 7, 6, best=5),
        Knockout(3, 8, 6, 8, best=5),
        Knockout(3, 5, 7, 7, best=7),
    ]

    places = knockout_places([*EIGHT, *SEMIS, FINAL, Knockout(3, 4, 3, 3, best=3), *lower])

    assert places == tuple((place, (team,)) for place, team in enumerate([1, 2, 3, 4, 8, 6, 7, 5], start=1))


def test_whoever_has_not_lost_shares_the_best_place() -> None:
    """Semi-finals open: four are still in."""
    open_semis = [Knockout(2, 1, 4), Knockout(2, 3, 2, 2)]

    assert knockout_places([*EIGHT, *open_semis]) == ((1, (1, 2, 4)), (4, (3,)), (5, (5, 6, 7, 8)))


def test_a_bye_is_among_those_who_are_in() -> None:
    """K07: a bye never wins; its team is just not out."""
    first = [Knockout(1, 2, 3, 2)]

    assert knockout_places(first, teams=[1, 2, 3]) == ((1, (1, 2)), (3, (3,)))
    assert knockout_places([*first, Knockout(2, 1, 2, 2)], teams=[1, 2, 3]) == ((1, (2,)), (2, (1,)), (3, (3,)))


def test_s25_who_lost_the_double_elimination_final_is_second() -> None:
    """Everybody has a second chance; only the last match counts."""
    upper = [Knockout(1, 1, 2, 1), Knockout(1, 3, 4, 3), Knockout(2, 1, 3, 3)]
    lower = [Knockout(2, 2, 4, 4), Knockout(3, 1, 4, 1)]

    assert knockout_places([*upper, *lower, Knockout(4, 3, 1, 3)]) == ((1, (3,)), (2, (1,)), (3, (4,)), (4, (2,)))


def test_where_both_are_out_nobody_takes_their_place() -> None:
    semis = [Knockout(1, 1, 2, both_out=True), Knockout(1, 3, 4, 3)]

    assert knockout_places(semis) == ((1, (3,)), (2, (1, 2, 4)))
    assert knockout_places([Knockout(1, 1, 2, both_out=True)]) == ((2, (1, 2)),)


@pytest.mark.parametrize("wrong", [{"winner": 9}, {"winner": 1, "both_out": True}])
def test_the_winner_is_one_of_the_two(wrong: dict[str, int]) -> None:
    with pytest.raises(ScoringError) as refusal:
        Knockout(1, 1, 2, **wrong)

    assert refusal.value.code == "winner_not_in_match"


@given(st.integers(1, 4), st.data())
def test_a_played_knockout_places_everybody_once(rounds: int, data: st.DataObject) -> None:
    left = list(range(2**rounds))
    matches = []
    for number in range(1, rounds + 1):
        pairs = list(zip(left[::2], left[1::2], strict=True))
        left = [data.draw(st.sampled_from(pair)) for pair in pairs]
        matches += [Knockout(number, *pair, winner) for pair, winner in zip(pairs, left, strict=True)]

    places = knockout_places(data.draw(st.permutations(matches)))

    assert [place for place, _ in places] == [1, *(2**number + 1 for number in range(rounds))]
    assert sorted(team for _, teams in places for team in teams) == list(range(2**rounds))
    assert places[0] == (1, tuple(left))


def placed(ranking: Iterable[Final]) -> list[tuple[int, int, int]]:
    return [(each.place, each.team, each.stage) for each in ranking]


def test_the_later_stage_stands_before_the_earlier() -> None:
    """N08: groups, then a knockout of their best; who did not go on keeps the order of the groups."""
    groups = places_of(rank([1, 2, 3, 4, 5], [won_by(1, 1, 2, 5), won_by(2, 3, 4, 2)], ruleset=S1))
    final = [teams for _, teams in knockout_places([Knockout(1, 3, 1, 3)])]

    ranking = final_ranking([groups, final])

    assert groups == ((1,), (3,), (5,), (4,), (2,))
    assert placed(ranking) == [(1, 3, 1), (2, 1, 1), (3, 5, 0), (4, 4, 0), (5, 2, 0)]


@pytest.mark.parametrize(("dense", "places"), [(False, [1, 1, 3, 4, 4]), (True, [1, 1, 2, 3, 3])])
def test_s06_shared_places_follow_the_setting_in_the_whole_event_too(dense: bool, places: list[int]) -> None:  # noqa: FBT001
    ranking = final_ranking([[(1, 2, 3), (4, 5)], [(1, 2)]], dense=dense)

    assert [each.place for each in ranking] == places
    assert [each.tied for each in ranking] == [True, True, False, True, True]


def test_an_event_without_stages_ranks_nobody() -> None:
    assert final_ranking([]) == ()
