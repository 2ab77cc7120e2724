"""What a match counts is said for every formula that a ruleset can have, with an example that is counted."""

import pytest
from django.utils.translation import override

from scoring.ruleset import decide, load_preset
from tournaments.phrases.points import points_rules

ADDED = "The points of all rounds are added."
WON = {"win": 3, "draw": 1, "loss": 0}
RESULT = {"match_result.kind": "win_loss", "match_result.zero_sum": False, "match_result.points": WON}
DEALS = {
    "match_result.kind": "per_deal",
    "match_result.reported": "deal_points",
    "match_result.deals": 4,
    "match_result.deal_points": {
        "grades": [{"levels": 0, "win": 2, "loss": 0}, {"levels": 3, "win": 3, "loss": 0}],
        "sweep": 10,
        "sweep_loss": 1,
    },
}
CASES = {
    "the difference alone": (
        {},
        [
            "The difference of levels at the end of a round counts.",
            "For each level of difference the side ahead gets 1, and the side behind loses as much.",
            "9 against 6 gives +3 and −3.",
        ],
    ),
    "a base with a difference up to a cap": (
        {"match_result.base": 15, "match_result.largest": 2},
        [
            "The difference of levels at the end of a round counts.",
            "Both sides begin with 15.",
            "For each level of difference the side ahead gets 1, and the side behind loses as much.",
            "At most 2 levels of difference count.",
            "9 against 6 gives 17 and 13.",
        ],
    ),
    "a difference that only the side ahead gets": (
        {"match_result.zero_sum": False, "match_result.factor": "1/2"},
        [
            "The difference of levels at the end of a round counts.",
            "For each level of difference the side ahead gets 0.5, the side behind nothing.",
            "9 against 6 gives 1.5 and 0.",
        ],
    ),
    "a win and a tenth for each level": (
        {
            "match_result.kind": "win_and_difference",
            "match_result.points": {"win": 1, "draw": 0, "loss": 0},
            "match_result.zero_sum": False,
            "match_result.factor": "1/10",
            "match_result.equal_at_time": "extra_deal",
            "match_result.equal_before_first_deal": "lots",
        },
        [
            "In each match it counts who won: 1 for a win, 0 for a loss.",
            "To that comes the difference of levels at the end of a round.",
            "For each level of difference the side ahead gets 0.1, the side behind nothing.",
            "9 against 6 gives 1.3 and 0.",
        ],
    ),
    "who won, with draws": (
        {**RESULT, "match_result.equal_at_time": "draw"},
        ["In each match it counts who won: 3 for a win, 1 for a draw, 0 for a loss."],
    ),
    "every deal, and all of them": (
        DEALS,
        [
            "Each deal counts: 2 points for the side that wins it, 0 for the other.",
            "If the winner rises 3 levels or more: 3 and 0.",
            "A side that wins all of several deals gets 10 instead, the other 1.",
        ],
    ),
    "the score as it is handed in, and the own unit": (
        {"match_result.kind": "score", "match_result.reported": "score", "match_result.own_unit": 0},
        [
            "What a table hands in are the points of both sides, and they count as they are.",
            "A meeting of two pairs of one unit counts 0 for both.",
        ],
    ),
}


@pytest.mark.parametrize(("decisions", "said"), CASES.values(), ids=CASES)
def test_a_match_is_said_by_what_it_counts(decisions, said):
    ruleset = decide(load_preset("s1"), decisions)

    with override("en"):
        found = list(points_rules(ruleset))

    assert found == [*said, ADDED]


def test_an_example_is_of_the_levels_that_there_are():
    """S3-C4: no 9 and no 6 on the ladder."""
    ruleset = decide(load_preset("s3"), {"match_result.kind": "level_difference", "match_result.points": None})

    with override("en"):
        found = list(points_rules(ruleset))

    assert found[2] == "10 against 2 gives 2 and 0."


def test_in_a_bracket_who_wins_goes_on():
    with override("en"):
        found = list(points_rules(load_preset("s0"), bracket=True))

    assert found == ["Who wins a match goes on in the bracket."]
