"""Rounds in the cockpit: the clock in hand, which tables are still missing, closing, moving a match."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions import clocks, rounds
from tournaments.errors import NotFound, Refusal
from tournaments.forms.refusals import place
from tournaments.forms.rounds import MoveForm
from tournaments.phrases.refusals import refusal
from tournaments.policy import Actor, Permission
from tournaments.selectors import access
from tournaments.selectors.board import board_of, seats_for_move
from tournaments.selectors.rounds import current_of, rounds_of
from tournaments.views.clock import clock_context
from tournaments.views.navigation import address, manage_context

if TYPE_CHECKING:
    from tournaments.models import Round, Tournament

VERBS: dict[str, tuple[Callable[..., object], frozenset[str], str | Promise]] = {
    "start": (clocks.start, frozenset({"order", "sitting"}), _("Started.")),
    "pause": (clocks.pause, frozenset({"order", "sitting", "reason"}), _("Paused for the whole hall.")),
    "resume": (clocks.resume, frozenset({"order", "sitting"}), _("The time runs on.")),
    "extend": (
        clocks.extend,
        frozenset({"order", "sitting", "minutes", "again"}),
        _("The time is changed for the whole hall."),
    ),
    "end": (clocks.end, frozenset({"order", "sitting", "reason"}), _("Ended. Results can still come in.")),
    "undo": (clocks.undo, frozenset({"order", "sitting", "reason"}), _("The start is taken back.")),
    "close": (rounds.close, frozenset(), _("The round is closed.")),
    "reopen": (rounds.reopen, frozenset({"reason"}), _("The round is open again.")),
}


@never_cache
@require_safe
def show(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.RUN_ROUNDS)
    return page(request, event, actor, number)


@require_safe
def live(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer with clock, board and the next step, or that nothing of the event has changed."""
    event, actor = access.event(request, slug, Permission.RUN_ROUNDS)
    tag = f'"rounds-{event.live_version}-{number}-{request.LANGUAGE_CODE}"'
    if request.headers.get("If-None-Match") == tag:
        response = HttpResponse(status=304)
    else:
        context = _context(event, actor, number)
        if context["shown"] is None:
            raise NotFound
        response = render(request, "manage/rounds_live.html", context)
    response.headers["ETag"] = tag
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_POST
def act(request: HttpRequest, slug: str, number: int, verb: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.RUN_ROUNDS)
    if verb not in VERBS:
        raise NotFound
    action, takes, words = VERBS[verb]
    try:
        action(actor, event, number, **_given(request, takes))
    except NotFound:
        raise
    except Refusal as refused:
        more = {"refused": refusal(refused), "refused_verb": verb, "reason": request.POST.get("reason", "")}
        return page(request, event, actor, number, status=refused.status, **more)
    messages.success(request, str(words))
    return redirect("manage-rounds", slug) if verb == "close" else redirect("manage-round", slug, number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def move(request: HttpRequest, slug: str, number: int, match_id: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.RUN_ROUNDS)
    current = next((each for each in rounds_of(event) if each.number == number), None)
    if current is None:
        raise NotFound
    plan = seats_for_move(event, current, match_id)
    form = MoveForm(request.POST or None, tables=plan.choices)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            rounds.move_match(actor, event, match_id, **form.cleaned_data)
        except NotFound:
            raise
        except Refusal as refused:
            place(form, refused)
            status = refused.status
        else:
            messages.success(request, _("Moved. Tell both teams and the referee."))
            return redirect("manage-round", slug, number)
    context = manage_context(event, actor, "manage-rounds") | {"event": event, "form": form, "plan": plan}
    context |= {"round": current}
    return render(request, "manage/round_move.html", context, status=422 if form.errors and status == 200 else status)  # noqa: PLR2004 HTTP


def page(
    request: HttpRequest, event: "Tournament", actor: Actor, number: int | None, *, status: int = 200, **more: Any
) -> HttpResponse:
    return render(request, "manage/rounds.html", _context(event, actor, number) | more, status=status)


def _context(event: "Tournament", actor: Actor, number: int | None) -> dict[str, Any]:
    every = rounds_of(event)
    shown = current_of(every) if number is None else next((each for each in every if each.number == number), None)
    if shown is None and number is not None and every:
        raise NotFound
    context = manage_context(event, actor, "manage-rounds") | {"event": event, "rounds": every, "shown": shown}
    context |= {
        "draw_url": address("manage-draw", event.slug),
        "standings_url": address("manage-standings", event.slug),
    }
    return context | (_of_round(event, every, shown) if shown is not None else {})


def _of_round(event: "Tournament", every: "list[Round]", shown: "Round") -> dict[str, Any]:
    board = board_of(event, shown, timezone.now())
    waits_for = next((each for each in every if each.number < shown.number and each.state != "closed"), None)
    following = next((each for each in every if each.number > shown.number), None)
    return clock_context(event, shown) | {
        "board": board,
        "waits_for": waits_for,
        "following": following,
        "desk_url": address("desk", event.slug),
    }


def _given(request: HttpRequest, takes: frozenset[str]) -> dict[str, Any]:
    """Read what the verb takes; a number that is none refuses the request like an old page."""
    given: dict[str, Any] = {}
    if "reason" in takes:
        given["reason"] = request.POST.get("reason", "")
    if "again" in takes:
        given["again"] = bool(request.POST.get("again"))
    for name in ("order", "sitting", "minutes"):
        if name in takes and (name == "minutes" or request.POST.get(name)):
            given[name] = _number(request.POST.get(name, ""))
    return given


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise Refusal("clock_not_possible") from error


urlpatterns = [
    path("manage/<event:slug>/rounds/", show, name="manage-rounds"),
    path("manage/<event:slug>/rounds/<int:number>/", show, name="manage-round"),
    path("manage/<event:slug>/rounds/<int:number>/live/", live, name="manage-rounds-live"),
    path("manage/<event:slug>/rounds/<int:number>/move/<int:match_id>/", move, name="manage-round-move"),
    path("manage/<event:slug>/rounds/<int:number>/<slug:verb>/", act, name="manage-round-act"),
]
