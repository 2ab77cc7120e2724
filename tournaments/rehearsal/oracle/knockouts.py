"""A knockout: who loses is out, who wins goes on, and places by the round of going out."""

from collections import defaultdict
from collections.abc import Iterator

from tournaments.rehearsal.oracle.findings import Case, Tie, Violation

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
    if case.row.closed and not plays_on and lives == 1:
        unbeaten = [team for team, seat in case.row.seats.items() if not lost[team] and seat.active]
        if len(unbeaten) > 1:
            yield case.fault("KO", f"{len(unbeaten)} teams are unbeaten at the end")


def places_of(case: Case) -> list[Tie] | None:
    """Return the places of a single knockout that is over, best first; None where this oracle does not know them."""
    plan = case.rules.plan
    if case.row.format != "knockout" or plan.get("placement", 0) or any(not s.active for s in case.row.seats.values()):
        return None
    lost_in: dict[int, int] = {}
    third: tuple[int, int] | None = None
    for each in case.row.rounds:
        for game in each.games:
            if game.winner is None:
                return None
            loser = next(team for team in game.teams if team != game.winner)
            if set(game.teams) <= lost_in.keys():
                third = (game.winner, loser)
            else:
                lost_in[loser] = each.number
    by_round: dict[int, list[int]] = defaultdict(list)
    last = max((each.number for each in case.row.rounds), default=0)
    for team in case.row.seats:
        by_round[lost_in.get(team, last + 1)].append(team)
    found: list[Tie] = []
    for number in sorted(by_round, reverse=True):
        teams = sorted(by_round[number])
        found += [(third[0],), (third[1],)] if third and set(teams) == set(third) else [tuple(teams)]
    return found
