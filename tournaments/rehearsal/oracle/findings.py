"""What the oracle finds, and what it is told of the portal's own count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.rehearsal.oracle.rows import StageRow
from tournaments.rehearsal.oracle.rules import Rules

Tie = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not be: a code, where, and a line that says it. Teams are named by their ids."""

    code: str
    stage: str
    round: int | None
    words: str

    def __str__(self) -> str:
        place = f"{self.stage}, round {self.round}" if self.round is not None else self.stage
        return f"{self.code}: {place}: {self.words}"


@dataclass(frozen=True, slots=True)
class Counted:
    """What the portal shows of a stage: the teams by place, those of every group, and points by team and round."""

    places: Sequence[Tie]
    groups: Mapping[int, Sequence[Tie]]
    points: Mapping[tuple[int, int], Fraction]
    totals: Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class Case:
    """A stage with its rules and what the portal counts. `earlier` are those of the stages before, in order.

    `full`: as many teams play as the event's file names; `over`: the event is.
    """

    row: StageRow
    rules: Rules
    counted: Counted
    earlier: Sequence["Case"] = field(default_factory=tuple)
    full: bool = False
    over: bool = False

    def fault(self, code: str, words: str, number: int | None = None) -> Violation:
        return Violation(code, self.row.code, number, words)
