"""Every step and every refusal of the rules has words, in both languages."""

import ast
import re
from pathlib import Path

import pytest
from django.utils import translation

import scoring
from scoring.deals import Step
from tournaments.phrases.deals import COUNTED, STEPS, step_words
from tournaments.phrases.refusals import REFUSALS

ROOT = Path(scoring.__file__).parent
COUNTING = ("kitty", "penalties", "deals", "progress", "lateness", "matches")
# What only our own code could cause: a wrong argument, never something that a person typed.
NEVER_TYPED = {
    "forfeit_sides", "lead_too_small", "not_past_the_ladder", "team_against_itself", "unknown_stage",
}  # fmt: skip
PARAMS = {
    "points": 130, "before": 135, "kitty_points": 15, "multiplier": 6, "gain": 90, "width": 2, "length": 3,
    "role": "attackers", "offence": "slow_play", "amount": 10, "lowest": 120, "highest": None, "deal_held": False,
    "levels": 2, "side": 1, "level": "J", "falls_to": "2", "failed": 1, "attempts": 3, "by": "ladder", "seat": 3,
    "held": True, "after": "A",
}  # fmt: skip


def codes_raised() -> set[str]:
    """Every code that a ScoringError of the counting is raised with."""
    found = set()
    for name in COUNTING:
        for node in ast.walk(ast.parse((ROOT / f"{name}.py").read_text(encoding="utf-8"))):
            raised = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ScoringError"
            if raised and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    return found


def codes_of_steps() -> set[str]:
    """Every step that the table in the docstring of Step names."""
    rows = [line.split("|")[1] for line in (Step.__doc__ or "").splitlines() if line.strip().startswith("|")]
    return {code for row in rows for code in re.findall(r"\b[a-z_]+", row)}


def test_every_refusal_of_the_counting_has_words():
    codes = codes_raised()

    assert len(codes) > 20
    assert codes - set(REFUSALS) == NEVER_TYPED & codes


def test_every_step_has_words():
    codes = codes_of_steps()

    assert len(codes) > 25
    assert codes - COUNTED - set(STEPS) == set()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("code", sorted(COUNTED | set(STEPS)))
def test_a_step_is_one_sentence_without_a_hole(code, language):
    with translation.override(language):
        words = step_words(Step(code, "S0-1", PARAMS))

    assert re.fullmatch(r"[^%]+[.。]", words)
    assert ("%" in words, "None" in words) == (False, False)


def test_a_referees_decision_is_called_so():
    with translation.override("en"):
        words = step_words(Step("penalty_points", "", {**PARAMS, "offence": ""}))

    assert words == "Referee's decision by the attackers: 10 points to the other side, now 130."


def test_sides_and_seats_are_called_as_the_page_calls_them():
    with translation.override("en"):
        words = step_words(Step("next_dealer", "", PARAMS), lambda side: "AB"[side], lambda seat: f"seat {seat}")

    assert words == "seat 3 deals next: the deal is held."
