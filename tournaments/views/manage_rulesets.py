"""The rulesets of an event, stage by stage: what holds, choosing another, editing a group of values, one as a file."""

import json
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import decisions
from tournaments.actions import rulesets as actions
from tournaments.decisions import RulesetFaultyError
from tournaments.errors import NotFound, Refusal
from tournaments.forms import refusals
from tournaments.forms.rulesets import ChangeForm, ChooseForm, FileForm, GroupForm, State
from tournaments.phrases.rules import card_of, differences, fault_line, sections
from tournaments.phrases.rules.labels import GROUPS
from tournaments.phrases.rules.sections import OFFENCES as CATALOGUE
from tournaments.phrases.stages import stage_name
from tournaments.policy import Permission
from tournaments.selectors import access, events
from tournaments.selectors.access import Access
from tournaments.selectors.rulesets import base_of, plan_of, preset, rounds_not_begun, ruleset_of
from tournaments.selectors.stages import current_stage, stages_of
from tournaments.transfer import rulesets as files
from tournaments.views.navigation import manage_context
from tournaments.views.rules import compared

if TYPE_CHECKING:
    from tournaments.models import Stage, Tournament

EDITABLE = frozenset(GROUPS) - {"identity"}


def _open(request: HttpRequest, slug: str) -> tuple[Access, State]:
    """Return the event for who may edit it, and what a change of the stage's rules has to reckon with."""
    found = access.event(request, slug, Permission.EDIT_EVENT)
    event, stage = found.tournament, _stage(request, found.tournament)
    drawn = stage.rules_id is not None
    return found, State(
        plan_of(stage),
        events.version(event),
        events.change_needs_reason(event),
        drawn,
        rounds_not_begun(event) if drawn else [],
        base_of(stage),
    )


def _stage(request: HttpRequest, event: "Tournament") -> "Stage":
    """Return the stage that `?stage=` names, else the one that is played now."""
    stages, code = stages_of(event), request.GET.get("stage", "")
    if not code:
        return current_stage(stages)
    found = next((stage for stage in stages if stage.code == code), None)
    if found is None:
        raise NotFound
    return found


@never_cache
@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    found, state = _open(request, slug)
    ruleset = state.ruleset
    comparison = compared(ruleset, request.GET.get("against", ""))
    context = _context(found, state) | {
        "card": card_of(state.plan.ruleset, ruleset, state.plan),
        "cards": [card for card in comparison["others"] if card.name != state.plan.ruleset],
        "sections": sections(ruleset, state.plan.timing),
        "own": [entry.path for entry in ruleset.entries() if entry.status == "organizer"],
    }
    return render(request, "manage/ruleset.html", context | comparison)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, slug: str, ruleset: str) -> HttpResponse:
    """Show what another preset would change, and choose it."""
    found, state = _open(request, slug)
    chosen = preset(ruleset)
    if chosen is None:
        raise NotFound
    form = ChooseForm(request.POST if request.method == "POST" else None, state=state)
    if form.is_bound and form.is_valid():
        try:
            actions.choose(found.actor, found.tournament, preset=ruleset, stage=state.plan.code, **form.amendment)
        except Refusal as refused:
            refusals.place(form, refused)
        else:
            messages.success(request, _("Chosen. The times of the rounds are those of this ruleset now."))
            return _to(found, state, "manage-ruleset")
    context = _context(found, state) | {
        "form": form,
        "card": card_of(ruleset, chosen, state.plan),
        "now": card_of(state.plan.ruleset, state.ruleset),
        "groups": differences(state.ruleset, chosen),
        "clock": decisions.choose(state.plan, ruleset).timing,
    }
    return _page(request, "manage/ruleset_choose.html", context, form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, group: str) -> HttpResponse:
    """Edit the values of a group; a single one goes back to the document's by a button."""
    found, state = _open(request, slug)
    if group not in EDITABLE:
        raise NotFound
    form = _group_form(request, state, group)
    if form.is_bound and not form.more and form.is_valid():
        try:
            actions.change(
                found.actor,
                found.tournament,
                values=form.changes,
                resets=form.resets,
                from_round=form.from_here,
                stage=state.plan.code,
                **form.amendment,
            )
        except Refusal as refused:
            refusals.place(form, refused)
        else:
            messages.success(request, _("Saved."))
            return (
                _to(found, state, "manage-ruleset-group", group)
                if form.resets
                else _to(found, state, "manage-ruleset", anchor=f"#group-{group}")
            )
    context = _context(found, state) | {"form": form, "group": group, "title": GROUPS[group]}
    return _page(request, "manage/ruleset_group.html", context, form)


