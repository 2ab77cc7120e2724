"""Draw by a named method and version, and draw again from what was stored."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final

from tournaments.pairing.constraints import Constraints, check_complete, violations
from tournaments.pairing.fixed_tables import S1_7
from tournaments.pairing.lots import draw_lots, explain_lots, seat_by_lot
from tournaments.pairing.random_rounds import draw_random_rounds
from tournaments.pairing.randomness import Chance
from tournaments.pairing.refusals import DrawRefused
from tournaments.pairing.values import Entrant, Inputs, Notice, Outcome

S1_LOTS: Final = "s1_lots"
RANDOM_ROUNDS: Final = "random_rounds"
VERSION: Final = "1"
MOST_ROUNDS: Final = 1000


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """Everything a replay needs; stored with the draw, and the same on every machine."""

    method: str
    version: str
    inputs: Inputs
    constraints: Constraints
    seed: str
    rounds: int

    def to_json(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "version": self.version,
            "inputs": self.inputs.to_json(),
            "constraints": self.constraints.to_json(),
            "seed": self.seed,
            "rounds": self.rounds,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DrawRecord":
        return cls(
            method=data["method"],
            version=data["version"],
            inputs=Inputs.from_json(data["inputs"]),
            constraints=Constraints.from_json(data["constraints"]),
            seed=data["seed"],
            rounds=data["rounds"],
        )

    def digest(self) -> str:
        """Give the SHA-256 of the record as JSON with sorted keys and no spaces."""
        return sha256(json.dumps(self.to_json(), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class MethodChoice:
    method: str
    version: str
    reasons: tuple[Notice, ...]


def choose_method(entrants: Sequence[Entrant], rounds: int = 2) -> MethodChoice:
    """Choose the printed table of S1-7 where its lots can be given, random rounds elsewhere, and say why.

    Reasons: lots_fit, not_eighteen_teams, unit_too_large_for_lots, lots_impossible, other_number_of_rounds. Raises
    DrawRefused as Inputs does.
    """
    Inputs(tuple(entrants))
    if rounds != len(S1_7.rounds):
        return MethodChoice(
            RANDOM_ROUNDS, VERSION, (Notice("other_number_of_rounds", {"rounds": rounds, "table": len(S1_7.rounds)}),)
        )
    reason = explain_lots(S1_7, entrants)
    if reason is not None:
        return MethodChoice(RANDOM_ROUNDS, VERSION, (reason,))
    return MethodChoice(S1_LOTS, VERSION, (Notice("lots_fit", {"teams": len(entrants)}),))


def draw_record(record: DrawRecord) -> Outcome:
    """Draw; the outcome depends on nothing but the record.

    Raises DrawRefused (too_few_teams, team_twice, bad_seed, bad_rounds, unknown_method, not_eighteen_teams,
    other_number_of_rounds), Impossible where a constraint cannot be kept and is never to be broken, or where the lots
    of the table cannot be given.
    """
    method = METHODS.get(record.method, {}).get(record.version)
    if method is None:
        raise DrawRefused("unknown_method", {"method": record.method, "version": record.version})
    if not 1 <= record.rounds <= MOST_ROUNDS:
        raise DrawRefused("bad_rounds", {"rounds": record.rounds, "most": MOST_ROUNDS})
    outcome = method(record, Chance(record.method, record.version, record.seed))
    check_complete(outcome.rounds, record.inputs)
    return outcome


def draw(method: str, version: str, inputs: Inputs, constraints: Constraints, seed: str, rounds: int) -> Outcome:
    """Draw, as draw_record does."""
    return draw_record(DrawRecord(method, version, inputs, constraints, seed, rounds))


def replay(record: DrawRecord | Mapping[str, Any]) -> Outcome:
    """Draw again from a stored record; compare the outcome with the stored one by ==."""
    return draw_record(record if isinstance(record, DrawRecord) else DrawRecord.from_json(record))


def _s1_lots(record: DrawRecord, chance: Chance) -> Outcome:
    if record.rounds != len(S1_7.rounds):
        raise DrawRefused("other_number_of_rounds", {"rounds": record.rounds, "table": len(S1_7.rounds)})
    apart = record.constraints.no_own_unit != "off"
    lots, way = draw_lots(S1_7, record.inputs.entrants, chance, keep_units_apart=apart)
    rounds = seat_by_lot(S1_7, lots)
    return Outcome(rounds=rounds, way=way, lots=lots, flags=violations(rounds, record.inputs, record.constraints))


def _random_rounds(record: DrawRecord, chance: Chance) -> Outcome:
    rounds, way, warnings = draw_random_rounds(record.inputs, record.constraints, chance, record.rounds)
    flags = violations(rounds, record.inputs, record.constraints)
    return Outcome(rounds=rounds, way=way, flags=flags, warnings=warnings)


Method = Callable[[DrawRecord, Chance], Outcome]
METHODS: Final[Mapping[str, Mapping[str, Method]]] = MappingProxyType(
    {S1_LOTS: MappingProxyType({VERSION: _s1_lots}), RANDOM_ROUNDS: MappingProxyType({VERSION: _random_rounds})}
)
