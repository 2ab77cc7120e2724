"""Who meets whom: pure functions over ids, with chance from a stored seed only."""

from tournaments.pairing.asked import Asked, Plan, Standing
from tournaments.pairing.brackets.double import double_bracket_of
from tournaments.pairing.brackets.drawing import DOUBLE_KNOCKOUT, KNOCKOUT, cross_seats, stage_seats
from tournaments.pairing.brackets.single import bracket_of, downstream
from tournaments.pairing.brackets.values import BYE, BracketMatch, Side
from tournaments.pairing.changes import new_flags, swap, verify
from tournaments.pairing.constraints import Constraints, violations
from tournaments.pairing.feasibility import Obstacle, feasible
from tournaments.pairing.fixed_tables import S1_7, FixedTable
from tournaments.pairing.groups import GROUPS, group_sizes
from tournaments.pairing.parts import letters
from tournaments.pairing.records import DrawRecord
from tournaments.pairing.refusals import DrawRefused, Impossible
from tournaments.pairing.replay import (
    METHODS,
    ONE_ROUND,
    RANDOM_ROUNDS,
    S1_LOTS,
    VERSION,
    MethodChoice,
    choose_method,
    draw,
    draw_record,
    replay,
)
from tournaments.pairing.round_robin import round_robin
from tournaments.pairing.rounds.drawing import LOT_ORDER, NEIGHBOURS, RANDOM_ROUND, SWISS
from tournaments.pairing.values import DrawnGroup, DrawnMatch, DrawnRound, Entrant, Flag, Inputs, Notice, Outcome

__all__ = [
    "BYE",
    "DOUBLE_KNOCKOUT",
    "GROUPS",
    "KNOCKOUT",
    "LOT_ORDER",
    "METHODS",
    "NEIGHBOURS",
    "ONE_ROUND",
    "RANDOM_ROUND",
    "RANDOM_ROUNDS",
    "S1_7",
    "S1_LOTS",
    "SWISS",
    "VERSION",
    "Asked",
    "BracketMatch",
    "Constraints",
    "DrawRecord",
    "DrawRefused",
    "DrawnGroup",
    "DrawnMatch",
    "DrawnRound",
    "Entrant",
    "FixedTable",
    "Flag",
    "Impossible",
    "Inputs",
    "MethodChoice",
    "Notice",
    "Obstacle",
    "Outcome",
    "Plan",
    "Side",
    "Standing",
    "bracket_of",
    "choose_method",
    "cross_seats",
    "double_bracket_of",
    "downstream",
    "draw",
    "draw_record",
    "feasible",
    "group_sizes",
    "letters",
    "new_flags",
    "replay",
    "round_robin",
    "stage_seats",
    "swap",
    "verify",
    "violations",
]
