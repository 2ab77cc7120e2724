"""Brackets as they stand: every match, where its sides come from, who won. What is not released is absent."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Prefetch

from scoring.matches import winner_of
from tournaments.models import Draw, Match, MatchSide, ResultSheet, SheetOutcome, SideSource, Stage, Tournament
from tournaments.pairing import BracketMatch, Outcome, Side
from tournaments.phrases.sittings import sitting_words
from tournaments.regulations import StagePlan
from tournaments.selectors.names import TeamName
from tournaments.selectors.part_names import NAMELESS, PartName, named_by_teams
from tournaments.selectors.results import BY, Content, shown_of
from tournaments.selectors.rounds import SHOWN, sitting_of
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.states import DrawState, SheetState

MAIN = "main"


@dataclass(frozen=True, slots=True)
class Slot:
    """A side of a match: a team, else where it will come from (`source`, and the number of a match, a group or place).

    `figure` is what it reached, in short words; `won` is None while nothing is official; `rested`: came by a bye.
    """

    source: str
    team_id: int | None = None
    lot: str = ""
    name: TeamName | None = None
    match: int | None = None
    group: int | None = None
    place: int | None = None
    figure: str = ""
    won: bool | None = None
    absent: bool = False
    rested: bool = False

    @property
    def is_bye(self) -> bool:
        return self.source == "bye"


@dataclass(frozen=True, slots=True)
class BracketRow:
    """A match of a bracket. `turn` counts the bracket's own rounds, `round` is the event's (None before the release).

    `feeders` are the numbers of the matches whose winners play here, by side; `places` what winner and loser get.
    """

    number: int
    turn: int
    part: str
    sides: tuple[Slot, Slot]
    feeders: tuple[int | None, int | None]
    places: tuple[int, int] = (0, 0)
    conditional: bool = False
    round: int | None = None
    table: int | None = None
    loser_feeders: tuple[int | None, int | None] = (None, None)
    sitting: int | None = None

    @property
    def sitting_words(self) -> str:
        return sitting_words(self.sitting)

    @property
    def is_bye(self) -> bool:
        return any(side.is_bye for side in self.sides)

    @property
    def decided(self) -> bool:
        return any(side.won is not None for side in self.sides)


@dataclass(frozen=True, slots=True)
class Bracket:
    """The bracket of one stage, or of a part of it, with its `number` (from 1) and name, where there are several.

    `redrawn`: each round is drawn anew, so that the lines say what was, not what comes.
    """

    code: str
    plan: StagePlan
    rows: tuple[BracketRow, ...]
    redrawn: bool = False
    released: bool = True
    number: int = 0
    name: PartName = NAMELESS

    @property
    def key(self) -> str:
        """A name of its own among the brackets of the event."""
        return f"{self.code}-{self.number}" if self.number else self.code

    @property
    def double(self) -> bool:
        return any(row.part == "losers" for row in self.rows)

    @property
    def champion(self) -> Slot | None:
        """Return who won the whole, as soon as that is official; nobody where it ends before its final."""
        if self.plan.until > 1:
            return None
        if self.redrawn and sum(not row.is_bye for row in self.rows if row.turn == self.rows[-1].turn) != 1:
            return None
        deciding = [row for row in self.rows if row.places[0] == 1 or (self.redrawn and row is self.rows[-1])]
        if self.double and not any(row.decided for row in deciding):
            deciding = [row for row in self.rows if row.part == "final" and row.sides[0].won]
        return next((side for row in deciding for side in row.sides if side.won), None)


def brackets_of(tournament: Tournament, names: Mapping[int, TeamName], *, before: int | None = None) -> list[Bracket]:
    """Return the released brackets of the event, in the order of its stages and their parts (three queries for each).

    `before`: results from that round on are left out. Who has come to a match is said all the same: everybody has to
    find the table.
    """
    stages = (
        Stage.objects.filter(division__tournament=tournament, rounds__state__in=SHOWN)
        .select_related("rules", "division")
        .order_by("order", "pk")
        .distinct()
    )
    found = []
    for stage in stages:
        stage.division.tournament = tournament
        plan = plan_of(stage)
        if plan.is_bracket:
            found += _of_stage(stage, plan, names, before=before)
    return found


def brackets_of_draw(draw: Draw, plan: StagePlan, names: Mapping[int, TeamName]) -> list[Bracket]:
    """Lay out the brackets of a draw that is not released: for staff only."""
    outcome = Outcome.from_json(draw.outcome)
    rows = [_planned(match, outcome, names) for match in outcome.bracket]
    return _parted(Bracket(plan.code, plan, tuple(_rested(rows)), released=False), outcome, names)


def _parted(whole: Bracket, outcome: Outcome | None, names: Mapping[int, TeamName]) -> list[Bracket]:
    """Cut the bracket of a stage into those of its parts; a match belongs to that of its teams, or of its draw."""
    if outcome is None or not outcome.groups:
        return [whole]
    part_of = {team: group.number for group in outcome.groups for team in group.teams}
    part_of_match = {match.number: match.group for match in outcome.bracket}
    rows: dict[int, list[BracketRow]] = {group.number: [] for group in outcome.groups}
    for row in whole.rows:
        seated = [part_of[side.team_id] for side in row.sides if side.team_id in part_of]
        number = part_of_match.get(row.number) or next(iter(seated), None)
        if number is not None:
            rows[number].append(row)
    named = named_by_teams([group.teams for group in outcome.groups], names)
    return [
        replace(whole, rows=tuple(rows[group.number]), number=group.number, name=name)
        for group, name in zip(outcome.groups, named, strict=True)
        if rows[group.number]
    ]


def _of_stage(stage: Stage, plan: StagePlan, names: Mapping[int, TeamName], *, before: int | None) -> list[Bracket]:
    sides = Prefetch("sides", MatchSide.objects.select_related("from_match").order_by("position"))
    matches = list(
        Match.objects.filter(round__stage=stage, round__state__in=SHOWN)
        .select_related("round__clock")
        .prefetch_related(sides)
        .order_by("round__number", "number")
    )
    official = _official(stage, before)
    draw = Draw.objects.filter(stage=stage, state=DrawState.RELEASED).order_by("number").first()
    outcome = Outcome.from_json(draw.outcome) if draw is not None else None
    layout = {each.number: each for each in outcome.bracket} if outcome is not None else {}
    judge = _Judge(stage)
    first = min((match.round.number for match in matches), default=1)
    rows = []
    for match in matches:
        drawn = layout.get(match.number)
        both = _slots(list(match.sides.all()), drawn, names)
        if drawn is not None and drawn.conditional and any(side.team_id is None for side in both):
            continue
        sheet = official.get(match.pk)
        both = judge.judged(both, sheet) if sheet is not None else both
        rows.append(_row(match, drawn, both, match.round.number - first + 1))
    redrawn = not layout
    if redrawn:
        rows = _traced(rows)
    return _parted(Bracket(stage.code, plan, tuple(_rested(rows)), redrawn=redrawn), outcome, names)


def _official(stage: Stage, before: int | None) -> dict[int, Content]:
    sheets = ResultSheet.objects.filter(match__round__stage=stage, state=SheetState.OFFICIAL)
    if before is not None:
        sheets = sheets.filter(match__round__number__lt=before)
    return {sheet.match_id: Content.of(sheet) for sheet in sheets.exclude(outcome=SheetOutcome.VOID)}


class _Judge:
    """Says of official sheets who won; the stage's ruleset is read once."""

    def __init__(self, stage: Stage) -> None:
        self._ruleset = ruleset_of(stage)

    def judged(self, sides: tuple[Slot, Slot], content: Content) -> tuple[Slot, Slot]:
        winner = winner_of(self._ruleset, content.outcome_of())
        absent: frozenset[int] = BY.get(SheetOutcome(content.outcome), frozenset())
        figures = shown_of(content, self._ruleset.ladder.label)
        one, other = (
            replace(side, figure=figures[at] or "", won=winner is not None and winner == at, absent=at in absent)
            for at, side in enumerate(sides)
        )
        return one, other


