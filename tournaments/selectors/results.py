"""Results as the event stands: what counts, what waits for whom, and every version of a match."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scoring.matches import Bye, Forfeit, MatchResult, Outcome, Played
from tournaments import timing
from tournaments.models import (
    ClockEvent,
    Match,
    MatchSide,
    ResultSheet,
    Round,
    SheetOutcome,
    SideSource,
    Stage,
    Tournament,
)
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.rulesets import ruleset_of
from tournaments.states import RoundState, SheetState

SETTLED = frozenset({SheetState.SUPERSEDED, SheetState.REJECTED})
STANDING = frozenset(SheetState) - SETTLED
BY = {
    SheetOutcome.FORFEIT_0: frozenset({0}),
    SheetOutcome.FORFEIT_1: frozenset({1}),
    SheetOutcome.FORFEIT_BOTH: frozenset({0, 1}),
}


@dataclass(frozen=True, slots=True)
class Content:
    """What a sheet says, whoever says it: levels are ladder positions."""

    outcome: str
    level_0: int | None = None
    level_1: int | None = None

    @classmethod
    def of(cls, sheet: ResultSheet) -> "Content":
        return cls(str(sheet.outcome), sheet.level_0, sheet.level_1)


class MatchKind(StrEnum):
    """Where a match stands; forfeits and late sheets are said beside it."""

    OPEN = "open"
    SUBMITTED = "submitted"
    CONFIRMED = "confirmed"
    CONFLICT = "conflict"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """A match with what stands. `outcome` and `levels` (labels) are of the official sheet, else of the latest.

    `disputed`: versions stand beside each other (or beside the official one) and wait for the chief.
    """

    match_id: int
    table: int | None
    kind: MatchKind
    outcome: str = ""
    levels: tuple[str | None, str | None] = (None, None)
    sheet_id: int | None = None
    version: int | None = None
    at: datetime | None = None
    disputed: bool = False
    late_sheets: int = 0

    @property
    def decided(self) -> bool:
        return self.kind == MatchKind.OFFICIAL and not self.disputed

    @property
    def forfeit(self) -> bool:
        return self.outcome in set(BY)


@dataclass(frozen=True, slots=True)
class AtTable:
    """Who plays at a table now, in words for those who may see names."""

    match_id: int
    round_number: int
    begun: bool
    names: str


def standing_sheets(match: Match) -> list[ResultSheet]:
    """Return the versions that are neither superseded nor rejected, oldest first."""
    return list(
        ResultSheet.objects.filter(match=match, state__in=STANDING)
        .select_related("match", "membership", "user")
        .order_by("version")
    )


def labels_of(stage: Stage, sheet: ResultSheet) -> tuple[str | None, str | None]:
    ladder = ruleset_of(stage).ladder
    first, second = (ladder.label(level) if level is not None else None for level in (sheet.level_0, sheet.level_1))
    return first, second


def has_begun(current: Round) -> bool:
    """Tell whether the round's clock was started (and the start not taken back), or the round is closed."""
    if current.state == RoundState.CLOSED:
        return True
    return current.state == RoundState.RELEASED and current.clock_id in _started({current.clock_id})


def _started(clocks: Iterable[int | None]) -> set[int]:
    """Return the clocks whose facts lead beyond the plan."""
    facts = ClockEvent.objects.filter(clock_id__in=[clock for clock in clocks if clock is not None]).order_by("order")
    last = dict(facts.values_list("clock_id", "kind"))
    return {clock for clock, kind in last.items() if kind != timing.FactKind.UNDONE}


def current_round(tournament: Tournament) -> Round | None:
    """Return the first released round that is not closed, else the last closed one; None before the release."""
    rounds = Round.objects.filter(
        stage__division__tournament=tournament, state__in=[RoundState.RELEASED, RoundState.CLOSED]
    ).select_related("stage__rules", "stage__division__tournament__rules", "clock")
    rows = list(rounds.order_by("stage__order", "number"))
    return next((row for row in rows if row.state == RoundState.RELEASED), rows[-1] if rows else None)


