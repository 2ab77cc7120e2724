"""Who meets whom: pure functions over ids, with chance from a stored seed only."""

from tournaments.pairing.constraints import Constraints, violations
from tournaments.pairing.fixed_tables import S1_7, FixedTable
from tournaments.pairing.refusals import DrawRefused, Impossible
from tournaments.pairing.replay import (
    METHODS,
    RANDOM_ROUNDS,
    S1_LOTS,
    VERSION,
    DrawRecord,
    MethodChoice,
    choose_method,
    draw,
    draw_record,
    replay,
)
from tournaments.pairing.values import DrawnMatch, DrawnRound, Entrant, Flag, Inputs, Notice, Outcome

__all__ = [
    "METHODS",
    "RANDOM_ROUNDS",
    "S1_7",
    "S1_LOTS",
    "VERSION",
    "Constraints",
    "DrawRecord",
    "DrawRefused",
    "DrawnMatch",
    "DrawnRound",
    "Entrant",
    "FixedTable",
    "Flag",
    "Impossible",
    "Inputs",
    "MethodChoice",
    "Notice",
    "Outcome",
    "choose_method",
    "draw",
    "draw_record",
    "replay",
    "violations",
]
