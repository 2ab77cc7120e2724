import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.figures import Points
from scoring.ordering import MANY, order, pack

rows = st.lists(st.tuples(st.integers(-3, 3), st.integers(-2, 2), st.integers(0, 1)), min_size=1, max_size=40)


def columns_of(rows: list[tuple[Points, ...]]) -> list[list[Points]]:
    return [list(column) for column in zip(*rows, strict=True)]


def by_tuples(rows: list[tuple[Points, ...]]) -> tuple[list[int], list[bool]]:
    numbers = sorted(range(len(rows)), key=rows.__getitem__, reverse=True)
    return numbers, [rows[above] != rows[below] for above, below in itertools.pairwise(numbers)]


def test_packed_keys_order_rows_as_their_columns_do() -> None:
    given_rows = [(1, -5), (1, 7), (-1, 9), (0, 0), (1, 7)]

    packed = pack(columns_of(given_rows))

    assert sorted(range(5), key=packed.__getitem__) == sorted(range(5), key=given_rows.__getitem__)
    assert packed[1] == packed[4]


@given(rows)
def test_rows_come_highest_first_and_equal_ones_as_they_were(given_rows: list[tuple[int, ...]]) -> None:
    found = order(columns_of(given_rows))

    assert (found.rows, found.parted) == by_tuples(given_rows)


@settings(max_examples=10)
@given(rows)
def test_very_many_rows_come_in_the_same_order(given_rows: list[tuple[int, ...]]) -> None:
    many = given_rows * (MANY // len(given_rows) + 1)

    found = order(columns_of(many))

    assert (found.rows, found.parted) == by_tuples(many)


@pytest.mark.parametrize("least", [Fraction(1, 10), 2**58, 2**61, 2**70, -(2**70)])
def test_fractions_and_numbers_beyond_a_machine_word_are_no_matter(least: Points) -> None:
    many: list[tuple[Points, ...]] = [(number % 7, least * (number % 5)) for number in range(MANY)]

    found = order(columns_of(many))

    assert (found.rows, found.parted) == by_tuples(many)
