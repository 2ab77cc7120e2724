"""The organizer's list of units."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import units
from tournaments.errors import NotFound, Refusal
from tournaments.forms import refusals
from tournaments.forms.units import UnitForm, UnitsForm
from tournaments.phrases.quotas import quota_words
from tournaments.phrases.refusals import refusal
from tournaments.policy import Permission
from tournaments.quotas import counts_members
from tournaments.selectors import access
from tournaments.selectors import units as units_read
from tournaments.selectors.access import Access
from tournaments.views.navigation import manage_context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def manage_units(request: HttpRequest, slug: str) -> HttpResponse:
    found = access.event(request, slug, Permission.MANAGE_ENTRIES)
    form = UnitsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            new = units.add(found.actor, found.tournament, form.lines())
        except Refusal as refused:
            refusals.place(form, refused)
        else:
            messages.success(request, ngettext("%(count)d unit added.", "%(count)d units added.", new) % {"count": new})
            return redirect("manage-units", slug)
    return render(request, "manage/units.html", _context(found, form), status=422 if form.errors else 200)


def _context(found: Access, form: UnitsForm) -> dict[str, Any]:
    event, actor = found
    rows = units_read.rows(event)
    return manage_context(event, actor, "manage-units") | {
        "event": event,
        "form": form,
        "rows": rows,
        "alike": units_read.alike([row.unit for row in rows]),
        "limit": event.regulations.registration.pairs_per_unit,
        "quota": quota_words(event.regulations.registration.quota),
        "by_members": counts_members(event.regulations.registration.quota),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unit_edit(request: HttpRequest, slug: str, unit: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    rows = units_read.rows(event)
    row = next((one for one in rows if one.unit.pk == unit), None)
    if row is None:
        raise NotFound
    initial = {name: getattr(row.unit, name) for name in ("name", "quota", "members", "listed")}
    form = UnitForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            units.change(actor, event, unit, **form.cleaned_data)
        except Refusal as refused:
            refusals.place(form, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("manage-units", slug)
    others = [one.unit for one in rows if one.unit.pk != unit]
    context = manage_context(event, actor, "manage-units") | {
        "event": event,
        "form": form,
        "row": row,
        "others": others,
    }
    return render(request, "manage/units_edit.html", context, status=422 if form.errors else 200)


@require_POST
def unit_move(request: HttpRequest, slug: str, unit: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    units.move(actor, event, unit, up=request.POST.get("to") == "up")
    return redirect("manage-units", slug)


@require_POST
def unit_merge(request: HttpRequest, slug: str, unit: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    into = request.POST.get("into", "")
    try:
        if not (into.isascii() and into.isdigit() and len(into) < 18):  # noqa: PLR2004 a database's integer
            raise NotFound("unit_into_itself")
        stays = units.merge(actor, event, unit, into=int(into))
    except Refusal as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, _("Merged into “%(name)s”.") % {"name": stays.name})
    return redirect("manage-units", slug)


@require_POST
def unit_remove(request: HttpRequest, slug: str, unit: int) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    try:
        units.remove(actor, event, unit)
    except Refusal as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, _("Removed."))
    return redirect("manage-units", slug)


urlpatterns = [
    path("manage/<event:slug>/units/", manage_units, name="manage-units"),
    path("manage/<event:slug>/units/<int:unit>/", unit_edit, name="unit-edit"),
    path("manage/<event:slug>/units/<int:unit>/move/", unit_move, name="unit-move"),
    path("manage/<event:slug>/units/<int:unit>/merge/", unit_merge, name="unit-merge"),
    path("manage/<event:slug>/units/<int:unit>/remove/", unit_remove, name="unit-remove"),
]
