"""Who comes to a stage from the one before, with what."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tournaments.rehearsal.oracle.findings import Case, Tie, Violation
from tournaments.rehearsal.oracle.knockouts import places_of
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
    for tables, number in _going_on(source, feed):
        yield from _came(case, tables, number, came)
    percent = {"none": 0, "all": 100, "part": case.rules.plan["carry"]["percent"]}[case.rules.plan["carry"]["kind"]]
    for team, seat in case.row.seats.items():
        total = source.counted.totals.get(team, Fraction(0))
        if seat.carried != total * percent / 100:
            yield case.fault("feed", f"team {team} brings {seat.carried} of {total} along")


def _going_on(source: Case, feed: dict[str, int | str | None]) -> Iterator[tuple[Sequence[Tie], int]]:
    """Yield each table from which teams come, with how many of it come at least."""
    if feed["per_group"] is None:
        everybody = len(source.row.seats)
        number = feed["teams"] if isinstance(feed["teams"], int) else everybody
        yield order_of(source), number
        return
    for table in groups_of(source).values():
        yield table, int(feed["per_group"])


def order_of(case: Case) -> Sequence[Tie]:
    """Return the teams of a stage in the order of its rules."""
    if case.row.format in {"knockout", "double_knockout"}:
        return places_of(case) or case.counted.places
    return ranked(field_of(case.rules, case.row, case.row.seats), case.rules.criteria)


def groups_of(case: Case) -> dict[int, list[Tie]]:
    teams: dict[int, list[int]] = {}
    for seat in case.row.seats.values():
        if seat.group is not None:
            teams.setdefault(seat.group, []).append(seat.team)
    return {group: ranked(field_of(case.rules, case.row, each), case.rules.criteria) for group, each in teams.items()}


def _came(case: Case, table: Sequence[Tie], number: int, came: set[int]) -> Iterator[Violation]:
    """Everybody before the cut is there; at the cut a tie would have been parted before."""
    left = number
    for tie in table:
        here = [team for team in tie if team in case.row.seats or _stays(case, team)]
        if left <= 0:
            return
        missing = [team for team in here if team not in came]
        if len(here) <= left and missing:
            yield case.fault("feed", f"{missing} should have come, standing among the first {number}")
        left -= len(here)


def _stays(case: Case, team: int) -> bool:
    return any(each.row.seats[team].active for each in case.earlier if team in each.row.seats)
