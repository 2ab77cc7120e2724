"""A draw laid out for reading: by table, by team, in groups, with what it could not keep."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Draw, SeedSource
from tournaments.pairing import Flag, Inputs, Outcome
from tournaments.phrases.sittings import area_name, sitting_words
from tournaments.regulations import Area
from tournaments.seating import Place
from tournaments.selectors.draw_reasons import Note, Word, gaps_of, notes_of, with_units
from tournaments.selectors.draws import bracket_tables, drawn_entrants, drawn_rounds, record_of, shift_of
from tournaments.selectors.names import TeamName
from tournaments.selectors.part_names import NAMELESS, PartName, named_by_teams
from tournaments.selectors.seats import drawn_places

ALWAYS = 0  # stands for every round


@dataclass(frozen=True, slots=True)
class Seat:
    """A team of a draw: its lot ("" where the method has none) and its name as the reader may see it.

    `flags` are the codes of what its bye breaks, where it stands as one that rests, `notes` say it in full.
    """

    team_id: int
    lot: str
    name: TeamName
    flags: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two teams at a table, with the codes of the constraints that this meeting breaks; `notes` say them in full."""

    table: int
    sides: tuple[Seat, Seat]
    flags: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    sitting: int | None = None
    area: Area | None = None
    part: PartName = NAMELESS

    @property
    def part_title(self) -> str:
        """What the part of the field is called in which they meet; empty where it is one."""
        return self.part.title

    @property
    def area_name(self) -> str:
        return area_name(self.area)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    number: int
    meetings: tuple[Meeting, ...]
    byes: tuple[Seat, ...]

    @property
    def turns(self) -> list[tuple[str, list[Meeting]]]:
        """Return the meetings by sitting, each with its name; all together under "" where there is one."""
        sittings = sorted({each.sitting for each in self.meetings if each.sitting is not None})
        if not sittings:
            return [("", list(self.meetings))]
        return [(sitting_words(one), [each for each in self.meetings if each.sitting == one]) for one in sittings]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one team does in one round: a table and an opponent, or a bye (table None), or it is absent.

    `known` is False where it is not yet known, as in the later rounds of a bracket.
    """

    round: int
    table: int | None
    opponent: Seat | None
    absent: bool = False
    known: bool = True
    sitting: int | None = None

    @property
    def sitting_words(self) -> str:
        return sitting_words(self.sitting)


@dataclass(frozen=True, slots=True)
class TeamPlan:
    seat: Seat
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """A group of a draw, or a division that is one part of it."""

    number: int
    seats: tuple[Seat, ...]
    name: PartName = NAMELESS

    @property
    def title(self) -> str:
        """The heading; empty where the group is the only one."""
        return self.name.title


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw for reading: by table, by team, and how it was found. `warnings` and `flags` are codes with parameters.

    Rounds have their numbers in the event: `shift` more than in the outcome, which a change by hand names.
    """

    draw: Draw
    rounds: tuple[RoundPlan, ...]
    teams: tuple[TeamPlan, ...]
    way: str
    digest: str
    called: bool
    warnings: tuple[Word, ...] = ()
    flags: tuple[Word, ...] = ()
    groups: tuple[GroupPlan, ...] = ()
    shift: int = 0

    @property
    def has_lots(self) -> bool:
        return any(plan.seat.lot for plan in self.teams)

    @property
    def sittings(self) -> int:
        """Return how many sittings the fullest round takes."""
        return max((each.sitting or 1 for one in self.rounds for each in one.meetings), default=1)


def draw_view(draw: Draw, names: Mapping[int, TeamName], *, gaps: bool = False) -> DrawView:
    """Lay a draw out for reading, with the names that the reader may see; `gaps`: with unequal points, for staff."""
    outcome = Outcome.from_json(draw.outcome)
    drawn, shift = drawn_rounds(outcome), shift_of(draw, outcome)
    lots = outcome.lots
    seats = {
        entrant.team: Seat(entrant.team, lots.get(entrant.team, ""), names[entrant.team])
        for entrant in drawn_entrants(draw)
        if entrant.team in names
    }
    broken = _broken(outcome)
    parts = named_by_teams([each.teams for each in outcome.groups], names)
    part_of = {team: part for part, group in zip(parts, outcome.groups, strict=True) for team in group.teams}
    units = {team: seat.name.unit for team, seat in seats.items()}
    notes = notes_of(draw, outcome.flags, drawn, shift, units)
    if outcome.is_round_robin or outcome.bracket:
        notes = {(ALWAYS, teams): found for (_, teams), found in notes.items()}
    apart = gaps_of(draw) if gaps else {}

    def said(number: int, teams: frozenset[int]) -> tuple[Note, ...]:
        found = notes.get((number, teams), ()) or notes.get((ALWAYS, teams), ())
        return (*found, apart[teams]) if teams in apart else found

    rounds = tuple(
        RoundPlan(
            each.number + shift,
            tuple(
                Meeting(
                    match.table,
                    (seats[match.sides[0]], seats[match.sides[1]]),
                    tuple(broken[each.number, frozenset(match.sides)] + broken[ALWAYS, frozenset(match.sides)]),
                    said(each.number, frozenset(match.sides)),
                    part=part_of.get(match.sides[0], NAMELESS),
                )
                for match in each.matches
            ),
            tuple(
                replace(
                    seats[team],
                    flags=tuple(broken[each.number, frozenset({team})]),
                    notes=said(each.number, frozenset({team})),
                )
                for team in each.byes
            ),
        )
        for each in drawn
    )
    places = drawn_places(draw, outcome, shift)
    rounds = tuple(_seated(each, shift, places, draw) for each in rounds if each.meetings or each.byes)
    return DrawView(
        draw=draw,
        rounds=rounds,
        teams=_by_team(seats, rounds, absent=Inputs.from_json(draw.inputs).asked.absent),
        way=outcome.way,
        digest=record_of(draw).digest(),
        called=draw.seed_source == SeedSource.CALLED,
        warnings=with_units(
            [(notice.code, _named(notice.params, seats, _parts(draw, outcome, names))) for notice in outcome.warnings]
        ),
        flags=tuple((flag.code, _where(flag, outcome, seats, shift, parts, places)) for flag in outcome.flags),
        shift=shift,
        groups=tuple(
            GroupPlan(group.number, tuple(seats[team] for team in group.teams if team in seats), name)
            for group, name in zip(outcome.groups, parts, strict=True)
            if group.teams
        ),
    )


