"""The public clock, and what every page with a clock on it needs."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.selectors import access
from tournaments.selectors.clock import clock_of, clock_row, hall_clock
from tournaments.selectors.rounds import current_round
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context

if TYPE_CHECKING:
    from tournaments.models import Round, Tournament


def clock_context(event: "Tournament", current: "Round | None") -> dict[str, Any]:
    """Return `hall` (HallClock), `clock` for the partials and `feed_url`; nothing before the release."""
    hall = hall_clock(event, current, timezone.now())
    if hall is None:
        return {}
    return {"hall": hall, "clock": hall.row, "feed_url": reverse("api-clock", args=[event.slug])}


def clock_alone(event: "Tournament", current: "Round | None") -> dict[str, Any]:
    """Return `clock` and `feed_url` for a page that shows the clock beside what it is about."""
    state = clock_of(current, timezone.now()) if current is not None else None
    return {
        "clock": clock_row(current, state) if current is not None and state is not None else None,
        "feed_url": reverse("api-clock", args=[event.slug]),
    }


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    context = public_context(event, actor, "clock") | clock_context(event, current_round(event))
    return render(request, "public/clock.html", context)


urlpatterns = [path("<event:slug>/clock/", show, name="clock")]
