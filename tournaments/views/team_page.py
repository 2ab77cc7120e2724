"""A team for everybody: its matches, results and place, from what is published."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_safe

from scoring.figures import Points
from scoring.points import RoundPoints
from tournaments.errors import NotFound
from tournaments.folding import fold
from tournaments.phrases import figures
from tournaments.phrases import standings as standings_words
from tournaments.phrases.sittings import sitting_words
from tournaments.selectors import access
from tournaments.selectors.entries import public_entries
from tournaments.selectors.find import Turn, lots_of, turns_of
from tournaments.selectors.names import TeamName, names_for, team_names
from tournaments.selectors.publications import public_table
from tournaments.selectors.standings import Table
from tournaments.selectors.table_parts import table_with
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context
from tournaments.views.standings import secrecy_of
from tournaments.views.standings_table import Rows

if TYPE_CHECKING:
    from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Played:
    """One round of the team: where, against whom, how it ended ("" while it has no official result)."""

    round: int
    table: int | None
    opponent: TeamName | None
    opponent_lot: str
    how: str
    levels: bool
    points: Points | None
    turn: str = ""

    @property
    def signed(self) -> str:
        return figures.signed(self.points) if self.points is not None else ""


@require_safe
@public_page
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event, actor = access.event(request, slug)
    names = names_for(event, actor)
    name = next((each for each in names.values() if each.number == number), None)
    shown = public_table(event)
    table = shown.table
    if name is None or not (name.team_id in table.lots or _is_entered(event, name)):
        raise NotFound
    context = public_context(event, actor, "", drawn=table.drawn) | {
        "slug": slug,
        "name": name,
        "lot": table.lots.get(name.team_id, ""),
        "own": name.team_id in actor.team_ids,
        "drawn": name.team_id in table.lots,
        "publication": shown.publication,
        "published_at": shown.publication.released_at if shown.publication else None,
        **secrecy_of(event),
    }
    if context["drawn"]:
        context |= _played(event, slug, name, names, table)
    return render(request, "public/team_page.html", context)


@require_safe
@public_page
def by_lot(request: HttpRequest, slug: str, lot: str) -> HttpResponse:
    """Lead a released lot to its team; the same answer for an unknown and an unreleased one."""
    event, _actor = access.event(request, slug)
    wanted = fold(lot)
    team = next((team for team, drawn in lots_of(event).items() if drawn and fold(drawn) == wanted), None)
    if team is None:
        raise NotFound
    return redirect("team-page", slug, team_names(event, in_full=False, only=[team])[team].number)


def _is_entered(event: "Tournament", name: TeamName) -> bool:
    """Say whether the public list of entries has this team."""
    return any(entry.name.team_id == name.team_id for entry in public_entries(event, in_full=False))


def _played(event: "Tournament", slug: str, name: TeamName, names: dict[int, TeamName], table: Table) -> dict[str, Any]:
    table = table_with(table, name.team_id)
    rows = table.standings.rows
    at = next(place for place, row in enumerate(rows) if row.team == name.team_id)
    row = rows[at]
    cells = dict(zip(table.standings.rounds, row.rounds, strict=True))
    turns = turns_of(event, [name.team_id])[name.team_id]
    call = Rows.of(slug, table, names).call
    return {
        "row": row,
        "teams": len(rows),
        "total": figures.signed(row.total),
        "counted": table.standings.progress.official > 0,
        "played": [_one(table, turn, cells.get(turn.round), names, name.team_id) for turn in turns],
        "sum": standings_words.sum_of(table, row),
        "said": standings_words.neighbours_of(table, at, call),
    }


def _one(table: Table, turn: Turn, cell: RoundPoints | None, names: dict[int, TeamName], team: int) -> Played:
    return Played(
        turn.round,
        turn.table,
        names[turn.opponent] if turn.opponent is not None else None,
        table.lots.get(turn.opponent, "") if turn.opponent is not None else "",
        standings_words.how(table, table.standings.row(team), cell, turn.round),
        levels=cell is not None and cell.kind == "played",
        points=cell.points if cell is not None else None,
        turn=sitting_words(turn.sitting),
    )


urlpatterns = [
    path("<event:slug>/teams/<int:number>/", show, name="team-page"),
    path("<event:slug>/teams/<slug:lot>/", by_lot, name="team-by-lot"),
]
