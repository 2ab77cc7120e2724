"""Teams that come after the first draw was released: from which round on they play, or why they cannot."""

from dataclasses import dataclass

from tournaments.divisionplans import plays
from tournaments.models import Entry, Stage, Team, Tournament
from tournaments.regulations import Format
from tournaments.selectors import entries
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_field import Due, due_of
from tournaments.selectors.stages import stages_of
from tournaments.states import DrawState, EntryState, EventState, TeamState


@dataclass(frozen=True, slots=True)
class Late:
    """Where a team that comes now would join: the round of the event, or the refusal that stands against it."""

    round: int = 0
    refused: str = ""


def late_entry(tournament: Tournament, division: str = "") -> Late | None:
    """Return what becomes of a team of this division ("": of any) that comes now.

    None while the list can still be opened, and after the event. Before the first draw of its stage it simply joins
    that draw; later only what is drawn round by round takes a team in, while a round is left to draw.
    """
    if tournament.entries_frozen_at is None or tournament.state in {EventState.FINISHED, EventState.ARCHIVED}:
        return None
    if not entries.has_draw(tournament, DrawState.RELEASED):
        return None
    found = [_joins(stage) for stage in stages_of(tournament) if _takes(stage, division)]
    return next((late for late in found if not late.refused), found[0] if found else Late(refused="late_stage_over"))


def _takes(stage: Stage, division: str) -> bool:
    plan = plan_of(stage)
    return plan.entrants is None and (not division or plays(division, plan))


def _joins(stage: Stage) -> Late:
    if stage.closed_at is not None:
        return Late(refused="late_stage_over")
    plan, due = plan_of(stage), due_of(stage)
    if not due.made:
        return Late(due.number)
    if plan.redraw or plan.is_bracket:
        return Late(refused="late_knockout")
    if plan.format == Format.ROUND_ROBIN or not plan.one_by_one:
        return Late(refused="late_drawn_whole")
    return Late(due.number) if due.made < plan.rounds else Late(refused="late_no_round_left")


def has_room(tournament: Tournament, division: str) -> bool:
    """Say whether a division, or the event without any, has room for one more team that plays."""
    pool = tournament.regulations.pool_of(division)
    rows = Entry.objects.filter(tournament=tournament, state=EntryState.ACCEPTED, team__state=TeamState.ACTIVE)
    return (rows.filter(division__code__in=pool.codes) if pool.codes else rows).count() < pool.capacity


@dataclass(frozen=True, slots=True)
class Changes:
    """Who is in the next draw and was not in the round before, and the other way round; teams by id."""

    new: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


NO_CHANGES = Changes()


def changes_for(due: Due) -> Changes:
    """Return what differs between the field of the next draw of a stage and the last round that it has.

    Nothing before the first draw, and in knockouts, where it is the losers who are gone.
    """
    if due.obstacle or not due.made or due.plan.redraw or due.plan.is_bracket:
        return NO_CHANGES
    last = due.stage.rounds.order_by("-number").first()
    if last is None:
        return NO_CHANGES
    before = set(last.sides.filter(team__isnull=False).values_list("team_id", flat=True))
    now = {each.team for each in due.teams}
    numbers = dict(Team.objects.filter(pk__in=before ^ now).values_list("pk", "number"))
    order = sorted(numbers, key=numbers.__getitem__)
    return Changes(
        tuple(team for team in order if team in now),
        tuple(team for team in order if team in before),
    )
