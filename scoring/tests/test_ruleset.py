import copy
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scoring.ladder import ScoringError
from scoring.ruleset import LevelChange, available_presets, decide, load_preset, parse_ruleset
from scoring.tests.cast import EXAMPLES, S1

EDGES = [
    (-300, LevelChange(True, 3, 0)),
    (-5, LevelChange(True, 3, 0)),
    (0, LevelChange(True, 3, 0)),
    (5, LevelChange(True, 2, 0)),
    (55, LevelChange(True, 2, 0)),
    (60, LevelChange(True, 1, 0)),
    (115, LevelChange(True, 1, 0)),
    (120, LevelChange(False, 0, 0)),
    (175, LevelChange(False, 0, 0)),
    (180, LevelChange(False, 0, 1)),
    (235, LevelChange(False, 0, 1)),
    (240, LevelChange(False, 0, 2)),
    (295, LevelChange(False, 0, 2)),
    (300, LevelChange(False, 0, 3)),
    (305, LevelChange(False, 0, 3)),
    (900, LevelChange(False, 0, 3)),
]


def raw() -> dict[str, Any]:
    return tomllib.loads(files("scoring").joinpath("presets", "s1.toml").read_text("utf-8"))


@pytest.mark.parametrize(("points", "change"), EDGES)
def test_the_level_table_at_the_edges_of_every_band_and_beyond(points: int, change: LevelChange) -> None:
    """S1-1.8: bands closed at both ends, at most three levels a deal."""
    assert S1.level_change(points) == change


@pytest.mark.parametrize("example", EXAMPLES["level_table"])
def test_worked_examples_of_the_level_table(example: dict[str, Any]) -> None:
    """S1-1.8, also after the kitty (S1-1.7) and a penalty (S1-3.1)."""
    change = LevelChange(example["deal_held"], example["dealer"], example["attackers"])

    assert S1.level_change(example["points"]) == change


@given(st.integers(min_value=-1000, max_value=1000))
def test_more_points_never_help_the_dealer_side(fives: int) -> None:
    here, above = S1.level_change(fives * 5), S1.level_change(fives * 5 + 5)

    assert (here.deal_held, here.dealer_delta, -here.attackers_delta) >= (
        above.deal_held,
        above.dealer_delta,
        -above.attackers_delta,
    )


@pytest.mark.parametrize("points", [57, -1, True, 60.0])
def test_points_that_are_no_fives_are_refused(points: int) -> None:
    """G-3: points come in fives."""
    with pytest.raises(ScoringError) as refusal:
        S1.level_change(points)

    assert refusal.value.code == "points_not_in_unit"


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
    open_values = {entry.path: entry.value for entry in S1.entries() if entry.status == "proposed"}

    assert open_values == {
        "levels.ladder": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
        "levels.must_play": frozenset(),
        "levels.max_beyond": 13,
        "round_clock.last_deals_counted_from": "reminder",
        "match_result.forfeit_win": 3,
        "match_result.forfeit_loss": -3,
        "match_result.double_forfeit": 0,
        "match_result.bye": "average",
        "ranking.tie_breaks": ("total", "levels_risen", "head_to_head", "best_round", "lots"),
        "ranking.places": "competition",
    }


def test_every_value_names_a_clause_of_its_document() -> None:
    elsewhere = [entry.path for entry in S1.entries() if not entry.clause.startswith("S1-")]

    assert elsewhere == []
    assert len(S1.entries()) == 24


def test_presets_are_listed_and_loaded_once() -> None:
    assert available_presets() == ("s1",)
    assert load_preset("s1") is S1


