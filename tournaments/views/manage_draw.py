"""The draw in the cockpit: make it, look at it, tick it, release it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import draws as actions
from tournaments.errors import NotFound, Refusal
from tournaments.forms.draws import DrawForm
from tournaments.forms.refusals import place
from tournaments.phrases.draws import METHODS, REASONS
from tournaments.phrases.refusals import refusal
from tournaments.policy import Actor, Permission
from tournaments.selectors import access, draws
from tournaments.selectors.names import team_names
from tournaments.states import DrawState
from tournaments.views.draw import view_words
from tournaments.views.navigation import address, manage_context

if TYPE_CHECKING:
    from tournaments.models import Tournament

VERBS: dict[str, tuple[Callable[..., object], str | Promise]] = {
    "check": (actions.check, _("Checked. Now it can be released.")),
    "uncheck": (actions.uncheck, _("The check is taken back.")),
    "release": (actions.release, _("Released: everybody can see the draw now.")),
}


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    return page(request, event, actor)


@require_POST
def make(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    form = DrawForm(request.POST, replaces=draws.open_or_released(event) is not None)
    if not form.is_valid():
        return page(request, event, actor, form=form, status=422)
    given = form.cleaned_data
    try:
        actions.make(
            actor,
            event,
            called_seed=given["called_seed"],
            reason=given.get("reason", ""),
            after=given["after"],
            strict=given["strict"],
        )
    except Refusal as refused:
        place(form, refused)
        return page(request, event, actor, form=form, status=refused.status)
    messages.success(request, _("Drawn. Nobody outside can see it before you release it."))
    return redirect("manage-draw", slug)


@require_POST
def act(request: HttpRequest, slug: str, draw_id: int, verb: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    if verb not in VERBS:
        raise NotFound
    action, words = VERBS[verb]
    try:
        action(actor, event, draw_id)
    except NotFound:
        raise
    except Refusal as refused:
        return page(request, event, actor, refused=refusal(refused), status=refused.status)
    messages.success(request, str(words))
    return redirect("manage-draw", slug)


@require_POST
def discard(request: HttpRequest, slug: str, draw_id: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    reason = request.POST.get("reason", "")
    try:
        actions.discard(actor, event, draw_id, reason=reason)
    except NotFound:
        raise
    except Refusal as refused:
        return page(request, event, actor, refused=refusal(refused), reason=reason, status=refused.status)
    messages.success(request, _("Discarded. It stays on record with its reason."))
    return redirect("manage-draw", slug)


def page(
    request: HttpRequest,
    event: "Tournament",
    actor: Actor,
    *,
    form: DrawForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Show where the draw stands and the one step that comes next."""
    history = draws.history(event)
    draw = next((each for each in history if each.state != DrawState.DISCARDED), None)
    last = history[0].number if history else 0
    context = manage_context(event, actor, "manage-draw") | {
        "event": event,
        "history": [each for each in history if each.state == DrawState.DISCARDED],
        "entries_url": address("manage-entries", event.slug),
        "papers_url": address("manage-papers", event.slug),
        "rounds_url": address("manage-rounds", event.slug),
        "form": form or DrawForm(initial={"after": last}, replaces=draw is not None),
        **more,
    }
    if draw is not None:
        context |= view_words(draws.draw_view(draw, team_names(event, in_full=True)))
        context |= {"stale": draw.state != DrawState.RELEASED and draws.is_stale(event, draw)}
        context |= {"tables_missing": max(0, context["view"].most_tables - event.regulations.venue.tables)}
    elif event.entries_frozen_at is not None:
        context |= {"preview": preview_words(event)}
    return render(request, "manage/draw.html", context, status=status)


def preview_words(event: "Tournament") -> dict[str, Any]:
    """Say how many are drawn, by which method and why, and whether the tables are enough, before the seed is known."""
    plan = draws.preview(event)
    return {
        "teams": plan.teams,
        "tables": event.regulations.venue.tables,
        "matches": plan.teams // 2,
        "missing": max(0, plan.teams // 2 - event.regulations.venue.tables),
        "method": METHODS[plan.method] if plan.method else "",
        "reasons": [str(REASONS[code]) % params for code, params in plan.reasons],
    }


urlpatterns = [
    path("manage/<event:slug>/draw/", show, name="manage-draw"),
    path("manage/<event:slug>/draw/make/", make, name="manage-draw-make"),
    path("manage/<event:slug>/draw/<int:draw_id>/discard/", discard, name="manage-draw-discard"),
    path("manage/<event:slug>/draw/<int:draw_id>/<slug:verb>/", act, name="manage-draw-act"),
]
