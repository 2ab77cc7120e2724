"""Chance from a seed, the same on every machine and in every version of Python.

SHA-256 in counter mode, rather than `random.Random`: block i is SHA-256(key ‖ i as eight bytes, big-endian), key is
SHA-256 of "method:version:seed", each block gives eight 32-bit words, big-endian. Anyone can recompute a draw with the
standard library of any language, and no release of Python can change it. Method and version are part of the key, so two
methods never share a stream.
"""

import re
from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import sha256
from struct import unpack
from typing import Final, TypeVar

from tournaments.pairing.refusals import DrawRefused

T = TypeVar("T")
WORDS: Final = 1 << 32
LONGEST_SEED: Final = 128
SEED: Final = re.compile(r"[0-9a-f]{1,128}")


def normalize_seed(seed: str) -> str:
    """Give the seed in lower case; raise DrawRefused("bad_seed") unless it is 1 to 128 hexadecimal digits. Leading
    zeros count.
    """
    lowered = seed.strip().lower()
    if not SEED.fullmatch(lowered):
        raise DrawRefused("bad_seed", {"longest": LONGEST_SEED})
    return lowered


class Chance:
    """A stream of unbiased choices that depends on nothing but the method, its version and the seed."""

    __slots__ = ("_key", "_words")

    def __init__(self, method: str, version: str, seed: str) -> None:
        self._key = sha256(f"{method}:{version}:{normalize_seed(seed)}".encode()).digest()
        self._words = self._stream()

    def _stream(self) -> Iterator[int]:
        start = sha256(self._key)
        for block in range(1 << 63):
            hashed = start.copy()
            hashed.update(block.to_bytes(8, "big"))
            yield from unpack(">8I", hashed.digest())
        raise OverflowError("the stream of this seed is used up")

    def below(self, bound: int) -> int:
        """Choose one of 0 … bound − 1, each with the same chance (words beyond the last full multiple of bound are
        skipped).
        """
        size, wide = 1, WORDS
        while wide < bound:
            size, wide = size + 1, wide * WORDS
        limit = wide - wide % bound
        while True:
            word = 0
            for _ in range(size):
                word = word * WORDS + next(self._words)
            if word < limit:
                return word % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place by Fisher and Yates, from the last place down to the second."""
        words = self._words
        for last in range(len(items) - 1, 0, -1):
            bound = last + 1
            word = next(words)
            while word >= WORDS - WORDS % bound:
                word = next(words)
            other = word % bound
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        copy = list(items)
        self.shuffle(copy)
        return copy
