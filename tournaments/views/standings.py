"""The standings for everybody: live and provisional while play goes on, then the released version."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.errors import NotFound
from tournaments.phrases import standings as standings_words
from tournaments.policy import Permission
from tournaments.selectors import access
from tournaments.selectors.names import names_for
from tournaments.selectors.publications import Shown, differs, public_table
from tournaments.selectors.standings import RoundProgress, Table, table_of
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context
from tournaments.views.standings_table import Rows

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.policy import Actor


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    context = live_context(event, actor)
    page = public_context(event, actor, "standings", drawn=context["drawn"])
    return render(request, "public/standings.html", page | context)


@require_safe
@public_page
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the part of the page that changes, for a page that stands open."""
    event, actor = access.event(request, slug)
    zone = event.regulations.identity.zone
    return render(request, "public/standings_live.html", live_context(event, actor) | {"event_zone": zone})


@require_safe
@public_page
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer what explains the row of a team: its sum, and what parts it from its neighbours."""
    event, actor = access.event(request, slug)
    table, names = public_table(event).table, names_for(event, actor)
    rows = enumerate(table.standings.rows) if table.standings.progress.official else ()
    at = next((at for at, row in rows if names[row.team].number == number), None)
    if at is None:
        raise NotFound
    return HttpResponse(Rows.of(slug, table, names).said(at))


def live_context(event: "Tournament", actor: "Actor") -> dict[str, Any]:
    shown = public_table(event)
    table = shown.table
    counted = table.standings.progress.official > 0
    rows = Rows.of(event.slug, table, names_for(event, actor), actor.team_ids).html() if counted else ""
    return {
        "slug": event.slug,
        "drawn": table.drawn,
        "counted": counted,
        "rows": rows,
        "rounds": table.standings.rounds,
        "order": standings_words.order_of(table),
        "publication": shown.publication,
        "published_at": shown.publication.released_at if shown.publication else None,
        "complete": table.complete,
        "current": current_progress(table),
        "outdated": actor.may(Permission.PUBLISH) and is_outdated(event, shown),
    }


def is_outdated(event: "Tournament", shown: Shown) -> bool:
    return shown.publication is not None and differs(table_of(event), shown.publication)


def current_progress(table: Table) -> RoundProgress | None:
    """Return the round that is played: the first begun one that is not closed, else the last that has begun."""
    begun = [each for each in table.progress if each.begun]
    return next((each for each in begun if not each.closed), begun[-1] if begun else None)


urlpatterns = [
    path("<event:slug>/standings/", show, name="standings"),
    path("<event:slug>/standings/live/", live, name="standings-live"),
    path("<event:slug>/standings/<int:number>/", why, name="standings-why"),
]
