from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import Asked, DrawRefused, Entrant, Impossible, Inputs, Standing
from tournaments.pairing.constraints import check_complete

from .rounds_cast import (
    METHODS_OF_ONE_ROUND,
    all_pairings,
    as_pairing,
    broken_by,
    bye_of,
    draw_round,
    field_of,
    pairs_of,
)


@st.composite
def histories(draw_value, most=8):
    count = draw_value(st.integers(2, most))
    teams = range(1, count + 1)
    units = draw_value(st.lists(st.sampled_from([None, 1, 2, 3]), min_size=count, max_size=count))
    entrants = tuple(Entrant(team, unit) for team, unit in zip(teams, units, strict=True))
    pairs = [(one, other) for one in teams for other in teams if one < other]
    met = draw_value(st.lists(st.sampled_from(pairs), max_size=len(pairs)))
    forbidden = draw_value(st.lists(st.sampled_from(pairs), unique=True, max_size=3))
    had_bye = draw_value(st.lists(st.sampled_from(teams), max_size=count)) if count % 2 else []
    scores = draw_value(st.lists(st.integers(-4, 4), min_size=count, max_size=count))
    standing = [Standing(team, score, lot=team) for team, score in zip(teams, scores, strict=True)]
    return entrants, met, had_bye, forbidden, standing


@pytest.mark.parametrize("method", METHODS_OF_ONE_ROUND)
@settings(max_examples=60, deadline=None)
@given(case=histories(), seed=st.integers(0, 10**9))
def test_p3_p4_what_is_broken_is_the_fewest_that_brute_force_finds(method, case, seed):
    """P1, P3, P4: an avoidable forbidden pair, rematch, own-unit meeting or second bye never happens."""
    entrants, met, had_bye, forbidden, standing = case
    asked = Asked(forbidden=tuple(forbidden))

    outcome = draw_round(
        method, entrants, seed, met=met, had_bye=had_bye, standing=standing, asked=asked, forbidden="avoid"
    )

    found = Counter(flag.code for flag in outcome.flags)
    history = (met, set(had_bye), forbidden)
    fewest = min(broken_by(pairing, entrants, *history) for pairing in all_pairings(tuple(e.team for e in entrants)))
    check_complete(outcome.rounds, Inputs(entrants))
    assert broken_by(as_pairing(outcome), entrants, *history) == fewest
    assert tuple(found[code] for code in ("forbidden", "rematch", "own_unit", "second_bye")) == fewest
    assert "fewest_not_proved" not in [warning.code for warning in outcome.warnings]


@settings(max_examples=80, deadline=None)
@given(case=histories(), seed=st.integers(0, 10**9))
def test_the_sum_of_score_gaps_is_the_smallest_after_faults_and_bye(case, seed):
    entrants, met, had_bye, forbidden, standing = case
    asked = Asked(forbidden=tuple(forbidden))
    score = {each.team: each.score for each in standing}

    def cost(pairing):
        gaps = sum(abs(score[one] - score[other]) for one, other in pairing if None not in (one, other))
        lowest = [score[team] for pair in pairing if None in pair for team in pair if team is not None]
        third_times = [Counter(had_bye)[team] for pair in pairing if None in pair for team in pair if team]
        again = [max(0, sum({one, other} == {*pair} for pair in met) - 1) for one, other in pairing]
        broken = broken_by(pairing, entrants, met, set(had_bye), forbidden)
        return broken, sum(again) + sum(max(0, times - 1) for times in third_times), lowest, gaps

    outcome = draw_round(
        "swiss", entrants, seed, met=met, had_bye=had_bye, standing=standing, asked=asked,
        forbidden="avoid", bye_rule="lowest_score",
    )  # fmt: skip

    cheapest = min(cost(pairing) for pairing in all_pairings(tuple(e.team for e in entrants)))
    assert cost(as_pairing(outcome)) == cheapest


