"""Words for rulesets: their values, where each comes from, offences and what they cost, differences and faults."""

from tournaments.phrases.rules.differences import Difference, Differing, differences
from tournaments.phrases.rules.faults import fault_line, fault_words
from tournaments.phrases.rules.offences import effect_words, offence_words
from tournaments.phrases.rules.presets import Card, card_of
from tournaments.phrases.rules.sections import Line, Section, label_of, sections, title_of
from tournaments.phrases.rules.tables import TableRow, late_effect, level_rows

__all__ = [
    "Card",
    "Difference",
    "Differing",
    "Line",
    "Section",
    "TableRow",
    "card_of",
    "differences",
    "effect_words",
    "fault_line",
    "fault_words",
    "label_of",
    "late_effect",
    "level_rows",
    "offence_words",
    "sections",
    "title_of",
]
