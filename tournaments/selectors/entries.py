"""The entry list, and who of it is drawn."""

from tournaments.models import Entry, Tournament
from tournaments.pairing import Entrant
from tournaments.states import EntryState, TeamState


def entrants(tournament: Tournament) -> list[Entrant]:
    """Return the accepted, active teams in the order of their numbers, each with its unit."""
    rows = Entry.objects.filter(
        tournament=tournament, state=EntryState.ACCEPTED, team__state=TeamState.ACTIVE
    ).order_by("team__number")
    return [Entrant(team, unit) for team, unit in rows.values_list("team_id", "team__unit_id")]
