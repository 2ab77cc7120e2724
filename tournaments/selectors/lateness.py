"""Who came late to a match: arrivals, the step of the rules, and whether the referee has confirmed it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scoring.lateness import LateStep, late_step
from scoring.penalties import Effect
from scoring.ruleset import Ruleset
from tournaments.models import Match, MatchFact, MatchFactKind, Ruling
from tournaments.selectors.clock import clock_of_match, own_clock
from tournaments.selectors.rulings import LATENESS, LedgerRow


@dataclass(frozen=True, slots=True)
class LateSide:
    """A side's arrival; `seconds` after the announced start. `step`: what it costs; None in time or without rules."""

    arrived_at: datetime | None
    seconds: int | None
    step: LateStep | None
    ruling: Ruling | None


def announced_start(match: Match) -> datetime | None:
    """Return when the match was to begin: as planned, but not before its sitting was started in the hall (G-2)."""
    clock, state = own_clock(match), clock_of_match(match, timezone.now())
    if clock is None or state is None or state.started_at is None:
        return None
    planned = clock.planned_start
    return state.started_at if planned is None else max(planned, state.started_at)


def arrivals_of(match: Match) -> dict[int, MatchFact]:
    """Return the latest arrival of each side (one query)."""
    rows = MatchFact.objects.filter(match=match, kind=MatchFactKind.ARRIVED, side__isnull=False).order_by("pk")
    return {row.side: row for row in rows if row.side is not None}


def late_sides(match: Match, ruleset: Ruleset, ledger: Iterable[LedgerRow]) -> tuple[LateSide, LateSide]:
    """Return both sides (one query beside the clock's)."""
    starts = announced_start(match)
    arrivals = arrivals_of(match)
    confirmed = {row.side: row.ruling for row in ledger if row.stands and row.ruling.offence == LATENESS}
    first, second = (_side(ruleset, starts, arrivals.get(side), confirmed.get(side)) for side in (0, 1))
    return first, second


def _side(ruleset: Ruleset, starts: datetime | None, arrival: MatchFact | None, ruling: Ruling | None) -> LateSide:
    if arrival is None or starts is None:
        return LateSide(None, None, None, ruling)
    seconds = max(0, seconds_late(starts, arrival.at))
    return LateSide(arrival.at, seconds, late_step(ruleset, seconds), ruling)


def seconds_late(starts: datetime, at: datetime) -> int:
    """Return whole seconds, a started one too; less than 0 for an arrival before the start."""
    return -int((starts - at).total_seconds() // 1)


def effect_of_step(step: LateStep) -> Effect:
    """Return what a step costs: points in the first deal or off the total, levels without a deal, or the match."""
    match step.effect:
        case "points":
            return Effect("points", step.points, step.clause)
        case "standing_points":
            return Effect("standing_points", step.points, step.clause)
        case "deal_forfeited":
            return Effect("levels", step.levels, step.clause)
        case "match_forfeited":
            return Effect("match_lost", 0, step.clause)
        case _:
            return Effect("warning", 0, step.clause)
