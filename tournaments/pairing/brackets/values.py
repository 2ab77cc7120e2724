"""Matches of a bracket as values: a side is a team, a bye, or where a team will come from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

Source = Literal["team", "bye", "winner", "loser", "group_place", "stage_place"]
Part = Literal["main", "third", "places", "losers", "final", "reset"]


@dataclass(frozen=True, slots=True)
class Side:
    """Where a player of a match comes from.

    team: its id. winner, loser: the number of the match. group_place: group (from 1) and place. stage_place: place.
    """

    source: Source
    team: int | None = None
    match: int | None = None
    group: int | None = None
    place: int | None = None

    @property
    def is_bye(self) -> bool:
        return self.source == "bye"

    def to_json(self) -> dict[str, Any]:
        values = {"team": self.team, "match": self.match, "group": self.group, "place": self.place}
        return {"source": self.source, **{name: value for name, value in values.items() if value is not None}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Side":
        return cls(**data)


BYE: Final = Side("bye")


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket, numbered from 1 in the order of play.

    places: what winner and loser have played for, 0 where they play on or are out without a place. conditional: played
    only where the winner of the final had come from the losers' side. group: the number of its bracket, where the field
    is divided into several, 0 where it is one.
    """

    number: int
    round: int
    part: Part
    sides: tuple[Side, Side]
    places: tuple[int, int] = (0, 0)
    conditional: bool = False
    group: int = 0

    @property
    def is_bye(self) -> bool:
        return self.sides[0].is_bye or self.sides[1].is_bye

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "round": self.round,
            "part": self.part,
            "sides": [side.to_json() for side in self.sides],
            "places": list(self.places),
            "conditional": self.conditional,
            **({"group": self.group} if self.group else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "BracketMatch":
        one, other = (Side.from_json(side) for side in data["sides"])
        return cls(
            data["number"],
            data["round"],
            data["part"],
            (one, other),
            (data["places"][0], data["places"][1]),
            data["conditional"],
            data.get("group", 0),
        )
