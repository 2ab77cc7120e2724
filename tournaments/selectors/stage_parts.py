"""The parts of a stage's field: its divisions and groups, which are drawn, seated and ranked apart."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.divisionplans import plays
from tournaments.models import Stage, StageEntry, Team
from tournaments.pairing import Entrant
from tournaments.regulations import Format, StagePlan

Teams = tuple[int, ...]
ALONE = 1


@dataclass(frozen=True, slots=True)
class Parts:
    """Teams that are drawn apart; one part is none. `sizes`: of the groups that are yet to be drawn, through all parts.

    In later rounds the parts are those of the first draw, empty where nobody is left.
    """

    teams: tuple[Teams, ...] = ()
    sizes: Teams = ()

    @property
    def someone_alone(self) -> bool:
        return any(len(teams) == ALONE for teams in self.teams)


WHOLE = Parts()


def divisions_of(stage: Stage, plan: StagePlan) -> tuple[str, ...]:
    """Return the codes of the divisions that play in a stage; none in an event of one, or where one plays alone."""
    known = tuple(each.code for each in stage.division.tournament.regulations.divisions)
    playing = tuple(code for code in known if plays(code, plan))
    return playing if len(playing) > 1 else ()


def first_parts(stage: Stage, plan: StagePlan, teams: Sequence[Entrant]) -> Parts:
    """Divide the field of a first draw: by divisions (a query where there are several), and those into groups."""
    whole = tuple(each.team for each in teams)
    divisions = _by_division(stage, plan, whole)
    if plan.groups is not None and plan.groups.by == "bands":
        return Parts(_bands(stage, plan, divisions or (whole,)))
    sizes = [plan.group_sizes(len(each)) for each in divisions or (whole,)]
    if plan.format != Format.ROUND_ROBIN and all(len(each) <= 1 for each in sizes):
        return Parts(divisions)
    return Parts(divisions, tuple(size for each in sizes for size in each))


def later_parts(stage: Stage, teams: Sequence[Entrant]) -> Parts:
    """Return the parts of the first draw as they are now; who came later joins the smallest of the own division."""
    groups = list(stage.groups.order_by("order").values_list("pk", "division"))
    if not groups:
        return Parts()
    playing = {each.team for each in teams}
    rows = StageEntry.objects.filter(stage=stage, team__in=playing).values_list("team", "group")
    group_of = {team: group for team, group in rows if group is not None}
    late = [each.team for each in teams if each.team not in group_of]
    division_of = dict(Team.objects.filter(pk__in=late).values_list("pk", "division")) if late else {}
    members: dict[int, list[int]] = {group: [] for group, _ in groups}
    for each in teams:
        if each.team in group_of:
            members[group_of[each.team]].append(each.team)
    for team in late:
        own = [group for group, division in groups if division in {None, division_of[team]}]
        members[min(own or list(members), key=lambda group: len(members[group]))].append(team)
    return Parts(tuple(tuple(members[group]) for group, _ in groups))


def only(parts: Parts, teams: Collection[int]) -> Parts:
    """Return the parts with these teams alone."""
    return Parts(tuple(tuple(team for team in each if team in teams) for each in parts.teams), parts.sizes)


def pots_of(parts: Parts, order: Sequence[int], whole: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Put ranked teams into pots, each of as many as its part has groups."""
    left = list(parts.sizes)
    found: list[tuple[int, int]] = []
    for teams in parts.teams or (tuple(whole),):
        here, groups, places = set(teams), 0, 0
        while left and places < len(teams):
            places, groups = places + left.pop(0), groups + 1
        ranked = [team for team in order if team in here or not parts.teams]
        found += [(team, place // max(groups, 1) + 1) for place, team in enumerate(ranked)]
    return tuple(found)


def in_order_of(teams: Sequence[int], seeds: Mapping[int, int | None]) -> Teams:
    """Return teams as the stage before ranked them; who has no place there comes last."""
    last = max((seed or 0 for seed in seeds.values()), default=0) + 1
    return tuple(sorted(teams, key=lambda team: seeds.get(team) or last))


def _by_division(stage: Stage, plan: StagePlan, teams: Teams) -> tuple[Teams, ...]:
    codes = divisions_of(stage, plan)
    if not codes:
        return ()
    code_of = dict(Team.objects.filter(pk__in=teams).values_list("pk", "division__code"))
    parts = (tuple(team for team in teams if code_of[team] == code) for code in codes)
    found = tuple(part for part in parts if part)
    return found if len(found) > 1 else ()


def _bands(stage: Stage, plan: StagePlan, parts: Sequence[Teams]) -> tuple[Teams, ...]:
    seeds = dict(StageEntry.objects.filter(stage=stage).values_list("team", "seed"))
    found: list[Teams] = []
    for teams in parts:
        ranked = in_order_of(teams, seeds)
        for size in plan.group_sizes(len(teams)):
            found.append(ranked[:size])
            ranked = ranked[size:]
    return tuple(found)
