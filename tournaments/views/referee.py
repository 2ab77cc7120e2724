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

from scoring.ruleset.match import BY_SCORE
from tournaments.actions import referees
from tournaments.forms.fields import asked_number
from tournaments.phrases import results as result_phrases
from tournaments.policy import Permission
from tournaments.selectors import access, rounds, tables
from tournaments.selectors.events import event_name
from tournaments.selectors.play import play_object
from tournaments.selectors.referees import kept_tables, referee_names
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.views.clock import clock_alone

if TYPE_CHECKING:
    from tournaments.models import Round, Tournament


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
    own = kept_tables(actor, [row.table for row in rows])
    context = frame_context(event, current) | {
        "slug": slug,
        "current": current,
        "rows": [row for row in rows if row.table in own],
        "others": [row for row in rows if row.table not in own],
        "names": referee_names(event),
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
    """Show what there is to do at a table now: wait, enter the result, or see what is stored.

    Where turns are taken there, `?sitting=` asks for one of them.
    """
    event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
    view = tables.table_view(event, actor, table, asked_number(request.GET.get("sitting", "")))
    own = table in kept_tables(actor, [table])
    play = play_object(event, actor, view.match)
    context = frame_context(event, rounds.current_round(event)) | {
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
        "deals_url": with_sitting(reverse("referee-deals", args=[slug, table]), view),
        "kind": play["report"]["kind"],
        "may_draw": play["report"]["draw"],
        "digits": range(1, 10),
        "config": _config(event, view, table, play),
        "named": view.labels[: view.named],
        "beyond": view.labels[view.named : view.named + 1],
    }
    return render(request, "referee/table.html", context)


def with_sitting(address: str, view: tables.TableView) -> str:
    """Return an address that leads to this match also when another takes its turn at the table."""
    return address if view.sitting is None else f"{address}?sitting={view.sitting}"


def frame_context(event: "Tournament", current: "Round | None") -> dict[str, Any]:
    """Return what the referee's base page needs, and the clock."""
    return {
        "event_name": event_name(event),
        "event_zone": event.regulations.identity.zone,
        **clock_alone(event, current),
    }


def _config(event: "Tournament", view: tables.TableView, table: int, play: dict[str, Any]) -> dict[str, Any]:
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
        "report": play["report"],
        "wins": _wins(view),
        "by_score": ruleset_of_round(view.round).match_result.kind.value in BY_SCORE,
        "decided": {code: str(words) for code, words in result_phrases.DECIDED.items()},
        "deals": {
            "count": len(play["deals"]),
            "levels": play["levels"],
            "dealer_side": play["dealer_side"],
            "scores": play["scores"],
            "forfeit": play["forfeit"],
        },
        "sentences": result_phrases.templates(),
        "words": _words() | sending_words(),
    }


def _words() -> dict[str, str]:
    """Return what the page's script says, with its placeholders."""
    return {
        "side": _("Turn the screen to %(side)s"),
        "mine": _("We reached %(own)s, they reached %(other)s."),
        "mine_score": _("We have %(own)s, they have %(other)s."),
        "mine_won": _("We won."),
        "mine_lost": _("They won."),
        "mine_drawn": _("Nobody won: a draw."),
        "levels": _("Choose the level that each side reached."),
        "scores": _("Enter the score of each side."),
        "winner": _("Choose the side that won."),
        "need_deals": _("Keep the match deal by deal: its points are handed in from there."),
        "differs": _("The deals kept at this table give %(first)s : %(second)s."),
        "reason": _("Say why the result is corrected."),
        "stored": _("Stored %(time)s, version %(version)s."),
        "announced": _("%(state)s. %(sentence)s"),
    }


def sending_words() -> dict[str, str]:
    """Return what any of the phone's pages says while a form is on its way."""
    return {
        "sending": _("Sending…"),
        "again": _("Not received by the server yet. It is kept on this phone and sent again by itself."),
        "stopped": _("Not received by the server. It is kept on this phone: send it again, or use paper."),
        "signed_out": _("This phone is not signed in. Open your personal link, then come back: your entry is kept."),
        "no_storage": _("This browser keeps nothing when the page is closed: stay on it until the receipt."),
    }


def _wins(view: tables.TableView) -> dict[str, int] | None:
    """Return the points of a match where only who won counts; None where the levels between the sides count."""
    points = ruleset_of_round(view.round).match_result.points.value
    return None if points is None else {"win": points.win, "draw": points.draw, "loss": points.loss}


def _own(view: tables.TableView) -> dict[str, Any] | None:
    if view.own is None:
        return None
    content = view.own.content
    winner = "draw" if content.decided_by == "draw" else content.winner
    said = {
        "levels": view.own.levels,
        "scores": [content.score_0, content.score_1],
        "winner": winner if view.report.kind == "winner" else None,
    }
    return {"version": view.own.sheet.version, "content": said, "state": view.own.state.value}


urlpatterns = [
    path("r/", mine, name="referee"),
    path("r/<event:slug>/", my_tables, name="referee-event"),
    path("r/<event:slug>/tables/<int:table>/", table_page, name="referee-table"),
    path("r/<event:slug>/tables/<int:table>/take/", take_over, name="referee-take"),
]
