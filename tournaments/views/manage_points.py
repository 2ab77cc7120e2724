"""Rulings in points of the standings: the chief makes them, and takes them back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions import point_rulings as actions
from tournaments.errors import Refusal
from tournaments.forms.point_rulings import PointsForm
from tournaments.forms.refusals import place
from tournaments.phrases.figures import signed
from tournaments.phrases.stages import stage_name
from tournaments.policy import Permission
from tournaments.selectors import access
from tournaments.selectors.names import TeamName, names_for, written_by
from tournaments.selectors.point_rulings import ruled_in_points, stages_with_points, teams_of
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.rulings import reversal_of
from tournaments.views.desk import new_key
from tournaments.views.navigation import manage_context

if TYPE_CHECKING:
    from tournaments.models import Ruling


@dataclass(frozen=True, slots=True)
class Line:
    """A ruling in points as the page shows it; `back`: why, by whom and when it was taken back."""

    ruling: "Ruling"
    team: str
    stage: str
    points: str
    by: str
    back: "Ruling | None"
    back_by: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was ruled in points; a POST rules."""
    event, actor = access.event(request, slug, Permission.DECIDE_RESULTS)
    stages, names = stages_with_points(event), names_for(event, actor)
    open_stages = [stage for stage in stages if stage.closed_at is None]
    form = PointsForm(
        request.POST or None,
        teams=[(str(team), names[team].in_a_list) for team in teams_of(open_stages)],
        stages=[(stage.code, stage_name(plan_of(stage))) for stage in open_stages],
        initial={"key": new_key()},
    )
    if request.method == "POST" and form.is_valid():
        try:
            actions.rule_points(actor, event, form.ruled, key=form.cleaned_data["key"])
        except Refusal as refused:
            place(form, refused)
        else:
            messages.success(request, _("The ruling is stored; the standings count it now."))
            return redirect("manage-points", slug)
    called = {stage.pk: stage_name(plan_of(stage)) for stage in stages} if len(stages) > 1 else {}
    context = manage_context(event, actor, "manage-standings") | {
        "slug": slug,
        "form": form,
        "drawn": bool(stages),
        "open": bool(open_stages),
        "lines": [_line(row, names, called) for row in ruled_in_points(event)],
    }
    return render(request, "manage/points.html", context, status=422 if form.errors else 200)


@require_POST
def reverse(request: HttpRequest, slug: str, ruling_id: int) -> HttpResponse:
    """Take points back with a reason."""
    event, actor = access.event(request, slug, Permission.DECIDE_RESULTS)
    key = request.POST.get("key") or new_key()
    actions.reverse_points(actor, event, ruling_id=ruling_id, reason=request.POST.get("reason", ""), key=key)
    messages.success(request, _("The ruling is taken back; its effect is gone."))
    return redirect("manage-points", slug)


def _line(row: "Ruling", names: dict[int, TeamName], stages: dict[int, str]) -> Line:
    back = reversal_of(row)
    stage = row.stage_id if row.match is None else row.match.round.stage_id
    return Line(
        row,
        names[row.team_id or 0].in_a_list,
        stages.get(stage or 0, ""),
        signed(row.value),
        written_by(row),
        back,
        written_by(back) if back is not None else "",
    )


urlpatterns = [
    path("manage/<event:slug>/standings/points/", show, name="manage-points"),
    path("manage/<event:slug>/standings/points/<int:ruling_id>/reverse/", reverse, name="manage-points-reverse"),
]
