"""Rulesets: the 21 groups of what a rule document settles, as data (one module per theme), and the whole of them."""

from scoring.ladder import ScoringError
from scoring.ruleset.deal import EffectKind, LateBand, Moment, Offence, OffenceKind
from scoring.ruleset.ranking import Criterion, UnplayedKind, check_criteria
from scoring.ruleset.table import Band, LevelChange, LevelTable, Row, Tail
from scoring.ruleset.values import MARKS, Entry, Ruled, Status
from scoring.ruleset.whole import (
    CATALOGUES,
    Ruleset,
    available_presets,
    decide,
    digest_of,
    dump_ruleset,
    is_in_catalogue,
    json_schema,
    load_preset,
    parse_ruleset,
    revive,
)

__all__ = [
    "CATALOGUES",
    "MARKS",
    "Band",
    "Criterion",
    "EffectKind",
    "Entry",
    "LateBand",
    "LevelChange",
    "LevelTable",
    "Moment",
    "Offence",
    "OffenceKind",
    "Row",
    "Ruled",
    "Ruleset",
    "ScoringError",
    "Status",
    "Tail",
    "UnplayedKind",
    "available_presets",
    "check_criteria",
    "decide",
    "digest_of",
    "dump_ruleset",
    "is_in_catalogue",
    "json_schema",
    "load_preset",
    "parse_ruleset",
    "revive",
]
