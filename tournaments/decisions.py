"""The ruleset of a stage: a preset with the organizer's own values, and how they change. Pure.

Forfeits and tie-breaks stand in the stage's `scoring`, the times of its rounds in `timing`; all other values by path.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from pydantic import ValidationError

from scoring.ruleset import (
    CATALOGUES,
    MARKS,
    Ruleset,
    ScoringError,
    available_presets,
    decide,
    digest_of,
    dump_ruleset,
    is_in_catalogue,
    load_preset,
    parse_ruleset,
    revive,
)
from tournaments.regulations import Bye, Scoring, StagePlan, Timing

FORFEITS = {
    "match_result.forfeit_win": "winner",
    "match_result.forfeit_loss": "loser",
    "match_result.double_forfeit": "both",
}
TIE_BREAKS = "ranking.tie_breaks"
# What `match_result.equal_at_time` knows for one match says nothing of a team's place after several.
DECIDE_A_MATCH = frozenset({"first_to_reach", "dealer_side"})
BYE = "match_result.bye"
FIRST_CRITERION = "total"
OF_SCORING = frozenset({*FORFEITS, TIE_BREAKS, BYE})
OF_TIMING = frozenset({"round_clock.minutes", "round_clock.reminder_minutes", "round_clock.last_deals"})
FIXED_ONCE_DRAWN = frozenset({"match_result.kind", "match_result.reported", "ranking.places"})


def is_fixed_once_drawn(path: str) -> bool:
    """Say whether a value stays as it was drawn: what levels and results are counted in."""
    return path.startswith("levels.") or path in FIXED_ONCE_DRAWN


@dataclass(frozen=True, slots=True)
class RuleFault:
    """A fault of a ruleset: the path of the value ("" for the whole), a code, its parameters, what was given."""

    path: str
    code: str
    params: Mapping[str, object]
    given: object = None


class RulesetFaultyError(ValueError):
    """The values contradict each other or cannot be: one or more faults."""

    def __init__(self, faults: list[RuleFault]) -> None:
        super().__init__([(fault.path, fault.code) for fault in faults])
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Base:
    """A preset that own values are laid over: as it stands, or as it stood when a stage was drawn by it."""

    name: str
    digest: str
    ruleset: Ruleset = field(compare=False, repr=False)


@cache
def present(preset: str) -> Base:
    """Return a preset as it stands; RulesetFaultyError for one that there is not."""
    if preset not in available_presets():
        raise RulesetFaultyError([RuleFault("", "unknown_preset", {"preset": preset}, preset)])
    ruleset = load_preset(preset)
    return Base(preset, digest_of(ruleset), ruleset)


def stored(preset: str, digest: str, document: Mapping[str, Any]) -> Base:
    """Return a preset as a stage keeps it; what is new in the portal since is as the preset has it now."""
    if preset in available_presets():
        return Base(preset, digest, revive(document, load_preset(preset)))
    return Base(preset, digest, parse_ruleset(document))


def ruleset_of_plan(plan: StagePlan, round_number: int | None = None, base: Base | None = None) -> Ruleset:
    """Return the rules of a round, or the newest ones; RulesetFaultyError where the plan's values contradict them.

    `base`: the preset as a drawn stage keeps it, else as it stands.
    """
    return decided(plan.ruleset, {**plan.own_values(round_number), **of_scoring(plan.scoring)}, base)


def of_scoring(scoring: Scoring) -> dict[str, Any]:
    """Return what the stage's scoring decides, by the paths in a ruleset.

    A bye that counts nothing is not among them: whoever ranks leaves it out.
    """
    forfeits = {path: getattr(scoring.forfeits, name) for path, name in FORFEITS.items()}
    bye = {} if scoring.bye == Bye.ZERO else {BYE: scoring.bye.value}
    return {**forfeits, **bye, TIE_BREAKS: [FIRST_CRITERION, *(key.value for key in scoring.tiebreaks)]}


def decided(preset: str, values: Mapping[str, Any], base: Base | None = None) -> Ruleset:
    """Return a preset with own values; those that the preset has as well are no decisions. RulesetFaultyError."""
    return _decided(base or present(preset), json.dumps(values, sort_keys=True))


@lru_cache(maxsize=256)
def _decided(base: Base, values: str) -> Ruleset:
    plain = plain_values(base.ruleset)
    own = {path: value for path, value in json.loads(values).items() if not same(plain.get(path), value)}
    try:
        return decide(base.ruleset, own)
    except (ValidationError, ScoringError) as error:
        raise RulesetFaultyError(faults(error)) from error


def same(one: Any, other: Any) -> bool:
    """Say whether two values are the same, wherever their rows come from."""
    return bool(_bare(one) == _bare(other))


def _bare(value: Any) -> Any:
    """Return a value without the marks of its rows and without what they leave out."""
    if isinstance(value, dict):
        return {name: _bare(held) for name, held in value.items() if name not in MARKS and held is not None}
    return [_bare(each) for each in value] if isinstance(value, list | tuple) else value


def plain_values(ruleset: Ruleset) -> dict[str, Any]:
    """Return every value in its JSON form by path."""
    data, found = dump_ruleset(ruleset), {}
    for path in (entry.path for entry in ruleset.entries()):
        held = data
        for name in path.split("."):
            held = held[name]
        found[path] = held["value"]
    return found


def faults(error: ValidationError | ScoringError) -> list[RuleFault]:
    """Turn what a ruleset refuses into codes: our own as raised, pydantic's by their type."""
    if isinstance(error, ScoringError):
        return [RuleFault(str(error.params.get("path", "")), error.code, error.params)]
    found = []
    for each in error.errors(include_url=False):
        context = dict(each.get("ctx", {}))
        own = context.pop("error", None)
        code, params = (own.code, own.params) if isinstance(own, ScoringError) else (each["type"], context)
        found.append(RuleFault(_path_of(each["loc"], str(params.get("field", ""))), code, params, each.get("input")))
    return found


