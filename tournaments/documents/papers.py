"""Content → PDF: which layout a paper has, and what no typeface can show."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.utils import translation

from tournaments.actions.papers import Made, Progress
from tournaments.documents import awards, brackets, cards, draw, fonts, groups, rulebook, rulings, sheets, standings
from tournaments.documents.kit import Part, Press, drawable, print_parts
from tournaments.documents.sheets import SheetsPaper
from tournaments.documents.typesetting import Line
from tournaments.documents.watermark import marked
from tournaments.selectors.paper_contents import (
    AwardSheet,
    BracketSheets,
    Cards,
    Content,
    DrawList,
    GroupList,
    RoundList,
    Sheets,
    StandingsList,
    fingerprint,
)
from tournaments.selectors.paper_rules import Rulebook, RulingRecord

LAYOUTS: Mapping[type, Callable[[Any, str], list[Part] | SheetsPaper]] = {
    DrawList: draw.lay_out,
    RoundList: draw.lay_out_round,
    BracketSheets: brackets.lay_out,
    GroupList: groups.lay_out,
    Sheets: sheets.lay_out,
    Cards: cards.lay_out,
    StandingsList: standings.lay_out,
    AwardSheet: awards.lay_out,
    Rulebook: rulebook.lay_out,
    RulingRecord: rulings.lay_out,
}
MARKUP = re.compile(r"<(style|svg)\b.*?</\1>", re.DOTALL)


def compose(content: Content, language: str, progress: Progress) -> Made:
    """Return the paper in this language; the same content gives the same bytes.

    A character that no typeface of the machine has becomes 〓, and the paper and its warnings say which it was.
    """
    press = Press()
    lay_out = LAYOUTS[type(content)]
    identifier = hashlib.sha256(f"{fingerprint(content)} {language}".encode()).digest()[:16]
    with translation.override(language):
        paper = lay_out(content, "")
        missing = [each for each in fonts.unusual(_text(paper)) if not drawable(each)]
        if missing:
            paper = _marked(lay_out(content, ", ".join(map(_called, missing))), missing)
        if isinstance(paper, SheetsPaper):
            pdf = sheets.print_sheets(press, paper, identifier, progress)
        else:
            pdf = print_parts(press, paper, identifier, progress)
        if content.head.rehearsal:
            pdf = marked(press, pdf, identifier)
    warnings: list[list[object]] = []
    if missing:
        warnings.append(
            ["characters_missing", {"characters": ", ".join(f"{each} {_called(each)}" for each in missing)}]
        )
    return Made(pdf, warnings)


def _text(paper: list[Part] | SheetsPaper) -> str:
    if isinstance(paper, SheetsPaper):
        return paper.text
    return "".join(MARKUP.sub("", part.html) for part in paper)


def _called(character: str) -> str:
    return f"U+{ord(character):04X}"


def _marked(paper: list[Part] | SheetsPaper, missing: list[str]) -> list[Part] | SheetsPaper:
    marks = {ord(each): fonts.GETA for each in missing}
    if not isinstance(paper, SheetsPaper):
        return [replace(part, html=part.html.translate(marks)) for part in paper]
    return replace(paper, pages=[
        [replace(item, text=item.text.translate(marks)) if isinstance(item, Line) else item for item in page]
        for page in paper.pages
    ])  # fmt: skip
