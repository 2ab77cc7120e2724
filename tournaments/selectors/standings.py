"""The standings as the event stands: what is official, counted by the stage's ruleset. Nothing of it is stored."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery

from scoring.matches import Bye, MatchResult
from scoring.points import Adjustment
from scoring.ruleset import Ruleset
from scoring.standings import Standings, rank
from tournaments import regulations
from tournaments.models import (
    ClockEvent,
    EffectUnit,
    Publication,
    PublicationKind,
    Round,
    Ruling,
    SheetOutcome,
    Stage,
    StageEntry,
    Tournament,
)
from tournaments.pairing.tie_lots import drawing_of
from tournaments.selectors.draws import stage_of
from tournaments.selectors.results import Content
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.states import RoundState, SheetState, TeamState
from tournaments.timing import FactKind

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

REMEMBERED = 8


@dataclass(frozen=True, slots=True)
class RoundProgress:
    number: int
    official: int
    tables: int
    begun: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Standings with what a page needs to show them; `labels` are levels by position, `byes` (round, team).

    `released`: some version of the event's standings was released when this table was counted.
    """

    standings: Standings
    lots: Mapping[int, str]
    labels: tuple[str, ...]
    byes: frozenset[tuple[int, int]]
    progress: tuple[RoundProgress, ...]
    released: bool = field(default=False, compare=False)

    @property
    def drawn(self) -> bool:
        return bool(self.progress)

    @property
    def begun(self) -> bool:
        return any(each.begun for each in self.progress)

    @property
    def closed(self) -> bool:
        return self.drawn and all(each.closed for each in self.progress)

    @property
    def complete(self) -> bool:
        return self.closed and self.standings.progress.complete

    def ties(self) -> list[tuple[int, ...]]:
        """Return the groups of teams that share a place, by place; those that withdrew are not among them."""
        groups: dict[int, list[int]] = {}
        for row in self.standings.rows:
            if row.tied and not row.withdrawn:
                groups.setdefault(row.place, []).append(row.team)
        return [tuple(teams) for teams in groups.values()]


@dataclass(frozen=True, slots=True)
class _At:
    """An event at one state of its live pages: equal where nothing has changed."""

    event: int
    version: int
    tournament: Tournament = field(compare=False)


@lru_cache(maxsize=REMEMBERED)
def _remembered(at: _At) -> Table:
    return count(at.tournament)


def table_of(tournament: Tournament) -> Table:
    """Return the table at the event's `live_version`, counted once in a process."""
    return _remembered(_At(tournament.pk, tournament.live_version, tournament))


def forget() -> None:
    """Drop what is remembered in this process: tests make events anew under the same numbers."""
    _remembered.cache_clear()


def released(tournament: Tournament) -> Publication | None:
    """Return the newest released version of the standings."""
    return _releases(tournament).order_by("-version").first()


def _releases(tournament: Tournament) -> QuerySet[Publication]:
    return Publication.objects.filter(stage__division__tournament=tournament, kind=PublicationKind.STANDINGS)


class _Asked(TypedDict):
    """What is asked with the rounds: the last fact of the clock, and whether the event has rulings and releases."""

    last_fact: str | None
    has_rulings: bool
    has_release: bool


@dataclass(slots=True)
class _Facts:
    """What is read of a stage before anything is counted."""

    teams: list[int] = field(default_factory=list)
    lots: dict[int, str] = field(default_factory=dict)
    drawn_lots: dict[int, int] = field(default_factory=dict)
    withdrawn: set[int] = field(default_factory=set)
    results: list[MatchResult] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    tables: dict[int, int] = field(default_factory=dict)
    official: dict[int, int] = field(default_factory=dict)


def count(tournament: Tournament, *, with_lots: bool = True) -> Table:
    """Count anew from the rows: two queries, and one for rulings where there are any.

    Without lots, teams that only lots part share their place.
    """
    rounds = _rounds(tournament)
    stage = rounds[0].stage if rounds else stage_of(tournament)
    stage.division.tournament = tournament
    ruleset = ruleset_of(stage)
    numbers = {row.pk: row.number for row in rounds}
    begun = {row.number for row in rounds if _begun(row)}
    facts = _facts(stage, numbers, begun)
    adjustments = _adjustments(tournament, facts.teams) if rounds and rounds[0].has_rulings else []
    ranked = _rank(facts, ruleset, stage, adjustments, numbers.values(), lots={})
    lots = _valid_lots(ranked, facts.drawn_lots) if with_lots else {}
    if lots:
        ranked = _rank(facts, ruleset, stage, adjustments, numbers.values(), lots=lots)
    return Table(
        ranked,
        facts.lots,
        ruleset.ladder.labels(),
        frozenset((bye.round, bye.team) for bye in facts.byes),
        tuple(_progress(row, facts, begun) for row in rounds),
        released=bool(rounds and rounds[0].has_release),
    )


def _rounds(tournament: Tournament) -> "list[WithAnnotations[Round, _Asked]]":
    """Return the rounds that are released, each with the last fact of its clock; what else there may be to read."""
    last = ClockEvent.objects.filter(clock=OuterRef("clock")).order_by("-order").values("kind")[:1]
    rulings = Ruling.objects.filter(tournament=tournament, unit=EffectUnit.STANDING_POINTS)
    rows = (
        Round.objects.filter(stage__division__tournament=tournament)
        .exclude(state=RoundState.PLANNED)
        .select_related("stage__rules", "stage__division")
        .annotate(last_fact=Subquery(last), has_rulings=Exists(rulings), has_release=Exists(_releases(tournament)))
    )
    return list(rows.order_by("number", "pk"))