@pytest.mark.parametrize("method", METHODS_OF_ONE_ROUND)
@pytest.mark.parametrize("teams", [4, 6, 7, 12, 13])
def test_p2_half_of_the_rounds_can_always_be_drawn_one_by_one(method, teams):
    """P2: a rematch-free round r exists for every r ≤ n/2, whatever the history; with it nobody rests twice."""
    entrants = field_of(alone=teams)
    scores = Counter()

    for history in range(8):
        met, byes = [], []
        for number in range(1, (teams + 1) // 2 + 1):
            standing = [Standing(team, scores[team], lot=team) for team in range(1, teams + 1)]
            outcome = draw_round(
                method, entrants, 100 * history + number, met=met, had_bye=byes, standing=standing,
                asked=Asked(number=number),
            )  # fmt: skip
            met += [match.sides for match in outcome.rounds[0].matches]
            byes += bye_of(outcome)
            scores.update(match.sides[history % 2] for match in outcome.rounds[0].matches)

            assert outcome.flags == ()
            assert outcome.rounds[0].number == number


@pytest.mark.parametrize("method", METHODS_OF_ONE_ROUND)
def test_p2_a_round_that_became_impossible_is_flagged_and_explained(method):
    """6 teams whose first three rounds were {T1, T2, T3} × {T4, T5, T6}."""
    met = [(one, other) for one in (1, 2, 3) for other in (4, 5, 6)]

    outcome = draw_round(method, field_of(alone=6), met=met)

    assert [flag.code for flag in outcome.flags] == ["rematch"]
    assert [(warning.code, dict(warning.params)) for warning in outcome.warnings] == [
        ("rematch_unavoidable", {"count": 1})
    ]


def test_d01_the_greedy_dead_end_is_not_taken():
    """D01: 4 teams; R1 A–B, C–D; R2 A–C, B–D; records 2/1/1/0: R3 is A–D, B–C."""
    a, b, c, d = (1, 2, 3, 4)
    standing = [Standing(a, 2), Standing(b, 1), Standing(c, 1), Standing(d, 0)]

    outcome = draw_round("swiss", field_of(alone=4), met=[(a, b), (c, d), (a, c), (b, d)], standing=standing)

    assert pairs_of(outcome) == {frozenset((a, d)), frozenset((b, c))}


def test_d02_the_leader_does_not_meet_again_who_stands_next():
    """D02: S1–S7 met in R2; S1–S3 with S7–S5 is possible."""
    standing = [
        Standing(team, score) for team, score in [(1, 6), (7, 5), (3, 4), (5, 4), (2, 2), (4, 2), (6, 1), (8, 0)]
    ]

    outcomes = [draw_round("swiss", field_of(alone=8), seed, met=[(1, 7)], standing=standing) for seed in range(30)]

    assert [outcome.flags for outcome in outcomes] == [()] * 30
    assert {next(pair for pair in pairs_of(outcome) if 1 in pair) for outcome in outcomes} == {
        frozenset((1, 3)),
        frozenset((1, 5)),
    }


def test_d04_nobody_meets_again_in_five_rounds_of_sixteen():
    met = []
    score = Counter()
    for number in range(1, 6):
        standing = [Standing(team, score[team]) for team in range(1, 17)]
        outcome = draw_round("swiss", field_of(alone=16), number, met=met, standing=standing)
        met += [match.sides for match in outcome.rounds[0].matches]
        score.update(min(match.sides) for match in outcome.rounds[0].matches)

    assert len({frozenset(pair) for pair in met}) == 5 * 8


def test_b03_the_team_with_the_lowest_score_gets_the_bye():
    """B03: 17 teams, three with 4 points; the one with 2 has had no bye."""
    standing = [Standing(team, 4 if team <= 3 else 3) for team in range(1, 17)] + [Standing(17, 2)]

    outcome = draw_round("swiss", field_of(alone=17), had_bye=[5, 6, 7], standing=standing, bye_rule="lowest_score")

    assert bye_of(outcome) == (17,)
    assert outcome.warnings == ()


def test_b03_another_bye_is_explained_by_the_rematch_it_avoids():
    """Five teams; 1 and 2 have met everybody but the lowest, so one of them must play it."""
    met = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4)]
    standing = [Standing(team, 10 - team) for team in range(1, 6)]

    outcome = draw_round("swiss", field_of(alone=5), met=met, standing=standing, bye_rule="lowest_score")

    assert outcome.flags == ()
    assert bye_of(outcome) == (2,)
    assert [(warning.code, dict(warning.params)) for warning in outcome.warnings] == [
        ("bye_not_by_rule", {"team": 2, "instead_of": 5, "because": "no_rematch"})
    ]


def test_b05_seven_teams_drawn_round_by_round_rest_once_each():
    """B05: seven rounds of seven teams, each drawn anew."""
    rested = []
    met = []
    for number in range(1, 8):
        outcome = draw_round("random_round", field_of(alone=7), number, had_bye=rested, met=met, no_rematch="off")
        rested += bye_of(outcome)

    assert sorted(rested) == [1, 2, 3, 4, 5, 6, 7]


