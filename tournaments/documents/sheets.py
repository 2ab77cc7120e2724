"""Score sheets, two to a page to cut: a form drawn once, and over it the lines that differ from table to table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents import fonts
from tournaments.documents.frame import (
    LEADING,
    POINT,
    event_name,
    fit,
    line,
    place_line,
    stamp_words,
    unit_line,
)
from tournaments.documents.kit import Press, Progress
from tournaments.documents.typesetting import GAP, Code, Line, Page, Setter
from tournaments.phrases.languages import in_chinese
from tournaments.phrases.sittings import area_name, sitting_words
from tournaments.selectors.names import TeamName
from tournaments.selectors.paper_contents import Sheet, Sheets, event_url

HEIGHT = 148.5  # mm: half an A4 page
LADDER, LADDER_CELLS = 146, 16
NAMES, NAME_SIZES, TOGETHER = (117.0, 10.6), (21.0, 18.0, 16.0, 14.0, 12.0, 10.5, 9.0, 8.0, 7.0, 6.0), 3
EVENT, EVENT_SIZES = (98.0, 10.5), (11.0, 10.0, 9.0, 8.0, 7.0, 6.0)
UNIT, UNIT_SIZES = (117.0, 4.6), (10.5, 9.0, 8.0, 7.0, 6.0, 5.0)
WHERE, WHERE_SIZES = (50.0, 6.0), (13.0, 11.0, 9.0, 8.0, 7.0, 6.0)
PLACE, PLACE_SIZES = (140.0, 4.4), (8.0, 7.0, 6.0, 5.0, 4.0, 3.0)
QR_MM = 23
SHORT_LOT = 3
ONE_LINE = 9.3  # mm: the height of one line of names
TOPS = (29.0, 53.4)  # mm: of the two sides
LEFT, DEALS, GRID_LEFT, COLUMN = 12.0, 12, 36.0, 13.46  # the grid: columns of so many mm
DEALER_SIZES = (9.5, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0)
LEVELS_AT = (100.3, 107.1)
EM = "　"
WINNER_AT, SIGN_AT = (33.5, 57.5), (13.5, 75.5)


@dataclass(frozen=True, slots=True)
class SheetsPaper:
    """The pages to set, and the form as HTML."""

    pages: Sequence[Page]
    form: str
    title: str
    sheets: int

    @property
    def text(self) -> str:
        return "".join(item.text for page in self.pages for item in page if isinstance(item, Line))


def lay_out(content: Sheets, missing: str) -> SheetsPaper:
    spare = not content.sheets or content.sheets[0].round is None
    title = _("Spare score sheets") if spare else _("Score sheets")
    sheets = list(content.sheets)
    if len(sheets) % 2:
        sheets.append(Sheet(None, None, event_url(content.head.slug)))
    common = list(_common(content, missing))
    items = [[*common, *_sheet(content, each, place)] for place, each in enumerate(sheets, start=1)]
    pages = [[*_moved(above, 0), *_moved(below, HEIGHT)] for above, below in zip(items[::2], items[1::2], strict=True)]
    return SheetsPaper(pages, _form(content), f"{title} · {event_name(content.head)}", len(content.sheets))


def print_sheets(press: Press, paper: SheetsPaper, identifier: bytes, progress: Progress) -> bytes:
    progress(0, paper.sheets)
    form = press.print_part(paper.form, identifier)
    setter = Setter(press, paper.pages, identifier)
    pdf = setter.print_pages(paper.pages, form, title=paper.title, language="zh-Hans" if in_chinese() else "en")
    progress(paper.sheets, paper.sheets)
    return pdf


def _form(content: Sheets) -> str:
    labels = content.labels[:LADDER_CELLS]
    return render_to_string(
        "pdf/score_sheet_form.html",
        {
            "language": "zh-Hans" if in_chinese() else "en",
            "labels": [(label, len(label) > 2) for label in labels],  # noqa: PLR2004 A+1 is set smaller than 10
            "cell": LADDER / max(1, len(labels)),
            "reminder": content.reminder_minutes,
            "last_deals": range(1, content.last_deals + 1),
            "halves": (0, 1),
            "deals": range(1, DEALS + 1),
            "columns": [f"{GRID_LEFT - LEFT + at * COLUMN:.2f}" for at in range(DEALS)],
        },
    )


def _common(content: Sheets, missing: str) -> Iterator[Line]:
    """Give the lines that stand on every sheet."""
    yield from _block(12, 8, event_name(content.head), EVENT, EVENT_SIZES)
    yield from _block(12, 142.4, place_line(content.head), PLACE, PLACE_SIZES)
    if missing:
        yield Line(
            155, 145, 6, _("〓 stands for %(missing)s: write it in by hand.") % {"missing": missing}, anchor="end"
        )


def _sheet(content: Sheets, sheet: Sheet, place: int) -> Iterator[Line | Code]:
    yield Code(175, 5, QR_MM, sheet.url)
    if sheet.table is None:
        yield Line(12, 24.8, 20, _("Round ____"))
        yield Line(60, 24.8, 20, _("Table ____"))
        yield Line(198, 145, 8, pgettext("score sheet", "spare"), anchor="end")
        return
    turn = f".{sheet.sitting}" if sheet.sitting is not None else ""
    number = f"{sheet.round}{turn}-{sheet.table:02}"
    where = " · ".join(each for each in (sitting_words(sheet.sitting), area_name(sheet.area)) if each)
    if where:
        yield from _block(92, 14.2, where, WHERE, WHERE_SIZES)
    yield Line(12, 24.8, 20, pgettext("on a paper", "Round %(round)s") % {"round": sheet.round})
    yield Line(52, 25.4, 29, pgettext("on a paper", "Table %(table)s") % {"table": sheet.table})
    yield Line(172, 21.4, 24, number, anchor="end")
    yield Line(172, 26.4, 8.5, stamp_words(content.head, content.stamp), anchor="end")
    pile = pgettext("on a paper", "Sheet %(place)d of %(sheets)d") % {"place": place, "sheets": len(content.sheets)}
    yield Line(198, 145, 8, f"{number} · {pile}", anchor="end")
    for position, (lot, name) in enumerate(sheet.sides):
        yield from _side(lot, name, position)
    yield from _dealers([lot for lot, _name in sheet.sides])


def _side(lot: str, name: TeamName | None, position: int) -> Iterator[Line]:
    top = TOPS[position]
    yield Line(24, top + 11, 27 if len(lot) <= SHORT_LOT else 18, lot, anchor="middle")
    yield Line(WINNER_AT[position], 114.9, 14, lot)
    yield Line(13.5, LEVELS_AT[position], 10.5 if len(lot) <= SHORT_LOT else 8, lot)
    yield Line(SIGN_AT[position], 136.4, 11, lot)
    players = name.players if name is not None else ()
    yield from _players(players or (str(line(name).players),), top + 0.4)
    if name is not None and (said := unit_line(name, name.division_name)):
        yield from _block(39, top + 10.7, said, UNIT, UNIT_SIZES)


def _dealers(lots: Sequence[str]) -> Iterator[Line]:
    """Set both lots in every column of the grid: the side that deals is encircled."""
    if all(lots):
        both = GAP.join(lots)
        size = fit([both.replace(GAP, EM)], COLUMN - 1.5, 5, DEALER_SIZES)
        for at in range(DEALS):
            yield Line(GRID_LEFT + (at + 0.5) * COLUMN, 86.8, size, both, anchor="middle")


def _players(players: Sequence[str], top: float) -> Iterator[Line]:
    """Set both names on one line where they are short enough, else one below the other, as large as they fit."""
    together = (GAP * 2).join(_spread(each) for each in players)
    size = fit([together], NAMES[0], ONE_LINE, NAME_SIZES[:TOGETHER])
    if fonts.width(together) * size * POINT <= NAMES[0]:
        yield Line(39, top + 8.6, size, together, "Song")
        return
    size = fit(players, *NAMES, NAME_SIZES)
    lines = [part for each in players for part in _wrapped(each, NAMES[0], size)]
    for at, text in enumerate(lines):
        yield Line(39, top + (at * LEADING + 1) * size * POINT, size, text, "Song")


def _spread(name: str) -> str:
    return GAP.join(name) if len(name) == 2 and fonts.is_han(name) else name  # noqa: PLR2004 that is the custom


def _block(x: float, top: float, text: str, box: tuple[float, float], sizes: Sequence[float]) -> Iterator[Line]:
    size = fit([text], *box, sizes)
    for at, part in enumerate(_wrapped(text, box[0], size)):
        yield Line(x, top + (at * LEADING + 1) * size * POINT, size, part)


def _wrapped(text: str, width: float, size: float) -> Iterator[str]:
    """Break a text where the line is full, between words if there are any near."""
    most = width / (size * POINT)
    current = ""
    for character in text:
        if fonts.width(current + character) > most:
            space = current.rfind(" ")
            end = space + 1 if space > len(current) // 2 else len(current)
            yield current[:end].rstrip()
            current = current[end:]
        current += character
    yield current


def _moved(items: Sequence[Line | Code], down: float) -> Iterator[Line | Code]:
    for item in items:
        if isinstance(item, Line):
            yield Line(item.x, item.y + down, item.size, item.text, item.family, item.anchor)
        else:
            yield Code(item.x, item.y + down, item.side, item.address)
