"""One pair for the organizer: what became of it, its messages, and what can be done with it now."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions import entries, own_team, teams
from tournaments.errors import NotAllowed, NotFound, Refusal
from tournaments.forms import refusals
from tournaments.forms.entries import DivisionForm, NameForm, ReplacementForm
from tournaments.phrases.divisions import choices
from tournaments.phrases.refusals import refusal
from tournaments.policy import Permission
from tournaments.selectors import access, units
from tournaments.selectors import own_team as own_team_read
from tournaments.selectors.access import Access
from tournaments.selectors.entries import plays_already
from tournaments.selectors.forfeits import forfeits_left
from tournaments.selectors.links import address
from tournaments.selectors.own_team import OwnTeam
from tournaments.views.late_entries import late_words
from tournaments.views.navigation import manage_context
from tournaments.views.own_team import amend_form

if TYPE_CHECKING:
    from django.http import QueryDict

    from tournaments.models import Tournament
    from tournaments.policy import Actor

Deed = Callable[["Actor", "Tournament", OwnTeam, str], object]
DEEDS: Mapping[str, Deed] = {
    "approve": lambda actor, event, own, _reason: entries.approve(actor, event, own.entry.pk),
    "decline": lambda actor, event, own, reason: entries.decline(actor, event, own.entry.pk, reason=reason),
    "withdraw": lambda actor, event, own, reason: entries.withdraw(actor, event, own.entry.pk, reason=reason),
    "reinstate": lambda actor, event, own, _reason: entries.reinstate(actor, event, own.entry.pk),
    "admit": lambda actor, event, own, _reason: entries.admit_late(actor, event, own.entry.pk),
    "leave": lambda actor, event, own, reason: teams.withdraw_team(actor, event, own.team.pk, reason=reason),
    "disqualify": lambda actor, event, own, reason: teams.disqualify(actor, event, own.team.pk, reason=reason),
    "return": lambda actor, event, own, reason: teams.reinstate(actor, event, own.team.pk, reason=reason),
}


def _own(request: HttpRequest, slug: str, number: int, permission: Permission) -> tuple[Access, OwnTeam]:
    found = access.event(request, slug, permission)
    return found, own_team_read.by_number(found.tournament, number, opponents_in_full=True)


def _page(request: HttpRequest, found: Access, own: OwnTeam, status: int = 200, **shown: Any) -> HttpResponse:
    event, actor = found
    context = manage_context(event, actor, "manage-entries") | {
        "event": event,
        "own": own,
        "messages_sent": own_team_read.messages_of(own.entry) if actor.may(Permission.MANAGE_ENTRIES) else [],
        "has_link": own_team_read.has_link(own.team),
        "may_decide": actor.may(Permission.MANAGE_ENTRIES) and event.entries_frozen_at is None,
        "may_change": actor.may(Permission.RUN_ROUNDS),
        "frozen": event.entries_frozen_at is not None,
        "late": late_words(event) if actor.may(Permission.MANAGE_ENTRIES) else None,
        "forfeits": forfeits_left(event, [own.team.pk]) if actor.may(Permission.DECIDE_RESULTS) else [],
        "division_form": _division_form(found, own),
        **shown,
    }
    return render(request, "manage/team.html", context, status=status)


def _division_form(found: Access, own: OwnTeam, data: "QueryDict | None" = None) -> DivisionForm | None:
    """Return the form that lets a pair play in another division; None where there is none, or it is drawn."""
    event, actor = found
    others = [plan for plan in event.regulations.divisions if plan.code != own.team.division.code]
    if not others or not actor.may(Permission.MANAGE_ENTRIES) or plays_already(event, own.team):
        return None
    return DivisionForm(data, divisions=choices(others), auto_id="division_%s")


@never_cache
@require_safe
def manage_team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found, own = _own(request, slug, number, Permission.SEE_CONTACTS)
    return _page(request, found, own)


@require_POST
def team_do(request: HttpRequest, slug: str, number: int, deed: str) -> HttpResponse:
    """Do one of the deeds of the table above; the actions know who may."""
    (event, actor), own = _own(request, slug, number, Permission.SEE_COCKPIT)
    if deed not in DEEDS:
        raise NotFound
    try:
        DEEDS[deed](actor, event, own, request.POST.get("reason", ""))
    except Refusal as refused:
        if isinstance(refused, NotFound | NotAllowed):
            raise
        messages.error(request, refusal(refused))
    else:
        messages.success(request, _("Done. It stands in the log."))
    return redirect("manage-team", slug, number)


@never_cache
@require_POST
def team_division(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a pair play in another division as long as it is not drawn."""
    found, own = _own(request, slug, number, Permission.MANAGE_ENTRIES)
    event, actor = found
    form = _division_form(found, own, request.POST)
    if form is None:
        messages.error(request, refusal(Refusal("division_is_drawn")))
    elif form.is_valid():
        try:
            entries.move(actor, event, own.team.pk, **form.cleaned_data)
        except Refusal as refused:
            refusals.place(form, refused)
        else:
            messages.success(request, _("Done. It stands in the log."))
    if form is not None and form.errors:
        return _page(request, found, own, status=422, division_form=form)
    return redirect("manage-team", slug, number)


