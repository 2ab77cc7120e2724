"""One match: how it ended, and the points its two sides get for it."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset

Points = int | Fraction
SIDES = frozenset({0, 1})


@dataclass(frozen=True, slots=True)
class Played:
    """The levels both sides reached, as positions on the ladder."""

    level_a: int
    level_b: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The match was not played, by the fault of one side or of both: 0 is side a, 1 is side b."""

    by: frozenset[int]

    def __post_init__(self) -> None:
        if not self.by or not self.by <= SIDES:
            raise ScoringError("forfeit_sides", sides=sorted(self.by))


Outcome = Played | Forfeit


@dataclass(frozen=True, slots=True)
class MatchResult:
    """One official result."""

    round: int
    team_a: int
    team_b: int
    outcome: Outcome

    def __post_init__(self) -> None:
        if self.team_a == self.team_b:
            raise ScoringError("team_against_itself", team=self.team_a, round=self.round)


@dataclass(frozen=True, slots=True)
class Bye:
    round: int
    team: int


def differential(ruleset: Ruleset, outcome: Outcome) -> tuple[int, int]:
    """Return the points of side a and of side b.

    Played: one point for each level reached more than the other side, as many less for that side (S1-6).
    A level outside the ladder is refused.
    """
    if isinstance(outcome, Played):
        ahead = ruleset.ladder.check(outcome.level_a) - ruleset.ladder.check(outcome.level_b)
        return ahead, -ahead
    score = ruleset.match_result
    if outcome.by == SIDES:
        return score.double_forfeit.value, score.double_forfeit.value
    if 0 in outcome.by:
        return score.forfeit_loss.value, score.forfeit_win.value
    return score.forfeit_win.value, score.forfeit_loss.value
