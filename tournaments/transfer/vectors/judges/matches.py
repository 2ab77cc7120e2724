"""Matches and their time: coming late, time-up, who won, what it counts, the ranking."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from scoring.lateness import LateStep, late_step
from scoring.matches import Forfeit, MatchResult, Played, Reason, decide_match, differential, unfinished_deal
from scoring.points import Adjustment
from scoring.ruleset import Ruleset
from scoring.standings import Standings, rank
from tournaments import timing
from tournaments.transfer.vectors.errors import Unread
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.words import Phrase, plain, read_level, read_stage, word

SECONDS = 60
BEGUN = datetime(2000, 1, 1, tzinfo=UTC)
LATE_RESULTS = {
    "warning": word("warning", "warned"),
    "points": word("points", "point_penalty"),
    "deal_forfeited": word("first_deal_forfeited", "deal_forfeited", "forfeit_first_deal"),
    "match_forfeited": Phrase("match_forfeited", r"^(?!.*\bdeal\b).*(forfeit|lost|out\b|eliminat)"),
}
# A team is who plays as one: a pair, or a unit with several.
SCOPES = {"pair": word("pair", "team", "whole team"), "unit": word("unit", "whole unit", "team", "whole team")}
NOT_LATE = word("none", "nothing", "in_time", "ok")
_REASONS: Sequence[tuple[Reason, str]] = (
    ("ladder", r"pass|past|ladder|beyond|过"),
    ("early_lead", r"early|lead(ing)? by|ahead by"),
    ("deals", r"deals|boards|副数"),
    ("time", r"time|clock|时间|到时"),
)
_FORFEIT = r"forfeit|no.?show|withdr|弃权|absent"


def lateness(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    if given.has("late_seconds", "seconds"):
        seconds = given.number("late_seconds", "seconds")
    else:
        seconds = given.number("late_minutes", "minutes") * SECONDS
    step = late_step(ruleset, seconds)
    if step is None:
        return {"result": NOT_LATE, "points_against_late_side": 0, "opponents_levels_up": 0, "violations": 0}
    return _late(ruleset, step)


def _late(ruleset: Ruleset, step: LateStep) -> Mapping[str, object]:
    out = step.effect == "match_forfeited"
    knocked_out = out and ruleset.event.format.value == "knockout"
    return {
        "result": LATE_RESULTS[step.effect],
        "minutes": step.minutes,
        "points_against_late_side": step.points,
        "points_against": step.points,
        "deal": 1,
        "opponents_levels_up": step.levels,
        "opponents_up": step.levels,
        "violations": step.violations,
        "scope": SCOPES[step.scope],
        "match_lost": out,
        "out": knocked_out,
        "eliminated": knocked_out,
        "knocked_out": knocked_out,
    }


def time_up(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say what becomes of the deal in hand, and of the match where its levels are given."""
    given.has("limit_minutes")
    finish = unfinished_deal(ruleset, read_stage(given.text("state", "stage"))) == "finish"
    found: dict[str, object] = {"finish_deal": finish, "match_over": not finish}
    if given.has("levels") and not finish:
        found |= _decided(ruleset, given, "time")
    return found


