"""What tests of papers need: a drawn event with rare and long names, and PDFs read back."""

import io
import re
from collections.abc import Iterator

from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from tournaments.actions import papers as actions
from tournaments.documents.papers import compose
from tournaments.models import Match, Paper, PaperKind, Person, Team, Tournament
from tournaments.selectors import papers
from tournaments.selectors.paper_contents import Content, content_of
from tournaments.tests import cast
from tournaments.tests.standings import sheets

RARE = ("䶮㛃", "喆玥", "𡃁𬱖", "买买提·吐尔逊江")
LONG = ("阿" * 40, "Maximiliana-Alexandrina Wolfeschlegelste")
LEVELS = (("9", "6"), ("A", "A+1"), ("2", "J"), ("5", "5"))


def drawn(event: Tournament) -> dict[str, Team]:
    """Draw 18 pairs of which some have rare names, some very long ones."""
    by_lot = cast.drawn(event)
    people = list(Person.objects.filter(tournament=event).order_by("pk"))
    for person, name in zip(people, (*RARE, *LONG, "王伟"), strict=False):
        person.name = name
        person.save(update_fields=["name"])
    return by_lot


def played(event: Tournament) -> None:
    """Play both rounds to the end: every table has an official result."""
    for number in (1, 2):
        current = sheets.start(event, number)
        for at, match in enumerate(Match.objects.filter(round=current).order_by("table")):
            sheets.sheet(match, LEVELS[(at + number) % len(LEVELS)])
    sheets.close(event, 1, 2)
    event.refresh_from_db()


def content(event: Tournament, kind: PaperKind, **choice: int | bool) -> Content:
    event.refresh_from_db()
    return content_of(event, kind, **choice)  # type: ignore[arg-type]


def pdf_of(said: Content, language: str = "zh-hans") -> bytes:
    return compose(said, language, lambda _done, _total: None).pdf


def made(event: Tournament, kind: PaperKind, *, language: str = "zh-hans", round_number: int | None = None) -> Paper:
    """Ask for a paper and do the worker's part, the public variant's too; return the one with names in full."""
    paper = actions.request(cast.organizer(event), event, kind=kind, language=language, round_number=round_number)
    for waiting in Paper.objects.filter(tournament=event, state="queued").order_by("pk"):
        assert actions.render(waiting.pk, compose)
    paper.refresh_from_db()
    return paper


def file_of(paper: Paper) -> bytes:
    return papers.path_of(paper).read_bytes()


def text_of(pdf: bytes) -> str:
    """Return all text without white space: spread names have a gap in them."""
    return "".join(squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages)


def pages_of(pdf: bytes) -> list[str]:
    return [squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def fonts_of(pdf: bytes) -> Iterator[tuple[str, bool]]:
    """Give the name of every font in a PDF, and whether its outlines are in the file."""
    for item in _dictionaries(PdfReader(io.BytesIO(pdf))):
        if item.get("/Type") == "/FontDescriptor":
            yield (
                str(item["/FontName"]).split("+")[-1],
                any(key in item for key in ("/FontFile", "/FontFile2", "/FontFile3")),
            )


def _dictionaries(reader: PdfReader) -> Iterator[DictionaryObject]:
    for number in range(1, len(reader.xref_objStm) + sum(map(len, reader.xref.values())) + 1):
        item = reader.get_object(number)
        if isinstance(item, DictionaryObject):
            yield item
