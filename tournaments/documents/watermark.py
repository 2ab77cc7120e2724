"""The word that lies across every page of a rehearsal's papers, so that none of them is taken for a real one."""

import io

from django.utils.translation import gettext as _
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import ArrayObject, ByteStringObject

from tournaments.documents import fonts
from tournaments.documents.kit import Press

POINTS_A_MM = 72 / 25.4
STAMP = """<meta charset="utf-8"><style>
@page {{ size: {width:.2f}mm {height:.2f}mm; margin: 0 }}
p {{ position: absolute; left: 0; top: {top:.2f}mm; width: 100%; margin: 0; text-align: center; color: #d9d9d9;
font: {size}mm/1 {family}; letter-spacing: .3em; padding-left: .3em; transform: rotate(-35deg) }}
</style><p>{word}</p>"""


def marked(press: Press, pdf: bytes, identifier: bytes) -> bytes:
    """Return the paper with the word under what every page says; the same paper gives the same bytes."""
    reader = PdfReader(io.BytesIO(pdf))
    writer = PdfWriter()
    stamps: dict[tuple[float, float], PageObject] = {}
    for page in reader.pages:
        size = float(page.mediabox.width), float(page.mediabox.height)
        if size not in stamps:
            stamps[size] = _stamp(press, size, identifier)
        added = writer.add_page(page)
        added.merge_page(stamps[size], over=False)
    if reader.metadata is not None:
        writer.metadata = reader.metadata
    writer._ID = ArrayObject([ByteStringObject(identifier)] * 2)  # noqa: SLF001 pypdf has no public way to set it
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _stamp(press: Press, size: tuple[float, float], identifier: bytes) -> PageObject:
    width, height = (side / POINTS_A_MM for side in size)
    letters = min(width, height) / 5
    html = STAMP.format(
        width=width, height=height, top=(height - letters) / 2, size=round(letters), family=fonts.stack("Hei"),
        word=_("REHEARSAL"),
    )  # fmt: skip
    return PdfReader(io.BytesIO(press.print_part(html, identifier))).pages[0]
