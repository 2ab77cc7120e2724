"""Who goes on from a stage that is over: by place, by group, and the best of those behind."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, groupby

from django.db.models import Count

from scoring.stages import Advance, OpenTie, best_across, carry, places_of
from tournaments.models import Publication, PublicationKind, Stage, StageEntry, Team, Tournament
from tournaments.pairing.tie_records import parted, recorded_in, valid
from tournaments.regulations import Feed, Format, StagePlan
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.selectors.stage_facts import records_of
from tournaments.selectors.standings import GroupTable, Table, count, together_by_place
from tournaments.states import TeamState


@dataclass(frozen=True, slots=True)
class Entering:
    """A team that enters the next stage: its seed from 1, what it brings along, and where it stood in its group."""

    team: int
    seed: int
    points: Fraction | None = None
    group: int | None = None
    place: int | None = None

    def origin(self) -> dict[str, object]:
        """Return what `StageEntry.carried_points` holds of it."""
        held = {"points": None if self.points is None else str(self.points), "group": self.group, "place": self.place}
        return {name: value for name, value in held.items() if value is not None}


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Those who enter a stage from another, best first; `tie`: equal teams of whom only some can go on."""

    plan: StagePlan
    teams: tuple[Entering, ...]
    tie: OpenTie | None = None


def fed_by(stage: Stage) -> list[StagePlan]:
    """Return the plans of the stages whose teams come from this one."""
    rules = stage.division.tournament.regulations
    return [plan for plan in rules.stages if plan.entrants is not None and plan.entrants.from_stage == stage.code]


def going_on(stage: Stage, table: Table, plan: StagePlan, *, out: set[int] | None = None) -> GoingOn:
    """Say who enters a stage that this one feeds, by the standings of this one. Give the stage with its event.

    Every division by itself, with seeds of its own. `out` are those who are passed over: by default whoever has left
    the event.
    """
    out = _gone(stage.division.tournament) if out is None else out
    points = carried_points(table, plan)
    entering: list[Entering] = []
    tie: OpenTie | None = None
    for groups in table.divisions or ((),):
        found = _Cut(stage, table, groups, plan, frozenset(out)).found()
        tie = tie or found.tie
        entering += [
            Entering(team, seed, points.get(team), *found.origins.get(team, (None, None)))
            for seed, team in enumerate(found.teams, start=1)
        ]
    return GoingOn(plan, tuple(entering), tie)


def carried_points(table: Table, plan: StagePlan) -> dict[int, Fraction]:
    """Return what every team of a stage brings along into the next by its plan; nothing where points stay behind."""
    if not plan.carry.hundredths:
        return {}
    tables = [each.standings for each in table.groups] or [table.standings]
    share = Fraction(plan.carry.hundredths, 100)
    return {each.team: Fraction(each.amount) for standings in tables for each in carry(standings, share)}


@dataclass(frozen=True, slots=True)
class _Found:
    teams: tuple[int, ...] = ()
    origins: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    tie: OpenTie | None = None


