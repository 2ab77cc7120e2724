"""Vectors never seen: other words, keys left out, other answers."""

import pytest

from tournaments.tests.vectors.cases import engine, own, said
from tournaments.transfer.vectors.checking import check
from tournaments.transfer.vectors.files import Vector

S3_LADDER = ["2", "5", "10", "J", "Q", "K", "A"]
PASSED = [
    # S0-3.3: what counts is whether a first card was led
    ("time_up", "S0", {"state": "dealer is burying the kitty"}, {"finish_deal": False, "match_over": True}),
    ("time_up", "S0", {"state": "before the first card is led"}, {"finish_deal": False}),
    ("time_up", "S0", {"state": "cards are being dealt"}, {"finish_deal": False}),
    ("time_up", "S0", {"state": "between deals"}, {"finish_deal": False, "match_over": True}),
    ("time_up", "S0", {"state": "third trick"}, {"finish_deal": True, "match_over": False}),
    (
        "time_up",
        "S0",
        {"state": "burying", "levels": {"A": "8", "B": "8"}, "deal_holder": "A"},
        {"finish_deal": False, "winner": "A"},
    ),
    # S0-11.1
    ("lateness", "S0", {"late_minutes": 16}, {"result": "match_forfeited", "out": True}),
    ("lateness", "S0", {"late_seconds": 300}, {"result": "warning"}),
    ("lateness", "S0", {"late_seconds": 0}, {"result": "none"}),
    # S2-2
    ("lateness", "S2", {"late_seconds": 1000}, {"result": "first_deal_forfeited", "opponents_levels_up": 1}),
    # S0-8.2, S2-17, S2-19, S3-C9.6
    ("card_count", "S0", {"side_at_fault": "attackers", "attacker_points": 150}, {"counted_as": 115}),
    ("card_count", "S2", {"sides_at_fault": ["attackers"]}, {"dealer_side_up": 1, "attackers_take_deal": False}),
    ("card_count", "S2", {"sides_at_fault": "both"}, {"deal": "void", "next_dealer": "same dealer"}),
    ("card_count", "S3", {"sides_at_fault": ["dealer side"]}, {"deal_lost": True, "attackers_take_deal": True}),
    ("revoke", "S2", {"by": "闲家", "attacker_points_at_end": 130}, {"counted_as": 75, "dealer_side_up": 1}),
    ("revoke", "S1", {"cards": 1, "found": "at once, but with great effect"}, {"points_against": 60}),
    # S1-4.3
    ("slow_play", "S1", {"seconds": 30, "occurrence": 3}, {"result": "points", "points_against": 10}),
    ("slow_play", "S1", {"seconds": 10}, {"result": "none", "points_against": 0}),
    # S0-3.2, S4-2
    ("progress", "S0", {"level": "A", "role": "dealer side", "levels_won": 1}, {"match_won": True, "level": "won"}),
    ("progress", "S4", {"level": "Q", "role": "dealer", "attacker_points": 0}, {"level": "A", "match_won": False}),
    ("progress", "S3", {"ladder": S3_LADDER, "level": "2", "role": "attackers", "levels_won": 1}, {"level": "2"}),
    ("progress", "S0", {"ladder": ["5", "10", "K"], "level": "5", "levels_won": 1}, {"level": "10"}),
    ("match_result", "S0", {"reason": "time", "levels": {"X": "A", "Y": "J"}}, {"winner": "X", "draw": False}),
    ("match_result", "S1", {"reason": "time", "levels": {"A": 9, "B": "9"}}, {"winner": "draw", "draw": True}),
    ("match_result", "S0", {"reason": "no show", "side": "A"}, {"winner": "B"}),
    ("match_result", "S0", {"levels": {"A": "passed A", "B": "K"}}, {"winner": "A", "decided_by": "ladder"}),
    # S1-6
    ("differential", "S1", {"levels": {"A": "A+2", "B": "passed A"}}, {"A": 1, "B": -1}),
    ("differential", "S1", {"levels": {"A": 11, "B": 15}}, {"A": -4, "B": 4}),
    ("two_round_total", "S1", {"rounds": [5, 0, -7]}, {"total": -2}),
    (
        "ranking",
        "S1",
        {"rounds": [{"A1": 2, "B1": -2, "C1": 5}, {"A1": 1}]},
        {"order": [["C1"], ["A1"], ["B1"]], "totals": {"A1": 3, "B1": -2, "C1": 5}},
    ),
    # S1-5
    ("round_clock", "S1", {"round_minutes": 90}, {"reminder_at_minute": 60}),
    # S1-7
    (
        "pairing_check",
        "S1",
        {"rounds": [[["A1", "A2"], ["B1", "B2"]], ["A1-A2", "B1-C1"]]},
        {"every_lot_once_per_round": False, "repeat_opponents": 1, "same_letter_meetings": 3},
    ),
    # S3-C3
    ("seating", "S3", {"teams": [["E", "N"], ["S", "W"]]}, {"crossed": False}),
    # S3-C4
    (
        "jack_rule",
        "S3",
        {"dealer_level": "J", "last_trick": {"won_by": "dealer side", "winning_play": ["H-J"]}},
        {"dealer_side_level": "unchanged", "falls_back": False},
    ),
    # S3-C9.7
    (
        "false_accusation",
        "S3",
        {"accuser": "dealer side", "clause_claimed": "S3-C9.5"},
        {"treated_as_if": "the dealer side violated S3-C9.5", "attackers_take_deal": True},
    ),
    # points beyond what cards can give; the play section
    ("deal_score", "S4", {"attacker_points": 600, "dealer": 3}, {"attackers_up": 8, "next_dealer": "next_player"}),
    ("deal_score", "S3", {"attacker_points": 120, "section": "play section"}, {"attackers_up": 1}),
    ("kitty", "S1", {"kitty_points": 20, "suit": "副牌", "dig_component": [3]}, {"points_to_attackers": 0}),
    ("kitty", "S4", {"dig_component": {"width": 2}, "by": "dealer side"}, {"multiplier": 0, "kitty_dug": False}),
    (
        "deal_full",
        "S2",
        {"trick_points_attackers": 70, "penalties": [{"by": "dealer side", "points": 10}, {"to_dealer_side": 20}]},
        {"attacker_points": 60, "dealer_side_up": 1, "kitty_multiplier": 0},
    ),
    (
        "next_dealer",
        "S1",
        {"dealer": "N", "held": False, "seats_in_turn_order": ["E", "N", "W", "S"]},
        {"next_dealer": "W"},
    ),
]
UNREAD = [
    ("time_up", "S0", {"state": "lunch"}, {"finish_deal": False}),
    ("match_result", "S0", {"reason": "thunder", "levels": {"A": "8", "B": "9"}}, {"winner": "B"}),
    ("progress", "S0", {"level": "joker", "levels_won": 1}, {"level": "A"}),
    ("progress", "S0", {"level": "8", "role": "guest", "levels_won": 1}, {"level": "9"}),
    ("kitty", "S0", {"dig_component": [1, 2]}, {"multiplier": 6}),
    ("kitty", "S0", {"dig_component": [2], "suit": "sideways"}, {"multiplier": 6}),
    ("revoke", "S1", {"cards": 1, "found": "by chance"}, {"points_against": 10}),
    ("revoke", "S2", {"by": "dealer side"}, {"counted_as": 80}),
    ("exposed", "S2", {"cards": 5000}, {"points_against": 50000}),
    ("pairing_table", "S1", {"round": 3}, {"tables": []}),
    ("pairing_table", "S4", {"round": 1}, {"tables": []}),
    ("seating", "S3", {"teams": [["up", "down"]]}, {"crossed": True}),
    ("deal_shape", "S0", {"decks": 2}, {"cards": 108}),
    ("deal_score", "S3", {"attacker_points": 80, "section": "appendix"}, {"attackers_up": 0}),
    ("deal_score", "S0", {"attacker_points": 80}, {"weather": "fair"}),
    ("deal_score", "S9", {"attacker_points": 80}, {"attackers_up": 0}),
    ("wrong_kitty", "S0", {"kitty_cards_left": 6}, {"attackers_up": 1}),
]
STEPS = {"step_points": 40, "steps_to_turnover": 2}


