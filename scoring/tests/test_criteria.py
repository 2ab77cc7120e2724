"""What ranks equal teams, criterion by criterion, and what byes and forfeits are for it."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.figures import Points
from scoring.ladder import ScoringError
from scoring.matches import Bye, Dealt, DealWon, Forfeit, MatchResult, Missed, Played, Scored, Void, Won
from scoring.points import Adjustment
from scoring.ruleset import Criterion, Ruleset, decide
from scoring.standings import Standings, rank
from scoring.tests.cast import S1, order, won_by
from scoring.tests.events import N01, N06, N08, N19, N21, N26, N27, SCORES
from scoring.tiebreaks import KeyValue, Separation

A, B, C, D, E, F = 1, 2, 3, 4, 5, 6
LOST = Forfeit(frozenset({1}))
BOTH = Forfeit(frozenset({0, 1}))


def values(
    criterion: Criterion, results: list[MatchResult], ruleset: Ruleset = S1, **facts: Any
) -> list[Points | None]:
    """A column of the standings, by team."""
    teams = facts.pop("teams", sorted({team for each in results for team in (each.team_a, each.team_b)}))
    standings = rank(teams, results, ruleset=ruleset, criteria=(criterion,), **facts)
    return [standings.row(team).keys[0].value for team in teams]


def parted(standings: Standings) -> list[tuple[int, Separation | None]]:
    return [(row.team, row.separated_by) for row in standings.rows]


def unplayed(*rows: dict[str, object], preset: Ruleset = S1) -> Ruleset:
    return decide(preset, {"ranking.unplayed": list(rows)})


# the team's own matches


def test_wins_are_counted_however_much_they_brought() -> None:
    """N21: wins before the sum of levels."""
    results = [won_by(1, A, B, 1), won_by(2, A, C, 1), won_by(1, C, D, 9)]

    standings = rank([A, B, C, D], results, ruleset=N21)

    assert order(standings) == [(1, A), (2, C), (3, B), (4, D)]
    assert [row.separated_by for row in standings.rows] == [
        None,
        Separation("wins", 2, 1),
        Separation("wins", 1, 0),
        Separation("net_levels", -1, -9),
    ]


@pytest.mark.parametrize(
    ("outcome", "wins"),
    [
        (Played(5, 5), [0, 0]),
        (Played(5, 5, winner=1), [0, 1]),
        (LOST, [1, 0]),
        (BOTH, [0, 0]),
        (Void(), [0, 0]),
    ],
)
def test_a_win_is_a_win_by_what_decided_it(outcome: Any, wins: list[int]) -> None:
    assert values("wins", [MatchResult(1, A, B, outcome)]) == wins


@pytest.mark.parametrize(
    ("outcome", "ruleset", "net"),
    [
        (Played(9, 5), N06, [4, -4]),
        (Played(9, 5), N01, [4, -4]),
        (Scored(31, 9), SCORES, [22, -22]),
        (Won(0), N08, [0, 0]),
        (Dealt((DealWon(0, 3), DealWon(1, 1), DealWon(None))), N26, [2, -2]),
        # where points are levels, a forfeit's are; elsewhere they are none
        (LOST, S1, [3, -3]),
        (LOST, N06, [0, 0]),
        (LOST, N01, [0, 0]),
        (BOTH, S1, [0, 0]),
    ],
)
def test_net_levels_are_what_was_reached_more(outcome: Any, ruleset: Ruleset, net: list[int]) -> None:
    assert values("net_levels", [MatchResult(1, A, B, outcome)], ruleset) == net


def test_net_levels_are_not_cut_where_the_points_are() -> None:
    """N01 counts ten levels of difference at most; what was played is what it was."""
    results = [MatchResult(1, A, B, Played(12, 0))]

    assert (values("net_levels", results, N01), values("total", results, N01)) == ([12, -12], [25, 5])


def test_what_rounds_without_a_match_count_is_the_organizers() -> None:
    ruleset = unplayed(
        {"kind": "bye", "wins": 1, "net_levels": 2},
        {"kind": "forfeit_won", "wins": 0, "net_levels": 1},
        {"kind": "forfeit_lost", "net_levels": -1},
        {"kind": "both_absent", "net_levels": -5},
        {"kind": "missed", "net_levels": -2},
    )
    facts: dict[str, Any] = {"byes": [Bye(3, A)], "missed": [Missed(3, B)]}
    results = [MatchResult(1, A, B, LOST), MatchResult(2, A, B, BOTH)]

    assert values("wins", results, ruleset, **facts) == [1, 0]
    assert values("net_levels", results, ruleset, **facts) == [1 - 5 + 2, -1 - 5 - 2]


def test_a_meeting_within_the_unit_is_no_win_and_no_level() -> None:
    """N19; and where it counts as any other, it is both."""
    meeting = [MatchResult(1, A, B, Played(9, 5), own_unit=True)]

    assert (values("wins", meeting, N19), values("net_levels", meeting, N19)) == ([0, 0], [0, 0])
    assert (values("wins", meeting), values("net_levels", meeting)) == ([1, 0], [4, -4])


def test_the_sum_of_own_levels_stands_after_net_levels() -> None:
    """N06, N21."""
    results = [won_by(1, A, B, 2), won_by(1, C, D, 2, base=4)]

    standings = rank([A, B, C, D], results, ruleset=N06)

    assert parted(standings)[1] == (A, Separation("levels_risen", 6, 2))


# opponents


def test_opponents_points_favour_who_met_stronger_teams() -> None:
    results = [won_by(1, A, C, 1), won_by(1, B, D, 1), won_by(2, C, E, 5), won_by(2, D, F, 1)]

    standings = rank([A, B, C, D, E, F], results, ruleset=S1, criteria=("total", "opponents_points"))

    assert parted(standings)[1:3] == [
        (A, Separation("total", 4, 1)),
        (B, Separation("opponents_points", 4, 0)),
    ]


RANKED = [won_by(1, A, B, 1), won_by(2, A, C, 2), won_by(3, A, D, 3)]


@pytest.mark.parametrize(
    ("criterion", "of_a"),
    [("opponents_points", -6), ("opponents_points_but_weakest", -3), ("opponents_net_levels", -6)],
)
def test_opponents_are_added_up_with_or_without_the_weakest(criterion: Criterion, of_a: int) -> None:
    assert values(criterion, RANKED)[0] == of_a


def test_an_opponent_met_twice_counts_twice() -> None:
    assert values("opponents_points", [won_by(1, A, B, 1), won_by(2, A, B, 2)]) == [-6, 6]


def test_without_opponents_there_is_no_weakest() -> None:
    assert values("opponents_points_but_weakest", [], teams=[A]) == [0]


@pytest.mark.parametrize(
    ("rule", "of_a"),
    [
        (None, -3),
        ("left_out", -3),
        ("own_points", Fraction(3, 2)),
        ("average", Fraction(-9, 2)),
    ],
)
def test_a_bye_is_left_out_of_the_opponents_unless_the_event_says_otherwise(rule: str | None, of_a: Points) -> None:
    ruleset = S1 if rule is None else unplayed({"kind": "bye", "opponents": rule})
    results = [won_by(1, A, B, 1), won_by(2, A, C, 2)]

    found = values("opponents_points", results, ruleset, byes=[Bye(3, A)])

    assert found[0] == of_a


def test_the_opponents_of_a_forfeit_count_unless_they_are_left_out() -> None:
    results = [won_by(1, A, B, 1), MatchResult(2, A, C, LOST), won_by(3, C, D, 9)]
    strict = unplayed({"kind": "forfeit_won", "opponents": "left_out"}, {"kind": "missed", "opponents": "own_points"})

    assert values("opponents_points", results)[0] == -1 + 6
    assert values("opponents_points", results, strict, missed=[Missed(3, A)])[0] == -1 + 4


def test_an_annulled_match_has_no_opponent() -> None:
    results = [won_by(1, A, B, 1), MatchResult(2, A, C, Void()), won_by(3, C, D, 9)]

    assert values("opponents_points", results)[0] == -1


# rounds


def test_then_the_last_round_and_the_one_before_it() -> None:
    """N01: last round's points, then the round before, and so on."""
    results = [
        won_by(1, A, D, 3), won_by(1, B, E, 4), won_by(1, C, F, 5),
        won_by(2, A, E, 6), won_by(2, B, F, 5), won_by(2, C, D, 5),
        won_by(3, A, F, 5), won_by(3, B, D, 5), won_by(3, C, E, 4),
    ]  # fmt: skip

    standings = rank([A, B, C, D, E, F], results, ruleset=N01)

    assert [(row.team, row.total) for row in standings.rows[:3]] == [(A, 59), (B, 59), (C, 59)]
    assert parted(standings)[:3] == [
        (A, None),
        (B, Separation("last_rounds", 21, 20, round=2)),
        (C, Separation("last_rounds", 20, 19, round=3)),
    ]
    assert standings.row(C).keys[1] == KeyValue("last_rounds", 19)


