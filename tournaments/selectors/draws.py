"""Draws as they are kept and as people see them. What is not released is read by staff only."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import Max, Min, QuerySet

from tournaments.models import Draw, Round, SeedSource, Stage, Tournament, Unit
from tournaments.pairing import (
    BracketMatch,
    Constraints,
    DrawnMatch,
    DrawnRound,
    DrawRecord,
    DrawRefused,
    Entrant,
    Flag,
    Inputs,
    Outcome,
    Plan,
    choose_method,
)
from tournaments.regulations import Format
from tournaments.selectors.draw_reasons import Note, gaps_of, notes_of
from tournaments.selectors.names import TeamName
from tournaments.selectors.part_names import titles_of_teams
from tournaments.selectors.stage_field import drawn_anew, due_of
from tournaments.selectors.stages import stage_of
from tournaments.states import DrawState, RoundState

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class FirstRound(TypedDict):
    """What is asked with a released draw."""

    first_round: int | None


if TYPE_CHECKING:
    ReleasedDraw = WithAnnotations[Draw, FirstRound]


ALWAYS = 0  # stands for every round
Word = tuple[str, Mapping[str, object]]


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


@dataclass(frozen=True, slots=True)
class RoundPlan:
    number: int
    meetings: tuple[Meeting, ...]
    byes: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one team does in one round: a table and an opponent, or a bye (table None)."""

    round: int
    table: int | None
    opponent: Seat | None


@dataclass(frozen=True, slots=True)
class TeamPlan:
    seat: Seat
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """A group of a draw, or a division that is one part of it; `title` is empty where it is the only one."""

    number: int
    seats: tuple[Seat, ...]
    title: str = ""


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
    def most_tables(self) -> int:
        return max((len(each.meetings) for each in self.rounds), default=0)


def draws_of(tournament: Tournament) -> QuerySet[Draw]:
    rows = Draw.objects.filter(stage__division__tournament=tournament)
    return rows.select_related("stage__division__tournament__rules", "stage__rules")


def open_or_released(tournament: Tournament) -> Draw | None:
    """Return the draw of the current stage that holds or may come to hold, None where the next is due: for staff only.

    A released one holds until its rounds are closed, where another round is still to be drawn.
    """
    return holding(stage_of(tournament))


def holding(stage: Stage) -> Draw | None:
    last = Draw.objects.filter(stage=stage).exclude(state=DrawState.DISCARDED).order_by("-number").first()
    if last is None:
        return None
    last.stage = stage
    over = last.state == DrawState.RELEASED and not last.rounds.exclude(state=RoundState.CLOSED).exists()
    return None if over and not due_of(stage).obstacle else last


def released_draw(tournament: Tournament) -> Draw | None:
    """Return the newest that everybody may see, if any."""
    return draws_of(tournament).filter(state=DrawState.RELEASED).order_by("-stage__order", "-number").first()


def released_draws(tournament: Tournament) -> "list[ReleasedDraw]":
    """Return all that everybody may see, in the order of stages and rounds, each with the first round that it made."""
    rows = draws_of(tournament).filter(state=DrawState.RELEASED).annotate(first_round=Min("rounds__number"))
    return list(rows.order_by("stage__order", "number"))


def history(tournament: Tournament) -> list[Draw]:
    """Return all draws, newest first, the discarded with their reasons: for staff only."""
    return list(draws_of(tournament).order_by("-number", "-pk"))


def record_of(draw: Draw) -> DrawRecord:
    """Return everything that a replay needs; exchanges made by hand stand in the outcome."""
    return DrawRecord(
        draw.method,
        str(draw.method_version),
        Inputs.from_json(draw.inputs),
        Constraints.from_json(draw.constraints),
        draw.seed,
        len(draw.outcome["rounds"]),
    )


def drawn_entrants(draw: Draw) -> tuple[Entrant, ...]:
    return Inputs.from_json(draw.inputs).entrants


