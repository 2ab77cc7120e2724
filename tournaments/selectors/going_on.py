"""Who goes on from a stage that is over: by place, by group, and the best of those behind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.stages import Advance, OpenTie, advance, best_across, carry
from tournaments.models import Publication, PublicationKind, Stage, StageEntry, Team, Tournament
from tournaments.pairing.tie_lots import drawing_of
from tournaments.regulations import Feed, StagePlan
from tournaments.selectors.rulesets import plan_of, ruleset_of
from tournaments.selectors.standings import Table, count
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


def going_on(stage: Stage, table: Table, plan: StagePlan) -> GoingOn:
    """Say who enters a stage that this one feeds, by the standings of this one. Give the stage with its event."""
    feed = plan.entrants or Feed(from_stage=stage.code)
    out = _gone(stage.division.tournament)
    found = _of_groups(stage, table, feed, out) if feed.per_group is not None else _of_all(stage, table, feed, out)
    teams, origins, tie = found
    points: dict[int, Fraction] = {}
    if plan.carry.hundredths:
        tables = [each.standings for each in table.groups] or [table.standings]
        share = Fraction(plan.carry.hundredths, 100)
        points = {each.team: Fraction(each.amount) for standings in tables for each in carry(standings, share)}
    entering = (
        Entering(team, seed, points.get(team), *origins.get(team, (None, None)))
        for seed, team in enumerate(teams, start=1)
    )
    return GoingOn(plan, tuple(entering), tie)


Found = tuple[tuple[int, ...], dict[int, tuple[int, int]], OpenTie | None]


def _of_all(stage: Stage, table: Table, feed: Feed, out: set[int]) -> Found:
    if feed.teams is None:
        return tuple(team for teams in table.places for team in teams if team not in out), {}, None
    if not table.knockout:
        advanced = advance(table.standings, feed.teams, out=out)
        return advanced.teams, {}, advanced.tie
    teams, tie = _of_knockout(table, feed.teams, out)
    lots = _lots_of(stage, tie) if tie is not None else {}
    if tie is None or not lots:
        return teams, {}, tie
    return (*teams, *sorted(tie.teams, key=lots.__getitem__)[: tie.slots]), {}, None


def _of_knockout(table: Table, wanted: int, out: set[int]) -> tuple[tuple[int, ...], OpenTie | None]:
    """Take the first by the round of going out; of those who went out together only lots choose."""
    going: list[int] = []
    for teams in table.places:
        left = tuple(team for team in teams if team not in out)
        if len(going) + len(left) > wanted > len(going):
            return tuple(going), OpenTie(left, wanted - len(going))
        if len(going) < wanted:
            going += left
    return tuple(going), None


def _of_groups(stage: Stage, table: Table, feed: Feed, out: set[int]) -> Found:
    """Take the first of every group, all winners before all seconds, and the best of those who came next."""
    wanted = feed.per_group or 0
    origins: dict[int, tuple[int, int]] = {}
    for group in table.groups:
        advanced = advance(group.standings, wanted, out=out)
        if advanced.tie is not None:
            return (), {}, advanced.tie
        origins |= {team: (group.order + 1, place) for place, team in enumerate(advanced.teams, start=1)}
    teams = sorted(origins, key=lambda team: (origins[team][1], origins[team][0]))
    if feed.best is None:
        return tuple(teams), origins, None
    more = best_of_next(stage, table, feed)
    return (*teams, *more.teams), origins, more.tie


def best_of_next(stage: Stage, table: Table, feed: Feed) -> Advance:
    """Compare those who stand in the place after the last that goes on of itself, across groups of any size."""
    groups = {group.group_id: group.standings for group in table.groups}
    place, wanted, ruleset = (feed.per_group or 0) + 1, feed.best or 0, ruleset_of(stage)
    found = best_across(groups, place, wanted, ruleset=ruleset)
    lots = _lots_of(stage, found.tie) if found.tie is not None else {}
    if not lots:
        return found
    criteria = [*(each for each in ruleset.ranking.tie_breaks.value if each not in {"lots", "shared"}), "lots"]
    return best_across(groups, place, wanted, ruleset=ruleset, criteria=criteria, recorded={"lots": lots})


def _lots_of(stage: Stage, tie: OpenTie) -> Mapping[int, int]:
    """Return the lots that these teams drew together."""
    rows = StageEntry.objects.filter(stage=stage, team__in=tie.teams, drawn_lot__isnull=False)
    lots = {team: lot for team, lot in rows.values_list("team_id", "drawn_lot") if lot is not None}
    together = len(lots) == len(tie.teams) and len({drawing_of(lot) for lot in lots.values()}) == 1
    return lots if together else {}


def open_ties(stage: Stage, table: Table) -> Iterator[tuple[int, ...]]:
    """Return the ties over a cut that no table shows: across groups, and of who went out of a knockout together."""
    out = _gone(stage.division.tournament)
    for plan in fed_by(stage):
        tie: OpenTie | None = None
        feed = plan.entrants or Feed(from_stage=stage.code)
        if table.knockout and feed.teams is not None:
            tie = _of_knockout(table, feed.teams, out)[1]
        elif table.groups and feed.best is not None:
            groups = {group.group_id: group.standings for group in table.groups}
            tie = best_across(groups, (feed.per_group or 0) + 1, feed.best, ruleset=ruleset_of(stage)).tie
        if tie is not None:
            yield tie.teams


def _gone(tournament: Tournament) -> set[int]:
    return set(Team.objects.filter(tournament=tournament).exclude(state=TeamState.ACTIVE).values_list("pk", flat=True))


def rounds_wanted(stage: Stage) -> int | None:
    """Return how many rounds the stage has by its regulations; None where its matches say when it is over."""
    plan = plan_of(stage)
    return None if plan.is_bracket else plan.rounds_of(StageEntry.objects.filter(stage=stage).count())


def frozen(stage: Stage) -> Publication | None:
    """Return the standings that the stage was closed with."""
    rows = Publication.objects.filter(stage=stage, kind=PublicationKind.STANDINGS)
    return rows.order_by("-version").first() if stage.closed_at is not None else None


def counted(stage: Stage) -> Table:
    return count(stage.division.tournament, of=stage)
