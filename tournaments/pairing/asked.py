"""What the organizer asks of a draw beyond its teams: for one round, or for groups and a bracket."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, Literal

from tournaments.pairing.refusals import DrawRefused

Positions = Literal["drawn", "standard", "given"]


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list | tuple) else value


def _lists(value: Any) -> Any:
    return [_lists(each) for each in value] if isinstance(value, tuple) else value


class Declared:
    """JSON of a dataclass of plain values that leaves out what stands at its default, so that old records keep their
    digest.
    """

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if each.default is MISSING or value != each.default:
                found[each.name] = _lists(value)
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Any:
        return cls(**{name: _tuples(value) for name, value in data.items()})


@dataclass(frozen=True, slots=True)
class Standing(Declared):
    """Where a team stands before the round: whole numbers, more is better, and its lot (0 without one)."""

    team: int
    score: int = 0
    keys: tuple[int, ...] = ()
    lot: int = 0


@dataclass(frozen=True, slots=True)
class Asked(Declared):
    """What is asked of one round.

    number: of the (first) round drawn. absent: out this round only. byes: given beforehand. fixed: one, other, table or
    0. at_table: team, table.
    """

    number: int = 1
    absent: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    wished: tuple[tuple[int, int], ...] = ()
    fixed: tuple[tuple[int, int, int], ...] = ()
    at_table: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan(Declared):
    """What is asked of groups and brackets.

    groups: their sizes. pots: team, pot from 1. double: two meetings in a group. seeds: teams, the best first.
    placement: the last place that is played for (4 is the third place match). spread_units: teams of a unit as far
    apart as possible. seats: the teams down the bracket, 0 for a bye, where positions are given. until: a knockout ends
    when at most so many are left.
    parts: teams that are drawn apart from all others, none where nobody is left in a part; the sizes in `groups` follow
    each other through the parts. part_seats: seats of each part.
    """

    groups: tuple[int, ...] = ()
    pots: tuple[tuple[int, int], ...] = ()
    double: bool = False
    seeds: tuple[int, ...] = ()
    positions: Positions = "drawn"
    third_place: bool = False
    placement: int = 0
    reset_final: bool = True
    spread_units: bool = True
    seats: tuple[int, ...] = ()
    until: int = 1
    parts: tuple[tuple[int, ...], ...] = ()
    part_seats: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.positions not in {"drawn", "standard", "given"}:
            raise DrawRefused("unknown_positions", {"value": str(self.positions)})


NOTHING_ASKED: Final = Asked()
NO_PLAN: Final = Plan()
