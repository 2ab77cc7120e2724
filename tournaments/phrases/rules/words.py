"""Words for the values of a ruleset, where they come from, and why we read them so."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ruleset import Entry
from tournaments.phrases.figures import signed
from tournaments.phrases.tiebreaks import CRITERIA

Words = str | Promise

VALUES: Mapping[str, Words] = {
    "deck.decks": gettext_lazy("Decks"),
    "deck.cards": gettext_lazy("Cards in all"),
    "deck.kitty": gettext_lazy("Cards of the kitty"),
    "deck.hand": gettext_lazy("Cards in each hand"),
    "deck.points": gettext_lazy("Points in the cards"),
    "levels.ladder": gettext_lazy("Levels"),
    "levels.start": gettext_lazy("Level at the start"),
    "levels.must_play": gettext_lazy("Levels that must be played"),
    "levels.max_beyond": gettext_lazy("Levels counted past the last"),
    "level_table.point_unit": gettext_lazy("Points come in steps of"),
    "level_table.bands": gettext_lazy("Level table"),
    "round_clock.minutes": gettext_lazy("Minutes of a round"),
    "round_clock.reminder_minutes": gettext_lazy("Reminder, minutes before the end"),
    "round_clock.last_deals": gettext_lazy("Last deals after the reminder"),
    "round_clock.last_deals_include_current": gettext_lazy("The deal in hand is one of them"),
    "round_clock.last_deals_counted_from": gettext_lazy("Last deals are counted from"),
    "match_result.kind": gettext_lazy("A match counts by"),
    "match_result.zero_sum": gettext_lazy("What one side gains the other loses"),
    "match_result.forfeit_win": gettext_lazy("A pair whose opponents do not come"),
    "match_result.forfeit_loss": gettext_lazy("A pair that does not come"),
    "match_result.double_forfeit": gettext_lazy("Both do not come"),
    "match_result.bye": gettext_lazy("A bye counts"),
    "ranking.tie_breaks": gettext_lazy("Order of ranking"),
    "ranking.places": gettext_lazy("Equal places"),
}
CODES: Mapping[str, Words] = {
    "level_difference": gettext_lazy("the difference of levels"),
    "average": gettext_lazy("the average of the team's other rounds"),
    "reminder": gettext_lazy("the reminder"),
    "end": gettext_lazy("the end"),
    "competition": gettext_lazy("shared, the next ones left out (1, 2, 2, 4)"),
    "dense": gettext_lazy("shared, the next one follows (1, 2, 2, 3)"),
    **CRITERIA,
}
SIGNED = frozenset({"match_result.forfeit_win", "match_result.forfeit_loss", "match_result.double_forfeit"})
STATUSES: Mapping[str, tuple[str, Words]] = {
    "explicit": ("official", gettext_lazy("written")),
    "derived": ("neutral", gettext_lazy("follows from it")),
    "typo_fixed": ("neutral", gettext_lazy("slip corrected")),
    "proposed": ("draft", gettext_lazy("our reading")),
    "silent_decided": ("waiting", gettext_lazy("the organizer decided")),
}
REASONS: Mapping[str, Words] = {
    "document_silent": gettext_lazy("the rules say nothing about it"),
    "count_goes_on_past_the_end": gettext_lazy("levels past A go on being counted"),
    "usual_ladder": gettext_lazy("the usual order of levels"),
    "one_sentence_joins_them": gettext_lazy("one sentence names reminder and last deals together"),
    "only_the_total_is_stated": gettext_lazy("the rules state only the total"),
    "organizer_decided": gettext_lazy("set by the organizer for this event"),
}


def value_words(entry: Entry) -> str:
    """Return the value of a ruleset's line as people read it."""
    value = entry.value
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if entry.path in SIGNED and isinstance(value, int):
        return signed(value)
    if entry.path == "ranking.tie_breaks" and isinstance(value, tuple):
        return _(" → ").join(str(CODES[code]) for code in value)
    if isinstance(value, tuple | frozenset):
        return " ".join(sorted(value) if isinstance(value, frozenset) else value) or _("none")
    return str(CODES.get(str(value), value))
