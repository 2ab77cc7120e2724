"""The rows of an event's stages follow its regulations, as far as they are not drawn."""

from collections.abc import Sequence

from tournaments.errors import Refusal
from tournaments.models import Division, Draw, Match, Round, Stage, StageEntry
from tournaments.regulations import Regulations
from tournaments.selectors.rulesets import plan_of

FIXED_ONCE_DRAWN = (
    "format",
    "groups",
    "legs",
    "third_place",
    "placement",
    "redraw",
    "until",
    "entrants",
    "carry",
    "divisions",
)


def recheck(stages: Sequence[Stage], new: Regulations) -> None:
    """Refuse what the stages that are drawn, or have their teams, no longer allow."""
    plans = {plan.code: plan for plan in new.stages}
    places = {plan.code: order for order, plan in enumerate(new.stages)}
    for order, stage in enumerate(stages):
        plan = plans.get(stage.code)
        is_drawn = stage.rules_id is not None
        if plan is None:
            if is_drawn or Draw.objects.filter(stage=stage).exists() or _is_fed(stage):
                raise Refusal("stage_is_drawn")
            continue
        before = plan_of(stage)
        if is_drawn:
            changed = any(getattr(before, name) != getattr(plan, name) for name in FIXED_ONCE_DRAWN)
            if changed or places[stage.code] != order or plan.rounds < _least_rounds(stage, before.rounds):
                raise Refusal("stage_is_drawn")
        elif before.entrants != plan.entrants and _is_fed(stage):
            raise Refusal("stage_has_its_teams")


def lay_out(division: Division, rules: Regulations, stages: Sequence[Stage] = ()) -> None:
    """Make, change, order and remove rows so that they are the stages of the regulations; drawn ones stay."""
    rows = {stage.code: stage for stage in stages}
    for order, plan in enumerate(rules.stages):
        row = rows.pop(plan.code, None)
        if row is None:
            Stage.objects.create(
                division=division, code=plan.code, order=order, format=plan.format, ruleset=plan.ruleset
            )
        elif row.rules_id is None and (row.order, row.format, row.ruleset) != (order, plan.format, plan.ruleset):
            row.order, row.format, row.ruleset = order, plan.format, plan.ruleset
            row.save(update_fields=["order", "format", "ruleset"])
    for row in rows.values():
        row.delete()


def _is_fed(stage: Stage) -> bool:
    return StageEntry.objects.filter(stage=stage).exists()


def _least_rounds(stage: Stage, planned: int) -> int:
    """Return how many rounds the stage has at least: those that are laid out, or all where none is left to draw."""
    made = Round.objects.filter(stage=stage).count()
    return made if Match.objects.filter(round__stage=stage).exists() else planned
