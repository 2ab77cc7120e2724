"""The end of a stage: who goes on, what is still undecided, closing it, opening it again, one more round."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import stages as actions
from tournaments.errors import NotFound, Refusal
from tournaments.forms.draws_by_hand import CloseForm
from tournaments.forms.refusals import place
from tournaments.pairing import letters
from tournaments.phrases.stages import stage_name
from tournaments.policy import Actor, Permission
from tournaments.selectors import access
from tournaments.selectors.final import stage_tables
from tournaments.selectors.going_on import GoingOn, fed_by, going_on
from tournaments.selectors.names import TeamName, names_for
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_field import due_of
from tournaments.selectors.standings import Table
from tournaments.views.navigation import address, manage_context

if TYPE_CHECKING:
    from tournaments.models import Stage, Tournament

VERBS: dict[str, tuple[Callable[..., object], str | Promise]] = {
    "close": (actions.close_stage, _("The stage is closed. Those who go on are in the next one.")),
    "reopen": (actions.reopen_stage, _("The stage is open again.")),
    "round": (actions.add_round, _("One more round: it can be drawn now.")),
}
NEEDS_REASON = frozenset({"reopen", "round"})


@dataclass(frozen=True, slots=True)
class Line:
    """A team that goes on: the place it takes there, where it stood in its group, what it brings along."""

    seed: int
    name: TeamName
    origin: str
    points: object


@dataclass(frozen=True, slots=True)
class Next:
    """Those who go on into a stage; `tied`: equal teams of whom only `slots` can."""

    name: str
    lines: list[Line]
    tied: list[TeamName]
    slots: int


@dataclass(frozen=True, slots=True)
class End:
    """A stage that was drawn and how it ends; `missing` says what is not over yet."""

    stage: "Stage"
    name: str
    closed: bool
    over: bool
    missing: str
    next: list[Next]
    may_add: bool
    may_reopen: bool
    forms: dict[str, CloseForm]


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    return _page(request, event, actor)


@require_POST
def act(request: HttpRequest, slug: str, stage_id: int, verb: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MAKE_DRAW)
    if verb not in VERBS:
        raise NotFound
    action, words = VERBS[verb]
    form = CloseForm(request.POST, needed=verb in NEEDS_REASON)
    if not form.is_valid():
        return _page(request, event, actor, failed=(stage_id, verb, form), status=422)
    try:
        action(actor, event, stage_id, reason=form.cleaned_data["reason"])
    except NotFound:
        raise
    except Refusal as refused:
        place(form, refused)
        return _page(request, event, actor, failed=(stage_id, verb, form), status=refused.status)
    messages.success(request, str(words))
    return redirect("going-on", slug)


def _page(
    request: HttpRequest,
    event: "Tournament",
    actor: Actor,
    *,
    failed: tuple[int, str, CloseForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    names = names_for(event, actor)
    ends = [_end(stage, table, names, failed) for stage, table in reversed(stage_tables(event))]
    context = manage_context(event, actor, "going-on") | {
        "event": event,
        "ends": ends,
        "draw_url": address("manage-draw", event.slug),
        "rounds_url": address("manage-rounds", event.slug),
        "standings_url": address("manage-standings", event.slug),
    }
    return render(request, "manage/going_on.html", context, status=status)


def _end(stage: "Stage", table: Table, names: dict[int, TeamName], failed: tuple[int, str, CloseForm] | None) -> End:
    plan, closed = plan_of(stage), stage.closed_at is not None
    due = due_of(stage)
    over = table.complete and due.obstacle == "stage_is_drawn_whole"
    missing = "" if over or closed else "round" if table.closed else "play"
    forms = {verb: CloseForm(needed=verb in NEEDS_REASON, auto_id=f"id_{stage.pk}_{verb}_%s") for verb in VERBS}
    if failed is not None and failed[0] == stage.pk:
        forms[failed[1]] = failed[2]
    return End(
        stage,
        stage_name(plan),
        closed,
        over,
        missing,
        [_next(going_on(stage, table, plan), names) for plan in fed_by(stage)] if over or closed else [],
        may_add=not closed and over and plan.format.value not in actions.ADDS_NO_ROUND,
        may_reopen=closed,
        forms=forms,
    )


def _next(found: GoingOn, names: dict[int, TeamName]) -> Next:
    lines = [
        Line(
            each.seed,
            names[each.team],
            f"{letters(each.group)}{each.place}" if each.group is not None else "",
            each.points,
        )
        for each in found.teams
    ]
    tied = [names[team] for team in found.tie.teams] if found.tie is not None else []
    return Next(stage_name(found.plan), lines, tied, found.tie.slots if found.tie is not None else 0)


urlpatterns = [
    path("manage/<event:slug>/going-on/", show, name="going-on"),
    path("manage/<event:slug>/going-on/<int:stage_id>/<slug:verb>/", act, name="going-on-act"),
]
