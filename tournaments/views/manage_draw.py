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
from tournaments.forms.draws_by_hand import SwapForm
from tournaments.forms.refusals import place
from tournaments.phrases.draws import METHODS, REASONS
from tournaments.phrases.refusals import refusal
from tournaments.phrases.stages import stage_name
from tournaments.policy import Actor, Permission
from tournaments.selectors import access, draw_views, draws
from tournaments.selectors.brackets import brackets_of_draw
from tournaments.selectors.late_entries import changes_for
from tournaments.selectors.names import team_names
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_field import due_of
from tournaments.selectors.stages import stage_of
from tournaments.simulation import fullest_round
from tournaments.states import DrawState
from tournaments.views.bracket import Shown as Drawn
from tournaments.views.bracket import shown_of as drawn
from tournaments.views.draw import view_words
from tournaments.views.draw_wishes import (
    asked_before,
    asked_words,
    changes_words,
    exempted,
    impossible,
    wishes_of,
)
from tournaments.views.navigation import address, manage_context

if TYPE_CHECKING:
    from django.http import QueryDict

    from tournaments.models import Draw, Stage, Tournament
    from tournaments.regulations import StagePlan

BRACKETS = frozenset({"knockout", "double_knockout"})
GROUPS = "groups"
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
    """Draw, or only give the form one more row, or one seed a better place, with everything that was typed."""
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    stage = stage_of(event)
    draw = draws.holding(stage)
    wishes = wishes_of(event, stage, draw, team_names(event, in_full=True))
    if "more" in request.POST or "up" in request.POST:
        typed = {**request.POST.dict(), "exempt": request.POST.getlist("exempt")}
        wishes.edit(request.POST, more=request.POST.get("more", ""), up=request.POST.get("up", ""))
        return page(request, event, actor, form=DrawForm(initial=typed, replaces=draw is not None), wishes=wishes)
    form = DrawForm(request.POST, replaces=draw is not None)
    if not all([wishes.bind(request.POST).is_valid(), form.is_valid()]):
        return page(request, event, actor, form=form, wishes=wishes, status=422)
    given = form.cleaned_data
    asked: dict[str, Any] = {"wanted": wishes.wanted, "strict": given["strict"], "exempt": form.exemption}
    try:
        actions.make(
            actor,
            event,
            called_seed=given["called_seed"],
            reason=given.get("reason", ""),
            after=given["after"],
            **asked,
        )
    except Refusal as refused:
        why = impossible(refused, wishes.due, **asked)
        if why is None:
            place(form, refused)
        more: dict[str, Any] = {"wishes": wishes, "impossible": why, "impossible_words": refusal(refused)}
        return page(request, event, actor, form=form, status=refused.status, **more)
    messages.success(request, _("Drawn. Nobody outside can see it before you release it."))
    return redirect("manage-draw", slug)


