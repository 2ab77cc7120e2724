"""What is read out of words."""

import pytest

from scoring.ladder import Ladder
from tournaments.transfer.vectors.errors import Unread
from tournaments.transfer.vectors.words import (
    Level,
    agrees,
    found_early,
    is_trump,
    read_level,
    read_role,
    read_stage,
    word,
)

LADDER = Ladder(("2", "10", "J", "A"), "2", max_beyond=2)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("dealer", "dealer_side"),
        ("dealer side wins every deal", "dealer_side"),
        ("庄家方", "dealer_side"),
        ("landlord's side", "dealer_side"),
        ("attackers win every deal", "attackers"),
        ("attackers take the deal from the dealer side", "attackers"),
        ("non-dealer side", "attackers"),
        ("防家", "attackers"),
    ],
)
def test_sides(text, role):
    assert read_role(text) == role


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("first card of the deal already led", "led"),
        ("first card led, deal not finished", "led"),
        ("no card led yet", "burying"),
        ("dealer buries", "burying"),
        ("the kitty is being put down", "burying"),
        ("drawing cards", "drawing"),
        ("declaring trumps", "drawing"),
        ("the last deal is over", "between"),
        ("playing the fifth trick", "led"),
    ],
)
def test_stages(text, stage):
    assert read_stage(text) == stage


@pytest.mark.parametrize(
    ("given", "position"),
    [("2", 0), ("j", 2), (10, 1), (14, 3), (15, 4), ("passed A", 4), ("won", 4), ("past A", 4), ("A+2", 5), ("过A", 4)],
)
def test_levels(given, position):
    assert read_level(LADDER, given) == position


@pytest.mark.parametrize("given", ["3", "", "joker", None, ["A"], 16])
def test_levels_that_are_none(given):
    with pytest.raises(Unread):
        read_level(LADDER, given)


def test_a_level_found_is_named_by_its_label_as_passed_or_as_unchanged():
    passed, stayed = Level(LADDER, 4, 3), Level(LADDER, 1, 1)

    assert [str(passed), str(stayed)] == ["1 past A", "10"]
    assert [agrees(expected, passed) for expected in ("won", "A+1", "A", "unchanged")] == [True, True, False, False]
    assert [agrees(expected, stayed) for expected in ("10", 10, "unchanged", "nowhere")] == [True, True, True, False]


@pytest.mark.parametrize(
    ("text", "trump"),
    [("trump", True), ("plain suit", False), ("non-trump", False), ("主牌", True), ("side suit", False)],
)
def test_suits(text, trump):
    assert is_trump(text) is trump


@pytest.mark.parametrize(
    ("text", "early"),
    [
        ("before the next trick is over, no great effect", True),
        ("at once and corrected", True),
        ("及时更正", True),
        ("before the next trick is over, with great effect", False),
        ("after two more tricks", False),
        ("at the end of the deal", False),
    ],
)
def test_when_an_offence_was_found(text, early):
    assert found_early(text) is early


def test_values_are_compared_by_type_and_objects_by_the_keys_expected():
    assert agrees({"a": 1}, {"a": 1, "b": 2})
    assert agrees([1, "Next Seat"], [1, word("next_seat")])
    assert not agrees({"a": 1, "c": 2}, {"a": 1})
    assert not agrees([1], [1, 2])
    assert not agrees(1, True)
    assert not agrees("1", 1)
