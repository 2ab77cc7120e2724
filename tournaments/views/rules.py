"""Rules in words, from the data by which the portal counts: those that come along, and an event's own."""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.decisions import FIRST_CRITERION
from tournaments.errors import NotFound
from tournaments.phrases import regulations as words
from tournaments.phrases.awards import award_rules
from tournaments.phrases.points import points_rules
from tournaments.phrases.rules import Differing, card_of, differences, sections, title_of
from tournaments.phrases.rules.presets import caution_words
from tournaments.phrases.stages import stage_name
from tournaments.phrases.tiebreaks import CRITERIA
from tournaments.selectors import access
from tournaments.selectors.rulesets import Amendment, Book, books_of, preset, presets
from tournaments.views.cached import public_page
from tournaments.views.navigation import public_context

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset
    from tournaments.regulations import Regulations, StagePlan


class Amended(NamedTuple):
    """An amendment with what it changed, in words."""

    amendment: Amendment
    groups: list[Differing]


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    cards = [card_of(name, ruleset) for name, ruleset in presets().items()]
    return render(request, "public/rules_list.html", {"cards": cards})


@require_safe
def one(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show a ruleset that comes along, or with `?against=` only what differs from another."""
    held = preset(ruleset)
    if held is None:
        raise NotFound
    context = compared(held, request.GET.get("against", ""))
    context |= {
        "card": card_of(ruleset, held),
        "others": [card for card in context["others"] if card.name != ruleset],
        "sections": sections(held),
    }
    return render(request, "public/rules_preset.html", context)


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the event settles and the whole ruleset; where stages go by different ones, each under its name."""
    event, actor = access.event(request, slug)
    books, regulations = books_of(event), event.regulations
    several = len(regulations.stages) > 1
    against = request.GET.get("against", "")
    context: dict[str, Any] = public_context(event, actor, "event-rules") | {
        "slug": slug,
        "title": " · ".join(dict.fromkeys(title_of(book.ruleset) for book in books)),
        "entries": [*words.entry_rules(regulations.registration), *words.division_rules(regulations)],
        "draws": [(stage_name(plan) if several else "", _drawn(plan, regulations)) for plan in regulations.stages],
        "tables": regulations.venue.tables,
        "awards": list(award_rules(regulations.awards)),
        "results": list(words.result_rules(regulations.results.official, regulations.results.standings)),
        "version": event.rules,
        "books": [_told(book, against, several=len(books) > 1) for book in books],
    }
    return render(request, "public/rules.html", context | compared(books[0].ruleset, against))


def _drawn(plan: "StagePlan", regulations: "Regulations") -> list[str]:
    rounds = words.rounds_rule(plan)
    return [*words.session_rules(plan, regulations), *([rounds] if rounds else []), *words.draw_rules(plan)]


def _told(book: Book, against: str, *, several: bool) -> dict[str, Any]:
    """Return what the stages of a book settle, in sentences, and their ruleset; ids on the page begin with `at`."""
    plan, ruleset = book.plan, book.ruleset
    return compared(ruleset, against) | {
        "at": f"{plan.code}-" if several else "",
        "stages": " · ".join(stage_name(each) for each in book.plans) if several else "",
        "title": title_of(ruleset),
        "caution": caution_words(ruleset, plan),
        "time": list(words.time_rules(plan.timing)),
        "points": list(points_rules(ruleset, bracket=plan.is_bracket)),
        "bracket": plan.is_bracket,
        "unplayed": list(words.unplayed_rules(plan.scoring)),
        "tiebreaks": [CRITERIA[key] for key in ruleset.ranking.tie_breaks.value if key != FIRST_CRITERION],
        "amendments": [Amended(each, differences(each.before, each.after)) for each in book.amendments],
        "sections": sections(ruleset, plan.timing),
    }


def compared(ruleset: "Ruleset", against: str) -> dict[str, Any]:
    """Return what a page needs to compare: the rulesets to choose from, and what differs from the one that was."""
    context: dict[str, Any] = {"others": [card_of(name, held) for name, held in presets().items()], "against": against}
    if not against:
        return context
    other = preset(against)
    if other is None:
        raise NotFound
    return context | {"other": card_of(against, other), "groups": differences(ruleset, other)}


urlpatterns = [
    path("rules/", listing, name="rulesets"),
    path("rules/<slug:ruleset>/", one, name="ruleset"),
    path("<event:slug>/rules/", show, name="event-rules"),
]
