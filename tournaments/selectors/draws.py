"""Draws as they are kept and as people see them. What is not released is read by staff only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Draw, SeedSource, Stage, Tournament, Unit
from tournaments.pairing import Constraints, DrawRecord, DrawRefused, Entrant, Inputs, Outcome, choose_method
from tournaments.selectors.entries import entrants
from tournaments.selectors.names import TeamName
from tournaments.states import DrawState

Word = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Seat:
    """A team of a draw: its lot ("" where the method has none) and its name as the reader may see it."""

    team_id: int
    lot: str
    name: TeamName


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two teams at a table, with the codes of the constraints that this meeting breaks."""

    table: int
    sides: tuple[Seat, Seat]
    flags: tuple[str, ...] = ()


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
class DrawView:
    """A draw for reading: by table, by team, and how it was found. `warnings` and `flags` are codes with parameters."""

    draw: Draw
    rounds: tuple[RoundPlan, ...]
    teams: tuple[TeamPlan, ...]
    way: str
    digest: str
    called: bool
    warnings: tuple[Word, ...] = ()
    flags: tuple[Word, ...] = ()

    @property
    def has_lots(self) -> bool:
        return any(plan.seat.lot for plan in self.teams)

    @property
    def most_tables(self) -> int:
        return max((len(each.meetings) for each in self.rounds), default=0)


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages of an event in their order, each with the event itself and its rules."""
    rows = Stage.objects.select_related("division", "rules").filter(division__tournament=tournament)
    found = list(rows.order_by("order", "pk"))
    for stage in found:
        stage.division.tournament = tournament
    return found


def stage_of(tournament: Tournament) -> Stage:
    """Return the stage that is drawn and played now: the first that is not closed, else the last."""
    return current_stage(stages_of(tournament))


def current_stage(stages: Sequence[Stage]) -> Stage:
    return next((stage for stage in stages if stage.closed_at is None), stages[-1])


def draws_of(tournament: Tournament) -> QuerySet[Draw]:
    return Draw.objects.filter(stage__division__tournament=tournament).select_related("stage")


def open_or_released(tournament: Tournament) -> Draw | None:
    """Return the draw that holds or may come to hold: for staff only."""
    return draws_of(tournament).exclude(state=DrawState.DISCARDED).order_by("-number").first()


def released_draw(tournament: Tournament) -> Draw | None:
    """Return what everybody may see, if anything."""
    return draws_of(tournament).filter(state=DrawState.RELEASED).order_by("-number").first()


def history(tournament: Tournament) -> list[Draw]:
    """Return all draws, newest first, the discarded with their reasons: for staff only."""
    return list(draws_of(tournament).order_by("-number"))


def record_of(draw: Draw) -> DrawRecord:
    """Return everything that a replay needs."""
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
    """Say whether the entry list has changed since the draw, so that it must be drawn again."""
    return list(drawn_entrants(draw)) != entrants(tournament)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a draw of the frozen list would be; `method` is empty where there is nothing to draw."""

    teams: int
    method: str
    reasons: tuple[Word, ...]


def preview(tournament: Tournament) -> Preview:
    """Say which method the list asks for, and why."""
    teams = entrants(tournament)
    try:
        choice = choose_method(teams, tournament.regulations.stage.rounds)
    except DrawRefused:
        return Preview(len(teams), "", ())
    return Preview(len(teams), choice.method, _with_units([(each.code, each.params) for each in choice.reasons]))


def draw_view(draw: Draw, names: Mapping[int, TeamName]) -> DrawView:
    """Lay a draw out for reading, with the names that the reader may see."""
    outcome = Outcome.from_json(draw.outcome)
    lots = outcome.lots
    seats = {
        entrant.team: Seat(entrant.team, lots.get(entrant.team, ""), names[entrant.team])
        for entrant in drawn_entrants(draw)
        if entrant.team in names
    }
    broken: dict[tuple[int, int | None], list[str]] = {}
    for flag in outcome.flags:
        broken.setdefault((flag.round, flag.table), []).append(flag.code)
    rounds = tuple(
        RoundPlan(
            each.number,
            tuple(
                Meeting(
                    match.table,
                    (seats[match.sides[0]], seats[match.sides[1]]),
                    tuple(broken.get((each.number, match.table), ())),
                )
                for match in each.matches
            ),
            tuple(seats[team] for team in each.byes),
        )
        for each in outcome.rounds
    )
    return DrawView(
        draw=draw,
        rounds=rounds,
        teams=_by_team(seats, rounds),
        way=outcome.way,
        digest=record_of(draw).digest(),
        called=draw.seed_source == SeedSource.CALLED,
        warnings=_with_units([(notice.code, notice.params) for notice in outcome.warnings]),
        flags=tuple(
            (flag.code, {"round": flag.round, "table": flag.table, "teams": " – ".join(
                called_in_short(seats[team]) for team in flag.teams)})
            for flag in outcome.flags
        ),
    )  # fmt: skip


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


def _with_units(words: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[Word, ...]:
    """Put a unit's name where the pure core knows its id only."""
    ids = {params["unit"] for _code, params in words if params.get("unit") is not None}
    names = dict(Unit.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
    return tuple(
        (code, {**params, "unit": names.get(params["unit"], "")} if params.get("unit") is not None else params)
        for code, params in words
    )
