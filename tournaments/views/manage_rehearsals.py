"""The rehearsal: copies of an event on its own page, and on a copy's page how the portal plays it."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from tournaments.actions import rehearsal_runs, rehearsals
from tournaments.errors import Refusal
from tournaments.forms.refusals import place
from tournaments.forms.rehearsals import CopyForm, PlayForm
from tournaments.phrases.refusals import REFUSALS, refusal
from tournaments.phrases.rehearsals import found_words
from tournaments.policy import Actor, Permission
from tournaments.rehearsal.copies import copy_event
from tournaments.selectors import access
from tournaments.selectors import rehearsals as selectors
from tournaments.selectors.events import event_name
from tournaments.views.navigation import manage_context

if TYPE_CHECKING:
    from tournaments.models import Tournament


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an event's copies and make one; on a copy, show how far it is."""
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    if event.rehearsal_of_id is not None:
        return _copy_page(request, event, actor)
    registered = selectors.registered_teams(event)
    form = CopyForm(request.POST or None, registered=registered, places=event.regulations.registration.capacity)
    if request.method == "POST" and form.is_valid():
        try:
            made = copy_event(actor, event, teams=form.made_up)
        except Refusal as refused:
            place(form, refused)
        else:
            messages.success(request, _("The copy is there. Nobody but the staff of this event sees it."))
            return redirect("manage-rehearsal", made.slug)
    context = manage_context(event, actor, "manage-rehearsal") | {
        "slug": slug,
        "copies": selectors.copies_of(event),
        "full": len(selectors.copies_of(event)) >= rehearsals.MOST_COPIES,
        "form": form,
    }
    return render(request, "manage/rehearsals.html", context, status=422 if form.errors else 200)


def _copy_page(request: HttpRequest, event: "Tournament", actor: Actor) -> HttpResponse:
    original = selectors.original_of(event)
    context = manage_context(event, actor, "manage-rehearsal") | _live_context(event) | {
        "play_form": PlayForm(),
        "original_name": event_name(original) if original else "",
        "original_url": reverse("manage-rehearsal", args=[original.slug]) if original else "",
    }  # fmt: skip
    return render(request, "manage/rehearsal.html", context)


@require_safe
@never_cache
@conditional_page
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer how far a copy is, for the page that stands open meanwhile."""
    event, _actor = access.event(request, slug, Permission.EDIT_EVENT)
    zone = event.regulations.identity.zone
    return render(
        request, "manage/rehearsal_live.html", _live_context(rehearsals.copy_of(event)) | {"event_zone": zone}
    )


def _live_context(event: "Tournament") -> dict[str, Any]:
    found = selectors.played(event)
    run = found.run
    failed = run is not None and bool(run.error)
    return {
        "slug": event.slug,
        "found": found,
        "violations": [(found_words(each["code"]), each) for each in found.violations],
        "failure": _failure(run.error, run.error_params) if run is not None and failed else "",
        "standings_url": reverse("manage-standings", args=[event.slug]),
        "cockpit_url": reverse("cockpit", args=[event.slug]),
        "log_url": reverse("manage-log", args=[event.slug]),
    }


def _failure(code: str, params: dict[str, Any]) -> str:
    return refusal(Refusal(code, **params)) if code in REFUSALS else str(REFUSALS["rehearsal_failed"])


@require_POST
def play(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    rehearsals.copy_of(event)
    until, mishaps = request.POST.get("until", ""), "mishaps" in request.POST
    try:
        rehearsal_runs.ask(actor, event, until=until, mishaps=mishaps)
    except Refusal as refused:
        messages.error(request, refusal(refused))
    return redirect("manage-rehearsal", slug)


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a copy; the page of its event follows."""
    event, actor = access.event(request, slug, Permission.EDIT_EVENT)
    original = selectors.original_of(event)
    try:
        rehearsals.remove(actor, event)
    except Refusal as refused:
        messages.error(request, refusal(refused))
        return redirect("manage-rehearsal", slug)
    messages.success(request, _("The copy is removed, with everything in it."))
    return redirect("manage-rehearsal", original.slug) if original else redirect("manage")


urlpatterns = [
    path("manage/<event:slug>/rehearsal/", show, name="manage-rehearsal"),
    path("manage/<event:slug>/rehearsal/live/", live, name="manage-rehearsal-live"),
    path("manage/<event:slug>/rehearsal/play/", play, name="manage-rehearsal-play"),
    path("manage/<event:slug>/rehearsal/remove/", remove, name="manage-rehearsal-remove"),
]
