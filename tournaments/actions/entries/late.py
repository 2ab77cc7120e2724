"""A pair that comes after the first draw was released: from which round on it plays, or why it cannot."""

from tournaments.errors import Refusal
from tournaments.models import Tournament
from tournaments.selectors.late_entries import has_room, late_entry


def require_late(event: Tournament, division: str) -> int:
    """Return the round from which a pair of this division plays that comes now. The event must be locked.

    Refused while the list can still be opened (entries_frozen), where nobody can join any more, and without a place.
    """
    late = late_entry(event, division)
    if late is None:
        raise Refusal("entries_frozen")
    if late.refused:
        raise Refusal(late.refused)
    if not has_room(event, division):
        raise Refusal("late_full", capacity=event.regulations.pool_of(division).capacity)
    return late.round
