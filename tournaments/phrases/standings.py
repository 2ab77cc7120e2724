"""What a place is made of, in a sentence or two: the sum, and what separated a team from its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.figures import Points
from scoring.points import RoundPoints
from scoring.stages import CARRIED
from scoring.standings import Row
from scoring.tiebreaks import RECORDED, Separation
from tournaments.pairing.tie_lots import lot_of
from tournaments.phrases.figures import figure, signed
from tournaments.phrases.results import won_words
from tournaments.phrases.tiebreaks import CRITERIA

if TYPE_CHECKING:
    from tournaments.selectors.standings import Table

UNSIGNED = frozenset({"wins", "levels_risen", "fewer_penalties", "first_to_reach", "dealer_side", *RECORDED})
Call = Callable[[int], str]


def how(table: Table, row: Row, cell: RoundPoints | None, number: int) -> str:
    """Say how the points of a round came about: the levels, a forfeit or a bye; "" where there is nothing yet."""
    if cell is None:
        return _("bye") if (number, row.team) in table.byes else ""
    if cell.kind == "bye":
        return _("bye")
    if cell.kind == "forfeit":
        return _forfeit(table, cell)
    if cell.level is None or cell.opponent_level is None:
        return _without_levels(table, cell)
    return f"{table.labels[cell.level]}:{table.labels[cell.opponent_level]}"


def _forfeit(table: Table, cell: RoundPoints) -> str:
    """The side that got more was there; where both got the same, neither was."""
    own, other = _both(table, cell)
    if own > other:
        return _("opponents forfeited")
    return _("forfeited") if own < other else _("both forfeited")


def _without_levels(table: Table, cell: RoundPoints) -> str:
    """Where a table hands in a score or the winner only, the side that got more has won."""
    own, other = _both(table, cell)
    return won_words(None if own == other else int(own < other), 0)


def _both(table: Table, cell: RoundPoints) -> tuple[Points, Points]:
    """Return what a team and its opponents got in a round."""
    opponent = table.standings.row(cell.opponent) if cell.opponent is not None else None
    facing = opponent.rounds if opponent else ()
    theirs = next((other.points for other in facing if other and other.round == cell.round), None)
    return cell.points or 0, theirs or 0


def sum_of(table: Table, row: Row) -> str:
    """The sum as a sentence: round by round, rulings, total."""
    parts = []
    for number, cell in zip(table.standings.rounds, row.rounds, strict=True):
        if cell is not None and cell.points is not None:
            bye = cell.kind == "bye"
            words = _("round %(round)d %(points)s (bye)") if bye else _("round %(round)d %(points)s")
            parts.append(words % {"round": number, "points": signed(cell.points)})
    parts += adjustments_of(row)
    total = signed(row.total)
    if not parts:
        return _("No official result yet: total %(total)s.") % {"total": total}
    sentence = _("%(parts)s: total %(total)s.") % {"parts": _(", ").join(parts), "total": total}
    return sentence[:1].upper() + sentence[1:]


def adjustments_of(row: Row) -> list[str]:
    """Say what counts in a total beside the rounds: what was carried, and rulings in points."""
    return [
        (_("carried %(points)s") if each.code == CARRIED else _("ruling %(points)s")) % {"points": signed(each.amount)}
        for each in row.adjustments
    ]


def neighbours_of(table: Table, index: int, call: Call) -> list[str]:
    """What separated the team in row `index` from the ones above and below; `call` names a team by id."""
    rows = table.standings.rows
    row = rows[index]
    said = []
    if row.tied:
        mates = [call(other.team) for other in rows if other.place == row.place and other.team != row.team]
        said.append(_sharing(table, row) % {"place": row.place, "teams": _(", ").join(mates)})
    first = next(at for at, other in enumerate(rows) if other.place == row.place)
    last = len(rows) - 1 - next(at for at, other in enumerate(reversed(rows)) if other.place == row.place)
    if first > 0 and (above := rows[first].separated_by):
        said.append(_behind(above, call(rows[first - 1].team)))
    if last + 1 < len(rows) and (below := rows[last + 1].separated_by):
        said.append(_ahead(below, call(rows[last + 1].team)))
    if any(key.note == "circular" for key in row.keys):
        said.append(_("Among the equal teams the meetings go in a circle, so what comes next decides."))
    return said


def _sharing(table: Table, row: Row) -> str:
    """Say that a place is shared, and what equal teams decide among themselves that could part them yet."""
    among = {key.criterion for key in row.keys if key.criterion in RECORDED and key.note == "not_drawn"}
    due = next((each for each in table.standings.criteria if each in among), None)
    if due == "card_cut":
        return _("Shares place %(place)d with %(teams)s: they cut the cards for it.")
    if due == "extra_deal":
        return _("Shares place %(place)d with %(teams)s: an extra deal parts them.")
    if table.standings.criteria[-1] == "shared":
        return _("Shares place %(place)d with %(teams)s.")
    return _("Shares place %(place)d with %(teams)s: only lots can part them.")


def _behind(by: Separation, above: str) -> str:
    if by.criterion == "withdrawn":
        return _("Withdrew, and so stands below all teams that stayed.")
    if by.criterion == "total":
        words = _("Behind %(team)s by the total: %(own)s against %(other)s.")
    else:
        words = _("Behind %(team)s, equal in what counts before, by %(criterion)s: %(own)s against %(other)s.")
    return words % _compared(by, by.own, by.above, above)


def _ahead(by: Separation, below: str) -> str:
    if by.criterion == "withdrawn":
        return _("Ahead of %(team)s, who withdrew.") % {"team": below}
    if by.criterion == "total":
        words = _("Ahead of %(team)s by the total: %(own)s against %(other)s.")
    else:
        words = _("Ahead of %(team)s, equal in what counts before, by %(criterion)s: %(own)s against %(other)s.")
    return words % _compared(by, by.above, by.own, below)


def _compared(by: Separation, own: Points | None, other: Points | None, team: str) -> dict[str, str]:
    return {
        "team": team,
        "criterion": _criterion(by),
        "own": _counted(by.criterion, own),
        "other": _counted(by.criterion, other),
    }


def _counted(criterion: str, value: Points | None) -> str:
    """Return a value within a sentence; of an extra deal or a cut the place in it."""
    words = value_words(criterion, value)
    return _("place %(place)s") % {"place": words} if criterion in {"extra_deal", "card_cut"} else words


def _criterion(by: Separation) -> str:
    name = str(CRITERIA[by.criterion])
    return name if by.round is None else _("%(criterion)s (round %(round)d)") % {"criterion": name, "round": by.round}


def value_words(criterion: str, value: Points | None) -> str:
    """Return a team's value by a criterion; of what was drawn or cut, the place in its drawing."""
    if value is None:
        return "–"
    if criterion in RECORDED:
        return str(lot_of(int(value)))
    return figure(value) if criterion in UNSIGNED else signed(value)


def order_of(table: Table) -> str:
    """The criteria in their order, for the line below the table."""
    return _(" → ").join(str(CRITERIA[criterion]) for criterion in table.standings.criteria)
