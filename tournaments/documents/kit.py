"""From HTML to PDF: WeasyPrint with our own typefaces, no other file, no network, and the same bytes every time."""

import contextlib
import io
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, ByteStringObject

from tournaments.documents import fonts
from tournaments.documents.checks import INSTALL

NOT_DRAWN = ".notdef glyph"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Part:
    """Some pages of a paper as HTML, and how many things they show (for the progress)."""

    html: str
    things: int


def load_weasyprint() -> ModuleType:
    """Return WeasyPrint, loaded when a paper is made and never before; ImproperlyConfigured names what is missing."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint  # without Pango the import itself fails, and the site has to run without papers
    except OSError as error:
        missing = str(error).split("'")
        name = missing[1] if len(missing) > 1 else str(error)
        raise ImproperlyConfigured(f"PDF needs {name}: {INSTALL}") from error
    module: ModuleType = weasyprint
    return module


def fetcher() -> Any:
    """Return what opens addresses found in a paper: our font files by their exact address, nothing else."""
    base: Any = load_weasyprint().urls.URLFetcher
    allowed = frozenset(fonts.uris().values())

    class OwnFilesOnly(base):  # type: ignore[misc] # the library has no types
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url not in allowed:
                raise ValueError(f"A paper may not open {urlsplit(url).scheme}: addresses.")
            return super().fetch(url, headers)

    return OwnFilesOnly(allowed_protocols=["file"], allow_redirects=False)


class Press:
    """Prints the parts of one paper; the typefaces are read once. `not_drawn` says whether a glyph was missing."""

    def __init__(self) -> None:
        self.weasyprint = load_weasyprint()
        self.not_drawn = False
        self._fonts = self.weasyprint.text.fonts.FontConfiguration()
        self._fetcher = fetcher()
        faces_css = "".join(
            f'@font-face {{ font-family: {name}; src: url("{uri}") }}' for name, uri in fonts.uris().items()
        )
        self._faces = self.weasyprint.CSS(string=faces_css, font_config=self._fonts, url_fetcher=self._fetcher)

    def print_part(self, html: str, identifier: bytes) -> bytes:
        with _warnings_of_the_library() as said:
            document = self.weasyprint.HTML(string=html, url_fetcher=self._fetcher)
            pdf: bytes = document.write_pdf(
                stylesheets=[self._faces], font_config=self._fonts, pdf_identifier=identifier
            )
        self.not_drawn = self.not_drawn or any(each.startswith(NOT_DRAWN) for each in said)
        return pdf


def drawable(character: str) -> bool:
    """Say whether some typeface, our own or one of this machine, can draw a character."""
    probe = Press()
    probe.print_part(
        f"<meta charset=utf-8><p style='font-family: {fonts.stack('Hei')}'>&#{ord(character)};</p>", b"probe"
    )
    return not probe.not_drawn


def print_parts(press: Press, parts: Sequence[Part], identifier: bytes, progress: Progress) -> bytes:
    """Return one PDF of all parts, telling after each how many of all things are done."""
    total = sum(part.things for part in parts)
    done = 0
    progress(done, total)
    printed = []
    for part in parts:
        printed.append(press.print_part(part.html, identifier))
        done += part.things
        progress(done, total)
    return printed[0] if len(printed) == 1 else _join(printed, identifier)


def _join(printed: Sequence[bytes], identifier: bytes) -> bytes:
    writer = PdfWriter()
    for pdf in printed:
        writer.append(PdfReader(io.BytesIO(pdf)), import_outline=False)
    writer.metadata = PdfReader(io.BytesIO(printed[0])).metadata
    writer._ID = ArrayObject([ByteStringObject(identifier)] * 2)  # noqa: SLF001 pypdf has no public way to set it
    joined = io.BytesIO()
    writer.write(joined)
    return joined.getvalue()


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@contextlib.contextmanager
def _warnings_of_the_library() -> Iterator[list[str]]:
    listener = _Listener()
    logger = logging.getLogger("weasyprint")
    logger.addHandler(listener)
    try:
        yield listener.said
    finally:
        logger.removeHandler(listener)
