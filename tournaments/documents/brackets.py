"""The bracket on paper: A4 for up to sixteen teams, A3 for more, cut into sheets that can be read from the wall."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.bracket_layout import PAPER, cut_up, leaves
from tournaments.documents.bracket_svg import Paper, Section, drawing, nodes_of, sections
from tournaments.documents.frame import page
from tournaments.documents.kit import Part
from tournaments.phrases.stages import stage_name
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


def lay_out(content: BracketSheets, missing: str) -> list[Part]:
    """Return a part for every sheet: each half or quarter of a large field, then where they come together."""
    found = []
    for bracket in content.brackets:
        for section, number, of in _sheets(bracket):
            large = leaves(nodes_of(section.rows)) > ROWS_A4
            box = A3 if large else A4
            title = f"{_('Bracket')} · {stage_name(bracket.plan)}"
            html = page(
                "pdf/bracket.html",
                content.head,
                content.stamp,
                title=title,
                missing=missing,
                size="A3" if large else "A4",
                section=section.title if len(sections(bracket)) > 1 else "",
                number=number if of > 1 else 0,
                of=of,
                svg=drawing(bracket, section, measures=PAPER, paper=Paper(*box, STYLE)),
            )
            found.append(Part(html, len(section.rows)))
    return found


def _sheets(bracket: Bracket) -> Iterator[tuple[Section, int, int]]:
    """Give each sheet with its number among those of its section."""
    for section in sections(bracket):
        parts = cut_up(nodes_of(section.rows), ROWS)
        for number, keys in enumerate(parts, start=1):
            rows = tuple(row for row in section.rows if row.number in set(keys))
            yield replace(section, rows=rows), number, len(parts)