def test_before_any_round_there_is_no_last_one() -> None:
    standings = rank([A, B], [], ruleset=N01)

    assert (order(standings), standings.row(A).keys[1]) == ([(1, A), (1, B)], KeyValue("last_rounds", None))


def test_the_best_round_then_the_second_best() -> None:
    """N19: head-to-head (if met), wins, best single score, second best."""
    results = [
        won_by(1, A, C, 5), won_by(2, A, D, 1), won_by(3, E, A, 1),
        won_by(1, B, D, 5), won_by(2, B, C, 3), won_by(3, F, B, 3),
    ]  # fmt: skip

    standings = rank([A, B, C, D, E, F], results, ruleset=N19)

    assert [(row.team, row.total) for row in standings.rows[:2]] == [(B, 44), (A, 44)]
    assert standings.row(A).separated_by == Separation("second_best_round", 16, 14)
    assert [key.value for key in standings.row(A).keys] == [44, None, 2, 18, 14, None]
    assert standings.row(A).keys[1].note == "not_met"


def test_a_bye_and_a_missed_round_are_nobodys_best_round() -> None:
    found = values(
        "best_round",
        [won_by(1, B, A, 4)],
        decide(S1, {"match_result.missed": 9}),
        byes=[Bye(2, A)],
        missed=[Missed(3, A)],
    )

    assert found == [-4, 4]


