"""What a table's page needs of the rules: the kitty, offences with what they would cost now, lateness, time-up."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from scoring.deals import most_in_kitty
from scoring.kitty import digging_plays
from scoring.matches import Stage, unfinished_deal
from scoring.penalties import effect_of
from scoring.ruleset import Offence, Ruleset
from tournaments.models import DealMark, Match, Tournament
from tournaments.phrases import deals as words
from tournaments.phrases.rules import effect_words, late_effect, offence_words
from tournaments.phrases.rules.shapes import play_words
from tournaments.phrases.rules.tables import late_rows, times_words
from tournaments.selectors.clock import clock_of_match
from tournaments.selectors.deals import DealRow
from tournaments.selectors.lateness import LateSide, announced_start
from tournaments.selectors.rulings import DECISIONS, IN_A_DEAL, LATENESS, WITH_AMOUNT, kind_of
from tournaments.timing import Phase

LONGEST = 9  # cards of a play that a page has a key for: four pairs, three triples
POINTS = frozenset({"points", "turnover_or_level"})
STAGES: tuple[Stage, ...] = ("between", "drawing", "burying", "led")


@dataclass(frozen=True, slots=True)
class LastDeals:
    """The last deals of a round at a table: how many there are, how many of them were finished, since when."""

    total: int
    played: int
    since: datetime

    @property
    def left(self) -> int:
        return max(0, self.total - self.played)


def last_deals_of(match: Match, ruleset: Ruleset, rows: tuple[DealRow, ...]) -> LastDeals | None:
    """Count the deals finished since the reminder, or since the end as the rules say; None before it and without such.

    Each counts from when the phone had its first version, unless it was finished before and typed late, or played by
    mistake after the last one. The clock's number includes the deal in hand.
    """
    state = clock_of_match(match, timezone.now())
    if state is None or match.round.clock is None or not match.round.clock.last_deals:
        return None
    since: datetime | None = state.last_deals_from
    if ruleset.round_clock.last_deals_counted_from.value == "end":
        since = (state.ends_at or state.ended_at) if state.phase in (Phase.TIME_UP, Phase.ENDED) else None
    if since is None:
        return None
    played = sum(row.first_observed_at >= since and row.deal.mark == DealMark.NONE for row in rows)
    return LastDeals(match.round.clock.last_deals, played, since)


def rules_object(ruleset: Ruleset) -> dict[str, Any]:
    """Return what a table's page asks by and shows of the rules, for one deal."""
    jack = ruleset.levels.jack_rule.value
    return {
        "unit": ruleset.level_table.point_unit.value,
        "card_points": ruleset.deck.points.value,
        "turnover": ruleset.level_table.turnover,
        "most_in_kitty": most_in_kitty(ruleset),
        "dig_with": ruleset.kitty.dig_with.value,
        "jack_level": jack.level if jack is not None else None,
        "multipliers": [
            {
                "width": play.width,
                "length": play.length,
                "multiplier": times,
                "shape": play_words(play),
                "words": times_words(play, times),
            }
            for play, times in digging_plays(ruleset, most=LONGEST)
        ],
    }


def offences_object(
    ruleset: Ruleset, teams: tuple[int, int], before: Mapping[tuple[int, str], int]
) -> list[dict[str, Any]]:
    """Return the catalogue with what each offence would cost now; `before`: rulings by team and kind."""
    return [
        {
            "key": key,
            "kind": ruled.value.kind,
            "moment": ruled.value.moment,
            "words": offence_words(key),
            "effect_words": effect_words(ruled.value, ruleset.level_table),
            "clause": ruled.clause,
            "per": ruled.value.per,
            "effect": ruled.value.effect,
            "discretion": ruled.value.discretion,
            "in_deal": _in_a_deal(ruled.value),
            "claims": ruled.value.effect == "as_the_offence",
            "next": [_next(ruleset, key, 1 + before.get((team, kind_of(key)), 0)) for team in teams],
        }
        for key, ruled in ruleset.penalties.offences.items()
        if key != LATENESS
    ]


def _in_a_deal(offence: Offence) -> bool:
    return bool({offence.effect, *(step.effect for step in offence.escalation)} & IN_A_DEAL)


def _next(ruleset: Ruleset, key: str, occurrence: int) -> dict[str, Any]:
    effect = effect_of(ruleset, key, occurrence=occurrence)
    return {
        "occurrence": occurrence,
        "words": effect_words(effect, ruleset.level_table),
        "clause": effect.clause,
        "in_deal": effect.kind in IN_A_DEAL,
        "amount": effect.amount if effect.kind in WITH_AMOUNT else None,
        "unit": ruleset.level_table.point_unit.value if effect.kind in POINTS else 1,
    }


def decisions_object(*, may_decide: bool) -> list[dict[str, Any]]:
    return [
        {
            "effect": effect,
            "words": str(words.DECISIONS[effect]),
            "amount": effect in WITH_AMOUNT or effect == "deal_lost",
        }
        for effect in DECISIONS
        if may_decide or effect != "disqualified"
    ]


def late_object(event: Tournament, match: Match, ruleset: Ruleset, sides: tuple[LateSide, LateSide]) -> dict[str, Any]:
    """Say the steps of lateness, when the match was to begin, and what became of both sides."""
    bands = ruleset.lateness.bands
    starts = announced_start(match)
    return {
        "asked": bool(bands.value),
        "starts_at": starts.isoformat() if starts is not None else None,
        "server_now": timezone.now().isoformat(),
        "bands": [
            {"minutes": band.minutes, "words": said, "clause": bands.clause}
            for band, said in zip(bands.value, late_rows(bands.value), strict=True)
        ],
        "sides": [_late_side(event, side) for side in sides],
    }


def _late_side(event: Tournament, side: LateSide) -> dict[str, Any]:
    step = None
    if side.step is not None:
        step = {
            "minutes": side.step.minutes,
            "words": late_effect(side.step),
            "clause": side.step.clause,
            "scope": side.step.scope,
        }
    return {
        "arrived_at": side.arrived_at.isoformat() if side.arrived_at is not None else None,
        "arrived_words": event.clock_time(side.arrived_at) if side.arrived_at is not None else "",
        "seconds": side.seconds,
        "step": step,
        "confirmed": side.ruling is not None,
        "ruling": side.ruling.pk if side.ruling is not None else None,
    }


def time_up_object(match: Match, ruleset: Ruleset) -> dict[str, Any]:
    """Say for each stage of the deal in hand what becomes of it when time is up."""
    state = clock_of_match(match, timezone.now())
    rule = ruleset.round_clock.unfinished_deal
    stages = {}
    for stage in STAGES:
        verdict = unfinished_deal(ruleset, stage)
        stages[stage] = {"verdict": verdict, "words": words.verdict_words(stage, verdict), "clause": rule.clause}
    reached = state is not None and state.phase in (Phase.TIME_UP, Phase.ENDED)
    return {"reached": reached, "asks_stage": rule.value == "finished_once_led", "stages": stages}
