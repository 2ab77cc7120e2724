"""The stage builder: what is played in which order, and what that would be with so many teams."""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import regulations
from tournaments.actions import events as actions
from tournaments.errors import NotFound, Refusal
from tournaments.forms.events import SectionForm
from tournaments.forms.stages import FormatForm, SimulateForm, StageForm
from tournaments.phrases import stages as words
from tournaments.phrases.refusals import refusal
from tournaments.policy import Actor, Permission
from tournaments.selectors import access, events
from tournaments.selectors.entries import entrants
from tournaments.selectors.stages import stages_of
from tournaments.selectors.units import unit_names
from tournaments.simulation import Simulation, StageRun, simulate
from tournaments.stage_edits import moved, removed
from tournaments.views.navigation import address, manage_context

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.regulations import Regulations, StagePlan

BETWEEN = 10  # minutes
STEPS = {"up": -1, "down": 1}


@dataclass(frozen=True, slots=True)
class StageCard:
    """A stage as the list shows it; `drawn`: its plan is read-only."""

    plan: "StagePlan"
    name: str
    format: str
    meaning: str
    facts: list[tuple[str, str]]
    drawn: bool
    closed: bool
    may_rise: bool
    may_sink: bool
    may_go: bool


@dataclass(frozen=True, slots=True)
class RunRow:
    name: str
    run: StageRun
    cautions: list[tuple[str, str]]


@never_cache
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    return _overview(request, event, actor)


