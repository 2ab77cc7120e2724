"""Levels through a match: must-play levels, the end of the ladder, falls back, and what ends a match."""

from typing import Any

import pytest

from scoring.deals import Deal, Step
from scoring.ladder import ScoringError
from scoring.matches import Played, differential
from scoring.penalties import Penalty, decided
from scoring.progress import State, advance, play_deal, start
from scoring.ruleset import Ruleset, decide
from scoring.tests.replays import replay
from scoring.tests.table import (
    KEPT,
    S0,
    S1,
    S2,
    S3,
    S4,
    SINGLE,
    at,
    codes,
    deal,
    dug,
    ended,
    fault,
    labels,
    plain,
    told,
    trumps,
)

PLAIN = decide(S1, {"levels.end": "win", "levels.max_beyond": 1})
RESTART = decide(S1, {"levels.end": "restart", "levels.max_beyond": 0, "levels.must_play": ["A"]})
CAP = decide(S1, {"levels.end": "cap", "levels.max_beyond": 0, "levels.must_play": ["A"]})
REACHED = decide(S3, {"levels.pass_rule": "reached"})
THREE_TIMES = decide(S0, {"levels.failure_rule": {"level": "A", "attempts": 3, "falls_to": "2"}})
LEAD = decide(S0, {"levels.early_win": 4})


def rises(ruleset: Ruleset, level: str, delta: int, *, held: bool) -> str:
    ladder = ruleset.ladder
    return ladder.label(advance(ruleset, ladder.position(level), delta, held=held))


@pytest.mark.parametrize(
    ("ruleset", "level", "delta", "held", "after"),
    [
        (S0, "K", 3, True, "A"),
        (S0, "A", 1, True, "A+1"),
        (S0, "A", 3, True, "A+1"),
        (S0, "A", 2, False, "A"),
        (S0, "Q", 3, False, "A"),
        (S0, "9", 0, True, "9"),
        (S4, "K", 2, False, "A"),
        (S2, "K", 3, False, "A+1"),
        (S1, "A", 3, False, "A+3"),
        (S1, "A+12", 3, True, "A+13"),
        (S3, "2", 1, True, "5"),
        (S3, "2", 3, True, "J"),
        (S3, "2", 3, False, "2"),
        (S3, "K", 3, True, "A"),
        (S3, "5", 2, False, "J"),
        (S3, "A", 1, True, "A+1"),
        (REACHED, "2", 3, False, "J"),
        (REACHED, "K", 3, False, "A"),
        (REACHED, "A", 1, False, "A+1"),
        (RESTART, "K", 3, True, "A"),
        (RESTART, "A", 2, True, "3"),
        (RESTART, "A", 2, False, "A"),
        (CAP, "K", 3, True, "A"),
        (CAP, "A", 3, True, "A"),
    ],
)
def test_a_rise_stops_at_must_play_levels_and_at_the_end(
    ruleset: Ruleset, level: str, delta: int, *, held: bool, after: str
) -> None:
    """G-11, S0-3.2, S3-C4, S4-2: left only by holding the deal there; a level is a step on the ladder."""
    assert rises(ruleset, level, delta, held=held) == after


@pytest.mark.parametrize(
    ("ruleset", "delta", "held", "way"),
    [
        (S0, 2, False, "4 6 8 10 Q A A"),
        (S0, 1, True, "3 4 5 6 7 8 9 10 J Q K A A+1"),
        (RESTART, 1, True, "3 4 5 6 7 8 9 10 J Q K A 2"),
        (decide(S1, {"levels.end": "restart", "levels.max_beyond": 0}), 2, True, "4 6 8 10 Q A 3"),
        (decide(S3, {"levels.end": "restart", "levels.max_beyond": 0}), 3, True, "J A 2 J"),
    ],
)
def test_the_way_up_the_ladder(ruleset: Ruleset, delta: int, *, held: bool, way: str) -> None:
    """S0-3.2, S3-C4; the ladder begun anew, where the must-play level at its start stops too."""
    level, levels = "2", []
    for _ in way.split():
        level = rises(ruleset, level, delta, held=held)
        levels.append(level)

    assert " ".join(levels) == way


@pytest.mark.parametrize(("level", "delta", "after"), [("2", 13_001, "3"), ("K", 10**40, "3"), ("A", 14, "2")])
def test_a_rise_round_the_whole_ladder_ends_where_its_last_lap_does(level: str, delta: int, after: str) -> None:
    """13 levels are a lap; 10^40 is 3 more than laps."""
    endless = decide(S1, {"levels.end": "restart", "levels.max_beyond": 0, "levels.must_play": []})

    assert rises(endless, level, delta, held=True) == after