def _slots(sides: list[MatchSide], drawn: BracketMatch | None, names: Mapping[int, TeamName]) -> tuple[Slot, Slot]:
    """Return both sides as they are now; where a team has yet to come from is said by the draw, else by the side."""
    found = []
    for position in (0, 1):
        side = next((each for each in sides if each.position == position), None)
        plan = drawn.sides[position] if drawn is not None else _source_of(side)
        team = side.team_id if side is not None else None
        found.append(_slot(plan, team, side.lot if side is not None else "", names))
    return found[0], found[1]


def _source_of(side: MatchSide | None) -> Side:
    if side is None or side.source == SideSource.BYE:
        return Side("bye")
    number = side.from_match.number if side.from_match is not None else None
    if number is not None and side.source in {SideSource.WINNER, SideSource.LOSER}:
        return Side("winner" if side.source == SideSource.WINNER else "loser", match=number)
    return Side("team", team=side.team_id)


def _slot(plan: Side, team: int | None, lot: str, names: Mapping[int, TeamName]) -> Slot:
    name = names.get(team) if team is not None else None
    return Slot(plan.source, team, lot, name, plan.match, plan.group, plan.place)


def _row(match: Match, drawn: BracketMatch | None, sides: tuple[Slot, Slot], turn: int) -> BracketRow:
    return BracketRow(
        match.number,
        drawn.round if drawn is not None else turn,
        drawn.part if drawn is not None else MAIN,
        sides,
        _from(sides, "winner"),
        drawn.places if drawn is not None else (0, 0),
        conditional=drawn is not None and drawn.conditional,
        round=match.round.number,
        table=match.table,
        loser_feeders=_from(sides, "loser"),
        sitting=sitting_of(match.round, match),
    )


