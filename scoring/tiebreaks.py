"""Who stands before whom, and by which criterion."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Literal

from scoring.figures import Points
from scoring.ordering import order
from scoring.ruleset import Criterion

Note = Literal["not_needed", "not_all_met", "not_met", "equal", "circular", "not_drawn"]
Column = Mapping[int, Points | None]

MEETINGS: frozenset[Criterion] = frozenset({"head_to_head", "head_to_head_if_met"})
RECORDED: frozenset[Criterion] = frozenset({"extra_deal", "card_cut", "lots"})
RELATIVE: frozenset[Criterion] = MEETINGS | RECORDED | {"shared"}


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
    """The criterion that parted a team from the one above it, and the two values compared, of one round if any."""

    criterion: Criterion | Literal["withdrawn"]
    above: Points | None
    own: Points | None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Teams that nothing parts, by id; `separated_by` parts them from the group above."""

    teams: tuple[int, ...]
    separated_by: Separation | None


@dataclass(frozen=True, slots=True)
class Key:
    """A column that compares teams: what is shown of each, and a number of which the higher stands before the lower."""

    criterion: Criterion
    shown: Column
    compared: Mapping[int, Points]
    round: int | None = None


Step = Key | Criterion


@dataclass(frozen=True, slots=True)
class Evidence:
    """What criteria are read from: columns for each that is a value of the team alone, meetings, and what is recorded.

    `against` gives a team's points over all its meetings with each opponent it has met. What is recorded is a place
    in a drawing or an extra deal, the lowest first.
    """

    keys: Mapping[Criterion, tuple[Key, ...]]
    against: Callable[[int], Mapping[int, Points]]
    recorded: Mapping[Criterion, Mapping[int, Points]]
    looked_up: dict[tuple[int, Criterion], KeyValue] = field(default_factory=dict)

    def key_values(self, criterion: Criterion, teams: Iterable[int]) -> dict[int, KeyValue]:
        """Return the value of each team as `arrange` found it; of several rounds, the last one's."""
        if criterion in RELATIVE:
            unneeded = _key_value(criterion, None, "not_needed")
            return {team: self.looked_up.get((team, criterion), unneeded) for team in teams}
        shown: Column = self.keys[criterion][0].shown if self.keys[criterion] else {}
        return {team: _key_value(criterion, shown.get(team)) for team in teams}

    def steps(self, criteria: Iterable[Criterion]) -> Iterator[Step]:
        """Yield what is compared, one after the other."""
        for criterion in criteria:
            if criterion in RELATIVE:
                yield criterion
            else:
                yield from self.keys[criterion]


def arrange(teams: Iterable[int], criteria: Sequence[Criterion], evidence: Evidence) -> list[Group]:
    """Order the teams, best first, into groups that the criteria leave equal.

    Criteria that are values of a team alone are compared at once as long as they lead the chain; from the first one
    that looks at a tied group only, groups are parted one criterion after the other.
    """
    ordered = sorted(teams)
    steps = tuple(evidence.steps(criteria))
    lead = tuple(step for step in takewhile(lambda step: isinstance(step, Key), steps) if isinstance(step, Key))
    rest = steps[len(lead) :]
    if not lead or len(ordered) < 2:  # noqa: PLR2004 - one team is in order
        return _part(ordered, rest, None, evidence) if ordered else []
    found = order([[key.compared[team] for team in ordered] for key in lead])
    groups: list[Group] = []
    above: int | None = None
    for tied in _runs([ordered[row] for row in found.rows], found.parted):
        separation = None if above is None else _first_difference(above, tied[0], lead)
        above = tied[0]
        if len(tied) == 1:
            groups.append(Group(tied, separation))
        else:
            groups += _part(tied, rest, separation, evidence)
    return groups


def _runs(teams: Sequence[int], parted: Sequence[bool]) -> Iterator[tuple[int, ...]]:
    """Cut the teams where one is lower than the one before it."""
    begun = 0
    for place, lower in enumerate(parted, start=1):
        if lower:
            yield tuple(teams[begun:place])
            begun = place
    yield tuple(teams[begun:])


def _first_difference(above: int, own: int, lead: Iterable[Key]) -> Separation:
    key = next(key for key in lead if key.compared[above] != key.compared[own])
    return Separation(key.criterion, key.shown[above], key.shown[own], key.round)


def _part(
    teams: Sequence[int], steps: Sequence[Step], separation: Separation | None, evidence: Evidence
) -> list[Group]:
    """Part teams, given by id, that all criteria before these leave equal."""
    if len(teams) == 1 or not steps:
        return [Group(tuple(teams), separation)]
    step, *rest = steps
    if isinstance(step, Key):
        criterion, number, shown, compared = step.criterion, step.round, step.shown, step.compared
    else:
        criterion, number = step, None
        shown, compared = _values(step, teams, evidence)
    ordered = sorted(teams, key=compared.__getitem__, reverse=True)
    pieces = [tuple(members) for _, members in groupby(ordered, key=compared.__getitem__)]
    # Teams that a mini-table leaves equal are looked at among themselves before the next criterion.
    following = steps if criterion in MEETINGS and len(pieces) > 1 else rest
    groups: list[Group] = []
    reason, above = separation, None
    for members in pieces:
        if above is not None:
            reason = Separation(criterion, shown[above], shown[members[0]], number)
        groups += _part(members, following, reason, evidence)
        above = members[0]
    return groups


def _values(criterion: Criterion, teams: Sequence[int], evidence: Evidence) -> tuple[Column, Mapping[int, Points]]:
    """Return the values of tied teams and what compares them; all zero where the criterion does not part them."""
    if criterion == "shared":
        return {}, dict.fromkeys(teams, 0)
    values, note = (
        _recorded(criterion, teams, evidence)
        if criterion in RECORDED
        else _mini_table(teams, evidence, partly=criterion == "head_to_head_if_met")
    )
    for team in teams:
        evidence.looked_up.setdefault((team, criterion), _key_value(criterion, values.get(team), note))
    if criterion in RECORDED and values:
        return values, {team: -value for team, value in values.items()}
    return values, values or dict.fromkeys(teams, 0)


def _mini_table(teams: Sequence[int], evidence: Evidence, *, partly: bool) -> tuple[dict[int, Points], Note | None]:
    """Return the points among exactly these teams; where not all have met, what they gained on those they met, if any.

    Gains compare teams with an unequal number of meetings: a match that was not played is as even as a draw.
    """
    among = set(teams)
    meetings = {
        team: {opponent: points for opponent, points in evidence.against(team).items() if opponent in among}
        for team in teams
    }
    if all(len(met) == len(teams) - 1 for met in meetings.values()):
        table = {team: sum(met.values()) for team, met in meetings.items()}
    elif not partly:
        return {}, "not_all_met"
    elif not any(meetings.values()):
        return {}, "not_met"
    else:
        table = {
            team: sum(points - meetings[opponent][team] for opponent, points in met.items())
            for team, met in meetings.items()
        }
    if len(set(table.values())) > 1:
        return table, None
    decided = any(
        points != meetings[opponent][team] for team, met in meetings.items() for opponent, points in met.items()
    )
    return table, "circular" if decided else "equal"


def _recorded(criterion: Criterion, teams: Sequence[int], evidence: Evidence) -> tuple[dict[int, Points], Note | None]:
    """What is recorded counts only where every tied team has it: that of an earlier tie says nothing about this one."""
    drawn = evidence.recorded.get(criterion, {})
    if not all(team in drawn for team in teams):
        return {}, "not_drawn"
    return {team: drawn[team] for team in teams}, None
