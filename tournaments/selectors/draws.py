"""Draws as they are kept and as people see them. What is not released is read by staff only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Max, Min, QuerySet

from tournaments.models import Draw, Round, Stage, Tournament
from tournaments.pairing import (
    BracketMatch,
    Constraints,
    DrawnMatch,
    DrawnRound,
    DrawRecord,
    DrawRefused,
    Entrant,
    Inputs,
    Outcome,
    Plan,
    choose_method,
)
from tournaments.regulations import Format
from tournaments.selectors.draw_reasons import Word, with_units
from tournaments.selectors.shown import counts_before, shows_releases
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


def draws_of(tournament: Tournament) -> QuerySet[Draw]:
    rows = Draw.objects.filter(stage__division__tournament=tournament)
    return rows.select_related("stage__division__tournament__rules", "stage__rules")


def holding(stage: Stage) -> Draw | None:
    """Return the draw of a stage that holds or may come to hold, None where the next one is due: for staff only.

    A released one holds until its rounds are closed, where another round is still to be drawn.
    """
    last = Draw.objects.filter(stage=stage).exclude(state=DrawState.DISCARDED).order_by("-number").first()
    if last is None:
        return None
    last.stage = stage
    over = last.state == DrawState.RELEASED and not last.rounds.exclude(state=RoundState.CLOSED).exists()
    return None if over and not due_of(stage).obstacle else last


def released_draws(tournament: Tournament) -> "list[ReleasedDraw]":
    """Return all that everybody may see, in the order of stages and rounds, each with the first round that it made."""
    rows = draws_of(tournament).filter(state=DrawState.RELEASED).annotate(first_round=Min("rounds__number"))
    return list(rows.order_by("stage__order", "number"))


def history(tournament: Tournament) -> list[Draw]:
    """Return all draws, newest first, the discarded with their reasons: for staff only."""
    return list(draws_of(tournament).order_by("-number", "-pk"))


def shows_record(tournament: Tournament, draw: "ReleasedDraw") -> bool:
    """Say whether everybody may see what a draw was made from: not where it says standings that are not shown."""
    before = counts_before(tournament)
    if before is None or (draw.first_round or 0) <= before:
        return True
    if shows_releases(tournament) and draw.stage.closed_at is not None:
        return True
    return not any(each.score or each.keys for each in Inputs.from_json(draw.inputs).standing)


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
