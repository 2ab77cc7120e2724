"""The organizer's own values in a stage's ruleset, as data."""

import pytest

from scoring.ruleset import available_presets, load_preset
from tournaments import decisions, regulations
from tournaments.decisions import RulesetFaultyError
from tournaments.regulations import Forfeits, StagePlan

SECONDS = "play_clock.seconds"


def own(plan, round_number=None):
    ruleset = decisions.ruleset_of_plan(plan, round_number)
    return {entry.path: entry.value for entry in ruleset.entries() if entry.status == "organizer"}


def faults(plan, changes, **kwargs):
    with pytest.raises(RulesetFaultyError) as refused:
        decisions.change(plan, changes, **kwargs)
    return [(fault.path, fault.code) for fault in refused.value.faults]


def test_a_plan_without_decisions_is_its_preset():
    assert decisions.ruleset_of_plan(StagePlan()) == load_preset("s1")


def test_a_plan_stored_before_there_were_decisions_is_still_read():
    stored = StagePlan().model_dump(mode="json")
    del stored["decisions"], stored["amended"]

    assert StagePlan.model_validate(stored) == StagePlan()


@pytest.mark.parametrize("name", available_presets())
def test_a_chosen_preset_is_taken_as_it_is_with_its_times(name):
    plan = decisions.choose(StagePlan(), name)

    clock = load_preset(name).round_clock
    assert (decisions.ruleset_of_plan(plan), own(plan)) == (load_preset(name), {})
    assert plan.timing.last_deals == clock.deals_from_the_reminder
    assert plan.timing.round_seconds == (clock.minutes.value or 120) * 60
    assert plan.timing.reminder_seconds == (clock.reminder_minutes.value or 0) * 60


def test_a_value_that_is_the_presets_again_is_no_decision():
    changed = decisions.change(StagePlan(), {SECONDS: 20})

    back = decisions.change(changed, {SECONDS: 10})

    assert (own(changed), back.decisions) == ({SECONDS: 20}, {})


def test_a_reset_drops_the_decision():
    changed = decisions.change(StagePlan(), {SECONDS: 20, "kitty.dig_with": "any"})

    assert own(decisions.change(changed, {}, resets=frozenset({SECONDS}))) == {"kitty.dig_with": "any"}


def test_rows_are_the_same_wherever_their_marks_come_from():
    """S2-2: a row of the lateness table is a proposal of its own; typing it again decides nothing."""
    plan = decisions.choose(StagePlan(), "s2")
    rows = decisions.plain_values(load_preset("s2"))["lateness.bands"]

    bare = [{name: value for name, value in row.items() if name not in {"status", "reason"}} for row in rows]

    assert decisions.change(plan, {"lateness.bands": bare}) == plan


def test_forfeits_and_tie_breaks_stand_in_the_scoring_of_the_stage():
    changes = {"match_result.forfeit_win": 5, "ranking.tie_breaks": ["total", "head_to_head", "lots"]}

    plan = decisions.change(StagePlan(), changes)

    assert (plan.decisions, plan.scoring.forfeits) == ({}, Forfeits(winner=5, loser=-3, both=0))
    assert own(plan) == {"match_result.forfeit_win": 5, "ranking.tie_breaks": ("total", "head_to_head", "lots")}


def test_what_a_bye_counts_stands_in_the_scoring_of_the_stage():
    plan = decisions.change(StagePlan(), {"match_result.bye": "points", "match_result.bye_points": 1})

    assert (plan.scoring.bye, plan.decisions) == ("points", {"match_result.bye_points": 1})
    assert own(plan) == {"match_result.bye": "points", "match_result.bye_points": 1}


def test_the_times_of_the_clock_go_with_the_rounds_of_the_plan():
    plan = decisions.change(StagePlan(), {"round_clock.minutes": 90, "round_clock.reminder_minutes": 20})

    assert (plan.timing.round_seconds, plan.timing.reminder_seconds, plan.timing.last_deals) == (5400, 1200, 3)


def test_an_amendment_holds_from_its_round_on():
    plan = decisions.change(StagePlan(), {SECONDS: 15})

    amended = decisions.change(plan, {SECONDS: 20, "kitty.dig_with": "any"}, from_round=2)

    assert own(amended, 1) == {SECONDS: 15}
    assert own(amended, 2) == own(amended) == {SECONDS: 20, "kitty.dig_with": "any"}


