"""Every reported fault has a test of its name, or stands with its reason among those that cannot happen here."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tournaments.tests.cases import CANNOT, TESTS

ROOT = Path(__file__).parents[2]


@cache
def named_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("case", TESTS)
def test_a_case_has_the_test_that_is_named_for_it(case):
    path, _, name = TESTS[case].partition("::")

    there = named_in(path)

    assert name in there
    assert name.startswith(f"test_{case.lower()}_")


def test_no_case_has_both_a_test_and_a_reason_for_none():
    both = TESTS.keys() & CANNOT.keys()

    assert both == set()
    assert all(reason.endswith(".") for reason in CANNOT.values())
