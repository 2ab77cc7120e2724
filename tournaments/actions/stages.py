"""Stages one after another: closed with frozen standings, opened again, and one round longer."""

from django.db import transaction
from django.utils import timezone

from tournaments import policy, regulations
from tournaments.actions import events, reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.publications import freeze
from tournaments.errors import NotFound, Refusal
from tournaments.models import Draw, Round, Stage, StageEntry, Team, Tournament
from tournaments.policy import Actor, Permission
from tournaments.regulations import Format
from tournaments.selectors.going_on import GoingOn, fed_by, going_on, rounds_wanted
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_field import due_of
from tournaments.selectors.stages import stages_of
from tournaments.selectors.standings import Table, count
from tournaments.states import DrawState, EventState, RoundState

FEWEST_TEAMS = 2
ADDS_NO_ROUND = frozenset({Format.ROUND_ROBIN, Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT})


@transaction.atomic
def close_stage(actor: Actor, tournament: Tournament, stage_id: int, *, reason: str = "") -> Stage:
    """Freeze the standings of a stage that is over and let those who go on enter the next. Again it is harmless.

    Refused while a round or a result is missing, and while teams over the cut are equal (lots are drawn first).
    """
    event, stage = _locked(actor, tournament, stage_id)
    if stage.closed_at is not None:
        return stage
    table = count(event, of=stage)
    _refuse_unfinished(stage, table)
    entering = [going_on(stage, table, plan) for plan in fed_by(stage)]
    for each in entering:
        _refuse_undecided(each)
    now = timezone.now()
    publication = freeze(actor, event, stage, table, reason=reason, now=now)
    stage.closed_at = now
    stage.save(update_fields=["closed_at"])
    rows = {row.code: row for row in stages_of(event)}
    for each in entering:
        StageEntry.objects.bulk_create(
            StageEntry(stage=rows[each.plan.code], team_id=team.team, seed=team.seed, carried_points=team.origin())
            for team in each.teams
        )
    data = {
        "stage": stage.code,
        "version": publication.version,
        "going_on": {each.plan.code: [team.team for team in each.teams] for each in entering},
    }
    record(actor, event, "stage.closed", stage, now=now, data=data, reason=reasons.optional(reason))
    return stage


@transaction.atomic
def reopen_stage(actor: Actor, tournament: Tournament, stage_id: int, *, reason: str) -> Stage:
    """Open a closed stage again while no later one is drawn; who had come to those has not."""
    event, stage = _locked(actor, tournament, stage_id)
    words = reasons.needed(reason)
    if stage.closed_at is None:
        raise Refusal("stage_not_closed")
    if event.state == EventState.FINISHED:
        raise Refusal("event_is_finished")
    later = [row for row in stages_of(event) if row.order > stage.order]
    drawn = Draw.objects.filter(stage__in=later).exclude(state=DrawState.DISCARDED).select_related("stage").first()
    if drawn is not None:
        raise Refusal("next_stage_drawn", stage=drawn.stage.code)
    codes = {plan.code for plan in fed_by(stage)}
    StageEntry.objects.filter(stage__in=[row for row in later if row.code in codes]).delete()
    stage.closed_at = None
    stage.save(update_fields=["closed_at"])
    now = timezone.now()
    record(actor, event, "stage.reopened", stage, now=now, data={"stage": stage.code}, reason=words)
    return stage


@transaction.atomic
def add_round(actor: Actor, tournament: Tournament, stage_id: int, *, reason: str) -> Stage:
    """Let a stage have one round more than its regulations said: an amendment with its reason."""
    event, stage = _locked(actor, tournament, stage_id)
    if stage.closed_at is not None:
        raise Refusal("stage_is_closed")
    plan = event.regulations.plan(stage.code)
    if plan.format in ADDS_NO_ROUND:
        raise Refusal("stage_has_its_rounds")
    longer = plan.model_copy(update={"rounds": plan.rounds + 1})
    document = regulations.dump(event.regulations.with_plan(longer))
    events.amend(actor, event, document=document, reason=reason)
    data = {"stage": stage.code, "rounds": longer.rounds}
    record(actor, event, "stage.extended", stage, now=timezone.now(), data=data, reason=reasons.needed(reason))
    return stage


def _locked(actor: Actor, tournament: Tournament, stage_id: int) -> tuple[Tournament, Stage]:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    stage = next((row for row in stages_of(event) if row.pk == stage_id), None)
    if stage is None:
        raise NotFound
    return event, stage


def _refuse_unfinished(stage: Stage, table: Table) -> None:
    rounds = Round.objects.filter(stage=stage).exclude(state=RoundState.PLANNED)
    still_open = rounds.exclude(state=RoundState.CLOSED).order_by("number").first()
    if still_open is not None:
        raise Refusal("stage_round_open", round=still_open.number)
    wanted, drawn = rounds_wanted(stage), rounds.count()
    if not drawn or (wanted is not None and drawn < wanted) or (plan_of(stage).redraw and not due_of(stage).obstacle):
        raise Refusal("stage_rounds_missing", drawn=drawn, planned=wanted if wanted is not None else drawn + 1)
    if not table.complete:
        progress = table.standings.progress
        raise Refusal("stage_results_missing", missing=progress.matches - progress.official)


def _refuse_undecided(found: GoingOn) -> None:
    if found.tie is not None:
        numbers = Team.objects.filter(pk__in=found.tie.teams).order_by("number").values_list("number", flat=True)
        raise Refusal("tie_over_the_cut", teams=", ".join(map(str, numbers)), slots=found.tie.slots)
    if len(found.teams) < FEWEST_TEAMS:
        raise Refusal("too_few_to_go_on", found=len(found.teams), stage=found.plan.code, wanted=FEWEST_TEAMS)
