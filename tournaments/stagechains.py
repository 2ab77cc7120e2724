"""Stages one after another: who can come from where, and how many teams that makes. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.stageplans import Feed, Format, StagePlan, contradiction

FEWEST = 2


def check_chain(stages: Sequence[StagePlan], capacity: int) -> None:
    """Refuse stages that cannot follow each other, for a field of at most `capacity` teams, by a code with parameters.

    Codes: stage_code_twice, first_stage_is_fed, stage_not_fed, stage_unknown, stage_feeds_itself, stage_from_later,
    per_group_without_groups, cross_without_groups, more_than_play, too_many_groups, stage_of_one, none_goes_out.
    """
    before: dict[str, StagePlan] = {}
    codes = {plan.code for plan in stages}
    teams: dict[str, int] = {}
    for plan in stages:
        if plan.code in before:
            raise contradiction("stage_code_twice", stage=plan.code)
        if not before:
            if plan.entrants is not None:
                raise contradiction("first_stage_is_fed", stage=plan.code)
        else:
            _check_feed(plan, before, codes)
        teams[plan.code] = _entering(plan, before, teams, capacity)
        _check_size(plan, teams)
        before[plan.code] = plan


def check_starts(stages: Sequence[StagePlan], begins: datetime) -> None:
    """Refuse a stage that is to begin before an earlier one, or before the event: stage_starts_too_early."""
    for plan in stages:
        if plan.starts_at is not None:
            if plan.starts_at < begins:
                raise contradiction("stage_starts_too_early", stage=plan.code)
            begins = plan.starts_at


def entering(stages: Sequence[StagePlan], teams: int) -> dict[str, int]:
    """Return how many teams enter each stage where so many enter the first, by the code of the stage."""
    found: dict[str, int] = {}
    plans: dict[str, StagePlan] = {}
    for plan in stages:
        found[plan.code] = min(_entering(plan, plans, found, teams), teams)
        plans[plan.code] = plan
    return found


def ranking_order(stages: Sequence[StagePlan]) -> list[str]:
    """Return the codes of the stages, from the one that ranks last to the one that ranks first.

    Whoever played in a later stage stands before all who did not; but a stage that takes the places behind others
    (`after`) stands between its source and theirs, whenever it is played.
    """
    ordered: list[str] = []
    for plan in stages:
        feed = plan.entrants
        if feed is None or not feed.after or feed.from_stage not in ordered:
            ordered.append(plan.code)
            continue
        ordered.insert(_behind(feed, stages, ordered), plan.code)
    return ordered


def _behind(feed: Feed, stages: Sequence[StagePlan], ordered: Sequence[str]) -> int:
    """Return where a stage for lower places ranks: under every stage that took places before it, and under theirs."""
    before = {
        each.code
        for each in stages
        if each.entrants is not None
        and each.entrants.from_stage == feed.from_stage
        and each.entrants.after < feed.after
    }
    for each in stages:
        if each.entrants is not None and each.entrants.from_stage in before:
            before.add(each.code)
    above = [place for place, code in enumerate(ordered) if code in before]
    return min(above, default=len(ordered))


def _check_feed(plan: StagePlan, before: Mapping[str, StagePlan], codes: set[str]) -> None:
    feed = plan.entrants
    if feed is None:
        raise contradiction("stage_not_fed", stage=plan.code)
    if feed.from_stage == plan.code:
        raise contradiction("stage_feeds_itself", stage=plan.code)
    source = before.get(feed.from_stage)
    if source is None:
        code = "stage_from_later" if feed.from_stage in codes else "stage_unknown"
        raise contradiction(code, stage=plan.code, source=feed.from_stage)
    if feed.per_group is not None and source.groups is None and source.format != Format.ROUND_ROBIN:
        raise contradiction("per_group_without_groups", stage=plan.code, source=source.code)
    if plan.seeding == "cross" and (feed.per_group is None or feed.best is not None):
        raise contradiction("cross_without_groups", stage=plan.code, source=source.code)


def _check_size(plan: StagePlan, teams: Mapping[str, int]) -> None:
    entered = teams[plan.code]
    feed = plan.entrants
    if feed is not None:
        wanted, there = entered + (feed.after if feed.teams is not None else 0), teams[feed.from_stage]
        if wanted > there:
            raise contradiction("more_than_play", stage=plan.code, teams=wanted, source=feed.from_stage, most=there)
    if entered < FEWEST:
        raise contradiction("stage_of_one", stage=plan.code)
    sizes = plan.group_sizes(entered)
    if len(sizes) * FEWEST > entered:
        raise contradiction("too_many_groups", stage=plan.code, groups=len(sizes), teams=entered)
    fewest = min(sizes, default=entered)
    if plan.until >= fewest:
        raise contradiction("none_goes_out", stage=plan.code, teams=fewest, until=plan.until)


def _entering(plan: StagePlan, before: Mapping[str, StagePlan], teams: Mapping[str, int], everybody: int) -> int:
    feed: Feed | None = plan.entrants
    if feed is None:
        return everybody
    if feed.teams is not None:
        return feed.teams
    there = teams[feed.from_stage]
    if feed.per_group is None:
        return max(0, there - feed.after)
    sizes = before[feed.from_stage].group_sizes(there)
    if not feed.after:  # the first places must be there in every group
        return feed.per_group * len(sizes) + (feed.best or 0)
    return sum(min(feed.per_group, max(0, size - feed.after)) for size in sizes) + (feed.best or 0)
