"""One table as its referee sees it, and the tables of a round as the desk and the referees see them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from scoring.figures import Points
from scoring.matches import differential
from scoring.ruleset import Ruleset
from tournaments.errors import NotFound
from tournaments.models import Match, MatchSide, ResultSheet, Round, SheetOutcome, Tournament
from tournaments.phrases.results import Said, Side, sentence
from tournaments.phrases.sittings import sitting_words
from tournaments.policy import Actor, Permission
from tournaments.selectors.names import TeamName, team_names, written_by
from tournaments.selectors.results import (
    Content,
    MatchStatus,
    labels_of,
    match_at,
    match_begun,
    standing_sheets,
    status_by_match,
)
from tournaments.selectors.rounds import current_round, sitting_of
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.states import RoundState, SheetState

CORRECTABLE = frozenset({SheetState.SUBMITTED, SheetState.CONFIRMED, SheetState.OFFICIAL})


@dataclass(frozen=True, slots=True)
class SheetView:
    """A version with what it says; `points` of side 0 and 1, `who` typed or sent it."""

    sheet: ResultSheet
    state: SheetState
    levels: tuple[str | None, str | None]
    points: tuple[Points, Points] | None
    confirmed_sides: tuple[int, ...]
    who: str
    content: Content


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match at a table with where its result stands, in a list."""

    match_id: int
    table: int
    sides: tuple[Side, Side]
    status: MatchStatus
    points: tuple[Points, Points] | None
    sitting: int | None = None

    @property
    def sitting_words(self) -> str:
        return sitting_words(self.sitting)


@dataclass(frozen=True, slots=True)
class Report:
    """What a table hands in: levels, deal_points, score or winner; what is asked where both sides are equal.

    `lots_on_equal`: lots, or something else that only the table can tell, decide. `draw`: there may be no winner.
    `deal_by_deal`: each deal has its own points, so a sum of them is not enough.
    """

    kind: str
    dealer_side_on_equal: bool
    lots_on_equal: bool
    lots_without_deal: bool
    draw: bool
    deal_by_deal: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """The match of the current round at a table, with what a page needs to take its result.

    `labels` are all levels of the ladder in order, `named` how many of them come before A+1. `report` is what the
    ruleset has a table hand in.
    """

    match: Match
    round: Round
    begun: bool
    closed: bool
    sides: tuple[Side, Side]
    labels: tuple[str, ...]
    named: int
    forfeit_points: dict[str, tuple[Points, Points]]
    sheets: tuple[SheetView, ...]
    own: SheetView | None
    report: Report
    sitting: int | None = None

    @property
    def sitting_words(self) -> str:
        return sitting_words(self.sitting)


def side_of(side: MatchSide, names: dict[int, TeamName]) -> Side:
    name = names.get(side.team_id) if side.team_id is not None else None
    if name is None:
        return Side(side.position, side.lot, 0, "", ())
    return Side(side.position, side.lot, name.number, name.unit, name.players, name.division_name)


def table_rows(tournament: Tournament, current: Round, *, only: Collection[int] | None = None) -> list[ResultRow]:
    """Return the matches of a round in order of tables, names in full, or those at some tables only."""
    status = status_by_match(current)
    sides: dict[int, list[MatchSide]] = {}
    for side in MatchSide.objects.filter(round=current, match__table__isnull=False).order_by("position"):
        sides.setdefault(side.match_id, []).append(side)
    names = team_names(tournament, in_full=True)
    ruleset = ruleset_of_round(current)
    return [
        ResultRow(
            row.match_id,
            row.table,
            (side_of(sides[row.match_id][0], names), side_of(sides[row.match_id][1], names)),
            row,
            points_of(ruleset, row.content),
            row.sitting,
        )
        for row in status.values()
        if row.table is not None and (only is None or row.table in only) and len(sides.get(row.match_id, ())) == 2  # noqa: PLR2004 two sides
    ]


def points_of(ruleset: Ruleset, content: Content | None) -> tuple[Points, Points] | None:
    """Return what both sides get for what a sheet says; None without one."""
    if content is None or not content.outcome or content.outcome == SheetOutcome.VOID:
        return None
    return differential(ruleset, content.outcome_of())


def table_view(tournament: Tournament, actor: Actor, table: int, sitting: int | None = None) -> TableView:
    """Return what is at a table in the current round (in `sitting`, else now); NotFound where no match is."""
    current = current_round(tournament)
    match = match_at(current, table, sitting) if current is not None else None
    if current is None or match is None:
        raise NotFound("table_without_match", table=table)
    match.round = current
    return match_view(tournament, actor, match, current)


