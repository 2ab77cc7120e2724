"""The results desk: a round's matches a line each, results from paper, and what the chief decides."""

import secrets
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions import results
from tournaments.errors import NotAllowed, NotFound, Refusal
from tournaments.forms.refusals import place
from tournaments.forms.results import PaperForm
from tournaments.phrases import results as result_phrases
from tournaments.policy import Permission
from tournaments.selectors import access, rounds, tables
from tournaments.views.navigation import manage_context

if TYPE_CHECKING:
    from tournaments.actions.results import Receipt
    from tournaments.models import Round, Tournament

SAID = ("conflict", "submitted", "confirmed", "late")


def new_key() -> str:
    return secrets.token_hex(16)


def desk_access(request: HttpRequest, slug: str) -> access.Access:
    """Return the event for desk, chief and organizer; a referee sends from the own tables only."""
    found = access.event(request, slug, Permission.SUBMIT_RESULT)
    if not found.actor.may(Permission.SEE_COCKPIT):
        raise NotAllowed("not_allowed")
    return found


@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = desk_access(request, slug)
    return _desk_page(request, (event, actor), _asked_round(event, request.GET.get("round", "")))


def _asked_round(event: "Tournament", number: str) -> "Round | None":
    if not number:
        return rounds.current_round(event)
    if not number.isascii() or not number.isdigit():
        raise NotFound
    return rounds.round_by_number(event, int(number))


def _desk_page(
    request: HttpRequest, found: tuple["Tournament", Any], current: "Round | None", typed: PaperForm | None = None,
    at: int | None = None,
) -> HttpResponse:  # fmt: skip
    """Render the lines of a round; `typed` is the refused form of the match `at`, which keeps what was typed."""
    event, actor = found
    rows = tables.table_rows(event, current) if current is not None else []
    lines = [
        (row, typed if typed is not None and row.match_id == at else form)
        for row, form in (zip(rows, _paper_forms(rows, current), strict=True) if current is not None else ())
    ]
    context = manage_context(event, actor, "desk") | {
        "slug": event.slug,
        "current": current,
        "report": tables.report_of_round(current) if current is not None else None,
        "rounds": rounds.rounds_of(event),
        "lines": lines,
        "open": sum(not row.status.decided for row in rows),
        "disputed": [
            _dispute(event, actor, row, current) for row in rows if row.status.disputed or row.status.late_sheets
        ],
        "may_decide": actor.may(Permission.DECIDE_RESULTS),
    }
    return render(request, "desk/desk.html", context, status=422 if typed is not None else 200)


def _paper_forms(rows: list[tables.ResultRow], current: "Round") -> list[PaperForm]:
    labels, report = tables.labels_of_round(current), tables.report_of_round(current)
    return [
        PaperForm(
            labels=labels,
            report=report,
            lots=(row.sides[0].lot, row.sides[1].lot),
            prefix=f"m{row.match_id}",
            initial={"key": new_key()},
        )
        for row in rows
    ]


def _dispute(event: "Tournament", actor: Any, row: tables.ResultRow, current: "Round | None") -> dict[str, Any]:
    match = tables.match_for_desk(event, row.match_id)
    view = tables.match_view(event, actor, match, match.round)
    return {"row": row, "versions": in_words(view, list(view.sheets))}


def in_words(view: tables.TableView, sheets: list[tables.SheetView]) -> list[tuple[tables.SheetView, str]]:
    return [(sheet, tables.sentence_of(view.sides, sheet)) for sheet in sheets]


@require_POST
def type_result(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Take one line's levels; afterwards the next open table is in front."""
    event, actor = desk_access(request, slug)
    match = tables.match_for_desk(event, match_id)
    current = rounds.round_by_number(event, match.round.number)
    form = PaperForm(
        request.POST,
        labels=tables.labels_of_round(current),
        report=tables.report_of_round(current),
        lots=tables.lots_of(match),
        prefix=f"m{match_id}",
    )
    if form.is_valid():
        try:
            receipt = results.type_result(
                actor,
                event,
                match_id=match_id,
                key=form.cleaned_data["key"],
                said=form.said,
                signed=form.cleaned_data["signed"],
            )
        except Refusal as error:
            place(form, error)
        else:
            say(request, receipt)
            return redirect(f"{reverse('desk', args=[slug])}?round={current.number}&next={match.pk}")
    return _desk_page(request, (event, actor), current, form, match_id)


def say(request: HttpRequest, receipt: "Receipt") -> None:
    words = str(result_phrases.STATES[receipt.state])
    text = _("Table %(table)s: %(state)s (version %(version)s).") % {
        "table": receipt.table, "state": words, "version": receipt.version,
    }  # fmt: skip
    (messages.warning if receipt.state.value in SAID else messages.success)(request, text)
    if receipt.standings_released:
        messages.warning(request, _("The standings were released before: they have changed. Release a new version."))
    if receipt.stage_closed:
        messages.warning(request, _("The stage is closed: where its standings changed, they are frozen anew."))


@require_POST
def approve(request: HttpRequest, slug: str, sheet_id: int) -> HttpResponse:
    event, actor = desk_access(request, slug)
    return answered(request, slug, results.approve(actor, event, sheet_id=sheet_id))


@require_POST
def reject(request: HttpRequest, slug: str, sheet_id: int) -> HttpResponse:
    event, actor = desk_access(request, slug)
    reason = request.POST.get("reason", "")
    return answered(request, slug, results.reject(actor, event, sheet_id=sheet_id, reason=reason))


def answered(request: HttpRequest, slug: str, receipt: "Receipt") -> HttpResponse:
    say(request, receipt)
    return redirect(f"{reverse('desk', args=[slug])}?round={receipt.round_number}")


urlpatterns = [
    path("desk/<event:slug>/", desk, name="desk"),
    path("desk/<event:slug>/matches/<int:match_id>/paper/", type_result, name="desk-type"),
    path("desk/<event:slug>/sheets/<int:sheet_id>/approve/", approve, name="desk-approve"),
    path("desk/<event:slug>/sheets/<int:sheet_id>/reject/", reject, name="desk-reject"),
]
