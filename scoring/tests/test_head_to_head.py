"""Meetings among exactly the tied: against a count that shares no code, and where not all have met."""

from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.matches import Forfeit, MatchResult, Played, Won
from scoring.ruleset import Criterion
from scoring.standings import rank
from scoring.tests.cast import S1, order, won_by
from scoring.tests.events import N08, N19
from scoring.tiebreaks import KeyValue, Separation

A, B, C, D, E = 1, 2, 3, 4, 5
IF_MET: tuple[Criterion, ...] = ("head_to_head_if_met",)


def test_s03_three_with_two_wins_each_have_one_winner() -> None:
    """Alpha, Delta, Charlie 2–1, Bravo 0–3; differences +3, +2, 0."""
    alpha, bravo, charlie, delta = A, B, C, D
    results = [
        won_by(1, alpha, bravo, 2),
        won_by(1, charlie, delta, 1),
        won_by(2, alpha, charlie, 2),
        won_by(2, delta, bravo, 2),
        won_by(3, delta, alpha, 1),
        won_by(3, charlie, bravo, 1),
    ]

    standings = rank([A, B, C, D], results, ruleset=S1, criteria=("wins", "total"))

    assert order(standings) == [(1, alpha), (2, delta), (3, charlie), (4, bravo)]


def test_s15_three_tied_in_a_circle_go_to_the_next_criterion_and_it_says_so() -> None:
    """N08: win 1 loss 0, the meeting, an extra match."""
    results = [MatchResult(1, A, B, Won(0)), MatchResult(2, B, C, Won(0)), MatchResult(3, C, A, Won(0))]

    standings = rank([A, B, C], results, ruleset=N08, recorded={"extra_deal": {A: 3, B: 1, C: 2}})

    assert order(standings) == [(1, B), (2, C), (3, A)]
    assert [row.keys[1] for row in standings.rows] == [KeyValue("head_to_head", 1, "circular")] * 3
    assert standings.row(C).separated_by == Separation("extra_deal", 1, 2)


def test_d32_two_meetings_of_two_teams_count_together() -> None:
    results = [won_by(1, A, B, 1), won_by(2, B, A, 2)]

    assert order(rank([A, B], results, ruleset=S1, criteria=("head_to_head",))) == [(1, B), (2, A)]


def test_even_meetings_where_points_start_from_a_base_are_equal_and_no_circle() -> None:
    """N19: a draw is 13 to 13."""
    standings = rank([A, B], [MatchResult(1, A, B, Played(5, 5))], ruleset=N19, criteria=("head_to_head",))

    assert [row.keys[0].note for row in standings.rows] == ["equal", "equal"]


def test_if_met_two_teams_are_parted_by_their_meeting() -> None:
    results = [won_by(1, B, A, 1), won_by(2, A, C, 2), won_by(2, D, B, 0)]

    standings = rank([A, B, C, D], results, ruleset=S1, criteria=("total", *IF_MET))

    assert order(standings) == [(1, B), (2, A), (3, D), (4, C)]
    assert standings.row(A).separated_by == Separation("head_to_head_if_met", 1, -1)


@pytest.mark.parametrize(
    ("results", "note", "places"),
    [
        ([], "not_met", [(1, A), (1, B), (1, C)]),
        ([won_by(1, A, B, 1)], None, [(1, A), (2, C), (3, B)]),
        ([won_by(1, A, B, 1), won_by(2, B, C, 1)], None, [(1, A), (2, B), (3, C)]),
        ([won_by(1, A, B, 0)], "equal", [(1, A), (1, B), (1, C)]),
        ([won_by(1, A, B, 1), won_by(2, B, A, 1)], "equal", [(1, A), (1, B), (1, C)]),
        ([won_by(1, A, B, 1), won_by(2, B, C, 1), won_by(3, C, A, 1)], "circular", [(1, A), (1, B), (1, C)]),
    ],
)
def test_if_met_a_match_that_was_not_played_is_as_even_as_a_draw(
    results: list[MatchResult], note: str | None, places: list[tuple[int, int]]
) -> None:
    """N19: who played more matches gains nothing by it, though each starts from 13 points."""
    standings = rank([A, B, C], results, ruleset=N19, criteria=IF_MET)

    assert order(standings) == places
    assert {row.keys[0].note for row in standings.rows} == {note}


