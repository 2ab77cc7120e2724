"""What cannot be played as planned, named before the start with its numbers and what would make it playable."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.pairing.brackets.drawing import DOUBLE_KNOCKOUT, KNOCKOUT
from tournaments.pairing.brackets.single import bracket_size
from tournaments.pairing.constraints import Constraints, Strictness
from tournaments.pairing.fixed_tables import S1_7
from tournaments.pairing.groups import GROUPS
from tournaments.pairing.lots import explain_lots
from tournaments.pairing.parts import sizes_of_parts
from tournaments.pairing.refusals import Params
from tournaments.pairing.replay import METHODS, ONE_ROUND, S1_LOTS
from tournaments.pairing.values import Entrant, Inputs

FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something that stands in the way; blocks: it cannot be played so, otherwise it will be flagged."""

    code: str
    params: Params = field(default_factory=dict)
    blocks: bool = True


def feasible(inputs: Inputs, constraints: Constraints, method: str, rounds: int) -> tuple[Obstacle, ...]:
    """Name what stands in the way of so many rounds by this method, the worst first; nothing where all can be kept.

    Codes: unknown_method, more_rounds_than_opponents {rounds, most}, rounds_may_run_out {rounds, sure},
    unit_larger_than_half {unit, size, teams, most}, more_rounds_than_outside_opponents {unit, rounds, most},
    more_byes_than_teams {rounds, teams}, sizes_do_not_fit {places, teams}, group_of_one {teams},
    unit_larger_than_groups {unit, size, groups}, knockout_rounds {rounds, needed, teams}, not_eighteen_teams,
    unit_too_large_for_lots, lots_impossible, other_number_of_rounds, nobody_goes_out {teams, until}. Each part of a
    field is asked by itself, with its number as `part`; groups that are yet to be drawn by their sizes.
    """
    if method not in METHODS:
        return (Obstacle("unknown_method", {"method": method}),)
    if inputs.plan.parts or (inputs.plan.groups and method != GROUPS):
        return tuple(_of_parts(inputs, constraints, method, rounds))
    if method == S1_LOTS:
        found = _printed_table(inputs, rounds)
    elif method == GROUPS:
        found = _groups(inputs, constraints)
    elif method in {KNOCKOUT, DOUBLE_KNOCKOUT}:
        found = _knockout(inputs, constraints, method, rounds)
    else:
        found = _rounds(inputs, constraints, method, rounds)
    return tuple(sorted(found, key=lambda each: not each.blocks))


def _of_parts(inputs: Inputs, constraints: Constraints, method: str, rounds: int) -> Iterator[Obstacle]:
    """Ask each part; of groups that are yet to be drawn the smallest and the largest, with every unit spread evenly."""
    plan = inputs.plan
    given = plan.parts or (tuple(each.team for each in inputs.entrants),)
    for number, (teams, sizes) in enumerate(zip(given, sizes_of_parts(plan.groups, given), strict=True), start=1):
        where = {"part": number} if plan.parts else {}
        here = set(teams)
        field = [each for each in inputs.entrants if each.team in here]
        own = replace(plan, parts=(), part_seats=(), groups=sizes if method == GROUPS else ())
        for size in sorted(set(sizes)) if sizes and method != GROUPS else [len(teams)]:
            if size < FEWEST:
                yield Obstacle("group_of_one", {"teams": size, **where})
                continue
            asked = Inputs(tuple(_spread(field, size)), plan=own)
            for each in feasible(asked, constraints, method, rounds):
                yield Obstacle(each.code, {**each.params, **where}, each.blocks)