def match_result(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    said = given.text("reason", default="time")
    if re.search(_FORFEIT, plain(said)):
        return _forfeited(ruleset, given)
    reason = next((reason for reason, pattern in _REASONS if re.search(pattern, plain(said))), None)
    if reason is None:
        raise Unread(f'how a match ends that ends by "{said}"')
    if reason == "ladder" and given.has("side"):
        return _past_the_ladder(ruleset, given.text("side"))
    return _decided(ruleset, given, reason)


def _past_the_ladder(ruleset: Ruleset, side: str) -> Mapping[str, object]:
    """The levels need not be given of a side that is said to have passed the last one."""
    ladder = ruleset.ladder
    decision = decide_match(
        ruleset, (ladder.end_position + 1, ladder.start_position), reason="ladder", dealer_side=None
    )
    return {"winner": side if decision.winner == 0 else None, "decided_by": decision.decided_by, "draw": False}


def _decided(ruleset: Ruleset, given: Given, reason: Reason) -> Mapping[str, object]:
    sides, levels = read_levels(ruleset, given)
    holder = (
        _side(sides, given.raw("deal_holder", "dealer_side", "holder"))
        if given.has("deal_holder", "dealer_side", "holder")
        else None
    )
    decision = decide_match(ruleset, levels, reason=reason, dealer_side=holder)
    winner = None if decision.winner is None else sides[decision.winner]
    draw = decision.decided_by == "draw"
    return {
        "winner": winner if winner is not None else word(decision.decided_by, "none", "nobody"),
        "decided_by": decision.decided_by,
        "draw": draw,
        **_points_of(ruleset, sides, levels, decision.winner),
    }


def _points_of(ruleset: Ruleset, sides: Sequence[str], levels: Sequence[int], winner: int | None) -> dict[str, object]:
    points = dict(zip(sides, differential(ruleset, Played(levels[0], levels[1], winner)), strict=True))
    return {"points": points, "score": points, "differential": points}


def _forfeited(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    sides = list(given.part("levels").data) if given.has("levels") else ["A", "B"]
    by = given.raw("side", "by", "sides")
    at_fault = frozenset(_side(sides, side) for side in (by if isinstance(by, list) else [by]))
    first, second = differential(ruleset, Forfeit(at_fault))
    winner = sides[1 - min(at_fault)] if len(at_fault) == 1 else word("none", "nobody")
    points = {sides[0]: first, sides[1]: second}
    return {"winner": winner, "points": points, "score": points, "draw": False}


def _side(sides: Sequence[str], given: object) -> int:
    if given not in sides:
        raise Unread(f"which side is {given!r}")
    return sides.index(str(given))


def read_levels(ruleset: Ruleset, given: Given) -> tuple[list[str], tuple[int, int]]:
    """Return the names of the two sides and their levels as positions."""
    levels = given.part("levels").data
    if len(levels) != 2:  # noqa: PLR2004 - a match has two sides
        raise Unread(f"which two sides have the levels {dict(levels)!r}")
    one, other = (read_level(ruleset.ladder, level) for level in levels.values())
    return list(levels), (one, other)


def level_difference(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    sides, levels = read_levels(ruleset, given)
    return dict(zip(sides, differential(ruleset, Played(*levels)), strict=True))


def two_round_total(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Add up what one team got in its rounds, each a match against another team."""
    rounds = [Given({"points": points}).number("points") for points in given.items("rounds")]
    results = [_worth(number, 0, number, points) for number, points in enumerate(rounds, start=1)]
    total = rank(range(len(rounds) + 1), results, ruleset=ruleset, criteria=("total",)).row(0).total
    return {"total": total}


def ranking(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Rank by the total alone: what parts equal teams is not in any document."""
    rounds = _rounds(given)
    names = list(dict.fromkeys(name for each in rounds for name in each))
    results: list[MatchResult] = []
    left: list[Adjustment] = []
    for number, each in enumerate(rounds, start=1):
        alone: dict[int, int] = {}
        for name, points in each.items():
            team = names.index(name)
            opponent = next((other for other, theirs in alone.items() if theirs == -points), None)
            if opponent is None:
                alone[team] = points
            else:
                results.append(_worth(number, opponent, team, alone.pop(opponent)))
        left += [Adjustment(team, points, f"round_{number}") for team, points in alone.items()]
    standings = rank(range(len(names)), results, ruleset=ruleset, criteria=("total",), adjustments=left)
    return {
        "totals": {names[row.team]: row.total for row in standings.rows},
        "order": _order(standings, names),
        "places": {names[row.team]: row.place for row in standings.rows},
    }


def _order(standings: Standings, names: Sequence[str]) -> list[list[str]]:
    places: dict[int, list[str]] = {}
    for row in standings.rows:
        places.setdefault(row.place, []).append(names[row.team])
    return [sorted(tied) for _, tied in sorted(places.items())]


def _rounds(given: Given) -> list[dict[str, int]]:
    if given.has("rounds"):
        rounds = given.items("rounds")
    else:
        numbered = {int(match[1]): key for key in given.data if (match := re.fullmatch(r"round_?(\d+)", key))}
        rounds = [given.raw(numbered[number]) for number in sorted(numbered)]
    if not rounds or not all(isinstance(each, dict) for each in rounds):
        raise Unread("which rounds are ranked")
    return [{name: Given(each).number(name) for name in each} for each in rounds]


def _worth(number: int, one: int, other: int, points: int) -> MatchResult:
    """Return a match that is worth so many points to its first team."""
    return MatchResult(number, one, other, Played(max(points, 0), max(-points, 0)))


def round_clock(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say what the clock of a round does that lasts so many minutes."""
    clock = ruleset.round_clock
    minutes = given.number("round_minutes", "minutes", default=clock.minutes.value or 0)
    before, deals = clock.reminder_minutes.value or 0, clock.last_deals.value or 0
    plan = timing.Plan.of_minutes(minutes, reminder_before=before, last_deals=deals)
    facts = [timing.Fact(timing.FactKind.STARTED, BEGUN)]
    state = timing.clock_state(plan, facts, BEGUN)
    reminder = None if state.reminder_at is None else (state.reminder_at - BEGUN) // timedelta(minutes=1)
    return {
        "round_minutes": (state.ends_at - BEGUN) // timedelta(minutes=1) if state.ends_at else None,
        "reminder_at_minute": reminder,
        "last_deals_after_reminder": deals,
        "deals_after_reminder": deals,
        "last_deals": deals,
        "includes_deal_in_hand": clock.last_deals_include_current.value,
        "counted_from": clock.last_deals_counted_from.value,
    }
