"""What a rehearsal is asked for, and what comes of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from tournaments.rehearsal.oracle.findings import Violation


@dataclass(frozen=True, slots=True)
class Plan:
    """So many teams, and how often something goes otherwise, each from 0 to 1.

    `withdraw`: before a round a team leaves; `late`: a team comes too late for a round that is drawn by itself and
    sits it out, or one more comes after the first draw; `forfeit`: a side, or both, do not come to their match;
    `correct`: a result is corrected afterwards.
    """

    teams: int
    seed: int = 1
    withdraw: float = 0.0
    late: float = 0.0
    forfeit: float = 0.0
    correct: float = 0.0

    def chance(self) -> Random:
        return Random(f"{self.teams} {self.seed}")  # noqa: S311 a rehearsal repeats itself; nothing secret hangs on it


@dataclass(frozen=True, slots=True)
class Standing:
    """A place of the final ranking: the teams' numbers that share it, and the total of the last stage they played."""

    place: int
    team: int
    total: str


@dataclass(slots=True)
class Report:
    """What a rehearsal did and found. `stopped`: why it could not go on, as a refusal's code."""

    teams: int = 0
    rounds: int = 0
    matches: int = 0
    violations: list[Violation] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not self.violations

    def add(self, found: Iterable[Violation]) -> None:
        """Note what is new: the same fault is found again after every later round."""
        self.violations += [each for each in found if each not in self.violations]