@never_cache
@require_POST
def team_contact(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the contact in full; that it was looked at stands in the log."""
    found, own = _own(request, slug, number, Permission.SEE_CONTACTS)
    return _page(request, found, own, contact=teams.reveal_contact(found.actor, found.tournament, own.team.pk))


@never_cache
@require_POST
def team_link(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make a new private link and show it this once; those before it end."""
    found, own = _own(request, slug, number, Permission.RUN_ROUNDS)
    token = teams.reissue_link(found.actor, found.tournament, own.team.pk)
    return _page(request, found, own, link=address(token))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def team_amend(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change names, unit and contact for a pair while the list is open."""
    found, own = _own(request, slug, number, Permission.MANAGE_ENTRIES)
    event, actor = found
    form = amend_form(
        request,
        own,
        event_units=units.to_choose(event),
        divisions=choices(event.regulations.divisions),
        may_type=True,
        by_public=False,
    )
    if request.method == "POST" and form.is_valid():
        try:
            own_team.amend(actor, event, own.team.pk, **form.values())
        except Refusal as refused:
            form.place(refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("manage-team", slug, number)
    context = manage_context(event, actor, "manage-entries") | {"event": event, "own": own, "form": form}
    return render(request, "manage/team_amend.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def member_correct(request: HttpRequest, slug: str, number: int, member: int) -> HttpResponse:
    """Write a player's name right."""
    found, own = _own(request, slug, number, Permission.RUN_ROUNDS)
    player = _player(own, member)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": player})
    return _member_form(request, found, own, player, form, lambda actor, event: teams.correct_name(
        actor, event, own.team.pk, member, **form.cleaned_data
    ), replaced=False)  # fmt: skip


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def member_replace(request: HttpRequest, slug: str, number: int, member: int) -> HttpResponse:
    """Let another person play in a player's place."""
    found, own = _own(request, slug, number, Permission.RUN_ROUNDS)
    form = ReplacementForm(request.POST if request.method == "POST" else None)
    return _member_form(request, found, own, _player(own, member), form, lambda actor, event: teams.replace_player(
        actor, event, own.team.pk, member, **form.cleaned_data
    ), replaced=True)  # fmt: skip


def _player(own: OwnTeam, member: int) -> str:
    name = next((one.person.name for one in own.members if one.pk == member), None)
    if name is None:
        raise NotFound
    return name


def _member_form(
    request: HttpRequest,
    found: Access,
    own: OwnTeam,
    player: str,
    form: NameForm | ReplacementForm,
    act: Callable[["Actor", "Tournament"], object],
    *,
    replaced: bool,
) -> HttpResponse:
    event, actor = found
    if request.method == "POST" and form.is_valid():
        try:
            act(actor, event)
        except Refusal as refused:
            refusals.place(form, refused)
        else:
            messages.success(request, _("Saved. It stands in the log."))
            return redirect("manage-team", event.slug, own.team.number)
    context = manage_context(event, actor, "manage-entries") | {
        "event": event, "own": own, "form": form, "player": player, "replaced": replaced,
    }  # fmt: skip
    return render(request, "manage/team_member.html", context, status=422 if form.errors else 200)


urlpatterns = [
    path("manage/<event:slug>/teams/<int:number>/", manage_team, name="manage-team"),
    path("manage/<event:slug>/teams/<int:number>/division/", team_division, name="team-division"),
    path("manage/<event:slug>/teams/<int:number>/contact/", team_contact, name="team-contact"),
    path("manage/<event:slug>/teams/<int:number>/link/", team_link, name="team-link"),
    path("manage/<event:slug>/teams/<int:number>/amend/", team_amend, name="team-amend"),
    path("manage/<event:slug>/teams/<int:number>/do/<slug:deed>/", team_do, name="team-do"),
    path("manage/<event:slug>/teams/<int:number>/players/<int:member>/", member_correct, name="member-correct"),
    path("manage/<event:slug>/teams/<int:number>/players/<int:member>/replace/", member_replace, name="member-replace"),
]