def now_at_table(tournament: Tournament, table: int) -> AtTable | None:
    """Return the match of the current round at a table."""
    current = current_round(tournament)
    match = Match.objects.filter(round=current, table=table).first() if current is not None else None
    if current is None or match is None:
        return None
    sides = list(MatchSide.objects.filter(match=match).order_by("position"))
    names = team_names(tournament, in_full=True, only=[side.team_id for side in sides if side.team_id is not None])
    words = " – ".join(_side_words(side, names) for side in sides)
    return AtTable(match.pk, current.number, has_begun(current), words)


def _side_words(side: MatchSide, names: dict[int, TeamName]) -> str:
    name = names.get(side.team_id) if side.team_id is not None else None
    return " ".join(filter(None, (side.lot, "/".join(name.players) if name else "")))


def official(stage: Stage) -> tuple[list[MatchResult], list[Bye]]:
    """Return what counts in a stage: its official results, and the byes of rounds that have begun."""
    sides = MatchSide.objects.filter(match__round__stage=stage, team__isnull=False).order_by("match_id", "position")
    teams: dict[int, list[int]] = defaultdict(list)
    for match_id, team_id in sides.values_list("match_id", "team_id"):
        teams[match_id].append(team_id)
    sheets = ResultSheet.objects.filter(match__round__stage=stage, state=SheetState.OFFICIAL).exclude(
        outcome=SheetOutcome.VOID
    )
    results = [
        MatchResult(number, teams[match_id][0], teams[match_id][1], outcome_of(outcome, level_0, level_1))
        for match_id, number, outcome, level_0, level_1 in sheets.values_list(
            "match_id", "match__round__number", "outcome", "level_0", "level_1"
        ).order_by("match__round__number", "match__number")
    ]
    rounds = Round.objects.filter(stage=stage, state__in=[RoundState.RELEASED, RoundState.CLOSED])
    started = _started({row.clock_id for row in rounds})
    begun = [row.pk for row in rounds if row.state == RoundState.CLOSED or row.clock_id in started]
    byes = Match.objects.filter(round__in=begun, sides__source=SideSource.BYE).order_by("round__number", "pk")
    return results, [
        Bye(number, teams[match_id][0])
        for match_id, number in byes.values_list("pk", "round__number")
        if teams[match_id]
    ]


def outcome_of(outcome: str, level_0: int | None, level_1: int | None) -> Outcome:
    """Return a sheet's outcome (levels are ladder positions) as a value of `scoring`."""
    if outcome != SheetOutcome.PLAYED:
        return Forfeit(BY[SheetOutcome(outcome)])
    if level_0 is None or level_1 is None:
        raise ValueError("A played sheet without levels.")
    return Played(level_0, level_1)


def status_by_match(current: Round) -> dict[int, MatchStatus]:
    """Return where each match at a table of a round stands, by match id in order of tables (two queries)."""
    matches = Match.objects.filter(round=current, table__isnull=False).order_by("table", "pk")
    standing: dict[int, list[ResultSheet]] = defaultdict(list)
    for sheet in ResultSheet.objects.filter(match__round=current, state__in=STANDING).order_by("version"):
        standing[sheet.match_id].append(sheet)
    ladder = ruleset_of(current.stage).ladder.label
    return {match.pk: _status(match, standing[match.pk], ladder) for match in matches}


def _status(match: Match, standing: list[ResultSheet], label: Callable[[int], str]) -> MatchStatus:
    late = [sheet for sheet in standing if sheet.state == SheetState.LATE]
    others = [sheet for sheet in standing if sheet.state != SheetState.LATE]
    if not others:
        return MatchStatus(match.pk, match.table, MatchKind.OPEN, late_sheets=len(late))
    shown = next((sheet for sheet in others if sheet.state == SheetState.OFFICIAL), others[-1])
    levels = tuple(label(level) if level is not None else None for level in (shown.level_0, shown.level_1))
    return MatchStatus(
        match.pk,
        match.table,
        MatchKind(shown.state),
        outcome=str(shown.outcome),
        levels=(levels[0], levels[1]),
        sheet_id=shown.pk,
        version=shown.version,
        at=shown.official_at or shown.received_at,
        disputed=any(sheet.state == SheetState.CONFLICT for sheet in others),
        late_sheets=len(late),
    )


def open_matches(current: Round) -> list[MatchStatus]:
    """Return what keeps a round from closing: matches at tables that are not decided."""
    return [status for status in status_by_match(current).values() if not status.decided]
