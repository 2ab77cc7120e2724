"""A pair's own page, by its private link."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions import own_team
from tournaments.errors import NotFound, Refusal
from tournaments.forms.registration import PairForm
from tournaments.phrases.divisions import choices
from tournaments.selectors import access, entries, units
from tournaments.selectors import own_team as own_team_read
from tournaments.selectors.access import Access
from tournaments.selectors.own_team import OwnTeam
from tournaments.views.navigation import public_context


def _held(request: HttpRequest, slug: str) -> Access:
    """Return the event, for a browser that holds a link to one of its teams; else as an unknown link is answered."""
    found = access.event(request, slug)
    if not found.actor.team_ids:
        raise NotFound("unknown_link")
    return found


def _own(request: HttpRequest, slug: str, number: int) -> tuple[Access, OwnTeam]:
    found = _held(request, slug)
    own = own_team_read.by_number(found.tournament, number, opponents_in_full=False)
    if own.team.pk not in found.actor.team_ids:
        raise NotFound("unknown_link")
    return found, own


@never_cache
@require_safe
def my_team(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the one team of this browser, or let it choose among several."""
    event, actor = _held(request, slug)
    numbers = own_team_read.numbers_of(event, actor.team_ids)
    if len(numbers) == 1:
        return redirect("my-team-of", slug, numbers[0])
    pairs = [own_team_read.by_number(event, number, opponents_in_full=False) for number in numbers]
    context = public_context(event, actor) | {"event": event, "pairs": pairs}
    return render(request, "team/choose.html", context)


@never_cache
@require_safe
def my_team_of(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found, own = _own(request, slug, number)
    return render(request, "team/team.html", _context(found, own))


def _context(found: Access, own: OwnTeam) -> dict[str, Any]:
    event, actor = found
    return public_context(event, actor) | {
        "event": event,
        "own": own,
        "window": entries.registration(event, timezone.now()),
        "identity": event.regulations.identity,
        "others": len(actor.team_ids) > 1,
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_team_amend(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found, own = _own(request, slug, number)
    event, actor = found
    form = amend_form(
        request,
        own,
        event_units=units.to_choose(event),
        divisions=choices(event.regulations.divisions),
        may_type=_may_type(found),
        by_public=True,
    )
    if request.method == "POST" and form.is_valid():
        try:
            own_team.amend(actor, event, own.team.pk, **form.values())
        except Refusal as refused:
            form.place(refused)
        else:
            messages.success(request, _("Your changes are saved."))
            return redirect("my-team-of", slug, number)
    context = _context(found, own) | {"form": form}
    return render(request, "team/amend.html", context, status=422 if form.errors else 200)


def _may_type(found: Access) -> bool:
    return found.tournament.regulations.registration.typed_units


def amend_form(
    request: HttpRequest,
    own: OwnTeam,
    *,
    event_units: list[tuple[int, str]],
    divisions: list[tuple[str, str]],
    may_type: bool,
    by_public: bool,
) -> PairForm:
    """Return the pair's form, filled in with what is stored; a unit that was typed stands among those to choose."""
    unit = own.team.unit
    offered = list(event_units)
    if unit is not None and unit.pk not in {pk for pk, _name in offered}:
        offered.append((unit.pk, unit.name))
    names = [member.person.name for member in own.members]
    initial = {
        "division": own.team.division.code,
        "unit": unit.pk if unit else "",
        "player_1": names[0] if names else "",
        "player_2": names[1] if len(names) > 1 else "",
        "phone": own.contact.phone if own.contact else "",
        "email": own.contact.email if own.contact else "",
    }
    given = request.POST if request.method == "POST" else None
    return PairForm(given, units=offered, divisions=divisions, may_type=may_type, by_public=by_public, initial=initial)


@require_POST
def my_team_withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    (event, actor), own = _own(request, slug, number)
    own_team.withdraw(actor, event, own.team.pk)
    messages.success(request, _("Your entry is withdrawn."))
    return redirect("my-team-of", slug, number)


@require_POST
def my_team_consent(request: HttpRequest, slug: str, number: int, member: int) -> HttpResponse:
    (event, actor), own = _own(request, slug, number)
    given = request.POST.get("given") == "yes"
    own_team.set_consent(actor, event, own.team.pk, member, given=given)
    messages.success(request, _("Saved: named publicly.") if given else _("Saved: no longer named publicly."))
    return redirect("my-team-of", slug, number)


urlpatterns = [
    path("team/<event:slug>/", my_team, name="my-team"),
    path("team/<event:slug>/<int:number>/", my_team_of, name="my-team-of"),
    path("team/<event:slug>/<int:number>/amend/", my_team_amend, name="my-team-amend"),
    path("team/<event:slug>/<int:number>/withdraw/", my_team_withdraw, name="my-team-withdraw"),
    path("team/<event:slug>/<int:number>/consent/<int:member>/", my_team_consent, name="my-team-consent"),
]
