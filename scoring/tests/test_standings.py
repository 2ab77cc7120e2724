from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest

from scoring.ladder import ScoringError
from scoring.matches import Bye, Forfeit, MatchResult, Played, Scored, Won
from scoring.points import Adjustment
from scoring.ruleset import decide
from scoring.standings import Progress, rank
from scoring.tests.cast import EXAMPLES, S1, order, played, won_by
from scoring.tests.table import S0
from scoring.tiebreaks import KeyValue, Separation

A, B, C, D = 1, 2, 3, 4


def in_pairs(lots: list[str]) -> list[tuple[str, str]]:
    return list(zip(lots[::2], lots[1::2], strict=True))


def match_of(number: int, sides: list[tuple[int, int]]) -> MatchResult:
    (winner, points), (loser, _) = sorted(sides, key=lambda side: -side[1])
    return won_by(number, winner, loser, points)


@pytest.mark.parametrize("example", EXAMPLES["two_rounds"])
def test_the_points_of_both_rounds_are_added(example: dict[str, Any]) -> None:
    """S1-6: +3 and −1 make +2."""
    first, second = (
        won_by(number, A, opponent, points) if points > 0 else won_by(number, opponent, A, -points)
        for number, opponent, points in zip((1, 2), (B, C), example["rounds"], strict=True)
    )

    row = rank([A, B, C], [first, second], ruleset=S1).row(A)

    assert [cell.points for cell in row.rounds if cell] == example["rounds"]
    assert row.total == example["total"]


@pytest.mark.parametrize("example", EXAMPLES["ranking"])
def test_the_higher_sum_stands_higher(example: dict[str, Any]) -> None:
    """S1-6; equal sums share a place when nothing but the sum is compared."""
    lots = sorted(example["totals"])
    results = [
        match_of(number, [(lots.index(lot), points[lot]) for lot in pair])
        for number, points in enumerate(example["rounds"], start=1)
        for pair in in_pairs(list(points))
    ]

    rows = rank(range(len(lots)), results, ruleset=S1, criteria=("total",)).rows

    assert {lots[row.team]: row.total for row in rows} == example["totals"]
    assert [[lots[row.team] for row in tied] for _, tied in groupby(rows, key=lambda row: row.place)] == example[
        "order"
    ]


def test_before_the_first_match_nobody_has_played_and_all_share_the_first_place() -> None:
    """No match played: 0 played, 0 points, and not three draws."""
    standings = rank([D, B, C, A], [], ruleset=S1, rounds=[1, 2], matches=4)

    assert [(row.place, row.team, row.matches_counted, row.total, row.rounds) for row in standings.rows] == [
        (1, team, 0, 0, (None, None)) for team in (A, B, C, D)
    ]
    assert all(row.tied and row.separated_by is None for row in standings.rows)
    assert (standings.progress, standings.progress.complete) == (Progress(0, 4), False)


def test_an_upcoming_match_counts_for_nobody() -> None:
    standings = rank([A, B, C, D], [played(1, A, B, "5", "4")], ruleset=S1, rounds=[1, 2], matches=4)

    assert order(standings) == [(1, A), (2, C), (2, D), (4, B)]
    assert [row.matches_counted for row in standings.rows] == [1, 0, 0, 1]
    assert standings.progress == Progress(1, 4)


def test_no_teams_make_empty_standings() -> None:
    standings = rank([], [], ruleset=S1)

    assert (standings.rows, standings.rounds, standings.progress.complete) == ((), (), True)


def test_three_teams_with_two_wins_in_a_circle_are_parted_by_their_differences() -> None:
    """Four meet each other, three of them win two of three matches: there is one winner, not a shared first place."""
    alpha, bravo, charlie, delta = A, B, C, D
    results = [
        won_by(1, alpha, bravo, 2),
        won_by(1, charlie, delta, 1),
        won_by(2, alpha, charlie, 2),
        won_by(2, delta, bravo, 2),
        won_by(3, delta, alpha, 1),
        won_by(3, charlie, bravo, 1),
    ]

    standings = rank([alpha, bravo, charlie, delta], results, ruleset=S1)

    assert order(standings) == [(1, alpha), (2, delta), (3, charlie), (4, bravo)]
    assert [row.total for row in standings.rows] == [3, 2, 0, -5]


@pytest.mark.parametrize(("style", "places"), [("competition", [1, 2, 2, 4]), ("dense", [1, 2, 2, 3])])
def test_shared_places_follow_the_setting(style: str, places: list[int]) -> None:
    """Totals 7, 5, 5, 1."""
    adjustments = [Adjustment(team, amount, "carried") for team, amount in ((A, 5), (B, 7), (C, 1), (D, 5))]

    standings = rank([A, B, C, D], [], ruleset=decide(S1, {"ranking.places": style}), adjustments=adjustments)

    assert [row.total for row in standings.rows] == [7, 5, 5, 1]
    assert order(standings) == list(zip(places, [B, A, D, C], strict=True))


