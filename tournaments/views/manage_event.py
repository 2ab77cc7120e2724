"""The organizer's events: the list, a new one, the cockpit, the settings, and the event's own state."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions import events as actions
from tournaments.errors import NotFound, Refusal
from tournaments.events.reading import write
from tournaments.forms.events import ScoringForm, SectionForm, moved
from tournaments.forms.new_event import NewEventForm
from tournaments.forms.sections import SECTIONS
from tournaments.phrases.refusals import refusal
from tournaments.phrases.rules import card_of
from tournaments.phrases.stages import stage_name
from tournaments.policy import Actor, Permission
from tournaments.selectors import access, events
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.selectors.stages import stages_of
from tournaments.views.cockpit import show_cockpit
from tournaments.views.navigation import account_context, manage_context

if TYPE_CHECKING:
    from tournaments.models import Tournament

Verb = Callable[..., None]
VERBS: dict[str, tuple[Verb, str | Promise]] = {
    "publish": (actions.publish, _("The event is public now.")),
    "unpublish": (actions.unpublish, _("The event is a draft again and out of public sight.")),
    "finish": (actions.finish, _("The event is finished.")),
    "reopen": (actions.reopen, _("The event is running again.")),
    "archive": (actions.archive, _("The event is archived: its pages stay, nothing changes any more.")),
}


@never_cache
@require_safe
def manage(request: HttpRequest) -> HttpResponse:
    listing = events.managed_by(access.account(request), timezone.now())
    return render(request, "manage/events.html", account_context("manage") | {"events": listing})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    user = access.account(request)
    form = NewEventForm(request.POST or None, today=timezone.localdate(), template=request.GET.get("template", ""))
    if request.method == "POST" and form.is_valid():
        try:
            event = actions.create(user, slug=form.cleaned_data["slug"], document=form.document)
        except Refusal as refused:
            form.add_error(form.field_at(refused.field), refusal(refused))
        else:
            messages.success(request, _("The draft is there. Look through its settings, then publish it."))
            return redirect("cockpit", event.slug)
    context = account_context("event-new") | {"form": form}
    return render(request, "manage/event_new.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    context = manage_context(event, actor, "event-settings") | {
        "event": event,
        "sections": [section_form(event, code) for code in SECTIONS],
        "versions": events.versions(event),
        "has_entries": events.has_entries(event),
        "rulesets": [
            (stage_name(plan_of(stage)), card_of(stage.ruleset, ruleset_of(stage))) for stage in stages_of(event)
        ],
    }
    return render(request, "manage/event_settings.html", context)


@never_cache
@require_safe
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the regulations as a file from which another event can be created."""
    event, _actor = access.event(request, slug, Permission.EDIT_EVENT)
    response = HttpResponse(write(event.regulations), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="event-{slug}.json"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def section(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    if code not in SECTIONS:
        raise NotFound
    with timezone.override(event.zone):
        if request.method != "POST":
            form = section_form(event, code)
        elif "move" in request.POST:
            form = reordered(event, request)
        else:
            form = section_form(event, code, data=request.POST)
            if form.is_valid() and "look" not in request.POST and amended(form, event, actor):
                messages.success(request, _("Saved."))
                return redirect("event-settings", event.slug)
        context = manage_context(event, actor, "event-settings") | {"form": form, "event": event}
        return render(request, form.template, context, status=422 if form.is_bound and form.errors else 200)


def section_form(event: "Tournament", code: str, **kwargs: Any) -> SectionForm:
    return SECTIONS[code](
        current=event.regulations,
        version=events.version(event),
        needs_reason=events.change_needs_reason(event),
        **kwargs,
    )


def reordered(event: "Tournament", request: HttpRequest) -> SectionForm:
    """Return the form as it was typed, with the order of tie-breaks after the press of a button; nothing is saved."""
    typed = {name: request.POST.get(name, "") for name in ScoringForm.base_fields if name in request.POST}
    typed["tiebreaks"] = moved(typed.get("tiebreaks", ""), request.POST["move"])
    return section_form(event, ScoringForm.code, initial=typed)


def amended(form: SectionForm, event: "Tournament", actor: Actor) -> bool:
    """Put the form's document in force; a refusal goes to its field."""
    cleaned = form.cleaned_data
    try:
        actions.amend(
            actor, event, document=form.document, reason=cleaned.get("reason", ""), based_on=cleaned["version"]
        )
    except Refusal as refused:
        form.add_error(form.field_at(refused.field), refusal(refused))
        return False
    return True


@require_POST
def move(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    if verb not in VERBS:
        raise NotFound
    action, done = VERBS[verb]
    extra = {"reason": request.POST.get("reason", "")} if verb == "reopen" else {}
    try:
        action(actor, event, **extra)
    except Refusal as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, str(done))
    return redirect("cockpit", event.slug)


urlpatterns = [
    path("manage/", manage, name="manage"),
    path("manage/new/", new, name="event-new"),
    path("manage/<event:slug>/", show_cockpit, name="cockpit"),
    path("manage/<event:slug>/settings/", settings, name="event-settings"),
    path("manage/<event:slug>/settings/file/download/", download, name="event-download"),
    path("manage/<event:slug>/settings/<slug:code>/", section, name="event-section"),
    path("manage/<event:slug>/state/<slug:verb>/", move, name="event-state"),
]
