"""Names compared and shown: original kept, compared in one form (NFKC), inner spaces of Chinese names ignored."""

import random
import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments import folding

NAMES = st.text(
    alphabet=st.one_of(st.sampled_from("张三王伟 ·・.ＡａÉé\u3000\u200b"), st.characters(codec="utf-8")), max_size=30
)


@given(NAMES)
def test_folding_a_key_changes_nothing(name):
    key = folding.fold(name)

    assert folding.fold(key) == key


@given(NAMES)
def test_tidying_twice_is_tidying_once(name):
    tidied = folding.tidy(name)

    assert folding.tidy(tidied) == tidied


@given(NAMES)
def test_what_is_stored_and_what_was_typed_have_one_key(name):
    assert folding.fold(folding.tidy(name)) == folding.fold(name)


@given(NAMES, NAMES)
def test_likeness_and_distance_have_no_direction(first, second):
    assert folding.alike(first, second) == folding.alike(second, first)
    assert folding.distance(first, second) == folding.distance(second, first)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("张 三", "张三"),
        ("张\u3000三", "张三"),
        (" 张三 ", "张三"),
        ("张\u200b三", "张三"),
        ("Ａ１ Bob", "a1 bob"),
        ("阿卜杜拉・买买提", "阿卜杜拉·买买提"),
        ("阿卜杜拉 . 买买提", "阿卜杜拉·买买提"),
        ("J. Smith", "j. smith"),
        ("Ann  Lee", "ann lee"),
        ("𬱖 喆", "𬱖喆"),
    ],
)
def test_one_person_has_one_key(typed, key):
    assert folding.fold(typed) == key


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("机电学院", "机电工程学院", True),
        ("外语学院", "外国语学院", True),
        ("图书馆", "图书馆二分馆", True),
        ("财务处", "财务部", True),
        ("Ｌibrary", "library", True),
        ("机电学院", "化工学院", False),
        ("体育部", "出版社", False),
        ("", "图书馆", False),
    ],
)
def test_units_that_could_be_one_are_found(first, second, alike):
    assert folding.alike(first, second) is alike


def test_a_hall_full_of_long_names_is_compared_within_a_second():
    letters = "计算机科学与技术学院数信息工程"
    draw = random.Random(2)  # noqa: S311 the same names in every run
    names = ["".join(draw.choices(letters, k=40)) for _ in range(250)]

    begun = time.process_time()
    found = [pair for pair in combinations(names, 2) if folding.alike(*pair)]

    assert found == []
    assert time.process_time() - begun < 2
