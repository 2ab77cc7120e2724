"""A knockout: who loses is out, who wins goes on, and places by the round of going out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tournaments.rehearsal.oracle.findings import Case, Tie, Violation
from tournaments.rehearsal.oracle.parts import in_parts

THIRD = 3


def judge_knockout(case: Case) -> Iterator[Violation]:
    plan = case.rules.plan
    lives = 2 if case.row.format == "double_knockout" else 1
    plays_on = plan.get("third_place") or plan.get("placement", 0)
    lost: dict[int, int] = defaultdict(int)
    for each in case.row.rounds:
        for game in each.games:
            beaten = [team for team in game.teams if lost[team] >= lives]
            if beaten and (not plays_on or len(beaten) == 1):
                yield case.fault("KO", f"team {beaten[0]} plays on after its loss", each.number)
            if game.played and game.winner is None:
                yield case.fault("KO", f"{game.teams[0]}–{game.teams[1]} has no winner", each.number)
        for game in each.games:
            for team in game.teams:
                lost[team] += int(game.sheet is not None and game.winner != team)
    until = plan.get("until", 1)
    if case.row.closed and not plays_on and lives == 1:
        for part in in_parts(case, case.row.seats):
            unbeaten = [team for team in part if not lost[team] and case.row.seats[team].active]
            if len(unbeaten) > until:
                yield case.fault("KO", f"{len(unbeaten)} teams are unbeaten at the end, {until} at most should be")
    yield from _beyond(case, until)


def _beyond(case: Case, until: int) -> Iterator[Violation]:
    """Nobody plays any more once so few are left in a part."""
    lost: set[int] = set()
    for each in case.row.rounds if until > 1 else ():
        for part in in_parts(case, case.row.seats):
            here = [game for game in each.games if set(game.teams) <= set(part)]
            left = [team for team in part if team not in lost]
            if here and len(left) <= until:
                yield case.fault("KO", f"{len(left)} teams are left and play on, until {until}", each.number)
        lost |= {team for game in each.games if game.sheet for team in game.teams if game.winner != team}


def places_of(case: Case, teams: Iterable[int] | None = None) -> list[Tie] | None:
    """Return the places of a single knockout that is over, best first, of all or of a part of its teams.

    None where this oracle does not know them.
    """
    plan, here = case.rules.plan, list(case.row.seats if teams is None else teams)
    if case.row.format != "knockout" or plan.get("placement", 0) or any(not case.row.seats[t].active for t in here):
        return None
    lost_in: dict[int, int] = {}
    third: tuple[int, int] | None = None
    for each in case.row.rounds:
        for game in each.games:
            if not set(game.teams) <= set(here):
                continue
            if game.winner is None:
                return None
            loser = next(team for team in game.teams if team != game.winner)
            if set(game.teams) <= lost_in.keys():
                third = (game.winner, loser)
            else:
                lost_in[loser] = each.number
    by_round: dict[int, list[int]] = defaultdict(list)
    last = max((each.number for each in case.row.rounds), default=0)
    for team in here:
        by_round[lost_in.get(team, last + 1)].append(team)
    found: list[Tie] = []
    for number in sorted(by_round, reverse=True):
        teams = sorted(by_round[number])
        found += [(third[0],), (third[1],)] if third and set(teams) == set(third) else [tuple(teams)]
    return found
