"""Coming late: which step of the rules an arrival falls into."""

from dataclasses import dataclass

from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset

SECONDS = 60


@dataclass(frozen=True, slots=True)
class LateStep:
    """`minutes` late, a started one too; `points` in the first deal; `levels` the others rise; `scope`: of whom."""

    minutes: int
    effect: str
    points: int
    levels: int
    scope: str
    clause: str
    violations: int = 0


def late_step(ruleset: Ruleset, late_seconds: int) -> LateStep | None:
    """Return the step, or None for a side that is in time and for rules without such steps (G-2).

    Raises ScoringError `arrival_before_start` for less than 0 seconds.
    """
    if late_seconds < 0:
        raise ScoringError("arrival_before_start", seconds=late_seconds)
    bands = ruleset.lateness.bands
    if not bands.value or late_seconds == 0:
        return None
    minutes = -(-late_seconds // SECONDS)
    band = next(band for band in bands.value if band.minutes is None or minutes <= band.minutes)
    scope = ruleset.lateness.scope.value
    return LateStep(minutes, band.effect, band.points, band.levels, scope, bands.clause, band.violations)