def _begun(row: "WithAnnotations[Round, _Asked]") -> bool:
    return row.state == RoundState.CLOSED or row.last_fact not in {None, FactKind.UNDONE}


def _facts(stage: Stage, numbers: Mapping[int, int], begun: set[int]) -> _Facts:
    """Read teams, matches and official sheets in one query: a row for each team in each match."""
    rows = (
        StageEntry.objects.filter(stage=stage)
        .annotate(
            sheet=FilteredRelation(
                "team__sides__match__sheets",
                condition=Q(team__sides__match__sheets__state=SheetState.OFFICIAL)
                & ~Q(team__sides__match__sheets__outcome=SheetOutcome.VOID),
            )
        )
        .order_by("team__number", "team__sides__round", "team__sides__position")
        .values_list(
            "team_id",
            "team__state",
            "lot",
            "drawn_lot",
            "team__sides__match_id",
            "team__sides__round_id",
            "team__sides__position",
            "sheet__outcome",
            "sheet__level_0",
            "sheet__level_1",
            "sheet__score_0",
            "sheet__score_1",
            "sheet__winner",
            "sheet__decided_by",
        )
    )
    facts = _Facts()
    matches: dict[int, list[tuple[int, int]]] = defaultdict(list)
    sheets: dict[int, tuple[int, Content | None]] = {}
    for team, state, lot, drawn_lot, match, round_id, position, *sheet in rows:
        if team not in facts.lots:
            facts.teams.append(team)
            facts.lots[team] = lot
            if drawn_lot is not None:
                facts.drawn_lots[team] = drawn_lot
            if state != TeamState.ACTIVE:
                facts.withdrawn.add(team)
        if round_id in numbers:
            matches[match].append((position, team))
            if match not in sheets:
                sheets[match] = (numbers[round_id], _content(*sheet))
    for match, sides in matches.items():
        number, content = sheets[match]
        _add(facts, number, [team for _, team in sorted(sides)], number in begun)
        if content is not None and len(sides) > 1:
            facts.official[number] = facts.official.get(number, 0) + 1
            (_, first), (_, second) = sorted(sides)
            facts.results.append(MatchResult(number, first, second, content.outcome_of()))
    return facts


def _content(
    outcome: str | None,
    level_0: int | None,
    level_1: int | None,
    score_0: int | None,
    score_1: int | None,
    winner: int | None,
    decided_by: str | None,
) -> Content | None:
    """Return what an official sheet says that ranks anybody; None without one."""
    if outcome is None:
        return None
    return Content(
        outcome, level_0, level_1, score_0=score_0, score_1=score_1, winner=winner, decided_by=decided_by or ""
    )


def _add(facts: _Facts, number: int, teams: list[int], begun: bool) -> None:  # noqa: FBT001 a fact of the round
    if len(teams) > 1:
        facts.tables[number] = facts.tables.get(number, 0) + 1
    elif begun:
        facts.byes.append(Bye(number, teams[0]))


def _adjustments(tournament: Tournament, teams: Iterable[int]) -> list[Adjustment]:
    """Return the rulings in points of the standings that were not taken back."""
    rows = Ruling.objects.filter(
        tournament=tournament,
        unit=EffectUnit.STANDING_POINTS,
        team__in=list(teams),
        reverses__isnull=True,
        reversed_by__isnull=True,
    )
    return [Adjustment(row.team_id, row.value, row.offence) for row in rows if row.team_id is not None]


def _rank(
    facts: _Facts,
    ruleset: Ruleset,
    stage: Stage,
    adjustments: Iterable[Adjustment],
    rounds: Iterable[int],
    *,
    lots: Mapping[int, int],
) -> Standings:
    counted = plan_of(stage).scoring.bye == regulations.Bye.AVERAGE
    return rank(
        facts.teams,
        facts.results,
        ruleset=ruleset,
        byes=facts.byes if counted else (),
        rounds=rounds,
        lots=lots,
        adjustments=adjustments,
        withdrawn=facts.withdrawn,
        matches=sum(facts.tables.values()),
    )


def _valid_lots(ranked: Standings, drawn_lots: Mapping[int, int]) -> dict[int, int]:
    """Return the lots of teams that are tied now and drew together; lots of different drawings part nobody."""
    if not drawn_lots:
        return {}
    groups: dict[int, list[int]] = defaultdict(list)
    for row in ranked.rows:
        if row.tied:
            groups[row.place].append(row.team)
    found: dict[int, int] = {}
    for teams in groups.values():
        lots = {team: drawn_lots[team] for team in teams if team in drawn_lots}
        if len(lots) == len(teams) and len({drawing_of(lot) for lot in lots.values()}) == 1:
            found |= lots
    return found


def _progress(row: Round, facts: _Facts, begun: set[int]) -> RoundProgress:
    return RoundProgress(
        row.number,
        facts.official.get(row.number, 0),
        facts.tables.get(row.number, 0),
        row.number in begun,
        row.state == RoundState.CLOSED,
    )
