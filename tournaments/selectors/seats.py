"""Who will sit where: the rounds of a draw over the hall as the regulations have it now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.models import Draw, Match, Team, Tournament
from tournaments.pairing import Asked, Inputs, Outcome, Side
from tournaments.seating import ANY, Place, Seated, seat
from tournaments.selectors.draws import bracket_tables, drawn_rounds
from tournaments.states import DrawState


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


@dataclass(frozen=True, slots=True)
class _Drawn:
    number: int
    table: int | None
    sides: tuple[Side, Side]


def drawn_places(draw: Draw, outcome: Outcome, shift: int) -> dict[tuple[int, int], Place]:
    """Return where the meetings of a draw are played, by the number of the round in the outcome and the drawn table.

    A released draw says what its rows say, any other what its release would make of it now.
    """
    rounds = _drawn(outcome)
    tables = {(number, match.number): match.table for number, matches in rounds.items() for match in matches}
    if draw.state == DrawState.RELEASED:
        rows = Match.objects.filter(round__draw=draw, table__isnull=False)
        found = {
            (number - shift, match): Place(sitting, table)
            for number, match, sitting, table in rows.values_list("round__number", "number", "sitting", "table")
            if table is not None
        }
    else:
        asked = Inputs.from_json(draw.inputs).asked
        seats = seats_of(draw.stage.division.tournament, rounds, asked)
        found = {(number, match): place for number, places in seats.items() for match, place in places.items()}
    return {(key[0], table): found[key] for key, table in tables.items() if table is not None and key in found}


def _drawn(outcome: Outcome) -> dict[int, list[_Drawn]]:
    rounds: dict[int, list[_Drawn]] = {}
    if outcome.bracket:
        tables = bracket_tables(outcome.bracket)
        for match in outcome.bracket:
            if not match.conditional:
                drawn = _Drawn(match.number, tables[match.number], match.sides)
                rounds.setdefault(match.round, []).append(drawn)
        return rounds
    for each in drawn_rounds(outcome):
        rounds[each.number] = [
            _Drawn(match.table, match.table, (Side("team", team=match.sides[0]), Side("team", team=match.sides[1])))
            for match in each.matches
        ]
    return rounds


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
