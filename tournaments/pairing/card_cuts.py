"""Cutting the cards: each team takes one, the high card stands first; who is equal cuts again. Pure."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "小王", "大王")
OTHER_NAMES = {"T": "10", "小": "小王", "大": "大王"}
SUITS = re.compile("^(?:黑桃|红桃|红心|梅花|草花|方块|方片|[♠♥♣♦♤♡♧♢]|[SHCD](?=(?:[2-9AKQJT]|10)$))\ufe0f?")
BETWEEN = re.compile(r"[\s,，、;；]+")


def read_cut(text: str) -> tuple[int, ...] | None:
    """Return how high the cards are that a team took, one after the other ("K", "♠K 7"); None if one is no card.

    The suit decides nothing: A is the highest below the jokers.
    """
    words = [word for word in BETWEEN.split(text.strip().upper()) if word]
    ranks = [_rank(word) for word in words]
    found = tuple(rank for rank in ranks if rank is not None)
    return found if words and len(found) == len(words) else None


def _rank(word: str) -> int | None:
    name = word if word in OTHER_NAMES or word in RANKS else SUITS.sub("", word)
    name = OTHER_NAMES.get(name, name)
    return RANKS.index(name) if name in RANKS else None


def order_of_cuts(cuts: Mapping[int, Sequence[int]]) -> list[int] | None:
    """Return the teams, highest card first; None where equal cards leave two of them, who have to cut again."""
    ordered = sorted(cuts, key=lambda team: tuple(cuts[team]), reverse=True)
    for above, below in pairwise(ordered):
        length = min(len(cuts[above]), len(cuts[below]))
        if tuple(cuts[above][:length]) == tuple(cuts[below][:length]):
            return None
    return ordered
