"""What a person changes in a draw by hand, and which faults a change brings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tournaments.pairing.brackets.values import BracketMatch, Side
from tournaments.pairing.constraints import Constraints, violations
from tournaments.pairing.groups import flags_of_groups
from tournaments.pairing.records import DrawRecord
from tournaments.pairing.refusals import DrawRefused
from tournaments.pairing.replay import replay
from tournaments.pairing.values import DrawnGroup, DrawnMatch, DrawnRound, Flag, Inputs, Notice, Outcome

SWAPPED: Final = "swapped"


def swap(record: DrawRecord, outcome: Outcome, *, number: int, one: int, other: int) -> Outcome:
    """Exchange the places of two teams in a round of this number, in the first round of a bracket, or between groups
    (then the number does not matter); one may have the bye. Teams of a field in parts change places within their part.

    Flags are made anew; the exchange is remembered in `swaps`, and each new fault is a warning beside it. Raises
    DrawRefused: swap_with_itself, swap_same_match, swap_same_group, swap_other_part, not_in_round.
    """
    if one == other:
        raise DrawRefused("swap_with_itself", {"team": one})
    _check_parts(record.inputs, outcome, one, other)
    swaps = (*outcome.swaps, (number, one, other))
    note = Notice(SWAPPED, {"round": number, "one": one, "other": other})
    if outcome.bracket:
        changed = replace(outcome, bracket=_swapped_bracket(outcome.bracket, number, one, other), swaps=swaps)
        changed = replace(changed, flags=_bracket_flags(changed.bracket, record.inputs, record.constraints))
        return replace(changed, lots=_swapped_lots(outcome.lots, one, other), warnings=(*outcome.warnings, note))
    if outcome.is_round_robin:
        groups = _swapped_groups(outcome.groups, one, other)
        flags = flags_of_groups(groups, record.inputs) if record.constraints.no_own_unit != "off" else ()
        return replace(outcome, groups=groups, flags=flags, swaps=swaps, warnings=(*outcome.warnings, note))
    rounds = tuple(_swapped_round(each, one, other) if each.number == number else each for each in outcome.rounds)
    if all(each.number != number for each in rounds):
        raise DrawRefused("not_in_round", {"round": number, "team": one})
    flags = violations(rounds, record.inputs, record.constraints)
    return replace(outcome, rounds=rounds, flags=flags, swaps=swaps, warnings=(*outcome.warnings, note))


def _check_parts(inputs: Inputs, outcome: Outcome, one: int, other: int) -> None:
    """Refuse an exchange between parts; the groups of a round robin may exchange teams."""
    groups = () if outcome.is_round_robin else outcome.groups
    parts = (*inputs.plan.parts, *(group.teams for group in groups))
    for number, teams in enumerate(parts, start=1):
        if (one in teams) != (other in teams):
            raise DrawRefused("swap_other_part", {"part": number})


def verify(record: DrawRecord | Mapping[str, object], outcome: Outcome) -> bool:
    """Tell whether the stored outcome is what the record gives, with the exchanges made by hand after it."""
    read = record if isinstance(record, DrawRecord) else DrawRecord.from_json(record)
    again = replay(read)
    for number, one, other in outcome.swaps:
        again = swap(read, again, number=number, one=one, other=other)
    return again == outcome


def new_flags(before: Outcome, after: Outcome) -> tuple[Flag, ...]:
    """Name the faults that a change brought."""
    had = {(flag.code, flag.round, frozenset(flag.teams)) for flag in before.flags}
    return tuple(flag for flag in after.flags if (flag.code, flag.round, frozenset(flag.teams)) not in had)


def _exchange(team: int, one: int, other: int) -> int:
    return other if team == one else one if team == other else team


def _swapped_round(each: DrawnRound, one: int, other: int) -> DrawnRound:
    seated = {*each.byes, *(side for match in each.matches for side in match.sides)}
    for team in (one, other):
        if team not in seated:
            raise DrawRefused("not_in_round", {"round": each.number, "team": team})
    if any({one, other} == set(match.sides) for match in each.matches):
        raise DrawRefused("swap_same_match", {"round": each.number})
    return _moved(each, one, other)


def _moved(each: DrawnRound, one: int, other: int) -> DrawnRound:
    matches = tuple(
        DrawnMatch(match.table, (_exchange(match.sides[0], one, other), _exchange(match.sides[1], one, other)))
        for match in each.matches
    )
    return DrawnRound(each.number, matches, tuple(_exchange(team, one, other) for team in each.byes))


def _swapped_groups(groups: tuple[DrawnGroup, ...], one: int, other: int) -> tuple[DrawnGroup, ...]:
    group_of = {team: group.number for group in groups for team in group.teams}
    for team in (one, other):
        if team not in group_of:
            raise DrawRefused("not_in_round", {"round": 0, "team": team})
    if group_of[one] == group_of[other]:
        raise DrawRefused("swap_same_group", {"group": group_of[one]})

    return tuple(
        DrawnGroup(
            group.number,
            tuple(_exchange(team, one, other) for team in group.teams),
            tuple(_moved(each, one, other) for each in group.rounds),
        )
        for group in groups
    )


def _swapped_bracket(bracket: tuple[BracketMatch, ...], number: int, one: int, other: int) -> tuple[BracketMatch, ...]:
    first = [match for match in bracket if match.round == 1]
    seated = {side.team for match in first for side in match.sides}
    for team in (one, other):
        if team not in seated or number != 1:
            raise DrawRefused("not_in_round", {"round": number, "team": team})
    if any({one, other} == {side.team for side in match.sides} for match in first):
        raise DrawRefused("swap_same_match", {"round": number})

    def moved(side: Side) -> Side:
        return side if side.team is None else replace(side, team=_exchange(side.team, one, other))

    return tuple(replace(match, sides=(moved(match.sides[0]), moved(match.sides[1]))) for match in bracket)


def _swapped_lots(lots: Mapping[int, str], one: int, other: int) -> Mapping[int, str]:
    return {team: lots[_exchange(team, one, other)] for team in lots}


def _bracket_flags(bracket: tuple[BracketMatch, ...], inputs: Inputs, constraints: Constraints) -> tuple[Flag, ...]:
    if constraints.no_own_unit == "off":
        return ()
    unit = {entrant.team: entrant.unit for entrant in inputs.entrants}
    return tuple(
        Flag("own_unit", 1, None, (one.team, other.team))
        for match in bracket
        if match.round == 1
        for one, other in [match.sides]
        if one.team is not None
        and other.team is not None
        and unit[one.team] is not None
        and unit[one.team] == unit[other.team]
    )
