"""The hall screen: clock, tables and standings in turn, for a browser that holds a screen's link."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.policy import Permission
from tournaments.selectors import access, events
from tournaments.selectors.rounds import current_round
from tournaments.selectors.screens import screen_of
from tournaments.views.clock import clock_context
from tournaments.views.navigation import address

if TYPE_CHECKING:
    from tournaments.models import Tournament


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.event(request, slug, Permission.SEE_SCREEN)
    paper = request.GET.get("look") == "paper"
    return render(request, "display/screen.html", _context(event) | {"paper": paper})


@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with what the screen shows, or that nothing of the event has changed."""
    event, _actor = access.event(request, slug, Permission.SEE_SCREEN)
    tag = f'"screen-{event.live_version}-{request.LANGUAGE_CODE}"'
    known = request.headers.get("If-None-Match") == tag
    response = HttpResponse(status=304) if known else render(request, "display/screen_live.html", _context(event))
    response.headers["ETag"] = tag
    patch_cache_control(response, private=True, no_store=True)
    return response


def _context(event: "Tournament") -> dict[str, Any]:
    current = current_round(event)
    context: dict[str, Any] = {
        "slug": event.slug,
        "event_name": events.event_name(event),
        "event_zone": event.regulations.identity.zone,
        "phone_url": f"{settings.PUBLIC_URL}{address('find', event.slug) or reverse('tables', args=[event.slug])}",
        "current": current,
    }
    if current is not None:
        context |= clock_context(event, current) | {"screen": screen_of(event, current, timezone.now())}
    return context


urlpatterns = [
    path("screen/<event:slug>/", show, name="screen"),
    path("screen/<event:slug>/live/", live, name="screen-live"),
]
