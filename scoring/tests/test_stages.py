"""Groups, who goes on, the best across groups, and what is carried."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from scoring.ladder import ScoringError
from scoring.matches import Bye, MatchResult, Missed
from scoring.points import Adjustment
from scoring.ruleset import Criterion, decide
from scoring.stages import Advance, OpenTie, advance, best_across, carry, places_of, rank_groups
from scoring.standings import Standings, rank
from scoring.tests.cast import S1, won_by

A, B, C, D, E, F, G = 1, 2, 3, 4, 5, 6, 7


def with_totals(totals: dict[int, int], **facts: Any) -> Standings:
    carried = [Adjustment(team, total, "carried") for team, total in totals.items()]
    return rank(totals, [], ruleset=S1, criteria=("total", "lots"), adjustments=carried, **facts)


# groups


def test_a_group_is_ranked_by_the_matches_among_its_teams() -> None:
    """N38: eight groups; a match across groups counts in none of them."""
    results = [won_by(1, A, B, 2), won_by(1, C, D, 3), won_by(2, B, C, 9)]

    tables = rank_groups({"I": [A, B], "II": [D, C]}, results, ruleset=S1)

    assert {name: [(row.team, row.total) for row in table.rows] for name, table in tables.items()} == {
        "I": [(A, 2), (B, -2)],
        "II": [(C, 3), (D, -3)],
    }


def test_facts_go_to_the_group_of_their_team() -> None:
    tables = rank_groups(
        {1: [A, B], 2: [C, D]},
        [won_by(1, A, B, 2)],
        ruleset=decide(S1, {"match_result.missed": -1}),
        byes=[Bye(2, A)],
        missed=[Missed(1, D)],
        criteria=("total", "card_cut"),
        adjustments=[Adjustment(B, 1, "conduct")],
        withdrawn=[C],
        recorded={"card_cut": {A: 1, B: 2, C: 3, D: 4}},
    )

    assert [[(row.team, row.total, row.withdrawn) for row in tables[name].rows] for name in (1, 2)] == [
        [(A, 4, False), (B, -1, False)],
        [(D, -1, False), (C, 0, True)],
    ]


def test_a_team_is_in_one_group() -> None:
    with pytest.raises(ScoringError) as refusal:
        rank_groups({1: [A, B], 2: [B]}, [], ruleset=S1)

    assert (refusal.value.code, refusal.value.params) == ("team_in_two_groups", {"team": B})


# carried points


@pytest.mark.parametrize(
    ("share", "amounts"), [(1, [5, -2]), (Fraction(1, 2), [Fraction(5, 2), -1]), (Fraction(0), [])]
)
def test_a_stage_brings_all_of_its_points_a_share_or_none(share: Fraction, amounts: list[Any]) -> None:
    """N13: the best eight go on carrying their points."""
    first = with_totals({A: 5, B: -2})

    assert carry(first, share) == tuple(
        Adjustment(team, amount, "carried") for team, amount in zip((A, B), amounts, strict=False)
    )


def test_carried_points_are_ranked_with_the_new_ones_and_stand_beside_them() -> None:
    second = rank([A, B], [won_by(1, B, A, 4)], ruleset=S1, adjustments=carry(with_totals({A: 5, B: -2})))

    assert [(row.team, row.total, [each.amount for each in row.adjustments]) for row in second.rows] == [
        (B, 2, [-2]),
        (A, 1, [5]),
    ]


@pytest.mark.parametrize("share", [Fraction(3, 2), -1])
def test_a_share_is_a_part(share: Fraction) -> None:
    with pytest.raises(ScoringError) as refusal:
        carry(with_totals({A: 1}), share)

    assert refusal.value.code == "bad_share"


# going on


@pytest.mark.parametrize(
    ("n", "found"),
    [
        (0, Advance(())),
        (1, Advance((A,))),
        (2, Advance((A,), OpenTie((B, C, D), 1))),
        (3, Advance((A,), OpenTie((B, C, D), 2))),
        (4, Advance((A, B, C, D))),
        (9, Advance((A, B, C, D, E))),
    ],
)
def test_s20_a_tie_over_the_cut_is_named_and_nobody_chooses(n: int, found: Advance) -> None:
    """Totals 9, 5, 5, 5, 1: two places for three equal teams."""
    assert advance(with_totals({A: 9, B: 5, C: 5, D: 5, E: 1}), n) == found


def test_s20_recorded_lots_settle_the_tie() -> None:
    standings = with_totals({A: 9, B: 5, C: 5, D: 5}, lots={B: 3, C: 1, D: 2})

    assert advance(standings, 2) == Advance((A, C))


def test_who_withdrew_or_is_out_leaves_room_for_the_next() -> None:
    standings = with_totals({A: 9, B: 7, C: 5, D: 3, E: 3}, withdrawn=[A])

    assert advance(standings, 2, out={B}) == Advance((C,), OpenTie((D, E), 1))
    assert advance(standings, 5) == Advance((B, C, D, E))


def test_a_negative_number_of_teams_is_refused() -> None:
    with pytest.raises(ScoringError) as refusal:
        advance(with_totals({A: 1}), -1)

    assert refusal.value.code == "bad_count"


def test_teams_by_place_keep_the_withdrawn_apart() -> None:
    assert places_of(with_totals({A: 1, B: 1, C: 0, D: 0}, withdrawn=[D])) == ((A, B), (C,), (D,))


# across groups


def round_robin(teams: list[int], points: list[int]) -> list[MatchResult]:
    """Everybody meets everybody; the earlier team of a pair wins by these points."""
    met = zip(combinations(teams, 2), points, strict=True)
    return [won_by(number, one, other, worth) for number, ((one, other), worth) in enumerate(met, start=1)]


def test_the_best_seconds_are_compared_by_their_sums_where_all_played_as_often() -> None:
    results = round_robin([A, B, C], [5, 5, 3]) + round_robin([D, E, F], [5, 5, 1])
    tables = rank_groups({1: [A, B, C], 2: [D, E, F]}, results, ruleset=S1)

    assert [best_across(tables, 2, n, ruleset=S1).teams for n in (1, 2)] == [(B,), (B, E)]


SMALL, LARGE = [E, F, G], [A, B, C, D]
UNEQUAL = rank_groups(
    {1: SMALL, 2: LARGE}, round_robin(SMALL, [1, 9, 4]) + round_robin(LARGE, [1, 9, 9, 2, 3, 0]), ruleset=S1
)


@pytest.mark.parametrize(("unequal", "best"), [("per_match", F), ("as_is", B)])
def test_in_groups_of_unequal_size_sums_are_divided_by_the_matches(unequal: Any, best: int) -> None:
    """B has 4 from three matches, F 3 from two."""
    assert [(UNEQUAL[group].rows[1].team, UNEQUAL[group].rows[1].total) for group in (2, 1)] == [(B, 4), (F, 3)]
    assert best_across(UNEQUAL, 2, 1, ruleset=S1, unequal=unequal) == Advance((best,))


def test_a_best_round_is_no_sum_and_is_not_divided() -> None:
    assert best_across(UNEQUAL, 2, 1, ruleset=S1, criteria=("best_round", "total")) == Advance((F,))


def test_a_tie_across_groups_is_named_until_it_is_settled_by_what_is_recorded() -> None:
    tables = rank_groups(
        {1: [A, B], 2: [C, D], 3: [E, F]},
        [won_by(1, A, B, 2), won_by(1, C, D, 2), won_by(1, E, F, 2)],
        ruleset=S1,
    )

    assert best_across(tables, 2, 2, ruleset=S1) == Advance((), OpenTie((B, D, F), 2))
    assert best_across(tables, 2, 2, ruleset=S1, recorded={"lots": {B: 3, D: 1, F: 2}}) == Advance((D, F))


@pytest.mark.parametrize(
    ("criterion", "recorded", "first"),
    [("fewer_penalties", {A: 3, C: 1}, C), ("first_to_reach", {C: 30}, C), ("dealer_side", {A: 1}, A)],
)
def test_what_was_recorded_in_the_groups_compares_across_them(
    criterion: Criterion, recorded: dict[int, int], first: int
) -> None:
    tables = rank_groups(
        {1: [A, B], 2: [C, D]},
        [won_by(1, A, B, 2), won_by(1, C, D, 2)],
        ruleset=S1,
        criteria=("total", criterion),
        recorded={criterion: recorded},
    )

    assert best_across(tables, 1, 1, ruleset=S1, criteria=("total", criterion)) == Advance((first,))


def test_a_team_that_withdrew_is_no_second_of_its_group() -> None:
    tables = rank_groups({1: [A, B], 2: [C, D]}, [won_by(1, A, B, 2), won_by(1, C, D, 3)], ruleset=S1, withdrawn=[B])

    assert best_across(tables, 2, 2, ruleset=S1) == Advance((D,))


def test_before_any_match_all_are_equal() -> None:
    tables = rank_groups({1: [A, B], 2: [C, D]}, [won_by(1, A, B, 0)], ruleset=S1)

    assert best_across(tables, 1, 1, ruleset=S1, criteria=("total",)) == Advance((), OpenTie((A, B, C, D), 1))


def test_what_the_groups_were_not_ranked_by_compares_nobody() -> None:
    with pytest.raises(ScoringError) as refusal:
        best_across(UNEQUAL, 2, 1, ruleset=S1, criteria=("wins",))

    assert (refusal.value.code, refusal.value.params) == ("not_compared_in_the_groups", {"criterion": "wins"})
