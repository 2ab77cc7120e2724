"""Who has won, when a match ends by time, after its deals, by the ladder or by a lead."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import LevelNotOnLadder, ScoringError
from scoring.matches import Decision, Reason, Stage, decide_match, unfinished_deal
from scoring.ruleset import Ruleset, decide
from scoring.tests.table import DOCUMENTS, S0, S1, S2, S3, S4

LEAD = decide(S0, {"levels.early_win": 3})


def at(ruleset: Ruleset, *labels: str) -> list[int]:
    return [ruleset.ladder.position(label) for label in labels]


@pytest.mark.parametrize(
    ("ruleset", "levels", "dealer_side", "decision"),
    [
        (S0, ("9", "9"), 1, Decision(1, "dealer_side", "S0-3.3")),
        (S0, ("8", "8"), 0, Decision(0, "dealer_side", "S0-3.3")),
        (S0, ("10", "9"), 1, Decision(0, "levels", "S0-1")),
        (S0, ("2", "2"), None, Decision(None, "lots", "S0-3.3")),
        (S0, ("2", "3"), None, Decision(1, "levels", "S0-1")),
        (S1, ("9", "9"), 1, Decision(None, "draw", "S1-6")),
        (S1, ("2", "2"), None, Decision(None, "draw", "S1-6")),
        (S1, ("A+2", "A+1"), 1, Decision(0, "levels", "S1-6")),
        (S4, ("8", "10"), 0, Decision(1, "levels", "S4-2")),
        (S4, ("8", "8"), 0, Decision(0, "dealer_side", "S4-2")),
        (S4, ("K", "A+1"), 0, Decision(1, "ladder", "S4-2")),
    ],
)
def test_who_leads_at_time_up_wins(
    ruleset: Ruleset, levels: tuple[str, str], dealer_side: int | None, decision: Decision
) -> None:
    """S0-3.3, S4-2: the leader, else the side that would deal next; S1-6: equal is a draw. Without a deal, lots."""
    assert decide_match(ruleset, at(ruleset, *levels), reason="time", dealer_side=dealer_side) == decision


def test_without_a_scored_deal_no_side_holds_it() -> None:
    """S0-3.3: the first deal was drawn for but not finished."""
    decision = decide_match(S0, at(S0, "2", "2"), reason="time", dealer_side=1, deals=0)

    assert decision == Decision(None, "lots", "S0-3.3")


def test_equal_levels_may_be_left_to_lots() -> None:
    lots = decide(S0, {"match_result.equal_at_time": "lots"})

    assert decide_match(lots, at(lots, "9", "9"), reason="deals", dealer_side=1, deals=4) == Decision(
        None, "lots", "S0-3.3"
    )


@pytest.mark.parametrize("reason", ["ladder", "time", "deals", "early_lead"])
@pytest.mark.parametrize(("levels", "winner"), [(("A+1", "A"), 0), (("3", "A+1"), 1)])
def test_who_is_past_the_last_level_has_won(reason: Reason, levels: tuple[str, str], winner: int) -> None:
    """S0-3.2."""
    assert decide_match(S0, at(S0, *levels), reason=reason, dealer_side=0) == Decision(winner, "ladder", "S0-3.2")


@pytest.mark.parametrize(("ruleset", "levels"), [(S0, ("A", "K")), (S0, ("A+1", "A+1")), (S1, ("A+1", "K"))])
def test_a_ladder_that_nobody_has_passed_is_no_reason(ruleset: Ruleset, levels: tuple[str, str]) -> None:
    """Nor one that both have passed, nor one that goes on."""
    with pytest.raises(ScoringError) as refusal:
        decide_match(ruleset, at(ruleset, *levels), reason="ladder", dealer_side=0)

    assert (refusal.value.code, refusal.value.params) == (
        "not_past_the_ladder",
        {"levels": tuple(at(ruleset, *levels))},
    )


@pytest.mark.parametrize(("levels", "winner"), [(("5", "2"), 0), (("2", "9"), 1)])
def test_so_many_levels_ahead_win_early(levels: tuple[str, str], winner: int) -> None:
    assert decide_match(LEAD, at(LEAD, *levels), reason="early_lead", dealer_side=0) == Decision(
        winner, "early_lead", ""
    )


@pytest.mark.parametrize(("ruleset", "needed"), [(LEAD, 3), (S0, None)])
def test_a_lead_that_is_too_small_is_no_reason(ruleset: Ruleset, needed: int | None) -> None:
    with pytest.raises(ScoringError) as refusal:
        decide_match(ruleset, at(ruleset, "4", "2"), reason="early_lead", dealer_side=0)

    assert (refusal.value.code, refusal.value.params) == ("lead_too_small", {"lead": 2, "needed": needed})


@pytest.mark.parametrize("levels", [(-1, 0), (0, 14)])
def test_levels_outside_the_ladder_are_refused(levels: tuple[int, int]) -> None:
    with pytest.raises(LevelNotOnLadder):
        decide_match(S0, levels, reason="time", dealer_side=0)


@pytest.mark.parametrize("side", [2, -1, True])
def test_a_side_that_is_none_is_refused(side: Any) -> None:
    with pytest.raises(ScoringError) as refusal:
        decide_match(S0, (0, 0), reason="time", dealer_side=side)

    assert (refusal.value.code, refusal.value.params) == ("bad_side", {"side": side})


@given(st.sampled_from(list(DOCUMENTS.values())), st.data())
def test_both_sides_changed_about_give_the_other_winner(ruleset: Ruleset, data: st.DataObject) -> None:
    level = st.integers(0, ruleset.ladder.end_position)
    first, second = data.draw(level), data.draw(level)
    dealer_side = data.draw(st.sampled_from([0, 1, None]))
    other = None if dealer_side is None else 1 - dealer_side

    one = decide_match(ruleset, (first, second), reason="time", dealer_side=dealer_side)
    two = decide_match(ruleset, (second, first), reason="time", dealer_side=other)

    assert (one.decided_by, one.clause) == (two.decided_by, two.clause)
    assert two.winner == (None if one.winner is None else 1 - one.winner)


@pytest.mark.parametrize(
    ("ruleset", "by_stage"),
    [
        (S0, ["stop", "stop", "stop", "finish"]),
        (S4, ["stop", "stop", "stop", "finish"]),
        (S3, ["stop", "stop", "stop", "finish"]),
        (S1, ["stop", "finish", "finish", "finish"]),
        (S2, ["stop", "finish", "finish", "finish"]),
        (decide(S0, {"round_clock.unfinished_deal": "finished"}), ["stop", "finish", "finish", "finish"]),
        (decide(S0, {"round_clock.unfinished_deal": "stopped"}), ["stop", "stop", "stop", "stop"]),
    ],
)
def test_the_deal_in_hand_at_time_up(ruleset: Ruleset, by_stage: list[str]) -> None:
    """S0-3.3, S4-2: finished once its first card was led; S1-5, S2-3: one of the last deals, so finished."""
    stages: list[Stage] = ["between", "drawing", "burying", "led"]

    assert [unfinished_deal(ruleset, stage) for stage in stages] == by_stage


def test_a_stage_that_is_none_is_refused() -> None:
    with pytest.raises(ScoringError) as refusal:
        unfinished_deal(S0, "shuffling")  # type: ignore[arg-type]

    assert (refusal.value.code, refusal.value.params) == ("unknown_stage", {"stage": "shuffling"})