def _overview(
    request: HttpRequest, event: "Tournament", actor: Actor, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = manage_context(event, actor, "manage-stages") | {
        "event": event,
        "cards": _cards(event),
        "needs_reason": events.change_needs_reason(event),
        "version": events.version(event),
        "draw_url": address("manage-draw", event.slug),
        **_simulated(request, event),
        **more,
    }
    return render(request, "manage/stages.html", context, status=status)


def _codes(event: "Tournament") -> list[str]:
    return [each.code for each in event.regulations.divisions]


def _cards(event: "Tournament") -> list[StageCard]:
    rules = event.regulations
    rows = {stage.code: stage for stage in stages_of(event)}
    drawn = [rows[plan.code].rules_id is not None for plan in rules.stages]
    last = len(rules.stages) - 1
    return [
        StageCard(
            plan,
            words.stage_name(plan),
            str(words.FORMATS[plan.format]),
            str(words.EXPLAINED[plan.format]),
            words.facts_of(plan, rules),
            drawn[at],
            rows[plan.code].closed_at is not None,
            may_rise=at > 0 and not drawn[at] and not drawn[at - 1],
            may_sink=at < last and not drawn[at] and not drawn[at + 1],
            may_go=last > 0 and not drawn[at],
        )
        for at, plan in enumerate(rules.stages)
    ]


def _simulated(request: HttpRequest, event: "Tournament") -> dict[str, Any]:
    """Try the number of teams that is asked for, else the pairs that have entered, else all the places."""
    rules = event.regulations
    field = entrants(event)
    usual = len(field) if len(field) > 1 else rules.registration.capacity
    initial = {"teams": usual, "between": BETWEEN}
    form = SimulateForm(request.GET if "teams" in request.GET else None, initial=initial)
    if form.is_bound and not form.is_valid():
        return {"simulate_form": form}
    given = form.cleaned_data if form.is_bound else initial
    sizes = Counter(each.unit for each in field if each.unit is not None)
    largest = sizes.most_common() if given["teams"] == len(field) else []
    simulation = simulate(
        rules,
        given["teams"],
        units=[size for _unit, size in largest],
        between=timedelta(minutes=given["between"] or 0),
        until=form.until_at(rules) if form.is_bound else None,
    )
    names = unit_names(event)
    called = [names.get(unit, "") for unit, _size in largest]
    return {"simulate_form": form, "simulation": simulation, **_in_words(simulation, rules, called)}


def _in_words(simulation: Simulation, rules: "Regulations", units: list[str]) -> dict[str, Any]:
    rows = [
        RunRow(
            words.stage_name(rules.plan(run.code)),
            run,
            [(_kind(each.blocks), words.caution_words(each, units)) for each in run.cautions],
        )
        for run in simulation.stages
    ]
    of_all = [(_kind(each.blocks), words.caution_words(each)) for each in simulation.cautions]
    return {"runs": rows, "cautions": of_all, "careful": any(row.cautions for row in rows) or bool(of_all)}


def _kind(blocks: bool) -> str:  # noqa: FBT001 the one thing it is asked
    return "attention" if blocks else "info"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the format of one more stage; it is made with values to start from."""
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    form = _form(FormatForm, request, event)
    if form.is_bound and form.is_valid() and _amended(form, event, actor):
        messages.success(request, _("Added. Look through what belongs to it."))
        return redirect("manage-stage", slug, form.made.code)
    return _page(request, event, actor, "manage/stage_format.html", form, {})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose_format(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    plan = _plan(event, code)
    form = _form(FormatForm, request, event, plan=plan)
    if form.is_bound and form.is_valid() and _amended(form, event, actor):
        messages.success(request, _("Saved. Look through what belongs to this format."))
        return redirect("manage-stage", slug, code)
    return _page(request, event, actor, "manage/stage_format.html", form, {"card": _card(event, code)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Change a stage; once it is drawn it is only read."""
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    with timezone.override(event.zone):
        form = _form(StageForm, request, event, plan=_plan(event, code))
        if form.is_bound and form.is_valid() and _amended(form, event, actor):
            messages.success(request, _("Saved."))
            return redirect("manage-stages", slug)
        return _page(request, event, actor, "manage/stage.html", form, {"card": _card(event, code)})


@require_POST
def move(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    _plan(event, code)
    step = STEPS.get(request.POST.get("to", ""), 0)
    return _rearranged(request, event, actor, moved(event.regulations.stages, code, step, _codes(event)))


@require_POST
def remove(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    _plan(event, code)
    return _rearranged(request, event, actor, removed(event.regulations.stages, code, _codes(event)))


def _rearranged(
    request: HttpRequest, event: "Tournament", actor: Actor, stages: tuple["StagePlan", ...]
) -> HttpResponse:
    """Put the stages in force in this order; a refusal is said above them and the reason that was typed is kept."""
    document = regulations.dump(event.regulations.model_copy(update={"stages": stages}))
    reason = request.POST.get("reason", "")
    try:
        actions.amend(actor, event, document=document, reason=reason, based_on=_number(request.POST.get("version", "")))
    except Refusal as refused:
        return _overview(request, event, actor, refused=refusal(refused), reason=reason, status=refused.status)
    messages.success(request, _("Saved."))
    return redirect("manage-stages", event.slug)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _plan(event: "Tournament", code: str) -> "StagePlan":
    try:
        return event.regulations.plan(code)
    except KeyError:
        raise NotFound from None


def _card(event: "Tournament", code: str) -> StageCard:
    return next(card for card in _cards(event) if card.plan.code == code)


def _form(kind: type[Any], request: HttpRequest, event: "Tournament", **more: Any) -> Any:
    return kind(
        request.POST if request.method == "POST" else None,
        current=event.regulations,
        version=events.version(event),
        needs_reason=events.change_needs_reason(event),
        **more,
    )


def _amended(form: SectionForm, event: "Tournament", actor: Actor) -> bool:
    """Put the form's document in force; a refusal goes to its field."""
    given = form.cleaned_data
    try:
        actions.amend(actor, event, document=form.document, reason=given.get("reason", ""), based_on=given["version"])
    except Refusal as refused:
        form.add_error(form.field_at(refused.field), refusal(refused))
        return False
    return True


def _page(
    request: HttpRequest, event: "Tournament", actor: Actor, template: str, form: SectionForm, more: dict[str, Any]
) -> HttpResponse:
    context = manage_context(event, actor, "manage-stages") | {"event": event, "form": form, **more}
    return render(request, template, context, status=422 if form.is_bound and form.errors else 200)


urlpatterns = [
    path("manage/<event:slug>/stages/", overview, name="manage-stages"),
    path("manage/<event:slug>/stages/new/", new, name="manage-stage-new"),
    path("manage/<event:slug>/stages/<slug:code>/", edit, name="manage-stage"),
    path("manage/<event:slug>/stages/<slug:code>/format/", choose_format, name="manage-stage-format"),
    path("manage/<event:slug>/stages/<slug:code>/move/", move, name="manage-stage-move"),
    path("manage/<event:slug>/stages/<slug:code>/remove/", remove, name="manage-stage-remove"),
]