def is_stale(tournament: Tournament, draw: Draw) -> bool:
    """Say whether the teams, results or rules that it was drawn from have changed, so that it must be drawn again."""
    draw.stage.division.tournament = tournament
    stored = Inputs.from_json(draw.inputs)
    now = drawn_anew(draw)
    return now is None or now != stored


@dataclass(frozen=True, slots=True)
class Preview:
    """What the next draw would be; `method` is empty where there is nothing to draw, and `obstacle` may say why.

    `round`: the number of its (first) round.
    """

    teams: int
    method: str
    reasons: tuple[Word, ...]
    round: int = 1
    obstacle: str = ""


def preview(tournament: Tournament) -> Preview:
    """Say which method the teams ask for, and why."""
    due = due_of(stage_of(tournament))
    teams = due.teams
    if due.obstacle:
        return Preview(len(teams), "", (), due.number, due.obstacle)
    if due.one or due.plan.format != Format.TWO_ROUNDS:
        return Preview(len(teams), due.method if len(teams) > 1 else "", (), due.number)
    try:
        choice = choose_method(teams, due.plan.rounds, Plan(groups=due.parts.sizes, parts=due.parts.teams))
    except DrawRefused:
        return Preview(len(teams), "", ())
    return Preview(len(teams), choice.method, with_units([(each.code, each.params) for each in choice.reasons]))


def drawn_rounds(outcome: Outcome) -> tuple[DrawnRound, ...]:
    """Return who meets whom as far as it is known: the groups of a round together, of a bracket what lots decided."""
    if outcome.is_round_robin:
        merged: dict[int, list[DrawnRound]] = {}
        for each in (each for group in outcome.groups for each in group.rounds):
            merged.setdefault(each.number, []).append(each)
        return tuple(
            DrawnRound(
                number,
                tuple(sorted((match for each in rounds for match in each.matches), key=lambda match: match.table)),
                tuple(team for each in rounds for team in each.byes),
            )
            for number, rounds in sorted(merged.items())
        )
    if not outcome.bracket:
        return outcome.rounds
    tables = bracket_tables(outcome.bracket)
    known: dict[int, tuple[list[DrawnMatch], list[int]]] = {}
    for bracket_match in outcome.bracket:
        teams = [side.team for side in bracket_match.sides if side.team is not None]
        matches, byes = known.setdefault(bracket_match.round, ([], []))
        table = tables[bracket_match.number]
        if table is None:
            byes += teams
        elif len(teams) == len(bracket_match.sides):
            matches.append(DrawnMatch(table, (teams[0], teams[1])))
    return tuple(DrawnRound(number, tuple(matches), tuple(byes)) for number, (matches, byes) in known.items())


def bracket_tables(bracket: Sequence[BracketMatch]) -> dict[int, int | None]:
    """Return the table of every match by its number: from 1 in each round, none for a bye."""
    used: dict[int, int] = {}
    tables: dict[int, int | None] = {}
    for match in bracket:
        if match.is_bye:
            tables[match.number] = None
            continue
        used[match.round] = used.get(match.round, 0) + 1
        tables[match.number] = used[match.round]
    return tables


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
    parts = titles_of_teams([each.teams for each in outcome.groups], names)
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
    rounds = tuple(each for each in rounds if each.meetings or each.byes)
    return DrawView(
        draw=draw,
        rounds=rounds,
        teams=_by_team(seats, rounds),
        way=outcome.way,
        digest=record_of(draw).digest(),
        called=draw.seed_source == SeedSource.CALLED,
        warnings=with_units(
            [(notice.code, _named(notice.params, seats, _titles(draw, outcome, names))) for notice in outcome.warnings]
        ),
        flags=tuple((flag.code, _where(flag, outcome, seats, shift, parts)) for flag in outcome.flags),
        shift=shift,
        groups=tuple(
            GroupPlan(group.number, tuple(seats[team] for team in group.teams if team in seats), title)
            for group, title in zip(outcome.groups, parts, strict=True)
            if group.teams
        ),
    )