@pytest.mark.parametrize("delta", [-1, True, 1.0])
def test_a_rise_is_a_number_of_levels(delta: int) -> None:
    with pytest.raises(ScoringError) as refusal:
        advance(S0, 0, delta, held=True)

    assert (refusal.value.code, refusal.value.params) == ("bad_count", {"count": delta})


def test_a_match_starts_with_both_sides_at_the_start_and_the_deal_contested() -> None:
    assert start(S3) == State((0, 0), None, 0, (0, 0), None, "")


def test_a_whole_match_from_its_deals() -> None:
    """S1-1.5, S1-1.8: the deal goes round, both sides rise by their own deals."""
    played = replay(S1, [deal(50, dealer=1), deal(125, dealer=3), deal(240, dealer=0), deal(0, dealer=1)])

    assert [labels(S1, state) for state in played.states] == [
        ("2", "2"),
        ("2", "4"),
        ("2", "4"),
        ("2", "6"),
        ("2", "9"),
    ]
    assert [state.dealer for state in played.states] == [None, 3, 0, 1, 3]
    assert (played.final.deals, played.final.ended_by) == (4, "")


def test_passing_the_ace_as_dealer_side_wins() -> None:
    """S0-3.2, S4-2."""
    for ruleset in (S0, S4):
        state, score = play_deal(ruleset, at(ruleset, "K", "A", dealer=1), deal(0, dealer=1))

        assert ended(ruleset, state) == (("K", "A+1"), 1, "ladder")
        assert score.steps[-2] == Step("match_won", ruleset.levels.end.clause, {"side": 1, "by": "ladder"})


def test_attackers_at_the_ace_take_the_deal_but_do_not_win() -> None:
    """S0-3.2 (V040): 180 points, still at A."""
    state, score = play_deal(S0, at(S0, "5", "A"), deal(180))

    assert ended(S0, state) == (("5", "A"), None, "")
    assert state.dealer == 1
    assert score.steps[-2] == Step("must_play_unheld", "G-11", {"side": 1, "level": "A"})


def test_a_rise_that_a_must_play_level_stops_says_so() -> None:
    """S0-3.2 (V039): from K by 3 only to A."""
    _, score = play_deal(S0, at(S0, "K", "2"), deal(40))

    assert score.steps[-3:-1] == (
        Step("rise", "S0-3.2", {"side": 0, "role": "dealer_side", "levels": 3, "before": "K", "after": "A"}),
        Step("must_play_stop", "S0-3.2", {"side": 0, "level": "A"}),
    )


def test_a_rise_that_just_reaches_a_must_play_level_was_not_stopped() -> None:
    _, score = play_deal(S0, at(S0, "K", "2"), deal(100))

    assert codes(score.steps) == ["tricks", "level_table", "rise", "next_dealer"]


def test_where_the_ladder_ends_a_rise_goes_no_further_and_nothing_stops_it() -> None:
    state, score = play_deal(CAP, at(CAP, "A", "2"), deal(0))

    assert ended(CAP, state) == (("A", "2"), None, "")
    assert codes(score.steps)[-2:] == ["rise", "next_dealer"]


def test_the_deals_own_side_passes_the_end_before_the_side_with_an_extra_level() -> None:
    """S1-4.2 on a ladder whose end wins: the attackers took the deal, the dealer side has its level by a penalty."""
    state, _ = play_deal(PLAIN, at(PLAIN, "A", "A"), deal(180, fault(PLAIN, "attackers", "signalling_light")))

    assert ended(PLAIN, state) == (("A+1", "A+1"), 1, "ladder")


def test_the_dealer_side_passes_first_where_it_held_the_deal() -> None:
    state, _ = play_deal(PLAIN, at(PLAIN, "A", "A"), deal(0, fault(PLAIN, "dealer_side", "signalling_light")))

    assert ended(PLAIN, state) == (("A+1", "A+1"), 0, "ladder")


