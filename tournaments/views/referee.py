"""The referee's phone: my events, my tables, and one table's result."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import referees
from tournaments.phrases import results as result_phrases
from tournaments.policy import Actor, As, Permission
from tournaments.selectors import access, rounds, tables
from tournaments.selectors.events import event_name
from tournaments.selectors.referees import referee_names, tables_of
from tournaments.views.clock import clock_alone

if TYPE_CHECKING:
    from tournaments.models import Round, Tournament

EVERY_TABLE = frozenset({As.SITE_ADMIN, As.ORGANIZER, As.CHIEF, As.DESK})


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List the events whose referee this browser is; a single one opens at once."""
    found = {link.tournament.slug: link.tournament for link in access.links_of_browser(request, "referee")}
    if len(found) == 1:
        return redirect("referee-event", next(iter(found)))
    events = [(event_name(event), reverse("referee-event", args=[slug])) for slug, event in found.items()]
    return render(request, "referee/events.html", {"events": events})


@never_cache
@require_safe
def my_tables(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
    current = rounds.current_round(event)
    rows = tables.table_rows(event, current) if current is not None else []
    own = _tables(actor, [row.table for row in rows])
    context = _frame(event, current) | {
        "slug": slug,
        "current": current,
        "rows": [row for row in rows if row.table in own],
        "others": [row for row in rows if row.table not in own],
        "names": referee_names(event),
        "has_tables": bool(own or actor.qualities & EVERY_TABLE),
    }
    return render(request, "referee/tables.html", context)


@require_POST
def take_over(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.TAKE_TABLE)
    referees.take_over(actor, event, table)
    messages.success(request, _("Table %(table)s is yours now.") % {"table": table})
    return redirect("referee-table", slug, table)


@never_cache
@ensure_csrf_cookie
@require_safe
def table_page(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Show what there is to do at a table now: wait, enter the result, or see what is stored."""
    event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
    view = tables.table_view(event, actor, table)
    own = table in _tables(actor, [table])
    context = _frame(event, rounds.current_round(event)) | {
        "slug": slug,
        "table": table,
        "view": view,
        "own_table": own,
        "back_url": reverse("referee-event", args=[slug]),
        "neighbour": referee_names(event).get(table, ""),
        "sheets": [
            (sheet, result_phrases.sentence(view.sides, str(sheet.sheet.outcome), sheet.levels, sheet.points))
            for sheet in view.sheets
        ],
        "states": [(str(state), words) for state, words in result_phrases.STATES.items()],
        "reasons": [_("The sides were swapped"), _("A wrong level was tapped"), _("It was counted again")],
        "config": _config(event, view, table),
        "named": view.labels[: view.named],
        "beyond": view.labels[view.named : view.named + 1],
    }
    return render(request, "referee/table.html", context)


def _tables(actor: Actor, every: list[int]) -> frozenset[int]:
    return frozenset(every) if actor.qualities & EVERY_TABLE else tables_of(actor.membership_id)


def _frame(event: "Tournament", current: "Round | None") -> dict[str, Any]:
    """Return what the referee's base page needs, and the clock."""
    return {
        "event_name": event_name(event),
        "event_zone": event.regulations.identity.zone,
        **clock_alone(event, current),
    }


def _config(event: "Tournament", view: tables.TableView, table: int) -> dict[str, Any]:
    """Return what the page's script needs: ids, levels, sentences; the draft it keeps has no names."""
    return {
        "url": reverse("api-results", args=[event.slug]),
        "storage": f"result:{event.slug}:{view.match.pk}",
        "match": view.match.pk,
        "round": view.round.number,
        "table": table,
        "late": view.closed,
        "sides": [{"lot": side.lot, "words": side.words} for side in view.sides],
        "labels": view.labels,
        "named": view.named,
        "forfeits": view.forfeit_points,
        "standing": max((sheet.sheet.version for sheet in view.sheets), default=0),
        "own": _own(view),
        "sentences": result_phrases.templates(),
        "words": _words(),
    }


def _words() -> dict[str, str]:
    """Return what the page's script says, with its placeholders."""
    return {
        "side": _("Turn the screen to %(side)s"),
        "mine": _("We reached %(own)s, they reached %(other)s."),
        "sending": _("Sending…"),
        "again": _("Not received by the server yet. It is kept on this phone and sent again by itself."),
        "stopped": _("Not received by the server. It is kept on this phone: send it again, or use paper."),
        "signed_out": _("This phone is not signed in. Open your personal link, then come back: your entry is kept."),
        "levels": _("Choose the level that each side reached."),
        "reason": _("Say why the result is corrected."),
        "no_storage": _("This browser keeps nothing when the page is closed: stay on it until the receipt."),
        "stored": _("Stored %(time)s, version %(version)s."),
    }


def _own(view: tables.TableView) -> dict[str, Any] | None:
    if view.own is None:
        return None
    return {"version": view.own.sheet.version, "levels": view.own.levels, "state": view.own.state.value}


urlpatterns = [
    path("r/", mine, name="referee"),
    path("r/<event:slug>/", my_tables, name="referee-event"),
    path("r/<event:slug>/tables/<int:table>/", table_page, name="referee-table"),
    path("r/<event:slug>/tables/<int:table>/take/", take_over, name="referee-take"),
]
