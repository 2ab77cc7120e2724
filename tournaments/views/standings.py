"""The standings for everybody: live and provisional while play goes on, then the released version."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.errors import NotFound
from tournaments.phrases import standings as standings_words
from tournaments.phrases.divisions import division_name
from tournaments.phrases.stages import divisions_of, stage_name
from tournaments.policy import Permission
from tournaments.selectors import access
from tournaments.selectors.crosstables import MOST_TEAMS
from tournaments.selectors.final import public_final_of
from tournaments.selectors.names import names_for
from tournaments.selectors.publications import Shown, differs, public_stage_table, public_table
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.shown import shows_standings
from tournaments.selectors.stages import drawn_stages
from tournaments.selectors.standings import RoundProgress, Table, table_of
from tournaments.selectors.table_parts import parts_of
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context
from tournaments.views.standings_table import Rows

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.policy import Actor


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    context = live_context(event, actor)
    page = public_context(event, actor, "standings", drawn=context["drawn"])
    return render(request, "public/standings.html", page | context)


@require_safe
@public_page
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the part of the page that changes, for a page that stands open."""
    event, actor = access.event(request, slug)
    zone = event.regulations.identity.zone
    return render(request, "public/standings_live.html", live_context(event, actor) | {"event_zone": zone})


@require_safe
@public_page
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Answer what explains the row of a team: its sum, and what parts it from its neighbours."""
    event, actor = access.event(request, slug)
    table, names = public_table(event).table, names_for(event, actor)
    if table.standings.progress.official:
        for part in parts_of(event, table):
            for at, row in enumerate(part.table.standings.rows):
                if names[row.team].number == number:
                    return HttpResponse(Rows.of(slug, part.table, names).said(at))
    raise NotFound


@require_safe
@public_page
def of_stage(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the standings of a stage that was drawn: as it was closed with, else as it stands."""
    event, actor = access.event(request, slug)
    stage = next((stage for stage in drawn_stages(event) if stage.code == code), None)
    if stage is None:
        raise NotFound
    table = public_stage_table(stage)
    kept = kept_of(event, actor, table)
    context = table_context(event, actor, table) | {"tabs": tabs_of(event, stage.pk), "stage": stage, "kept": kept}
    context |= secrecy_of(event)
    page = public_context(event, actor, "standings", drawn=True)
    return render(request, "public/standings_stage.html", page | context)


