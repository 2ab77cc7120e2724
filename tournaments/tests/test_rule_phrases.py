"""Every value, code, reason, offence and fault of a ruleset has words, in both languages."""

import re
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from django.utils.translation import override

import scoring
from scoring.penalties import decided
from scoring.ruleset import Offence, Ruleset, available_presets, load_preset
from scoring.ruleset.deal import Escalation, Moment, OffenceKind
from scoring.ruleset.values import Ruled
from tournaments.decisions import RuleFault
from tournaments.phrases.rules import (
    differences,
    effect_words,
    fault_words,
    level_rows,
    offence_words,
    sections,
)
from tournaments.phrases.rules.codes import CODES
from tournaments.phrases.rules.faults import FAULTS
from tournaments.phrases.rules.labels import GROUPS, VALUES
from tournaments.phrases.rules.reasons import REASONS
from tournaments.phrases.rules.sources import STATUSES

LANGUAGES = ("zh-hans", "en")
HAN, LATIN = re.compile(r"[\u4e00-\u9fff]"), re.compile(r"[A-Za-z]{2,}")
NOT_WORDS = frozenset({"Joker"})


def paths():
    """Every path outside the catalogues, with the type of its value."""
    for group, field in Ruleset.model_fields.items():
        for name, held in field.annotation.model_fields.items():
            if isinstance(held.annotation, type) and issubclass(held.annotation, Ruled):
                yield f"{group}.{name}", held.annotation.model_fields["value"].annotation


def literals(kind: Any) -> set[str]:
    """The codes that a value of this type can be, through optional and repeated ones."""
    origin = get_origin(kind)
    if origin is Literal:
        return set(get_args(kind))
    if origin in {Annotated, Union, UnionType, tuple, frozenset}:
        return set().union(*(literals(part) for part in get_args(kind) if part is not Ellipsis))
    return set()


def test_every_group_and_value_has_a_name():
    assert set(GROUPS) == set(Ruleset.model_fields)
    assert {path for path, _kind in paths()} == set(VALUES)


def test_every_code_has_words():
    missing = {
        path: codes - set(CODES.get(path, {}))
        for path, kind in paths()
        if (codes := literals(kind)) and not path.startswith(("cards.permanent", "deck.removed"))
    }

    assert {path: codes for path, codes in missing.items() if codes} == {}


@pytest.mark.parametrize("name", available_presets())
def test_every_reason_of_a_preset_has_words(name):
    ruleset = load_preset(name)
    rows = [*ruleset.level_table.bands.value, *ruleset.lateness.bands.value]
    used = {entry.reason for entry in ruleset.entries()} | {row.reason for row in rows}

    assert used - {None} - set(REASONS) == set()


@pytest.mark.parametrize("kind", get_args(OffenceKind))
@pytest.mark.parametrize("moment", get_args(Moment))
def test_every_offence_has_words(kind, moment):
    key = f"{kind}_{moment}" if moment else kind

    with override("en"):
        assert offence_words(key) != key


def test_an_offence_that_does_not_exist_is_refused():
    with pytest.raises(KeyError):
        offence_words("whistling")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", available_presets())
def test_a_ruleset_is_whole_in_its_language(name, code):
    """No word of the other language stands in a line of it, and no code without words."""
    foreign = LATIN if code == "zh-hans" else HAN

    with override(code):
        found = sections(load_preset(name))
        texts = [
            text
            for section in found
            if section.key != "identity"
            for line in section.lines
            for text in (section.title, line.label, *line.rows, line.status_words, line.reason, *line.alternatives)
        ]
        texts += [str(row) for row in level_rows(load_preset(name).level_table)]
        texts += [offence_words("decision")]

    assert [text for text in texts if set(foreign.findall(text)) - NOT_WORDS or "_" in text or "%(" in text] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_name_and_status_is_translated(code):
    foreign = LATIN if code == "zh-hans" else HAN
    held = [*GROUPS.values(), *VALUES.values(), *REASONS.values(), *STATUSES.values(), *FAULTS.values()]
    held += [words for codes in CODES.values() for words in codes.values()]

    with override(code):
        texts = [re.sub(r"%\(\w+\)s|organizer|Joker", "", str(words)) for words in held]

    assert [text for text in texts if foreign.search(text)] == []


def test_every_refusal_of_a_ruleset_has_words():
    """Every code that the modules of rulesets and the ladder raise."""
    package = Path(scoring.__file__).parent
    sources = [*package.joinpath("ruleset").glob("*.py"), package / "ladder.py"]
    raised = {code for source in sources for code in re.findall(r'ScoringError\(\s*"(\w+)"', source.read_text())}

    assert raised - set(FAULTS) == set()


def test_an_offence_says_per_what_what_repeating_costs_and_what_both_sides_get():
    slow = Offence(
        kind="slow_play", effect="warning", escalation=(Escalation(occurrence=2, effect="points", amount=10),)
    )
    count = Offence(kind="card_count", effect="levels", amount=1, ends_deal=True, both_sides="deal_void")

    with override("en"):
        assert effect_words(slow) == "warning; from occurrence 2 on: 10 points each time"
        assert effect_words(count) == (
            "the other side rises 1 level; the deal ends at once; where both sides did it the deal is void"
        )
        assert effect_words(decided("points", 20)) == "20 points"


def test_floors_and_ceilings_are_said_in_the_points_of_the_level_table():
    """S0-8.2: less than 120 counts as 120, 120 and more as less than 120; else one level (30) more."""
    ruleset = load_preset("s0")

    with override("en"):
        words = effect_words(ruleset.penalties.offences["card_count"].value, ruleset.level_table)

    assert words == (
        "played on and counted: by the dealer side, then as 120 points at least; "
        "by the attackers, then as 115 at most; "
        "a side that has lost the deal anyway gives 30 points more"
    )


def test_the_level_table_reads_as_it_is_scored():
    """S1-1.8."""
    with override("en"):
        rows = [f"{row.points} {row.rise}" for row in level_rows(load_preset("s1").level_table)]

    assert rows == [
        "≤ 0 dealer side rises 3",
        "5–55 dealer side rises 2",
        "60–115 dealer side rises 1",
        "120–175 nobody rises",
        "180–235 attackers rise 1",
        "240–295 attackers rise 2",
        "≥ 300 attackers rise 3",
    ]


def test_the_differences_are_what_differs_and_nothing_else():
    s1, s4 = load_preset("s1"), load_preset("s4")

    with override("en"):
        found = {each.path: each for group in differences(s1, s4) for each in group.differences}

    assert "deck.decks" not in found
    assert (found["round_clock.minutes"].one.value, found["round_clock.minutes"].other.value) == (
        "120 minutes",
        "60 minutes",
    )
    assert differences(s1, s1) == []


def test_a_fault_names_the_values_that_break_the_rule():
    fault = RuleFault("level_table.bands", "level_table_gap", {"after": 55, "before": 65})

    with override("en"):
        assert fault_words(fault) == "After 55 comes 65: between two rows there is a gap or an overlap."