@require_POST
def act(request: HttpRequest, slug: str, draw_id: int, verb: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    if verb not in VERBS:
        raise NotFound
    action, words = VERBS[verb]
    swaps = request.POST.get("swaps", "")
    seen = {"swaps": int(swaps)} if verb == "check" and swaps.isdecimal() else {}
    try:
        action(actor, event, draw_id, **seen)
    except NotFound:
        raise
    except Refusal as refused:
        return page(request, event, actor, refused=refusal(refused), status=refused.status)
    messages.success(request, str(words))
    return redirect("manage-draw", slug)


@require_POST
def swap(request: HttpRequest, slug: str, draw_id: int) -> HttpResponse:
    """Exchange two teams of a draft by hand."""
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    draw = draws.draws_of(event).filter(pk=draw_id).first()
    if draw is None:
        raise NotFound
    view = draw_views.draw_view(draw, team_names(event, in_full=True))
    form = swap_form(view, request.POST)
    if not form.is_valid():
        return page(request, event, actor, swap_form=form, status=422)
    given = form.cleaned_data
    pair = {"number": given["round"] - view.shift, "one": given["one"], "other": given["other"]}
    try:
        actions.swap_teams(actor, event, draw_id, **pair, reason=given["reason"])
    except Refusal as refused:
        place(form, refused)
        return page(request, event, actor, swap_form=form, status=refused.status)
    messages.success(request, _("Exchanged. What the exchange breaks is said below; then check the draw."))
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
    stage = stage_of(event)
    draw = draws.holding(stage)
    last = max((each.number for each in history), default=0)
    plan = plan_of(stage)
    names = team_names(event, in_full=True)
    if "wishes" not in more:
        wishes = wishes_of(event, stage, draw, names)
        more["wishes"] = wishes.fill(asked_before(draw, wishes.due))
    context = manage_context(event, actor, "manage-draw") | {
        "event": event,
        "history": [each for each in history if each.state == DrawState.DISCARDED],
        "entries_url": address("manage-entries", event.slug),
        "papers_url": address("manage-papers", event.slug),
        "rounds_url": address("manage-rounds", event.slug),
        "form": form or DrawForm(initial={"after": last, **exempted(draw)}, replaces=draw is not None),
        "stage_name": stage_name(plan) if len(event.regulations.stages) > 1 else "",
        "going_on_url": address("going-on", event.slug),
        **more,
    }
    if draw is not None:
        stale = draw.state != DrawState.RELEASED and draws.is_stale(event, draw)
        view = draw_views.draw_view(draw, names, gaps=not stale and draw.state != DrawState.RELEASED)
        context |= asked_words(draw, names)
        context |= view_words(view) | by_hand(draw, view, context.pop("swap_form", None))
        context |= {"brackets": drawn_brackets(event, draw, plan), "over": is_over(stage, draw)}
        context |= {"stale": stale}
    elif event.entries_frozen_at is not None:
        changes = changes_words(event, changes_for(due_of(stage)))
        context |= {"preview": preview_words(event), "changes": changes}
    return render(request, "manage/draw.html", context, status=status)


def by_hand(draw: "Draw", view: draw_views.DrawView, form: SwapForm | None = None) -> dict[str, Any]:
    """Return the form that exchanges two teams of a draft."""
    if draw.state != DrawState.DRAFT:
        return {}
    return {"swap_form": form or swap_form(view)}


def swap_form(view: draw_views.DrawView, data: "QueryDict | None" = None) -> SwapForm:
    teams = [(plan.seat.team_id, f"{plan.seat.lot} {plan.seat.name.in_a_list}".strip()) for plan in view.teams]
    single = view.draw.method == GROUPS or view.draw.method in BRACKETS
    numbers = [view.rounds[0].number] if single else [each.number for each in view.rounds]
    return SwapForm(data, rounds=numbers, teams=teams)


def drawn_brackets(event: "Tournament", draw: "Draw", plan: "StagePlan") -> "list[Drawn]":
    """Return the drawings of brackets that are not released; everybody has the page of a released one."""
    if draw.method not in BRACKETS or draw.state == DrawState.RELEASED:
        return []
    return [drawn(each) for each in brackets_of_draw(draw, plan, team_names(event, in_full=True))]


def is_over(stage: "Stage", draw: "Draw") -> bool:
    """Say whether the stage was played to its end: nothing is left to draw, and no round is open."""
    return draw.state == DrawState.RELEASED and due_of(stage).obstacle == "stage_is_drawn_whole"


def preview_words(event: "Tournament") -> dict[str, Any]:
    """Say how many are drawn, by which method and why, and whether the tables are enough, before the seed is known."""
    plan, due = draws.preview(event), due_of(stage_of(event))
    tables = event.regulations.venue.tables
    matches = plan.teams // 2 if due.one else fullest_round(due.plan, plan.teams)
    return {
        "teams": plan.teams,
        "round": plan.round,
        "obstacle": refusal(Refusal(plan.obstacle)) if plan.obstacle else "",
        "one": due.one,
        "tables": tables,
        "matches": matches,
        "sittings": max(1, -(-matches // tables)),
        "method": METHODS[plan.method] if plan.method else "",
        "reasons": [str(REASONS[code]) % params for code, params in plan.reasons],
    }


urlpatterns = [
    path("manage/<event:slug>/draw/", show, name="manage-draw"),
    path("manage/<event:slug>/draw/make/", make, name="manage-draw-make"),
    path("manage/<event:slug>/draw/<int:draw_id>/swap/", swap, name="manage-draw-swap"),
    path("manage/<event:slug>/draw/<int:draw_id>/discard/", discard, name="manage-draw-discard"),
    path("manage/<event:slug>/draw/<int:draw_id>/<slug:verb>/", act, name="manage-draw-act"),
]
