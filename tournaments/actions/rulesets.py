"""The ruleset of an event's stage: chosen, changed value by value, replaced by a file. Each is an amendment."""

from collections.abc import Mapping
from typing import Any

from tournaments import decisions, regulations
from tournaments.actions import events
from tournaments.actions.rule_checks import faulty
from tournaments.decisions import Base, RulesetFaultyError
from tournaments.errors import Gone, Invalid, NotFound
from tournaments.models import RegulationsVersion, Tournament
from tournaments.policy import Actor
from tournaments.regulations import StagePlan
from tournaments.selectors.rulesets import base_of
from tournaments.selectors.stages import stages_of


def choose(
    actor: Actor, tournament: Tournament, *, preset: str, stage: str = "", reason: str = "", based_on: int | None = None
) -> RegulationsVersion:
    """Give a stage (by code, else the first) a preset as its document says it, with its times; own values are gone."""
    try:
        plan = decisions.choose(_plan(tournament, stage), preset)
    except RulesetFaultyError as error:
        raise Invalid("preset_unknown", field="preset", preset=preset) from error
    return _amend(actor, tournament, plan, reason, based_on)


def change(
    actor: Actor,
    tournament: Tournament,
    *,
    values: Mapping[str, Any],
    resets: frozenset[str] = frozenset(),
    from_round: int | None = None,
    stage: str = "",
    reason: str = "",
    based_on: int | None = None,
) -> RegulationsVersion:
    """Set values by path (JSON) and take others back to what the document says.

    After the draw `from_round` names the first round that it holds for. The same values again change nothing.
    """
    try:
        before = _plan(tournament, stage)
        base = _base(tournament, before)
        plan = decisions.change(before, values, resets=resets, from_round=from_round, base=base)
    except RulesetFaultyError as error:
        raise faulty(error) from error
    return _amend(actor, tournament, plan, reason, based_on)


def replace(
    actor: Actor,
    tournament: Tournament,
    *,
    preset: str,
    values: Mapping[str, Any],
    from_round: int | None = None,
    stage: str = "",
    reason: str = "",
    based_on: int | None = None,
) -> RegulationsVersion:
    """Put a whole ruleset in force, as the values in which it differs from a preset; all own values before are gone."""
    try:
        before = _plan(tournament, stage)
        base = _base(tournament, before)
        plan = decisions.replace(before, preset, values, from_round=from_round, base=base)
    except RulesetFaultyError as error:
        raise faulty(error) from error
    return _amend(actor, tournament, plan, reason, based_on)


def _plan(tournament: Tournament, code: str) -> StagePlan:
    try:
        return tournament.regulations.plan(code) if code else tournament.regulations.stage
    except KeyError:
        raise NotFound from None


def _base(tournament: Tournament, plan: StagePlan) -> Base | None:
    """Return the preset of a stage as it keeps it; None as long as it is the present one."""
    return next((base_of(stage) for stage in stages_of(tournament) if stage.code == plan.code), None)


def _amend(
    actor: Actor, tournament: Tournament, plan: StagePlan, reason: str, based_on: int | None
) -> RegulationsVersion:
    """Put the plan in force; Gone where the event has other regulations by now than those it was made from."""
    made_from = tournament.rules.version if tournament.rules else None
    if based_on is not None and based_on != made_from:
        raise Gone("settings_moved_on")
    document = regulations.dump(tournament.regulations.with_plan(plan))
    return events.amend(actor, tournament, document=document, reason=reason, based_on=made_from)
