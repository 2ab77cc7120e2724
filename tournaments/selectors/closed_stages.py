"""A stage whose standings were frozen and whose results changed since: who would go on now, and what hangs on it."""

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
    """
    out = gone_at_close(stage)
    found = []
    for plan in fed_by(stage):
        then, now = (going_on(stage, table, plan, out=out) for table in (before, after))
        if _who(then) == _who(now):
            continue
        there = set(entered(stage, plan.code).values_list("team_id", flat=True))
        chosen = _who(now)
        if now.tie is not None:
            in_tie = set(now.tie.teams)
            found.append(_exchange(plan.code, chosen - there, (there - chosen) | (there & in_tie), undecided=True))
        elif chosen != there:
            found.append(_exchange(plan.code, chosen - there, there - chosen))
    return tuple(found)


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