@pytest.mark.parametrize(("kind", "seed", "given", "expect"), PASSED)
def test_other_words_for_the_same_are_understood(kind, seed, given, expect):
    judgement = said(kind, seed, given, expect)

    assert (judgement.state, judgement.words) == ("passed", ())


@pytest.mark.parametrize(("kind", "seed", "given", "expect"), UNREAD)
def test_what_is_not_understood_is_said_and_neither_passes_nor_fails(kind, seed, given, expect):
    judgement = said(kind, seed, given, expect)

    assert judgement.state == "unknown"
    assert len(judgement.words) == 1


def test_a_mismatch_beside_a_key_that_nobody_reads_proves_nothing():
    judgement = said("deal_score", "S0", {"attacker_points": 120, "doubled": True}, {"attackers_up": 2})

    assert judgement.state == "unknown"
    assert judgement.words == ("what doubled changes: attackers_up: expected 2, found 0",)


def test_a_refusal_of_the_rules_is_what_was_found():
    judgement = said("deal_score", "S0", {"attacker_points": 121}, {"attackers_up": 0})

    assert judgement.state == "failed"
    assert judgement.words == (
        "expected {attackers_up: 0}, found refused as points_not_in_unit {points: 121, unit: 5}",
    )


def test_every_key_expected_is_compared():
    judgement = said("deal_score", "S0", {"attacker_points": 150}, {"attackers_up": 2, "next_dealer": "partner"})

    assert judgement.words == (
        "attackers_up: expected 2, found 1",
        "next_dealer: expected partner, found next_seat",
    )


