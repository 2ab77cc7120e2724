"""The list of awards, for everybody once the final standings are released; the drawing of prizes, for the organizer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import awards as actions
from tournaments.errors import Refusal
from tournaments.forms.refusals import place
from tournaments.forms.standings import PrizesForm
from tournaments.phrases.awards import award_name, goes_to_words, settled_words, title_of
from tournaments.policy import Permission
from tournaments.selectors import access
from tournaments.selectors.awards import AwardList, award_list, draws_of, public_award_list
from tournaments.selectors.names import names_for
from tournaments.views.cached import public_page
from tournaments.views.navigation import address, manage_context, public_context

if TYPE_CHECKING:
    from tournaments.award_giving import Given
    from tournaments.models import Tournament
    from tournaments.policy import Actor
    from tournaments.selectors.names import TeamName


@dataclass(frozen=True, slots=True)
class Section:
    """An award as it is shown; `tied` are the teams that a tie at its end was about."""

    title: str
    to_whom: str
    winners: Sequence[tuple[int, "TeamName"]]
    note: str
    tied: Sequence["TeamName"]


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    context = {"slug": slug, "sections": sections_of(event, actor, public_award_list(event)), "offered": offered(event)}
    return render(request, "public/awards.html", public_context(event, actor, "awards") | context)


@never_cache
@require_safe
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.PUBLISH)
    return _page(request, event, actor)


@require_POST
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the prizes; the seed stands in the log."""
    event, actor = access.event(request, slug, Permission.PUBLISH)
    form = PrizesForm(request.POST, again=bool(draws_of(event)))
    if not form.is_valid():
        return _page(request, event, actor, form=form)
    try:
        actions.draw(actor, event, reason=form.cleaned_data.get("reason", ""))
    except Refusal as refused:
        place(form, refused)
        return _page(request, event, actor, form=form)
    messages.success(request, _("The prizes are drawn. The log keeps the seed, so that anyone can draw them again."))
    return redirect("manage-awards", slug)


def sections_of(event: "Tournament", actor: "Actor", found: AwardList | None) -> list[Section]:
    """Return every award with its teams as this reader may see them."""
    if found is None:
        return []
    names = names_for(event, actor)
    return [_section(event, given, names) for given in found.given]


def _section(event: "Tournament", given: "Given", names: Mapping[int, "TeamName"]) -> Section:
    award = next(row for row in event.regulations.awards.rows if row.code == given.award)
    division = next((each for each in event.regulations.divisions if each.code == given.division), None)
    return Section(
        title_of(award, division),
        goes_to_words(award),
        [(winner.place, names[winner.team]) for winner in given.teams],
        settled_words(given),
        [names[team] for team in given.tied],
    )


def offered(event: "Tournament") -> list[tuple[str, str]]:
    """Return what can be won, with to whom it goes."""
    return [(award_name(row), goes_to_words(row)) for row in event.regulations.awards.rows]


def _page(request: HttpRequest, event: "Tournament", actor: "Actor", *, form: PrizesForm | None = None) -> HttpResponse:
    found, draws = award_list(event), draws_of(event)
    context: dict[str, Any] = manage_context(event, actor, "manage-awards") | {
        "event": event,
        "slug": event.slug,
        "sections": sections_of(event, actor, found),
        "offered": offered(event),
        "ready": found is not None,
        "to_draw": found is not None and found.to_draw,
        "needs_draw": event.regulations.awards.needs_draw,
        "draw": found.draw if found is not None else None,
        "draws": draws,
        "form": form or PrizesForm(again=bool(draws)),
        "standings_url": address("manage-standings", event.slug),
        "papers_url": address("manage-papers", event.slug) if actor.may(Permission.PRINT) else "",
        "settings_url": reverse("event-section", args=[event.slug, "awards"])
        if actor.may(Permission.EDIT_EVENT)
        else "",
    }
    return render(request, "manage/awards.html", context, status=422 if form is not None else 200)


urlpatterns = [
    path("<event:slug>/awards/", show, name="awards"),
    path("manage/<event:slug>/awards/", manage, name="manage-awards"),
    path("manage/<event:slug>/awards/draw/", draw, name="manage-awards-draw"),
]
