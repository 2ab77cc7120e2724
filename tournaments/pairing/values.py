"""What goes into a draw and what comes out of it: frozen values that go to JSON and back unchanged."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.pairing.asked import NO_PLAN, NOTHING_ASKED, Asked, Plan, Standing
from tournaments.pairing.brackets.values import BracketMatch
from tournaments.pairing.refusals import DrawRefused, Params


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team to be drawn; a team without a unit is a unit of its own."""

    team: int
    unit: int | None = None


@dataclass(frozen=True, slots=True)
class Inputs:
    """The teams in the order in which they are stored, and what earlier rounds did (`met` and `had_bye` may repeat).

    The order is part of the inputs: the same seed with the teams in another order is another draw.
    Raises DrawRefused: too_few_teams, team_twice, unknown_team.
    """

    entrants: tuple[Entrant, ...]
    met: tuple[tuple[int, int], ...] = ()
    had_bye: tuple[int, ...] = ()
    standing: tuple[Standing, ...] = ()
    asked: Asked = NOTHING_ASKED
    plan: Plan = NO_PLAN

    def __post_init__(self) -> None:
        least = 2
        if len(self.entrants) < least:
            raise DrawRefused("too_few_teams", {"teams": len(self.entrants), "least": least})
        team, times = Counter(entrant.team for entrant in self.entrants).most_common(1)[0]
        if times > 1:
            raise DrawRefused("team_twice", {"team": team})

    def to_json(self) -> dict[str, Any]:
        more = {
            "standing": [each.to_json() for each in self.standing],
            "asked": self.asked.to_json(),
            "plan": self.plan.to_json(),
        }
        return {
            "entrants": [[entrant.team, entrant.unit] for entrant in self.entrants],
            "met": [list(pair) for pair in self.met],
            "had_bye": list(self.had_bye),
            **{name: value for name, value in more.items() if value},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Inputs":
        return cls(
            entrants=tuple(Entrant(team, unit) for team, unit in data["entrants"]),
            met=tuple((one, other) for one, other in data.get("met", ())),
            had_bye=tuple(data.get("had_bye", ())),
            standing=tuple(Standing.from_json(each) for each in data.get("standing", ())),
            asked=Asked.from_json(data.get("asked", {})),
            plan=Plan.from_json(data.get("plan", {})),
        )


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    table: int
    sides: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    number: int
    matches: tuple[DrawnMatch, ...]
    byes: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "matches": [{"table": match.table, "sides": list(match.sides)} for match in self.matches],
            "byes": list(self.byes),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DrawnRound":
        return cls(
            number=data["number"],
            matches=tuple(
                DrawnMatch(match["table"], (match["sides"][0], match["sides"][1])) for match in data["matches"]
            ),
            byes=tuple(data["byes"]),
        )


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A group: with its round robin, in which byes are the teams that sit out, or without rounds of its own."""

    number: int
    teams: tuple[int, ...]
    rounds: tuple[DrawnRound, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "teams": list(self.teams),
            "rounds": [each.to_json() for each in self.rounds],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DrawnGroup":
        rounds = tuple(DrawnRound.from_json(each) for each in data["rounds"])
        return cls(data["number"], tuple(data["teams"]), rounds)


@dataclass(frozen=True, slots=True)
class Flag:
    """A match or bye that breaks a constraint: rematch, own_unit, forbidden or second_bye (then without a table)."""

    code: str
    round: int
    table: int | None
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell, as a code with parameters."""

    code: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished draw: the lots (empty where the method has none), the rounds, groups or bracket, the way it was found
    and what it could not keep.

    swaps: round and two teams that changed places by hand, in this order.
    """

    rounds: tuple[DrawnRound, ...]
    way: str
    lots: Mapping[int, str] = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    warnings: tuple[Notice, ...] = ()
    groups: tuple[DrawnGroup, ...] = ()
    bracket: tuple[BracketMatch, ...] = ()
    swaps: tuple[tuple[int, int, int], ...] = ()

    @property
    def is_round_robin(self) -> bool:
        """Say whether the rounds stand in the groups; else groups are the parts of a field that is drawn apart."""
        return any(group.rounds for group in self.groups)

    def to_json(self) -> dict[str, Any]:
        more = {
            "groups": [each.to_json() for each in self.groups],
            "bracket": [each.to_json() for each in self.bracket],
            "swaps": [list(each) for each in self.swaps],
        }
        return {
            "lots": {str(team): lot for team, lot in self.lots.items()},
            "rounds": [each.to_json() for each in self.rounds],
            "way": self.way,
            "flags": [
                {"code": flag.code, "round": flag.round, "table": flag.table, "teams": list(flag.teams)}
                for flag in self.flags
            ],
            "warnings": [{"code": notice.code, "params": dict(notice.params)} for notice in self.warnings],
            **{name: value for name, value in more.items() if value},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Outcome":
        return cls(
            lots={int(team): lot for team, lot in data["lots"].items()},
            rounds=tuple(DrawnRound.from_json(each) for each in data["rounds"]),
            way=data["way"],
            flags=tuple(
                Flag(flag["code"], flag["round"], flag["table"], tuple(flag["teams"])) for flag in data["flags"]
            ),
            warnings=tuple(Notice(notice["code"], dict(notice["params"])) for notice in data["warnings"]),
            groups=tuple(DrawnGroup.from_json(each) for each in data.get("groups", ())),
            bracket=tuple(BracketMatch.from_json(each) for each in data.get("bracket", ())),
            swaps=tuple((number, one, other) for number, one, other in data.get("swaps", ())),
        )