def test_zero_stands_between_plus_and_minus_and_is_not_missing() -> None:
    standings = rank([A, B, C, D], [won_by(1, A, B, 1), won_by(1, C, D, 0)], ruleset=S1, criteria=("total",))

    assert order(standings) == [(1, A), (2, C), (2, D), (4, B)]
    assert standings.row(C).keys == (KeyValue("total", 0),)
    assert [cell.points for cell in standings.row(C).rounds if cell] == [0]


def test_a_bye_is_shown_as_one_and_adds_its_average() -> None:
    results = [won_by(1, A, B, 2), won_by(2, A, C, 3)]

    row = rank([A, B, C], results, ruleset=S1, byes=[Bye(3, A)]).row(A)

    assert [(cell.kind, cell.points) for cell in row.rounds if cell] == [
        ("played", 2),
        ("played", 3),
        ("bye", Fraction(5, 2)),
    ]
    assert (row.total, row.matches_counted) == (Fraction(15, 2), 2)


def test_totals_with_halves_stand_between_whole_ones() -> None:
    results = [won_by(1, A, B, 2), won_by(2, A, C, 3), won_by(1, C, D, 8), won_by(2, B, D, 7)]

    standings = rank([A, B, C, D], results, ruleset=S1, byes=[Bye(3, A)], adjustments=[Adjustment(C, 2, "carried")])

    assert [(row.team, row.total) for row in standings.rows] == [(A, Fraction(15, 2)), (C, 7), (B, 5), (D, -15)]


def test_a_penalty_counts_in_the_total_but_in_no_bye() -> None:
    penalty = Adjustment(A, -4, "conduct")

    row = rank([A, B], [won_by(1, A, B, 2)], ruleset=S1, byes=[Bye(2, A)], adjustments=[penalty]).row(A)

    assert ([cell.points for cell in row.rounds if cell], row.total, row.adjustments) == ([2, 2], 0, (penalty,))


def test_a_withdrawn_team_stays_below_all_others_and_its_opponents_keep_their_points() -> None:
    results = [won_by(1, A, B, 5), won_by(1, C, D, 1), MatchResult(2, A, C, Forfeit(frozenset({0})))]

    standings = rank([A, B, C, D], results, ruleset=S1, withdrawn=[A, B])

    assert [(row.place, row.team, row.total, row.withdrawn) for row in standings.rows] == [
        (1, C, 4, False),
        (2, D, -1, False),
        (3, A, 2, True),
        (4, B, -5, True),
    ]
    assert [row.separated_by for row in standings.rows] == [
        None,
        Separation("total", 4, -1),
        Separation("withdrawn", None, None),
        Separation("total", 2, -5),
    ]


def test_a_withdrawn_team_is_never_tied_with_one_that_stayed() -> None:
    standings = rank([A, B], [], ruleset=S1, withdrawn=[A])

    assert [(row.place, row.team, row.tied) for row in standings.rows] == [(1, B, False), (2, A, False)]


@pytest.mark.parametrize(
    "facts", [{"withdrawn": [9]}, {"adjustments": [Adjustment(9, 1, "carried")]}, {"byes": [Bye(1, 9)]}]
)
def test_facts_of_a_team_that_does_not_take_part_are_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(ScoringError) as refusal:
        rank([A, B], [], ruleset=S1, **facts)

    assert refusal.value.code == "unknown_team"


@pytest.mark.parametrize(
    ("criteria", "code"),
    [
        ((), "no_criteria"),
        (("total", "total"), "criterion_twice"),
        (("total", "buchholz"), "unknown_criterion"),
        (("lots", "total"), "lots_not_last"),
    ],
)
def test_a_chain_that_decides_nothing_sensible_is_refused(criteria: Any, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        rank([A], [], ruleset=S1, criteria=criteria)

    assert refusal.value.code == code


def test_asking_for_a_row_that_is_not_there_is_refused() -> None:
    with pytest.raises(ScoringError) as refusal:
        rank([A], [], ruleset=S1).row(B)

    assert refusal.value.code == "unknown_team"


def test_a_win_counts_as_one_however_it_was_reported() -> None:
    """S0-1: by levels, by what decided equal ones, as a winner, by a score, by a forfeit."""
    results = [
        MatchResult(1, A, B, Played(9, 4)),
        MatchResult(2, A, C, Played(6, 6, winner=0)),
        MatchResult(3, A, D, Won(0)),
        MatchResult(1, C, D, Scored(2, 1)),
        MatchResult(2, B, D, Forfeit(frozenset({1}))),
    ]

    standings = rank([A, B, C, D], results, ruleset=S0, criteria=["total", "levels_risen"])

    assert [(row.place, row.team, row.total) for row in standings.rows] == [(1, A, 3), (2, C, 1), (3, B, 1), (4, D, 0)]
