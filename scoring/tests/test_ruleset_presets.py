"""The five rule documents as presets."""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.ladder import ScoringError
from scoring.ruleset import available_presets, decide, dump_ruleset, load_preset, parse_ruleset
from scoring.tests.written import GOLDEN, as_text

NAMES = ("s0", "s1", "s2", "s3", "s3_play", "s4")


def held(data: dict[str, Any], path: str) -> dict[str, Any]:
    for name in path.split("."):
        data = data[name]
    return data


def alternatives() -> Iterator[tuple[str, str, object]]:
    for name in NAMES:
        ruleset = load_preset(name)
        data = dump_ruleset(ruleset)
        for entry in ruleset.entries():
            for other in held(data, entry.path)["alternatives"]:
                yield name, entry.path, other


def test_presets_are_listed_and_loaded_once() -> None:
    assert available_presets() == NAMES
    assert load_preset("s1") is load_preset("s1")


@pytest.mark.parametrize("name", ["s9", "", "../presets/s1", "s1.toml"])
def test_an_unknown_preset_is_refused(name: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        load_preset(name)

    assert (refusal.value.code, refusal.value.params) == ("unknown_preset", {"preset": name})


@pytest.mark.parametrize("name", NAMES)
def test_every_value_is_as_it_was_read(name: str) -> None:
    """Where a change is meant, `python -m scoring.tests.written` writes the files anew."""
    assert as_text(load_preset(name)) == GOLDEN.joinpath(f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_survives_its_own_dump(name: str) -> None:
    ruleset = load_preset(name)

    assert parse_ruleset(dump_ruleset(ruleset)) == ruleset


@pytest.mark.parametrize("name", NAMES)
def test_what_stands_in_the_document_names_its_clauses_and_none_of_another(name: str) -> None:
    ruleset = load_preset(name)
    elsewhere = [
        entry.path
        for entry in ruleset.entries()
        if entry.status in {"explicit", "derived", "typo_fixed"}
        and not entry.clause.startswith(f"{ruleset.identity.document}-")
    ]

    assert elsewhere == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_our_reading_has_a_reason_and_no_preset_has_an_organizer(name: str) -> None:
    entries = load_preset(name).entries()

    assert [e.path for e in entries if e.status in {"proposed", "silent_decided"} and e.reason is None] == []
    assert [e.path for e in entries if e.status == "organizer"] == []


@pytest.mark.parametrize(("name", "path", "other"), list(alternatives()))
def test_every_other_reading_can_be_chosen_alone(name: str, path: str, other: object) -> None:
    chosen = decide(load_preset(name), {path: other})

    assert held(dump_ruleset(chosen), path)["value"] == without_marks(other)


def without_marks(value: object) -> object:
    if isinstance(value, list):
        return [row | {"status": None, "reason": None} if isinstance(row, dict) else row for row in value]
    return value


@pytest.mark.parametrize(
    ("name", "decks", "cards", "hand", "kitty", "points"),
    [
        ("s0", 3, 162, 39, 6, 300),
        ("s1", 3, 162, 39, 6, 300),
        ("s2", 2, 108, 26, 4, 200),
        ("s3", 2, 108, 25, 8, 200),
        ("s3_play", 2, 108, 25, 8, 200),
        ("s4", 3, 162, 39, 6, 300),
    ],
)
def test_the_decks(name: str, decks: int, cards: int, hand: int, kitty: int, points: int) -> None:
    """S0-2, S0-9.1, S1-1.1, S1-1.2, S2-5, S2-7, S3-C1, S3-C2, S4-4, S4-6."""
    deck = load_preset(name).deck

    found = (deck.decks.value, deck.cards.value, deck.hand.value, deck.kitty.value, deck.points.value)

    assert found == (decks, cards, hand, kitty, points)


@pytest.mark.parametrize(
    ("name", "start", "last", "must_play", "end"),
    [
        ("s0", "2", "A", {"A"}, "win"),
        ("s1", "2", "A", set(), "count_on"),
        ("s2", "2", "A", set(), "win"),
        ("s3", "2", "A", {"2", "A"}, "win"),
        ("s4", "2", "A", {"A"}, "win"),
    ],
)
def test_the_ladders(name: str, start: str, last: str, must_play: set[str], end: str) -> None:
    """S0-3.2, S1-1.1, S2-5, S3-C4, S4-2."""
    ruleset = load_preset(name)

    assert (ruleset.ladder.start, ruleset.ladder.levels[-1]) == (start, last)
    assert ruleset.ladder.must_play == must_play
    assert ruleset.levels.end.value == end


def test_the_short_ladder_has_seven_steps_and_the_jack_throws_back_to_two() -> None:
    """S3-C4."""
    levels = load_preset("s3").levels

    assert levels.ladder.value == ("2", "5", "10", "J", "Q", "K", "A")
    assert levels.jack_rule.value is not None
    assert levels.jack_rule.value.model_dump() == {"level": "J", "cards": "any", "falls_to": "2"}


@pytest.mark.parametrize("name", ["s0", "s2", "s3", "s4"])
def test_having_passed_the_last_level_is_one_position_more(name: str) -> None:
    """G-4: past the ace counts one more."""
    ladder = load_preset(name).ladder

    assert ladder.labels()[-2:] == ("A", "A+1")


def test_the_play_section_is_the_competition_but_for_what_it_says_itself() -> None:
    """S3-P1, S3-P3 to S3-P6: permanent 2, its own way to set trumps, its own kitty and level table."""
    competition = {entry.path: entry for entry in load_preset("s3").entries()}
    play = {entry.path: entry for entry in load_preset("s3_play").entries()}

    differing = {path for path in play if play[path].value != competition[path].value}

    assert set(play) == set(competition)
    assert differing == {"cards.permanent_trumps", "level_table.bands"}
    assert load_preset("s3_play").identity.parent == "s3"
    assert load_preset("s3_play").identity.digest == load_preset("s3").identity.digest


@pytest.mark.parametrize(
    ("name", "offences"),
    [
        (
            "s0",
            (
                "wrong_declaration bad_throw wrong_card taking_back revoke_at_once revoke_later card_count wrong_kitty "
                "touching_cards asking_partner slow_play"
            ),
        ),
        (
            "s1",
            (
                "revoke_at_once revoke_later bad_throw unannounced_ruff card_count signalling_light signalling_heavy "
                "slow_play touching_cards"
            ),
        ),
        (
            "s2",
            (
                "revoke wrong_card bad_throw card_count exposed_cards out_of_turn signalling_light signalling_heavy "
                "touching_cards"
            ),
        ),
        ("s3", "bad_throw revoke card_count false_accusation touching_cards asking_partner"),
        ("s4", "revoke wrong_card bad_throw card_count exposed_cards out_of_turn signalling_light signalling_heavy"),
    ],
)
def test_each_document_has_its_own_catalogue(name: str, offences: str) -> None:
    assert list(load_preset(name).penalties.offences) == offences.split()


@pytest.mark.parametrize(
    ("name", "bands"),
    [
        ("s0", [(5, "warning", 0, 0, 0), (10, "points", 30, 0, 0), (15, "deal_forfeited", 0, 1, 0),
                (None, "match_forfeited", 0, 0, 0)]),
        ("s1", []),
        ("s2", [(5, "warning", 0, 0, 1), (10, "points", 20, 0, 0), (15, "points", 30, 0, 0),
                (20, "deal_forfeited", 0, 1, 0), (None, "match_forfeited", 0, 0, 0)]),
        ("s3", []),
        ("s4", []),
    ],
)  # fmt: skip
def test_the_steps_of_lateness(name: str, bands: list[tuple[object, ...]]) -> None:
    """S0-11.1, S2-2; the others say nothing."""
    found = [
        (band.minutes, band.effect, band.points, band.levels, band.violations)
        for band in load_preset(name).lateness.bands.value
    ]

    assert found == bands


@pytest.mark.parametrize(
    ("name", "minutes", "reminder", "deals", "unfinished"),
    [
        ("s0", 120, None, 0, "finished_once_led"),
        ("s1", 120, 90, 3, "last_deals"),
        ("s2", 60, 50, 2, "last_deals"),
        ("s3", None, None, 0, "finished_once_led"),
        ("s4", 60, None, 0, "finished_once_led"),
    ],
)
def test_the_clocks(name: str, minutes: int | None, reminder: int | None, deals: int, unfinished: str) -> None:
    """S0-3.1, S0-3.3, S1-5, S2-3 (one more after the deal in hand), S4-2."""
    clock = load_preset(name).round_clock

    assert (clock.minutes.value, clock.reminder_at_minute, clock.deals_from_the_reminder) == (minutes, reminder, deals)
    assert clock.unfinished_deal.value == unfinished
