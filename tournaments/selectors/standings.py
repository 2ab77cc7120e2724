"""The standings as the event stands: what is official, counted by the stage's ruleset. Nothing of it is stored."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery

from scoring.matches import Bye
from scoring.measures import Recorded
from scoring.points import Adjustment
from scoring.ruleset import Ruleset
from scoring.stages import places_of, rank_groups
from scoring.standings import Standings, rank
from tournaments import regulations
from tournaments.models import (
    ClockEvent,
    EffectUnit,
    Publication,
    PublicationKind,
    Round,
    Ruling,
    Stage,
    Tournament,
)
from tournaments.pairing.tie_records import recorded_in, valid
from tournaments.regulations import Format, StagePlan
from tournaments.selectors.knockouts import Place, by_knockout, knockouts_of, together
from tournaments.selectors.rounds import SHOWN
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.selectors.stage_facts import Facts, adjustments_of, facts_of, is_knockout, penalties_of
from tournaments.selectors.stages import stage_of
from tournaments.states import RoundState, SheetState
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
class GroupTable:
    """A part of a stage with its own standings; `order` counts from 0, `name` is empty where it goes by its letter.

    `division` is the code of the one that it belongs to, where several play; `knockout`: its places in a bracket.
    """

    group_id: int
    name: str
    order: int
    standings: Standings
    division: str = ""
    knockout: tuple[Place, ...] = ()

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Return its teams by place, best first; those that share one together."""
        return tuple(teams for _, teams in self.knockout) if self.knockout else places_of(self.standings)


@dataclass(frozen=True, slots=True)
class Kept:
    """Who went on into a stage (its code) and stayed there, although a later correction has others in their place."""

    into: str
    stayed: tuple[int, ...]
    instead_of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Standings of a stage with what a page needs to show them; `labels` are levels by position, `byes` (round, team).

    `groups` are ranked apart, and where they are bands the whole of one before the next. `knockout`: places by the
    round of going out, which the rows of `standings` then have. `crossed`: in a group everybody meets everybody.
    `released`: some version of the stage's standings was released when this table was counted.
    `kept`: of standings that were frozen, who went on by a decision and not by them.
    """

    standings: Standings
    lots: Mapping[int, str]
    labels: tuple[str, ...]
    byes: frozenset[tuple[int, int]]
    progress: tuple[RoundProgress, ...]
    groups: tuple[GroupTable, ...] = ()
    knockout: tuple[Place, ...] = ()
    bands: bool = False
    crossed: bool = True
    released: bool = field(default=False, compare=False)
    stage_id: int = field(default=0, compare=False)
    kept: tuple[Kept, ...] = field(default=(), compare=False)

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

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """Return the teams by place, best first; those that share one together, and the same places of all groups."""
        if self.groups:
            return tuple(level for tier in self.tiers for level in together_by_place(each.places for each in tier))
        if self.knockout:
            return tuple(teams for _, teams in self.knockout)
        return places_of(self.standings)

    @property
    def divisions(self) -> tuple[tuple[GroupTable, ...], ...]:
        """Return the groups of each division, in order; all of them together where no division has its own."""
        codes = dict.fromkeys(group.division for group in self.groups)
        return tuple(tuple(group for group in self.groups if group.division == code) for code in codes)

    @property
    def tiers(self) -> tuple[tuple[GroupTable, ...], ...]:
        """Return the groups that are ranked beside each other: all of them, or band by band."""
        if not self.bands:
            return (self.groups,)
        bands = zip_longest(*self.divisions)
        return tuple(tuple(group for group in band if group is not None) for band in bands)

    def ties(self) -> list[tuple[int, ...]]:
        """Return the teams that share a place, by place (and group); those that withdrew are not among them."""
        if self.knockout:
            return []
        tables = [each.standings for each in self.groups] or [self.standings]
        return [teams for table in tables for teams in ties_in(table)]


def together_by_place(tables: Iterable[Sequence[tuple[int, ...]]]) -> tuple[tuple[int, ...], ...]:
    """Return places of several tables as those of one: first all who are first, and so on."""
    ranked = zip_longest(*tables, fillvalue=())
    return tuple(tuple(sorted(team for teams in level for team in teams)) for level in ranked)


@dataclass(frozen=True, slots=True)
class _At:
    """An event at one state of its live pages: equal where nothing has changed."""

    event: int
    version: int
    before: int | None
    tournament: Tournament = field(compare=False)


@lru_cache(maxsize=REMEMBERED)
def _remembered(at: _At) -> Table:
    return count(at.tournament, before=at.before)


def table_of(tournament: Tournament, *, before: int | None = None) -> Table:
    """Return the table at the event's `live_version`, counted once in a process; `before` as `count` takes it."""
    return _remembered(_At(tournament.pk, tournament.live_version, before, tournament))


