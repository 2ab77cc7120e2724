"""A ruleset as a whole: what it is in, what an organizer decides, and its schema."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scoring.ruleset import (
    Entry,
    available_presets,
    decide,
    digest_of,
    dump_ruleset,
    json_schema,
    load_preset,
    parse_ruleset,
    revive,
)
from scoring.tests.cast import EXAMPLES, S1

GROUPS = [
    "identity", "deck", "table", "cards", "levels", "level_table", "declaration", "dealer_rotation", "components",
    "follow", "comparison", "throw", "kitty", "penalties", "play_clock", "lateness", "round_clock", "match_result",
    "event", "ranking", "paper", "rulings",
]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES["deck"])
def test_the_deck(example: dict[str, Any]) -> None:
    """S1-1.1, S1-1.2: three decks, six cards are left."""
    deck = S1.deck

    assert (deck.decks.value, deck.cards.value, deck.hand.value, deck.kitty.value) == (
        example["decks"],
        example["cards"],
        example["hand"],
        example["kitty"],
    )


@pytest.mark.parametrize("example", EXAMPLES["round_clock"])
def test_the_round_clock(example: dict[str, Any]) -> None:
    """S1-5: reminder 30 minutes before the end, then three deals with the one in hand."""
    clock = S1.round_clock

    assert clock.minutes.value == example["minutes"]
    assert clock.reminder_at_minute == example["reminder_at_minute"]
    assert clock.last_deals.value == example["last_deals"]
    assert clock.last_deals_include_current.value is example["include_current"]
    assert clock.last_deals_counted_from.value == "reminder"


def test_forfeits_byes_and_ties_are_our_readings_and_say_so() -> None:
    """S1-6 is silent on them."""
    open_values = {
        entry.path: entry.value for entry in S1.entries() if entry.status == "proposed" and entry.clause == "S1-6"
    }

    assert open_values == {
        "levels.must_play": (),
        "levels.end": "count_on",
        "levels.max_beyond": 13,
        "match_result.forfeit_win": 3,
        "match_result.forfeit_loss": -3,
        "match_result.double_forfeit": 0,
        "match_result.bye": "average",
        "ranking.tie_breaks": ("total", "levels_risen", "head_to_head", "best_round", "lots"),
        "ranking.places": "competition",
    }


def test_the_entries_follow_the_groups_and_name_each_value_once() -> None:
    paths = [entry.path for entry in S1.entries()]

    assert list(dict.fromkeys(path.split(".")[0] for path in paths)) == GROUPS[1:]
    assert len(set(paths)) == len(paths)
    assert "penalties.offences.revoke_later" in paths
    assert "follow.orders.triple_tractor" in paths


def entry(ruleset: Any, path: str) -> Entry:
    (found,) = [entry for entry in ruleset.entries() if entry.path == path]
    return found


def test_what_the_organizer_decides_is_the_organizers_and_the_reading_stays_an_alternative() -> None:
    decided = decide(S1, {"match_result.forfeit_win": 2, "match_result.forfeit_loss": -2})

    assert entry(decided, "match_result.forfeit_win") == Entry(
        "match_result.forfeit_win", 2, "organizer", "S1-6", "organizer_decided", (3,)
    )
    assert S1.match_result.forfeit_win.value == 3


def test_what_the_document_says_can_be_decided_otherwise_and_says_so() -> None:
    decided = decide(S1, {"round_clock.minutes": 90})

    assert entry(decided, "round_clock.minutes") == Entry(
        "round_clock.minutes", 90, "organizer", "S1-5", "organizer_decided", (120,)
    )


def test_a_value_decided_twice_keeps_each_other_one_once() -> None:
    once = decide(S1, {"throw.blockers": "opponents"})
    twice = decide(decide(once, {"throw.blockers": "all_hands"}), {"throw.blockers": "opponents"})

    assert once.throw.blockers.alternatives == ("all_hands",)
    assert twice == once


def test_none_can_be_decided_where_a_value_may_be_missing() -> None:
    decided = decide(load_preset("s3"), {"levels.jack_rule": None})

    assert decided.levels.jack_rule.value is None
    assert decided.levels.jack_rule.alternatives[0] == load_preset("s3").levels.jack_rule.value


def test_an_offence_of_the_organizers_own_enters_the_catalogue_without_a_clause() -> None:
    offence = {"kind": "exposed_cards", "effect": "points", "amount": 10, "per": "card"}

    decided = decide(S1, {"penalties.offences.exposed_cards": offence})

    assert entry(decided, "penalties.offences.exposed_cards").status == "organizer"
    assert entry(decided, "penalties.offences.exposed_cards").clause == ""
    assert decided.penalties.offences["exposed_cards"].value.amount == 10


def test_an_offence_can_be_taken_out_of_the_catalogue() -> None:
    decided = decide(S1, {"penalties.offences.unannounced_ruff": None})

    assert set(S1.penalties.offences) - set(decided.penalties.offences) == {"unannounced_ruff"}


def test_an_offence_may_get_worse_step_by_step() -> None:
    slow = {
        "kind": "slow_play",
        "effect": "warning",
        "escalation": [
            {"occurrence": 2, "effect": "points", "amount": 10},
            {"occurrence": 4, "effect": "match_lost"},
        ],
    }

    decided = decide(S1, {"penalties.offences.slow_play": slow})

    steps = decided.penalties.offences["slow_play"].value.escalation
    assert [(step.occurrence, step.effect, step.amount) for step in steps] == [(2, "points", 10), (4, "match_lost", 0)]


def test_decisions_that_contradict_each_other_change_nothing() -> None:
    before = dump_ruleset(S1)

    with pytest.raises(ValidationError):
        decide(S1, {"deck.kitty": 8})

    assert dump_ruleset(S1) == before


def test_decisions_that_fit_together_are_taken_together() -> None:
    decided = decide(S1, {"deck.decks": 4, "deck.cards": 216, "deck.kitty": 8, "deck.hand": 52, "deck.points": 400})

    assert (decided.deck.hand.value, decided.deck.kitty.value) == (52, 8)


@given(
    st.sampled_from(available_presets()),
    st.dictionaries(
        st.sampled_from(["round_clock.minutes", "play_clock.seconds", "match_result.largest", "levels.early_win"]),
        st.integers(min_value=31, max_value=500),
    ),
)
def test_decisions_survive_dump_and_parse(name: str, decisions: dict[str, int]) -> None:
    decided = decide(load_preset(name), decisions)

    assert parse_ruleset(dump_ruleset(decided)) == decided
    assert {path: entry(decided, path).value for path in decisions} == decisions
    assert {e.path for e in decided.entries() if e.status == "organizer"} == set(decisions)


def test_the_schema_names_every_group_and_refuses_other_ones() -> None:
    schema = json_schema()

    assert list(schema["properties"]) == GROUPS
    assert schema["required"] == GROUPS
    assert schema["additionalProperties"] is False
    assert {name for name, part in schema["$defs"].items() if part.get("additionalProperties") is not False} == set()


def test_the_same_values_have_the_same_digest() -> None:
    again = parse_ruleset(dump_ruleset(S1))
    other = decide(S1, {"match_result.forfeit_win": 4})

    digests = [digest_of(each) for each in (S1, again, other)]

    assert (digests[0] == digests[1], digests[0] == digests[2], len(digests[0])) == (True, False, 64)


def test_a_dump_of_an_earlier_release_keeps_what_it_said() -> None:
    """Values that were not there yet are today's, those that are no longer there are left out."""
    dumped = dump_ruleset(decide(S1, {"match_result.forfeit_win": 4}))
    del dumped["match_result"]["missed"], dumped["rulings"]
    dumped["kitty"]["forgotten"] = {"value": 1, "status": "explicit", "clause": "S1-1.1"}

    revived = revive(dumped, S1)

    assert revived == decide(S1, {"match_result.forfeit_win": 4})
