"""The log of an event in words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.phrases.log import AREAS, BREAKS, action, facts
from tournaments.phrases.roles import ROLES
from tournaments.policy import Permission
from tournaments.selectors import access, log
from tournaments.selectors.rulesets import ruleset_of
from tournaments.selectors.stages import stage_of
from tournaments.views.navigation import manage_context


@never_cache
@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.SEE_LOG)
    area = request.GET.get("area", "")
    page, rows = log.rows(event, area=area, page=page_number(request))
    broken = log.first_break(event)
    level = ruleset_of(stage_of(event)).ladder.label
    context = manage_context(event, actor, "manage-log") | {
        "event": event,
        "page": page,
        "rows": [(row, action(row.action), ROLES.get(row.role, row.role), facts(row.data, level)) for row in rows],
        "area": area if area in AREAS else "",
        "areas": AREAS.items(),
        "query": f"area={area}&" if area in AREAS else "",
        "broken": str(BREAKS[broken.code]) % broken._asdict() if broken else "",
    }
    return render(request, "manage/log.html", context)


def page_number(request: HttpRequest) -> int:
    """Return the page asked for; the first one where it is no number."""
    typed = request.GET.get("page", "1")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 7 else 1  # noqa: PLR2004 a page's number


urlpatterns = [path("manage/<event:slug>/log/", show, name="manage-log")]
