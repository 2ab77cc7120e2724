"""Find my table: where a pair sits, against whom, how long still. Nothing unpublished can be found."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.selectors import access, rounds
from tournaments.selectors.find import MOST_FOUND, Turn, lots_of, matching, turns_of
from tournaments.selectors.names import TeamName, names_for
from tournaments.views.cached import public_page
from tournaments.views.clock import clock_alone
from tournaments.views.navigation import public_context

if TYPE_CHECKING:
    from tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class Opponent:
    name: TeamName
    lot: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """One round of a team for a page."""

    round: int
    table: int | None
    opponent: Opponent | None
    now: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class Found:
    name: TeamName
    lot: str
    own: bool
    now: Sitting | None
    sittings: tuple[Sitting, ...]


@require_safe
@public_page
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Search by lot, number, name or unit; the bearer of a team's link sees that team at once."""
    event, actor = access.event(request, slug)
    query = request.GET.get("q", "").strip()
    lots = lots_of(event)
    released = rounds.rounds_of(event)
    current = rounds.current_of(released)
    context = public_context(event, actor, "find", drawn=bool(released)) | {
        "slug": slug,
        "query": query,
        "drawn": bool(released),
        "current": current,
        "own_team": bool(actor.team_ids & lots.keys()),
        **clock_alone(event, current),
    }
    if released and (query or context["own_team"]):
        names = names_for(event, actor)
        own = actor.team_ids & lots.keys()
        teams = matching(query, names, lots) if query else sorted(own, key=lambda team: names[team].number)
        context["found"] = found(event, teams, names, lots, released, own)
        context["too_many"] = len(teams) == MOST_FOUND
    return render(request, "public/find.html", context)


def found(
    event: "Tournament",
    teams: list[int],
    names: dict[int, TeamName],
    lots: dict[int, str],
    released: "list[Round]",
    own: frozenset[int],
) -> list[Found]:
    """Lay out the teams with what each does in every round."""
    current = rounds.current_of(released)
    closed = {each.number for each in released if each.state == "closed"}
    turns = turns_of(event, teams)
    rows = []
    for team in teams:
        sittings = tuple(_sitting(turn, names, lots, current, closed) for turn in turns[team])
        now = next((sitting for sitting in sittings if sitting.now), None)
        rows.append(Found(names[team], lots.get(team, ""), team in own, now, sittings))
    return rows


def _sitting(
    turn: Turn, names: dict[int, TeamName], lots: dict[int, str], current: "Round | None", closed: set[int]
) -> Sitting:
    opponent = Opponent(names[turn.opponent], lots.get(turn.opponent, "")) if turn.opponent is not None else None
    is_now = current is not None and current.number == turn.round
    return Sitting(turn.round, turn.table, opponent, is_now, turn.round in closed)


urlpatterns = [path("<event:slug>/me/", find, name="find")]