def test_b08_a_bye_given_by_hand_replaces_the_drawn_one():
    """B08: still exactly one bye, and T1 is paired."""
    first = draw_round("random_round", field_of(alone=7))
    other = next(team for team in range(1, 8) if team not in bye_of(first))

    again = draw_round("random_round", field_of(alone=7), asked=Asked(byes=(other,)))

    assert bye_of(again) == (other,)
    assert any(bye_of(first)[0] in pair for pair in pairs_of(again))
    assert again.warnings == ()


@pytest.mark.parametrize("method", ["random_round", "swiss"])
def test_b10_teams_that_rested_do_not_attract_each_other(method):
    """B10: of seven teams the two that rested meet with probability 1/5 when neither of them rests."""
    meetings = sum(
        frozenset((1, 2)) in pairs_of(draw_round(method, field_of(alone=7), seed, had_bye=[1, 2]))
        for seed in range(1000)
    )

    assert 140 <= meetings <= 260


def test_b13_an_odd_field_less_one_has_no_bye():
    outcome = draw_round("swiss", field_of(alone=7), asked=Asked(absent=(4,)))

    assert bye_of(outcome) == ()
    assert sorted(team for pair in pairs_of(outcome) for team in pair) == [1, 2, 3, 5, 6, 7]


def test_n09_neighbours_in_lot_order_and_the_bye_to_the_highest_lot():
    outcome = draw_round("lot_order", field_of(alone=7), had_bye=[7], bye_rule="highest_lot")

    assert bye_of(outcome) == (6,)
    assert [match.sides for match in outcome.rounds[0].matches] == [(1, 2), (3, 4), (5, 7)]


def test_n20_the_lucky_bye_is_drawn_among_those_who_had_none():
    rested = Counter(bye_of(draw_round("random_round", field_of(alone=7), seed, had_bye=[1])) for seed in range(900))

    assert set(rested) == {(team,) for team in range(2, 8)}
    assert min(rested.values()) > 100


@pytest.mark.parametrize(("no_rematch", "expected"), [("off", {(1, 2), (3, 4)}), ("avoid", {(1, 3), (2, 4)})])
def test_n23_neighbours_by_rank_with_and_without_rematches(no_rematch, expected):
    standing = [Standing(team, 10 - team) for team in range(1, 5)]

    outcome = draw_round(
        "neighbours", field_of(alone=4), met=[(1, 2), (1, 4), (2, 3)], standing=standing, no_rematch=no_rematch
    )

    assert pairs_of(outcome) == {frozenset(pair) for pair in expected}
    assert [match.table for match in outcome.rounds[0].matches] == [1, 2]


def test_keys_decide_within_a_score():
    standing = [Standing(team, 1, keys=(0, team)) for team in range(1, 9)]

    outcomes = [pairs_of(draw_round("swiss", field_of(alone=8), seed, standing=standing)) for seed in range(5)]

    assert outcomes == [{frozenset(pair) for pair in [(8, 7), (6, 5), (4, 3), (2, 1)]}] * 5


def test_equal_teams_are_paired_by_the_seed():
    seen = {frozenset(pairs_of(draw_round("swiss", field_of(alone=4), seed))) for seed in range(40)}

    assert len(seen) == 3


def test_never_comes_before_what_is_to_be_avoided():
    """Of five teams only T5 has not rested; the other four have all met."""
    met = [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)]
    arguments = {"met": met, "had_bye": [1, 2, 3, 4]}

    avoided = draw_round("random_round", field_of(alone=5), **arguments)
    kept = draw_round("random_round", field_of(alone=5), one_bye="never", **arguments)

    assert [flag.code for flag in avoided.flags] == ["rematch", "second_bye"]
    assert [flag.code for flag in kept.flags] == ["rematch", "rematch"]
    assert bye_of(kept) == (5,)


@pytest.mark.parametrize("method", METHODS_OF_ONE_ROUND)
def test_d34_what_may_never_be_broken_makes_the_round_impossible(method):
    """D34: the failure names the constraint and its numbers."""
    with pytest.raises(Impossible) as refused:
        draw_round(method, field_of(5, 3), no_own_unit="never")

    assert (refused.value.constraint, refused.value.code) == ("no_own_unit", "own_unit_unavoidable")
    assert dict(refused.value.params) == {"count": 1, "proved": True, "reasons": "unit_larger_than_half"}


