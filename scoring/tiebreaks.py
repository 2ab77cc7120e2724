"""Who stands before whom, and by which criterion."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations, takewhile
from math import lcm
from typing import Literal

from scoring.matches import MatchResult, Points, differential
from scoring.ruleset import Criterion, Ruleset

Note = Literal["not_needed", "not_all_met", "equal", "circular", "not_drawn"]
Column = Mapping[int, Points | None]
Meetings = Mapping[tuple[int, int], Points]

RELATIVE: frozenset[Criterion] = frozenset({"head_to_head", "lots"})


@dataclass(frozen=True, slots=True)
class KeyValue:
    """A team's value by a criterion; the note is a code for why there is none or why it parted nobody."""

    criterion: Criterion
    value: Points | None
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class Separation:
    """The criterion that parted a team from the one above it, and the two values compared."""

    criterion: Criterion | Literal["withdrawn"]
    above: Points | None
    own: Points | None


@dataclass(frozen=True, slots=True)
class Group:
    """Teams that nothing parts, by id; `separated_by` parts them from the group above."""

    teams: tuple[int, ...]
    separated_by: Separation | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What criteria are read from: a column for each that is a value of the team alone, meetings, and drawn lots."""

    columns: Mapping[Criterion, Column]
    meetings: Meetings
    lots: Mapping[int, int]
    looked_up: dict[tuple[int, Criterion], KeyValue] = field(default_factory=dict)

    def key_value(self, team: int, criterion: Criterion) -> KeyValue:
        """Return the value as `arrange` found it."""
        if criterion in RELATIVE:
            return self.looked_up.get((team, criterion), KeyValue(criterion, None, "not_needed"))
        return KeyValue(criterion, self.columns[criterion][team])


def count_meetings(ruleset: Ruleset, results: Iterable[MatchResult]) -> dict[tuple[int, int], Points]:
    """Return the points of a team against an opponent over all their meetings, under (team, opponent)."""
    meetings: dict[tuple[int, int], Points] = {}
    for result in results:
        a, b = result.team_a, result.team_b
        points_a, points_b = differential(ruleset, result.outcome)
        meetings[a, b] = meetings.get((a, b), 0) + points_a
        meetings[b, a] = meetings.get((b, a), 0) + points_b
    return meetings


def arrange(teams: Iterable[int], criteria: Sequence[Criterion], evidence: Evidence) -> list[Group]:
    """Order the teams, best first, into groups that the criteria leave equal.

    Criteria that are values of a team alone are compared at once, packed into one integer, as long as they lead the
    chain; from the first one that looks at a tied group only, groups are parted one criterion after the other.
    """
    ordered = sorted(teams)
    lead = tuple(takewhile(lambda criterion: criterion not in RELATIVE, criteria))
    rest = tuple(criteria[len(lead) :])
    if not lead or len(ordered) < 2:  # noqa: PLR2004 - one team is in order
        return _part(ordered, rest, None, evidence) if ordered else []
    columns = [[_comparable(evidence.columns[criterion][team]) for team in ordered] for criterion in lead]
    packed = dict(zip(ordered, pack(columns), strict=True))
    ordered.sort(key=packed.__getitem__, reverse=True)
    groups: list[Group] = []
    above: int | None = None
    for _, tied in groupby(ordered, key=packed.__getitem__):
        members = list(tied)
        separation = None if above is None else _first_difference(above, members[0], lead, evidence)
        groups += _part(members, rest, separation, evidence)
        above = members[0]
    return groups


def pack(columns: Sequence[Sequence[Points]]) -> list[int]:
    """Return one integer for each row, ordered as the rows are by their columns, the first column before the next."""
    packed = [0] * len(columns[0])
    for column in columns:
        scale = lcm(*{value.denominator for value in column})
        whole = column if scale == 1 else [value * scale for value in column]
        lowest = int(min(whole))
        span = int(max(whole)) - lowest + 1
        packed = [key * span + int(value) - lowest for key, value in zip(packed, whole, strict=True)]
    return packed


def _comparable(value: Points | None) -> Points:
    """A team without a value has not lost one: it compares as zero."""
    return 0 if value is None else value


def _first_difference(above: int, own: int, lead: Iterable[Criterion], evidence: Evidence) -> Separation:
    compared = ((c, evidence.columns[c][above], evidence.columns[c][own]) for c in lead)
    return next(Separation(c, a, o) for c, a, o in compared if _comparable(a) != _comparable(o))


def _part(
    teams: list[int], criteria: Sequence[Criterion], separation: Separation | None, evidence: Evidence
) -> list[Group]:
    if len(teams) == 1 or not criteria:
        return [Group(tuple(sorted(teams)), separation)]
    criterion, *rest = criteria
    values, lowest_first = _values(criterion, teams, evidence), criterion == "lots"
    ordered = sorted(sorted(teams), key=values.__getitem__, reverse=not lowest_first)
    pieces = [(value, list(members)) for value, members in groupby(ordered, key=values.__getitem__)]
    # Teams that a mini-table leaves equal are looked at among themselves before the next criterion.
    following = criteria if criterion == "head_to_head" and len(pieces) > 1 else rest
    groups: list[Group] = []
    above: Points | None = None
    for value, members in pieces:
        reason = Separation(criterion, above, value) if groups else separation
        groups += _part(members, following, reason, evidence)
        above = value
    return groups


def _values(criterion: Criterion, teams: Sequence[int], evidence: Evidence) -> Mapping[int, Points]:
    """Return the values by which tied teams part; all zero where the criterion does not apply to them."""
    if criterion not in RELATIVE:
        return {team: _comparable(evidence.columns[criterion][team]) for team in teams}
    values, note = _mini_table(teams, evidence) if criterion == "head_to_head" else _drawn(teams, evidence)
    for team in teams:
        evidence.looked_up.setdefault((team, criterion), KeyValue(criterion, values.get(team), note))
    return values or dict.fromkeys(teams, 0)


def _mini_table(teams: Sequence[int], evidence: Evidence) -> tuple[dict[int, Points], Note | None]:
    meetings = evidence.meetings
    if not all(pair in meetings for pair in permutations(teams, 2)):
        return {}, "not_all_met"
    table = {team: sum(meetings[team, other] for other in teams if other != team) for team in teams}
    if len(set(table.values())) > 1:
        return table, None
    return table, "circular" if any(meetings[pair] for pair in permutations(teams, 2)) else "equal"


def _drawn(teams: Sequence[int], evidence: Evidence) -> tuple[dict[int, Points], Note | None]:
    """Lots count only where every tied team has one: a lot of an earlier tie says nothing about this one."""
    if not all(team in evidence.lots for team in teams):
        return {}, "not_drawn"
    return {team: evidence.lots[team] for team in teams}, None
