"""Score sheets, two to a page to cut: a form drawn once lies under what differs from table to table."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.documents.frame import Line, event_name, fit, in_chinese, line, place_line, stamp_words
from tournaments.documents.kit import Paper, Part
from tournaments.selectors.names import TeamName
from tournaments.selectors.paper_contents import Sheet, Sheets, event_url

SHEETS_A_PART = 200
LADDER_CELLS = 16
NAMES_BOX = (117.0, 14.5)  # mm
NAME_SIZES = (22.0, 18.0, 16.0, 14.0, 12.0, 10.5, 9.0, 8.0)
EVENT_BOX = (98.0, 10.5)
EVENT_SIZES = (11.0, 10.0, 9.0, 8.0)
UNIT_BOX = (117.0, 4.6)
UNIT_SIZES = (10.5, 9.0, 8.0)
QR_MM = 25


@dataclass(frozen=True, slots=True)
class Side:
    team: Line
    names_size: float
    unit_size: float
    apart: bool


@dataclass(frozen=True, slots=True)
class Half:
    """A sheet on its half of a page; `place` is its place in the pile."""

    sheet: Sheet
    sides: Sequence[Side]
    code: SafeString
    number: str
    place: str


def lay_out(content: Sheets, missing: str) -> Paper:
    spare = not content.sheets or content.sheets[0].round is None
    common: dict[str, object] = {
        "language": "zh-Hans" if in_chinese() else "en",
        "title": _("Spare score sheets") if spare else _("Score sheets"),
        "event": event_name(content.head),
        "event_size": fit([event_name(content.head)], *EVENT_BOX, EVENT_SIZES),
        "place_line": place_line(content.head),
        "stamp": stamp_words(content.head, content.stamp),
        "revision": content.stamp.number,
        "missing": missing,
    }
    halves = [_half(sheet, at, len(content.sheets)) for at, sheet in enumerate(content.sheets, start=1)]
    if len(halves) % 2:
        halves.append(_half(Sheet(None, None, event_url(content.head.slug)), 0, 0))
    parts = [_part(halves[at : at + SHEETS_A_PART], common) for at in range(0, len(halves), SHEETS_A_PART)]
    labels = content.labels[:LADDER_CELLS]
    form = render_to_string(
        "pdf/score_sheet_form.html",
        common
        | {
            "labels": [(label, len(label) > 2) for label in labels],  # noqa: PLR2004 A+1 is set smaller than 10
            "more": len(content.labels) > LADDER_CELLS,
            "cell": 146 / max(1, len(labels)),
            "minutes": content.minutes,
            "reminder": content.reminder_minutes,
            "last_deals": range(1, content.last_deals + 1),
            "halves": (0, 1),
        },
    )
    return Paper(parts, form)


def _part(halves: Sequence[Half], common: dict[str, object]) -> Part:
    pages = [halves[at : at + 2] for at in range(0, len(halves), 2)]
    return Part(render_to_string("pdf/score_sheets.html", common | {"pages": pages}), len(halves))


def _half(sheet: Sheet, place: int, of: int) -> Half:
    number = f"{sheet.round}-{sheet.table:02}" if sheet.table is not None else ""
    sides = [_side(name, lot) for lot, name in sheet.sides]
    return Half(sheet, sides, qr(sheet.url, QR_MM), number, f"{place}/{of}")


def _side(name: TeamName | None, lot: str) -> Side:
    team = line(name, lot)
    players = name.players if name is not None else ()
    together = "　".join(players)
    size = fit([together], *NAMES_BOX, NAME_SIZES[:3])
    apart = fit_fails(together, size)
    if apart:
        size = fit(players, *NAMES_BOX, NAME_SIZES)
    return Side(team, size, fit([team.unit], *UNIT_BOX, UNIT_SIZES), apart)


def fit_fails(text: str, size: float) -> bool:
    """Say whether a text does not stand on one line of the names' box."""
    return fit([text], NAMES_BOX[0], size * 0.3528 * 1.3, [size, 0]) == 0


def qr(url: str, millimetres: float) -> SafeString:
    """Return the code of an address as SVG, drawn with its quiet zone in a square of this size."""
    code = segno.make(url, micro=False, error="m")
    modules = code.symbol_size(border=2)[0]
    svg: str = code.svg_inline(border=2, lineclass=None, svgclass=None, omitsize=True, dark="#000")
    sized = svg.replace("<svg", f'<svg width="{millimetres}mm" height="{millimetres}mm" class="qr"', 1)
    return mark_safe(
        sized if "viewBox" in sized else sized.replace("<svg", f'<svg viewBox="0 0 {modules} {modules}"', 1)
    )
