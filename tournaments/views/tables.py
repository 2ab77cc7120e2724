"""Who sits where in a round, and one table: where am I, who plays here, what comes next."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.errors import NotFound
from tournaments.forms.fields import asked_number
from tournaments.phrases.sittings import area_name
from tournaments.policy import Actor, As, Permission
from tournaments.selectors import access
from tournaments.selectors.results import status_by_match
from tournaments.selectors.rounds import current_of, rounds_of, tables_of_rounds
from tournaments.selectors.shown import shows_results
from tournaments.selectors.sittings import in_turns, sittings_of
from tournaments.views.cached import public_page
from tournaments.views.clock import clock_context
from tournaments.views.navigation import address, public_context

if TYPE_CHECKING:
    from tournaments.models import Tournament


@require_safe
@public_page
def show(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    event, actor = access.event(request, slug)
    return render(request, "public/tables.html", _context(event, actor, number))


@require_safe
@public_page
def live(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Answer with the tables alone; without a number always those of the round that is played now."""
    event, actor = access.event(request, slug)
    return render(request, "public/tables_live.html", _context(event, actor, number))


@require_safe
def table(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Show a table to the public; a referee of this event is led to where its result is taken."""
    _event, actor = access.event(request, slug)
    if As.REFEREE in actor.qualities:
        sitting = asked_number(request.GET.get("sitting", ""))
        address = reverse("referee-table", args=[slug, table])
        return redirect(f"{address}?sitting={sitting}" if sitting is not None else address)
    return table_page(request, slug, table)


@public_page
def table_page(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    event, actor = access.event(request, slug)
    if not 1 <= table <= event.regulations.venue.tables:
        raise NotFound
    rounds = rounds_of(event)
    current = current_of(rounds)
    rows = tables_of_rounds(event, rounds, in_full=actor.may(Permission.SEE_NAMES))
    here = [(each, [row for row in rows[each.number] if row.table == table]) for each in rounds]
    turns = {row.number: row for row in sittings_of(event, current, timezone.now())} if current is not None else {}
    context = public_context(event, actor, "tables") | clock_context(event, current)
    context |= {
        "event": event,
        "slug": slug,
        "table": table,
        "current": current,
        "now": [(row, turns.get(row.sitting or 0)) for each, rows in here if each == current for row in rows],
        "area": area_name(event.regulations.venue.area_at(table)),
        "others": [(each, rows) for each, rows in here if each != current],
        "own": actor.team_ids,
        "find_url": address("find", slug),
    }
    return render(request, "public/table.html", context)


def _context(event: "Tournament", actor: Actor, number: int | None) -> dict[str, Any]:
    rounds = rounds_of(event)
    current = current_of(rounds)
    shown = current if number is None else next((each for each in rounds if each.number == number), None)
    if shown is None and number is not None:
        raise NotFound
    context = public_context(event, actor, "tables") | clock_context(event, current)
    context |= {"slug": event.slug, "rounds": rounds, "current": current, "shown": shown, "own": actor.team_ids}
    context |= {"followed": number is None, "find_url": address("find", event.slug)}
    if shown is not None:
        status = status_by_match(shown)
        open_to_all = shows_results(event, shown.number)
        rows = tables_of_rounds(event, [shown], in_full=actor.may(Permission.SEE_NAMES))[shown.number]
        own = [bool(row.team_ids & actor.team_ids) for row in rows]
        marked = [
            (row, status.get(row.match_id) if open_to_all or mine else None, mine)
            for row, mine in zip(rows, own, strict=True)
        ]
        context["hidden_from"] = None if open_to_all else event.hidden_from
        sittings = sittings_of(event, shown, timezone.now())
        context["turns"] = in_turns(marked, sittings, lambda each: each[0].sitting)
    return context


urlpatterns = [
    path("<event:slug>/tables/", show, name="tables"),
    path("<event:slug>/tables/live/", live, name="tables-live"),
    path("<event:slug>/tables/round/<int:number>/", show, name="tables-round"),
    path("<event:slug>/tables/round/<int:number>/live/", live, name="tables-round-live"),
    path("<event:slug>/tables/<int:table>/", table, name="table"),
]
