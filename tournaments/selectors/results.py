"""Results as the event stands: what counts, what waits for whom, and every version of a match."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scoring.matches import Forfeit, Outcome, Played
from tournaments.models import Match, MatchSide, ResultSheet, Round, SheetOutcome, Stage, Tournament
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.rounds import current_round
from tournaments.selectors.rulesets import ruleset_of
from tournaments.states import RoundState, SheetState
from tournaments.timing import FactKind

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
    if current.state != RoundState.RELEASED or current.clock is None:
        return False
    facts = current.clock.events.all()
    return bool(facts) and facts[len(facts) - 1].kind != FactKind.UNDONE


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