def test_who_has_one_round_has_no_second_best() -> None:
    assert values("second_best_round", [won_by(1, A, B, 4)]) == [None, None]


# what no result holds


@pytest.mark.parametrize(
    ("criterion", "recorded", "expected"),
    [
        ("fewer_penalties", {A: 2, B: 1}, [(1, C), (2, B), (3, A)]),
        ("first_to_reach", {A: 40, B: 35}, [(1, B), (2, A), (3, C)]),
        ("first_to_reach", {}, [(1, A), (1, B), (1, C)]),
        ("dealer_side", {B: 2, C: 1}, [(1, B), (2, C), (3, A)]),
        ("extra_deal", {A: 2, B: 1, C: 3}, [(1, B), (2, A), (3, C)]),
        ("card_cut", {A: 3, B: 2, C: 1}, [(1, C), (2, B), (3, A)]),
        ("lots", {A: 1, B: 3, C: 2}, [(1, A), (2, C), (3, B)]),
        # that of an earlier tie, and none at all, say nothing about this one
        ("card_cut", {A: 3, B: 2}, [(1, A), (1, B), (1, C)]),
        ("extra_deal", {}, [(1, A), (1, B), (1, C)]),
        # zero is a value
        ("first_to_reach", {A: 0}, [(1, A), (2, B), (2, C)]),
    ],
)
def test_what_was_recorded_parts_equal_teams(
    criterion: Criterion, recorded: dict[int, int], expected: list[tuple[int, int]]
) -> None:
    standings = rank([A, B, C], [], ruleset=S1, criteria=("total", criterion), recorded={criterion: recorded})

    assert order(standings) == expected


def test_an_extra_deal_that_ends_equal_leaves_the_lots() -> None:
    """S20: a triple tie whose play-off ends in a triple tie goes on to the lots, and once only."""
    chain: tuple[Criterion, ...] = ("total", "extra_deal", "lots")
    recorded: Any = {"extra_deal": {A: 1, B: 1, C: 1}, "lots": {A: 2, B: 3, C: 1}}

    standings = rank([A, B, C], [], ruleset=S1, criteria=chain, recorded=recorded)

    assert order(standings) == [(1, C), (2, A), (3, B)]
    assert standings.row(A).keys[1] == KeyValue("extra_deal", 1)
    assert standings.row(A).separated_by == Separation("lots", 1, 2)


