"""An event as its rows say it, read plainly."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tournaments.models import (
    AuditEntry,
    Confirmation,
    Draw,
    Match,
    MatchSide,
    ResultSheet,
    Round,
    Ruling,
    Stage,
    StageEntry,
)

BOTH = 2
LEAVES, RETURNS = ("team.withdrawn", "team.disqualified"), "team.reinstated"


@dataclass(frozen=True, slots=True)
class Sheet:
    """An official sheet; levels are positions on the ladder."""

    outcome: str
    levels: tuple[int, int] | None
    scores: tuple[int, int] | None
    winner: int | None
    decided_by: str
    sides: frozenset[int]
    by_chief: bool
    deals: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A match of two teams at a table."""

    round: int
    number: int
    table: int
    teams: tuple[int, int]
    sheet: Sheet | None
    sitting: int = 1

    @property
    def pair(self) -> frozenset[int]:
        return frozenset(self.teams)

    @property
    def played(self) -> bool:
        return self.sheet is not None and self.sheet.outcome == "played"

    @property
    def winner(self) -> int | None:
        """The team that goes on by the official sheet."""
        if self.sheet is None:
            return None
        match self.sheet.outcome:
            case "forfeit_0":
                return self.teams[1]
            case "forfeit_1":
                return self.teams[0]
            case "played":
                side = _ahead(self.sheet.levels) if self.sheet.levels else _ahead(self.sheet.scores)
                side = self.sheet.winner if side is None else side
                return None if side is None else self.teams[side]
        return None


def _ahead(figures: tuple[int, int] | None) -> int | None:
    if figures is None or figures[0] == figures[1]:
        return None
    return int(figures[0] < figures[1])


@dataclass(frozen=True, slots=True)
class Seat:
    """A team in a stage; `active` as long as the stage is not over, `here` as long as the event is not."""

    team: int
    unit: int | None
    lot: str
    drawn_lot: int | None
    group: int | None
    carried: Fraction
    active: bool
    division: str = ""
    from_round: int = 1
    here: bool = True
    among_equals: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    penalties: int = 0


@dataclass(slots=True)
class RoundRow:
    """A round with its games, who sits out, and the seconds of its clock; `clock` is (length, reminder, last deals)."""

    number: int
    closed: bool
    draw: int | None
    clock: tuple[int, int, int]
    games: list[Game] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)

    @property
    def teams(self) -> list[int]:
        return [team for game in self.games for team in game.teams] + self.byes


@dataclass(frozen=True, slots=True)
class DrawRow:
    """A released draw: its inputs and its outcome as they are stored."""

    id: int
    inputs: Mapping[str, Any]
    outcome: Mapping[str, Any]

    @property
    def entrants(self) -> list[int]:
        return [entrant[0] for entrant in self.inputs["entrants"]]

    @property
    def asked(self) -> Mapping[str, Any]:
        asked: Mapping[str, Any] = self.inputs.get("asked", {})
        return asked

    def warns(self, code: str) -> bool:
        return any(notice["code"] == code for notice in self.outcome["warnings"])


@dataclass(slots=True)
class StageRow:
    code: str
    format: str
    closed: bool
    seats: dict[int, Seat]
    rounds: list[RoundRow]
    draws: dict[int, DrawRow]

    @property
    def games(self) -> list[Game]:
        return [game for each in self.rounds for game in each.games]

    @property
    def closed_rounds(self) -> list[RoundRow]:
        return [each for each in self.rounds if each.closed]


def read(event: int) -> list[StageRow]:
    """Read every stage of an event in order, with what is official."""
    stages = Stage.objects.filter(division__tournament=event).select_related("division").order_by("order", "pk")
    return [_stage(stage) for stage in stages]


def _stage(stage: Stage) -> StageRow:
    rounds = {
        row.pk: RoundRow(
            row.number,
            row.state == "closed",
            row.draw_id,
            (row.clock.seconds, row.clock.reminder_seconds, row.clock.last_deals) if row.clock else (0, 0, 0),
        )
        for row in Round.objects.filter(stage=stage).exclude(state="planned").select_related("clock").order_by("number")
    }
    _add_matches(rounds)
    draws = Draw.objects.filter(stage=stage, state="released").order_by("number")
    return StageRow(
        stage.code,
        stage.format,
        stage.closed_at is not None,
        _seats(stage),
        list(rounds.values()),
        {draw.pk: DrawRow(draw.pk, draw.inputs, draw.outcome) for draw in draws},
    )


