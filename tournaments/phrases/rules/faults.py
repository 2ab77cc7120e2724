"""What is wrong with a ruleset, in words: the rule that is broken and the value that breaks it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.decisions import RuleFault
from tournaments.phrases.rules.codes import CODES
from tournaments.phrases.rules.labels import GROUPS
from tournaments.phrases.rules.sections import label_of

FAULTS: Mapping[str, str | Promise] = {
    "deck_does_not_add_up": gettext_lazy(
        "These decks have %(cards)s cards: four equal hands and the kitty have to make exactly that."
    ),
    "points_do_not_add_up": gettext_lazy("The cards that count make %(points)s points together."),
    "points_not_in_unit": gettext_lazy("%(points)s is no multiple of %(unit)s, the step in which points come."),
    "rank_twice": gettext_lazy("The rank %(rank)s stands there twice."),
    "level_without_cards": gettext_lazy(
        "There are no cards for the level %(level)s: give ranks from 2 to A that are in the deck, or Joker."
    ),
    "bad_ladder": gettext_lazy(
        "The levels have to be different from each other and without “+”; the start and the must-play "
        "levels are among them."
    ),
    "level_not_on_ladder": gettext_lazy("The level %(level)s is not in the order of the levels."),
    "fall_goes_up": gettext_lazy("%(falls_to)s is not below %(level)s: one falls back to a lower level."),
    "counts_past_the_end": gettext_lazy(
        "Levels past the last: 1 where passing it wins, at least 1 where they go on being counted, else 0. "
        "%(max_beyond)s does not fit."
    ),
    "level_table_empty": gettext_lazy("The level table needs at least one row."),
    "level_table_end": gettext_lazy(
        "At this end the table has to be open (no number), or a further step has to be given: one of the two."
    ),
    "level_table_reversed": gettext_lazy("A row from %(lowest)s to %(highest)s: the first number is the lower one."),
    "level_table_gap": gettext_lazy("After %(after)s comes %(before)s: between two rows there is a gap or an overlap."),
    "wrong_side_rises": gettext_lazy("In the row from %(lowest)s to %(highest)s the side that loses the deal rises."),
    "level_table_not_monotone": gettext_lazy(
        "The row that begins at %(lowest)s is better for the dealer side than the one before: with more "
        "points the attackers may not do worse."
    ),
    "no_turnover": gettext_lazy(
        "With the fewest points the deal has to be held, with the most it has to change sides."
    ),
    "wider_than_the_decks": gettext_lazy("%(width)s equal cards: there are only %(decks)s decks."),
    "kitty_without_triples": gettext_lazy(
        "With %(decks)s decks there are triples: say what the kitty counts when it is dug with one."
    ),
    "no_such_kitty_card": gettext_lazy("The kitty has %(kitty)s cards: there is no card number %(card)s."),
    "override_without_jokers": gettext_lazy("Overriding with a pair of jokers needs jokers in the deck."),
    "fixes_below_the_minimum": gettext_lazy("%(fixes)s cards cannot fix trumps where a first show needs %(minimum)s."),
    "shape_of_other_length": gettext_lazy("“%(shape)s” has another number of cards than “%(other)s”."),
    "lead_twice": gettext_lazy("The lead “%(lead)s” stands there twice."),
    "offence_key": gettext_lazy("This offence is called “%(named)s”, not “%(key)s”."),
    "effect_and_amount": gettext_lazy(
        "Points and levels need a number greater than 0, all else has none: %(amount)s does not fit."
    ),
    "levels_without_deal_lost": gettext_lazy("Levels of a lost deal belong only to the effect that the deal is lost."),
    "per_card_without_points": gettext_lazy("Only points are counted for each card."),
    "escalation_not_ordered": gettext_lazy("Repeated offences go up in number: %(occurrence)s comes too early."),
    "lateness_ends": gettext_lazy("The last step of lateness is open: leave its minutes (%(minutes)s) empty."),
    "lateness_not_ordered": gettext_lazy("The minutes of lateness go up from row to row; %(minutes)s does not."),
    "reminder_before_the_round": gettext_lazy(
        "The reminder comes %(reminder)s minutes before the end: the round has to be longer than that."
    ),
    "last_deals_without_start": gettext_lazy(
        "The last deals have no moment to be counted from: there is no such time."
    ),
    "last_deals_and_unfinished_deal": gettext_lazy(
        "A number of last deals and “one of the last deals” go together: give both or neither."
    ),
    "forfeit_pays": gettext_lazy("Who does not come may not get more than who does (%(win)s)."),
    "difference_without_levels": gettext_lazy("The difference of levels needs levels: “%(reported)s” tells none."),
    "points_for_results": gettext_lazy("Points for a match are needed where it counts who won, and only there."),
    "points_for_deals": gettext_lazy("Points for a deal are needed where the deals count one by one, and only there."),
    "no_grades": gettext_lazy("Points for a deal need at least one row."),
    "grades_not_ordered": gettext_lazy(
        "The levels go up from row to row and the points with them; %(levels)s does not."
    ),
    "deal_not_worth_it": gettext_lazy("Winning a deal (%(win)s) brings more than losing it (%(loss)s)."),
    "half_a_sweep": gettext_lazy("Where all deals are won, both sides get a number: give both or neither."),
    "base_without_difference": gettext_lazy(
        "Points to start from (%(base)s) belong to the difference of levels; here they are 0."
    ),
    "factor_not_positive": gettext_lazy("A level of difference counts more than 0; %(factor)s does not."),
    "reported_without_points": gettext_lazy("“%(reported)s” does not tell the points that count here."),
    "not_exact": gettext_lazy("“%(given)s” is no number like 2, 0.1 or 1/10."),
    "no_opponent_to_count": gettext_lazy("There are no opponents in such a round, so none can count."),
    "unplayed_twice": gettext_lazy("The same kind of round stands there twice."),
    "result_points_not_ordered": gettext_lazy("Winning brings at least as much as a draw, a draw as much as losing."),
    "not_zero_sum": gettext_lazy(
        "%(win)s, %(draw)s and %(loss)s do not cancel out: then one side's gain is not the other's loss."
    ),
    "no_criteria": gettext_lazy("Name at least one thing that ranks."),
    "unknown_criterion": gettext_lazy("“%(criterion)s” ranks nothing here."),
    "criterion_twice": gettext_lazy("“%(criterion)s” stands in the order twice."),
    "lots_not_last": gettext_lazy("A lot decides everything that is left: it comes last."),
    "shared_not_last": gettext_lazy("A shared place decides everything that is left: it comes last."),
    "decided_before_counted": gettext_lazy(
        "What equal teams decide among themselves (an extra deal, cutting the cards) comes after all that is counted."
    ),
    "decides_a_match": gettext_lazy(
        "Who reached a level first, or ended as the dealer side, decides an equal match and ranks nobody."
    ),
    "total_comes_first": gettext_lazy("The total ranks first; the order begins with it."),
    "knockout_without_a_winner": gettext_lazy("A knockout needs a winner: a draw is not possible here."),
    "rounds_of_the_format": gettext_lazy("Two rounds are two rounds: %(rounds)s does not fit."),
    "silence_undecided": gettext_lazy(
        "Nothing is decided here yet (clause %(clause)s): give a value with the status “organizer”."
    ),
    "reason_missing": gettext_lazy("A value with this status (%(status)s) needs a reason."),
    "clause_missing": gettext_lazy("A value that the document holds (%(status)s) needs its clause."),
    "unknown_value": gettext_lazy("There is no value called “%(path)s”."),
    "unknown_preset": gettext_lazy("There is no ruleset called “%(preset)s”."),
    "missing": gettext_lazy("This is needed."),
    "extra_forbidden": gettext_lazy("The rules know no such value."),
    "greater_than": gettext_lazy("It has to be more than %(gt)s."),
    "greater_than_equal": gettext_lazy("The least is %(ge)s."),
    "less_than_equal": gettext_lazy("The most is %(le)s."),
    "too_long": gettext_lazy("There can be %(max_length)s at most."),
    "string_pattern_mismatch": gettext_lazy("This is not written as it has to be."),
    "literal_error": gettext_lazy("This is not one of the possible values."),
    "union_tag_invalid": gettext_lazy("This is not one of the possible values."),
    "int_type": gettext_lazy("A whole number is needed."),
    "int_parsing": gettext_lazy("A whole number is needed."),
    "int_from_float": gettext_lazy("A whole number is needed."),
    "bool_type": gettext_lazy("Yes or no is needed."),
    "string_type": gettext_lazy("A text is needed."),
}
SOMETHING_ELSE = gettext_lazy("This value cannot be used.")
LONGEST_GIVEN = 60


def fault_words(fault: RuleFault) -> str:
    """Return the rule that is broken, with the values that break it."""
    params = {name: _in_words(fault.path, value) for name, value in fault.params.items()}
    return str(FAULTS.get(fault.code, SOMETHING_ELSE)) % params


def fault_line(fault: RuleFault) -> str:
    """Return a fault with the value's name and, where it is short, what was given: for a file."""
    given = "" if isinstance(fault.given, dict | list) or fault.given is None else str(fault.given)
    if not fault.path:
        return fault_words(fault)
    words = {"label": _label(fault.path), "given": given[:LONGEST_GIVEN], "rule": fault_words(fault)}
    if given:
        return _("%(label)s, “%(given)s”: %(rule)s") % words
    return _("%(label)s: %(rule)s") % words


def _label(path: str) -> str:
    """Return what a value is called; of one that does not exist its path."""
    try:
        return label_of(path)
    except KeyError:
        return str(GROUPS.get(path, path))


def _in_words(path: str, value: object) -> object:
    return CODES.get(path, {}).get(str(value), value) if isinstance(value, str) else value