def test_lots_may_be_given_either_way() -> None:
    lots = {A: 2, B: 1}

    assert rank([A, B], [], ruleset=S1, lots=lots) == rank([A, B], [], ruleset=S1, recorded={"lots": lots})


def test_a_shared_place_ends_the_chain() -> None:
    """N37: two teams share third."""
    standings = rank([A, B], [], ruleset=S1, criteria=("total", "shared"), lots={A: 1, B: 2})

    assert order(standings) == [(1, A), (1, B)]
    assert standings.row(A).keys[1] == KeyValue("shared", None, "not_needed")


@pytest.mark.parametrize(
    ("recorded", "code"),
    [({"total": {A: 3}}, "counted_from_results"), ({"card_cut": {9: 1}}, "unknown_team")],
)
def test_what_results_hold_and_who_does_not_take_part_cannot_be_recorded(recorded: Any, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        rank([A], [], ruleset=S1, recorded=recorded)

    assert refusal.value.code == code


# the chain


def test_the_total_need_not_be_first() -> None:
    results = [won_by(1, A, B, 1), won_by(2, A, C, 1), won_by(3, B, C, 9)]

    standings = rank([A, B, C], results, ruleset=S1, criteria=("wins", "total"))

    assert [(row.team, row.total) for row in standings.rows] == [(A, 2), (B, 8), (C, -10)]


def test_a_column_after_a_meeting_parts_the_tied_only() -> None:
    results = [won_by(1, A, B, 2), won_by(1, C, D, 2, base=3), won_by(2, E, F, 1)]

    standings = rank(
        [A, B, C, D, E, F], results, ruleset=S1, criteria=("total", "head_to_head", "levels_risen", "best_round")
    )

    assert parted(standings)[:3] == [
        (C, None),
        (A, Separation("levels_risen", 5, 2)),
        (E, Separation("total", 2, 1)),
    ]


def test_rounds_after_a_meeting_say_which_parted() -> None:
    results = [won_by(1, A, C, 2), won_by(2, A, D, 1), won_by(1, B, D, 1), won_by(2, B, C, 2)]

    standings = rank([A, B, C, D], results, ruleset=S1, criteria=("total", "head_to_head", "last_rounds"))

    assert parted(standings)[1] == (A, Separation("last_rounds", 2, 1, round=2))


def test_a_penalty_outside_a_match_counts_in_the_score_that_opponents_and_ranking_share() -> None:
    """S21: one score for both."""
    results = [won_by(1, A, B, 3)]
    penalty = [Adjustment(A, -30, "conduct")]

    standings = rank([A, B], results, ruleset=S1, criteria=("total", "opponents_points"), adjustments=penalty)

    assert [(row.team, row.total, row.keys[1].value) for row in standings.rows] == [(B, -3, -27), (A, -27, -3)]


def test_standings_after_a_round_leave_out_what_came_later() -> None:
    """S18, S22: later rounds change nothing about an earlier table, a corrected first round changes all of them."""
    first, second = won_by(1, A, B, 3), won_by(2, B, A, 5)
    facts: dict[str, Any] = {"byes": [Bye(1, C), Bye(2, C)], "missed": [Missed(3, C)], "rounds": [1, 2, 3]}

    after_one = rank([A, B, C], [first, second], ruleset=S1, through=1, **facts)
    corrected = [
        rank([A, B, C], [won_by(1, B, A, 1), second], ruleset=S1, through=number, **facts).row(B).total
        for number in (1, 2)
    ]

    assert after_one == rank([A, B, C], [first], ruleset=S1, byes=[Bye(1, C)])
    assert (after_one.rounds, corrected) == ((1,), [1, 6])


def test_points_in_tenths_are_ranked_exactly() -> None:
    """N27, N13: 8.7, 6.2, 6."""
    carried = [Adjustment(team, Fraction(points), "carried") for team, points in ((A, "6.2"), (B, "6"), (C, "8.7"))]

    standings = rank([A, B, C], [], ruleset=N27, adjustments=carried)

    assert [(row.team, row.total) for row in standings.rows] == [(C, Fraction(87, 10)), (A, Fraction(31, 5)), (B, 6)]
