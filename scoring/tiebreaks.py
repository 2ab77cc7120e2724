"""Who stands before whom, and by which criterion."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, takewhile
from math import lcm
from typing import Literal, cast

from scoring.matches import Points
from scoring.ruleset import Criterion

Note = Literal["not_needed", "not_all_met", "equal", "circular", "not_drawn"]
Column = Mapping[int, Points | None]

RELATIVE: frozenset[Criterion] = frozenset({"head_to_head", "lots"})


@dataclass(frozen=True, slots=True)
class KeyValue:
    """A team's value by a criterion; the note is a code for why there is none or why it parted nobody."""

    criterion: Criterion
    value: Points | None
    note: Note | None = None


@lru_cache(maxsize=4096)
def _key_value(criterion: Criterion, value: Points | None, note: Note | None = None) -> KeyValue:
    """Share the values that many rows have; making them anew took a quarter of the time of large standings."""
    return KeyValue(criterion, value, note)


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
    """What criteria are read from: a column for each that is a value of the team alone, meetings, and drawn lots.

    `against` gives a team's points over all its meetings with each opponent it has met.
    """

    columns: Mapping[Criterion, Column]
    against: Callable[[int], Mapping[int, Points]]
    lots: Mapping[int, int]
    looked_up: dict[tuple[int, Criterion], KeyValue] = field(default_factory=dict)

    def key_values(self, criterion: Criterion, teams: Iterable[int]) -> dict[int, KeyValue]:
        """Return the value of each team as `arrange` found it."""
        if criterion in RELATIVE:
            unneeded = _key_value(criterion, None, "not_needed")
            return {team: self.looked_up.get((team, criterion), unneeded) for team in teams}
        return {team: _key_value(criterion, value) for team, value in self.columns[criterion].items()}


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
        members = tuple(tied)
        separation = None if above is None else _first_difference(above, members[0], lead, evidence)
        above = members[0]
        if len(members) == 1:
            groups.append(Group(members, separation))
        else:
            groups += _part(members, rest, separation, evidence)
    return groups


def pack(columns: Sequence[Sequence[Points]]) -> Sequence[int]:
    """Return one integer for each row, ordered as the rows are by their columns, the first column before the next."""
    first, *others = map(_whole, columns)
    packed = first
    for column in others:
        span = max(column) - min(column) + 1
        packed = [key * span + value for key, value in zip(packed, column, strict=True)]
    return packed


def _whole(column: Sequence[Points]) -> Sequence[int]:
    """Scale a column with fractions until all its values are whole."""
    if set(map(type, column)) == {int}:
        return cast("Sequence[int]", column)
    scale = lcm(*{value.denominator for value in column})
    return [int(value * scale) for value in column]


def _comparable(value: Points | None) -> Points:
    """A team without a value has not lost one: it compares as zero."""
    return 0 if value is None else value


def _first_difference(above: int, own: int, lead: Iterable[Criterion], evidence: Evidence) -> Separation:
    columns = ((criterion, evidence.columns[criterion]) for criterion in lead)
    criterion, column = next(
        (criterion, column) for criterion, column in columns if _comparable(column[above]) != _comparable(column[own])
    )
    return Separation(criterion, column[above], column[own])


def _part(
    teams: Sequence[int], criteria: Sequence[Criterion], separation: Separation | None, evidence: Evidence
) -> list[Group]:
    """Part teams, given by id, that all criteria before these leave equal."""
    if len(teams) == 1 or not criteria:
        return [Group(tuple(teams), separation)]
    criterion, *rest = criteria
    values, lowest_first = _values(criterion, teams, evidence), criterion == "lots"
    ordered = sorted(teams, key=values.__getitem__, reverse=not lowest_first)
    pieces = [(value, tuple(members)) for value, members in groupby(ordered, key=values.__getitem__)]
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
        evidence.looked_up.setdefault((team, criterion), _key_value(criterion, values.get(team), note))
    return values or dict.fromkeys(teams, 0)


def _mini_table(teams: Sequence[int], evidence: Evidence) -> tuple[dict[int, Points], Note | None]:
    among = set(teams)
    table: dict[int, Points] = {}
    decided = False
    for team in teams:
        meetings = {opponent: points for opponent, points in evidence.against(team).items() if opponent in among}
        if len(meetings) < len(teams) - 1:
            return {}, "not_all_met"
        table[team] = sum(meetings.values())
        decided = decided or any(meetings.values())
    if len(set(table.values())) > 1:
        return table, None
    return table, "circular" if decided else "equal"


def _drawn(teams: Sequence[int], evidence: Evidence) -> tuple[dict[int, Points], Note | None]:
    """Lots count only where every tied team has one: a lot of an earlier tie says nothing about this one."""
    if not all(team in evidence.lots for team in teams):
        return {}, "not_drawn"
    return {team: evidence.lots[team] for team in teams}, None
