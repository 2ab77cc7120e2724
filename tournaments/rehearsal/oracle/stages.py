"""Who comes to a stage from the one before, with what."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from tournaments.rehearsal.oracle.findings import Case, Tie, Violation
from tournaments.rehearsal.oracle.knockouts import places_of
from tournaments.rehearsal.oracle.parts import by_division, in_parts
from tournaments.rehearsal.oracle.ranking import field_of, ranked


def source_of(case: Case) -> Case | None:
    feed = case.rules.plan["entrants"]
    return None if feed is None else next(each for each in case.earlier if each.row.code == feed["from_stage"])


def judge_feed(case: Case) -> Iterator[Violation]:
    """Judge who came, when they have just come: who leaves later changes the tables, not who went on by them."""
    source = source_of(case)
    if source is None or not case.row.seats:
        return
    if not source.row.closed:
        yield case.fault("feed", "teams have come before the stage before was closed")
    feed = case.rules.plan["entrants"]
    came = set(case.row.seats)
    for table, passed, number in _going_on(source, feed):
        yield from _came(case, table, passed, number, came)
    percent = {"none": 0, "all": 100, "part": case.rules.plan["carry"]["percent"]}[case.rules.plan["carry"]["kind"]]
    for team, seat in case.row.seats.items():
        total = source.counted.totals.get(team, Fraction(0))
        if seat.carried != total * percent / 100:
            yield case.fault("feed", f"team {team} brings {seat.carried} of {total} along")


def orders_before(case: Case) -> list[Sequence[Tie]]:
    """Return how the stage before ranked each of its divisions; nothing where nobody comes from another stage."""
    source, feed = source_of(case), case.rules.plan["entrants"]
    if source is None or feed["per_group"] is not None:
        return []
    return [order_of(source, parts, everybody=feed["teams"] is None) for parts in by_division(source)]


def _going_on(source: Case, feed: Mapping[str, Any]) -> Iterator[tuple[Sequence[Tie], int, int]]:
    """Yield each table from which teams come: how many are passed over, and how many come at least."""
    passed = int(feed.get("after", 0))
    for parts in by_division(source):
        if feed["per_group"] is None:
            everybody = sum(len(part) for part in parts) - passed
            yield order_of(source, parts), passed, feed["teams"] if isinstance(feed["teams"], int) else everybody
            continue
        for part in parts:
            yield table_of(source, part), passed, int(feed["per_group"])


def table_of(case: Case, part: Sequence[int]) -> Sequence[Tie]:
    """Return the teams of a part in the order of the stage's rules."""
    if case.row.format in {"knockout", "double_knockout"}:
        shown = [tuple(team for team in tie if team in part) for tie in case.counted.places]
        return places_of(case, part) or [tie for tie in shown if tie]
    return ranked(field_of(case.rules, case.row, part), case.rules.criteria)


def order_of(case: Case, parts: Sequence[Sequence[int]] | None = None, *, everybody: bool = False) -> Sequence[Tie]:
    """Return all teams, or the parts of a division, in the order of the stage's rules: by bands, or groups together.

    Where `everybody` goes on, those in the same place of each group are equal.
    """
    parts = in_parts(case, case.row.seats) if parts is None else parts
    tables = [table_of(case, part) for part in parts]
    if len(tables) == 1 or (case.rules.plan.get("groups") or {}).get("by") == "bands":
        return [tie for table in tables for tie in table]
    if everybody or case.row.format in {"knockout", "double_knockout"}:
        return [tuple(team for tie in level for team in tie) for level in zip_longest(*tables, fillvalue=())]
    here = {team for part in parts for team in part}
    whole = ranked(field_of(case.rules, case.row, case.row.seats), case.rules.criteria)
    return [those for tie in whole if (those := tuple(team for team in tie if team in here))]


def groups_of(case: Case) -> dict[int, Sequence[Tie]]:
    teams: dict[int, list[int]] = {}
    for seat in case.row.seats.values():
        if seat.group is not None:
            teams.setdefault(seat.group, []).append(seat.team)
    return {group: table_of(case, each) for group, each in teams.items()}


def _came(case: Case, table: Sequence[Tie], passed: int, number: int, came: set[int]) -> Iterator[Violation]:
    """Everybody between the cuts is there and nobody before them; at a cut a tie would have been parted before."""
    before = 0
    for tie in table:
        here = [team for team in tie if team in case.row.seats or _stays(case, team)]
        if before >= passed + number:
            return
        behind = before + len(here)
        missing = [team for team in here if team not in came]
        if passed <= before and behind <= passed + number and missing:
            yield case.fault("feed", f"{missing} should have come, standing among {number} after {passed}")
        early = [team for team in here if team in came]
        if behind <= passed and early:
            yield case.fault("feed", f"{early} should not have come, standing among the first {passed}")
        before = behind


def _stays(case: Case, team: int) -> bool:
    return any(each.row.seats[team].active for each in case.earlier if team in each.row.seats)
