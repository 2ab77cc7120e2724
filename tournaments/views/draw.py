"""The released draw as everybody may read, and check, it. Before the release the page is the same whatever exists."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.errors import NotFound
from tournaments.phrases.draws import METHODS, WAYS, flag_words, warning_words
from tournaments.policy import Permission
from tournaments.selectors import access, draws
from tournaments.selectors.names import team_names
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    draw = draws.released_draw(event)
    context = public_context(event, actor, "draw") | {"event": event, "slug": slug}
    if draw is not None:
        view = draws.draw_view(draw, team_names(event, in_full=actor.may(Permission.SEE_NAMES)))
        context |= view_words(view) | {"own": actor.team_ids, "published_at": draw.released_at}
    return render(request, "public/draw.html", context)


@require_safe
@public_page
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with everything that a replay needs, and the team numbers behind its ids."""
    event, _actor = access.event(request, slug)
    draw = draws.released_draw(event)
    if draw is None:
        raise NotFound
    of_draw = draws.record_of(draw)
    names = team_names(event, in_full=False)
    numbers = {str(team.team_id): team.number for team in names.values()}
    body = {"record": of_draw.to_json(), "digest": of_draw.digest(), "team_numbers": numbers, "outcome": draw.outcome}
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False, "indent": 1})


def view_words(view: draws.DrawView) -> dict[str, object]:
    """Return a draw with its words for a template."""
    return {
        "view": view,
        "draw": view.draw,
        "method_words": METHODS[view.draw.method],
        "way_words": WAYS[view.way],
        "warning_words": [warning_words(code, params) for code, params in view.warnings],
        "flag_words": [flag_words(code, params) for code, params in view.flags],
    }


urlpatterns = [
    path("<event:slug>/draw/", show, name="draw"),
    path("<event:slug>/draw/record.json", record, name="draw-record"),
]
