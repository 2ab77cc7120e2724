"""Table cards, two to a page to cut: the number that a hall can read, and the code of the table's page."""

from dataclasses import dataclass

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.documents.frame import event_name, fit, page
from tournaments.documents.kit import Part
from tournaments.phrases.languages import in_chinese
from tournaments.phrases.sittings import area_name
from tournaments.selectors.paper_contents import Cards

QR_MM = 48
CARDS_A_PART = 100
EVENT_BOX = (186.0, 13.0)
EVENT_SIZES = (15.0, 13.0, 11.0, 9.0, 8.0)


@dataclass(frozen=True, slots=True)
class Half:
    table: int
    code: SafeString
    address: str
    area: str = ""


def lay_out(content: Cards, missing: str) -> list[Part]:
    halves = [
        Half(each.table, qr(each.url, QR_MM), each.url.split("://")[-1], area_name(each.area)) for each in content.cards
    ]
    chunks = [halves[at : at + CARDS_A_PART] for at in range(0, len(halves), CARDS_A_PART)]
    return [Part(_html(content, chunk, missing), len(chunk)) for chunk in chunks]


def _html(content: Cards, halves: list[Half], missing: str) -> str:
    return page(
        "pdf/table_cards.html",
        content.head,
        content.stamp,
        title=_("Table cards"),
        missing=missing,
        pages=[halves[at : at + 2] for at in range(0, len(halves), 2)],
        event_size=fit([event_name(content.head)], *EVENT_BOX, EVENT_SIZES),
        chinese=in_chinese(),
    )


def qr(address: str, millimetres: float) -> SafeString:
    """Return the code of an address as SVG, drawn with its quiet zone in a square of this size."""
    svg: str = segno.make(address, micro=False, error="m").svg_inline(
        border=2, lineclass=None, svgclass=None, omitsize=True, dark="#000"
    )
    return mark_safe(svg.replace("<svg", f'<svg width="{millimetres}mm" height="{millimetres}mm" class="qr"', 1))
