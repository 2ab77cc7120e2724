"""Who will sit where: the rounds of a draw over the hall as the regulations have it now."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from tournaments.models import Team, Tournament
from tournaments.pairing import Asked, Side
from tournaments.seating import ANY, Place, Seated, seat


class Drawn(Protocol):
    """A match of a draw; without a table it is a bye and is not seated."""

    @property
    def number(self) -> int: ...
    @property
    def table(self) -> int | None: ...
    @property
    def sides(self) -> tuple[Side, Side]: ...


def seats_of(event: Tournament, rounds: Mapping[int, Sequence[Drawn]], asked: Asked) -> dict[int, dict[int, Place]]:
    """Return the place of every match by the number of its round and its own (a query where the hall has areas).

    Who comes to a match of a bracket is of the division of those that it comes from.
    """
    venue = event.regulations.venue
    every = [match for matches in rounds.values() for match in matches]
    divisions = _divisions(every) if any(area.divisions for area in venue.areas) else {}
    by_number = {match.number: match for match in every} if divisions else {}
    found: dict[int, dict[int, Place]] = {}
    for number, matches in rounds.items():
        those = [
            Seated(match.number, _division(match, divisions, by_number), match.table, fixed=_asked_for(match, asked))
            for match in matches
            if match.table is not None
        ]
        found[number] = seat(those, venue)
    return found


def _divisions(matches: Iterable[Drawn]) -> dict[int, str]:
    teams = {side.team for match in matches for side in match.sides if side.team is not None}
    return dict(Team.objects.filter(pk__in=teams).values_list("pk", "division__code"))


def _division(match: Drawn, divisions: Mapping[int, str], by_number: Mapping[int, Drawn]) -> str:
    for side in match.sides:
        if side.team is not None:
            return divisions.get(side.team, ANY)
        before = by_number.get(side.match) if side.match is not None else None
        found = _division(before, divisions, by_number) if before is not None else ANY
        if found != ANY:
            return found
    return ANY


def _asked_for(match: Drawn, asked: Asked) -> bool:
    """Tell whether the organizer asked for the table that the draw gave this match."""
    teams = {side.team for side in match.sides}
    return any(team in teams and table == match.table for team, table in asked.at_table) or any(
        {one, other} == teams and table == match.table for one, other, table in asked.fixed
    )
