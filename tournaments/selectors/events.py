"""Events: how one is called, which are shown to whom, how far registration has come."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import pgettext

from tournaments.models import Entry, RegulationsVersion, Role, Round, Stage, Tournament, User
from tournaments.phrases.languages import name_for_reader
from tournaments.selectors.entries import WindowState, window_state
from tournaments.states import EventState, RoundState

SHOWN_FINISHED = 60


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event on a list: its names in the reader's language, and what a visitor can do there now."""

    slug: str
    name: str
    place_line: str
    organizer: str
    starts_at: datetime
    state: EventState
    registration: WindowState


@dataclass(slots=True)
class Listing:
    running: list[EventCard] = field(default_factory=list)
    upcoming: list[EventCard] = field(default_factory=list)
    finished: list[EventCard] = field(default_factory=list)
    drafts: list[EventCard] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.running or self.upcoming or self.finished or self.drafts)


def event_name(tournament: Tournament) -> str:
    """Return the event's name in the reader's language where it has one."""
    identity = tournament.regulations.identity
    return name_for_reader(identity.name, identity.name_en)


def place_line(tournament: Tournament) -> str:
    """Return one line with place and day, in the event's zone."""
    identity = tournament.regulations.identity
    day = date_format(identity.day, pgettext("date format", "j M Y"))
    return " · ".join(part for part in (f"{day} {identity.starts:%H:%M}", identity.place) if part)


def has_released_draw(tournament: Tournament) -> bool:
    rounds = Round.objects.filter(stage__division__tournament=tournament)
    return rounds.exclude(state=RoundState.PLANNED).exists()


def card(tournament: Tournament, now: datetime) -> EventCard:
    identity = tournament.regulations.identity
    return EventCard(
        tournament.slug,
        event_name(tournament),
        place_line(tournament),
        identity.organizer,
        identity.starts_at,
        EventState(tournament.state),
        window_state(tournament, now),
    )


def listed(now: datetime) -> Listing:
    """Return the published events by what they are now (one query)."""
    shown = [EventState.PUBLISHED, EventState.FINISHED, EventState.ARCHIVED]
    rows = Tournament.objects.filter(state__in=shown, rehearsal_of=None).select_related("rules").order_by("-pk")
    return _sorted(rows, now)


def managed_by(user: User, now: datetime) -> Listing:
    """Return the events in which an account has a role, for the site's administrator all of them (one query)."""
    rows = Tournament.objects.filter(rehearsal_of=None).select_related("rules").order_by("-pk")
    if not user.is_staff:
        roles = [Role.ORGANIZER, Role.CHIEF, Role.DESK, Role.AUDITOR]
        own = Q(memberships__user=user, memberships__removed_at__isnull=True, memberships__role__in=roles)
        rows = rows.filter(own).distinct()
    return _sorted(rows, now)


def _sorted(rows: Iterable[Tournament], now: datetime) -> Listing:
    listing = Listing()
    for row in rows:
        one = card(row, now)
        if one.state == EventState.DRAFT:
            listing.drafts.append(one)
        elif one.state in {EventState.FINISHED, EventState.ARCHIVED}:
            listing.finished.append(one)
        else:
            (listing.upcoming if one.starts_at > now else listing.running).append(one)
    listing.upcoming.sort(key=lambda one: one.starts_at)
    for group in (listing.running, listing.finished, listing.drafts):
        group.sort(key=lambda one: one.starts_at, reverse=True)
    listing.finished = listing.finished[:SHOWN_FINISHED]
    return listing


def version(tournament: Tournament) -> int:
    """Return the number of the regulations in force."""
    return tournament.rules.version if tournament.rules else 0


def versions(tournament: Tournament) -> list[RegulationsVersion]:
    """Return all versions of the regulations, the newest first."""
    rows = RegulationsVersion.objects.filter(tournament=tournament).select_related("made_by").defer("document")
    return list(rows.order_by("-version"))


def has_entries(tournament: Tournament) -> bool:
    return Entry.objects.filter(tournament=tournament).exists()


def change_needs_reason(tournament: Tournament) -> bool:
    """Say whether a change of the regulations is an amendment: the event is public, or drawn."""
    if tournament.state != EventState.DRAFT:
        return True
    return Stage.objects.filter(division__tournament=tournament, rules__isnull=False).exists()


def by_slug(slug: str) -> Tournament | None:
    """Return an event for a command at the terminal; pages use `access.event`."""
    return Tournament.objects.select_related("rules").filter(slug=slug).first()
