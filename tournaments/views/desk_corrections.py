"""A match at the desk with all its versions: corrections, decisions and the way back, each shown before it is saved."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import results
from tournaments.errors import NotAllowed, NotFound, Refusal
from tournaments.forms.refusals import place
from tournaments.forms.results import CorrectionForm
from tournaments.phrases.refusals import refusal
from tournaments.policy import Actor, Permission
from tournaments.selectors import tables
from tournaments.selectors.results import before_the_last, has_other_official, match_of_sheet, was_sent
from tournaments.views.desk import answered, desk_access, in_words, new_key, say
from tournaments.views.moves import ways_of
from tournaments.views.navigation import manage_context

if TYPE_CHECKING:
    from tournaments.actions.results import Preview, Receipt, Way
    from tournaments.models import Match, Tournament

OUR_OWN = frozenset({"csrfmiddlewaretoken", "seen", "way"})


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a result that is looked at before it is saved; `hidden` is its form, `back` where it came from."""

    title: str
    match: "Match"
    preview: "Preview"
    hidden: list[tuple[str, str]]
    reason: str
    back: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match_page(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Show every version of a match; a POST shows what a correction or forfeit would move, and then writes it."""
    event, actor = desk_access(request, slug)
    match = tables.match_for_desk(event, match_id)
    view = tables.match_view(event, actor, match, match.round)
    form = _correction_form(request, view)
    if request.method == "POST" and form.is_valid():
        answer = _corrected(request, event, actor, match, form)
        if answer is not None:
            return answer
    last, before = before_the_last(match)
    context = manage_context(event, actor, "desk") | {
        "slug": slug,
        "view": view,
        "form": form,
        "versions": in_words(view, tables.history(match, match.round)),
        "may_decide": actor.may(Permission.DECIDE_RESULTS),
        "restorable": before,
        "last": last,
        "restore_key": new_key(),
        "stage_closed": match.round.stage.closed_at is not None,
    }
    return render(request, "desk/match.html", context, status=422 if form.errors else 200)


def _correction_form(request: HttpRequest, view: tables.TableView) -> CorrectionForm:
    standing = max((sheet.sheet.version for sheet in view.sheets), default=0)
    shown = next(
        (sheet for sheet in view.sheets if sheet.state == "official"), view.sheets[-1] if view.sheets else None
    )
    initial = {"key": new_key(), "version": standing, "outcome": str(shown.sheet.outcome) if shown else "played"}
    initial |= _as_shown(shown) if shown else {}
    lots = view.sides[0].lot, view.sides[1].lot
    return CorrectionForm(request.POST or None, labels=view.labels, report=view.report, lots=lots, initial=initial)


def _corrected(
    request: HttpRequest, event: "Tournament", actor: Actor, match: "Match", form: CorrectionForm
) -> HttpResponse | None:
    """Return what a correction would move, or where to go once it is saved; None where the form was refused."""
    given = form.cleaned_data
    said = form.said if given["outcome"] == "played" else None

    def save(way: "Way | None") -> "Receipt":
        return results.correct(
            actor,
            event,
            match_id=match.pk,
            key=given["key"],
            said=said,
            outcome=given["outcome"],
            reason=given["reason"],
            version=given["version"],
            **_choices(way),
        )

    try:
        if was_sent(given["key"]) or before_the_last(match)[0] is None:
            receipt = save(None)
        else:
            preview = results.preview_correction(
                actor, event, match_id=match.pk, said=said, outcome=given["outcome"], version=given["version"]
            )
            way = _chosen(request, preview)
            if way is None:
                back = reverse("desk-match", args=[event.slug, match.pk])
                hidden, title = _hidden(request.POST), _("Correct the result")
                return _look(request, event, actor, Change(title, match, preview, hidden, given["reason"], back))
            receipt = save(way)
    except Refusal as error:
        place(form, error)
        return None
    say(request, receipt)
    return redirect("desk-match", event.slug, match.pk)


def _choices(way: "Way | None") -> dict[str, Any]:
    """Return what an action is told of the way that was chosen; nothing where there was nothing to choose."""
    return {"consequence": way.consequence, "advancing": way.advancing} if way is not None else {}


def _chosen(request: HttpRequest, preview: "Preview") -> "Way | None":
    """Return the way that was chosen on a page which showed what there is now; None where there was none."""
    if request.POST.get("seen") != preview.digest:
        return None
    return preview.way(request.POST.get("way", ""))


def _hidden(post: QueryDict) -> list[tuple[str, str]]:
    return [(name, value) for name, values in post.lists() if name not in OUR_OWN for value in values]


def _look(request: HttpRequest, event: "Tournament", actor: Actor, change: Change) -> HttpResponse:
    """Show what a change would move, with the button that saves it."""
    seen = request.POST.get("seen", "")
    view = tables.match_view(event, actor, change.match, change.match.round)
    shown = change.preview.ways[0]
    _sides, points = tables.sides_and_points(event, change.match, shown.content)
    error = ""
    if seen:
        stale = seen != change.preview.digest
        error = (
            _("Something has changed meanwhile. Look at it again.")
            if stale
            else _("Choose one of the ways before you save.")
        )
    context = manage_context(event, actor, "desk") | {
        "slug": event.slug,
        "change": change,
        "view": view,
        "now": [sentence for sheet, sentence in in_words(view, list(view.sheets)) if sheet.state == "official"],
        "then": tables.words_of(view.sides, shown.content, shown.levels, points),
        "ways": ways_of(event, actor, change.preview),
        "why": refusal(change.preview.refused) if change.preview.refused is not None else "",
        "error": error,
    }
    return render(request, "desk/moves.html", context, status=422 if error else 200)


def _as_shown(sheet: tables.SheetView) -> dict[str, Any]:
    """Return what a version says, for the fields of its correction."""
    content = sheet.content
    said: dict[str, Any] = {f"level_{side}": label or "" for side, label in enumerate(sheet.levels)}
    said |= {"score_0": content.score_0, "score_1": content.score_1, "dealer_side": content.dealer_side}
    said["deal_points"] = content.deal_points
    if content.decided_by == "draw":
        said["winner"] = "draw"
    elif content.decided_by == "lots":
        said |= {"winner": content.winner, "dealer_side": f"none-{content.winner}"}
    elif not content.decided_by:
        said["winner"] = content.winner
    return said


@require_POST
def decide(request: HttpRequest, slug: str, sheet_id: int) -> HttpResponse:
    """Let a version count; where an official one stands already, what that would move is shown first."""
    event, actor = desk_access(request, slug)
    reason = request.POST.get("reason", "").strip()
    match = match_of_sheet(event, sheet_id)

    def save(way: "Way | None") -> "Receipt":
        return results.decide(
            actor,
            event,
            sheet_id=sheet_id,
            reason=reason,
            **_choices(way),
        )

    if not reason or not has_other_official(match, sheet_id):
        return answered(request, slug, save(None))
    preview = results.preview_decision(actor, event, match_id=match.pk, sheet_id=sheet_id)
    back = f"{reverse('desk', args=[slug])}?round={match.round.number}"
    change = Change(_("Decide the result"), match, preview, _hidden(request.POST), reason, back)
    return _looked_at(request, event, actor, change, save)


@require_POST
def restore(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Let the result before the last correction count again: at once where nothing has to be chosen."""
    event, actor = desk_access(request, slug)
    if not actor.may(Permission.DECIDE_RESULTS):
        raise NotAllowed("not_allowed")
    match = tables.match_for_desk(event, match_id)
    version, key = request.POST.get("version", ""), request.POST.get("key", "")
    if not version.isascii() or not version.isdigit() or not key:
        raise NotFound
    last, before = before_the_last(match)
    reason = _("Restored: version %(version)s") % {"version": before.version if before is not None else "–"}

    def save(way: "Way | None") -> "Receipt":
        return results.restore(
            actor,
            event,
            match_id=match_id,
            key=key,
            reason=reason,
            version=int(version),
            **_choices(way),
        )

    if was_sent(key) or last is None or last.version != int(version):
        return _restored(request, slug, match_id, save(None))
    preview = results.preview_restoring(actor, event, match_id=match_id)
    if not preview.asks:
        return _restored(request, slug, match_id, save(None))
    back = reverse("desk-match", args=[slug, match_id])
    change = Change(_("Restore what was before"), match, preview, _hidden(request.POST), reason, back)
    return _looked_at(request, event, actor, change, save)


def _restored(request: HttpRequest, slug: str, match_id: int, receipt: "Receipt") -> HttpResponse:
    messages.success(request, _("What was before the correction counts again."))
    say(request, receipt)
    return redirect("desk-match", slug, match_id)


def _looked_at(
    request: HttpRequest,
    event: "Tournament",
    actor: Actor,
    change: Change,
    save: Callable[["Way | None"], "Receipt"],
) -> HttpResponse:
    """Save a change whose way was chosen with what it moves in sight, else show that."""
    way = _chosen(request, change.preview)
    if way is None:
        return _look(request, event, actor, change)
    say(request, save(way))
    return redirect("desk-match", event.slug, change.match.pk)


urlpatterns = [
    path("desk/<event:slug>/matches/<int:match_id>/", match_page, name="desk-match"),
    path("desk/<event:slug>/matches/<int:match_id>/restore/", restore, name="desk-restore"),
    path("desk/<event:slug>/sheets/<int:sheet_id>/decide/", decide, name="desk-decide"),
]
