"""Stages added, moved and taken away, so that those after them still follow from something. Pure."""

from collections.abc import Sequence
from typing import Any

from tournaments.regulations import Feed, Format, Groups, Regulations, StagePlan

FIRST_GROUPS, OF_FOUR, TWO_EACH = 6, 4, 2
KNOCKOUT_OF = 8
BY_DEFAULT = 4


def added(regulations: Regulations, chosen: Format) -> StagePlan:
    """Return a stage of this format to stand behind those there are, with values to start from."""
    codes = {plan.code for plan in regulations.stages}
    number = next(number for number in range(2, len(codes) + 3) if f"stage-{number}" not in codes)
    last = regulations.stages[-1]
    like = {name: getattr(last, name) for name in ("ruleset", "timing", "scoring", "decisions")}
    plan = StagePlan(code=f"stage-{number}", format=Format.RANDOM, entrants=Feed(from_stage=last.code), **like)
    return with_format(plan, chosen, source=last, teams=_before(regulations, last))


def with_format(plan: StagePlan, chosen: Format, *, source: StagePlan | None, teams: int) -> StagePlan:
    """Return the stage in another format: what belongs to the old one goes, the rest gets values to start from.

    teams: how many play in the stage before, or enter the first.
    """
    kept = (
        "code", "name", "name_en", "ruleset", "timing", "scoring", "decisions", "amended", "constraints", "divisions",
        "starts_at",
    )  # fmt: skip
    values: dict[str, Any] = {name: getattr(plan, name) for name in kept}
    rounds = (teams - 1).bit_length() if chosen == Format.SWISS else BY_DEFAULT
    values |= {"format": chosen, "rounds": 2 if chosen == Format.TWO_ROUNDS else max(1, rounds)}
    if chosen == Format.ROUND_ROBIN:
        values["groups"] = Groups(size=OF_FOUR) if teams > FIRST_GROUPS else Groups(count=1)
    if chosen in {Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT}:
        values["third_place"] = chosen == Format.KNOCKOUT
        if source is not None:
            values |= _into_bracket(source, teams)
    elif source is not None:
        values["entrants"] = plan.entrants or Feed(from_stage=source.code)
    return StagePlan(**values)


def _into_bracket(source: StagePlan, teams: int) -> dict[str, Any]:
    """Let the best go on: two of each group against those of another, else as many as a bracket takes."""
    if source.group_count(teams) > 1:
        return {"entrants": Feed(from_stage=source.code, per_group=TWO_EACH), "seeding": "cross"}
    most = min(KNOCKOUT_OF, 1 << (max(2, teams).bit_length() - 1))
    return {"entrants": Feed(from_stage=source.code, teams=most), "seeding": "rank"}


def _before(regulations: Regulations, last: StagePlan) -> int:
    from_feed = last.entrants.teams if last.entrants is not None else None
    return from_feed or regulations.registration.capacity


def moved(stages: Sequence[StagePlan], code: str, step: int, divisions: Sequence[str] = ()) -> tuple[StagePlan, ...]:
    """Return the stages with this one so many places further on; feeds that no longer fit come from the one before.

    divisions: the codes of those that the event has.
    """
    order = list(stages)
    at = next(place for place, plan in enumerate(order) if plan.code == code)
    to = min(max(at + step, 0), len(order) - 1)
    order.insert(to, order.pop(at))
    return chained(order, divisions)


def removed(stages: Sequence[StagePlan], code: str, divisions: Sequence[str] = ()) -> tuple[StagePlan, ...]:
    """Return the stages without this one; those that it fed are fed by the one before."""
    return chained([plan for plan in stages if plan.code != code], divisions)


def chained(order: Sequence[StagePlan], divisions: Sequence[str] = ()) -> tuple[StagePlan, ...]:
    """Let each stage take its teams from one that all of its divisions play before; from none where none has played."""
    found: list[StagePlan] = []
    for plan in order:
        here = _players(plan, divisions)
        before = [each for each in found if here <= _players(each, divisions)]
        known = {each.code: each for each in before}
        source = known.get(plan.entrants.from_stage) if plan.entrants is not None else None
        if not any(here & _players(each, divisions) for each in found):
            found.append(_first(plan))
        elif not before or (source is not None and _fits(plan, source)):
            found.append(plan)
        else:
            found.append(_fed_by(plan, source or before[-1]))
    return tuple(found)


def _players(plan: StagePlan, divisions: Sequence[str]) -> set[str]:
    """Return the divisions that play a stage; the event's only one, without a code, where it has but one."""
    return set(plan.divisions or divisions or ("",))


def _first(plan: StagePlan) -> StagePlan:
    update: dict[str, Any] = {"entrants": None, "carry": StagePlan().carry}
    if plan.seeding in {"rank", "cross"}:
        update["seeding"] = "lots"
    if plan.groups is not None and plan.groups.by in {"rank", "bands"}:
        update["groups"] = plan.groups.model_copy(update={"by": "lots"})
    return plan.model_copy(update=update)


def _fits(plan: StagePlan, source: StagePlan) -> bool:
    per_group = plan.entrants is not None and plan.entrants.per_group is not None
    has_groups = source.format == Format.ROUND_ROBIN or source.groups is not None
    return has_groups or not (per_group or plan.seeding == "cross")


def _fed_by(plan: StagePlan, source: StagePlan) -> StagePlan:
    old = plan.entrants
    feed = Feed(from_stage=source.code)
    if old is not None:
        candidate = old.model_copy(update={"from_stage": source.code})
        if _fits(plan.model_copy(update={"entrants": candidate}), source):
            return plan.model_copy(update={"entrants": candidate})
        feed = Feed(from_stage=source.code, teams=old.teams)
    update: dict[str, Any] = {"entrants": feed}
    if plan.seeding == "cross":
        update["seeding"] = "rank"
    return plan.model_copy(update=update)
