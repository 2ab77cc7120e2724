"""What a stage is played by, read from the event's document and the ruleset's own file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

CATALOGUES = frozenset({"penalties.offences", "follow.orders"})
FORFEITS = {"winner": "match_result.forfeit_win", "loser": "match_result.forfeit_loss"}
BY_DIFFERENCE = frozenset({"level_difference", "win_and_difference"})


@dataclass(frozen=True, slots=True)
class Rules:
    """A stage's part of the document, and every value of its ruleset by path."""

    plan: Mapping[str, Any]
    values: Mapping[str, Any]

    def figure(self, path: str) -> Fraction:
        return Fraction(str(self.values[path]))

    @property
    def kind(self) -> str:
        return str(self.values["match_result.kind"])

    @property
    def criteria(self) -> tuple[str, ...]:
        return ("total", *self.plan["scoring"]["tiebreaks"])

    @property
    def bye(self) -> str:
        """What a bye counts; "" where it counts nothing, as in a round robin, in which everybody has as many."""
        rule = str(self.plan["scoring"]["bye"])
        return "" if rule == "zero" or self.plan["format"] == "round_robin" else rule

    @property
    def start(self) -> int:
        ladder: list[str] = list(self.values["levels.ladder"])
        return ladder.index(self.values["levels.start"])

    @property
    def levels_are_points(self) -> bool:
        return (
            self.kind == "level_difference"
            and self.figure("match_result.base") == 0
            and self.figure("match_result.factor") == 1
        )

    @property
    def sums_to_nothing(self) -> bool:
        """Whether the points of a match that was played add up to nothing, as its formula says."""
        points = self.values.get("match_result.points") or {"win": 0, "draw": 0, "loss": 0}
        even = points["win"] + points["loss"] == 0 and points["draw"] == 0
        return (
            self.kind in BY_DIFFERENCE
            and bool(self.values["match_result.zero_sum"])
            and self.figure("match_result.base") == 0
            and even
        )

    def unplayed(self, kind: str, name: str) -> Any:
        """Return what the ruleset declares of a round that was not played out; None where it leaves the default."""
        rows: list[Mapping[str, Any]] = self.values.get("ranking.unplayed") or []
        return next((row.get(name) for row in rows if row["kind"] == kind), None)


def rules_of(document: Mapping[str, Any], code: str) -> Rules:
    plan = next(plan for plan in document["stages"] if plan["code"] == code)
    own = plan["amended"][-1]["decisions"] if plan["amended"] else plan["decisions"]
    scoring = plan["scoring"]
    of_scoring = {path: scoring["forfeits"][name] for name, path in FORFEITS.items()}
    of_scoring["match_result.double_forfeit"] = scoring["forfeits"]["both"]
    return Rules(plan, {**_preset(plan["ruleset"]), **own, **of_scoring})


@cache
def _preset(name: str) -> Mapping[str, Any]:
    """Read a ruleset's file: a value stands in its group, or as an entry of a catalogue; what is left out is none."""
    text = (files("scoring.presets") / f"{name}.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = {}
    for group, entries in tomllib.loads(text).items():
        if group == "identity" or not isinstance(entries, dict):
            continue
        for key, held in entries.items():
            if f"{group}.{key}" in CATALOGUES:
                found |= {f"{group}.{key}.{entry}": each.get("value") for entry, each in held.items()}
            else:
                found[f"{group}.{key}"] = held.get("value")
    return found
