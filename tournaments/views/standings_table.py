"""The rows of the standings as HTML, as formatted strings: a template loop costs ten times as much for 1,000 rows."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.matches import Points
from scoring.points import RoundPoints
from scoring.standings import Row
from tournaments.phrases import figures
from tournaments.phrases import standings as words
from tournaments.selectors.names import TeamName
from tournaments.selectors.standings import Table

MOST_OPENED_IN_PLACE = 200
MARK = ' <span class="standing__mark">{}</span>'
NOT_COUNTED = '<span class="faint">–</span>'
ROW = (
    '<tr class="standing{own}{gone}" data-key="{number}" id="team-{number}"><td class="rank">{place}</td>'
    '<th scope="row" class="standing__team">{head}</th>{cells}'
    '<td class="num total standing__total">{total}</td></tr>\n'
)
OPENED = (
    '<details class="standing__why" data-why="{number}"><summary>{name}</summary>'
    '<div class="standing__said"><p>{said}</p><p><a href="{url}">{link}</a></p></div></details>'
)
CELL = (
    '<td class="num standing__round" data-label="{label}"><span class="standing__points">{points}</span>'
    '<span class="standing__how">{how}{opponent}</span></td>'
)


@dataclass(frozen=True, slots=True)
class Rows:
    """What every row of one page shares. Words are looked up once for all rows."""

    table: Table
    names: Mapping[int, TeamName]
    own: Collection[int]
    team_url: str
    labels: tuple[str, ...]
    marks: tuple[str, str, str]

    @classmethod
    def of(cls, slug: str, table: Table, names: Mapping[int, TeamName], own: Collection[int] = ()) -> "Rows":
        return cls(
            table,
            names,
            own,
            reverse("team-page", args=[slug, 0]).removesuffix("0/"),
            tuple(escape(_("R%(round)d") % {"round": number}) for number in table.standings.rounds),
            (MARK.format(_("your team")), MARK.format(_("withdrawn")), MARK.format(_("equal place"))),
        )

    def html(self) -> SafeString:
        """Return all rows; names and lots are escaped, everything else is our own."""
        open_in_place = len(self.table.standings.rows) <= MOST_OPENED_IN_PLACE
        rows = enumerate(self.table.standings.rows)
        return mark_safe("".join(self._row(at, row, in_place=open_in_place) for at, row in rows))

    def call(self, team_id: int) -> str:
        """Name a team within a sentence: its lot and players, or its number where it is masked."""
        name, lot = self.names[team_id], self.table.lots.get(team_id, "")
        who = "、".join(name.players) if name.players else _("team %(number)d") % {"number": name.number}
        return f"{lot} {who}".strip()

    def _row(self, at: int, row: Row, *, in_place: bool) -> str:
        name = self.names[row.team]
        url = f"{self.team_url}{name.number}/"
        shown = self._name(row, name)
        if in_place:
            said = [words.sum_of(self.table, row), *words.neighbours_of(self.table, at, self.call)]
            head = OPENED.format(
                number=name.number,
                name=shown,
                said="<br>".join(escape(each) for each in said),
                url=url,
                link=_("The team's matches"),
            )
        else:
            head = f'<a class="standing__link" href="{url}">{shown}</a>'
        numbers = zip(self.labels, self.table.standings.rounds, row.rounds, strict=True)
        return ROW.format(
            own=" is-own" if row.team in self.own else "",
            gone=" is-gone" if row.withdrawn else "",
            number=name.number,
            place=row.place,
            head=head,
            cells="".join(self._cell(row, number, label, cell) for label, number, cell in numbers),
            total=signed(row.total),
        )

    def _name(self, row: Row, name: TeamName) -> str:
        lot = self.table.lots.get(row.team, "")
        parts = [f'<span class="lot" translate="no">{escape(lot)}</span> '] if lot else []
        if name.players:
            players = "".join(f'<span class="name" translate="no">{escape(player)}</span>' for player in name.players)
            parts.append(f'<span class="pair">{players}</span>')
        else:
            parts.append(f'<span class="pair"><span class="name">{escape(masked(name))}</span></span>')
        if name.unit:
            parts.append(f' <span class="unit small" translate="no">{escape(name.unit)}</span>')
        holds = (row.team in self.own, row.withdrawn, row.tied)
        parts += [mark for mark, held in zip(self.marks, holds, strict=True) if held]
        return "".join(parts)

    def _cell(self, row: Row, number: int, label: str, cell: RoundPoints | None) -> str:
        how = words.how(self.table, row, cell, number)
        points = NOT_COUNTED if cell is None or cell.points is None else signed(cell.points)
        opponent = ""
        if cell is not None and cell.opponent is not None:
            called = self.table.lots.get(cell.opponent) or f"#{self.names[cell.opponent].number}"
            opponent = f' <span class="lot" translate="no">{escape(called)}</span>'
        how = f'<span translate="no">{how}</span>' if cell is not None and cell.kind == "played" else escape(how)
        return CELL.format(label=label, points=points, how=how, opponent=opponent)


def masked(name: TeamName) -> str:
    """What a team without the consent of its players is called."""
    return _("Team %(number)d") % {"number": name.number}


def signed(value: Points) -> str:
    kind = "plus" if value > 0 else "minus" if value < 0 else "even"
    return f'<span class="signed signed--{kind}" translate="no">{figures.signed(value)}</span>'
