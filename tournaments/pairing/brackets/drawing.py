"""Draw a bracket: seats by seed and by lot, the matches that follow from them, and what could not be kept."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final

from tournaments.pairing.asked import Standing
from tournaments.pairing.brackets.double import double_bracket_of
from tournaments.pairing.brackets.seats import UNSEEDED, Contender, draw_seats
from tournaments.pairing.brackets.single import bracket_of, bracket_size, spread
from tournaments.pairing.brackets.values import BYE, Side
from tournaments.pairing.constraints import Constraints
from tournaments.pairing.randomness import Chance
from tournaments.pairing.refusals import DrawRefused, Impossible
from tournaments.pairing.values import Flag, Inputs, Notice, Outcome

KNOCKOUT: Final = "knockout"
DOUBLE_KNOCKOUT: Final = "double_knockout"
TRIES: Final = 100
TRIED_TEAMS: Final = 4000
RESTARTS: Final = 20
Seats = list[int | None]


def draw_knockout(inputs: Inputs, constraints: Constraints, chance: Chance, *, double: bool = False) -> Outcome:
    """Draw the seats and lay out all matches; `lots` are the seats, from 1 down the bracket.

    Raises DrawRefused (unknown_team, team_twice, nobody_goes_out), Impossible for no_own_unit in the first round.
    """
    _check_seeds(inputs)
    keep_apart = constraints.no_own_unit != "off"
    field = _contenders(inputs, constraints, chance)
    plan = inputs.plan
    if plan.positions == "standard":
        way, seats = "standard", _standard(field)
    elif plan.positions == "given":
        way, seats = "given", _given(field, plan.seats)
    else:

        def again() -> list[Contender]:
            return _contenders(inputs, constraints, chance)

        way, seats = _drawn(again, chance, spread=keep_apart and plan.spread_units)
    sides = [BYE if team is None else Side("team", team=team) for team in seats]
    bracket = (
        double_bracket_of(sides, reset_final=plan.reset_final)
        if double
        else bracket_of(sides, third_place=plan.third_place, placement=plan.placement, until=plan.until)
    )
    unit = {each.team: each.unit for each in field}
    together = _met_first(seats, unit) if keep_apart else []
    proved = not together or _least(Counter(unit.values()).values(), len(seats))[-1] == len(together)
    if together and constraints.no_own_unit == "never":
        raise Impossible("no_own_unit", "own_unit_unavoidable", {"count": len(together), "proved": proved})
    teams = [team for team in seats if team is not None]
    return Outcome(
        (),
        way,
        lots={team: str(place) for place, team in enumerate(teams, start=1)},
        flags=tuple(Flag("own_unit", 1, None, pair) for pair in together),
        warnings=_explain(len(together), way, proved=proved),
        bracket=bracket,
    )


def cross_seats(groups: int, per_group: int) -> tuple[Side, ...]:
    """Give the seats of those who come out of groups: A1–B2 and B1–A2 in different halves, winners of groups apart and
    resting first; teams of one group as far apart as possible.
    """
    if groups < 1 or per_group < 1 or groups * per_group < 2:  # noqa: PLR2004 - a bracket has two sides
        raise DrawRefused("too_few_teams", {"teams": groups * per_group, "least": 2})
    sides = [
        Side("group_place", group=group, place=place)
        for place in range(1, per_group + 1)
        for group in range(1, groups + 1)
    ]
    if groups == 1 or per_group == 1:
        return tuple(spread(sides))
    if per_group == 2 and groups & (groups - 1) == 0:  # noqa: PLR2004 - winner and second
        return _crossed(groups)
    size = bracket_size(len(sides))
    field = [
        Contender(at, side.group or 0, at + 1 if side.place == 1 else UNSEEDED, rests=at < size - len(sides))
        for at, side in enumerate(sides)
    ]
    _, seats = _drawn(lambda: field, Chance("cross_seats", "1", "0"), spread=True)
    return tuple(BYE if at is None else sides[at] for at in seats)


def _crossed(groups: int) -> tuple[Side, ...]:
    def match(winner: int, second: int) -> tuple[Side, Side]:
        return Side("group_place", group=winner, place=1), Side("group_place", group=second, place=2)

    upper = [side for group in range(1, groups, 2) for side in match(group, group + 1)]
    lower = [side for group in range(1, groups, 2) for side in match(group + 1, group)]
    return (*upper, *lower)


def stage_seats(places: int) -> tuple[Side, ...]:
    """Give the seats of the best of an earlier stage: first against last, byes to the best."""
    return tuple(spread([Side("stage_place", place=place) for place in range(1, places + 1)]))


def _check_seeds(inputs: Inputs) -> None:
    known = {entrant.team for entrant in inputs.entrants}
    for team, times in Counter(inputs.plan.seeds).items():
        if team not in known:
            raise DrawRefused("unknown_team", {"team": team})
        if times > 1:
            raise DrawRefused("team_twice", {"team": team})


def _contenders(inputs: Inputs, constraints: Constraints, chance: Chance) -> list[Contender]:
    """Give the teams in random order, the seeds first, with those that rest in the first round."""
    seed = {team: place for place, team in enumerate(inputs.plan.seeds, start=1)}
    unit = {entrant.team: entrant.unit for entrant in inputs.entrants}
    teams = sorted(chance.shuffled(list(unit)), key=lambda team: seed.get(team, UNSEEDED))
    byes = bracket_size(len(teams)) - len(teams)
    resting = set(sorted(teams, key=_bye_key(inputs, constraints))[:byes])
    numbers: dict[int, int] = {}
    return [
        Contender(
            team,
            -1 - place if (own := unit[team]) is None else numbers.setdefault(own, len(numbers)),
            seed.get(team, UNSEEDED),
            rests=team in resting,
        )
        for place, team in enumerate(teams)
    ]


def _bye_key(inputs: Inputs, constraints: Constraints) -> Callable[[int], tuple[int, ...]]:
    """Give the order in which teams come to the byes; equal ones stay in their (random, seeds first) order."""
    had = Counter(inputs.had_bye) if constraints.one_bye != "off" else Counter[int]()
    standing = {each.team: each for each in inputs.standing}

    def key(team: int) -> tuple[int, ...]:
        found = standing.get(team, Standing(team))
        if constraints.bye_rule == "highest_lot":
            return had[team], -found.lot
        if constraints.bye_rule == "lowest_score":
            return had[team], found.score, *found.keys
        return (had[team],)

    return key


def _standard(field: Sequence[Contender]) -> Seats:
    return [side.team for side in spread([Side("team", team=each.team) for each in field])]


def _given(field: Sequence[Contender], seats: Sequence[int]) -> Seats:
    if sorted(team for team in seats if team) != sorted(each.team for each in field):
        raise DrawRefused("sizes_do_not_fit", {"places": len(seats), "teams": len(field)})
    return [team or None for team in seats]


def _drawn(contenders: Callable[[], list[Contender]], chance: Chance, *, spread: bool) -> tuple[str, Seats]:
    """Draw whole brackets, with those that rest, until one has the teams of every unit as far apart as any can; else
    spread them out.
    """
    field = contenders()
    size = bracket_size(len(field))
    unit = {each.team: each.unit for each in field}
    if not spread or len(set(unit.values())) == len(unit):
        return "shuffle", draw_seats(field, size, chance, spread=False)
    sizes = Counter(unit.values()).values()
    least = _least(sizes, size)
    for _ in range(min(TRIES, TRIED_TEAMS // len(field))):
        seats = draw_seats(contenders(), size, chance, spread=False)
        if _together(seats, unit) == least:
            return "shuffle", seats
    best: Seats = []
    for _ in range(RESTARTS):
        seats = draw_seats(contenders(), size, chance)
        if not best or _together(seats, unit) < _together(best, unit):
            best = seats
        if _together(best, unit) == least:
            break
    return "exact", best


def _together(seats: Seats, unit: dict[int, int]) -> tuple[int, ...]:
    """Count the pairs of one unit in one half, in one quarter, and so on down to one match."""
    counts: list[int] = []
    size = max(2, len(seats) // 2)
    while size > 1:
        found = 0
        for start in range(0, len(seats), size):
            units = Counter(unit[team] for team in seats[start : start + size] if team is not None)
            found += sum(count * (count - 1) // 2 for count in units.values())
        counts.append(found)
        size //= 2
    return tuple(counts)


def _least(sizes: Collection[int], slots: int) -> tuple[int, ...]:
    """Give the counts for units of these sizes that no bracket can go below."""
    counts: list[int] = []
    parts = min(2, slots // 2)
    while parts < slots:
        full = [(size // parts, size % parts) for size in sizes]
        counts.append(
            sum(more * (each + 1) * each // 2 + (parts - more) * each * (each - 1) // 2 for each, more in full)
        )
        parts *= 2
    return tuple(counts)


def _met_first(seats: Seats, unit: dict[int, int]) -> list[tuple[int, int]]:
    return [
        (one, other)
        for one, other in zip(seats[::2], seats[1::2], strict=True)
        if one is not None and other is not None and unit[one] == unit[other]
    ]


def _explain(together: int, way: str, *, proved: bool) -> tuple[Notice, ...]:
    if not together:
        return ()
    if way in {"standard", "given"}:
        return (Notice("own_unit_by_seeding", {"count": together}),)
    found = Notice("own_unit_unavoidable", {"count": together})
    return (found,) if proved else (found, Notice("fewest_not_proved"))
