"""P1 to P4: everybody once a round; no rematch, no meeting within a unit, no second bye that could be avoided."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import rustworkx

from tournaments.rehearsal.oracle.findings import Case, Violation
from tournaments.rehearsal.oracle.parts import in_parts
from tournaments.rehearsal.oracle.rows import Game, RoundRow

Pair = frozenset[int]
BRACKETS = frozenset({"knockout", "double_knockout"})
AT_ONCE = frozenset({"two_rounds", "random_rounds"})


def judge_pairs(case: Case) -> Iterator[Violation]:
    for each in case.row.rounds:
        yield from _once(case, each)
    if case.row.format == "round_robin":
        yield from _everybody_in_the_group(case)
    elif case.row.format not in BRACKETS:
        for each in case.row.rounds:
            yield from _whole(case, each)
            yield from _avoidable(case, each)
    if case.row.format in AT_ONCE:
        yield from _at_once(case)


def _once(case: Case, each: RoundRow) -> Iterator[Violation]:
    for team, times in Counter(each.teams).items():
        if times > 1:
            yield case.fault("P1", f"team {team} stands {times} times", each.number)
    seats = [(game.sitting, game.table) for game in each.games]
    if len(set(seats)) < len(seats):
        yield case.fault("P1", "two matches stand at one table in one sitting", each.number)


def _whole(case: Case, each: RoundRow) -> Iterator[Violation]:
    """P1: nobody is missing who was drawn and not absent, and an odd field has one bye, an even one none."""
    draw = case.row.draws.get(each.draw or 0)
    if draw is None:
        yield case.fault("P1", "the round comes from no released draw", each.number)
        return
    wanted = set(draw.entrants) - set(draw.asked.get("absent", ()))
    if set(each.teams) != wanted:
        missing, extra = sorted(wanted - set(each.teams)), sorted(set(each.teams) - wanted)
        yield case.fault("P1", f"missing {missing}, not drawn {extra}", each.number)
    for part in in_parts(case, [team for team in wanted if team in case.row.seats]):
        byes = [team for team in each.byes if team in part]
        if len(byes) != len(part) % 2:
            yield case.fault("P1", f"{len(byes)} byes among {len(part)} teams", each.number)


def _everybody_in_the_group(case: Case) -> Iterator[Violation]:
    """Every two teams of a group meet as often as there are legs, in as few rounds as that needs; no others do."""
    seats, legs = case.row.seats, int(case.rules.plan.get("legs", 1))
    met = Counter(game.pair for game in case.row.games)
    for pair, times in met.items():
        one, other = sorted(pair)
        if seats[one].group != seats[other].group:
            yield case.fault("P1", f"{one} and {other} of different groups meet")
        if times != legs:
            yield case.fault("P1", f"{one} and {other} meet {times} times instead of {legs}")
    groups: dict[int | None, list[int]] = {}
    for seat in seats.values():
        groups.setdefault(seat.group, []).append(seat.team)
    wanted = sum(len(teams) * (len(teams) - 1) // 2 for teams in groups.values())
    if case.row.rounds and len(met) != wanted:
        yield case.fault("P1", f"{len(met)} pairs meet, {wanted} should")
    largest = max((len(teams) for teams in groups.values()), default=0)
    rounds = legs * (largest - 1 + largest % 2)
    if case.row.rounds and len(case.row.rounds) != rounds:
        yield case.fault("P1", f"{len(case.row.rounds)} rounds instead of {rounds}")


def _at_once(case: Case) -> Iterator[Violation]:
    """P2: of an even field as many rounds as half of it never need a rematch; nor does a field with rounds to spare."""
    for draw in case.row.draws:
        rounds = [each for each in case.row.rounds if each.draw == draw]
        teams = {team for each in rounds for team in each.teams}
        strict = case.rules.plan["constraints"]["no_rematch"] != "off" and not case.row.draws[draw].inputs["met"]
        met = Counter(game.pair for each in rounds for game in each.games)
        for part in in_parts(case, teams):
            again = sorted(sorted(pair) for pair, times in met.items() if times > 1 and pair <= set(part))
            if again and strict and len(rounds) <= len(part) // 2:
                yield case.fault("P2", f"{again} meet again in {len(rounds)} rounds of {len(part)} teams")


def _avoidable(case: Case, each: RoundRow) -> Iterator[Violation]:
    """P3 and P4, by a matching of the whole round where something was broken."""
    kept = case.rules.plan["constraints"]
    met = met_before(case, each.number)
    rematches = [game for game in each.games if game.pair in met]
    own = [game for game in each.games if is_own_unit(case, game.pair)]
    never_again = met if kept["no_rematch"] != "off" else frozenset()
    if kept["no_rematch"] == "never" and rematches:
        yield case.fault("P3", f"{_named(rematches)} meet again, which is never to be", each.number)
    if kept["no_own_unit"] == "never" and own:
        yield case.fault("P3", f"{_named(own)} of one unit meet, which is never to be", each.number)
    if case.row.format in AT_ONCE:
        return
    for part in in_parts(case, each.teams):
        again, together = ([game for game in games if game.pair <= set(part)] for games in (rematches, own))
        if never_again and again and _can_be_paired(part, never_again):
            yield case.fault("P3", f"{_named(again)} meet again though nobody had to", each.number)
        could = kept["no_own_unit"] != "off" and together and not again
        if could and _can_be_paired(part, never_again | _units(case, part)):
            yield case.fault("P3", f"{_named(together)} of one unit meet though nobody had to", each.number)
        yield from _second_bye(case, each, part, never_again)


def _second_bye(case: Case, each: RoundRow, part: Sequence[int], never_again: frozenset[Pair]) -> Iterator[Violation]:
    """P4: nobody sits out again while another without a bye could have, the others meeting nobody again."""
    if case.rules.plan["constraints"]["one_bye"] == "off":
        return
    had = byes_before(case, each.number)
    for team in each.byes:
        if team not in had or team not in part:
            continue
        for other in sorted(set(part) - had):
            rest = [one for one in part if one != other]
            kept = case.rules.plan["constraints"]["no_own_unit"] != "off"
            barred = _units(case, rest) if kept else frozenset()
            if _can_be_paired(rest, never_again | barred):
                yield case.fault("P4", f"team {team} has a second bye while {other} had none", each.number)
                break


def met_before(case: Case, number: int) -> frozenset[Pair]:
    """Return who has met in the event before a round; a match that nobody played is no meeting."""
    games = [game for each in (*case.earlier, case) for game in each.row.games]
    return frozenset(
        game.pair for game in games if game.round < number and (game.sheet is None or game.sheet.outcome == "played")
    )


def byes_before(case: Case, number: int) -> set[int]:
    rounds = [row for each in (*case.earlier, case) for row in each.row.rounds]
    return {team for row in rounds if row.number < number for team in row.byes}


def is_own_unit(case: Case, pair: Iterable[int]) -> bool:
    one, other = (case.row.seats[team].unit for team in pair)
    return one is not None and one == other


def _units(case: Case, teams: Iterable[int]) -> frozenset[Pair]:
    members = sorted(teams)
    pairs = (frozenset((one, other)) for one in members for other in members if one < other)
    return frozenset(pair for pair in pairs if is_own_unit(case, pair))


def _can_be_paired(teams: Iterable[int], barred: frozenset[Pair]) -> bool:
    """Say whether all teams (but one of an odd number) can meet somebody whom nothing bars."""
    members = list(teams)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(members)
    graph.add_edges_from(
        [
            (place, later, 1)
            for place, one in enumerate(members)
            for later, other in enumerate(members[place + 1 :], start=place + 1)
            if frozenset((one, other)) not in barred
        ]
    )
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(members) // 2


def _named(games: Iterable[Game]) -> str:
    return ", ".join("–".join(str(team) for team in game.teams) for game in games)
