"""The list of awards (获奖名单) on paper, to be read out and signed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.documents.frame import Line, line, moment, page
from tournaments.documents.kit import Part
from tournaments.phrases.awards import goes_to_words, settled_words, title_of
from tournaments.selectors.paper_contents import AwardSheet


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    to_whom: str
    lines: Sequence[tuple[int, Line]]
    note: str


def lay_out(content: AwardSheet, missing: str) -> list[Part]:
    sections = [_section(content, number) for number in range(len(content.given))]
    state = _("From the standings released %(time)s") % {"time": moment(content.released_at, content.head.zone)}
    html = page(
        "pdf/awards.html",
        content.head,
        content.stamp,
        title=pgettext("paper", "List of awards"),
        missing=missing,
        state=state,
        sections=sections,
        seed=content.seed,
    )
    return [Part(html, sum(len(section.lines) for section in sections))]


def _section(content: AwardSheet, number: int) -> Section:
    given = content.given[number]
    award = next(row for row in content.awards.rows if row.code == given.award)
    division = next((each for each in content.divisions if each.code == given.division), None)
    return Section(
        title_of(award, division),
        goes_to_words(award),
        [(winner.place, line(content.names[winner.team])) for winner in given.teams],
        settled_words(given),
    )