def _group_form(request: HttpRequest, state: State, code: str) -> GroupForm:
    given = request.POST if request.method == "POST" else request.GET
    known = {entry.path for entry in state.ruleset.entries()}
    pressed = {name: given.get(name, "") for name in ("reset", "drop", "more")}
    known.add(f"{CATALOGUE}{given.get('add', '')}")
    if any(value and value not in known for value in pressed.values()):
        raise NotFound
    data = request.POST if request.method == "POST" else None
    pressed = pressed if data is not None else {}
    form = GroupForm(data, group=code, state=state, **pressed)
    adding = given.get("add", "")
    if adding and adding in dict(form.addable()):
        form = GroupForm(data, group=code, state=state, adding=adding, **pressed)
    return form


def _to(found: Access, state: State, name: str, *args: str, anchor: str = "") -> HttpResponse:
    """Lead to a page of the same stage."""
    response = redirect(name, found.tournament.slug, *args)
    response["Location"] += _query(found.tournament, state) + anchor
    return response


def _query(event: "Tournament", state: State) -> str:
    """Return what an address says of the stage; nothing where there is only one."""
    return f"?stage={state.plan.code}" if len(event.regulations.stages) > 1 else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a whole ruleset in force from a file; what is wrong with it is said value by value, nothing is stored."""
    found, state = _open(request, slug)
    posted = request.method == "POST"
    form = FileForm(request.POST if posted else None, request.FILES if posted else None, state=state)
    faults: list[str] = []
    if form.is_bound and form.is_valid():
        try:
            name, values = _read(form)
            actions.replace(
                found.actor,
                found.tournament,
                preset=name,
                values=values,
                from_round=form.from_here,
                stage=state.plan.code,
                **form.amendment,
            )
        except RulesetFaultyError as error:
            faults = [fault_line(fault) for fault in error.faults]
            form.add_error("file", _("The rules in this file contradict themselves. Nothing was stored."))
        except Refusal as refused:
            refusals.place(form, refused)
        else:
            messages.success(request, _("The ruleset of the file holds now."))
            return _to(found, state, "manage-ruleset")
    return _page(request, "manage/ruleset_file.html", _context(found, state) | {"form": form, "faults": faults}, form)


def _read(form: FileForm) -> tuple[str, dict[str, Any]]:
    """Return the preset of the file, and the values in which it differs from it."""
    name, data = files.read(form.cleaned_data["file"].read(files.LARGEST_FILE + 1))
    if form.state.drawn and name != form.state.plan.ruleset:
        raise Refusal("rules_are_drawn", field="file")
    return name, decisions.own_of(data, name, form.state.base)


@never_cache
@require_safe
def download(request: HttpRequest, slug: str) -> HttpResponse:
    found = access.event(request, slug, Permission.EDIT_EVENT)
    stage = _stage(request, found.tournament)
    ruleset = ruleset_of(stage)
    response = HttpResponse(files.write(ruleset), content_type="application/json")
    name = f"{slug}-{stage.code}" if len(found.tournament.regulations.stages) > 1 else slug
    response["Content-Disposition"] = f'attachment; filename="ruleset-{name}.json"'
    return response


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Answer the JSON Schema of a ruleset file."""
    del request
    return HttpResponse(json.dumps(files.schema(), ensure_ascii=False), content_type="application/schema+json")


def _context(found: Access, state: State) -> dict[str, Any]:
    event, actor = found
    plans = event.regulations.stages
    here = reverse("manage-ruleset", args=[event.slug])
    return manage_context(event, actor, "manage-ruleset") | {
        "event": event,
        "state": state,
        "stage_query": _query(event, state),
        "stage_code": state.plan.code if len(plans) > 1 else "",
        "stage_name": stage_name(state.plan) if len(plans) > 1 else "",
        "tabs": [
            {"url": f"{here}?stage={plan.code}", "label": stage_name(plan), "current": plan.code == state.plan.code}
            for plan in (plans if len(plans) > 1 else ())
        ],
    }


def _page(request: HttpRequest, template: str, context: dict[str, Any], form: ChangeForm) -> HttpResponse:
    return render(request, template, context, status=422 if form.is_bound and form.errors else 200)


urlpatterns = [
    path("rules/schema.json", schema, name="ruleset-schema"),
    path("manage/<event:slug>/ruleset/", overview, name="manage-ruleset"),
    path("manage/<event:slug>/ruleset/choose/<slug:ruleset>/", choose, name="manage-ruleset-choose"),
    path("manage/<event:slug>/ruleset/file/", file, name="manage-ruleset-file"),
    path("manage/<event:slug>/ruleset/file/download/", download, name="manage-ruleset-download"),
    path("manage/<event:slug>/ruleset/group/<slug:group>/", edit, name="manage-ruleset-group"),
]
