"""Pages of single lines at fixed places, set without layout: a line costs microseconds where a box costs a millisecond.

WeasyPrint casts the glyphs that a paper needs on one page, which embeds the typefaces; the lines are then written with
them. A line with a character that they lack is cast as a whole, so that any script is shaped as it should be.
"""

import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import segno
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import ArrayObject, ByteStringObject, DecodedStreamObject, DictionaryObject, NameObject

from tournaments.documents import fonts
from tournaments.documents.kit import Press

MM = 72 / 25.4  # points
A4 = (210 * MM, 297 * MM)
GAP = "\t"  # an em of white without a character: what is read back has no space there
BOX, BASELINE = 2.0, 1.436  # ems: the height of a line cast as a whole, and where Noto's baseline stands in it
NO_FEATURES = '"liga" 0, "kern" 0, "calt" 0'
QUIET_ZONE = 2  # modules


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: millimetres from the left, of its baseline from the top; points."""

    x: float
    y: float
    size: float
    text: str
    family: str = "Hei"
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code with its quiet zone in a square: millimetres from the left and the top."""

    x: float
    y: float
    side: float
    address: str


Page = Sequence[Line | Code]


@dataclass(frozen=True, slots=True)
class Glyph:
    code: str
    width: float


class Setter:
    """Sets pages with the glyphs of one paper."""

    def __init__(self, press: Press, pages: Iterable[Page], identifier: bytes) -> None:
        self._press, self._identifier = press, identifier
        self._writer = PdfWriter()
        self._whole: dict[tuple[str, str, float], str] = {}
        self._rows: dict[tuple[str, str], tuple[str, float]] = {}
        self._objects = DictionaryObject()
        lines = [item for page in pages for item in page if isinstance(item, Line)]
        self._unusual = frozenset(text for text in {line.text for line in lines} if fonts.unusual(text))
        self._glyphs, self._fonts = self._cast(lines)

    def print_pages(self, pages: Iterable[Page], form: bytes | None, *, title: str, language: str) -> bytes:
        """Return the PDF of the pages, each over the form if there is one, which stands in the file once."""
        before = b""
        if form is not None:
            self._objects[NameObject("/Form")] = self._form_of(PdfReader(io.BytesIO(form)).pages[0])
            before = b"q /Form Do Q\n"
        drawn = [before + "\n".join(self._draw(item) for item in page).encode() for page in pages]
        resources = self._writer._add_object(  # noqa: SLF001 pypdf has no public way to add an object
            DictionaryObject({NameObject("/Font"): self._fonts, NameObject("/XObject"): self._objects})
        )
        for content in drawn:
            page = self._writer.add_blank_page(*A4)
            stream = DecodedStreamObject()
            stream.set_data(content)
            page[NameObject("/Resources")] = resources
            page[NameObject("/Contents")] = self._writer._add_object(stream.flate_encode())  # noqa: SLF001 as above
        self._writer.add_metadata({"/Title": title})
        self._writer.root_object[NameObject("/Lang")] = ByteStringObject(language.encode())
        self._writer._ID = ArrayObject([ByteStringObject(self._identifier)] * 2)  # noqa: SLF001 as above
        written = io.BytesIO()
        self._writer.write(written)
        return written.getvalue()

    def _cast(self, lines: Iterable[Line]) -> tuple[dict[str, dict[str, Glyph]], Any]:
        """Return the glyphs by typeface and character, and the fonts as resources of the pages."""
        used: dict[str, set[str]] = {family: set(fonts.GETA) for family in fonts.FONTS}
        for family, text in {(line.family, line.text) for line in lines}:
            if text not in self._unusual:
                used[family].update(text.replace(GAP, ""))
        case = "".join(
            f"<p style='font-family: {family}'>{' '.join(escape(each) for each in sorted(characters))}</p>"
            for family, characters in used.items()
        )
        html = (
            f"<meta charset=utf-8><style>@page {{ size: 9999px }} p {{ font-feature-settings: {NO_FEATURES} }}</style>"
        )
        pdf = self._press.print_part(html + case, self._identifier)
        resources: Any = PdfReader(io.BytesIO(pdf)).pages[0]["/Resources"]
        own: Any = resources["/Font"].clone(self._writer)
        glyphs, named = {}, DictionaryObject()
        for font in own.values():
            family = str(font.get_object()["/BaseFont"]).split("+")[-1]
            glyphs[family] = dict(_glyphs(font.get_object()))
            named[NameObject(f"/{family}")] = font
        return glyphs, named

    def _draw(self, item: Line | Code) -> str:
        if isinstance(item, Code):
            return _squares(item)
        return self._write_whole(item) if item.text in self._unusual else self._write(item)

    def _write(self, line: Line) -> str:
        drawn, width = self._row_of(line.family, line.text)
        width *= line.size
        x = line.x * MM - {"start": 0, "middle": width / 2, "end": width}[line.anchor]
        place = f"{x:.2f} {A4[1] - line.y * MM:.2f} Td"
        return f"BT /{line.family} {line.size:g} Tf {place} [{drawn}] TJ ET"

    def _row_of(self, family: str, text: str) -> tuple[str, float]:
        """Return the codes of a text's glyphs and their width in ems; what stands on every page is looked up once."""
        if (family, text) not in self._rows:
            glyphs = self._glyphs[family]
            parts = [[glyphs.get(each) or glyphs[fonts.GETA] for each in part] for part in text.split(GAP)]
            drawn = " -1000 ".join(f"<{''.join(glyph.code for glyph in part)}>" for part in parts)
            width = sum(glyph.width for part in parts for glyph in part) + len(parts) - 1
            self._rows[family, text] = (drawn, width)
        return self._rows[family, text]

    def _write_whole(self, line: Line) -> str:
        key = (line.text, line.family, line.size)
        if key not in self._whole:
            self._whole[key] = f"/Whole{len(self._whole)}"
            self._objects[NameObject(self._whole[key])] = self._form_of(self._whole_line(line))
        bottom = A4[1] - line.y * MM - (BOX - BASELINE) * line.size
        return f"q 1 0 0 1 {line.x * MM:.2f} {bottom:.2f} cm {self._whole[key]} Do Q"

    def _whole_line(self, line: Line) -> PageObject:
        text = escape(line.text).replace(GAP, "<i></i>")
        style = (
            f"@page {{ size: {A4[0]}pt {BOX * line.size}pt; margin: 0 }} body {{ margin: 0; white-space: nowrap; "
            f"font: {line.size}pt/{BOX} {fonts.stack(line.family)} }} i {{ display: inline-block; width: 1em }}"
        )
        pdf = self._press.print_part(f"<meta charset=utf-8><style>{style}</style>{text}", self._identifier)
        return PdfReader(io.BytesIO(pdf)).pages[0]

    def _form_of(self, page: PageObject) -> Any:
        contents = page.get_contents()
        drawing = DecodedStreamObject()
        drawing.set_data(contents.get_data() if contents is not None else b"")
        resources: Any = page["/Resources"]
        drawing.update(
            {
                NameObject("/Type"): NameObject("/XObject"),
                NameObject("/Subtype"): NameObject("/Form"),
                NameObject("/BBox"): ArrayObject(page.mediabox),
                NameObject("/Resources"): resources.clone(self._writer),
            }
        )
        return self._writer._add_object(drawing.flate_encode())  # noqa: SLF001 as above


