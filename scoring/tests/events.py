"""Points formulas and tie-breaks as published notices of events have them, as decisions on a preset."""

from scoring.ruleset import Ruleset, decide
from scoring.tests.cast import S1

N01 = decide(
    S1,
    {
        "match_result.base": 15,
        "match_result.largest": 10,
        "match_result.forfeit_win": 18,
        "match_result.forfeit_loss": 0,
        "ranking.tie_breaks": ["total", "last_rounds", "shared"],
    },
)
N06 = decide(
    S1,
    {
        "match_result.kind": "win_loss",
        "match_result.zero_sum": False,
        "match_result.points": {"win": 3, "draw": 0, "loss": 0},
        "match_result.forfeit_loss": 0,
        "ranking.tie_breaks": ["total", "net_levels", "levels_risen", "lots"],
    },
)
N08 = decide(
    S1,
    {
        "match_result.kind": "win_loss",
        "match_result.reported": "winner",
        "match_result.zero_sum": False,
        "match_result.points": {"win": 1, "draw": 0, "loss": 0},
        "match_result.forfeit_win": 1,
        "match_result.forfeit_loss": 0,
        "ranking.tie_breaks": ["total", "head_to_head", "extra_deal", "lots"],
    },
)
N19 = decide(
    S1,
    {
        "match_result.base": 13,
        "match_result.forfeit_win": 13,
        "match_result.forfeit_loss": 0,
        "match_result.bye": "points",
        "match_result.own_unit": 0,
        "ranking.tie_breaks": ["total", "head_to_head_if_met", "wins", "best_round", "second_best_round", "shared"],
    },
)
N21 = decide(
    S1,
    {
        "match_result.equal_at_time": "next_to_lead",
        "ranking.tie_breaks": ["wins", "net_levels", "levels_risen", "card_cut"],
    },
)
N27 = decide(
    S1,
    {
        "match_result.kind": "win_and_difference",
        "match_result.factor": "0.1",
        "match_result.points": {"win": 2, "draw": 1, "loss": 0},
        "match_result.forfeit_win": 2,
        "match_result.forfeit_loss": 0,
        "match_result.double_forfeit": 1,
        "match_result.bye": "points",
        "match_result.bye_points": 1,
    },
)


def of_deals(grades: list[tuple[int, int, int]], **sweep: int) -> Ruleset:
    """A match counted deal by deal: levels from which a grade counts, points of the deal's winner, of its loser."""
    return decide(
        S1,
        {
            "match_result.kind": "per_deal",
            "match_result.reported": "deal_points",
            "match_result.deal_points": {
                "grades": [dict(zip(("levels", "win", "loss"), grade, strict=True)) for grade in grades],
                **sweep,
            },
        },
    )


N26 = of_deals([(1, 1, 0), (2, 2, 0), (3, 3, 0)])
N30 = of_deals([(0, 2, -2), (2, 4, -4)], sweep=12, sweep_loss=-12)
SCORES = decide(S1, {"match_result.kind": "score", "match_result.reported": "score"})
