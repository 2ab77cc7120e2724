"""A draw as it is stored: everything that a replay needs."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tournaments.pairing.constraints import Constraints
from tournaments.pairing.values import Inputs


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
