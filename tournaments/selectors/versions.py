"""The number by which everything shown of an event is known to be new or old."""

from typing import NamedTuple

from tournaments.models import Tournament


class Version(NamedTuple):
    """An event at one state of its live pages."""

    event: int
    live_version: int


def version_of(slug: str) -> Version | None:
    """Return the event's version as it is now (one short query), whether or not anybody may see it."""
    found = Tournament.objects.filter(slug=slug).values_list("pk", "live_version").first()
    return Version(*found) if found else None
