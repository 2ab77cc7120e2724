"""Table cards, two to a page to cut: the number that a hall can read, and the code of the table's page."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.documents.frame import event_name, fit, in_chinese, page
from tournaments.documents.kit import Paper, Part
from tournaments.documents.sheets import qr
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


def lay_out(content: Cards, missing: str) -> Paper:
    halves = [Half(each.table, qr(each.url, QR_MM), each.url.split("://")[-1]) for each in content.cards]
    return Paper(
        [
            Part(_html(content, halves[at : at + CARDS_A_PART], missing), len(halves[at : at + CARDS_A_PART]))
            for at in range(0, len(halves), CARDS_A_PART)
        ]
    )


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