def _path_of(place: tuple[int | str, ...], field: str) -> str:
    """Return the path of a value from the place in the data: group, name, and in a catalogue its key.

    What a whole group refuses names the `field`: of the group, or a whole path where groups contradict each other.
    """
    named = [str(part) for part in place if isinstance(part, str)]
    if len(named) < 2 and field:  # noqa: PLR2004 a value is named by its group and its own name
        named += field.split(".")
    depth = 3 if ".".join(named[:2]) in CATALOGUES else 2
    return ".".join(named[:depth])


def choose(plan: StagePlan, preset: str) -> StagePlan:
    """Return the plan with another preset as its document says it, its times included; own values are dropped."""
    ruleset = decided(preset, {})
    score = ruleset.match_result
    scoring = {
        "forfeits": {
            "winner": score.forfeit_win.value,
            "loser": score.forfeit_loss.value,
            "both": score.double_forfeit.value,
        },
        "bye": score.bye.value,
        "tiebreaks": [key for key in ruleset.ranking.tie_breaks.value if key != FIRST_CRITERION],
    }
    fresh = {"ruleset": preset, "decisions": {}, "amended": [], "scoring": scoring}
    return _checked(plan.model_dump(mode="json") | fresh | {"timing": timing_of(ruleset, plan.timing)})


def timing_of(ruleset: Ruleset, before: Timing) -> dict[str, int]:
    """Return a round's times by a ruleset; where it sets no length the round keeps the one it had."""
    clock = ruleset.round_clock
    length = clock.minutes.value * 60 if clock.minutes.value is not None else before.round_seconds
    reminder = min((clock.reminder_minutes.value or 0) * 60, length - 1)
    return {"round_seconds": length, "reminder_seconds": reminder, "last_deals": clock.deals_from_the_reminder}