def _seated(plan: RoundPlan, shift: int, places: Mapping[tuple[int, int], Place], draw: Draw) -> RoundPlan:
    """Give the meetings their tables in the hall, in order, and their sittings where the round has several."""
    venue = draw.stage.division.tournament.regulations.venue
    number = plan.number - shift
    several = any(place.sitting > 1 for (of_round, _table), place in places.items() if of_round == number)

    def at(meeting: Meeting) -> Meeting:
        place = places.get((number, meeting.table))
        if place is None:
            return meeting
        sitting = place.sitting if several else None
        return replace(meeting, table=place.table, sitting=sitting, area=venue.area_at(place.table))

    meetings = sorted((at(meeting) for meeting in plan.meetings), key=lambda each: (each.sitting or 1, each.table))
    return replace(plan, meetings=tuple(meetings))


def _parts(draw: Draw, outcome: Outcome, names: Mapping[int, TeamName]) -> list[PartName]:
    """Return what the parts are called that were drawn apart: of a round robin its divisions or bands."""
    parts = [tuple(teams) for teams in draw.inputs.get("plan", {}).get("parts", ())]
    return named_by_teams(parts if outcome.is_round_robin else [each.teams for each in outcome.groups], names)


def _broken(outcome: Outcome) -> Mapping[tuple[int, frozenset[int]], list[str]]:
    """Return the codes of what is broken by round and teams; in groups and brackets a pair is flagged in any round."""
    found: dict[tuple[int, frozenset[int]], list[str]] = defaultdict(list)
    for flag in outcome.flags:
        number = ALWAYS if outcome.is_round_robin or outcome.bracket else flag.round
        found[number, frozenset(flag.teams)].append(flag.code)
    return found


def _where(
    flag: Flag,
    outcome: Outcome,
    seats: Mapping[int, Seat],
    shift: int,
    parts: Sequence[PartName],
    places: Mapping[tuple[int, int], Place],
) -> dict[str, object]:
    """Say where a rule is broken: in a group, or in a round at a table, None for a bye."""
    teams = " – ".join(called_in_short(seats[team]) for team in flag.teams)
    if outcome.is_round_robin:
        return {"group": parts[flag.round - 1].title, "teams": teams}
    table = flag.table
    if outcome.bracket:
        tables = bracket_tables(outcome.bracket)
        pair = set(flag.teams)
        found = (each for each in outcome.bracket if {side.team for side in each.sides} == pair)
        table = next((tables[each.number] for each in found), None)
    place = places.get((flag.round, table)) if table is not None else None
    return {"round": flag.round + shift, "table": place.table if place is not None else table, "teams": teams}


def _named(params: Mapping[str, Any], seats: Mapping[int, Seat], parts: Sequence[PartName]) -> dict[str, Any]:
    """Put a team's name where the pure core knows its id only, and a part's where it knows its number."""
    if "part" in params:
        params = {**params, "part_name": parts[params["part"] - 1].title}
    teams = {"team", "instead_of", "one", "other"} & set(params)
    return {**params, **{name: called_in_short(seats[params[name]]) for name in teams if params[name] in seats}}


def called_in_short(seat: Seat) -> str:
    """Name a team within a sentence: its lot and players, or its number where it is masked."""
    who = "、".join(seat.name.players) or str(seat.name.number)
    return f"{seat.lot} {who}".strip()


def _by_team(
    seats: Mapping[int, Seat], rounds: Sequence[RoundPlan], *, absent: Collection[int]
) -> tuple[TeamPlan, ...]:
    turns: dict[int, list[Turn]] = {team: [] for team in seats}
    for each in rounds:
        found: dict[int, Turn] = {seat.team_id: Turn(each.number, None, None) for seat in each.byes}
        for meeting in each.meetings:
            one, other = meeting.sides
            found[one.team_id] = Turn(each.number, meeting.table, other, sitting=meeting.sitting)
            found[other.team_id] = Turn(each.number, meeting.table, one, sitting=meeting.sitting)
        for team, of_team in turns.items():
            away = team in absent
            of_team.append(found.get(team) or Turn(each.number, None, None, absent=away, known=away))
    return tuple(TeamPlan(seats[team], tuple(turns[team])) for team in sorted(seats, key=lambda t: _order(seats[t])))


def _order(seat: Seat) -> tuple[str, str, int]:
    """Order by lot as the printed table does (A1, A2, B1, …), else by number."""
    return (seat.lot[:1], seat.lot[1:], seat.name.number)