def test_if_met_is_reapplied_after_a_partial_split() -> None:
    """B and C are equal among the three, and their own meeting parts them."""
    results = [won_by(1, A, B, 3), won_by(2, A, C, 1), won_by(3, B, C, 1)]

    for criterion in ("head_to_head", "head_to_head_if_met"):
        standings = rank([A, B, C], results, ruleset=S1, criteria=(criterion,))

        assert [row.separated_by for row in standings.rows] == [
            None,
            Separation(criterion, 4, -2),
            Separation(criterion, 1, -1),
        ]


outcomes = st.builds(Played, st.integers(0, 2), st.integers(0, 2)) | st.just(Forfeit(frozenset({0})))


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[int], list[MatchResult]]:
    """Up to eight teams, any of whose pairs have met, once or twice."""
    teams = list(range(1, draw(st.integers(2, 8)) + 1))
    pairs = list(combinations(teams, 2))
    met = draw(st.lists(st.sampled_from(pairs), max_size=12))
    return teams, [
        MatchResult(number, *sorted(pair, reverse=draw(st.booleans())), draw(outcomes))
        for number, pair in enumerate(met, start=1)
    ]


def points(result: MatchResult) -> dict[int, int]:
    ahead = result.outcome.level_a - result.outcome.level_b if isinstance(result.outcome, Played) else -3
    return {result.team_a: ahead, result.team_b: -ahead}


def by_hand(tied: list[int], results: list[MatchResult], *, partly: bool) -> list[list[int]]:
    """Part the tied by what each got against the others of them, and every part again as long as that parts it."""
    among = [result for result in results if {result.team_a, result.team_b} <= set(tied)]
    met = {frozenset({result.team_a, result.team_b}) for result in among}
    if not partly and len(met) < len(tied) * (len(tied) - 1) / 2:
        return [tied]
    got = {team: sum(points(result).get(team, 0) for result in among) for team in tied}
    parts = [sorted(part) for _, part in groupby(sorted(tied, key=lambda team: -got[team]), key=lambda team: got[team])]
    if len(parts) == 1:
        return [tied]
    return [
        smaller for part in parts for smaller in (by_hand(part, results, partly=partly) if len(part) > 1 else [part])
    ]


@pytest.mark.parametrize("partly", [True, False])
@given(season=seasons())
def test_meetings_part_the_tied_as_counted_by_hand(partly: bool, season: tuple[list[int], list[MatchResult]]) -> None:  # noqa: FBT001
    """Brute force: totals first, then the meetings among the equal ones."""
    teams, results = season
    total = {team: sum(points(result).get(team, 0) for result in results) for team in teams}
    expected = [
        part
        for _, tied in groupby(sorted(teams, key=lambda team: (-total[team], team)), key=lambda team: total[team])
        for part in by_hand(list(tied), results, partly=partly)
    ]

    standings = rank(
        teams, results, ruleset=S1, criteria=("total", "head_to_head_if_met" if partly else "head_to_head")
    )

    assert [[row.team for row in part] for _, part in groupby(standings.rows, key=lambda row: row.place)] == expected


@given(season=seasons(), renamed=st.permutations(range(1, 9)))
def test_other_ids_for_the_same_teams_change_no_place(
    season: tuple[list[int], list[MatchResult]], renamed: list[int]
) -> None:
    """Who is called what decides nothing; teams that share a place are only listed by id."""
    teams, results = season
    new = dict(zip(range(1, 9), renamed, strict=True))
    moved = [MatchResult(r.round, new[r.team_a], new[r.team_b], r.outcome) for r in results]
    chain: tuple[Criterion, ...] = ("wins", "head_to_head_if_met", "opponents_points", "last_rounds", "best_round")

    before = rank(teams, results, ruleset=S1, criteria=chain)
    after = rank([new[team] for team in teams], moved, ruleset=S1, criteria=chain)

    assert sorted((new[row.team], row.place) for row in before.rows) == sorted(
        (row.team, row.place) for row in after.rows
    )