def change(
    plan: StagePlan,
    changes: Mapping[str, Any],
    *,
    resets: frozenset[str] = frozenset(),
    from_round: int | None = None,
    base: Base | None = None,
) -> StagePlan:
    """Return the plan with other values; RulesetFaultyError where they contradict the rest.

    `resets` go back to what the preset says. With `from_round` the change is an amendment: it holds from then on.
    """
    preset = plain_values(decided(plan.ruleset, {}, base))
    unknown = [path for path in resets if path not in preset and not is_in_catalogue(path)]
    if unknown:
        raise RulesetFaultyError([RuleFault(unknown[0], "unknown_value", {"path": unknown[0]})])
    wanted = {**changes, **{path: preset.get(path) for path in resets}}
    own = {**plan.own_values(), **{path: value for path, value in wanted.items() if path not in OF_SCORING}}
    own = {path: value for path, value in own.items() if not same(preset.get(path), value)}
    data = plan.model_dump(mode="json")
    of_scoring_now = {**of_scoring(plan.scoring), **{path: wanted[path] for path in OF_SCORING & set(wanted)}}
    ruleset = decided(plan.ruleset, {**own, **of_scoring_now}, base)
    data["scoring"] |= _scoring(of_scoring_now)
    if from_round is None:
        data["decisions"] = own
    elif own != plan.own_values():
        kept = [each for each in data["amended"] if each["from_round"] < from_round]
        data["amended"] = [*kept, {"from_round": from_round, "decisions": own}]
    if OF_TIMING & set(wanted):
        data["timing"] = timing_of(ruleset, plan.timing)
    return _checked(data)


def replace(
    plan: StagePlan,
    preset: str,
    values: Mapping[str, Any],
    *,
    from_round: int | None = None,
    base: Base | None = None,
) -> StagePlan:
    """Return the plan with exactly these own values in a preset; with `from_round` it stays the plan's preset."""
    if from_round is None:
        fresh = choose(plan, preset)
        return change(fresh, values) if values else fresh
    before = plan.own_values()
    return change(plan, values, resets=frozenset(before) - frozenset(values), from_round=from_round, base=base)


def _scoring(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a stage's scoring that these values of a ruleset are."""
    first, *rest = values[TIE_BREAKS]
    if first != FIRST_CRITERION:
        raise RulesetFaultyError([RuleFault(TIE_BREAKS, "total_comes_first", {}, values[TIE_BREAKS])])
    if DECIDE_A_MATCH & set(rest):
        raise RulesetFaultyError([RuleFault(TIE_BREAKS, "decides_a_match", {}, values[TIE_BREAKS])])
    forfeits = {name: values[path] for path, name in FORFEITS.items()}
    return {"forfeits": forfeits, "tiebreaks": rest, "bye": values.get(BYE, Bye.ZERO.value)}


def _checked(data: dict[str, Any]) -> StagePlan:
    """Return the plan of this data; what the regulations refuse in it is said at the value of the ruleset it was."""
    try:
        return StagePlan.model_validate(data)
    except ValidationError as error:
        paths = {"tiebreaks": TIE_BREAKS, **{name: path for path, name in FORFEITS.items()}}
        found = [
            RuleFault(paths.get(str(each["loc"][-1]), ""), each["type"], each.get("ctx", {}), each.get("input"))
            for each in error.errors(include_url=False)
        ]
        raise RulesetFaultyError(found) from error


def own_of(data: Mapping[str, Any], preset: str, base: Base | None = None) -> dict[str, Any]:
    """Return the values in which a whole ruleset's data differs from a preset, by path; RulesetFaultyError.

    An offence that the data leaves out is None.
    """
    try:
        given = plain_values(parse_ruleset(data))
    except (ValidationError, ScoringError) as error:
        raise RulesetFaultyError(faults(error)) from error
    plain = plain_values(decided(preset, {}, base))
    return {path: given.get(path) for path in {**plain, **given} if not same(given.get(path), plain.get(path))}
