"""The released draw as everybody may read, and check, it. Before the release the page is the same whatever exists."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.errors import NotFound
from tournaments.phrases.draws import CONSTRAINTS, METHODS, WAYS, flag_words, warning_words
from tournaments.phrases.stages import stage_name
from tournaments.policy import Permission
from tournaments.selectors import access, draw_views, draws
from tournaments.selectors.draw_wishes import exemption_of
from tournaments.selectors.names import team_names
from tournaments.selectors.rulesets import plan_of
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context

if TYPE_CHECKING:
    from tournaments.selectors.draws import ReleasedDraw

FEWEST_LINKED = 2


@require_safe
@public_page
def show(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Show the newest released draw, or the one that a round came from."""
    event, actor = access.event(request, slug)
    released = draws.released_draws(event)
    draw = _chosen(released, number)
    context = public_context(event, actor, "draw") | {"event": event, "slug": slug}
    if draw is not None:
        view = draw_views.draw_view(draw, team_names(event, in_full=actor.may(Permission.SEE_NAMES)))
        context |= view_words(view) | {"own": actor.team_ids, "published_at": draw.released_at}
        context |= {"others": _others(slug, released, draw)}
        context |= {"record_url": _record_url(slug, released, draw) if draws.shows_record(event, draw) else ""}
        context |= {"bracket_url": reverse("bracket", args=[slug]) if draw.outcome.get("bracket") else ""}
    return render(request, "public/draw.html", context)


@require_safe
@public_page
def record(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Answer with everything that a replay needs, and the team numbers behind its ids."""
    event, _actor = access.event(request, slug)
    draw = _chosen(draws.released_draws(event), number)
    if draw is None or not draws.shows_record(event, draw):
        raise NotFound
    of_draw = draws.record_of(draw)
    names = team_names(event, in_full=False)
    numbers = {str(team.team_id): team.number for team in names.values()}
    body = {"record": of_draw.to_json(), "digest": of_draw.digest(), "team_numbers": numbers, "outcome": draw.outcome}
    if event.regulations.divisions:
        body["team_divisions"] = {str(team.team_id): team.division.code for team in names.values() if team.division}
    return JsonResponse(body, json_dumps_params={"ensure_ascii": False, "indent": 1})


def _chosen(released: "Sequence[ReleasedDraw]", number: int | None) -> "ReleasedDraw | None":
    """Return the draw that made a round, without a number the newest; NotFound for a round that no draw made."""
    if number is None:
        return released[-1] if released else None
    found = next((draw for draw in released if draw.first_round == number), None)
    if found is None:
        raise NotFound
    return found


def _others(slug: str, released: "Sequence[ReleasedDraw]", shown: "ReleasedDraw") -> list[dict[str, object]]:
    """Return a link to each released draw, where there are several."""
    if len(released) < FEWEST_LINKED:
        return []
    return [
        {
            "url": reverse("draw-round", args=[slug, draw.first_round]),
            "label": _draw_name(draw),
            "current": draw.pk == shown.pk,
        }
        for draw in released
    ]


def _draw_name(draw: "ReleasedDraw") -> str:
    plan = plan_of(draw.stage)
    if plan.one_by_one:
        return _("Round %(number)d") % {"number": draw.first_round}
    return stage_name(plan)


def _record_url(slug: str, released: "Sequence[ReleasedDraw]", shown: "ReleasedDraw") -> str:
    if shown.pk == released[-1].pk:
        return reverse("draw-record", args=[slug])
    return reverse("draw-round-record", args=[slug, shown.first_round])


def view_words(view: draw_views.DrawView) -> dict[str, object]:
    """Return a draw with its words for a template."""
    exemption = exemption_of(view.draw)
    return {
        "exempt": _(", ").join(str(CONSTRAINTS[name]) for name in exemption.rules if name in CONSTRAINTS),
        "exempt_because": exemption.because,
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
    path("<event:slug>/draw/round/<int:number>/", show, name="draw-round"),
    path("<event:slug>/draw/round/<int:number>/record.json", record, name="draw-round-record"),
]
