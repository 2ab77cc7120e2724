"""Levels over deals: rises, must-play levels, the jack rule."""

from collections.abc import Mapping

from scoring.kitty import LastTrick
from scoring.ladder import Ladder
from scoring.progress import State, advance, play_deal
from scoring.ruleset import Ruleset, decide
from tournaments.transfer.vectors.errors import Unread
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.judges.tricks import DEALER, final, read_last_trick
from tournaments.transfer.vectors.words import Level, read_level, read_role

ROLE = ("role", "side")
MOST_POINTS = 1000


def progress(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say where a deal leaves a side that stood at a level, by levels won or by the attackers' points."""
    ruleset = _with_ladder(ruleset, given)
    attackers = given.role(*ROLE, default="dealer_side") == "attackers"
    held = not attackers
    if given.has("levels_won", "levels"):
        rise = given.count("levels_won", "levels")
    else:
        change = ruleset.level_change(given.number("attacker_points", "attackers_points", "points"))
        rise = change.attackers_delta if attackers else change.dealer_delta
        held = change.deal_held
    held = given.truth("dealer_side_holds", "deal_held", default=held)
    before = read_level(ruleset.ladder, given.raw("level", "from_level", "start_level"))
    after = advance(ruleset, before, rise, held=held and not attackers)
    return {
        "level": Level(ruleset.ladder, after, before),
        "match_won": _won(ruleset, after),
        "takes_deal": attackers and not held,
        "holds_deal": held and not attackers,
    }


def progression(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Follow a side through as many deals as the vector has levels, or until it has won."""
    ruleset = _with_ladder(ruleset, given)
    rise, role = given.count("levels_won_each_deal", "levels_won"), read_role(given.text(*ROLE))
    level = read_level(ruleset.ladder, given.raw("start_level", "level"))
    wanted = given.expected.get("levels_after_each_deal", [])
    deals = given.count("deals", default=len(wanted) if isinstance(wanted, list) else 0)
    levels: list[Level] = []
    while len(levels) < deals and not _won(ruleset, level):
        before, level = level, advance(ruleset, level, rise, held=role == "dealer_side")
        levels.append(Level(ruleset.ladder, level, before))
    return {"levels_after_each_deal": levels, "match_won": _won(ruleset, level)}


def jack_rule(ruleset: Ruleset, given: Given) -> Mapping[str, object]:
    """Say what the last trick does to the levels of both sides.

    The dealer side stands at the level that is played; a vector may have it start elsewhere, which then only counts
    where it does not fall.
    """
    ladder = ruleset.ladder
    played = read_level(ladder, given.raw("dealer_level", "dealer_level_card", "dealer_side_level"))
    theirs = (
        read_level(ladder, given.raw("attackers_level", "attackers_start"))
        if given.has("attackers_level", "attackers_start")
        else ladder.start_position
    )
    trick = read_last_trick(ruleset, given.part("last_trick"))
    points = _points_for(ruleset, given.count("dealer_side_up", default=0), given.count("attackers_up", default=0))
    levels = _levels_after(ruleset, trick, points, (played, theirs))
    rule = ruleset.levels.jack_rule.value
    fell = rule is not None and levels[0] < played and levels[0] == ladder.position(rule.falls_to)
    start = read_level(ladder, given.raw("dealer_side_start")) if given.has("dealer_side_start") else played
    if not fell and start != played:
        levels = _levels_after(ruleset, trick, points, (start, theirs))
    return {
        "dealer_side_level": Level(ladder, levels[0], start if not fell else played),
        "attackers_level": Level(ladder, levels[1], theirs),
        "falls_back": fell,
    }


def _levels_after(ruleset: Ruleset, trick: LastTrick, points: int, levels: tuple[int, int]) -> tuple[int, int]:
    deal = final(ruleset, points)
    state = State(levels, DEALER, 1, (0, 0), None, "")
    after, _ = play_deal(ruleset, state, type(deal)(DEALER, deal.points, 0, trick, deal.penalties))
    return after.levels


def _points_for(ruleset: Ruleset, dealer_side_up: int, attackers_up: int) -> int:
    """Return points that the level table turns into these levels."""
    unit = ruleset.level_table.point_unit.value
    turnover = ruleset.level_table.turnover
    for points in sorted(range(-MOST_POINTS, MOST_POINTS, unit), key=lambda points: abs(points - turnover)):
        change = ruleset.level_change(points)
        if (change.dealer_delta, change.attackers_delta) == (dealer_side_up, attackers_up):
            return points
    raise Unread(f"which points give the dealer side {dealer_side_up} and the attackers {attackers_up} levels")


def _won(ruleset: Ruleset, level: int) -> bool:
    return ruleset.levels.end.value == "win" and level > ruleset.ladder.end_position


def _with_ladder(ruleset: Ruleset, given: Given) -> Ruleset:
    """Take a ladder that the vector names, where these rules have another."""
    if not given.has("ladder"):
        return ruleset
    levels = [str(level) for level in given.items("ladder")]
    own: Ladder = ruleset.ladder
    if tuple(levels) == own.levels:
        return ruleset
    start = own.start if own.start in levels else levels[0]
    must_play = sorted(own.must_play & set(levels))
    return decide(
        ruleset,
        {
            "levels.ladder": levels,
            "levels.start": start,
            "levels.must_play": must_play,
            "levels.jack_rule": None,
            "levels.failure_rule": None,
        },
    )