@pytest.mark.parametrize(
    ("ruleset", "played", "after"),
    [
        (S3, dug(80, 0, trumps(SINGLE, jack="main")), ("2", "5")),
        (S3, dug(80, 0, trumps(SINGLE, jack="off")), ("2", "5")),
        (S3, dug(120, 0, plain(SINGLE ), dealer=0), ("J", "J")),
        (S3, dug(80, 20, trumps(SINGLE, jack="main")), ("2", "J")),
        (S3, dug(70, 0, trumps(SINGLE, jack="main")), ("2", "5")),
        (S3, dug(80, 0, KEPT), ("J", "5")),
        (S3, deal(80), ("J", "5")),
        (decide(S3, {"levels.jack_rule": {"level": "J", "cards": "main", "falls_to": "5"}}),
         dug(80, 0, trumps(SINGLE, jack="main")), ("5", "5")),
        (decide(S3, {"levels.jack_rule": {"level": "J", "cards": "main", "falls_to": "5"}}),
         dug(80, 0, trumps(SINGLE, jack="off")), ("J", "5")),
        (decide(S3, {"levels.jack_rule": {"level": "J", "cards": "off", "falls_to": "2"}}),
         dug(80, 0, trumps(SINGLE, jack="off")), ("2", "5")),
        (decide(S3, {"kitty.dig_with": "trump"}), dug(80, 0, plain(SINGLE)), ("J", "5")),
        (decide(S3, {"levels.jack_rule": None}), dug(80, 0, trumps(SINGLE, jack="main")), ("J", "5")),
    ],
)  # fmt: skip
def test_a_dealer_side_at_the_jack_whose_kitty_is_dug_with_a_jack_falls_back(
    ruleset: Ruleset, played: Deal, after: tuple[str, str]
) -> None:
    """S3-C4: any jack; the attackers rise as the deal says, and the dealer side by nothing."""
    state, _ = play_deal(ruleset, at(ruleset, "J", "5"), played)

    assert labels(ruleset, state) == after


def test_the_fall_is_told_in_the_place_of_the_rise() -> None:
    """S3-C4: 70 points hold the deal, but the jack takes the level."""
    _, score = play_deal(S3, at(S3, "J", "5"), dug(70, 0, trumps(SINGLE, jack="off")))

    assert score.steps[-2:] == (
        Step("jack_rule", "S3-C4", {"side": 0, "level": "J", "falls_to": "2"}),
        Step("next_dealer", "S3-P7", {"seat": 2, "held": True}),
    )


@pytest.mark.parametrize(("first", "dealer"), [("Q", 0), ("5", 1)])
def test_only_the_dealer_side_at_that_level_falls(first: str, dealer: int) -> None:
    """S3-C4: not a side at another level, nor the attackers at J."""
    before = at(S3, first, "J") if dealer == 0 else at(S3, "J", first, dealer=1)

    state, _ = play_deal(S3, before, dug(80, 0, trumps(SINGLE, jack="main"), dealer=dealer))

    assert state.levels == before.levels


def test_the_third_failed_attempt_falls_back() -> None:
    state, told_codes = at(THREE_TIMES, "A", "3"), []
    for dealer, points in ((0, 120), (1, 120), (2, 120), (3, 120), (0, 150)):
        state, score = play_deal(THREE_TIMES, state, deal(points, dealer=dealer))
        told_codes.append((labels(THREE_TIMES, state), state.failed, codes(score.steps)[2:-1]))

    assert told_codes == [
        (("A", "3"), (1, 0), ["failed_attempt"]),
        (("A", "3"), (1, 0), []),
        (("A", "3"), (2, 0), ["failed_attempt"]),
        (("A", "3"), (2, 0), []),
        (("2", "4"), (0, 0), ["rise", "failure_rule"]),
    ]


def test_failed_attempts_are_forgotten_when_the_level_is_left() -> None:
    past = decide(S1, {"levels.failure_rule": {"level": "9", "attempts": 3, "falls_to": "2"}})

    state, _ = play_deal(past, at(past, "9", "2", failed=(2, 0)), deal(60))

    assert (labels(past, state), state.failed) == (("10", "2"), (0, 0))


@pytest.mark.parametrize(
    ("points", "result"),
    [(60, (("8", "5"), None, "")), (30, (("9", "5"), 0, "early_lead")), (0, (("10", "5"), 0, "early_lead"))],
)
def test_so_many_levels_ahead_win_early(points: int, result: tuple[tuple[str, str], int | None, str]) -> None:
    state, _ = play_deal(LEAD, at(LEAD, "6", "5"), deal(points))

    assert ended(LEAD, state) == result


def test_the_other_side_may_lead_too() -> None:
    state, score = play_deal(LEAD, at(LEAD, "2", "4"), deal(180))

    assert ended(LEAD, state) == (("2", "6"), 1, "early_lead")
    assert score.steps[-2] == Step("match_won", "", {"side": 1, "by": "early_lead"})


