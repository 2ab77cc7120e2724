"""The standings with all columns: every round, the total, and what parts equal totals."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.ruleset import Criterion
from scoring.stages import CARRIED
from scoring.standings import Row
from scoring.tiebreaks import RECORDED, KeyValue
from tournaments.documents.frame import Line, line, moment, page
from tournaments.documents.kit import Part
from tournaments.phrases.figures import signed
from tournaments.phrases.standings import how, order_of, value_words
from tournaments.phrases.tiebreaks import CRITERIA
from tournaments.selectors.paper_contents import StandingsList
from tournaments.selectors.standings import Table

HEADS: dict[str, str | Promise] = {
    **CRITERIA,
    "levels_risen": gettext_lazy("Levels risen"),
    "head_to_head": gettext_lazy("Meeting"),
    "best_round": gettext_lazy("Best round"),
    "fewer_penalties": gettext_lazy("Penalties"),
    "lots": gettext_lazy("Lot drawn"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    how: str
    opponent: str
    points: str


@dataclass(frozen=True, slots=True)
class TableLine:
    place: int
    lot: str
    team: Line
    cells: Sequence[Cell]
    total: str
    keys: Sequence[str]
    marks: Sequence[str]


@dataclass(frozen=True, slots=True)
class Ranking:
    """A table with its heading; `title` is empty where it is the only one, `anew` begins a page."""

    title: str
    rows: Sequence[TableLine]
    anew: bool = False


def lay_out(content: StandingsList, missing: str) -> list[Part]:
    table = content.table
    standings = table.standings
    criteria = [each for each in standings.criteria if each != "total" and _counts(content, each)]
    rankings = _rankings(content, criteria)
    rows = [row for ranking in rankings for row in ranking.rows]
    html = page(
        "pdf/standings.html",
        content.head,
        content.stamp,
        title=pgettext("paper", "Final standings") if content.version else _("Standings, provisional"),
        missing=missing,
        state=_state(content),
        numbers=standings.rounds,
        heads=[capfirst(str(HEADS[each])) for each in criteria],
        rankings=rankings,
        has_lots=any(each.lot for each in rows),
        order=order_of(table),
        byes=any(cell is not None and cell.kind == "bye" for row in standings.rows for cell in row.rounds),
        rulings=[
            (line(content.names[row.team], table.lots.get(row.team, "")), signed(each.amount))
            for row in standings.rows
            for each in row.adjustments
            if each.code != CARRIED
        ],
        by_lot_only=any(row.tied for part in content.parts for row in part.table.standings.rows)
        and not {"extra_deal", "card_cut", "shared"} & set(standings.criteria),
        final=content.version is not None,
    )
    return [Part(html, len(rows))]


def _rankings(content: StandingsList, criteria: Sequence[Criterion]) -> list[Ranking]:
    """Return what is ranked apart, one below the other; every division on a page of its own."""
    found: list[Ranking] = []
    before = ""
    for part in content.parts:
        rows = [_line(content, part.table, row, criteria) for row in part.table.standings.rows]
        found.append(Ranking(part.title, rows, anew=bool(found) and part.division != before))
        before = part.division
    return found


def _state(content: StandingsList) -> str:
    if content.version and content.released_at:
        time = moment(content.released_at, content.head.zone)
        return _("Released %(time)s, version %(version)d") % {"time": time, "version": content.version}
    progress = content.table.standings.progress
    words = _("Provisional: %(official)d of %(matches)d results official")
    return words % {"official": progress.official, "matches": progress.matches}


def _counts(content: StandingsList, criterion: Criterion) -> bool:
    """Leave out the column of what equal teams decide among themselves while nobody has."""
    at = content.table.standings.criteria.index(criterion)
    rows = (row for part in content.parts for row in part.table.standings.rows)
    return criterion not in RECORDED or any(row.keys[at].value is not None for row in rows)


def _line(content: StandingsList, table: Table, row: Row, criteria: Sequence[Criterion]) -> TableLine:
    keys = {each.criterion: each for each in row.keys}
    cells = []
    for number, cell in zip(table.standings.rounds, row.rounds, strict=True):
        points = signed(cell.points) if cell is not None and cell.points is not None else "–"
        opponent = ""
        if cell is not None and cell.opponent is not None:
            opponent = table.lots.get(cell.opponent) or f"#{content.names[cell.opponent].number}"
        cells.append(Cell(how(table, row, cell, number), opponent, points))
    lot = table.lots.get(row.team, "")
    return TableLine(
        row.place,
        lot,
        line(content.names[row.team], lot, with_division=False),
        cells,
        signed(row.total),
        [_key(keys[each]) for each in criteria],
        _marks(row),
    )


def _key(key: KeyValue) -> str:
    return value_words(key.criterion, key.value)


def _marks(row: Row) -> list[str]:
    return [words for words, holds in ((_("withdrawn"), row.withdrawn), (_("equal place"), row.tied)) if holds]
