"""The whole judgement of an event after a round: pairs, points, order, who went on, and the facts of its notice."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.events.facts import Fact
from tournaments.rehearsal.oracle.awards import Given, judge_awards
from tournaments.rehearsal.oracle.checks import check
from tournaments.rehearsal.oracle.event_facts import Whole, check_event
from tournaments.rehearsal.oracle.findings import Case, Counted, Tie, Violation
from tournaments.rehearsal.oracle.hall import judge_hall
from tournaments.rehearsal.oracle.knockouts import judge_knockout, places_of
from tournaments.rehearsal.oracle.pairs import judge_pairs
from tournaments.rehearsal.oracle.parts import judge_parts
from tournaments.rehearsal.oracle.points import cells_of
from tournaments.rehearsal.oracle.ranking import field_of, ranked
from tournaments.rehearsal.oracle.rows import StageRow
from tournaments.rehearsal.oracle.rules import rules_of
from tournaments.rehearsal.oracle.stages import judge_feed, orders_before

BRACKETS = frozenset({"knockout", "double_knockout"})


def judge(
    rows: Sequence[StageRow],
    document: Mapping[str, Any],
    counted: Sequence[Counted],
    facts: Sequence[Fact],
    *,
    full: bool,
    over: bool,
    given: Sequence[Given] = (),
) -> list[Violation]:
    """Return everything that must not be; `counted` is what the portal shows of each stage, `given` its awards."""
    cases: list[Case] = []
    for row, shown in zip(rows, counted, strict=True):
        cases.append(Case(row, rules_of(document, row.code), shown, tuple(cases), full, over))
    found = [violation for case in cases for violation in (_stage(case) if case.row.rounds else judge_feed(case))]
    found += [violation for case in cases for violation in judge_hall(case, document)]
    found += [violation for fact in facts for violation in check(fact, cases)]
    whole = Whole(cases, document, given)
    found += [violation for fact in facts for violation in check_event(fact, whole)]
    if over:
        found += judge_awards(cases, document, given)
    return found


def _stage(case: Case) -> Iterator[Violation]:
    yield from judge_pairs(case)
    yield from judge_parts(case, orders_before(case))
    yield from _points(case)
    if case.row.format in BRACKETS:
        yield from judge_knockout(case)
    yield from _order(case)


def _points(case: Case) -> Iterator[Violation]:
    """What the portal counts is what the rules say; P6: a zero-sum table adds up to nothing where all was played."""
    cells = cells_of(case.rules, case.row, case.row.seats)
    for team, rounds in cells.items():
        for cell in rounds:
            shown = case.counted.points.get((team, cell.round))
            if shown != cell.points:
                yield case.fault("points", f"team {team}: {shown} shown, {cell.points} by the rules", cell.round)
    if not case.rules.sums_to_nothing:
        return
    for each in case.row.rounds:
        sums = [
            case.counted.points.get((team, each.number)) for game in each.games if game.played for team in game.teams
        ]
        known = [points for points in sums if points is not None]
        if sum(known, Fraction(0)):
            yield case.fault("P6", f"the points of the matches played add up to {sum(known)}", each.number)


def _order(case: Case) -> Iterator[Violation]:
    groups: dict[int, list[int]] = {}
    for seat in case.row.seats.values():
        if seat.group is not None:
            groups.setdefault(seat.group, []).append(seat.team)
    if case.row.format in BRACKETS:
        shown = [(teams, case.counted.groups.get(group, ())) for group, teams in groups.items()]
        for teams, places in (shown or [(list(case.row.seats), case.counted.places)]) if case.row.closed else ():
            wanted = places_of(case, teams)
            if wanted is not None:
                yield from differing(case, wanted, places)
        return
    if not groups:
        field = field_of(case.rules, case.row, case.row.seats)
        yield from differing(case, ranked(field, case.rules.criteria), case.counted.places)
    for group, teams in groups.items():
        field = field_of(case.rules, case.row, teams)
        yield from differing(case, ranked(field, case.rules.criteria), case.counted.groups.get(group, ()))


def differing(case: Case, wanted: Sequence[Tie], shown: Sequence[Tie]) -> Iterator[Violation]:
    wanted, shown = [tuple(sorted(tie)) for tie in wanted], [tuple(sorted(tie)) for tie in shown]
    if wanted == shown:
        return
    place = next((n for n, (one, two) in enumerate(zip(wanted, shown, strict=False)) if one != two), 0)
    yield case.fault("order", f"shown {shown[place : place + 3]}…, by the rules {wanted[place : place + 3]}…")
