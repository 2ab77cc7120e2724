"""Codes of the draw → words: how it was drawn, what could not be kept, and where."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Params = Mapping[str, object]

METHODS: Mapping[str, str | Promise] = {
    "s1_lots": gettext_lazy("Lots A1 to I2, then the printed pairing table: teams of one letter never meet."),
    "random_rounds": gettext_lazy(
        "Random rounds: nobody meets the same opponents twice and teams of one unit do not meet, "
        "as long as that is possible."
    ),
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
}
REASONS: Mapping[str, str | Promise] = {
    "lots_fit": gettext_lazy("18 teams whose units fit the printed table."),
    "not_eighteen_teams": gettext_lazy("The printed table is for 18 teams; there are %(teams)s."),
    "unit_too_large_for_lots": gettext_lazy(
        "%(unit)s has %(size)s teams; the printed table can keep at most %(most)s of one unit apart."
    ),
    "lots_impossible": gettext_lazy("No lots of the printed table keep the teams of every unit apart."),
    "other_number_of_rounds": gettext_lazy("The printed table is for two rounds; this event has %(rounds)s."),
}
FLAGS: Mapping[str, str | Promise] = {
    "rematch": gettext_lazy("met before"),
    "own_unit": gettext_lazy("same unit"),
    "second_bye": gettext_lazy("second bye"),
}


def flag_words(code: str, params: Params) -> str:
    """Say which pair breaks a rule in which round."""
    where = params["table"]
    if where is None:
        return _("Round %(round)s, bye: %(teams)s (%(flag)s)") % {**params, "flag": FLAGS[code]}
    return _("Round %(round)s, table %(table)s: %(teams)s (%(flag)s)") % {**params, "flag": FLAGS[code]}


def warning_words(code: str, params: Params) -> str:
    """Say what a draw could not keep, or could not prove."""
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
        case "unit_larger_than_half":
            words = _("%(unit)s has %(size)d of %(teams)d teams, more than half: its teams have to meet each other.")
        case "more_rounds_than_opponents":
            words = _("%(rounds)d rounds, but only %(opponents)d possible opponents: repeats cannot be avoided.")
        case _:
            words = _("It was not proved that no draw with fewer exceptions exists.")
    return words % {**params, "count": count}