def _planned(match: BracketMatch, outcome: Outcome, names: Mapping[int, TeamName]) -> BracketRow:
    one, other = (_slot(side, side.team, _lot(outcome, side.team), names) for side in match.sides)
    sides = one, other
    return BracketRow(
        match.number,
        match.round,
        match.part,
        sides,
        _from(sides, "winner"),
        match.places,
        match.conditional,
        loser_feeders=_from(sides, "loser"),
    )


def _lot(outcome: Outcome, team: int | None) -> str:
    return outcome.lots.get(team, "") if team is not None else ""


def _from(sides: tuple[Slot, Slot], source: str) -> tuple[int | None, int | None]:
    one, other = (side.match if side.source == source else None for side in sides)
    return one, other


def _rested(rows: Iterable[BracketRow]) -> list[BracketRow]:
    """Say of each team's first real match after a bye that it rested before."""
    rows = list(rows)
    rested = {(side.team_id, row.turn) for row in rows if row.is_bye for side in row.sides if side.team_id is not None}
    found = []
    for row in rows:
        before = row.turn - 1
        one, other = (replace(side, rested=not row.is_bye and (side.team_id, before) in rested) for side in row.sides)
        found.append(replace(row, sides=(one, other)))
    return found


def _traced(rows: list[BracketRow]) -> list[BracketRow]:
    """Number the matches of rounds that were drawn one by one, and say from which match each team came."""
    found: list[BracketRow] = []
    last: dict[int, int] = {}
    for number, row in enumerate(rows, start=1):
        one, other = (last.get(side.team_id) if side.team_id is not None else None for side in row.sides)
        found.append(replace(row, number=number, feeders=(one, other)))
        if not row.is_bye:
            last |= {side.team_id: number for side in row.sides if side.team_id is not None}
    return found
