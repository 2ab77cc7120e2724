"""The rows of the standings as HTML, as formatted strings: a template loop costs ten times as much for 1,000 rows."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.figures import Points
from scoring.points import RoundPoints
from scoring.standings import Row
from tournaments.phrases import figures
from tournaments.phrases import standings as words
from tournaments.selectors.crosstables import CrossRow, cross_table
from tournaments.selectors.names import TeamName
from tournaments.selectors.standings import Table

MARK = ' <span class="standing__mark">{}</span>'
NOT_COUNTED = '<span class="faint">–</span>'
SELF = '<td class="num cross__self"><span class="sr-only">{}</span></td>'
SAID = "<p data-said>{}</p>"
BESIDE = '<span class="standing__beside">{}</span>'


@dataclass(frozen=True, slots=True)
class Rows:
    """What every row of one page shares. Words are looked up once for all rows; `known` holds what rows have alike."""

    table: Table
    names: Mapping[int, TeamName]
    own: Collection[int]
    team_url: str
    labels: tuple[str, ...]
    marks: tuple[str, str, str]
    link: str
    known: dict[object, str] = field(default_factory=dict)

    @classmethod
    def of(cls, slug: str, table: Table, names: Mapping[int, TeamName], own: Collection[int] = ()) -> "Rows":
        return cls(
            table,
            names,
            own,
            reverse("team-page", args=[slug, 0]).removesuffix("0/"),
            tuple(escape(_("R%(round)d") % {"round": number}) for number in table.standings.rounds),
            (MARK.format(_("your team")), MARK.format(_("withdrawn")), MARK.format(_("equal place"))),
            _("The team's matches"),
        )

    def html(self, *, explained: bool = False) -> SafeString:
        """Return all rows; names and lots are escaped, everything else is our own.

        Only where they are `explained` does a row hold what explains it; else that is loaded when it is opened, and
        without JavaScript its link leads to the page of the team, which says it too.
        """
        rows = enumerate(self.table.standings.rows)
        return mark_safe("".join([self._row(row, self.said(at) if explained else "") for at, row in rows]))

    def cross(self) -> SafeString:
        """Return the cross-table: who beat whom by how much, in the order of the places."""
        lines = cross_table(self.table.standings)
        heads = "".join(
            [f'<th scope="col" class="num" title="{self._heading(line.row)}">{line.row.place}</th>' for line in lines]
        )
        body = "".join([self._cross_row(line) for line in lines])
        corner = f'<th scope="col">{_("Rank")}</th><th scope="col">{_("Team")}</th>'
        return mark_safe(f"<thead><tr>{corner}{heads}</tr></thead><tbody>{body}</tbody>")

    def _heading(self, row: Row) -> str:
        return escape(self.call(row.team))

    def _cross_row(self, line: CrossRow) -> str:
        own = ' class="is-own"' if line.row.team in self.own else ""
        cells = "".join([self._crossing(line.row, cell) for cell in line.cells])
        name = self._name(line.row, self.names[line.row.team])
        return f'<tr{own}><td class="rank">{line.row.place}</td><th scope="row">{name}</th>{cells}</tr>'

    def _crossing(self, row: Row, cells: tuple[RoundPoints, ...] | None) -> str:
        if cells is None:
            return SELF.format(_("itself"))
        met = "".join([self._met(row, cell) for cell in cells])
        return f'<td class="num">{met or NOT_COUNTED}</td>'

    def _met(self, row: Row, cell: RoundPoints) -> str:
        how = escape(words.how(self.table, row, cell, cell.round))
        points = NOT_COUNTED if cell.points is None else signed(cell.points)
        return f'<span class="standing__points">{points}</span><span class="standing__how" translate="no">{how}</span>'

    def said(self, at: int) -> SafeString:
        """Return what explains the row at this index: its sum, and what parts it from its neighbours."""
        sentences = [words.sum_of(self.table, self.table.standings.rows[at])]
        sentences += words.neighbours_of(self.table, at, self.call)
        return mark_safe(SAID.format("<br>".join(escape(each) for each in sentences)))

    def call(self, team_id: int) -> str:
        """Name a team within a sentence: its lot and players, or its number where it is masked."""
        name, lot = self.names[team_id], self.table.lots.get(team_id, "")
        who = "、".join(name.players) if name.players else _("team %(number)d") % {"number": name.number}
        return f"{lot} {who}".strip()

    def _row(self, row: Row, said: str) -> str:
        name = self.names[row.team]
        number = name.number
        own = " is-own" if row.team in self.own else ""
        gone = " is-gone" if row.withdrawn else ""
        numbers = zip(self.labels, self.table.standings.rounds, row.rounds, strict=True)
        cells = "".join([self._cell(row, number, label, cell) for label, number, cell in numbers])
        beside = "".join([BESIDE.format(escape(each)) for each in words.adjustments_of(row)]) if row.adjustments else ""
        return (
            f'<tr class="standing{own}{gone}" data-key="{number}" id="team-{number}"><td class="rank">{row.place}</td>'
            f'<th scope="row" class="standing__team"><details class="standing__why"><summary>{self._name(row, name)}'
            f'</summary><div class="standing__said">{said}<p><a href="{self.team_url}{number}/">{self.link}</a></p>'
            f'</div></details></th>{cells}<td class="num total standing__total">{signed(row.total)}{beside}</td></tr>\n'
        )

    def _name(self, row: Row, name: TeamName) -> str:
        parts = [f"{lot} "] if (lot := self._lot(row.team, self.table.lots.get(row.team, ""))) else []
        if name.players:
            players = [f'<span class="name" translate="no">{escaped(player)}</span>' for player in name.players]
            parts.append(f'<span class="pair">{"".join(players)}</span>')
        else:
            parts.append(f'<span class="pair"><span class="name">{escape(masked(name))}</span></span>')
        if name.unit:
            parts.append(f' <span class="unit small" translate="no">{escaped(name.unit)}</span>')
        if row.team in self.own or row.withdrawn or row.tied:
            holds = (row.team in self.own, row.withdrawn, row.tied)
            parts += [mark for mark, held in zip(self.marks, holds, strict=True) if held]
        return "".join(parts)

    def _cell(self, row: Row, number: int, label: str, cell: RoundPoints | None) -> str:
        if cell is None:
            alike: object = (label, (number, row.team) in self.table.byes)
        elif cell.kind == "played" and cell.level is not None:
            alike = (label, cell.points, cell.level, cell.opponent_level)
        else:
            alike = (label, row.team)
        opened = self.known.get(alike)
        if opened is None:
            opened = self.known[alike] = self._open(row, number, label, cell)
        return f"{opened}{self._opponent(cell)}</span></td>"

    def _open(self, row: Row, number: int, label: str, cell: RoundPoints | None) -> str:
        """Return a cell up to its opponent: the same for all who played it alike."""
        how = words.how(self.table, row, cell, number)
        how = f'<span translate="no">{how}</span>' if cell is not None and cell.level is not None else escape(how)
        points = NOT_COUNTED if cell is None or cell.points is None else signed(cell.points)
        return (
            f'<td class="num standing__round" data-label="{label}"><span class="standing__points">{points}</span>'
            f'<span class="standing__how">{how}'
        )

    def _opponent(self, cell: RoundPoints | None) -> str:
        if cell is None or cell.opponent is None:
            return ""
        called = self.table.lots.get(cell.opponent) or f"#{self.names[cell.opponent].number}"
        return f" {self._lot(cell.opponent, called)}"

    def _lot(self, team: int, called: str) -> str:
        """Return a lot as it stands in its own row and in those of its opponents."""
        if not called:
            return ""
        html = self.known.get(team)
        if html is None:
            html = self.known[team] = f'<span class="lot" translate="no">{escaped(called)}</span>'
        return html


def masked(name: TeamName) -> str:
    """What a team without the consent of its players is called."""
    return _("Team %(number)d") % {"number": name.number}


@lru_cache(maxsize=1024)
def signed(value: Points) -> str:
    kind = "plus" if value > 0 else "minus" if value < 0 else "even"
    return f'<span class="signed signed--{kind}" translate="no">{figures.signed(value)}</span>'


def escaped(text: str) -> str:
    """Escape a text; most names are letters alone and have nothing to be escaped."""
    return text if text.isalnum() else escape(text)
