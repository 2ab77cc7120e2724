"""Find my table: where a pair sits, against whom, how long still. Nothing unpublished can be found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.phrases.sittings import area_name, sitting_words
from tournaments.regulations import Venue
from tournaments.selectors import access, rounds
from tournaments.selectors.find import MOST_FOUND, Turn, lots_of, matching, turns_of
from tournaments.selectors.names import TeamName, names_for
from tournaments.selectors.sittings import SittingRow, sittings_of
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
class RoundOfTeam:
    """One round of a team for a page; `sitting` and `sitting_state` in words, where the round is played in sittings."""

    round: int
    table: int | None
    opponent: Opponent | None
    now: bool
    closed: bool
    sitting: str = ""
    sitting_state: str = ""
    area: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    name: TeamName
    lot: str
    own: bool
    now: RoundOfTeam | None
    rounds: tuple[RoundOfTeam, ...]


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
    on = {row.number: row for row in sittings_of(event, current, timezone.now())} if current is not None else {}
    venue = event.regulations.venue
    rows = []
    for team in teams:
        every = tuple(_round(turn, names, lots, current, closed, venue, on) for turn in turns[team])
        now = next((each for each in every if each.now), None)
        rows.append(Found(names[team], lots.get(team, ""), team in own, now, every))
    return rows


def _round(
    turn: Turn,
    names: dict[int, TeamName],
    lots: dict[int, str],
    current: "Round | None",
    closed: set[int],
    venue: Venue,
    on: Mapping[int, SittingRow],
) -> RoundOfTeam:
    opponent = Opponent(names[turn.opponent], lots.get(turn.opponent, "")) if turn.opponent is not None else None
    is_now = current is not None and current.number == turn.round
    row = on.get(turn.sitting) if is_now and turn.sitting is not None else None
    return RoundOfTeam(
        turn.round,
        turn.table,
        opponent,
        is_now,
        turn.round in closed,
        sitting_words(turn.sitting),
        row.state_words if row is not None else "",
        area_name(venue.area_at(turn.table)) if turn.table is not None else "",
    )


urlpatterns = [path("<event:slug>/me/", find, name="find")]
