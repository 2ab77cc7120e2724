"""Teams into groups: pots spread evenly, teams of a unit apart as far as possible, and who meets whom in each."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.constraints import Constraints
from tournaments.pairing.evenly import Member, draw_part, even_out
from tournaments.pairing.randomness import Chance
from tournaments.pairing.refusals import DrawRefused, Impossible
from tournaments.pairing.round_robin import round_robin
from tournaments.pairing.values import DrawnGroup, Flag, Inputs, Notice, Outcome

GROUPS: Final = "groups"
SHUFFLES: Final = 200
SHUFFLED_TEAMS: Final = 20_000
RESTARTS: Final = 10


def group_sizes(teams: int, groups: int) -> tuple[int, ...]:
    """Give sizes that differ by one at most, the larger first. Raises DrawRefused("group_of_one"), ("bad_groups")."""
    least = 2
    if groups < 1:
        raise DrawRefused("bad_groups", {"groups": groups})
    if teams < least * groups:
        raise DrawRefused("group_of_one", {"teams": teams, "groups": groups})
    return tuple(teams // groups + (number < teams % groups) for number in range(groups))


def draw_groups(inputs: Inputs, constraints: Constraints, chance: Chance) -> Outcome:
    """Draw the groups whose sizes the plan gives, and lay out their rounds, with tables of their own.

    First whole random draws, the first that keeps units as far apart as any can is taken; else one is mended. Raises
    DrawRefused (group_of_one, sizes_do_not_fit, unknown_team), Impossible for no_own_unit.
    """
    sizes = _checked_sizes(inputs)
    members = members_of(inputs)
    spread = constraints.no_own_unit != "off" and inputs.plan.spread_units
    least = _least_together(members, len(sizes)) if spread else 0
    way, parts = "shuffle", _dealt(members, sizes, chance, spread=False)
    for _ in range(min(SHUFFLES, SHUFFLED_TEAMS // len(members))):
        if not spread or _together(parts) == least:
            break
        parts = _dealt(members, sizes, chance, spread=False)
    if spread and _together(parts) > least:
        way, parts = "exact", _mended(_dealt(members, sizes, chance, spread=True), chance)
        for _ in range(RESTARTS):
            if _together(parts) == least:
                break
            other = _mended(_dealt(members, sizes, chance, spread=True), chance)
            parts = min(parts, other, key=_together)
    together = _together(parts) if constraints.no_own_unit != "off" else 0
    notices = _explain(together, proved=together == least)
    if together and constraints.no_own_unit == "never":
        raise Impossible("no_own_unit", "own_unit_unavoidable", {"count": together, "proved": together == least})
    groups = _laid_out(parts, chance, double=inputs.plan.double)
    flags = flags_of_groups(groups, inputs) if together else ()
    return Outcome((), way, flags=flags, warnings=notices, groups=groups)


def members_of(inputs: Inputs) -> list[Member]:
    """Give the teams with their units and pots; teams in no pot are in the last. Raises DrawRefused("unknown_team")."""
    pots = dict(inputs.plan.pots)
    known = {entrant.team for entrant in inputs.entrants}
    for team in pots:
        if team not in known:
            raise DrawRefused("unknown_team", {"team": team})
    last = max(pots.values(), default=0) + 1
    numbers: dict[int, int] = {}
    return [
        Member(
            entrant.team,
            -1 - place if entrant.unit is None else numbers.setdefault(entrant.unit, len(numbers)),
            pots.get(entrant.team, last),
        )
        for place, entrant in enumerate(inputs.entrants)
    ]


def _checked_sizes(inputs: Inputs) -> tuple[int, ...]:
    sizes = inputs.plan.groups
    least = 2
    if any(size < least for size in sizes):
        raise DrawRefused("group_of_one", {"teams": min(sizes)})
    if sum(sizes) != len(inputs.entrants):
        raise DrawRefused("sizes_do_not_fit", {"places": sum(sizes), "teams": len(inputs.entrants)})
    return sizes


def _dealt(members: Sequence[Member], sizes: Sequence[int], chance: Chance, *, spread: bool) -> list[list[Member]]:
    parts: list[list[Member]] = []
    rest, left = list(members), sum(sizes)
    for size, wanted in zip(sizes, _quotas(members, sizes, chance), strict=True):
        part, rest = draw_part(rest, wanted, (size, left), chance, spread=spread)
        parts.append(part)
        left -= size
    return parts


def _quotas(members: Sequence[Member], sizes: Sequence[int], chance: Chance) -> list[Counter[int]]:
    """Say how many of each pot every group gets: dealt round, pot by pot, so that they differ by one at most while the
    sizes of the groups do.
    """
    pots = Counter(member.pot for member in members)
    groups = sorted(chance.shuffled(range(len(sizes))), key=lambda group: -sizes[group])
    quotas = [Counter[int]() for _ in sizes]
    turn = 0
    for pot in chance.shuffled(sorted(pots)):
        for _ in range(pots[pot]):
            while quotas[groups[turn % len(groups)]].total() >= sizes[groups[turn % len(groups)]]:
                turn += 1
            quotas[groups[turn % len(groups)]][pot] += 1
            turn += 1
    return quotas


def _mended(parts: list[list[Member]], chance: Chance) -> list[list[Member]]:
    """Even out every two groups until no two can be more even."""
    before = -1
    while before != (before := _together(parts)):
        for one, other in combinations(range(len(parts)), 2):
            if not _together([parts[one]]) and not _together([parts[other]]):
                continue
            parts[one], parts[other] = even_out(parts[one], parts[other], chance)
    return parts


def _together(parts: Sequence[Sequence[Member]]) -> int:
    """Count the pairs of one unit that are in one group."""
    counts = (Counter(member.unit for member in part) for part in parts)
    return sum(count * (count - 1) // 2 for units in counts for count in units.values())


def _least_together(members: Sequence[Member], groups: int) -> int:
    sizes = Counter(member.unit for member in members).values()
    return sum(
        size % groups * (size // groups + 1) * (size // groups) // 2
        + (groups - size % groups) * (size // groups) * (size // groups - 1) // 2
        for size in sizes
    )


def _explain(together: int, *, proved: bool) -> tuple[Notice, ...]:
    if not together:
        return ()
    found = Notice("own_unit_in_group", {"count": together})
    return (found,) if proved else (found, Notice("fewest_not_proved"))


def flags_of_groups(groups: Sequence[DrawnGroup], inputs: Inputs) -> tuple[Flag, ...]:
    """Name the pairs of one unit that are in one group; `round` is the number of the group."""
    unit = {entrant.team: entrant.unit for entrant in inputs.entrants}
    return tuple(
        Flag("own_unit", group.number, None, (one, other))
        for group in groups
        for one, other in combinations(group.teams, 2)
        if unit[one] is not None and unit[one] == unit[other]
    )


def _laid_out(parts: Sequence[Sequence[Member]], chance: Chance, *, double: bool) -> tuple[DrawnGroup, ...]:
    groups: list[DrawnGroup] = []
    table = 1
    for number, part in enumerate(parts, start=1):
        shuffled = sorted(chance.shuffled(part), key=lambda member: member.pot)
        teams = tuple(member.team for member in shuffled)
        groups.append(DrawnGroup(number, teams, round_robin(teams, double=double, first_table=table)))
        table += len(teams) // 2
    return tuple(groups)