def _spread(field: Sequence[Entrant], size: int) -> list[Entrant]:
    """Give so many of these teams, of every unit as large a share as of the whole."""
    ordered = sorted(field, key=lambda each: (each.unit is None, each.unit))
    return [ordered[place * len(ordered) // size] for place in range(size)]


def _rounds(inputs: Inputs, constraints: Constraints, method: str, rounds: int) -> list[Obstacle]:
    teams = len(inputs.entrants)
    found: list[Obstacle] = []
    most = teams - 1 + teams % 2
    never = constraints.no_rematch == "never"
    if constraints.no_rematch != "off" and rounds > most:
        found.append(Obstacle("more_rounds_than_opponents", {"rounds": rounds, "most": most}, never))
    elif constraints.no_rematch != "off" and method in ONE_ROUND and 2 * rounds > teams:
        sure = teams // 2
        found.append(Obstacle("rounds_may_run_out", {"rounds": rounds, "sure": sure}, blocks=False))
    if constraints.one_bye != "off" and teams % 2 and rounds > teams:
        byes = {"rounds": rounds, "teams": teams}
        found.append(Obstacle("more_byes_than_teams", byes, constraints.one_bye == "never"))
    return found + _large_units(inputs, constraints.no_own_unit, constraints.no_rematch, rounds)


def _large_units(inputs: Inputs, own_unit: Strictness, rematch: Strictness, rounds: int) -> list[Obstacle]:
    """A unit may be half of the places, the bye counted; its teams have as many rounds as there are teams outside."""
    teams = len(inputs.entrants)
    half = (teams + teams % 2) // 2
    found: list[Obstacle] = []
    if own_unit == "off":
        return found
    for unit, size in _units(inputs).items():
        outside = teams + teams % 2 - size
        if size > half:
            sizes = {"unit": unit, "size": size, "teams": teams, "most": half}
            found.append(Obstacle("unit_larger_than_half", sizes, own_unit == "never"))
        elif size > 1 and rematch != "off" and rounds > outside:
            numbers = {"unit": unit, "rounds": rounds, "most": outside}
            blocks = own_unit == "never" and rematch == "never"
            found.append(Obstacle("more_rounds_than_outside_opponents", numbers, blocks))
    return found


def _units(inputs: Inputs) -> Counter[int]:
    return Counter(entrant.unit for entrant in inputs.entrants if entrant.unit is not None)


def _groups(inputs: Inputs, constraints: Constraints) -> list[Obstacle]:
    sizes, teams = inputs.plan.groups, len(inputs.entrants)
    found: list[Obstacle] = []
    if any(size < FEWEST for size in sizes):
        found.append(Obstacle("group_of_one", {"teams": min(sizes)}))
    if sum(sizes) != teams:
        found.append(Obstacle("sizes_do_not_fit", {"places": sum(sizes), "teams": teams}))
    if constraints.no_own_unit != "off":
        found.extend(
            Obstacle(
                "unit_larger_than_groups",
                {"unit": unit, "size": size, "groups": len(sizes)},
                constraints.no_own_unit == "never",
            )
            for unit, size in _units(inputs).items()
            if size > len(sizes)
        )
    return found


def _knockout(inputs: Inputs, constraints: Constraints, method: str, rounds: int) -> list[Obstacle]:
    """rounds: those that there is time for, 0 where it does not matter."""
    teams = len(inputs.entrants)
    levels = bracket_size(teams).bit_length() - 1
    needed = levels if method == KNOCKOUT else 2 * levels
    found = _large_units(inputs, constraints.no_own_unit, "off", 1)
    if inputs.plan.until >= bracket_size(teams):
        found.append(Obstacle("nobody_goes_out", {"teams": teams, "until": inputs.plan.until}))
    needed -= inputs.plan.until.bit_length() - 1
    if rounds and rounds < needed:
        found.append(Obstacle("knockout_rounds", {"rounds": rounds, "needed": needed, "teams": teams}))
    return found


def _printed_table(inputs: Inputs, rounds: int) -> list[Obstacle]:
    found: list[Obstacle] = []
    if rounds != len(S1_7.rounds):
        found.append(Obstacle("other_number_of_rounds", {"rounds": rounds, "table": len(S1_7.rounds)}))
    reason = explain_lots(S1_7, inputs.entrants)
    if reason is not None:
        found.append(Obstacle(reason.code, reason.params))
    return found
