"""The constraints a draw declares before its seed, and the check that every outcome passes before it is returned."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, Literal, get_args

from tournaments.pairing.refusals import ConstraintName, DrawRefused
from tournaments.pairing.values import DrawnRound, Flag, Inputs

Strictness = Literal["never", "avoid", "off"]
ByeRule = Literal["random", "lowest_score", "highest_lot", "top_seed"]
ALWAYS_STORED: Final = ("no_rematch", "no_own_unit", "one_bye")


@dataclass(frozen=True, slots=True)
class Constraints:
    """How strictly each constraint is kept, and who gets the bye among those who have had none.

    avoid: broken only where nothing else exists, as seldom as possible, and flagged. never: then the draw is refused as
    impossible. off: not looked at. Where not all can be kept, a forbidden pair is worse than a rematch, that worse than
    a meeting within a unit, that worse than a second bye, and that worse than a wish unmet; in rounds drawn one by one
    what is never to be broken comes before all that is to be avoided.
    """

    no_rematch: Strictness = "avoid"
    no_own_unit: Strictness = "avoid"
    one_bye: Strictness = "avoid"
    forbidden: Strictness = "never"
    wished: Strictness = "avoid"
    bye_rule: ByeRule = "random"

    def __post_init__(self) -> None:
        for each in fields(self):
            known = get_args(ByeRule if each.name == "bye_rule" else Strictness)
            if getattr(self, each.name) not in known:
                raise DrawRefused(
                    "unknown_constraint_value", {"constraint": each.name, "value": str(getattr(self, each.name))}
                )

    def strictness(self, name: ConstraintName) -> Strictness:
        found: Strictness = getattr(self, name)
        return found

    def to_json(self) -> dict[str, str]:
        """Leave out what was not declared when the first draws were stored, so that these keep their digests."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name in ALWAYS_STORED or each.default is MISSING or getattr(self, each.name) != each.default
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Constraints":
        known = {each.name for each in fields(cls)}
        for name in data:
            if name not in known:
                raise DrawRefused("unknown_constraint_value", {"constraint": name, "value": str(data[name])})
        return cls(**data)


def violations(rounds: Iterable[DrawnRound], inputs: Inputs, constraints: Constraints) -> tuple[Flag, ...]:
    """Name every match and bye that breaks a constraint, in the order of rounds and tables; earlier rounds count as
    met. A bye that was given beforehand counts like any other.
    """
    units = {entrant.team: entrant.unit for entrant in inputs.entrants}
    met = set(inputs.met)
    apart = set(inputs.asked.forbidden) if constraints.forbidden != "off" else set()
    rematch, own_unit = constraints.no_rematch != "off", constraints.no_own_unit != "off"
    byes = set(inputs.had_bye)
    flags: list[Flag] = []
    for each in rounds:
        for match in each.matches:
            one, other = match.sides
            back = (other, one)
            if apart and (match.sides in apart or back in apart):
                flags.append(Flag("forbidden", each.number, match.table, match.sides))
            if rematch and (match.sides in met or back in met):
                flags.append(Flag("rematch", each.number, match.table, match.sides))
            if own_unit and units[one] is not None and units[one] == units[other]:
                flags.append(Flag("own_unit", each.number, match.table, match.sides))
            met.add(match.sides)
        for team in each.byes:
            if team in byes and constraints.one_bye != "off":
                flags.append(Flag("second_bye", each.number, None, (team,)))
            byes.add(team)
    return tuple(flags)


def check_complete(rounds: Iterable[DrawnRound], inputs: Inputs) -> None:
    """Prove that every team that plays stands once in every round, that the byes are those given beforehand and one
    more where the rest is odd, and that the tables run from 1 but for those asked for; raise AssertionError if not.
    """
    asked = inputs.asked
    absent = set(asked.absent)
    teams = {entrant.team for entrant in inputs.entrants} - absent
    byes = len(asked.byes) + (len(teams) - len(asked.byes)) % 2
    free = not asked.at_table and not any(table for _, _, table in asked.fixed)
    for each in rounds:
        seated = [side for match in each.matches for side in match.sides]
        seated.extend(each.byes)
        tables = [match.table for match in each.matches]
        in_order = tables == list(range(1, len(tables) + 1)) if free else len(set(tables)) == len(tables)
        if len(seated) != len(teams) or set(seated) != teams or len(each.byes) != byes or not in_order:
            raise AssertionError(f"round {each.number} of a draw is not complete")
