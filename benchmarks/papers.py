"""PDFs by the portal's kit, against WeasyPrint alone on the same HTML."""

import io
from collections.abc import Iterator

from django.utils import translation
from pypdf import PdfReader

from benchmarks import data
from benchmarks.rows import Row, at_most, limit, ms, seconds
from tournaments.documents import draw, kit, standings
from tournaments.documents.papers import compose
from tournaments.models import PaperKind
from tournaments.selectors.paper_contents import content_of

TIMES = 2
SHEETS = 100


def rows() -> Iterator[Row]:
    event = data.hall("bench-papers", 2 * SHEETS, played=1).event
    papers = ((PaperKind.DRAW, "Draw table", draw.lay_out), (PaperKind.STANDINGS, "Standings", standings.lay_out))
    for kind, called, lay_out in papers:
        content = content_of(event, kind)
        with translation.override("zh-hans"):
            parts = [part.html for part in lay_out(content, "")]
        pages = len(PdfReader(io.BytesIO(compose(content, "zh-hans", _quiet).pdf)).pages)
        ours = seconds(lambda content=content: compose(content, "zh-hans", _quiet), TIMES)
        baseline = seconds(lambda parts=parts: _bare(parts), TIMES)
        yield at_most(
            f"PDF: {called}, {2 * SHEETS} teams, {pages} pages",
            f"{ms(ours)}, {pages / ours:.1f} pages/s",
            f"bare WeasyPrint {ms(baseline)}",
            ours / baseline,
            1.15,
        )
    content = content_of(event, PaperKind.SCORE_SHEETS, round_number=2)
    ours = seconds(lambda: compose(content, "zh-hans", _quiet), TIMES)
    rate = SHEETS / ours
    yield limit(
        f"PDF: {SHEETS} score sheets with grid and QR code", f"{ms(ours)}, {rate:.0f} sheets/s", "≥ 100 sheets/s",
        met=rate >= 100,
    )  # fmt: skip


def _bare(parts: list[str]) -> None:
    """Print the same HTML with the same typefaces, and do nothing else."""
    press = kit.Press()
    for html in parts:
        press.weasyprint.HTML(string=html).write_pdf(stylesheets=[press._faces], font_config=press._fonts)  # noqa: SLF001


def _quiet(_done: int, _total: int) -> None:
    """Report to nobody."""
