"""The rules of an event in words, from its configuration: what the portal does is what stands here."""

from typing import TYPE_CHECKING, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.phrases import rules as rule_phrases
from tournaments.selectors import access
from tournaments.selectors.draws import stage_of
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context

if TYPE_CHECKING:
    from scoring.ruleset import Band, Ruleset

BANDS = "level_table.bands"


class Line(NamedTuple):
    """A value of the ruleset with where it comes from."""

    label: str | Promise
    value: str
    kind: str
    status: str | Promise
    clause: str
    reason: str | Promise


class BandRow(NamedTuple):
    """A line of the level table: points of the attackers, who rises by how many, who holds the deal."""

    points: str
    deal_held: bool
    levels: int


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    stage = stage_of(event)
    stage.division.tournament = event
    ruleset = ruleset_of(stage)
    regulations = event.regulations
    plan = plan_of(stage)
    identity = ruleset.identity
    context = public_context(event, actor, "event-rules") | {
        "slug": slug,
        "title": identity.title_en if get_language() == "en" else identity.title_zh,
        "document": identity.document,
        "registration": regulations.registration,
        "tables": regulations.venue.tables,
        "plan": plan,
        "round_minutes": plan.timing.round_seconds // 60,
        "reminder_minutes": plan.timing.reminder_seconds // 60,
        "official": regulations.results.official,
        "tiebreaks": [rule_phrases.CODES[key.value] for key in plan.scoring.tiebreaks],
        "version": stage.rules or event.rules,
        "level_table": [band_row(band) for band in ruleset.level_table.bands.value],
        "level_table_clause": ruleset.level_table.bands.clause,
        "lines": lines(ruleset),
    }
    return render(request, "public/rules.html", context)


def band_row(band: "Band") -> BandRow:
    if band.lowest is None:
        points = f"≤ {band.highest}"
    elif band.highest is None:
        points = f"≥ {band.lowest}"
    else:
        points = f"{band.lowest}–{band.highest}"
    return BandRow(points, band.deal_held, band.dealer_delta or band.attackers_delta)


def lines(ruleset: "Ruleset") -> list[Line]:
    found = []
    for entry in ruleset.entries():
        if entry.path == BANDS:
            continue
        kind, status = rule_phrases.STATUSES[entry.status]
        found.append(
            Line(
                rule_phrases.VALUES[entry.path],
                rule_phrases.value_words(entry),
                kind,
                status,
                entry.clause,
                rule_phrases.REASONS[entry.reason] if entry.reason else "",
            )
        )
    return found


urlpatterns = [path("<event:slug>/rules/", show, name="event-rules")]
