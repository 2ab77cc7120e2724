from hashlib import sha256

import pytest

from tournaments.pairing.randomness import Chance, normalize_seed
from tournaments.pairing.refusals import DrawRefused


def words_by_hand(text, count):
    key = sha256(text.encode()).digest()
    blocks = b"".join(sha256(key + number.to_bytes(8, "big")).digest() for number in range(count // 8 + 1))
    return [int.from_bytes(blocks[place : place + 4], "big") for place in range(0, 4 * count, 4)]


def test_the_stream_is_sha256_in_counter_mode():
    chance = Chance("s1_lots", "1", "2026")

    drawn = [chance.below(1 << 32) for _ in range(40)]

    assert drawn == words_by_hand("s1_lots:1:2026", 40)


def test_shuffle_is_fisher_and_yates_from_the_last_place_down():
    expected = list("ABCDEFGHI")
    for last, word in zip(range(8, 0, -1), words_by_hand("m:1:7", 8), strict=True):
        other = word % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]

    shuffled = Chance("m", "1", "7").shuffled("ABCDEFGHI")

    assert shuffled == expected


def test_a_known_shuffle_never_changes():
    assert Chance("random_rounds", "1", "0").shuffled(range(10)) == [7, 5, 0, 6, 2, 1, 8, 9, 3, 4]


def test_below_reaches_numbers_longer_than_a_word():
    chance = Chance("m", "1", "1")
    first, second = words_by_hand("m:1:1", 2)

    assert chance.below(1 << 64) == (first << 32) + second


def test_below_is_even():
    chance = Chance("m", "1", "1")
    counts = [0] * 6

    for _ in range(6000):
        counts[chance.below(6)] += 1

    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 25.7  # chi-square, 5 degrees, p = 0.0001


def test_method_version_and_seed_each_give_another_stream():
    streams = [
        tuple(Chance(*which).shuffled(range(20)))
        for which in (("a", "1", "1"), ("b", "1", "1"), ("a", "2", "1"), ("a", "1", "2"), ("a", "1", "01"))
    ]

    assert len(set(streams)) == 5


def test_case_and_surrounding_space_of_a_seed_do_not_matter():
    assert normalize_seed(" 00AbC\n") == "00abc"


@pytest.mark.parametrize("seed", ["", " ", "xyz", "12 34", "1" * 129, "１２３"])
def test_other_seeds_are_refused(seed):
    with pytest.raises(DrawRefused) as refused:
        normalize_seed(seed)

    assert refused.value.code == "bad_seed"