def forget() -> None:
    """Drop what is remembered in this process: tests make events anew under the same numbers."""
    _remembered.cache_clear()


def released(tournament: Tournament, of: Stage | None = None) -> Publication | None:
    """Return the newest released version of the standings of a stage: the last that has rounds, or the one named."""
    rows = Publication.objects.filter(stage__division__tournament=tournament, kind=PublicationKind.STANDINGS)
    if of is None:
        rounds = Round.objects.filter(stage__division__tournament=tournament).exclude(state=RoundState.PLANNED)
        rows = rows.filter(stage=Subquery(rounds.order_by("-number").values("stage")[:1]))
    else:
        rows = rows.filter(stage=of)
    return rows.order_by("-version").first()


def gone_at_close(stage: Stage) -> set[int]:
    """Return who had left when a closed stage was closed: whoever left since keeps the place."""
    publication = released(stage.division.tournament, stage)
    rows = publication.snapshot["rows"] if publication is not None else ()
    return {row["team"] for row in rows if row["withdrawn"]}


class _Asked(TypedDict):
    """What is asked with the rounds: the last fact of the clock, whether the event has rulings, the stage a release."""

    sitting_on: int | None
    last_fact: str | None
    has_rulings: bool
    has_release: bool


def count(
    tournament: Tournament, *, with_lots: bool = True, of: Stage | None = None, before: int | None = None
) -> Table:
    """Count a stage anew from the rows: two queries, one for rulings where there are any, one for a bracket.

    The stage is the last that has rounds, where none is named. Without lots, teams that only lots part share their
    place. `before`: as if nothing had been played from that round on.
    """
    rounds = _rounds(tournament)
    stage = of or (rounds[-1].stage if rounds else stage_of(tournament))
    stage.division.tournament = tournament
    rounds = [row for row in rounds if row.stage_id == stage.pk]
    ruleset = ruleset_of(stage)
    numbers = {row.pk: row.number for row in rounds}
    begun = {row.number for row in rounds if _begun(row)}
    facts = facts_of(stage, numbers, begun, gone_at_close(stage) if stage.closed_at is not None else None)
    if before is not None:
        facts.leave_out_from(before, first=min(numbers.values(), default=0))
    has_rulings = bool(rounds) and rounds[0].has_rulings
    adjustments = adjustments_of(tournament, stage, facts.teams, before=before) if has_rulings else []
    penalties = (
        penalties_of(tournament, stage, facts.teams, before=before)
        if "fewer_penalties" in ruleset.ranking.tie_breaks.value
        else {}
    )
    ranking = _Ranking(
        facts, ruleset, plan_of(stage), [*facts.carried, *adjustments], tuple(numbers.values()), penalties
    )
    ranked, groups = ranking.of_all({}), ranking.of_groups({})
    if with_lots and facts.records:
        ranked, groups = ranking.of_all(ranking.decided((ranked,))), ranking.of_groups(ranking.decided(groups))
    knockouts = knockouts_of(stage, facts) if is_knockout(stage) else ()
    knockout = together(knockouts)
    return Table(
        by_knockout(ranked, knockout) if knockout else ranked,
        facts.lots,
        ruleset.ladder.labels(),
        frozenset((bye.round, bye.team) for bye in facts.byes),
        tuple(_progress(row, facts, begun) for row in rounds),
        tuple(
            GroupTable(group, name, order, by_knockout(each, places) if places else each, division, places)
            for (order, group, name, division), each, places in zip(
                facts.groups, groups, knockouts if knockouts and groups else [()] * len(groups), strict=True
            )
        ),
        knockout,
        bands=ranking.plan.groups is not None and ranking.plan.groups.by == "bands",
        crossed=ranking.plan.format == Format.ROUND_ROBIN or not groups,
        released=bool(rounds and rounds[0].has_release and before is None),
        stage_id=stage.pk,
    )


