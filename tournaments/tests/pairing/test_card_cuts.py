"""Cards that are cut: how they are read, and who stands first."""

import pytest

from tournaments.pairing.card_cuts import RANKS, order_of_cuts, read_cut


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("K", "K"),
        (" k ", "K"),
        ("♠K", "K"),
        ("♥️10", "10"),
        ("h10", "10"),
        ("SA", "A"),
        ("黑桃A", "A"),
        ("方片2", "2"),
        ("T", "10"),
        ("SJ", "J"),
        ("大王", "大王"),
        ("小", "小王"),
    ],
)
def test_a_card_is_read_as_it_is_written(text, card):
    assert read_cut(text) == (RANKS.index(card),)


def test_several_cuts_are_read_one_after_the_other():
    assert read_cut("K, 红桃7、2") == (RANKS.index("K"), RANKS.index("7"), RANKS.index("2"))


@pytest.mark.parametrize("text", ["", " ", "1", "0", "11", "♠", "黑桃", "X", "K X", "KK", "大王K"])
def test_what_is_no_card_is_none(text):
    assert read_cut(text) is None


def test_the_high_card_stands_first_and_only_the_equal_cut_again():
    cuts = {1: (5,), 2: (11, 3), 3: (11, 9), 4: (14,)}

    assert order_of_cuts(cuts) == [4, 3, 2, 1]


@pytest.mark.parametrize("cuts", [{1: (5,), 2: (5,)}, {1: (5,), 2: (5, 7)}, {1: (5, 7), 2: (4,), 3: (5, 7)}])
def test_equal_cards_have_no_order(cuts):
    assert order_of_cuts(cuts) is None
