"""A ruleset: what a document says, as validated data in which every value has a status and a clause."""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Self

from pydantic import model_validator

from scoring.ladder import Ladder, ScoringError
from scoring.ruleset.agreement import check_agreement
from scoring.ruleset.cards import Cards, Deck, Identity, Table
from scoring.ruleset.deal import Kitty, Lateness, Penalties, PlayClock
from scoring.ruleset.levels import Levels
from scoring.ruleset.match import Event, MatchScore, Paper, RoundClock, Rulings
from scoring.ruleset.play import Comparison, Components, DealerRotation, Declaration, Follow, Throw
from scoring.ruleset.ranking import Ranking
from scoring.ruleset.table import LevelChange, LevelTable
from scoring.ruleset.values import MARKS, Entry, Part, Ruled

CATALOGUES = frozenset({"penalties.offences", "follow.orders"})


class Ruleset(Part):
    identity: Identity
    deck: Deck
    table: Table
    cards: Cards
    levels: Levels
    level_table: LevelTable
    declaration: Declaration
    dealer_rotation: DealerRotation
    components: Components
    follow: Follow
    comparison: Comparison
    throw: Throw
    kitty: Kitty
    penalties: Penalties
    play_clock: PlayClock
    lateness: Lateness
    round_clock: RoundClock
    match_result: MatchScore
    event: Event
    ranking: Ranking
    paper: Paper
    rulings: Rulings

    @model_validator(mode="after")
    def groups_agree(self) -> Self:
        """Name what one group says against another."""
        check_agreement(self)
        return self

    @cached_property
    def ladder(self) -> Ladder:
        return self.levels.make_ladder()

    def level_change(self, points: int) -> LevelChange:
        """Read the level table for the attackers' final points of a deal; they may be negative."""
        return self.level_table.level_change(points)

    def entries(self) -> tuple[Entry, ...]:
        """List every value with its status and clause, in the order of the groups."""
        return tuple(
            Entry(path, ruled.value, ruled.status, ruled.clause, ruled.reason, ruled.alternatives)
            for path, ruled in _ruled_values(self)
        )


def _ruled_values(ruleset: Ruleset) -> Iterator[tuple[str, Ruled[Any]]]:
    for group in Ruleset.model_fields:
        for name, held in getattr(ruleset, group):
            if isinstance(held, Ruled):
                yield f"{group}.{name}", held
            elif isinstance(held, dict):
                for key, ruled in held.items():
                    yield f"{group}.{name}.{key}", ruled


def parse_ruleset(data: Mapping[str, object]) -> Ruleset:
    """Validate a ruleset; raises pydantic.ValidationError, also for unknown keys."""
    return Ruleset.model_validate(data)


def dump_ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """Return the JSON form that `parse_ruleset` reads back unchanged."""
    return ruleset.model_dump(mode="json")


def digest_of(ruleset: Ruleset) -> str:
    """Return the digest of everything that a ruleset says: the same values give the same digest."""
    text = json.dumps(dump_ruleset(ruleset), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def revive(data: Mapping[str, Any], like: Ruleset) -> Ruleset:
    """Return a ruleset that an earlier release dumped; what it could not know yet is as in `like`.

    What is no longer known is left out. Raises pydantic.ValidationError.
    """
    known = dump_ruleset(like)
    return parse_ruleset(
        {
            group: {name: data.get(group, {}).get(name, held) for name, held in values.items()}
            for group, values in known.items()
        }
    )


def decide(ruleset: Ruleset, decisions: Mapping[str, object]) -> Ruleset:
    """Return the ruleset with the organizer's own values, by path; what each was stands among its alternatives.

    Values are in JSON form, as in `dump_ruleset`. A path that does not exist is refused (ScoringError `unknown_value`),
    but a catalogue takes new entries, and loses those that are None. Contradictions raise pydantic.ValidationError.
    """
    data = dump_ruleset(ruleset)
    for path, value in decisions.items():
        holder, name = _place(ruleset, data, path)
        before = holder.get(name)
        if value is None and is_in_catalogue(path):
            if before is None:
                raise ScoringError("unknown_value", path=path)
            del holder[name]
            continue
        others = [before["value"], *before["alternatives"]] if before else []
        decided = _unmarked(value)
        holder[name] = {
            "value": decided,
            "status": "organizer",
            "clause": before["clause"] if before else "",
            "reason": "organizer_decided",
            "alternatives": [other for place, other in enumerate(others) if other not in (decided, *others[:place])],
        }
    return parse_ruleset(data)


def _place(ruleset: Ruleset, data: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    """Return what holds the value of a path, and its name there; a catalogue takes new names."""
    *groups, name = path.split(".")
    known = {entry.path for entry in ruleset.entries()}
    if path not in known and not is_in_catalogue(path):
        raise ScoringError("unknown_value", path=path)
    holder = data
    for group in groups:
        holder = holder[group]
    return holder, name


def is_in_catalogue(path: str) -> bool:
    """Say whether a path is that of an entry which a catalogue may have or not."""
    return path.rpartition(".")[0] in CATALOGUES


def _unmarked(value: object) -> object:
    """Return a decided value without the marks of its rows: they are the organizer's now."""
    if not isinstance(value, list | tuple):
        return value
    return [{k: v for k, v in row.items() if k not in MARKS} if isinstance(row, dict) else row for row in value]


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a ruleset."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Ruleset.model_json_schema()}


def available_presets() -> tuple[str, ...]:
    names = (entry.name for entry in files("scoring").joinpath("presets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def load_preset(name: str) -> Ruleset:
    """Return a ruleset that comes along: s0, s1, s2, s3 (competition), s3_play, s4; ScoringError `unknown_preset`."""
    return parse_ruleset(_read(name))


def _read(name: str) -> dict[str, Any]:
    """Return a preset's file, laid over that of the preset it names as its parent."""
    if name not in available_presets():
        raise ScoringError("unknown_preset", preset=name)
    data = tomllib.loads(files("scoring").joinpath("presets", f"{name}.toml").read_text("utf-8"))
    for group in data.values():
        _fill(group)
    parent = data["identity"].get("parent")
    if parent is None:
        return data
    inherited = _read(parent)
    return {group: inherited.get(group, {}) | data.get(group, {}) for group in inherited | data}


def _fill(group: dict[str, Any]) -> None:
    """Give none to what has a status and no value: the files cannot write none."""
    for held in group.values():
        if isinstance(held, dict):
            if "status" in held:
                held.setdefault("value", None)
            else:
                _fill(held)
