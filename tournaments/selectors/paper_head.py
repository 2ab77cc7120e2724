"""What every paper says about its event, and of which state of the event it speaks."""

from dataclasses import dataclass
from datetime import date, datetime

from tournaments.models import AuditEntry, Tournament

OF_PAPERS = "paper."
OF_REHEARSALS = "rehearsal."


@dataclass(frozen=True, slots=True)
class Stamp:
    """The state of the event that a paper shows: the number of the last change in its log, and when it was made."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Head:
    """What every paper says about the event. Times are in `zone`. `rehearsal`: it is a copy's, and marked so."""

    slug: str
    name: str
    name_en: str
    organizer: str
    place: str
    day: date
    zone: str
    rehearsal: bool = False


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
        rehearsal=tournament.rehearsal_of_id is not None,
    )


def stamp_of(tournament: Tournament) -> Stamp:
    """Return the state of the event; that papers were asked for or a copy was made is no change of it."""
    changes = AuditEntry.objects.filter(tournament=tournament)
    changes = changes.exclude(action__startswith=OF_PAPERS).exclude(action__startswith=OF_REHEARSALS)
    last = changes.order_by("-sequence").values_list("sequence", "at").first()
    return Stamp(*last) if last else Stamp(0, tournament.created_at)