def _gone(stage: Stage) -> set[int]:
    """Return who had left when a stage was closed, as the log has it: a closed stage knows of nothing later."""
    log = AuditEntry.objects.filter(tournament=stage.division.tournament_id).order_by("sequence")
    closed = log.filter(action="stage.closed", subject_id=stage.pk).last()
    gone: set[int] = set()
    moves = log.filter(action__in=(*LEAVES, RETURNS), sequence__lt=closed.sequence if closed is not None else 0)
    for action, team in moves.values_list("action", "subject_id"):
        (gone.discard if action == RETURNS else gone.add)(team or 0)
    return gone


def _seats(stage: Stage) -> dict[int, Seat]:
    rows = list(StageEntry.objects.filter(stage=stage).select_related("team__division"))
    penalties = _penalties(stage)
    out = {row.team_id for row in rows if row.team.state != "active"} if stage.closed_at is None else _gone(stage)
    return {
        row.team_id: Seat(
            row.team_id,
            row.team.unit_id,
            row.lot,
            row.drawn_lot,
            row.group_id,
            Fraction(str(row.carried_points.get("points", 0))),
            row.team_id not in out,
            row.team.division.code,
            row.from_round,
            row.team.state == "active",
            row.recorded or {},
            penalties[row.team_id],
        )
        for row in rows
    }


def _penalties(stage: Stage) -> Counter[int]:
    """Count what was ruled against each team and stands: whatever is more than a warning, but no points given."""
    found: Counter[int] = Counter()
    rulings = list(Ruling.objects.filter(tournament=stage.division.tournament_id).select_related("match__round"))
    taken_back = {ruling.reverses_id for ruling in rulings}
    for ruling in rulings:
        if ruling.team_id is None or ruling.reverses_id is not None or ruling.pk in taken_back:
            continue
        where = ruling.stage_id if ruling.match is None else ruling.match.round.stage_id
        nowhere = where is None and stage.order == 0
        costs = ruling.unit != "warning" and not (ruling.unit == "standing_points" and ruling.value > 0)
        if costs and (where == stage.pk or nowhere):
            found[ruling.team_id] += 1
    return found


def _add_matches(rounds: Mapping[int, RoundRow]) -> None:
    sides: dict[int, dict[int, int | None]] = defaultdict(dict)
    of_rounds = MatchSide.objects.filter(round__in=rounds)
    for match_id, position, team in of_rounds.values_list("match_id", "position", "team_id"):
        sides[match_id][position] = team
    sheets = _sheets(rounds)
    for match in Match.objects.filter(round__in=rounds).order_by("number"):
        row, seated = rounds[match.round_id], [sides[match.pk].get(side) for side in (0, 1)]
        there = [team for team in seated if team is not None]
        if len(there) == BOTH and match.table is not None:
            pair = (there[0], there[1])
            row.games.append(Game(row.number, match.number, match.table, pair, sheets.get(match.pk), match.sitting))
        elif match.table is None and len(there) == 1:
            row.byes.append(there[0])


def _sheets(rounds: Mapping[int, RoundRow]) -> dict[int, Sheet]:
    official = ResultSheet.objects.filter(match__round__in=rounds, state="official")
    sides: dict[int, set[int]] = defaultdict(set)
    for sheet, side in Confirmation.objects.filter(sheet__in=official).values_list("sheet_id", "side"):
        sides[sheet].add(side)
    return {
        row.match_id: Sheet(
            row.outcome,
            _pair(row.level_0, row.level_1),
            _pair(row.score_0, row.score_1),
            row.winner,
            row.decided_by,
            frozenset(sides[row.pk]),
            row.source == "chief",
            tuple((first, second) for first, second in row.deal_points),
        )
        for row in official
    }


def _pair(first: int | None, second: int | None) -> tuple[int, int] | None:
    return None if first is None or second is None else (first, second)
