"""Words for sittings and areas: which turn of a round, where in the hall."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.phrases.languages import name_for_reader
from tournaments.regulations import Area


def area_name(area: Area | None) -> str:
    """Return the name of an area in the reader's language; "" for a table of none."""
    return name_for_reader(area.name, area.name_en) if area is not None else ""


def sitting_words(sitting: int | None) -> str:
    """Name a sitting; "" where a round has only one."""
    return pgettext("turn of a round", "Sitting %(number)d") % {"number": sitting} if sitting is not None else ""


def sitting_state(state: str, starts: datetime | None, clock_time: str) -> str:
    """Say where a sitting stands: over, on, next or later; `clock_time` is when it starts, as far as that is known."""
    if state == "over":
        return pgettext("sitting", "over")
    if state == "on":
        return pgettext("sitting", "on now")
    if starts is None:
        return pgettext("sitting", "next") if state == "next" else _("after the one before")
    return pgettext("sitting", "about %(time)s") % {"time": clock_time}


def in_short(sitting: int | None, table: int) -> str:
    """Return a table for a narrow column, with its sitting where there are several: 2–14."""
    return str(table) if sitting is None else f"{sitting}–{table}"


def area_line(area: Area, divisions: Sequence[str]) -> str:
    """Say which tables an area has, and for whom."""
    tables = _("tables %(first)d to %(last)d") % {"first": area.first, "last": area.last}
    whom = _(", ").join(divisions) or _("for all")
    return f"{tables} · {whom}"


def places_line(pairs: int, tables: int, sittings: int) -> str:
    """Say how a round of the largest field is played in the hall."""
    if sittings == 1:
        return _("%(pairs)d pairs at %(tables)d tables: every round is played at once.") % {
            "pairs": pairs,
            "tables": tables,
        }
    words = ngettext(
        "%(pairs)d pairs at %(tables)d tables: a round takes %(sittings)d sitting.",
        "%(pairs)d pairs at %(tables)d tables: a round takes %(sittings)d sittings.",
        sittings,
    )
    return words % {"pairs": pairs, "tables": tables, "sittings": sittings}
