"""The rules and the teams that the tests play with."""

import json
from importlib.resources import files

from scoring.matches import MatchResult, Played
from scoring.ruleset import load_preset
from scoring.standings import Standings

S1 = load_preset("s1")
EXAMPLES = json.loads(files("scoring").joinpath("tests", "data", "s1.json").read_text("utf-8"))


def played(number: int, team_a: int, team_b: int, level_a: str, level_b: str) -> MatchResult:
    return MatchResult(number, team_a, team_b, Played(S1.ladder.position(level_a), S1.ladder.position(level_b)))


def won_by(number: int, winner: int, loser: int, points: int, *, base: int = 0) -> MatchResult:
    """A match that gives the winner `points`; both sides have risen `base` levels more."""
    return MatchResult(number, winner, loser, Played(base + points, base))


def order(standings: Standings) -> list[tuple[int, int]]:
    return [(row.place, row.team) for row in standings.rows]
