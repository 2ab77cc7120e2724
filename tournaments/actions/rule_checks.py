"""What the facts of an event no longer allow in its rules, and rules that contradict themselves."""

from typing import Any

from tournaments.decisions import Base, RulesetFaultyError, is_fixed_once_drawn, plain_values, ruleset_of_plan
from tournaments.errors import Invalid, Refusal
from tournaments.models import Tournament
from tournaments.regulations import StagePlan
from tournaments.selectors.rulesets import rounds_not_begun


def recheck(event: Tournament, old: StagePlan, new: StagePlan, *, drawn: bool, base: Base | None = None) -> None:
    """Refuse rules that contradict themselves, and after the draw what stays as it was drawn.

    After the draw own values change from a named round on that has not begun; levels and results are counted as drawn.
    `base`: the preset as the drawn stage keeps it.
    """
    if not drawn:
        recheck_new(new)
        return
    now = _consistent(new, base)
    if old.decisions != new.decisions or old.ruleset != new.ruleset:
        raise Refusal("rules_are_drawn")
    _only_rounds_to_come(event, old, new)
    drawn_as = plain_values(ruleset_of_plan(old, 0, base))
    for path in drawn_as:
        if is_fixed_once_drawn(path) and drawn_as[path] != now.get(path):
            raise Refusal("value_is_drawn", field=path)


def recheck_new(plan: StagePlan) -> None:
    """Refuse what a stage without a draw cannot have: rules that contradict themselves, and amendments."""
    if plan.amended:
        raise Refusal("amended_before_draw")
    _consistent(plan)


def faulty(error: RulesetFaultyError) -> Invalid:
    """Return the refusal of rules that contradict themselves: at the first value that is at fault."""
    first = error.faults[0]
    return Invalid("ruleset_faulty", field=first.path, place=first.path)


def _consistent(plan: StagePlan, base: Base | None = None) -> dict[str, Any]:
    """Return the newest values by path; Invalid where the rules of any round contradict themselves."""
    try:
        for each in plan.amended:
            ruleset_of_plan(plan, each.from_round, base)
        ruleset_of_plan(plan, 0, base)
        return plain_values(ruleset_of_plan(plan, base=base))
    except RulesetFaultyError as error:
        raise faulty(error) from error


def _only_rounds_to_come(event: Tournament, old: StagePlan, new: StagePlan) -> None:
    if old.amended == new.amended:
        return
    free = rounds_not_begun(event)
    kept = [each for each in old.amended if each.from_round not in free]
    if kept != [each for each in new.amended if each.from_round not in free]:
        raise Invalid("round_has_begun_already", field="from_round", rounds=", ".join(map(str, free)))