@pytest.mark.parametrize(
    ("verdict", "state"),
    [
        ({"verdict": "na"}, "not_applicable"),
        ({"verdict": "silent"}, "not_applicable"),
        ({"verdict": "differs"}, "not_applicable"),
        ({"verdict": "same"}, "passed"),
        ({"verdict": "differs", "expect": {"attackers_up": 2}}, "failed"),
        ({"verdict": "differs", "expect": {"attackers_up": 1}}, "passed"),
        ({"verdict": "same_validity_other_consequence"}, "not_applicable"),
        ({"verdict": "same_validity_other_consequence", "expect": {"attackers_up": 2}}, "failed"),
        ({"verdict": "same", "play_section": {"verdict": "differs", "expect": {"attackers_up": 9}}}, "passed"),
    ],
)
def test_an_engines_vector_is_judged_by_the_verdict_of_the_document(verdict, state):
    vector = Vector("E", "deal_score", {"attacker_points": 150}, {"attackers_up": 1}, None, {}, {"S0": verdict})

    first, *_ = check([vector])

    if "play_section" in verdict:
        assert first.words == ("attackers_up (play section): expected 9, found 1",)
    else:
        assert first.state == state


def test_both_sections_of_a_document_are_one_pair():
    judgements = {judgement.pair.document: judgement.state for judgement in check([own("SCORING-011")])}

    assert judgements == {
        "S0": "not_applicable",
        "S1": "not_applicable",
        "S2": "passed",
        "S3": "passed",
        "S4": "not_applicable",
        "engine": "passed",
    }


