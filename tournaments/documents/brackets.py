"""The bracket on paper: A4 for up to sixteen teams, A3 for more, cut into sheets that can be read from the wall."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.bracket_layout import PAPER, cut_up, leaves
from tournaments.documents.bracket_svg import Paper, drawing, nodes_of, sections
from tournaments.documents.frame import page
from tournaments.documents.kit import Part
from tournaments.phrases.brackets import bracket_title
from tournaments.selectors.brackets import Bracket
from tournaments.selectors.paper_contents import BracketSheets

ROWS_A4, ROWS = 8, 16
A4, A3 = (269.0, 148.0), (388.0, 232.0)  # mm: the room for a drawing
STYLE = """
.bracket__box { fill: none; stroke: #000; stroke-width: 1 }
.bracket__rule { stroke: #000; stroke-width: .5 }
.bracket__line { fill: none; stroke: #000; stroke-width: .8 }
.bracket__line.is-won { stroke-width: 2.4 }
.bracket__won { stroke: #000; stroke-width: 4 }
.bracket__tick { fill: none; stroke: #000; stroke-width: 2 }
text { font-family: Hei, HeiTC; fill: #000 }
.bracket__head { font-size: 15px }
.bracket__note { font-size: 12px }
.bracket__name { font-size: 14px }
.bracket__name--long { font-size: 12px }
.bracket__figure { font-size: 15px }
"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper: its size, what it shows, and its number among those of a section (0 for the only one)."""

    size: str
    title: str
    section: str
    number: int
    of: int
    svg: SafeString


def lay_out(content: BracketSheets, missing: str) -> list[Part]:
    """Return a sheet for each half or quarter of a large field, then one for where they come together."""
    sheets = [each for bracket in content.brackets for each in _sheets(bracket)]
    matches = sum(len(bracket.rows) for bracket in content.brackets)
    html = page("pdf/bracket.html", content.head, content.stamp, title=_("Bracket"), missing=missing, sheets=sheets)
    return [Part(html, matches)]


def _sheets(bracket: Bracket) -> Iterator[Sheet]:
    found = sections(bracket)
    for section in found:
        parts = cut_up(nodes_of(section.rows), ROWS)
        for number, keys in enumerate(parts, start=1):
            here = replace(section, rows=tuple(row for row in section.rows if row.number in set(keys)))
            large = leaves(nodes_of(here.rows)) > ROWS_A4
            paper = Paper(*(A3 if large else A4), STYLE)
            yield Sheet(
                "a3" if large else "a4",
                bracket_title(bracket),
                section.title if len(found) > 1 else "",
                number if len(parts) > 1 else 0,
                len(parts),
                drawing(bracket, here, measures=PAPER, paper=paper),
            )
