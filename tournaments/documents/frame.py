"""What every paper has in common: the page, its head and foot, and how names stand in a column."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents import fonts
from tournaments.phrases.languages import in_chinese, name_for_reader
from tournaments.selectors.names import TeamName
from tournaments.selectors.paper_head import Head, Stamp

POINT = 0.3528  # mm
LEADING = 1.25
LONG, LONGEST = 8, 16  # ems: such names are set smaller in columns, never cut


@dataclass(frozen=True, slots=True)
class Line:
    """A team in a column of a paper: players with two-character names spread, and the unit."""

    players: SafeString
    unit: str
    lot: str


def event_name(head: Head) -> str:
    return name_for_reader(head.name, head.name_en)


def moment(at: datetime, zone: str) -> str:
    return date_format(at.astimezone(ZoneInfo(zone)), "Y-m-d H:i")


def stamp_words(head: Head, stamp: Stamp) -> str:
    """Say which state of the event the paper shows: never the time of printing."""
    return _("State of %(time)s, no. %(number)d") % {"time": moment(stamp.at, head.zone), "number": stamp.number}


def place_line(head: Head) -> str:
    day = date_format(head.day, pgettext("date on a paper", "j F Y"))
    return " · ".join(part for part in (day, head.place, head.organizer) if part)


def page(template: str, head: Head, stamp: Stamp, *, title: str, **context: Any) -> str:
    """Return a paper's HTML on the frame. Everything that people typed is escaped by the template."""
    before, between, after = (_("Page %(page)s of %(pages)s") % {"page": "\0", "pages": "\0"}).split("\0")
    return render_to_string(
        template,
        {
            "language": "zh-Hans" if in_chinese() else "en",
            "title": title,
            "event": event_name(head),
            "place_line": place_line(head),
            "stamp": stamp_words(head, stamp),
            "page_before": before,
            "page_between": between,
            "page_after": after,
            **context,
        },
    )


def spread(name: str) -> SafeString:
    """Return a name for a column: two Chinese characters stand as wide as three (均排)."""
    kind = "name"
    if len(name) == 2 and fonts.is_han(name):  # noqa: PLR2004 that is the custom
        kind = "name name--two"
    elif fonts.width(name) > LONG:
        kind = "name name--longest" if fonts.width(name) > LONGEST else "name name--long"
    return mark_safe(f'<span class="{kind}">{escape(name)}</span>')


def line(name: TeamName | None, lot: str = "", *, with_division: bool = True) -> Line:
    """Return a team for a column, its division beside its unit; not `with_division` where a heading says it."""
    if name is None:
        return Line(mark_safe(""), "", lot)
    division = name.division_name if with_division else ""
    if not name.players:
        return Line(escape(_("Team %(number)d") % {"number": name.number}), division, lot)
    return Line(mark_safe("".join(spread(each) for each in name.players)), unit_line(name, division), lot)


def unit_line(name: TeamName, division: str) -> str:
    """Return the unit and the division of a team, as far as it has them."""
    return " · ".join(each for each in (name.unit, division) if each)


def fit(lines: Sequence[str], width: float, height: float, sizes: Sequence[float]) -> float:
    """Return the largest of the sizes (pt) in which the lines, wrapped, stand in a box (mm); the last if none does."""
    for size in sizes:
        em = size * POINT
        needed = sum(max(1, -(-fonts.width(each) * em // width)) for each in lines)
        if needed * em * LEADING <= height:
            return size
    return sizes[-1]