def _glyphs(font: Any) -> Iterable[tuple[str, Glyph]]:
    widths: dict[int, float] = {}
    listed = list(font["/DescendantFonts"][0].get_object()["/W"])
    for first, row in zip(listed[::2], listed[1::2], strict=True):
        widths |= {int(first) + at: float(width) / 1000 for at, width in enumerate(row)}
    _head, _space, table = font["/ToUnicode"].get_object().get_data().decode().partition("endcodespacerange")
    for code, character in re.findall(r"^<([0-9a-f]{4})> <([0-9a-f]+)>$", table, re.MULTILINE):
        yield bytes.fromhex(character).decode("utf-16-be"), Glyph(code, widths[int(code, 16)])


def _squares(code: Code) -> str:
    matrix = segno.make(code.address, micro=False, error="m").matrix
    module = code.side * MM / (len(matrix) + 2 * QUIET_ZONE)
    left, top = code.x * MM + QUIET_ZONE * module, A4[1] - code.y * MM - QUIET_ZONE * module
    drawn = [
        f"{left + start * module:.3f} {top - (row + 1) * module:.3f} {length * module:.3f} {module:.3f} re"
        for row, modules in enumerate(matrix)
        for start, length in _runs(modules)
    ]
    return f"{' '.join(drawn)} f"


def _runs(modules: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Give the runs of dark modules as (start, length)."""
    start = None
    for at, dark in enumerate((*modules, 0)):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            yield start, at - start
            start = None