@require_safe
@public_page
def final(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the ranking of the event over all of its stages."""
    event, actor = access.event(request, slug)
    context = {
        "slug": slug,
        "parts": final_parts(event, actor),
        "tabs": tabs_of(event, final=True),
        "own": actor.team_ids,
    }
    context |= secrecy_of(event)
    return render(request, "public/standings_final.html", public_context(event, actor, "standings") | context)


def final_parts(event: "Tournament", actor: "Actor") -> list[dict[str, Any]]:
    """Return the final ranking of each division under its name; of the whole event where it has but one."""
    names, stages = names_for(event, actor), [stage_name(plan_of(stage)) for stage in drawn_stages(event)]
    lines = [(each, names[each.team], stages[each.stage]) for each in public_final_of(event)]
    found = []
    for plan in event.regulations.divisions or (None,):
        own = [line for line in lines if line[1].division == plan]
        code = plan.code if plan is not None else ""
        found.append({"code": code, "title": division_name(plan), "lines": own})
    return [part for part in found if part["lines"]]


def secrecy_of(event: "Tournament") -> dict[str, Any]:
    """Return what the reader is told of what is not shown; the same whether or not there is something to hide."""
    return {
        "hidden_from": event.hidden_from,
        "only_released": event.hidden_from is None and not shows_standings(event),
    }


def kept_of(event: "Tournament", actor: "Actor", table: Table) -> list[dict[str, Any]]:
    """Return who stayed in a later stage by a decision, with the names that the reader may see."""
    if not table.kept:
        return []
    names = names_for(event, actor)
    return [
        {
            "stage": stage_name(event.regulations.plan(each.into)),
            "stayed": [names[team] for team in each.stayed],
            "instead": [names[team] for team in each.instead_of],
        }
        for each in table.kept
    ]


def tabs_of(event: "Tournament", shown: int = 0, *, final: bool = False) -> list[dict[str, Any]]:
    """Return links to the standings of every stage that is drawn, and over all; nothing where there is only one."""
    if len(event.regulations.stages) == 1:
        return []
    stages = drawn_stages(event)
    if len(stages) <= 1:
        return []
    last = stages[-1]
    tabs = [
        {
            "url": reverse("standings", args=[event.slug])
            if stage is last
            else reverse("standings-stage", args=[event.slug, stage.code]),
            "label": " · ".join(
                filter(None, (stage_name(plan_of(stage)), divisions_of(plan_of(stage), event.regulations)))
            ),
            "current": stage.pk == shown and not final,
        }
        for stage in stages
    ]
    whole = {"url": reverse("standings-final", args=[event.slug]), "label": _("Over all"), "current": final}
    return [*tabs, whole]


def group_parts(event: "Tournament", table: Table, actor: "Actor") -> list[dict[str, Any]]:
    """Return each group with its rows and, where everybody meets everybody, its cross-table."""
    names = names_for(event, actor)
    found = []
    for each in parts_of(event, table):
        standings, rows = each.table.standings, Rows.of(event.slug, each.table, names, actor.team_ids)
        cross = rows.cross() if table.crossed and 1 < len(standings.rows) <= MOST_TEAMS else ""
        found.append(
            {
                "title": each.title,
                "division": each.division,
                "rows": rows.html(),
                "rounds": standings.rounds,
                "cross": cross,
            }
        )
    return found


def divisions_in(event: "Tournament", groups: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return the divisions of the tables of a page, to be led to; the first table of each has its anchor."""
    found: dict[str, dict[str, str]] = {}
    for group in groups:
        code = group["division"]
        if code and code not in found:
            found[code] = {"code": code, "title": division_name(event.regulations.division(code))}
            group["anchor"] = f"division-{code}"
    return list(found.values())


def live_context(event: "Tournament", actor: "Actor") -> dict[str, Any]:
    shown = public_table(event)
    context = table_context(event, actor, shown.table)
    return context | {
        "publication": shown.publication,
        "published_at": shown.publication.released_at if shown.publication else None,
        "outdated": actor.may(Permission.PUBLISH) and is_outdated(event, shown),
        "tabs": tabs_of(event, table_of(event).stage_id),
        **secrecy_of(event),
    }


def table_context(event: "Tournament", actor: "Actor", table: Table) -> dict[str, Any]:
    counted = table.standings.progress.official > 0
    whole = counted and not table.groups
    rows = Rows.of(event.slug, table, names_for(event, actor), actor.team_ids).html() if whole else ""
    groups = group_parts(event, table, actor) if counted and table.groups else []
    return {
        "slug": event.slug,
        "drawn": table.drawn,
        "counted": counted,
        "rows": rows,
        "rounds": table.standings.rounds,
        "order": standings_words.order_of(table),
        "groups": groups,
        "parts": divisions_in(event, groups),
        "knockout": bool(table.knockout),
        "complete": table.complete,
        "current": current_progress(table),
    }


def is_outdated(event: "Tournament", shown: Shown) -> bool:
    return shown.publication is not None and differs(table_of(event), shown.publication)


def current_progress(table: Table) -> RoundProgress | None:
    """Return the round that is played: the first begun one that is not closed, else the last that has begun."""
    begun = [each for each in table.progress if each.begun]
    return next((each for each in begun if not each.closed), begun[-1] if begun else None)


urlpatterns = [
    path("<event:slug>/standings/", show, name="standings"),
    path("<event:slug>/standings/live/", live, name="standings-live"),
    path("<event:slug>/standings/over-all/", final, name="standings-final"),
    path("<event:slug>/standings/stages/<slug:code>/", of_stage, name="standings-stage"),
    path("<event:slug>/standings/<int:number>/", why, name="standings-why"),
]