@pytest.mark.parametrize("name", ["s9", "", "../presets/s1", "s1.toml"])
def test_an_unknown_preset_is_refused(name: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        load_preset(name)

    assert refusal.value.code == "unknown_preset"


def test_a_ruleset_survives_its_own_dump() -> None:
    assert parse_ruleset(S1.model_dump(mode="json")) == S1


def bands(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[dict[str, Any]], object]:
    return lambda data: change(data["level_table"]["bands"]["value"])


FAULTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "unknown group": lambda d: d.update(extra={}),
    "unknown value": lambda d: d["deck"].update(jokers={"value": 6, "status": "explicit", "clause": "S1-1.1"}),
    "unknown key": lambda d: d["deck"]["kitty"].update(note="six"),
    "missing value": lambda d: d["deck"].pop("kitty"),
    "missing status": lambda d: d["deck"]["kitty"].pop("status"),
    "missing clause": lambda d: d["deck"]["kitty"].pop("clause"),
    "unknown status": lambda d: d["deck"]["kitty"].update(status="silent"),
    "text for a clause": lambda d: d["deck"]["kitty"].update(clause="the second"),
    "reading without a reason": lambda d: d["match_result"]["bye"].pop("reason"),
    "text for a reason": lambda d: d["match_result"]["bye"].update(reason="It is silent."),
    "number as text": lambda d: d["deck"]["kitty"].update(value="6"),
    "truth as number": lambda d: d["round_clock"]["last_deals"].update(value=True),
    "cards do not add up": lambda d: d["deck"]["cards"].update(value=161),
    "kitty does not leave four hands": lambda d: d["deck"]["kitty"].update(value=7),
    "points do not add up": lambda d: d["deck"]["points"].update(value=200),
    "start outside the ladder": lambda d: d["levels"]["start"].update(value="1"),
    "reminder before the round": lambda d: d["round_clock"]["reminder_minutes"].update(value=120),
    "forfeit pays": lambda d: d["match_result"]["forfeit_loss"].update(value=4),
    "no criteria": lambda d: d["ranking"]["tie_breaks"].update(value=[]),
    "criterion twice": lambda d: d["ranking"]["tie_breaks"].update(value=["total", "total"]),
    "unknown criterion": lambda d: d["ranking"]["tie_breaks"].update(value=["total", "buchholz"]),
    "lots before the end": lambda d: d["ranking"]["tie_breaks"].update(value=["lots", "total"]),
    "no bands": bands(lambda rows: rows.clear()),
    "closed below": bands(lambda rows: rows[0].update(lowest=-300)),
    "closed above": bands(lambda rows: rows[-1].update(highest=600)),
    "open in the middle": bands(lambda rows: rows[2].pop("highest")),
    "a gap": bands(lambda rows: rows[1].update(lowest=10)),
    "an overlap": bands(lambda rows: rows[1].update(lowest=0)),
    "an edge between fives": bands(lambda rows: (rows[1].update(highest=57), rows[2].update(lowest=62))),
    "a band turned round": bands(lambda rows: (rows[1].update(highest=0), rows[2].update(lowest=5))),
    "the wrong side rises": bands(lambda rows: rows[0].update(attackers_delta=1)),
    "more points, fewer levels": bands(lambda rows: rows[-1].update(attackers_delta=1)),
    "a lost deal held again": bands(lambda rows: rows[4].update(deal_held=True, attackers_delta=0)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_ruleset_is_refused(fault: str) -> None:
    data = copy.deepcopy(raw())
    FAULTS[fault](data)

    with pytest.raises(ValidationError):
        parse_ruleset(data)


def test_the_organizer_decides_what_the_document_leaves_open() -> None:
    decided = decide(S1, {"match_result.forfeit_win": 2, "match_result.forfeit_loss": -2})

    assert decided.match_result.forfeit_win.model_dump() == {
        "value": 2,
        "status": "silent_decided",
        "clause": "S1-6",
        "reason": "organizer_decided",
    }
    assert S1.match_result.forfeit_win.value == 3
    assert decide(decided, {"match_result.forfeit_win": 3}).match_result.forfeit_win.value == 3


@pytest.mark.parametrize(
    ("path", "code"),
    [("deck.kitty", "not_open_to_decision"), ("deck.jokers", "unknown_value"), ("identity.id", "unknown_value")],
)
def test_what_the_document_says_is_not_open(path: str, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        decide(S1, {path: 8})

    assert refusal.value.code == code