@pytest.mark.parametrize(
    ("kind", "policy", "given", "expect"),
    [
        ("deal_score", STEPS, {"attacker_points": 0}, {"dealer_side_up": 3}),
        ("deal_score", STEPS | {"zero_window": False}, {"attacker_points": -5}, {"dealer_side_up": 3}),
        ("deal_score", STEPS | {"zero_window": False}, {"attacker_points": 0}, {"dealer_side_up": 2}),
        ("deal_score", STEPS | {"deadzone_steps": 0}, {"attacker_points": 80}, {"attackers_up": 1}),
        ("deal_score", STEPS | {"deadzone_steps": 2}, {"attacker_points": 155}, {"attackers_up": 0}),
        ("deal_score", STEPS | {"bonus_small_team": True}, {"attacker_points": 80}, {"attackers_up": 0}),
        (
            "deal_score",
            {"step_per_deck": 2, "step_adjustment": 1, "steps_to_turnover": 3},
            {"decks": 2, "attacker_points": 5},
            {"dealer_side_up": 2},
        ),
        ("kitty_multiplier", {"kitty_penalty": "Power"}, {"component": [2, 2]}, {"multiplier": 16}),
        (
            "progression",
            {"advancement": "DefendPoints", "max_level": "NT"},
            {"start_level": "2", "levels_won_each_deal": 2, "role": "dealer side wins every deal"},
            {"levels_after_each_deal": ["4", "5", "7", "9", "10", "Q", "K", "A", "NT", "3"]},
        ),
        (
            "progression",
            {"advancement": "DefendPoints", "max_level": "A"},
            {"start_level": "2", "levels_won_each_deal": 2, "role": "attackers win every deal"},
            {"levels_after_each_deal": ["4", "5", "5"]},
        ),
        (
            "progression",
            {"advancement": "FullyUnrestricted", "max_level": "NT"},
            {"start_level": "Q", "levels_won_each_deal": 2, "role": "attackers win every deal"},
            {"levels_after_each_deal": ["A", "2"]},
        ),
        (
            "jack_rule",
            {"jack": "SingleJack: reset before advancing"},
            {
                "dealer_level_card": "J",
                "last_trick": {"winner_side": "attackers", "winning_play": ["S-J"]},
                "attackers_up": 2,
            },
            {"dealer_side_level": "2", "attackers_level": "4"},
        ),
        (
            "jack_rule",
            {"jack": "SingleJack: reset before advancing"},
            {
                "dealer_level_card": "J",
                "dealer_side_start": "3",
                "last_trick": {"winner_side": "attackers", "winning_play": ["S-Q"]},
            },
            {"dealer_side_level": "3", "falls_back": False},
        ),
    ],
)
def test_an_engines_parameters_make_a_ruleset(kind, policy, given, expect):
    judgement = engine(kind, policy, given, expect)

    assert (judgement.state, judgement.words) == ("passed", ())


@pytest.mark.parametrize(
    ("kind", "policy", "given", "words"),
    [
        ("deal_score", STEPS | {"step_points": 7}, {}, "steps of 7 points"),
        ("deal_score", STEPS | {"friends": 2}, {}, "the parameters friends"),
        ("kitty_multiplier", {"kitty_penalty": "Factorial"}, {}, 'the kitty by "Factorial"'),
        ("progression", {"advancement": "ByVote"}, {}, 'the advancement "ByVote"'),
        ("progression", {"max_level": "17"}, {}, 'levels up to "17"'),
        ("jack_rule", {"jack": "QueenToo"}, {}, 'the jack rule "QueenToo"'),
        (
            "jack_rule",
            {"jack": "SingleJack"},
            {"last_trick": {"winning_play": ["S-J", "S-J"]}},
            "a jack rule for single jacks only",
        ),
        (
            "next_dealer",
            {},
            {"dealer": 0, "dealer_side_holds": True, "seats_in_turn_order": [0, 1, 2], "teams": [[0], [1, 2]]},
            "teams [[0], [1, 2]] at seats [0, 1, 2]",
        ),
    ],
)
def test_what_no_document_has_is_not_expressible(kind, policy, given, words):
    judgement = engine(kind, policy, given, {"anything": 1})

    assert (judgement.state, judgement.words) == ("not_expressible", (words,))
