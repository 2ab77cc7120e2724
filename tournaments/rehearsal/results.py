"""Random results that the rules of a match allow."""

from random import Random
from typing import Any

from scoring.ruleset import Ruleset
from tournaments.actions.results import Reported, reported

EQUAL, PAST_THE_END = 0.12, 0.1
HIGHEST_SCORE = 20
NEEDS_WINNER = frozenset({"lots", "next_to_lead", "first_to_reach", "extra_deal", "better_rank"})


def random_result(ruleset: Ruleset, chance: Random, *, knockout: bool) -> Reported:
    """Return what a table could hand in, equal levels or scores among it with what then decides."""
    score = ruleset.match_result
    match score.reported.value:
        case "levels":
            return _levels(ruleset, chance)
        case "score":
            scores = [chance.randint(0, HIGHEST_SCORE) for _ in (0, 1)]
            if chance.random() < EQUAL:
                scores[1] = scores[0]
            decided = _decided(ruleset, chance) if scores[0] == scores[1] else {}
            return reported(scores=scores, **decided)
        case "winner":
            draws = not knockout and score.equal_at_time.value == "draw" and chance.random() < EQUAL
            return reported(draw=True) if draws else reported(winner=chance.randint(0, 1))
        case other:
            raise NotImplementedError(other)


def _levels(ruleset: Ruleset, chance: Random) -> Reported:
    ladder = ruleset.ladder
    positions = [chance.randint(ladder.start_position, ladder.end_position) for _ in (0, 1)]
    if chance.random() < EQUAL:
        positions[1] = positions[0]
    elif ruleset.levels.end.value in {"win", "count_on"} and chance.random() < PAST_THE_END:
        positions[chance.randint(0, 1)] = ladder.end_position + 1
    decided = _decided(ruleset, chance) if positions[0] == positions[1] else {}
    return reported([ladder.label(position) for position in positions], **decided)


def _decided(ruleset: Ruleset, chance: Random) -> dict[str, Any]:
    """Return what the form asks for where both sides are equal."""
    equal, side = ruleset.match_result.equal_at_time.value, chance.randint(0, 1)
    if equal == "dealer_side":
        return {"dealer_side": side}
    return {"winner": side} if equal in NEEDS_WINNER else {}
