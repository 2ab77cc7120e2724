"""Printed pairing tables: who meets whom by lot, round by round."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

LotPair = tuple[str, str]


@dataclass(frozen=True)
class FixedTable:
    """A printed table; a pair's place in its round, from 1, is the number of the table it plays at (第n组)."""

    code: str
    lots: tuple[str, ...]
    rounds: tuple[tuple[LotPair, ...], ...]

    @cached_property
    def meetings(self) -> dict[str, frozenset[str]]:
        """For each lot, the lots it meets in any round."""
        met: dict[str, set[str]] = {lot: set() for lot in self.lots}
        for each in self.rounds:
            for one, other in each:
                met[one].add(other)
                met[other].add(one)
        return {lot: frozenset(others) for lot, others in met.items()}

    def opponents(self, lot: str) -> tuple[str, ...]:
        """Name the lot's opponents, in the order of the rounds."""
        return tuple(other for each in self.rounds for pair in each if lot in pair for other in pair if other != lot)

    @cached_property
    def letters(self) -> tuple[tuple[str, ...], ...]:
        """The lots by letter: lots of one letter never meet."""
        names = dict.fromkeys(lot[0] for lot in self.lots)
        return tuple(tuple(lot for lot in self.lots if lot[0] == name) for name in names)


S1_7: Final = FixedTable(
    code="s1_7",
    lots=tuple(f"{letter}{number}" for number in (1, 2) for letter in "ABCDEFGHI"),
    rounds=(
        (
            ("A1", "B1"),
            ("C1", "D1"),
            ("E1", "F1"),
            ("G1", "H1"),
            ("I1", "A2"),
            ("B2", "C2"),
            ("D2", "E2"),
            ("F2", "G2"),
            ("H2", "I2"),
        ),
        (
            ("A1", "D1"),
            ("B1", "E1"),
            ("C1", "F1"),
            ("G1", "I1"),
            ("H1", "B2"),
            ("A2", "F2"),
            ("C2", "G2"),
            ("D2", "H2"),
            ("E2", "I2"),
        ),
    ),
)