def match_view(tournament: Tournament, actor: Actor, match: Match, current: Round) -> TableView:
    """Return a match with its versions that stand, names in full."""
    sides = list(MatchSide.objects.filter(match=match).order_by("position"))
    names = team_names(tournament, in_full=True, only=[side.team_id for side in sides if side.team_id is not None])
    ruleset = ruleset_of_round(current)
    standing = standing_sheets(match)
    prefetch_related_objects(standing, "confirmations")
    sheets = tuple(sheet_view(current, sheet) for sheet in standing)
    forfeits = (SheetOutcome.FORFEIT_0, SheetOutcome.FORFEIT_1, SheetOutcome.FORFEIT_BOTH)
    points = {str(outcome): differential(ruleset, Content(str(outcome)).outcome_of()) for outcome in forfeits}
    return TableView(
        match,
        current,
        begun=match_begun(match),
        closed=current.state == RoundState.CLOSED,
        sides=(side_of(sides[0], names), side_of(sides[1], names)),
        labels=ruleset.ladder.labels(),
        named=ruleset.ladder.end_position + 1,
        forfeit_points=points,
        sheets=sheets,
        own=_own(actor, sheets) if actor.may(Permission.SUBMIT_RESULT) else None,
        report=report_of(ruleset),
        sitting=sitting_of(current, match),
    )


def report_of(ruleset: Ruleset) -> Report:
    score = ruleset.match_result
    return Report(
        score.reported.value,
        dealer_side_on_equal=score.equal_at_time.value == "dealer_side",
        lots_on_equal=score.equal_at_time.value not in {"dealer_side", "draw"},
        lots_without_deal=score.equal_before_first_deal.value == "lots",
        draw=score.equal_at_time.value == "draw",
        deal_by_deal=score.reported.value == "deal_points" and score.deal_points.value is not None,
    )


def _own(actor: Actor, sheets: tuple[SheetView, ...]) -> SheetView | None:
    """Return the sheet that this referee may still correct: the only one that stands, and their own."""
    if len(sheets) != 1 or actor.membership_id is None:
        return None
    only = sheets[0]
    return only if only.sheet.membership_id == actor.membership_id and only.state in CORRECTABLE else None


def sheet_view(current: Round, sheet: ResultSheet) -> SheetView:
    ruleset, content = ruleset_of_round(current), Content.of(sheet)
    return SheetView(
        sheet,
        SheetState(sheet.state),
        labels_of(current.stage, sheet),
        points_of(ruleset, content),
        tuple(sorted(row.side for row in sheet.confirmations.all())),
        written_by(sheet),
        content,
    )


def history(match: Match, current: Round) -> list[SheetView]:
    """Return every version of a match, newest first (three queries)."""
    rows = ResultSheet.objects.filter(match=match).select_related("membership", "user")
    return [sheet_view(current, row) for row in rows.prefetch_related("confirmations").order_by("-version")]


def sentence_of(sides: tuple[Side, Side], sheet: SheetView) -> str:
    """Say what a version says in the reader's language."""
    return words_of(sides, sheet.content, sheet.levels, sheet.points)


def words_of(
    sides: tuple[Side, Side],
    content: Content,
    levels: tuple[str | None, str | None],
    points: tuple[Points, Points] | None,
) -> str:
    scores = content.figures if content.score_0 is not None and content.score_1 is not None else None
    both = content.level_0 is not None and content.level_1 is not None
    ahead = (content.level_0 or 0) - (content.level_1 or 0) if both else None
    return sentence(sides, content.outcome, levels, points, Said(ahead, scores, content.winner, content.decided_by))


def match_for_desk(tournament: Tournament, match_id: int) -> Match:
    """Return a match at a table of this event, with its round; NotFound otherwise."""
    match = (
        Match.objects.filter(pk=match_id, round__stage__division__tournament=tournament, table__isnull=False)
        .select_related("round__stage__rules", "round__stage__division__tournament__rules", "round__clock")
        .first()
    )
    if match is None:
        raise NotFound
    return match


def sides_and_points(
    tournament: Tournament, match: Match, content: Content
) -> tuple[tuple[Side, Side], tuple[Points, Points] | None]:
    """Return both sides of a match in words, and what a result counts for them. Give it with its round and stage."""
    sides = sorted(match.sides.all(), key=lambda side: side.position)
    names = team_names(tournament, in_full=True, only=[side.team_id for side in sides if side.team_id is not None])
    both = side_of(sides[0], names), side_of(sides[1], names)
    return both, points_of(ruleset_of_round(match.round), content)


def labels_of_round(current: Round) -> tuple[str, ...]:
    """Return every level of the round's ladder."""
    return ruleset_of_round(current).ladder.labels()


def report_of_round(current: Round) -> Report:
    """Return what the tables of a round hand in."""
    return report_of(ruleset_of_round(current))


def lots_of(match: Match) -> tuple[str, str]:
    """Return the lots of both sides of a match."""
    first, second = MatchSide.objects.filter(match=match).order_by("position").values_list("lot", flat=True)
    return first, second
