"""What every paper says about its event, and of which state of the event it speaks."""

from dataclasses import dataclass
from datetime import date, datetime

from tournaments.models import AuditEntry, Tournament

OF_PAPERS = "paper."


@dataclass(frozen=True, slots=True)
class Stamp:
    """The state of the event that a paper shows: the number of the last change in its log, and when it was made."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Head:
    """What every paper says about the event. Times are in `zone`."""

    slug: str
    name: str
    name_en: str
    organizer: str
    place: str
    day: date
    zone: str


def head_of(tournament: Tournament) -> Head:
    identity = tournament.regulations.identity
    return Head(
        tournament.slug,
        identity.name,
        identity.name_en,
        identity.organizer,
        identity.place,
        identity.day,
        identity.zone,
    )


def stamp_of(tournament: Tournament) -> Stamp:
    """Return the state of the event; that papers were asked for is no change of it."""
    changes = AuditEntry.objects.filter(tournament=tournament).exclude(action__startswith=OF_PAPERS)
    last = changes.order_by("-sequence").values_list("sequence", "at").first()
    return Stamp(*last) if last else Stamp(0, tournament.created_at)
