"""Results as the event stands: what counts, what waits for whom, and every version of a match."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from scoring.matches import Forfeit, Outcome, Played, Scored, Won
from tournaments.errors import NotFound
from tournaments.models import DecidedBy, Match, MatchSide, ResultSheet, Round, SheetOutcome, Stage, Tournament
from tournaments.phrases.figures import figure
from tournaments.phrases.results import won_words
from tournaments.selectors.names import TeamName, team_names
from tournaments.selectors.rounds import current_round, sitting_of
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
    """What a sheet says, whoever says it: levels are ladder positions, `deal_points` those of both sides in each deal.

    `dealer_side` is kept where it decided; `decided_by` is what decided the match.
    """

    outcome: str
    level_0: int | None = None
    level_1: int | None = None
    deal_points: tuple[tuple[int, int], ...] = ()
    score_0: int | None = None
    score_1: int | None = None
    winner: int | None = None
    dealer_side: int | None = None
    decided_by: str = ""

    @classmethod
    def of(cls, sheet: ResultSheet) -> "Content":
        content = cls(
            str(sheet.outcome),
            sheet.level_0,
            sheet.level_1,
            tuple((first, second) for first, second in sheet.deal_points),
            sheet.score_0,
            sheet.score_1,
            sheet.winner,
            sheet.dealer_side,
            str(sheet.decided_by),
        )
        return content.decided_by_levels() if sheet.decided_by == DecidedBy.NONE else content

    @property
    def figures(self) -> tuple[int, int]:
        """The scores; a ValueError for a content without."""
        if self.score_0 is None or self.score_1 is None:
            raise ValueError("A content without scores.")
        return self.score_0, self.score_1

    def decided(self, winner: int | None, by: str) -> "Content":
        """Return the content with who won, by what."""
        return replace(self, winner=winner, decided_by=by, dealer_side=winner if by == DecidedBy.DEALER_SIDE else None)

    def decided_by_levels(self) -> "Content":
        """Say of a sheet from before decisions were stored what its levels say."""
        if self.outcome != SheetOutcome.PLAYED or self.level_0 is None or self.level_1 is None:
            return self
        if self.level_0 == self.level_1:
            return self.decided(None, DecidedBy.DRAW.value)
        return self.decided(int(self.level_0 < self.level_1), DecidedBy.LEVELS.value)

    def outcome_of(self) -> Outcome:
        """Return it as a value of `scoring`: levels where there are some, else the score, else the winner."""
        if self.outcome != SheetOutcome.PLAYED:
            return Forfeit(BY[SheetOutcome(self.outcome)])
        if self.level_0 is not None and self.level_1 is not None:
            return Played(self.level_0, self.level_1, self.winner if self.level_0 == self.level_1 else None)
        if self.score_0 is not None and self.score_1 is not None:
            return Scored(self.score_0, self.score_1, self.winner if self.score_0 == self.score_1 else None)
        return Won(self.winner)


class MatchKind(StrEnum):
    """Where a match stands; forfeits and late sheets are said beside it."""

    OPEN = "open"
    SUBMITTED = "submitted"
    CONFIRMED = "confirmed"
    CONFLICT = "conflict"
    OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """A match with what stands. `outcome`, `content` and `levels` are of the official sheet, else of the latest.

    `levels` are labels; where a table hands in a score or the winner only, those in words.
    `deals_differ`: the deals that the table kept make other levels. `sitting`: where the round has several.
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
    content: Content | None = None
    deals_differ: bool = False
    sitting: int | None = None

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


def was_sent(key: str) -> bool:
    """Say whether a form with this key made a sheet."""
    return bool(key) and ResultSheet.objects.filter(key=key).exists()


def match_of_sheet(tournament: Tournament, sheet_id: int) -> Match:
    """Return the match of a version, with its round; NotFound where the event has no such version."""
    rows = Match.objects.filter(round__stage__division__tournament=tournament, sheets=sheet_id)
    match = rows.select_related(
        "round__stage__rules", "round__stage__division__tournament__rules", "round__clock"
    ).first()
    if match is None:
        raise NotFound
    return match


def has_other_official(match: Match, sheet_id: int) -> bool:
    """Say whether another version of a match is official."""
    return ResultSheet.objects.filter(match=match, state=SheetState.OFFICIAL).exclude(pk=sheet_id).exists()


def before_the_last(match: Match) -> tuple[ResultSheet | None, ResultSheet | None]:
    """Return the official version of a match and the one that was official before it; None where there is none."""
    rows = ResultSheet.objects.filter(match=match, official_at__isnull=False).order_by("-version")
    last = next((row for row in rows if row.state == SheetState.OFFICIAL), None)
    superseded = (row for row in rows if row.state == SheetState.SUPERSEDED)
    return last, next((row for row in superseded if last is None or row.version < last.version), None)


def labels_of(stage: Stage, sheet: ResultSheet) -> tuple[str | None, str | None]:
    """Return the levels of a sheet as labels; None where it says none."""
    ladder = ruleset_of(stage).ladder
    first, second = (ladder.label(level) if level is not None else None for level in (sheet.level_0, sheet.level_1))
    return first, second


