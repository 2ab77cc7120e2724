import re
from pathlib import Path

import pytest
from django.utils.translation import override

from tournaments.pairing import METHODS, Notice
from tournaments.phrases import draws as words

SOURCE = Path(words.__file__).parents[1] / "pairing"
TEXT = "\n".join(path.read_text() for path in sorted(SOURCE.rglob("*.py")))
EVERYTHING = {
    "count": 1, "unit": "甲", "size": 5, "teams": 8, "one": "A", "other": "B", "team": "A", "instead_of": "B",
    "table": 3, "round": 2, "rounds": 9, "opponents": 7, "most": 7, "sure": 4, "because": "no_rematch", "places": 6,
    "groups": 2, "needed": 4, "method": "hat", "least": 2, "lot": 5, "lots": 18, "longest": 128, "group": 1, "until": 4,
}  # fmt: skip


def codes(pattern):
    found = set(re.findall(pattern, TEXT))
    assert found
    return sorted(found)


def test_every_method_and_way_and_flag_has_words():
    ways = {
        "shuffle",
        "counted",
        "repair",
        "circle",
        "search",
        "exact",
        "standard",
        "quick",
        *codes(r'Found\([^"\n]+"(\w+)"'),
    }

    assert set(METHODS) == set(words.METHODS)
    assert ways <= set(words.WAYS)
    assert set(codes(r'Flag\("(\w+)"')) == set(words.FLAGS)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("code", codes(r'Notice\("(\w+)"'))
def test_every_notice_has_words_in_both_languages(code, language):
    reasons = code in words.REASONS
    with override(language):
        said = str(words.REASONS[code]) % EVERYTHING if reasons else words.warning_words(code, EVERYTHING)

    assert said
    assert "%(" not in said
    assert (re.search(r"[\u4e00-\u9fff]{2}", said) is not None) == (language == "zh-hans")


@pytest.mark.parametrize("code", ["rematch", "own_unit", "second_bye", "forbidden"])
def test_what_is_unavoidable_has_words(code):
    with override("en"):
        assert "no draw" in words.warning_words(f"{code}_unavoidable", EVERYTHING)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("code", codes(r'Obstacle\(\s*"(\w+)"'))
def test_every_obstacle_has_words(code, language):
    with override(language):
        said = words.obstacle_words(code, EVERYTHING)

    assert (re.search(r"[\u4e00-\u9fff]{2}", said.replace("甲", "")) is not None) == (language == "zh-hans")


NEVER_SHOWN = {"unknown_constraint_value", "unknown_method", "unknown_positions", "bad_bracket_size", "bye_against_bye"}


@pytest.mark.parametrize("code", sorted({*codes(r'DrawRefused\(\s*"(\w+)"')} - NEVER_SHOWN))
def test_every_refusal_has_words(code):
    assert words.refused_words(code, EVERYTHING)


@pytest.mark.parametrize("because", ["no_rematch", "no_own_unit", "forbidden", ""])
def test_another_bye_says_why(because):
    notice = Notice("bye_not_by_rule", {"team": "A", "instead_of": "B", "because": because})

    with override("en"):
        assert words.warning_words(notice.code, notice.params).startswith("A has the bye instead of B")
