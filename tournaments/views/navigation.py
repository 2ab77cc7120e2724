"""What leads where: the navigation of an event's public pages and of its management.

A page appears in it once its address exists, the event has come so far, and the reader may see it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.policy import Actor, Permission
from tournaments.selectors import events
from tournaments.selectors.entries import window_state

if TYPE_CHECKING:
    from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Item:
    """One link. No tuple: templates ask for its `count`, and a method of that name takes long to be refused."""

    url: str
    label: str | Promise
    icon: str
    current: bool
    count: int = 0


class Group(NamedTuple):
    label: str | Promise
    items: Sequence[Item]


class Page(NamedTuple):
    """A page by the name of its address; `permission` is what the reader needs, `drawn` what the event needs.

    `knockout`: only for an event that has a stage with a bracket; `stages`: for one of several stages; `awards`: for
    one with awards.
    """

    name: str
    label: str | Promise
    icon: str
    permission: Permission | None = None
    drawn: bool = False
    knockout: bool = False
    stages: bool = False
    awards: bool = False


PUBLIC = (
    Page("event", _("Event"), "info"),
    Page("register", _("Register"), "user-plus"),
    Page("entries", _("Entries"), "users"),
    Page("find", _("Find my table"), "search", drawn=True),
    Page("draw", _("Draw"), "shuffle", drawn=True),
    Page("tables", _("Tables"), "layout-grid", drawn=True),
    Page("clock", _("Clock"), "clock", drawn=True),
    Page("standings", _("Standings"), "trophy", drawn=True),
    Page("bracket", _("Bracket"), "network", drawn=True, knockout=True),
    Page("awards", _("Awards"), "award", drawn=True, awards=True),
    Page("papers", _("Papers"), "file-text"),
    Page("event-rules", _("Rules"), "book-open"),
)
MANAGE: tuple[tuple[str | Promise, tuple[Page, ...]], ...] = (
    (
        "",
        (
            Page("cockpit", _("Next step"), "compass", Permission.SEE_COCKPIT),
            Page("event-settings", _("Settings"), "settings", Permission.EDIT_EVENT),
            Page("manage-stages", _("Stages"), "layers", Permission.EDIT_EVENT),
            Page("manage-ruleset", _("Ruleset"), "book-open", Permission.EDIT_EVENT),
        ),
    ),
    (
        _("Before the day"),
        (
            Page("manage-units", _("Units"), "building-2", Permission.MANAGE_ENTRIES),
            Page("manage-entries", _("Entries"), "users", Permission.SEE_CONTACTS),
            Page("manage-referees", _("Referees and staff"), "id-card", Permission.MANAGE_PEOPLE),
            Page("manage-screens", _("Hall screens"), "monitor", Permission.MANAGE_PEOPLE),
            Page("manage-rehearsal", _("Rehearsal"), "drama", Permission.EDIT_EVENT),
            Page("manage-draw", _("Draw"), "shuffle", Permission.MAKE_DRAW),
        ),
    ),
    (
        _("On the day"),
        (
            Page("manage-papers", _("Papers"), "printer", Permission.PRINT),
            Page("manage-rounds", _("Rounds and clock"), "clock", Permission.RUN_ROUNDS),
            Page("desk", _("Results desk"), "clipboard-check", Permission.SUBMIT_RESULT),
            Page("manage-standings", _("Standings"), "trophy", Permission.PUBLISH),
            Page("manage-awards", _("Awards"), "award", Permission.PUBLISH, awards=True),
            Page("going-on", _("Who goes on"), "arrow-right-left", Permission.MAKE_DRAW, stages=True),
        ),
    ),
    (_("Afterwards"), (Page("manage-log", _("Log"), "scroll-text", Permission.SEE_LOG),)),
)


def address(name: str, slug: str) -> str:
    """Return the address of an event's page, "" while the site has no such page."""
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""


def public_nav(tournament: "Tournament", actor: Actor, current: str = "", *, drawn: bool | None = None) -> list[Item]:
    """Return the public pages that this event has now; those of the draw only after its release.

    Who knows already whether the draw is released says it in `drawn`.
    """
    if drawn is None:
        drawn = events.has_released_draw(tournament)
    hidden = set() if window_state(tournament, timezone.now()) == "open" else {"register"}
    if not any(plan.is_bracket for plan in tournament.regulations.stages):
        hidden |= {page.name for page in PUBLIC if page.knockout}
    if not tournament.regulations.awards.rows:
        hidden |= {page.name for page in PUBLIC if page.awards}
    shown = (page for page in PUBLIC if page.name not in hidden and (drawn or not page.drawn))
    return _items(shown, tournament, current)


def manage_nav(tournament: "Tournament", actor: Actor, current: str = "") -> list[Group]:
    """Return the pages of the event's management that the actor may use."""
    many, awards = len(tournament.regulations.stages) > 1, bool(tournament.regulations.awards.rows)
    there = [
        (label, [p for p in pages if (many or not p.stages) and (awards or not p.awards)]) for label, pages in MANAGE
    ]
    shown = [(label, [p for p in pages if p.permission is None or actor.may(p.permission)]) for label, pages in there]
    groups = [Group(label, _items(pages, tournament, current)) for label, pages in shown]
    return [group for group in groups if group.items]


def account_context(current: str = "") -> dict[str, Any]:
    """Return what `base_manage.html` needs on the pages above the events."""
    pages = (Page("manage", _("My events"), "calendar-days"), Page("event-new", _("New event"), "plus"))
    items = [Item(reverse(page.name), page.label, page.icon, page.name == current) for page in pages]
    return {"nav_groups": [Group("", items)]}


def public_context(
    tournament: "Tournament", actor: Actor, current: str = "", *, drawn: bool | None = None
) -> dict[str, Any]:
    """Return what `base_event.html` needs."""
    return {
        "event_name": events.event_name(tournament),
        "event_url": address("event", tournament.slug),
        "event_meta": events.place_line(tournament),
        "event_zone": tournament.regulations.identity.zone,
        "nav_items": public_nav(tournament, actor, current, drawn=drawn),
        "manage_url": address("cockpit", tournament.slug) if actor.may(Permission.SEE_COCKPIT) else "",
    }


def manage_context(tournament: "Tournament", actor: Actor, current: str = "") -> dict[str, Any]:
    """Return what `base_manage.html` needs."""
    return {
        "event_name": events.event_name(tournament),
        "event_url": address("cockpit", tournament.slug),
        "event_public_url": address("event", tournament.slug),
        "event_zone": tournament.regulations.identity.zone,
        "nav_groups": manage_nav(tournament, actor, current),
    }


def _items(pages: Iterable[Page], tournament: "Tournament", current: str) -> list[Item]:
    items = [Item(address(p.name, tournament.slug), p.label, p.icon, p.name == current) for p in pages]
    return [item for item in items if item.url]
