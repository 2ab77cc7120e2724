"""The cockpit of an event: the next step in front, the way of the event, and what waits for a person."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.phrases.cockpit import ACTIONS, FIGURES, MISSING, TEXTS, TITLES
from tournaments.phrases.divisions import division_name
from tournaments.phrases.regulations import session_rules
from tournaments.phrases.stages import stage_name
from tournaments.policy import Permission
from tournaments.regulations import StagePlan
from tournaments.selectors import access, cockpit
from tournaments.views.draw_wishes import changes_words
from tournaments.views.navigation import address, manage_context

if TYPE_CHECKING:
    from tournaments.models import Tournament

POSTED = frozenset({"publish", "finish"})


class StepRow(NamedTuple):
    """A step for `partials/steps.html` and the card in front.

    `post_url` where the step is done by one press, `look_url` what is to be looked through before.
    """

    state: str
    title: str
    text: str
    url: str
    action: str
    post_url: str
    look_url: str


class FigureRow(NamedTuple):
    label: str
    value: int
    of: int | None
    url: str


@never_cache
@require_safe
def show_cockpit(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug, Permission.SEE_COCKPIT)
    state = cockpit.cockpit(event, actor, timezone.now())
    figures = [(figure, _figure(figure, slug)) for figure in state.figures]
    context = manage_context(event, actor, "cockpit") | {
        "event": event,
        "steps": [_step(step, event) for step in state.steps],
        "next": _step(state.next, event) if state.next else None,
        "may": state.next is not None and state.next.may,
        "changes": changes_words(event, state.changes) if state.next and state.next.page == "manage-draw" else [],
        "figures": [row for figure, row in figures if not figure.waits],
        "waiting": [row for figure, row in figures if figure.waits],
    }
    return render(request, "manage/cockpit.html", context)


def _step(step: cockpit.Step, event: "Tournament") -> StepRow:
    params, slug = _words(step.params), event.slug
    key = (step.code, step.variant)
    posted = step.page in POSTED
    return StepRow(
        step.state,
        _say(TITLES[step.code], params),
        " ".join([_say(TEXTS[key], params), *_session(step, event)]),
        "" if posted or not step.may else address(step.page, slug),
        _say(ACTIONS.get(key, ""), params),
        reverse("event-state", args=[slug, step.page]) if posted else "",
        address("event-settings", slug) if step.page == "publish" else "",
    )


def _session(step: cockpit.Step, event: "Tournament") -> list[str]:
    """Say with the draw of a stage who plays it and when, where the regulations do."""
    plan = step.params.get("plan")
    is_ahead = step.code == "draw_stage" and not step.done
    return list(session_rules(plan, event.regulations)) if is_ahead and isinstance(plan, StagePlan) else []


def _words(params: Mapping[str, object]) -> dict[str, object]:
    """Turn the parameters that are codes into words."""
    words = dict(params)
    plan = words.get("plan")
    if isinstance(plan, StagePlan):
        words["stage"] = stage_name(plan)
    missing = words.get("missing")
    if isinstance(missing, list):
        words["missing"] = _(", ").join(str(MISSING[code]) for code in missing)
    return words


def _say(text: str | Promise, params: Mapping[str, object]) -> str:
    # A plural phrase takes its form from the parameters, so it is filled before it becomes a string.
    return str(text % params) if text else ""


def _figure(figure: cockpit.Figure, slug: str) -> FigureRow:
    label = division_name(figure.division) or str(FIGURES[figure.code])
    return FigureRow(label, figure.value, figure.of, address(figure.page, slug))
