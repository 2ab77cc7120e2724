"""The parts of a stage's field: who plays with whom at all, in groups of the right sizes, and who is ranked before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tournaments.rehearsal.oracle.findings import Case, Tie, Violation

Members = list[list[int]]


def part_of(case: Case) -> dict[int, int | None]:
    """Return the part of every team: a group's number, None where the field is one."""
    return {team: seat.group for team, seat in case.row.seats.items()}


def in_parts(case: Case, teams: Iterable[int]) -> Members:
    """Return teams by their parts, in the order of the groups."""
    found: dict[int, list[int]] = {}
    for team in teams:
        found.setdefault(case.row.seats[team].group or 0, []).append(team)
    return [found[group] for group in sorted(found)]


def by_division(case: Case) -> list[Members]:
    """Return the parts of every division; all of them together where the stage has but one."""
    parts = in_parts(case, case.row.seats)
    found: dict[str, Members] = {}
    for part in parts:
        codes = {case.row.seats[team].division for team in part}
        found.setdefault(codes.pop() if len(codes) == 1 else "", []).append(part)
    return list(found.values())


def judge_parts(case: Case, orders: Sequence[Sequence[Tie]] = ()) -> Iterator[Violation]:
    """Judge who is in which part; `orders`: how the stage before ranked each division, where bands are made of it."""
    if not case.row.rounds:
        return
    yield from _apart(case)
    yield from _of_one_division(case)
    plan = case.rules.plan
    groups = plan.get("groups") or ({"by": "lots"} if case.row.format == "round_robin" else None)
    if groups is None:
        return
    if groups["by"] == "bands":
        yield from _bands(case, orders)
    else:
        yield from _sizes(case, groups)


def _apart(case: Case) -> Iterator[Violation]:
    part = part_of(case)
    for each in case.row.rounds:
        for game in each.games:
            one, other = game.teams
            if part[one] != part[other]:
                yield case.fault("parts", f"{one} and {other} of different parts meet", each.number)


def _of_one_division(case: Case) -> Iterator[Violation]:
    seats = case.row.seats.values()
    if len({seat.division for seat in seats}) <= 1:
        return
    for part in in_parts(case, case.row.seats):
        if len({case.row.seats[team].division for team in part}) > 1:
            yield case.fault("parts", f"{part} are of several divisions")


def _sizes(case: Case, groups: Mapping[str, Any]) -> Iterator[Violation]:
    """As many groups as the regulations say of those who were drawn first, and none larger by two than another."""
    first = case.row.rounds[0]
    draw = case.row.draws.get(first.draw or 0)
    drawn = set(draw.entrants) if draw is not None else set()
    for parts in by_division(case):
        there = [len(here) for part in parts if (here := drawn & set(part))]
        total, size, count = sum(there), groups.get("size"), groups.get("count")
        wanted = -(-total // int(size)) if size else int(count or 1)
        if len(there) != wanted:
            yield case.fault("parts", f"{len(there)} groups of {total} teams instead of {wanted}")
        if there and max(there) - min(there) > 1:
            yield case.fault("parts", f"groups of {there} teams")


def _bands(case: Case, orders: Sequence[Sequence[Tie]]) -> Iterator[Violation]:
    """The first places are one band, the next ones another; whoever is in a band is ranked before all of the next."""
    for order in orders if not case.row.closed_rounds else ():
        place = {team: number for number, tie in enumerate(order) for team in tie}
        for parts in by_division(case):
            known = [[place[team] for team in part if team in place] for part in parts]
            known = [places for places in known if places]
            if any(max(one) > min(other) for one, other in pairwise(known)):
                yield case.fault("parts", f"{parts} are not the bands of the places before")
    shown = {team: number for number, tie in enumerate(case.counted.places) for team in tie}
    for parts in by_division(case):
        for one, other in pairwise(parts):
            if max(shown[team] for team in one) >= min(shown[team] for team in other):
                yield case.fault("parts", f"{one} are not all ranked before {other}")