def _titles(draw: Draw, outcome: Outcome, names: Mapping[int, TeamName]) -> list[str]:
    """Return what the parts are called that were drawn apart: of a round robin its divisions or bands."""
    parts = [tuple(teams) for teams in draw.inputs.get("plan", {}).get("parts", ())]
    return titles_of_teams(parts if outcome.is_round_robin else [each.teams for each in outcome.groups], names)


def _broken(outcome: Outcome) -> Mapping[tuple[int, frozenset[int]], list[str]]:
    """Return the codes of what is broken by round and teams; in groups and brackets a pair is flagged in any round."""
    found: dict[tuple[int, frozenset[int]], list[str]] = defaultdict(list)
    for flag in outcome.flags:
        number = ALWAYS if outcome.is_round_robin or outcome.bracket else flag.round
        found[number, frozenset(flag.teams)].append(flag.code)
    return found


def _where(
    flag: Flag, outcome: Outcome, seats: Mapping[int, Seat], shift: int, parts: Sequence[str]
) -> dict[str, object]:
    """Say where a rule is broken: in a group, or in a round at a table, None for a bye."""
    teams = " – ".join(called_in_short(seats[team]) for team in flag.teams)
    if outcome.is_round_robin:
        return {"group": parts[flag.round - 1], "teams": teams}
    table = flag.table
    if outcome.bracket:
        tables = bracket_tables(outcome.bracket)
        pair = set(flag.teams)
        found = (each for each in outcome.bracket if {side.team for side in each.sides} == pair)
        table = next((tables[each.number] for each in found), None)
    return {"round": flag.round + shift, "table": table, "teams": teams}


def shift_of(draw: Draw, outcome: Outcome) -> int:
    """Return by how much a round's number in the event is more than in the outcome; no query in the first stage."""
    first = drawn_rounds(outcome)[0].number
    if first > 1 or draw.stage.order == 0:
        return 0
    rounds = Round.objects.filter(stage__division=draw.stage.division_id)
    if draw.state == DrawState.RELEASED:
        number = rounds.filter(draw=draw).aggregate(number=Min("number"))["number"]
    else:
        number = (rounds.filter(stage__order__lt=draw.stage.order).aggregate(last=Max("number"))["last"] or 0) + 1
    return (number or first) - first


def _named(params: Mapping[str, Any], seats: Mapping[int, Seat], titles: Sequence[str]) -> dict[str, Any]:
    """Put a team's name where the pure core knows its id only, and a part's where it knows its number."""
    if "part" in params:
        params = {**params, "part_name": titles[params["part"] - 1]}
    teams = {"team", "instead_of", "one", "other"} & set(params)
    return {**params, **{name: called_in_short(seats[params[name]]) for name in teams if params[name] in seats}}


def called_in_short(seat: Seat) -> str:
    """Name a team within a sentence: its lot and players, or its number where it is masked."""
    who = "、".join(seat.name.players) or str(seat.name.number)
    return f"{seat.lot} {who}".strip()


def _by_team(seats: Mapping[int, Seat], rounds: Sequence[RoundPlan]) -> tuple[TeamPlan, ...]:
    turns: dict[int, list[Turn]] = {team: [] for team in seats}
    for each in rounds:
        for meeting in each.meetings:
            one, other = meeting.sides
            turns[one.team_id].append(Turn(each.number, meeting.table, other))
            turns[other.team_id].append(Turn(each.number, meeting.table, one))
        for seat in each.byes:
            turns[seat.team_id].append(Turn(each.number, None, None))
    return tuple(TeamPlan(seats[team], tuple(turns[team])) for team in sorted(seats, key=lambda t: _order(seats[t])))


def _order(seat: Seat) -> tuple[str, str, int]:
    """Order by lot as the printed table does (A1, A2, B1, …), else by number."""
    return (seat.lot[:1], seat.lot[1:], seat.name.number)


def with_units(words: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[Word, ...]:
    """Put a unit's name where the pure core knows its id only."""
    ids = {params["unit"] for _code, params in words if params.get("unit") is not None}
    names = dict(Unit.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
    return tuple(
        (code, {**params, "unit": names.get(params["unit"], "")} if params.get("unit") is not None else params)
        for code, params in words
    )
