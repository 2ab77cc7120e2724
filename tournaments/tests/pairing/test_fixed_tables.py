from itertools import chain

from tournaments.pairing import S1_7

ROUND_1 = "A1–B1, C1–D1, E1–F1, G1–H1, I1–A2, B2–C2, D2–E2, F2–G2, H2–I2"
ROUND_2 = "A1–D1, B1–E1, C1–F1, G1–I1, H1–B2, A2–F2, C2–G2, D2–H2, E2–I2"


def test_both_rounds_are_those_of_the_document():
    """S1-7: eighteen lots, two rounds of nine tables; the table's number is the group's."""
    printed = tuple(tuple(tuple(pair.split("–")) for pair in line.split(", ")) for line in (ROUND_1, ROUND_2))

    assert S1_7.rounds == printed


def test_the_lots_are_nine_letters_twice():
    """S1-7: A1…I1, A2…I2."""
    assert S1_7.lots == (*(f"{letter}1" for letter in "ABCDEFGHI"), *(f"{letter}2" for letter in "ABCDEFGHI"))


def test_every_lot_plays_once_a_round():
    """S1-7."""
    assert [sorted(chain(*pairs)) for pairs in S1_7.rounds] == [sorted(S1_7.lots)] * 2


def test_no_opponents_meet_twice_and_equal_letters_never_meet():
    """S1-7."""
    meetings = [frozenset(pair) for pairs in S1_7.rounds for pair in pairs]

    assert len(set(meetings)) == 18
    assert [pair for pair in meetings if len({lot[0] for lot in pair}) == 1] == []


def test_opponents_come_in_the_order_of_the_rounds():
    assert S1_7.opponents("I1") == ("A2", "G1")
