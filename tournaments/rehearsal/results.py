"""Random results that the rules of a match allow."""

from random import Random
from typing import Any

from scoring.ruleset import Ruleset
from tournaments.actions.results import Reported, reported

EQUAL, PAST_THE_END = 0.12, 0.1
VOID, USUAL_DEALS = 0.05, 4
HIGHEST_SCORE = 20
NEEDS_WINNER = frozenset({"lots", "next_to_lead", "first_to_reach", "extra_deal", "better_rank"})


def random_result(ruleset: Ruleset, chance: Random, *, knockout: bool) -> Reported:
    """Return what a table could hand in, equal levels or scores among it with what then decides."""
    score = ruleset.match_result
    match score.reported.value:
        case "levels":
            return _levels(ruleset, chance, knockout=knockout)
        case "score":
            scores = [chance.randint(0, HIGHEST_SCORE) for _ in (0, 1)]
            if chance.random() < EQUAL:
                scores[1] = scores[0]
            decided = _decided(ruleset, chance, knockout=knockout) if scores[0] == scores[1] else {}
            return reported(scores=scores, **decided)
        case "deal_points":
            return _deals(ruleset, chance, knockout=knockout)
        case _:
            draws = not knockout and score.equal_at_time.value == "draw" and chance.random() < EQUAL
            return reported(draw=True) if draws else reported(winner=chance.randint(0, 1))


def handed_in(ruleset: Ruleset, scores: tuple[int, int], chance: Random, *, knockout: bool) -> Reported:
    """Return what is sent where the points are those of the deals that the table kept."""
    return reported(**(_decided(ruleset, chance, knockout=knockout) if scores[0] == scores[1] else {}))


def only_from_deals(ruleset: Ruleset) -> bool:
    """Tell whether a table has to keep its deals, as points alone do not say what levels they made."""
    score = ruleset.match_result
    return score.reported.value == "deal_points" and score.kind.value == "level_difference"


def _deals(ruleset: Ruleset, chance: Random, *, knockout: bool) -> Reported:
    """Return the points of both sides for each deal, as they are typed from paper."""
    table, unit = ruleset.match_result.deal_points.value, ruleset.level_table.point_unit.value
    pairs = []
    for _ in range(ruleset.match_result.deals.value or USUAL_DEALS):
        if table is None:
            pair = (0, unit * chance.randint(0, HIGHEST_SCORE))
        else:
            grade = chance.choice(table.grades)
            pair = (0, 0) if chance.random() < VOID else (grade.win, grade.loss)
        pairs.append(pair if chance.randint(0, 1) else pair[::-1])
    won = {int(first < second) for first, second in pairs if first != second}
    equal = sum(first - second for first, second in pairs) == 0 and len(won) != 1
    return reported(deal_points=pairs, **(_decided(ruleset, chance, knockout=knockout) if equal else {}))


def _levels(ruleset: Ruleset, chance: Random, *, knockout: bool) -> Reported:
    ladder = ruleset.ladder
    positions = [chance.randint(ladder.start_position, ladder.end_position) for _ in (0, 1)]
    if chance.random() < EQUAL:
        positions[1] = positions[0]
    elif ruleset.levels.end.value in {"win", "count_on"} and chance.random() < PAST_THE_END:
        positions[chance.randint(0, 1)] = ladder.end_position + 1
    decided = _decided(ruleset, chance, knockout=knockout) if positions[0] == positions[1] else {}
    return reported([ladder.label(position) for position in positions], **decided)


def _decided(ruleset: Ruleset, chance: Random, *, knockout: bool) -> dict[str, Any]:
    """Return what the form asks for where both sides are equal; somebody has to win a knockout match."""
    equal, side = ruleset.match_result.equal_at_time.value, chance.randint(0, 1)
    if equal == "dealer_side":
        return {"dealer_side": side}
    return {"winner": side} if knockout or equal in NEEDS_WINNER else {}
