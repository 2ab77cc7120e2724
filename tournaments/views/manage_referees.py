"""Referees by personal link with their tables, and colleagues with an account."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import members, referees
from tournaments.errors import Refusal
from tournaments.forms.referees import InviteForm, MemberForm, TablesForm
from tournaments.forms.refusals import place
from tournaments.phrases.refusals import refusal
from tournaments.phrases.roles import ROLES
from tournaments.policy import Actor, Permission
from tournaments.selectors import access
from tournaments.selectors import referees as rows
from tournaments.selectors.links import address
from tournaments.views import issued
from tournaments.views.navigation import manage_context

if TYPE_CHECKING:
    from tournaments.models import Tournament


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """List everybody; a POST invites a referee."""
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _tried(form, lambda: _invite(request, event, actor, form)):
        return redirect("manage-referees", slug)
    return _page(request, event, actor, invite=form)


@never_cache
@require_POST
def add_member(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    form = MemberForm(request.POST)
    if form.is_valid() and _tried(form, lambda: _add_member(request, event, actor, form)):
        return redirect("manage-referees", slug)
    return _page(request, event, actor, member=form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    """Give one referee exactly the ticked tables."""
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    row = rows.referee(event, membership_id)
    form = TablesForm(
        request.POST or None, last_table=event.regulations.venue.tables, initial={"tables": list(row.tables)}
    )
    if request.method == "POST":
        # A form without a tick sends no field at all, which is an answer too.
        form = TablesForm(request.POST, last_table=event.regulations.venue.tables)
        if form.is_valid() and _tried(
            form, lambda: referees.assign_tables(actor, event, membership_id, form.cleaned_data["tables"])
        ):
            messages.success(request, _("Saved."))
            return redirect("manage-referees", slug)
    context = manage_context(event, actor, "manage-referees") | {
        "event": event,
        "row": row,
        "form": form,
        "others": sorted((table, name) for table, name in rows.referee_names(event).items() if table not in row.tables),
    }
    return render(request, "manage/referee_tables.html", context, status=422 if form.errors else 200)


@never_cache
@require_POST
def reissue(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    row = rows.referee(event, membership_id)
    token = referees.reissue(actor, event, membership_id)
    issued.keep(request, kind="referee", name=row.name, url=address(token))
    return redirect("manage-referees", slug)


@require_POST
def remove(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    referees.remove(actor, event, membership_id)
    messages.success(request, _("Removed. The link no longer works."))
    return redirect("manage-referees", slug)


@require_POST
def share(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    return _done(request, slug, lambda: referees.share_evenly(actor, event), _("All tables are shared out."))


@require_POST
def remove_member(request: HttpRequest, slug: str, membership_id: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_PEOPLE)
    return _done(request, slug, lambda: members.remove(actor, event, membership_id), _("Removed."))


def _done(request: HttpRequest, slug: str, action: Callable[[], object], words: str) -> HttpResponse:
    try:
        action()
    except Refusal as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, words)
    return redirect("manage-referees", slug)


def _tried(form: Form, action: Callable[[], object]) -> bool:
    """Do it; a refusal goes to the field that it names."""
    try:
        action()
    except Refusal as refused:
        place(form, refused)
        return False
    return True


def _invite(request: HttpRequest, event: "Tournament", actor: Actor, form: InviteForm) -> None:
    membership, token = referees.invite(actor, event, **form.cleaned_data)
    issued.keep(request, kind="referee", name=membership.name, url=address(token))


def _add_member(request: HttpRequest, event: "Tournament", actor: Actor, form: MemberForm) -> None:
    added = members.add(actor, event, **form.cleaned_data)
    if added.password_url:
        issued.keep(request, kind="account", name=added.membership.email, url=added.password_url)
    else:
        messages.success(request, _("Added: %(email)s") % {"email": added.membership.email})


def _page(
    request: HttpRequest,
    event: "Tournament",
    actor: Actor,
    *,
    invite: InviteForm | None = None,
    member: MemberForm | None = None,
) -> HttpResponse:
    staff = rows.referees(event)
    failed = any(form is not None and form.errors for form in (invite, member))
    context = manage_context(event, actor, "manage-referees") | {
        "event": event,
        "issued": issued.take(request),
        "referees": staff,
        "open_tables": rows.without_referee(staff, event.regulations.venue.tables),
        "members": [(row, ROLES[row.role]) for row in rows.members(event)],
        "invite": invite or InviteForm(),
        "member": member or MemberForm(prefix=None, auto_id="id_member_%s"),
    }
    return render(request, "manage/referees.html", context, status=422 if failed else 200)


urlpatterns = [
    path("manage/<event:slug>/referees/", show, name="manage-referees"),
    path("manage/<event:slug>/referees/share/", share, name="referees-share"),
    path("manage/<event:slug>/referees/<int:membership_id>/tables/", tables, name="referee-tables"),
    path("manage/<event:slug>/referees/<int:membership_id>/link/", reissue, name="referee-reissue"),
    path("manage/<event:slug>/referees/<int:membership_id>/remove/", remove, name="referee-remove"),
    path("manage/<event:slug>/staff/", add_member, name="staff-add"),
    path("manage/<event:slug>/staff/<int:membership_id>/remove/", remove_member, name="staff-remove"),
]