@dataclass(frozen=True, slots=True)
class _Cut:
    """Who goes on from the groups of a division, or from a field without groups; `ties`: those over a cut, once found.

    They are noted as if the equal had decided nothing, up to the first that they have yet to decide.
    """

    stage: Stage
    table: Table
    groups: tuple[GroupTable, ...]
    plan: StagePlan
    out: frozenset[int]
    ties: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def feed(self) -> Feed:
        return self.plan.entrants or Feed(from_stage=self.stage.code)

    def found(self) -> _Found:
        if self.feed.per_group is not None:
            return self._of_groups(self.feed.per_group)
        levels = self._staying(self._places())
        number = max(0, sum(map(len, levels)) - self.feed.after)
        if self.feed.teams is not None:
            number = min(number, self.feed.teams)
        first, last = self.feed.after, self.feed.after + number
        teams, tie = self._parted(levels, [first, last, *(first + cut for cut in self._bands(number))])
        return _Found(teams[first:last], tie=tie)

    def _places(self) -> tuple[tuple[int, ...], ...]:
        """Return the teams by place: of groups that play for the same places those of one table with all teams."""
        table, groups = self.table, self.groups
        if not groups:
            return table.places
        if len(groups) == 1 or table.bands:
            return tuple(teams for group in groups for teams in group.places)
        if table.knockout or self.feed.teams is None:
            return together_by_place(group.places for group in groups)
        here = {row.team for group in groups for row in group.standings.rows}
        levels = (tuple(team for team in teams if team in here) for teams in places_of(table.standings))
        return tuple(teams for teams in levels if teams)

    def _staying(self, places: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        gone = self.out | {row.team for row in self.table.standings.rows if row.withdrawn}
        return [tuple(team for team in teams if team not in gone) for teams in places]

    def _bands(self, teams: int) -> list[int]:
        """Return after how many teams a band of the next stage ends: nobody chooses who of equal teams is in it."""
        if self.plan.groups is None or self.plan.groups.by != "bands":
            return []
        return list(accumulate(self.plan.group_sizes(teams)))[:-1]

    def _parted(self, levels: Iterable[tuple[int, ...]], cuts: Sequence[int]) -> tuple[tuple[int, ...], OpenTie | None]:
        """Put teams in order, equal ones over a cut by what they decided; a tie that is still open ends them."""
        ranked: list[int] = []
        for teams in levels:
            over = _inside(cuts, len(ranked), teams)
            if over:
                self.ties.append(teams)
            for equal in _decided(self.stage, teams) if over else [teams]:
                inside = _inside(cuts, len(ranked), equal)
                if inside:
                    return tuple(ranked), OpenTie(equal, min(inside) - len(ranked))
                ranked += equal
        return tuple(ranked), None

    def _of_groups(self, wanted: int) -> _Found:
        """Take the first of every group, all winners before all seconds, and the best of those who came next."""
        origins: dict[int, tuple[int, int]] = {}
        first, last = self.feed.after, self.feed.after + wanted
        for number, group in enumerate(self.groups, start=1):
            teams, tie = self._parted(self._staying(group.places), [first, last])
            if tie is not None:
                return _Found(tie=tie)
            origins |= {team: (number, place) for place, team in enumerate(teams[first:last], start=first + 1)}
        ordered = sorted(origins, key=lambda team: (origins[team][1], origins[team][0]))
        more = self._best_of_next() if self.feed.best is not None else Advance(())
        if more.tie is not None:
            return _Found((*ordered, *more.teams), origins, more.tie)
        levels = [tuple(those) for _, those in groupby(ordered, key=lambda team: origins[team][1])]
        levels += [(team,) for team in more.teams]
        teams, tie = self._parted(levels, self._bands(sum(map(len, levels))))
        return _Found(teams, origins, tie)

    def _best_of_next(self) -> Advance:
        """Compare those who stand in the place after the last that goes on of itself, across groups of any size."""
        groups = {group.group_id: group.standings for group in self.groups}
        place, wanted = self.feed.after + (self.feed.per_group or 0) + 1, self.feed.best or 0
        ruleset = ruleset_of(self.stage)
        found = best_across(groups, place, wanted, ruleset=ruleset)
        if found.tie is None:
            return found
        self.ties.append(found.tie.teams)
        order = ruleset.ranking.tie_breaks.value
        among_equals = recorded_in(order)
        decided = valid([found.tie.teams], among_equals, records_of(self.stage))
        criteria = [*(each for each in order if each not in {*among_equals, "shared"}), *among_equals]
        return best_across(groups, place, wanted, ruleset=ruleset, criteria=criteria, recorded=decided)


def _inside(cuts: Iterable[int], start: int, teams: Sequence[int]) -> list[int]:
    return [cut for cut in cuts if start < cut < start + len(teams)]


def _decided(stage: Stage, teams: Sequence[int]) -> list[tuple[int, ...]]:
    """Return equal teams in the order of what they decided among themselves, those still equal together."""
    return parted(teams, recorded_in(ruleset_of(stage).ranking.tie_breaks.value), records_of(stage))


def open_ties(stage: Stage, table: Table) -> Iterator[tuple[int, ...]]:
    """Return the ties over a cut that no table shows: across groups, and of who went out of a knockout together.

    Those that were parted since are among them, as it may be decided again.
    """
    out = frozenset(_gone(stage.division.tournament))
    shown = {frozenset(teams) for teams in table.ties()}
    for plan in fed_by(stage):
        for groups in table.divisions or ((),):
            cut = _Cut(stage, table, groups, plan, out)
            cut.found()
            for teams in cut.ties:
                if frozenset(teams) not in shown:
                    shown.add(frozenset(teams))
                    yield teams


def _gone(tournament: Tournament) -> set[int]:
    return set(Team.objects.filter(tournament=tournament).exclude(state=TeamState.ACTIVE).values_list("pk", flat=True))


def rounds_wanted(stage: Stage) -> int | None:
    """Return how many rounds the stage has by its regulations; None where its matches say when it is over."""
    plan = plan_of(stage)
    if plan.is_bracket:
        return None
    if plan.format != Format.ROUND_ROBIN:
        return plan.rounds
    entries = StageEntry.objects.filter(stage=stage)
    sizes = entries.exclude(group=None).order_by().values("group").annotate(teams=Count("pk"))
    largest = max((row["teams"] for row in sizes), default=0)
    return plan.rounds_in_group(largest) if largest else plan.rounds_of(entries.count())


def frozen(stage: Stage) -> Publication | None:
    """Return the standings that the stage was closed with."""
    rows = Publication.objects.filter(stage=stage, kind=PublicationKind.STANDINGS)
    return rows.order_by("-version").first() if stage.closed_at is not None else None


def counted(stage: Stage) -> Table:
    return count(stage.division.tournament, of=stage)
