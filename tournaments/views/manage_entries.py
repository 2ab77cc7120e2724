"""The organizer's list of entries: seen, entered by hand and by list, approved, frozen."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions import entries
from tournaments.errors import Invalid, Refusal
from tournaments.forms import refusals
from tournaments.forms.entries import ListForm
from tournaments.forms.registration import HandForm
from tournaments.phrases.divisions import choices, division_name
from tournaments.phrases.refusals import refusal
from tournaments.policy import Actor, Permission
from tournaments.selectors import access, entry_list, units
from tournaments.selectors import entries as entries_read
from tournaments.selectors.access import Access
from tournaments.transfer import lists
from tournaments.views.late_entries import late_words
from tournaments.views.navigation import address, manage_context

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.regulations import DivisionPlan

SHOWN = ("accepted", "pending", "waiting", "declined", "withdrawn", "team_withdrawn", "team_disqualified", "odd")
PREVIEWED = 200
HEADS = {
    "division": gettext_lazy("Division"),
    "unit": gettext_lazy("Unit"),
    "player_1": gettext_lazy("First player"),
    "player_2": gettext_lazy("Second player"),
    "phone": gettext_lazy("Telephone"),
    "email": gettext_lazy("E-mail"),
    "note": gettext_lazy("Note"),
}


@never_cache
@require_safe
def manage_entries(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.SEE_CONTACTS)
    found = entry_list.entry_list(event)
    asked = request.GET.get("state", "")
    state, search = asked if asked in SHOWN else "", request.GET.get("q", "")[:100]
    division = event.regulations.division(request.GET.get("division", ""))
    if division is not None:
        found = found.of_division(division)
    numbers = {"": len(found.rows), "odd": len(found.odd), **found.by_state}
    context = manage_context(event, actor, "manage-entries") | {
        "event": event,
        "may_change": actor.may(Permission.MANAGE_ENTRIES),
        "rows": found.shown(state=state, search=search),
        "any": bool(found.rows) or division is not None,
        "division": division.code if division is not None else "",
        "divisions": _divisions(event, division),
        "alike": found.alike,
        "odd": len(found.odd),
        "filters": [
            (one, numbers.get(one, 0), one == state) for one in ("", *SHOWN) if numbers.get(one) or one == state
        ],
        "state": state,
        "search": search,
        "window": entries_read.registration(event, timezone.now()),
        "late": late_words(event),
        "unsent": len(entries_read.unsent_mails(event)),
        "draw_url": address("manage-draw", slug) if actor.may(Permission.MAKE_DRAW) else "",
    }
    return render(request, "manage/entries.html", context)


def _divisions(event: "Tournament", chosen: "DivisionPlan | None") -> list[tuple[str, str, bool]]:
    """Return code, name and whether it is chosen of all divisions together and of each; nothing where there is one."""
    plans = event.regulations.divisions
    return (
        [("", "", chosen is None), *((each.code, division_name(each), each == chosen) for each in plans)]
        if plans
        else []
    )


@require_POST
def entries_approve(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    count = entries.approve_all(actor, event)
    messages.success(
        request, ngettext("%(count)d entry approved.", "%(count)d entries approved.", count) % {"count": count}
    )
    return redirect("manage-entries", slug)


@require_POST
def entries_freeze(request: HttpRequest, slug: str) -> HttpResponse:
    return _to_the_list(request, slug, entries.freeze, _("The list is frozen. Next: the draw."))


@require_POST
def entries_unfreeze(request: HttpRequest, slug: str) -> HttpResponse:
    return _to_the_list(request, slug, entries.unfreeze, _("The list is open again."))


def _to_the_list(
    request: HttpRequest, slug: str, action: "Callable[[Actor, Tournament], None]", done: str
) -> HttpResponse:
    """Act on the whole list, and say on it what was done or why it was not."""
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    try:
        action(actor, event)
    except Refusal as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, done)
    return redirect("manage-entries", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entry_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a pair by hand."""
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    divisions = choices(event.regulations.divisions)
    given = request.POST if request.method == "POST" else None
    form = HandForm(given, units=units.to_choose(event), divisions=divisions)
    if request.method == "POST" and form.is_valid():
        language = get_language() or "zh-hans"
        try:
            made = entries.register(actor, event, **form.values(), privacy=False, language=language, source="hand")
        except Refusal as refused:
            form.place(refused)
        else:
            number = made.entry.team.number if made.entry.team else 0
            messages.success(request, _("Pair %(number)d is entered.") % {"number": number})
            return redirect("manage-team", slug, number)
    context = manage_context(event, actor, "manage-entries") | {"event": event, "form": form, "late": late_words(event)}
    return render(request, "manage/entry_new.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entries_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Read a list, show what it says, and enter it once it was looked at."""
    found = access.event(request, slug, Permission.MANAGE_ENTRIES)
    form = ListForm(request.POST or None, request.FILES or None, divisions=found.tournament.regulations.divisions)
    read: lists.ReadList | None = None
    if request.method == "POST" and form.is_valid():
        try:
            read = _read(form)
            if "enter" in request.POST:
                return _enter(request, found, read, consent=form.cleaned_data["consent"])
        except Refusal as refused:
            refusals.place(form, refused)
    status = 422 if form.errors or (read and read.faulty) else 200
    return render(request, "manage/entries_import.html", _import_context(found, form, read), status=status)


def _read(form: ListForm) -> lists.ReadList:
    file = form.cleaned_data["file"]
    if isinstance(file, UploadedFile):
        if (file.size or 0) > lists.MOST_BYTES:
            raise Invalid("list_too_large", field="file")
        return lists.read_bytes(file.read(), form.divisions)
    return lists.read_text(form.cleaned_data["text"], form.divisions)


def _enter(request: HttpRequest, found: Access, read: lists.ReadList, *, consent: bool) -> HttpResponse:
    event, actor = found
    if read.faulty:
        raise Invalid("list_faulty", field="text")
    outcome = entries.enter_list(actor, event, read.applications, consent=consent, language=get_language() or "zh-hans")
    added = ngettext("%(count)d pair entered.", "%(count)d pairs entered.", outcome.added) % {"count": outcome.added}
    known = ngettext("%(count)d was there already.", "%(count)d were there already.", outcome.known)
    messages.success(request, f"{added} {known % {'count': outcome.known}}" if outcome.known else added)
    return redirect("manage-entries", event.slug)


def _import_context(found: Access, form: ListForm, read: lists.ReadList | None) -> dict[str, Any]:
    event, actor = found
    context = manage_context(event, actor, "manage-entries") | {"event": event, "form": form, "read": read}
    if read is None:
        return context
    there = entries.known_pairs(event)
    heads = {name: head for name, head in HEADS.items() if name != "division" or event.regulations.divisions}
    rows = [
        {
            "line": row.line,
            "cells": [(head, row.cells.get(column, ""), _faults(row, column)) for column, head in heads.items()],
            "known": row.application is not None
            and entries.natural_key(row.application.unit_name, row.application.players) in there,
            "faulty": bool(row.problems),
        }
        for row in read.rows
    ]
    faulty = [row for row in rows if row["faulty"]]
    return context | {
        "heads": heads.values(),
        "rows": (faulty or rows)[:PREVIEWED],
        "rest": max(0, len(faulty or rows) - PREVIEWED),
        "faulty": len(faulty),
        "new": sum(not row["known"] for row in rows) if not faulty else 0,
        "known": sum(bool(row["known"]) for row in rows),
        "again": lists.written(read),
        "consent": form.cleaned_data.get("consent", False),
    }


def _faults(row: lists.Row, column: str) -> list[str]:
    return [refusal(problem.refusal) for problem in row.problems if (problem.column or "player_1") == column]


@never_cache
@require_safe
def manage_mails(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the messages that nobody received by mail, to copy."""
    event, actor = access.event(request, slug, Permission.MANAGE_ENTRIES)
    unsent = entries_read.unsent_mails(event)
    context = manage_context(event, actor, "manage-entries") | {"event": event, "mails": unsent}
    return render(request, "manage/entries_mails.html", context)


urlpatterns = [
    path("manage/<event:slug>/entries/", manage_entries, name="manage-entries"),
    path("manage/<event:slug>/entries/approve/", entries_approve, name="entries-approve"),
    path("manage/<event:slug>/entries/freeze/", entries_freeze, name="entries-freeze"),
    path("manage/<event:slug>/entries/unfreeze/", entries_unfreeze, name="entries-unfreeze"),
    path("manage/<event:slug>/entries/new/", entry_new, name="entry-new"),
    path("manage/<event:slug>/entries/import/", entries_import, name="entries-import"),
    path("manage/<event:slug>/entries/mails/", manage_mails, name="manage-mails"),
]
