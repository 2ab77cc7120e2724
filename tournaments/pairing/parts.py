"""A field in parts, divisions and groups, that play in the same rounds: each is drawn by itself, by the same method.

One part is no division: then nothing here is asked, and the draw is that of the whole field.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import zip_longest
from typing import Final

from tournaments.pairing.asked import Asked, Plan
from tournaments.pairing.brackets.values import BracketMatch, Side
from tournaments.pairing.constraints import violations
from tournaments.pairing.groups import GROUPS, draw_groups, flags_of_groups
from tournaments.pairing.randomness import Chance, normalize_seed
from tournaments.pairing.records import DrawRecord
from tournaments.pairing.refusals import DrawRefused
from tournaments.pairing.rounds.seating import check_asked, seat
from tournaments.pairing.values import DrawnGroup, DrawnMatch, DrawnRound, Flag, Inputs, Notice, Outcome

Teams = tuple[int, ...]
# From the plainest way to the one that is farthest from a free draw: what is said of all parts together.
WAYS: Final = (
    *("given", "standard", "quick", "shuffle", "counted", "circle", "repair"),
    *("zones", "matching", "search", "exact", "sparse"),
)
LETTERS: Final = 26


def is_divided(record: DrawRecord) -> bool:
    plan = record.inputs.plan
    return bool(plan.parts) or (bool(plan.groups) and record.method != GROUPS)


def seed_of_part(seed: str, number: int) -> str:
    """Give a seed of its own to each part: SHA-256 of "seed:number", the seed as it was normalized."""
    return sha256(f"{normalize_seed(seed)}:{number}".encode()).hexdigest()


def divided(record: DrawRecord) -> tuple[Teams, ...]:
    """Give the parts that are drawn apart: those of the plan, each in its groups, which are drawn here.

    The groups of a round robin are drawn by its own method. Raises DrawRefused: unknown_team, team_twice,
    team_in_no_part, sizes_do_not_fit, pair_in_two_parts, and what is asked wrongly of a round.
    """
    inputs, plan = record.inputs, record.inputs.plan
    check_asked(inputs)
    given = plan.parts or (tuple(each.team for each in inputs.entrants),)
    _check_parts(given, inputs)
    parts: list[Teams] = []
    for number, (teams, sizes) in enumerate(zip(given, sizes_of_parts(plan.groups, given), strict=True), start=1):
        if record.method == GROUPS or len(sizes) < 2:  # noqa: PLR2004 - one group is the part itself
            parts.append(teams)
            continue
        # Teams of a unit may share a group where they need not meet in it.
        apart = record.constraints
        kept = replace(apart, no_own_unit="avoid") if apart.no_own_unit == "never" else apart
        own = _restricted(inputs, teams, Plan(groups=sizes, pots=_of(plan.pots, teams), spread_units=plan.spread_units))
        chance = Chance(GROUPS, record.version, seed_of_part(record.seed, number) if plan.parts else record.seed)
        parts += [group.teams for group in draw_groups(own, kept, chance).groups]
    part_of = {team: number for number, teams in enumerate(parts) for team in teams}
    for one, other in (*inputs.asked.wished, *(fixed[:2] for fixed in inputs.asked.fixed)):
        if part_of.get(one) != part_of.get(other):
            raise DrawRefused("pair_in_two_parts", {"one": one, "other": other})
    return tuple(parts)


def inputs_of_part(record: DrawRecord, parts: Sequence[Teams], number: int) -> Inputs:
    """Give the inputs of one part alone; tables are given when all parts are together."""
    plan, teams = record.inputs.plan, parts[number - 1]
    sizes: Teams = ()
    if record.method == GROUPS:
        sizes = sizes_of_parts(plan.groups, parts)[number - 1] or (len(teams),)
    own = replace(
        plan,
        groups=sizes,
        pots=_of(plan.pots, teams),
        seeds=tuple(team for team in plan.seeds if team in set(teams)),
        seats=plan.part_seats[number - 1] if plan.part_seats else (),
        parts=(),
        part_seats=(),
    )
    return _restricted(record.inputs, teams, own)


def of_few(record: DrawRecord, teams: Teams) -> Outcome | None:
    """Give the outcome of a part of one team, which rests; None where nobody is there.

    Raises DrawRefused("part_of_one") where it would have to play.
    """
    asked = record.inputs.asked
    if set(teams) <= set(asked.absent):
        return None
    if not record.rounds:
        raise DrawRefused("part_of_one", {"team": teams[0]})
    rounds = [DrawnRound(asked.number + turn, (), teams) for turn in range(record.rounds)]
    return Outcome(tuple(rounds), "given")


def merged(record: DrawRecord, parts: Sequence[Teams], outcomes: Sequence[Outcome | None]) -> Outcome:
    """Put the outcomes of all parts together: rounds by their numbers, tables and matches running on.

    Lots get the letter of their part. Raises AssertionError where a team would stand twice in a round.
    """
    inputs, constraints = record.inputs, record.constraints
    there = [(number, each) for number, each in enumerate(outcomes, start=1) if each is not None]
    drawn = [each for _, each in there]
    rounds, about_tables = _rounds(drawn, inputs)
    bracket = _bracket(there)
    flags: tuple[Flag, ...] = tuple(flag for each in drawn for flag in each.flags) if bracket else ()
    if any(each.is_round_robin for each in drawn):
        groups = tuple(_robins(drawn))
        flags = flags_of_groups(groups, inputs) if constraints.no_own_unit != "off" else ()
    else:
        groups = tuple(DrawnGroup(number, teams, ()) for number, teams in enumerate(parts, start=1))
    if rounds:
        flags = violations(rounds, inputs, constraints)
    return Outcome(
        rounds,
        max((each.way for each in drawn), key=WAYS.index, default=WAYS[0]),
        lots={team: _lot(number, lot) for number, each in there for team, lot in each.lots.items()},
        flags=flags,
        warnings=(
            *(Notice(note.code, {**note.params, "part": number}) for number, each in there for note in each.warnings),
            *about_tables,
        ),
        groups=groups,
        bracket=bracket,
    )


def letters(number: int) -> str:
    """Give A, B … Z, AA, AB … for 1, 2 …"""
    found = ""
    while number:
        number, rest = divmod(number - 1, LETTERS)
        found = chr(ord("A") + rest) + found
    return found


def sizes_of_parts(groups: Sequence[int], parts: Sequence[Teams]) -> list[Teams]:
    """Give the sizes of the groups of each part, which follow each other through the parts.

    Raises DrawRefused("sizes_do_not_fit").
    """
    left, found = list(groups), []
    for teams in parts:
        own: list[int] = []
        while left and sum(own) < len(teams):
            own.append(left.pop(0))
        if own and sum(own) != len(teams):
            raise DrawRefused("sizes_do_not_fit", {"places": sum(own), "teams": len(teams)})
        found.append(tuple(own))
    if left:
        raise DrawRefused("sizes_do_not_fit", {"places": sum(groups), "teams": sum(map(len, parts))})
    return found


def _lot(number: int, lot: str) -> str:
    return f"{letters(number)}{lot}" if lot.isdigit() else f"{letters(number)}-{lot}"


def _check_parts(parts: Sequence[Teams], inputs: Inputs) -> None:
    placed = Counter(team for teams in parts for team in teams)
    known = {each.team for each in inputs.entrants}
    for team, times in placed.items():
        if team not in known:
            raise DrawRefused("unknown_team", {"team": team})
        if times > 1:
            raise DrawRefused("team_twice", {"team": team})
    missing = next((team for team in known if team not in placed), None)
    if missing is not None:
        raise DrawRefused("team_in_no_part", {"team": missing})


def _of(pots: Sequence[tuple[int, int]], teams: Teams) -> tuple[tuple[int, int], ...]:
    here = set(teams)
    return tuple((team, pot) for team, pot in pots if team in here)


def _restricted(inputs: Inputs, teams: Teams, plan: Plan) -> Inputs:
    here, asked = set(teams), inputs.asked

    def both(pairs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple(pair for pair in pairs if here.issuperset(pair))

    return Inputs(
        tuple(each for each in inputs.entrants if each.team in here),
        met=both(inputs.met),
        had_bye=tuple(team for team in inputs.had_bye if team in here),
        standing=tuple(each for each in inputs.standing if each.team in here),
        asked=Asked(
            asked.number,
            absent=tuple(team for team in asked.absent if team in here),
            byes=tuple(team for team in asked.byes if team in here),
            forbidden=both(asked.forbidden),
            wished=both(asked.wished),
            fixed=tuple((one, other, 0) for one, other, _ in asked.fixed if one in here),
        ),
        plan=plan,
    )


def _rounds(outcomes: Sequence[Outcome], inputs: Inputs) -> tuple[tuple[DrawnRound, ...], tuple[Notice, ...]]:
    """Put the rounds together; where tables were asked for they are given anew, over all parts."""
    rounds: list[DrawnRound] = []
    notices: list[Notice] = []
    fixed = {frozenset(pair[:2]) for pair in inputs.asked.fixed}
    for turn in zip_longest(*(each.rounds for each in outcomes)):
        drawn = [each for each in turn if each is not None]
        pairs = [match.sides for each in drawn for match in each.matches if frozenset(match.sides) not in fixed]
        matches, about = seat(pairs, inputs)
        if not inputs.asked.at_table and not fixed:
            matches = tuple(DrawnMatch(table, sides) for table, sides in enumerate(pairs, start=1))
        byes = tuple(team for each in drawn for team in each.byes)
        seated = [*byes, *(team for match in matches for team in match.sides)]
        if len(set(seated)) != len(seated):
            raise AssertionError("a team stands twice in a round of several parts")
        rounds.append(DrawnRound(drawn[0].number, matches, byes))
        notices += about
    return tuple(rounds), tuple(notices)


def _robins(outcomes: Sequence[Outcome]) -> Iterator[DrawnGroup]:
    number, tables = 0, 0
    for outcome in outcomes:
        shift = tables
        for group in outcome.groups:
            number += 1
            tables += len(group.teams) // 2
            yield DrawnGroup(number, group.teams, tuple(_shifted(each, shift) for each in group.rounds))


def _shifted(each: DrawnRound, shift: int) -> DrawnRound:
    matches = tuple(DrawnMatch(match.table + shift, match.sides) for match in each.matches)
    return DrawnRound(each.number, matches, each.byes)


def _bracket(outcomes: Sequence[tuple[int, Outcome]]) -> tuple[BracketMatch, ...]:
    """Put brackets together, numbered in the order of play: by round, and by part within a round."""
    matches = [replace(match, group=number) for number, each in outcomes for match in each.bracket]
    matches.sort(key=lambda match: (match.round, match.group, match.number))
    number_of = {(match.group, match.number): number for number, match in enumerate(matches, start=1)}

    def moved(side: Side, group: int) -> Side:
        return side if side.match is None else replace(side, match=number_of[group, side.match])

    return tuple(
        replace(
            match,
            number=number_of[match.group, match.number],
            sides=(moved(match.sides[0], match.group), moved(match.sides[1], match.group)),
        )
        for match in matches
    )
