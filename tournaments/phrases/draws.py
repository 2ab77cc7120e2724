"""Codes of the draw → words: how it was drawn, what could not be kept, and where.

Teams and units stand in the parameters by their names.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.figures import Points
from tournaments.phrases.figures import figure

Params = Mapping[str, object]


class Earlier(Protocol):
    """A round of the event and a table, None for a bye."""

    @property
    def round(self) -> int: ...

    @property
    def table(self) -> int | None: ...


class Note(Protocol):
    """Why a pair or a bye is flagged, as `selectors.draw_reasons` finds it."""

    @property
    def code(self) -> str: ...

    @property
    def unit(self) -> str: ...

    @property
    def before(self) -> Sequence[Earlier]: ...

    @property
    def totals(self) -> Sequence[Points]: ...


METHODS: Mapping[str, str | Promise] = {
    "s1_lots": gettext_lazy("Lots A1 to I2, then the printed pairing table: teams of one letter never meet."),
    "random_rounds": gettext_lazy(
        "Random rounds: nobody meets the same opponents twice and teams of one unit do not meet, "
        "as long as that is possible."
    ),
    "random_round": gettext_lazy(
        "One round at random: nobody meets the same opponents again and teams of one unit do not meet, "
        "as long as that is possible."
    ),
    "swiss": gettext_lazy("By points: opponents have as nearly the same points as the rules allow."),
    "neighbours": gettext_lazy("Neighbours by rank: first against second, third against fourth, and so on."),
    "lot_order": gettext_lazy("Neighbours in the order of lots."),
    "groups": gettext_lazy("Groups by lot: pots spread evenly, teams of one unit apart as far as possible."),
    "knockout": gettext_lazy("A knockout: seeds and teams of one unit as far apart as possible, the rest by lot."),
    "double_knockout": gettext_lazy("A knockout in which a team is out after its second loss."),
}
WAYS: Mapping[str, str | Promise] = {
    "shuffle": gettext_lazy(
        "Whole lists were shuffled until one kept every rule: each possible draw was equally likely."
    ),
    "counted": gettext_lazy("One of all possible draws was chosen by counting them: each was equally likely."),
    "repair": gettext_lazy("A shuffled list was repaired by random swaps until it kept every rule."),
    "circle": gettext_lazy("A round robin in random order was used."),
    "exact": gettext_lazy("The rules leave few draws: an exact search found one with the fewest exceptions."),
    "search": gettext_lazy("The rules leave few draws: a full search found one with the fewest exceptions."),
    "matching": gettext_lazy("Of all possible pairings the best by the rules was computed exactly."),
    "quick": gettext_lazy("Neighbours in order were paired, and it was proved that no pairing is closer."),
    "zones": gettext_lazy(
        "Neighbours in order were paired, the difficult places exactly, and it was proved that no pairing is closer."
    ),
    "sparse": gettext_lazy("The best pairing among near candidates was computed; the whole field was too large."),
    "standard": gettext_lazy("The seeds stand in their standard places."),
    "given": gettext_lazy("Everything was given beforehand."),
}
REASONS: Mapping[str, str | Promise] = {
    "lots_fit": gettext_lazy("18 teams whose units fit the printed table."),
    "not_eighteen_teams": gettext_lazy("The printed table is for 18 teams; there are %(teams)s."),
    "unit_too_large_for_lots": gettext_lazy(
        "%(unit)s has %(size)s teams; the printed table can keep at most %(most)s of one unit apart."
    ),
    "lots_impossible": gettext_lazy("No lots of the printed table keep the teams of every unit apart."),
    "other_number_of_rounds": gettext_lazy("The printed table is for two rounds; this event has %(rounds)s."),
    "groups_to_be_drawn": gettext_lazy("The groups are drawn first, and each of them plays by itself."),
}
CONSTRAINTS: Mapping[str, str | Promise] = {
    "forbidden": gettext_lazy("the pairs that you named do not meet"),
    "no_rematch": gettext_lazy("nobody meets the same opponents again"),
    "no_own_unit": gettext_lazy("teams of one unit do not meet"),
    "one_bye": gettext_lazy("nobody has a second bye"),
}
REMEDIES: Mapping[str, str | Promise] = {
    "forbidden": gettext_lazy("Take back a pair that must not meet, or an absence or a bye that leaves no other way."),
    "no_rematch": gettext_lazy("Let one more team enter, play fewer rounds, or let this draw repeat a meeting."),
    "no_own_unit": gettext_lazy("Let teams of other units enter, or let this draw bring teams of one unit together."),
    "one_bye": gettext_lazy("Let one more team enter, so that nobody rests, or let this draw give a second bye."),
}
FLAGS: Mapping[str, str | Promise] = {
    "rematch": gettext_lazy("met before"),
    "own_unit": gettext_lazy("same unit"),
    "second_bye": gettext_lazy("second bye"),
    "forbidden": gettext_lazy("was not to meet"),
}
WARNINGS: Mapping[str, str | Promise] = {
    "unit_larger_than_half": gettext_lazy(
        "%(unit)s has %(size)d of %(teams)d teams, more than half: its teams have to meet each other."
    ),
    "more_rounds_than_opponents": gettext_lazy(
        "%(rounds)d rounds, but only %(opponents)d possible opponents: repeats cannot be avoided."
    ),
    "fewest_not_proved": gettext_lazy("It was not proved that no draw with fewer exceptions exists."),
    "gap_not_proved": gettext_lazy("It was not proved that no pairing with closer opponents exists."),
    "wish_not_kept": gettext_lazy("The wish that %(one)s and %(other)s meet could not be kept."),
    "extra_byes": gettext_lazy("%(count)d teams have a bye, as byes given beforehand left an odd number."),
    "table_not_kept": gettext_lazy("Table %(table)d could not be kept for %(team)s."),
    "swapped": gettext_lazy("Exchanged by hand in round %(round)d: %(one)s and %(other)s."),
}
BYE_REASONS: Mapping[str, str | Promise] = {
    "no_rematch": gettext_lazy("%(team)s has the bye instead of %(instead_of)s, so that nobody meets again."),
    "no_own_unit": gettext_lazy("%(team)s has the bye instead of %(instead_of)s, so that no teams of one unit meet."),
    "forbidden": gettext_lazy("%(team)s has the bye instead of %(instead_of)s, so that no forbidden pair meets."),
    "": gettext_lazy("%(team)s has the bye instead of %(instead_of)s: the rules allow no other pairing."),
}
OBSTACLES: Mapping[str, str | Promise] = {
    "more_rounds_than_opponents": gettext_lazy(
        "%(rounds)d rounds without repeats cannot be played: %(most)d at most, or allow repeats."
    ),
    "rounds_may_run_out": gettext_lazy(
        "Drawn one by one, %(sure)d rounds without repeats are certain; the later ones of %(rounds)d may need some."
    ),
    "unit_larger_than_half": gettext_lazy(
        "%(unit)s has %(size)d of %(teams)d teams: with more than %(most)d its teams have to meet each other."
    ),
    "more_rounds_than_outside_opponents": gettext_lazy(
        "The teams of %(unit)s have opponents outside it for %(most)d rounds, not for %(rounds)d."
    ),
    "more_byes_than_teams": gettext_lazy(
        "With %(teams)d teams and %(rounds)d rounds somebody has a bye twice: add a team, or play fewer rounds."
    ),
    "sizes_do_not_fit": gettext_lazy("The groups have %(places)d places for %(teams)d teams."),
    "group_of_one": gettext_lazy("A group needs two teams at least."),
    "unit_larger_than_groups": gettext_lazy(
        "%(unit)s has %(size)d teams for %(groups)d groups: some of them come into one group."
    ),
    "knockout_rounds": gettext_lazy("A knockout of %(teams)d teams needs %(needed)d rounds; there are %(rounds)d."),
    "nobody_goes_out": gettext_lazy("In this knockout nobody would go out: %(until)d are to be left."),
    "unknown_method": gettext_lazy("There is no way of drawing named %(method)s."),
}
REFUSED: Mapping[str, str | Promise] = {
    "too_few_teams": gettext_lazy("At least %(least)s teams are needed; there are %(teams)s."),
    "no_team_left": gettext_lazy("No team is left to play."),
    "unknown_team": gettext_lazy("%(team)s is not in this draw."),
    "team_twice": gettext_lazy("%(team)s is named twice."),
    "pair_with_itself": gettext_lazy("%(team)s cannot be paired with itself."),
    "bad_table": gettext_lazy("There is no table %(table)s."),
    "table_twice": gettext_lazy("Table %(table)s is given twice."),
    "team_without_lot": gettext_lazy("%(team)s has no lot."),
    "lot_twice": gettext_lazy("Lot %(lot)s is given twice."),
    "scores_too_large": gettext_lazy("The points are too far apart to be compared exactly."),
    "bad_rounds": gettext_lazy("%(rounds)s rounds cannot be drawn in this way."),
    "asked_of_one_round": gettext_lazy("Absences, byes, fixed pairs and wishes can only be given for a single round."),
    "bad_groups": gettext_lazy("There have to be one or more groups."),
    "bad_seed": gettext_lazy("The seed has up to %(longest)s digits."),
    "swap_with_itself": gettext_lazy("Choose two different teams."),
    "swap_same_match": gettext_lazy("These two teams meet each other: nothing would change."),
    "swap_same_group": gettext_lazy("These two teams are in the same group."),
    "swap_other_part": gettext_lazy("These two teams do not play in the same group or division."),
    "pair_in_two_parts": gettext_lazy(
        "%(one)s and %(other)s cannot meet: they do not play in the same group or division."
    ),
    "part_of_one": gettext_lazy("%(team)s has nobody to play with: it is alone in its group or division."),
    "team_in_no_part": gettext_lazy("%(team)s is in no group."),
    "not_in_round": gettext_lazy("%(team)s does not play in this round."),
}


def note_words(note: Note) -> str:
    """Say beside a pair or a bye why it is flagged: where they met before, whose unit it is, how the points differ."""
    before = _(", ").join(
        _("round %(round)s, table %(table)s") % {"round": each.round, "table": each.table}
        if each.table is not None
        else _("round %(round)s") % {"round": each.round}
        for each in note.before
    )
    if note.code == "gap":
        one, other = (figure(total) for total in note.totals)
        return _("points %(one)s and %(other)s") % {"one": one, "other": other}
    if note.code == "own_unit" and note.unit:
        return _("both of %(unit)s") % {"unit": note.unit}
    if note.code == "rematch" and before:
        return _("met before: %(before)s") % {"before": before}
    if note.code == "second_bye" and before:
        return _("second bye, had one in %(before)s") % {"before": before}
    return str(FLAGS[note.code])


def flag_words(code: str, params: Params) -> str:
    """Say which pair breaks a rule in which round, or in which group (its heading, empty where it is the only one)."""
    if "group" in params:
        words = _("%(teams)s (%(flag)s)") % {**params, "flag": FLAGS[code]}
        return _("%(part)s: %(words)s") % {"part": params["group"], "words": words} if params["group"] else words
    where = params["table"]
    if where is None:
        return _("Round %(round)s, bye: %(teams)s (%(flag)s)") % {**params, "flag": FLAGS[code]}
    return _("Round %(round)s, table %(table)s: %(teams)s (%(flag)s)") % {**params, "flag": FLAGS[code]}


def warning_words(code: str, params: Params) -> str:
    """Say what a draw could not keep, or could not prove; and of which part, where its name is among the parameters."""
    words = _warning(code, params)
    if params.get("part_name"):
        return _("%(part)s: %(words)s") % {"part": params["part_name"], "words": words}
    return words


def _warning(code: str, params: Params) -> str:
    count = int(str(params.get("count", 0)))
    match code:
        case "rematch_unavoidable":
            words = ngettext(
                "%(count)d meeting is a repeat: no draw without it exists.",
                "%(count)d meetings are repeats: no draw with fewer exists.",
                count,
            )
        case "own_unit_unavoidable":
            words = ngettext(
                "%(count)d meeting is between teams of one unit: no draw without it exists.",
                "%(count)d meetings are between teams of one unit: no draw with fewer exists.",
                count,
            )
        case "second_bye_unavoidable":
            words = ngettext(
                "%(count)d team has a bye a second time: no draw without it exists.",
                "%(count)d teams have a bye a second time: no draw with fewer exists.",
                count,
            )
        case "own_unit_in_group":
            words = ngettext(
                "%(count)d pair of one unit is in one group.", "%(count)d pairs of one unit are in one group.", count
            )
        case "own_unit_by_seeding":
            words = ngettext(
                "%(count)d first match is between teams of one unit, as the seeds have it.",
                "%(count)d first matches are between teams of one unit, as the seeds have it.",
                count,
            )
        case "forbidden_unavoidable":
            words = ngettext(
                "%(count)d pair meets that was not to meet: no draw without it exists.",
                "%(count)d pairs meet that were not to meet: no draw with fewer exists.",
                count,
            )
        case "bye_not_by_rule":
            words = str(BYE_REASONS[str(params.get("because", ""))])
        case _:
            words = str(WARNINGS[code])
    return words % {**params, "count": count}


def obstacle_words(code: str, params: Params) -> str:
    """Say what cannot be played as planned, and what would make it playable."""
    return str(OBSTACLES.get(code) or REASONS[code]) % params


def refused_words(code: str, params: Params) -> str:
    """Say why a draw or an exchange cannot be made as asked; a code of another version stands for itself."""
    return str(REFUSED.get(code) or OBSTACLES.get(code) or REASONS.get(code) or code) % params