def shown_of(content: Content, label: Callable[[int], str]) -> tuple[str | None, str | None]:
    """Return what both sides reached in short words: levels, else the score, else who won."""
    if content.level_0 is not None and content.level_1 is not None:
        return label(content.level_0), label(content.level_1)
    if content.score_0 is not None and content.score_1 is not None:
        return figure(content.score_0), figure(content.score_1)
    if content.outcome != SheetOutcome.PLAYED:
        return None, None
    return won_words(content.winner, 0), won_words(content.winner, 1)


def has_begun(current: Round) -> bool:
    """Tell whether the round was started (and the start not taken back), or is closed."""
    return sitting_begun(current) or (current.clock is not None and current.clock.sitting > 1)


def sitting_begun(current: Round) -> bool:
    """Tell whether the sitting that is on was started, or the round is closed."""
    if current.state == RoundState.CLOSED:
        return True
    if current.state != RoundState.RELEASED or current.clock is None:
        return False
    facts = current.clock.events.all()
    return bool(facts) and facts[len(facts) - 1].kind != FactKind.UNDONE


def match_begun(match: Match) -> bool:
    """Tell the same for a match: where its round is played in sittings, its own must have been started."""
    clock = match.round.clock
    if clock is None or clock.sittings == 1 or match.sitting == clock.sitting or match.round.state == RoundState.CLOSED:
        return sitting_begun(match.round)
    return match.sitting < clock.sitting


def match_at(current: Round, table: int, sitting: int | None = None) -> Match | None:
    """Return the match of a round at a table; where turns are taken, of `sitting`, else of the one to look at now.

    That is the first one that has begun and handed in nothing, else the last that has begun, else the first of all.
    """
    rows = Match.objects.filter(round=current, table=table).order_by("sitting")
    if sitting is not None:
        rows = rows.filter(sitting=sitting)
    if sitting is not None or current.clock is None or current.clock.sittings == 1:
        return rows.first()
    there = list(rows)
    for match in there:
        match.round = current
    begun = [match for match in there if match_begun(match)]
    sent = set(ResultSheet.objects.filter(match__in=begun, state__in=STANDING).values_list("match", flat=True))
    waiting = next((match for match in begun if match.pk not in sent), None)
    return waiting or (begun[-1] if begun else next(iter(there), None))


def now_at_table(tournament: Tournament, table: int) -> AtTable | None:
    """Return the match of the current round at a table."""
    current = current_round(tournament)
    match = match_at(current, table) if current is not None else None
    if current is None or match is None:
        return None
    match.round = current
    sides = list(MatchSide.objects.filter(match=match).order_by("position"))
    names = team_names(tournament, in_full=True, only=[side.team_id for side in sides if side.team_id is not None])
    words = " – ".join(_side_words(side, names) for side in sides)
    return AtTable(match.pk, current.number, match_begun(match), words)


def _side_words(side: MatchSide, names: dict[int, TeamName]) -> str:
    name = names.get(side.team_id) if side.team_id is not None else None
    return " ".join(filter(None, (side.lot, "/".join(name.players) if name else "")))


def status_by_match(current: Round) -> dict[int, MatchStatus]:
    """Return where each match at a table of a round stands, by match id in order of tables (two queries)."""
    matches = Match.objects.filter(round=current, table__isnull=False).order_by("sitting", "table", "pk")
    standing: dict[int, list[ResultSheet]] = defaultdict(list)
    for sheet in ResultSheet.objects.filter(match__round=current, state__in=STANDING).order_by("version"):
        standing[sheet.match_id].append(sheet)
    ladder = ruleset_of(current.stage).ladder.label
    return {match.pk: _status(current, match, standing[match.pk], ladder) for match in matches}


def _status(current: Round, match: Match, standing: list[ResultSheet], label: Callable[[int], str]) -> MatchStatus:
    late = [sheet for sheet in standing if sheet.state == SheetState.LATE]
    others = [sheet for sheet in standing if sheet.state != SheetState.LATE]
    if not others:
        return MatchStatus(
            match.pk, match.table, MatchKind.OPEN, late_sheets=len(late), sitting=sitting_of(current, match)
        )
    shown = next((sheet for sheet in others if sheet.state == SheetState.OFFICIAL), others[-1])
    content = Content.of(shown)
    return MatchStatus(
        match.pk,
        match.table,
        MatchKind(shown.state),
        outcome=str(shown.outcome),
        levels=shown_of(content, label),
        sheet_id=shown.pk,
        version=shown.version,
        at=shown.official_at or shown.received_at,
        disputed=any(sheet.state == SheetState.CONFLICT for sheet in others),
        late_sheets=len(late),
        content=content,
        deals_differ=shown.deals_differ,
        sitting=sitting_of(current, match),
    )


def open_matches(current: Round) -> list[MatchStatus]:
    """Return what keeps a round from closing: matches at tables that are not decided."""
    return [status for status in status_by_match(current).values() if not status.decided]
