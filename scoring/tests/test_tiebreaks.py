import pytest

from scoring.matches import Forfeit, MatchResult, Points
from scoring.points import Adjustment
from scoring.standings import Standings, rank
from scoring.tests.cast import S1, order, won_by
from scoring.tiebreaks import KeyValue, Separation

A, B, C, D, E, F = 1, 2, 3, 4, 5, 6


def head_to_head(standings: Standings) -> dict[int, tuple[Points | None, str | None]]:
    keys = ((row.team, row.keys[standings.criteria.index("head_to_head")]) for row in standings.rows)
    return {team: (key.value, key.note) for team, key in keys}


def test_equal_totals_are_parted_by_levels_risen_first() -> None:
    results = [won_by(1, A, B, 2), won_by(1, C, D, 2, base=4)]

    standings = rank([A, B, C, D], results, ruleset=S1)

    assert order(standings) == [(1, C), (2, A), (3, D), (4, B)]
    assert [row.separated_by for row in standings.rows] == [
        None,
        Separation("levels_risen", 6, 2),
        Separation("total", 2, -2),
        Separation("levels_risen", 4, 0),
    ]
    assert head_to_head(standings) == dict.fromkeys((A, B, C, D), (None, "not_needed"))


def test_two_equal_teams_are_parted_by_their_meeting() -> None:
    results = [won_by(1, B, A, 1, base=3), won_by(2, A, C, 2, base=2), won_by(2, D, B, 0, base=3)]

    standings = rank([A, B, C, D], results, ruleset=S1)

    assert [(row.team, row.total, row.keys[1].value) for row in standings.rows[:2]] == [(B, 1, 7), (A, 1, 7)]
    assert standings.row(A).separated_by == Separation("head_to_head", 1, -1)
    assert head_to_head(standings) == {
        A: (-1, None),
        B: (1, None),
        C: (None, "not_needed"),
        D: (None, "not_needed"),
    }


def test_all_meetings_of_two_teams_count_together() -> None:
    results = [won_by(1, A, B, 2), won_by(2, B, A, 3)]

    standings = rank([A, B], results, ruleset=S1, criteria=("head_to_head",))

    assert order(standings) == [(1, B), (2, A)]
    assert standings.row(A).separated_by == Separation("head_to_head", 1, -1)


def test_a_meeting_won_by_forfeit_is_a_meeting() -> None:
    results = [MatchResult(1, A, B, Forfeit(frozenset({0})))]

    standings = rank([A, B], results, ruleset=S1, criteria=("head_to_head",))

    assert order(standings) == [(1, B), (2, A)]


def test_more_than_two_make_a_table_among_themselves() -> None:
    results = [won_by(1, A, B, 3), won_by(2, B, C, 1), won_by(3, C, A, 1)]

    standings = rank([A, B, C], results, ruleset=S1, criteria=("head_to_head",))

    assert order(standings) == [(1, A), (2, C), (3, B)]
    assert head_to_head(standings) == {A: (2, None), B: (-2, None), C: (0, None)}


def test_teams_left_equal_by_that_table_are_looked_at_among_themselves() -> None:
    results = [won_by(1, A, B, 3), won_by(2, A, C, 1), won_by(3, B, C, 1)]

    standings = rank([A, B, C], results, ruleset=S1, criteria=("head_to_head",))

    assert [(row.team, row.separated_by) for row in standings.rows] == [
        (A, None),
        (B, Separation("head_to_head", 4, -2)),
        (C, Separation("head_to_head", 1, -1)),
    ]
    assert head_to_head(standings) == {A: (4, None), B: (-2, None), C: (-2, None)}


@pytest.mark.parametrize(
    ("results", "note"),
    [
        ([won_by(1, A, B, 1), won_by(2, B, C, 1), won_by(3, C, A, 1)], "circular"),
        ([won_by(1, A, B, 0), won_by(2, B, C, 0), won_by(3, C, A, 0)], "equal"),
        ([won_by(1, A, B, 1), won_by(2, B, C, 1)], "not_all_met"),
    ],
)
def test_meetings_that_part_nobody_say_why_and_the_next_criterion_decides(
    results: list[MatchResult], note: str
) -> None:
    standings = rank([A, B, C], results, ruleset=S1, criteria=("head_to_head", "lots"), lots={A: 3, B: 1, C: 2})

    assert {note for _, note in head_to_head(standings).values()} == {note}
    assert order(standings) == [(1, B), (2, C), (3, A)]
    assert standings.row(C).separated_by == Separation("lots", 1, 2)


def test_then_by_the_better_single_round() -> None:
    results = [
        won_by(1, A, C, 3, base=1),
        won_by(2, D, A, 1, base=2),
        won_by(1, B, E, 1, base=2),
        won_by(2, B, F, 1, base=2),
    ]

    standings = rank([A, B, C, D, E, F], results, ruleset=S1)

    assert [(row.team, row.total, row.keys[1].value) for row in standings.rows[:2]] == [(A, 2, 6), (B, 2, 6)]
    assert standings.row(B).separated_by == Separation("best_round", 3, 1)
    assert head_to_head(standings)[A] == (None, "not_all_met")


def test_what_is_left_shares_a_place_until_a_lot_is_recorded() -> None:
    results = [won_by(1, A, B, 2), won_by(1, C, D, 2)]

    shared = rank([A, B, C, D], results, ruleset=S1)
    parted = rank([A, B, C, D], results, ruleset=S1, lots={C: 1, A: 2})

    assert [(row.place, row.team, row.tied) for row in shared.rows] == [
        (1, A, True),
        (1, C, True),
        (3, B, True),
        (3, D, True),
    ]
    assert shared.row(A).keys[-1] == KeyValue("lots", None, "not_drawn")
    assert [(row.place, row.team, row.tied) for row in parted.rows] == [
        (1, C, False),
        (2, A, False),
        (3, B, True),
        (3, D, True),
    ]
    assert parted.row(A).separated_by == Separation("lots", 1, 2)


def test_a_lot_lifts_nobody_out_of_the_tied_teams() -> None:
    results = [won_by(1, A, B, 2), won_by(1, C, D, 1)]

    standings = rank([A, B, C, D], results, ruleset=S1, lots={B: 1, D: 2, C: 3, A: 4})

    assert order(standings) == [(1, A), (2, C), (3, D), (4, B)]


def test_a_lot_drawn_for_some_of_the_tied_teams_only_parts_none() -> None:
    standings = rank([A, B, C], [], ruleset=S1, lots={A: 1, B: 2})

    assert order(standings) == [(1, A), (1, B), (1, C)]


def test_equal_lots_part_none() -> None:
    standings = rank([A, B, C], [], ruleset=S1, lots={A: 2, B: 2, C: 1})

    assert order(standings) == [(1, C), (2, A), (2, B)]


def test_a_team_that_has_not_played_is_not_behind_one_with_a_bad_round() -> None:
    standings = rank(
        [A, B, C],
        [won_by(1, C, A, 2)],
        ruleset=S1,
        criteria=("total", "best_round"),
        adjustments=[Adjustment(A, 2, "carried")],
    )

    assert order(standings) == [(1, C), (2, B), (3, A)]
    assert standings.row(A).separated_by == Separation("best_round", None, -2)