def test_a_second_amendment_of_a_round_replaces_the_first_and_keeps_its_values():
    first = decisions.change(StagePlan(), {SECONDS: 20}, from_round=2)

    second = decisions.change(first, {"kitty.dig_with": "any"}, from_round=2)

    assert [each.from_round for each in second.amended] == [2]
    assert own(second, 2) == {SECONDS: 20, "kitty.dig_with": "any"}


def test_an_amendment_that_changes_nothing_is_none():
    assert decisions.change(StagePlan(), {SECONDS: 10}, from_round=2) == StagePlan()


def test_an_offence_is_added_and_left_out():
    offence = {"kind": "exposed_cards", "effect": "points", "amount": 10, "per": "card"}

    plan = decisions.change(
        StagePlan(), {"penalties.offences.exposed_cards": offence, "penalties.offences.bad_throw": None}
    )

    catalogue = decisions.ruleset_of_plan(plan).penalties.offences
    assert ("exposed_cards" in catalogue, "bad_throw" in catalogue) == (True, False)
    assert (
        decisions.change(
            plan, {}, resets=frozenset({"penalties.offences.exposed_cards", "penalties.offences.bad_throw"})
        )
        == StagePlan()
    )


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"deck.kitty": 7}, ("deck.kitty", "deck_does_not_add_up")),
        ({"deck.colour": 7}, ("deck.colour", "unknown_value")),
        ({"levels.must_play": ["Z"]}, ("levels.must_play", "level_not_on_ladder")),
        ({"round_clock.reminder_minutes": 120}, ("round_clock.reminder_minutes", "reminder_before_the_round")),
        ({"match_result.forfeit_win": 27}, ("match_result.forfeit_win", "less_than_equal")),
        ({"ranking.tie_breaks": ["head_to_head", "total"]}, ("ranking.tie_breaks", "total_comes_first")),
        ({"ranking.tie_breaks": ["total", "luck"]}, ("ranking.tie_breaks", "literal_error")),
        ({"ranking.tie_breaks": ["total", "card_cut", "wins"]}, ("ranking.tie_breaks", "decided_before_counted")),
        ({"ranking.tie_breaks": ["total", "first_to_reach"]}, ("ranking.tie_breaks", "decides_a_match")),
        ({"ranking.tie_breaks": ["total", "dealer_side"]}, ("ranking.tie_breaks", "decides_a_match")),
        ({"kitty.multiplier": {"kind": "per_card", "factor": 0}}, ("kitty.multiplier", "greater_than")),
        (
            {"penalties.offences.bad_throw": {"kind": "bad_throw", "effect": "points", "amount": 7}},
            ("penalties.offences.bad_throw", "points_not_in_unit"),
        ),
    ],
)
def test_a_fault_stands_at_its_value(changes, fault):
    assert fault in faults(StagePlan(), changes)


def test_what_does_not_exist_cannot_be_reset():
    assert faults(StagePlan(), {}, resets=frozenset({"deck.colour"})) == [("deck.colour", "unknown_value")]


def test_a_preset_that_does_not_exist_is_refused():
    with pytest.raises(RulesetFaultyError):
        decisions.choose(StagePlan(), "s9")


def test_amendments_are_in_the_order_of_their_rounds():
    stored = StagePlan().model_dump(mode="json")
    stored["amended"] = [{"from_round": 2, "decisions": {}}, {"from_round": 1, "decisions": {}}]

    with pytest.raises(ValueError, match="amendments_not_ordered"):
        StagePlan.model_validate(stored)


def test_the_document_with_decisions_round_trips():
    plan = decisions.change(StagePlan(), {SECONDS: 20}, from_round=2)
    document = {
        "identity": {"name": "赛", "day": "2026-05-16", "starts": "09:00"},
        "stages": [plan.model_dump(mode="json")],
    }

    parsed = regulations.parse(document)

    assert regulations.parse(regulations.dump(parsed)) == parsed


@pytest.mark.parametrize("from_round", [0, -1])
def test_an_amendment_from_no_round_is_refused(from_round):
    with pytest.raises(RulesetFaultyError):
        decisions.change(StagePlan(), {"play_clock.seconds": 20}, from_round=from_round)
