"""Rulesets from the parameters of an engine: a level table by steps, a kitty by one formula, a ladder that starts anew.

They are made from a ruleset that comes along, by values of one's own, as an organizer would make them. What engines do
and no rule document does cannot be said: NotExpressible.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from scoring.cards import RANKS
from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset, decide, load_preset
from tournaments.transfer.vectors.errors import NotExpressible
from tournaments.transfer.vectors.given import Given
from tournaments.transfer.vectors.words import plain

BASE: Final = "s0"
UNIT: Final = 5
ROTATION: Final = {"dealer_rotation.held": "partner", "dealer_rotation.lost": "next_seat"}
SCORING_KEYS: Final = frozenset(
    {
        "step_points",
        "step_per_deck",
        "step_adjustment",
        "steps_to_turnover",
        "deadzone_steps",
        "zero_window",
        "bonus_small_team",
    }
)
KITTY: Final[Mapping[str, Mapping[str, object]]] = {
    "times": {"kind": "per_card", "factor": 2},
    "power": {"kind": "power", "base": 2},
    "powers of two": {"kind": "power", "base": 2},
}
ABOVE_THE_ACE: Final = "NT"
ADVANCEMENT: Final[Mapping[str, frozenset[str]]] = {
    "fullyunrestricted": frozenset(),
    "unrestricted": frozenset({"A", ABOVE_THE_ACE}),
    "defendpoints": frozenset({"5", "10", "K", "A", ABOVE_THE_ACE}),
}


def by_steps(policy: Given, given: Given) -> Ruleset:
    """Make a level table of equal steps on both sides of the turnover.

    `deadzone_steps` after it give the deal alone. With `zero_window`, no points at all are a step of their own, and a
    whole step below zero is needed for the next. `bonus_small_team` gives the dealer side one level more.
    """
    _only(policy, SCORING_KEYS)
    decks = given.count("decks", default=2)
    step = (
        policy.number("step_points")
        if policy.has("step_points")
        else policy.number("step_per_deck") * decks + policy.number("step_adjustment", default=0)
    )
    table = (
        step,
        policy.count("steps_to_turnover"),
        policy.count("deadzone_steps", default=1),
        policy.truth("zero_window", default=True),
        int(policy.truth("bonus_small_team", default=False)),
    )
    if step <= 0 or step % UNIT or table[1] < 1:
        raise NotExpressible(f"steps of {step} points")
    return _stepped(*table)


@cache
def _stepped(step: int, steps: int, deadzone: int, zero_window: bool, bonus: int) -> Ruleset:  # noqa: FBT001 - parameters of a table
    turnover = step * steps
    bands = [_held(number * step, number * step + step - UNIT, steps - number + bonus) for number in range(steps)]
    if zero_window:
        bands[0] = _held(UNIT, step - UNIT, steps + bonus)
        if step == UNIT:
            del bands[0]
        bands.insert(0, _held(UNIT - step, 0, steps + 1 + bonus))
    if deadzone:
        bands.append(_taken(turnover, turnover + deadzone * step - UNIT, 0))
    first = turnover + deadzone * step
    bands.append(_taken(first, first + step - UNIT, 1))
    tail = {"step": step, "delta": 1}
    return _decided(
        {
            "level_table.bands": bands,
            "level_table.below": tail,
            "level_table.above": tail,
            "level_table.zero_bonus": 0,
            "level_table.cap": None,
            **ROTATION,
        }
    )


def _held(lowest: int, highest: int, levels: int) -> dict[str, object]:
    return {"lowest": lowest, "highest": highest, "deal_held": True, "dealer_delta": levels, "attackers_delta": 0}


def _taken(lowest: int, highest: int, levels: int) -> dict[str, object]:
    return {"lowest": lowest, "highest": highest, "deal_held": False, "dealer_delta": 0, "attackers_delta": levels}


def by_formula(policy: Given, _: Given) -> Ruleset:
    """Make a kitty that any suit digs, by two for each card or two to the power of the cards."""
    _only(policy, {"kitty_penalty"})
    said = policy.text("kitty_penalty")
    formula = KITTY.get(plain(said))
    if formula is None:
        raise NotExpressible(f'the kitty by "{said}"')
    return _decided(
        {
            "kitty.multiplier": formula,
            "kitty.dig_with": "any",
            "kitty.throw": "largest",
            "kitty.highest_multiplier": None,
        }
    )


def by_ladder(policy: Given, _: Given) -> Ruleset:
    """Make a ladder up to the highest level that starts anew past it, with the levels at which a side must defend."""
    _only(policy, {"advancement", "max_level"})
    return _decided(_ladder(policy))


def with_jack(policy: Given, given: Given) -> Ruleset:
    """Make a ladder with a jack rule.

    An engine lets the dealer side fall before it rises, and only by a single jack; in a ruleset it falls and does not
    rise, by whatever holds a jack. Where these differ, nothing can be said.
    """
    _only(policy, {"jack", "advancement", "max_level"})
    said = policy.text("jack")
    if not plain(said).startswith(("singlejack", "single jack")):
        raise NotExpressible(f'the jack rule "{said}"')
    if given.number("dealer_side_up", default=0):
        raise NotExpressible("a side that falls back and rises in one deal")
    if len(given.part("last_trick").items("winning_play")) > 1:
        raise NotExpressible("a jack rule for single jacks only")
    rule = {"level": "J", "cards": "any", "falls_to": RANKS[0]}
    return _decided(_ladder(policy) | {"levels.jack_rule": rule, "kitty.dig_with": "any"})


def _ladder(policy: Given) -> dict[str, Any]:
    highest = policy.text("max_level", default=ABOVE_THE_ACE)
    levels: tuple[str, ...] = (*RANKS, ABOVE_THE_ACE)
    if highest not in levels:
        raise NotExpressible(f'levels up to "{highest}"')
    levels = levels[: levels.index(highest) + 1]
    said = policy.text("advancement", default="Unrestricted")
    must_play = ADVANCEMENT.get(plain(said))
    if must_play is None:
        raise NotExpressible(f'the advancement "{said}"')
    if must_play:
        must_play |= {highest}
    return {
        "levels.ladder": list(levels),
        "levels.start": levels[0],
        "levels.must_play": sorted(must_play & set(levels)),
        "levels.pass_rule": "held_as_dealer",
        "levels.end": "restart",
        "levels.max_beyond": 0,
        "levels.jack_rule": None,
        "levels.failure_rule": None,
        "levels.early_win": None,
    }


def by_turn(policy: Given, _: Given) -> Ruleset:
    """Make the rotation that engines have: partner where the deal is held, else the next seat."""
    _only(policy, frozenset())
    return _decided(ROTATION)


def _only(policy: Given, known: Sequence[str] | frozenset[str] | set[str]) -> None:
    further = sorted(policy.data.keys() - set(known))
    if further:
        raise NotExpressible(f"the parameters {', '.join(further)}")


def _decided(decisions: Mapping[str, object]) -> Ruleset:
    try:
        return decide(load_preset(BASE), decisions)
    except ScoringError as fault:
        raise NotExpressible(f"the parameters ({fault.code})") from fault


POLICIES: Final[Mapping[str, Callable[[Given, Given], Ruleset]]] = {
    "deal_score": by_steps,
    "kitty_multiplier": by_formula,
    "progression": by_ladder,
    "jack_rule": with_jack,
    "next_dealer": by_turn,
}
