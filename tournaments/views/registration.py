"""Registration by the public, and the public list of entries."""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actions import entries, links
from tournaments.errors import NotFound, Refusal
from tournaments.forms.registration import RegistrationForm
from tournaments.phrases.divisions import choices, division_name
from tournaments.policy import Permission
from tournaments.selectors import access, own_team, units
from tournaments.selectors import entries as entries_read
from tournaments.selectors.access import SESSION_LINKS, Access, session_link_ids
from tournaments.selectors.links import address
from tournaments.views.cached import public_page
from tournaments.views.enter import KEPT_LINKS
from tournaments.views.navigation import public_context

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.regulations import DivisionPlan

SESSION_MADE = "registered"
KEPT = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = found = access.event(request, slug, Permission.REGISTER)
    places = entries_read.places_by_division(event)
    form = RegistrationForm(
        request.POST if request.method == "POST" else None,
        units=units.to_choose(event),
        divisions=choices([each.plan for each in places], [each.open for each in places]),
        settings=event.regulations.registration,
        initial=_as_before(request, found) if request.method != "POST" else None,
    )
    if request.method == "POST" and form.is_valid():
        try:
            made = entries.register(actor, event, **form.values(), language=get_language() or settings.LANGUAGE_CODE)
        except Refusal as refused:
            form.place(refused)
        else:
            number = _keep(request, slug, made)
            return redirect(f"{reverse('register-done', args=[slug])}?team={number}")
    status = 422 if form.errors else 200
    return render(request, "registration/register.html", _register_context(found, form), status=status)


def _register_context(found: Access, form: RegistrationForm) -> dict[str, Any]:
    event, actor = found
    return public_context(event, actor, "register") | {
        "form": form,
        "event": event,
        "window": entries_read.registration(event, timezone.now()),
        "settings": event.regulations.registration,
        "identity": event.regulations.identity,
    }


def _keep(request: HttpRequest, slug: str, made: entries.Registration) -> int:
    """Keep the private link for this browser alone, and let the browser use it; return the pair's number."""
    team = made.entry.team
    if team is None:
        raise NotFound
    kept: dict[str, dict[str, str]] = request.session.get(SESSION_MADE, {})
    place = f"{slug}/{team.number}"
    if made.token:
        link = links.exchange(made.token)
        held = [one for one in session_link_ids(request) if one != link.pk]
        request.session[SESSION_LINKS] = [*held, link.pk][-KEPT_LINKS:]
        kept.pop(place, None)
        kept[place] = {"token": made.token}
        request.session[SESSION_MADE] = dict(list(kept.items())[-KEPT:])
    return team.number


def _as_before(request: HttpRequest, found: Access) -> dict[str, Any]:
    """Fill in the unit and contact of the pair that this browser entered before: a liaison enters several."""
    event, actor = found
    made = [place for place in request.session.get(SESSION_MADE, {}) if place.startswith(f"{event.slug}/")]
    if not made:
        return {}
    own = own_team.by_number(event, int(made[-1].rpartition("/")[2]), opponents_in_full=False)
    if own.team.pk not in actor.team_ids:
        return {}
    contact = {"phone": own.contact.phone, "email": own.contact.email} if own.contact else {}
    unit = own.team.unit
    typed = {"unit_name": unit.name} if unit and not unit.listed else {}
    return {**contact, **typed, "unit": unit.pk if unit and unit.listed else ""}


@never_cache
@require_safe
def done(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what became of the form that this browser sent; its private link is shown in this browser only."""
    event, actor = access.event(request, slug)
    typed = request.GET.get("team", "")
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0  # noqa: PLR2004
    kept = request.session.get(SESSION_MADE, {}).get(f"{slug}/{number}")
    if kept is None:
        raise NotFound("registration_elsewhere")
    access.link_by_token(kept["token"])  # one that the organizer ended shows nothing here either
    own = own_team.by_number(event, number, opponents_in_full=False)
    context = public_context(event, actor, "register") | {
        "event": event,
        "own": own,
        "link": address(kept["token"]),
        "window": entries_read.registration(event, timezone.now()),
        "identity": event.regulations.identity,
    }
    return render(request, "registration/done.html", context)


@require_safe
@public_page
def entries_page(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    rows = entries_read.public_entries(event, in_full=actor.may(Permission.SEE_NAMES))
    context = public_context(event, actor, "entries") | {
        "event": event,
        "sections": _sections(event, [row for row in rows if row.state == "accepted"]),
        "waiting": _in_queues(event, [row for row in rows if row.state == "waiting"]),
        "window": entries_read.registration(event, timezone.now()),
        "own": set(own_team.numbers_of(event, actor.team_ids)) if actor.team_ids else set(),
    }
    return render(request, "registration/entries.html", context)


class EntrySection(NamedTuple):
    """The pairs of a division by their units; the division is None where the event has but one."""

    division: "DivisionPlan | None"
    name: str
    groups: list[tuple[str, list[entries_read.PublicEntry]]]


def _sections(event: "Tournament", rows: list[entries_read.PublicEntry]) -> list[EntrySection]:
    plans: list[DivisionPlan | None] = list(event.regulations.divisions) or [None]
    found = [
        EntrySection(each, division_name(each), _by_unit([r for r in rows if r.name.division == each]))
        for each in plans
    ]
    return [section for section in found if section.groups]


def _in_queues(event: "Tournament", rows: list[entries_read.PublicEntry]) -> list[entries_read.PublicEntry]:
    """Return those who wait, by division and place; those of two divisions may wait for the same places."""
    order = {each.code: place for place, each in enumerate(event.regulations.divisions)}
    return sorted(rows, key=lambda row: (order[row.name.division.code] if row.name.division else 0, row.place or 0))


def _by_unit(rows: list[entries_read.PublicEntry]) -> list[tuple[str, list[entries_read.PublicEntry]]]:
    """Return the pairs of each unit in the organizer's order; those masked or of no unit last, under no name."""
    groups: dict[str, list[entries_read.PublicEntry]] = {}
    for row in sorted(rows, key=lambda row: not row.name.unit):
        groups.setdefault(row.name.unit, []).append(row)
    return list(groups.items())


urlpatterns = [
    path("<event:slug>/register/", register, name="register"),
    path("<event:slug>/register/done/", done, name="register-done"),
    path("<event:slug>/entries/", entries_page, name="entries"),
]
