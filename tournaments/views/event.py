"""The event's first page: what it is, when, where, and the one thing to do next."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.phrases.quotas import entry_words, quota_words
from tournaments.phrases.stages import begins, divisions_of, stage_name
from tournaments.phrases.zones import zone_name
from tournaments.selectors import access
from tournaments.selectors.event_pages import EventPage, Next, event_page
from tournaments.selectors.events import event_name, place_line
from tournaments.views.cached import public_page
from tournaments.views.navigation import address, public_context

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.regulations import Regulations


class Step(NamedTuple):
    """The next step in words; `page` is the name of the address that it leads to ("" for none)."""

    title: str | Promise
    text: str | Promise
    label: str | Promise
    page: str
    icon: str


STEPS: Mapping[Next, Step] = {
    Next.REGISTER: Step(
        gettext_lazy("Registration is open"),
        gettext_lazy("Both players' names, the unit and a way to reach you: two minutes, no account."),
        gettext_lazy("Register a pair"), "register", "user-plus"),
    Next.JOIN_WAITING_LIST: Step(
        gettext_lazy("All places are taken"),
        gettext_lazy("Registration is still open: you go on the waiting list and move up when a place becomes free."),
        gettext_lazy("Join the waiting list"), "register", "user-plus"),
    Next.WAIT_FOR_OPENING: Step(
        gettext_lazy("Registration has not opened yet"),
        gettext_lazy("Come back when it opens; this page then leads to the form."),
        gettext_lazy("Read the rules meanwhile"), "event-rules", "book-open"),
    Next.WAIT_FOR_DRAW: Step(
        gettext_lazy("Next comes the draw"),
        gettext_lazy("The organizer draws the lots and releases them here; then you find your table on this page."),
        gettext_lazy("See who is entered"), "entries", "users"),
    Next.FIND_TABLE: Step(
        gettext_lazy("The draw is released"),
        gettext_lazy("Look where you sit, against whom, and how much time is left."),
        gettext_lazy("Find my table"), "find", "search"),
    Next.LIVE_STANDINGS: Step(
        gettext_lazy("The rounds are being played"),
        gettext_lazy("The standings change by themselves as tables become official."),
        gettext_lazy("Live standings"), "standings", "trophy"),
    Next.PROVISIONAL: Step(
        gettext_lazy("All rounds are played"),
        gettext_lazy("The standings are provisional until the organizer releases them."),
        gettext_lazy("Provisional standings"), "standings", "trophy"),
    Next.WAIT_FOR_RELEASE: Step(
        gettext_lazy("All rounds are played"),
        gettext_lazy("The organizer has not published the standings yet. They will stand here."),
        gettext_lazy("Find my table"), "find", "search"),
    Next.RESULTS: Step(
        gettext_lazy("The final standings are released"),
        gettext_lazy("Places, results of every round, and how they add up."),
        gettext_lazy("Final standings"), "standings", "trophy"),
    Next.OWN_TEAM: Step(
        gettext_lazy("You are entered"),
        gettext_lazy("Your own page says where your entry stands, and lets you change or withdraw it."),
        gettext_lazy("My team"), "my-team", "users"),
}  # fmt: skip


@require_safe
@public_page
def show(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.event(request, slug)
    page = event_page(event, actor, timezone.now())
    step = STEPS[page.next]
    public_url = f"{settings.PUBLIC_URL}{reverse('event', args=[slug])}"
    context = public_context(event, actor, "event", drawn=page.drawn) | {
        "slug": slug,
        "identity": event.regulations.identity,
        "zone_name": zone_name(event.regulations.identity.zone),
        "registration": event.regulations.registration,
        "entry_words": list(entry_words(event.regulations.registration.entry)),
        "quota_words": quota_words(event.regulations.registration.quota),
        "page": page,
        "sessions": sessions_of(event.regulations),
        "step": step,
        "step_url": address(step.page, slug),
        "others": others(page, slug, step.page),
        "public_url": public_url,
        "share": share_text(event, page, public_url),
    }
    return render(request, "public/event.html", context)


def sessions_of(rules: "Regulations") -> list[tuple[str, list[str]]]:
    """Return each stage with who plays it and when, where the regulations say that of one of them."""
    if not any(plan.divisions or plan.starts_at for plan in rules.stages):
        return []
    return [
        (stage_name(plan), [words for words in (divisions_of(plan, rules), begins(plan, rules)) if words])
        for plan in rules.stages
    ]


def others(page: EventPage, slug: str, taken: str) -> list[tuple[str, str]]:
    """Return the other pages that a visitor may want now, as address and words."""
    wanted = [("entries", _("Who is entered")), ("event-rules", _("The rules in words"))]
    if page.drawn:
        wanted = [
            ("find", _("Find my table")),
            ("draw", _("The draw")),
            ("standings", _("Standings")),
            ("papers", _("Papers to print (PDF)")),
            *wanted,
        ]
    links = [(address(name, slug), label) for name, label in wanted if name != taken]
    return [(url, label) for url, label in links if url]


def share_text(event: "Tournament", page: EventPage, url: str) -> str:
    """Return a few lines to paste into a chat group."""
    lines = [event_name(event), place_line(event)]
    identity = event.regulations.identity
    if identity.address:
        lines.append(identity.address)
    if page.next in {Next.REGISTER, Next.JOIN_WAITING_LIST}:
        closes_at = page.window.closes_at
        until = timezone.localtime(closes_at, event.zone).strftime("%Y-%m-%d %H:%M") if closes_at else ""
        lines.append(_("Registration is open until %(time)s.") % {"time": until} if until else _("Register here:"))
    elif page.next in {Next.FIND_TABLE, Next.LIVE_STANDINGS}:
        lines.append(_("The draw, tables, clock and live standings are here:"))
    elif page.next == Next.RESULTS:
        lines.append(_("The final standings are here:"))
    lines.append(url)
    return "\n".join(lines)


urlpatterns = [path("<event:slug>/", show, name="event")]