@pytest.mark.parametrize(
    ("equal", "last", "winner", "step"),
    [
        ("draw", 180, None, Step("match_drawn", "S1-5", {"by": "deals"})),
        ("dealer_side", 180, 1, Step("match_won", "S1-5", {"side": 1, "by": "deals"})),
        ("lots", 180, None, Step("lots_to_draw", "S1-6", {"by": "deals"})),
        ("draw", 300, 1, Step("match_won", "S1-5", {"side": 1, "by": "deals"})),
        ("lots", 120, 0, Step("match_won", "S1-5", {"side": 0, "by": "deals"})),
    ],
)
def test_a_match_of_two_deals_ends_after_them(equal: str, last: int, winner: int | None, step: Step) -> None:
    """After 60 points and one level for side 0, the last deal decides; its attackers deal next."""
    two = decide(S1, {"match_result.deals": 2, "match_result.equal_at_time": equal})

    played = replay(two, [deal(60, dealer=0), deal(last, dealer=2)])

    assert (played.final.winner, played.final.ended_by) == (winner, "deals")
    assert played.scores[1].steps[-2] == step


def test_a_void_deal_changes_nothing_and_is_no_deal_of_a_match_of_so_many() -> None:
    """S1-3.4."""
    one = decide(S1, {"match_result.deals": 1})
    both = [fault(one, role, "card_count") for role in ("dealer_side", "attackers")]

    state, score = play_deal(one, start(one), deal(200, *both, dealer=3))

    assert state == State((0, 0), 3, 0, (0, 0), None, "")
    assert codes(score.steps)[-2:] == ["both_at_fault", "same_dealer"]


@pytest.mark.parametrize(
    ("roles", "winner", "step"),
    [
        (["attackers"], 0, Step("match_won", "S1-4.2", {"side": 0, "by": "match_lost"})),
        (["dealer_side"], 1, Step("match_won", "S1-4.2", {"side": 1, "by": "match_lost"})),
        (["attackers", "dealer_side"], None, Step("match_drawn", "S1-4.2", {"by": "match_lost"})),
    ],
)
def test_heavy_signalling_loses_the_match(roles: list[Any], winner: int | None, step: Step) -> None:
    """S1-4.2: disqualified; where both are, nobody wins."""
    state, score = play_deal(S1, start(S1), deal(100, *(fault(S1, role, "signalling_heavy") for role in roles)))

    assert (state.winner, state.ended_by, score.steps[-2]) == (winner, "match_lost", step)


def test_a_match_lost_in_a_void_deal_is_lost() -> None:
    void, lost = Penalty("attackers", decided("deal_void", 0)), Penalty("attackers", decided("match_lost", 0))

    state, _ = play_deal(S1, start(S1), deal(100, void, lost))

    assert (state.levels, state.winner, state.ended_by) == ((0, 0), 0, "match_lost")


def test_a_deal_after_the_match_is_over_is_refused() -> None:
    over, _ = play_deal(S0, at(S0, "A", "3"), deal(0))

    with pytest.raises(ScoringError) as refusal:
        play_deal(S0, over, deal(0, dealer=2))

    assert (refusal.value.code, refusal.value.params) == ("match_is_over", {"ended_by": "ladder"})


@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_a_seat_that_is_not_due_cannot_have_dealt(dealer: int) -> None:
    """S2-10.2: the partner neither, for the deal cannot be ceded."""
    with pytest.raises(ScoringError) as refusal:
        play_deal(S2, at(S2, "2", "2", dealer=0), deal(0, dealer=dealer))

    assert (refusal.value.code, refusal.value.params) == ("dealer_not_due", {"dealer": dealer, "due": 0})


def test_a_ceded_deal_is_dealt_by_the_partner_only() -> None:
    ceded = decide(S2, {"dealer_rotation.may_cede": True})

    state, _ = play_deal(ceded, at(ceded, "2", "2", dealer=3), deal(0, dealer=1))

    assert state.dealer == 3
    with pytest.raises(ScoringError):
        play_deal(ceded, at(ceded, "2", "2", dealer=3), deal(0, dealer=0))


def test_levels_past_the_ace_count_in_the_differential() -> None:
    """S1-6: A, then three levels more, against Q."""
    state, _ = play_deal(S1, at(S1, "A", "Q"), deal(0))

    assert differential(S1, Played(*state.levels)) == (5, -5)


def test_the_steps_of_a_deal_in_a_match_go_on_after_those_of_the_deal() -> None:
    _, score = play_deal(S1, at(S1, "5", "5"), deal(180, fault(S1, "attackers", "signalling_light")))

    assert told(score.steps) == [
        ("tricks", "G-3"),
        ("level_table", "S1-1.8"),
        ("extra_levels", "S1-4.2"),
        ("rise", "S1-1.1"),
        ("rise", "S1-1.1"),
        ("next_dealer", "S1-1.5"),
    ]