@pytest.mark.parametrize("method", METHODS_OF_ONE_ROUND)
def test_what_is_asked_of_a_round_is_done(method):
    asked = Asked(
        number=3, absent=(12,), byes=(1,), forbidden=((2, 3),), wished=((4, 5),), fixed=((6, 7, 4),),
        at_table=((8, 2),),
    )  # fmt: skip

    outcome = draw_round(method, field_of(alone=12), asked=asked)

    drawn = outcome.rounds[0]
    by_table = {match.table: set(match.sides) for match in drawn.matches}
    assert (drawn.number, drawn.byes) == (3, (1,))
    assert by_table[4] == {6, 7}
    assert 8 in by_table[2]
    assert {4, 5} in by_table.values()
    assert {2, 3} not in by_table.values()
    assert sorted(by_table) == [1, 2, 3, 4, 5]
    assert outcome.warnings == ()


def test_byes_given_to_two_of_nine_leave_one_more():
    outcome = draw_round("swiss", field_of(alone=9), asked=Asked(byes=(1, 2)))

    assert len(bye_of(outcome)) == 3
    assert [(warning.code, dict(warning.params)) for warning in outcome.warnings] == [("extra_byes", {"count": 3})]


def test_a_wish_against_a_rule_is_not_kept_and_says_so():
    outcome = draw_round("random_round", field_of(2, alone=4), asked=Asked(wished=((1, 2),)))

    assert outcome.flags == ()
    assert [(warning.code, dict(warning.params)) for warning in outcome.warnings] == [
        ("wish_not_kept", {"one": 1, "other": 2})
    ]


def test_two_at_one_table_keep_it_for_the_first():
    outcome = draw_round("lot_order", field_of(alone=6), asked=Asked(at_table=((1, 3), (5, 3))))

    assert {match.table: match.sides for match in outcome.rounds[0].matches} == {3: (1, 2), 1: (3, 4), 2: (5, 6)}
    assert [(warning.code, dict(warning.params)) for warning in outcome.warnings] == [
        ("table_not_kept", {"team": 5, "table": 3})
    ]


def test_a_fixed_pair_that_breaks_a_rule_is_flagged():
    outcome = draw_round("swiss", field_of(2, alone=2), asked=Asked(fixed=((1, 2, 0),)))

    assert [(flag.code, flag.teams) for flag in outcome.flags] == [("own_unit", (1, 2))]


def test_one_team_left_rests_and_two_fixed_ones_play():
    alone = draw_round("swiss", field_of(alone=3), asked=Asked(absent=(1, 2)))
    fixed = draw_round("swiss", field_of(alone=2), asked=Asked(fixed=((1, 2, 7),)))

    assert (pairs_of(alone), bye_of(alone)) == (set(), (3,))
    assert [(match.table, match.sides) for match in fixed.rounds[0].matches] == [(7, (1, 2))]
    assert fixed.way == "given"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (Asked(absent=(9,)), "unknown_team"),
        (Asked(byes=(1,), absent=(1,)), "team_twice"),
        (Asked(fixed=((1, 2, 0), (2, 3, 0))), "team_twice"),
        (Asked(fixed=((1, 1, 0),)), "team_twice"),
        (Asked(forbidden=((1, 1),)), "pair_with_itself"),
        (Asked(at_table=((1, 0),)), "bad_table"),
        (Asked(fixed=((1, 2, 1), (3, 4, 1))), "table_twice"),
        (Asked(absent=(1, 2, 3, 4)), "no_team_left"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked, code):
    with pytest.raises(DrawRefused) as refused:
        draw_round("random_round", field_of(alone=4), asked=asked)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("standing", "code"),
    [([Standing(1, lot=1)], "team_without_lot"), ([Standing(t, lot=1) for t in (1, 2)], "lot_twice")],
)
def test_lots_must_be_whole(standing, code):
    with pytest.raises(DrawRefused) as refused:
        draw_round("lot_order", field_of(alone=2), standing=standing)

    assert refused.value.code == code


def test_withdrawn_teams_may_stand_in_the_history_and_late_ones_have_none():
    """D11, D29: T9 came after round three and T4 is gone; history is untouched."""
    entrants = tuple(Entrant(team) for team in (1, 2, 3, 5, 6, 9))

    outcome = draw_round("swiss", entrants, met=[(1, 4), (1, 2), (3, 5)], had_bye=[4], standing=[Standing(1, 3)])

    assert sorted(team for pair in pairs_of(outcome) for team in pair) == [1, 2, 3, 5, 6, 9]
    assert outcome.flags == ()