def _rounds(tournament: Tournament) -> "list[WithAnnotations[Round, _Asked]]":
    """Return the rounds that are released, each with the last fact of its clock; what else there may be to read."""
    last = ClockEvent.objects.filter(clock=OuterRef("clock")).order_by("-order").values("kind")[:1]
    rulings = Ruling.objects.filter(tournament=tournament, unit=EffectUnit.STANDING_POINTS)
    releases = Publication.objects.filter(stage=OuterRef("stage"), kind=PublicationKind.STANDINGS)
    rows = (
        Round.objects.filter(stage__division__tournament=tournament)
        .exclude(state=RoundState.PLANNED)
        .select_related("stage__rules", "stage__division")
        .annotate(
            sitting_on=F("clock__sitting"),
            last_fact=Subquery(last),
            has_rulings=Exists(rulings),
            has_release=Exists(releases),
        )
    )
    return list(rows.order_by("number", "pk"))


def _begun(row: "WithAnnotations[Round, _Asked]") -> bool:
    return row.state == RoundState.CLOSED or row.last_fact not in {None, FactKind.UNDONE} or (row.sitting_on or 1) > 1


@dataclass(frozen=True, slots=True)
class _Ranking:
    """Everything that a ranking of a stage needs but what the equal decided among themselves."""

    facts: Facts
    ruleset: Ruleset
    plan: StagePlan
    adjustments: Sequence[Adjustment]
    rounds: tuple[int, ...]
    penalties: Mapping[int, int]

    @property
    def byes(self) -> Sequence[Bye]:
        """Who sits out a round of a round robin has played as many matches as the others in the end: that is no bye."""
        counted = self.plan.scoring.bye != regulations.Bye.ZERO and self.plan.format != Format.ROUND_ROBIN
        return self.facts.byes if counted else ()

    def decided(self, tables: Iterable[Standings]) -> Recorded:
        """Return what counts now of lots, extra deals and cuts among those who are equal in these tables."""
        ties = [teams for table in tables for teams in ties_in(table)]
        return valid(ties, recorded_in(self.ruleset.ranking.tie_breaks.value), self.facts.records)

    def _known(self, decided: Recorded) -> Recorded:
        return {"fewer_penalties": self.penalties, **decided}

    def of_all(self, decided: Recorded) -> Standings:
        facts = self.facts
        return rank(
            facts.teams,
            facts.results,
            ruleset=self.ruleset,
            byes=self.byes,
            rounds=self.rounds,
            adjustments=self.adjustments,
            withdrawn=facts.withdrawn,
            matches=sum(facts.tables.values()),
            missed=facts.missed,
            recorded=self._known(decided),
        )

    def of_groups(self, decided: Recorded) -> tuple[Standings, ...]:
        """Rank every group apart, in their order."""
        facts = self.facts
        if not facts.groups:
            return ()
        found = rank_groups(
            facts.groups,
            facts.results,
            ruleset=self.ruleset,
            byes=self.byes,
            missed=facts.missed,
            rounds=() if self.plan.format == Format.ROUND_ROBIN else self.rounds,
            adjustments=self.adjustments,
            withdrawn=facts.withdrawn,
            recorded=self._known(decided),
        )
        return tuple(found[key] for key in facts.groups)


def earlier_progress(tournament: Tournament, table: Table) -> list[RoundProgress]:
    """Return how far the rounds of the stages before the table's are; no query in the first stage."""
    first = min((each.number for each in table.progress), default=1)
    if first == 1:
        return []
    rows = Round.objects.filter(stage__division__tournament=tournament, number__lt=first, state__in=SHOWN).annotate(
        tables=Count("matches", filter=Q(matches__table__isnull=False), distinct=True),
        official=Count("matches", filter=Q(matches__sheets__state=SheetState.OFFICIAL), distinct=True),
    )
    return [
        RoundProgress(row.number, row.official, row.tables, begun=True, closed=row.state == RoundState.CLOSED)
        for row in rows.order_by("number")
    ]


def ties_in(table: Standings) -> list[tuple[int, ...]]:
    """Return the teams that share a place, by place; those that withdrew are not among them."""
    shared: dict[int, list[int]] = defaultdict(list)
    for row in table.rows:
        if row.tied and not row.withdrawn:
            shared[row.place].append(row.team)
    return [tuple(teams) for teams in shared.values()]


def _progress(row: Round, facts: Facts, begun: set[int]) -> RoundProgress:
    return RoundProgress(
        row.number,
        facts.official.get(row.number, 0),
        facts.tables.get(row.number, 0),
        row.number in begun,
        row.state == RoundState.CLOSED,
    )
