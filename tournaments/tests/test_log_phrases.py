import ast
import re
from pathlib import Path

from tournaments import actions
from tournaments.phrases import log as log_phrases

CODE = re.compile(
    r"(?:clock|consent|contact|deal|draw|entries|entry|event|lateness|link|list|lots?|match|member|paper|referee|rehearsal|result|round|ruling|stage|standings|table|team|units?)\.[a-z_]+"
)


def recorded_codes():
    """Every whole string in the actions that has the form of a log code."""
    found = set()
    for path in Path(actions.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.add(node.value)
    return found


def test_every_code_that_an_action_records_has_words():
    codes = recorded_codes()

    assert len(codes) > 40
    assert codes - set(log_phrases.ACTIONS) == set()


def test_facts_are_said_in_words_and_levels_by_their_labels():
    data = {"levels": [7, 10], "round": 2, "table": 9, "match": 18, "state": "official"}

    assert log_phrases.facts(data, "23456789TJQKA".__getitem__) == "第 2 轮 · 9 号桌 · 级 9 : Q"


def test_a_code_of_another_version_stands_for_itself():
    assert log_phrases.action("hall.painted") == "hall.painted"
