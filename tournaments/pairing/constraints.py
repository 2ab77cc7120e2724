"""The constraints a draw declares before its seed, and the check that every outcome passes before it is returned."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from tournaments.pairing.refusals import ConstraintName, DrawRefused
from tournaments.pairing.values import DrawnRound, Flag, Inputs

Strictness = Literal["never", "avoid", "off"]


@dataclass(frozen=True, slots=True)
class Constraints:
    """How strictly each constraint is kept.

    avoid: broken only where nothing else exists, as seldom as possible, and flagged. never: then the draw is refused as
    impossible. off: not looked at. Where not all can be kept, a rematch is worse than a meeting within a unit, and that
    worse than a second bye.
    """

    no_rematch: Strictness = "avoid"
    no_own_unit: Strictness = "avoid"
    one_bye: Strictness = "avoid"

    def __post_init__(self) -> None:
        for each in fields(self):
            if getattr(self, each.name) not in get_args(Strictness):
                raise DrawRefused(
                    "unknown_constraint_value", {"constraint": each.name, "value": str(getattr(self, each.name))}
                )

    def strictness(self, name: ConstraintName) -> Strictness:
        found: Strictness = getattr(self, name)
        return found

    def to_json(self) -> dict[str, str]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Constraints":
        known = {each.name for each in fields(cls)}
        for name in data:
            if name not in known:
                raise DrawRefused("unknown_constraint_value", {"constraint": name, "value": str(data[name])})
        return cls(**data)


def violations(rounds: Iterable[DrawnRound], inputs: Inputs, constraints: Constraints) -> tuple[Flag, ...]:
    """Name every match and bye that breaks a constraint, in the order of rounds and tables; earlier rounds count as
    met.
    """
    units = {entrant.team: entrant.unit for entrant in inputs.entrants}
    met = {frozenset(pair) for pair in inputs.met}
    byes = set(inputs.had_bye)
    flags: list[Flag] = []
    for each in rounds:
        for match in each.matches:
            one, other = match.sides
            pair = frozenset(match.sides)
            if pair in met and constraints.no_rematch != "off":
                flags.append(Flag("rematch", each.number, match.table, match.sides))
            if units[one] is not None and units[one] == units[other] and constraints.no_own_unit != "off":
                flags.append(Flag("own_unit", each.number, match.table, match.sides))
            met.add(pair)
        for team in each.byes:
            if team in byes and constraints.one_bye != "off":
                flags.append(Flag("second_bye", each.number, None, (team,)))
            byes.add(team)
    return tuple(flags)


def check_complete(rounds: Iterable[DrawnRound], inputs: Inputs) -> None:
    """Prove that every team stands once in every round, the byes are n mod 2 and the tables run from 1; raise
    AssertionError if not.
    """
    teams = Counter(entrant.team for entrant in inputs.entrants)
    for each in rounds:
        seated = Counter(side for match in each.matches for side in match.sides) + Counter(each.byes)
        tables = [match.table for match in each.matches]
        if seated != teams or len(each.byes) != len(teams) % 2 or tables != list(range(1, len(tables) + 1)):
            raise AssertionError(f"round {each.number} of a draw is not complete")
