"""Words for rulesets: their values, where each comes from, offences and what they cost, differences and faults."""

from tournaments.phrases.rules.offences import effect_words, offence_words
from tournaments.phrases.rules.words import CODES, REASONS, STATUSES, VALUES, value_words

__all__ = ["CODES", "REASONS", "STATUSES", "VALUES", "effect_words", "offence_words", "value_words"]
