"""Words on a bracket: rounds, where a team will come from, what a match is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.pairing import letters
from tournaments.phrases.sittings import sitting_words
from tournaments.phrases.stages import stage_name

if TYPE_CHECKING:
    from tournaments.selectors.brackets import Bracket, BracketRow, Slot

FINAL, SEMI_FINALS, QUARTER_FINALS = 1, 2, 4


def bracket_title(bracket: Bracket) -> str:
    """Name a bracket by its stage, and by its part where there are several."""
    name = stage_name(bracket.plan)
    return f"{name} · {bracket.name.title}" if bracket.name.title else name


def round_words(matches: int) -> str:
    """Name a round of a knockout by its number of matches, byes among them; powers of two, or a little less."""
    if matches == FINAL:
        return pgettext("round of a knockout", "Final")
    if matches <= SEMI_FINALS:
        return _("Semi-finals")
    if matches <= QUARTER_FINALS:
        return _("Quarter-finals")
    whole = 1 << (matches - 1).bit_length()
    return _("Last %(teams)d (1/%(half)d finals)") % {"teams": 2 * whole, "half": whole}


def turn_words(bracket: Bracket, part: str, turn: int) -> str:
    """Name a round of a part of the bracket: by what is left to win, or by its number within its side."""
    rows = [row for row in bracket.rows if row.part == part and row.turn == turn]
    if part == "final":
        return pgettext("round of a knockout", "Final")
    if part == "reset":
        return _("Second final")
    if part == "main" and not bracket.double:
        return round_words(len(rows))
    sides = {"main": _("Winners' side, round %(number)d"), "losers": _("Losers' side, round %(number)d")}
    if part not in sides:
        return ""
    turns = sorted({row.turn for row in bracket.rows if row.part == part})
    return sides[part] % {"number": turns.index(turn) + 1}


def part_words(part: str, *, double: bool, best: int = 0, worst: int = 0) -> str:
    """Name a part of a bracket for the heading above its drawing."""
    if part == "losers":
        return _("Losers' side")
    if part == "places":
        return _("Places %(best)d to %(worst)d") % {"best": best, "worst": worst}
    return _("Winners' side and final") if double else _("Main bracket")


def match_words(row: BracketRow) -> str:
    """Say which match it is, where, and what it is for."""
    parts = [_("Match %(number)d") % {"number": row.number}]
    if row.part == "third":
        parts = [_("For place 3"), *parts]
    elif row.part == "places" and row.places[0]:
        parts = [_("For place %(place)d") % {"place": row.places[0]}, *parts]
    if row.sitting is not None:
        parts.append(sitting_words(row.sitting))
    if row.table is not None:
        parts.append(_("table %(table)d") % {"table": row.table})
    return " · ".join(parts)


def side_words(slot: Slot) -> str:
    """Name a side without its lot: the players, the number of a masked team, or where the team will come from."""
    if slot.name is not None:
        if slot.name.players:
            return " ".join(slot.name.players)
        return _("Team %(number)d") % {"number": slot.name.number}
    sources = {
        "bye": _("Bye"),
        "winner": _("Winner of match %(match)s"),
        "loser": _("Loser of match %(match)s"),
        "group_place": _("Group %(group)s, place %(place)s"),
        "stage_place": _("Place %(place)s of the stage before"),
    }
    said = {"match": slot.match, "group": letters(slot.group or 0), "place": slot.place}
    return sources.get(slot.source, _("Open")) % said


def figure_words(slot: Slot) -> str:
    """Say what a side reached: its level or score, or that it did not come; "" while nothing is official."""
    return _("absent") if slot.absent else slot.figure


def third_place() -> str:
    return _("For place 3")


def lower_places() -> str:
    return _("For the lower places")
