"""A stage whose standings were frozen and whose results changed since: who would go on now, and what hangs on it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Draw, Stage, StageEntry
from tournaments.selectors.going_on import GoingOn, fed_by, going_on
from tournaments.selectors.stages import stages_of
from tournaments.selectors.standings import Kept, Table, gone_at_close
from tournaments.states import DrawState


@dataclass(frozen=True, slots=True)
class Exchange:
    """Teams that would go on into a stage (its code) instead of those who did; `undecided`: only lots would say who."""

    into: str
    enters: tuple[int, ...]
    leaves: tuple[int, ...]
    undecided: bool = False

    def kept(self) -> Kept:
        return Kept(self.into, self.leaves, self.enters)


def exchanges(stage: Stage, before: Table, after: Table) -> tuple[Exchange, ...]:
    """Return who would go on from a closed stage now and did not, and instead of whom.

    Nothing where the standings before and after bring the same teams forward: what was decided before stays decided.
    Once the bands of a later stage are drawn, a team that would be in a higher one does not go on as it would now.
    """
    out, drawn = gone_at_close(stage), drawn_after(stage)
    found: list[Exchange] = []
    for plan in fed_by(stage):
        then, now = (going_on(stage, table, plan, out=out) for table in (before, after))
        if _who(then) == _who(now):
            if drawn and plan.groups is not None and plan.groups.by == "bands":
                found += _of_bands(then, now)
            continue
        there = set(entered(stage, plan.code).values_list("team_id", flat=True))
        chosen = _who(now)
        if now.tie is not None:
            in_tie = set(now.tie.teams)
            found.append(_exchange(plan.code, chosen - there, (there - chosen) | (there & in_tie), undecided=True))
        elif chosen != there:
            found.append(_exchange(plan.code, chosen - there, there - chosen))
    return tuple(found)


def _of_bands(then: GoingOn, now: GoingOn) -> Iterator[Exchange]:
    """Yield who would be in a higher band now, and who in a lower one, or those whom only lots would part."""
    if now.tie is not None:
        yield _exchange(now.plan.code, set(), set(now.tie.teams), undecided=True)
        return
    before, after = _band_of(then), _band_of(now)
    higher = {team for team, band in after.items() if band < before.get(team, band)}
    lower = {team for team, band in after.items() if band > before.get(team, band)}
    if higher or lower:
        yield _exchange(now.plan.code, higher, lower)


def _band_of(found: GoingOn) -> dict[int, int]:
    """Return the band of every team; the seeds of each division begin anew."""
    divisions: list[list[int]] = []
    for each in found.teams:
        if each.seed == 1:
            divisions.append([])
        divisions[-1].append(each.team)
    bands: dict[int, int] = {}
    for teams in divisions:
        numbers = (band for band, size in enumerate(found.plan.group_sizes(len(teams))) for _ in range(size))
        bands |= dict(zip(teams, numbers, strict=True))
    return bands


def _exchange(into: str, enters: set[int], leaves: set[int], *, undecided: bool = False) -> Exchange:
    return Exchange(into, tuple(sorted(enters)), tuple(sorted(leaves)), undecided)


def _who(found: GoingOn) -> set[int]:
    """Return those who go on, with everybody among whom lots would have to choose."""
    return {each.team for each in found.teams} | set(found.tie.teams if found.tie is not None else ())


def entered(stage: Stage, code: str) -> QuerySet[StageEntry]:
    """Return the entries of another stage of the same event."""
    return StageEntry.objects.filter(stage__division__tournament=stage.division.tournament, stage__code=code)


def drawn_after(stage: Stage) -> bool:
    """Say whether a later stage has a draw that was released."""
    later = [row for row in stages_of(stage.division.tournament) if row.order > stage.order]
    return Draw.objects.filter(stage__in=later, state=DrawState.RELEASED).exists()
