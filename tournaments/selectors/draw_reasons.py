"""Why a pair or a bye of a draw is flagged, pair by pair: when they met, whose unit it is, how far apart they stand."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.figures import Points
from tournaments.models import Draw, MatchSide, Unit
from tournaments.pairing import SWISS, DrawnRound, Flag, Inputs
from tournaments.selectors.standings import count

BOTH = 2
Key = tuple[int, frozenset[int]]
Word = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Earlier:
    """A meeting or bye that there was before: the round of the event, and the table, None for a bye."""

    round: int
    table: int | None


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be said beside a pair or a bye: a flag's code, or "gap".

    `before`: where these two met, or the team had a bye, in earlier rounds. `unit`: what both belong to. `totals`: how
    many points each of the two has, where that is the reason.
    """

    code: str
    before: tuple[Earlier, ...] = ()
    unit: str = ""
    totals: tuple[Points, ...] = ()


def notes_of(
    draw: Draw, flags: Iterable[Flag], drawn: Sequence[DrawnRound], shift: int, units: Mapping[int, str]
) -> Mapping[Key, tuple[Note, ...]]:
    """Return what is to be said by round (of the outcome) and teams; one query where something was there before."""
    found = list(flags)
    again = {team for flag in found if flag.code in {"rematch", "second_bye"} for team in flag.teams}
    first = drawn[0].number if drawn else 1
    before = _earlier(draw, again, first + shift) if again and first + shift > 1 else {}
    for each in drawn:
        for match in each.matches:
            before.setdefault(frozenset(match.sides), []).append(Earlier(each.number + shift, match.table))
        for team in each.byes:
            before.setdefault(frozenset({team}), []).append(Earlier(each.number + shift, None))
    notes: dict[Key, tuple[Note, ...]] = {}
    for flag in found:
        teams = frozenset(flag.teams)
        there = tuple(place for place in before.get(teams, ()) if place.round < flag.round + shift)
        unit = units.get(flag.teams[0], "") if flag.code == "own_unit" else ""
        note = Note(flag.code, there if flag.code in {"rematch", "second_bye"} else (), unit)
        notes[flag.round, teams] = (*notes.get((flag.round, teams), ()), note)
    return notes


def _earlier(draw: Draw, teams: set[int], first: int) -> dict[frozenset[int], list[Earlier]]:
    """Return where these teams met, and when they had a bye, in the rounds before one of this number."""
    sides = MatchSide.objects.filter(
        round__stage__division=draw.stage.division_id, round__number__lt=first, team__in=teams
    )
    seated: dict[tuple[int, int, int | None], list[int]] = defaultdict(list)
    rows = sides.order_by("round__number", "match__table")
    for match, number, table, team in rows.values_list("match_id", "round__number", "match__table", "team_id"):
        seated[match, number, table].append(team or 0)
    found: dict[frozenset[int], list[Earlier]] = defaultdict(list)
    for (_, number, table), there in seated.items():
        if (table is None) == (len(there) < BOTH):
            found[frozenset(there)].append(Earlier(number, table))
    return found


def gaps_of(draw: Draw) -> Mapping[frozenset[int], Note]:
    """Return the pairs of a round by points whose points differ, with the points that both have now: for staff only."""
    scores = {each.team: each.score for each in Inputs.from_json(draw.inputs).standing}
    if draw.method != SWISS or len(set(scores.values())) < BOTH:
        return {}
    pairs = [tuple(match["sides"]) for each in draw.outcome["rounds"] for match in each["matches"]]
    apart = [pair for pair in pairs if scores.get(pair[0]) != scores.get(pair[1])]
    if not apart:
        return {}
    totals = {row.team: row.total for row in count(draw.stage.division.tournament, of=draw.stage).standings.rows}
    return {
        frozenset(pair): Note("gap", totals=tuple(totals[team] for team in pair))
        for pair in apart
        if all(team in totals for team in pair)
    }


def with_units(words: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[Word, ...]:
    """Put a unit's name where the pure core knows its id only."""
    ids = {params["unit"] for _code, params in words if params.get("unit") is not None}
    names = dict(Unit.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
    return tuple(
        (code, {**params, "unit": names.get(params["unit"], "")} if params.get("unit") is not None else params)
        for code, params in words
    )
