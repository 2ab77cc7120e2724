"""Draw by a named method and version, and draw again from what was stored."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from tournaments.pairing.asked import NO_PLAN, Asked, Plan
from tournaments.pairing.brackets.drawing import DOUBLE_KNOCKOUT, KNOCKOUT, draw_knockout
from tournaments.pairing.constraints import Constraints, check_complete, violations
from tournaments.pairing.fixed_tables import S1_7
from tournaments.pairing.groups import GROUPS, draw_groups
from tournaments.pairing.lots import draw_lots, explain_lots, seat_by_lot
from tournaments.pairing.parts import divided, inputs_of_part, is_divided, merged, of_few, seed_of_part
from tournaments.pairing.random_rounds import draw_random_rounds
from tournaments.pairing.randomness import Chance
from tournaments.pairing.records import DrawRecord
from tournaments.pairing.refusals import DrawRefused, Impossible
from tournaments.pairing.rounds.drawing import LOT_ORDER, NEIGHBOURS, RANDOM_ROUND, SWISS, draw_one_round
from tournaments.pairing.values import DrawnRound, Entrant, Inputs, Notice, Outcome

S1_LOTS: Final = "s1_lots"
RANDOM_ROUNDS: Final = "random_rounds"
VERSION: Final = "1"
MOST_ROUNDS: Final = 1000
FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class MethodChoice:
    method: str
    version: str
    reasons: tuple[Notice, ...]


def choose_method(entrants: Sequence[Entrant], rounds: int = 2, plan: Plan = NO_PLAN) -> MethodChoice:
    """Choose the printed table of S1-7 where its lots can be given, random rounds elsewhere, and say why.

    In parts it is the table where it fits each of them as it is. Reasons: lots_fit, not_eighteen_teams,
    unit_too_large_for_lots, lots_impossible, other_number_of_rounds, groups_to_be_drawn. Raises DrawRefused as Inputs
    does.
    """
    if plan.groups:
        return MethodChoice(RANDOM_ROUNDS, VERSION, (Notice("groups_to_be_drawn"),))
    of_parts = [
        choose_method([each for each in entrants if each.team in set(teams)], rounds)
        for teams in plan.parts
        if len(teams) >= FEWEST
    ]
    if of_parts:
        return next((each for each in of_parts if each.method != S1_LOTS), of_parts[0])
    Inputs(tuple(entrants))
    if rounds != len(S1_7.rounds):
        return MethodChoice(
            RANDOM_ROUNDS, VERSION, (Notice("other_number_of_rounds", {"rounds": rounds, "table": len(S1_7.rounds)}),)
        )
    reason = explain_lots(S1_7, entrants)
    if reason is not None:
        return MethodChoice(RANDOM_ROUNDS, VERSION, (reason,))
    return MethodChoice(S1_LOTS, VERSION, (Notice("lots_fit", {"teams": len(entrants)}),))


def draw_record(record: DrawRecord) -> Outcome:
    """Draw; the outcome depends on nothing but the record.

    Raises DrawRefused (too_few_teams, team_twice, bad_seed, bad_rounds, unknown_method, not_eighteen_teams,
    other_number_of_rounds, asked_of_one_round, and what the method itself refuses), Impossible where a constraint
    cannot be kept and is never to be broken, or where the lots of the table cannot be given.
    """
    method = METHODS.get(record.method, {}).get(record.version)
    if method is None:
        raise DrawRefused("unknown_method", {"method": record.method, "version": record.version})
    least, most = ROUNDS.get(record.method, (1, MOST_ROUNDS))
    if not least <= record.rounds <= most:
        raise DrawRefused("bad_rounds", {"rounds": record.rounds, "most": most})
    if record.method not in ONE_ROUND and record.inputs.asked != Asked(number=record.inputs.asked.number):
        raise DrawRefused("asked_of_one_round", {"method": record.method})
    return _draw_parts(record, method) if is_divided(record) else _drawn_whole(record, method)


def _drawn_whole(record: DrawRecord, method: "Method") -> Outcome:
    outcome = method(record, Chance(record.method, record.version, record.seed))
    check_complete(outcome.rounds, record.inputs)
    check_placed(outcome, record.inputs)
    return outcome


def _draw_parts(record: DrawRecord, method: "Method") -> Outcome:
    """Draw each part by itself, with a seed of its own, and put the outcomes together."""
    parts = divided(record)
    outcomes: list[Outcome | None] = []
    for number, teams in enumerate(parts, start=1):
        try:
            if len(teams) < FEWEST or set(teams) <= set(record.inputs.asked.absent):
                outcomes.append(of_few(record, teams))
                continue
            inputs = inputs_of_part(record, parts, number)
            own = replace(record, inputs=inputs, seed=seed_of_part(record.seed, number))
            outcomes.append(_drawn_whole(own, method))
        except Impossible as error:
            raise Impossible(error.constraint, error.code, {**error.params, "part": number}) from error
        except DrawRefused as error:
            raise DrawRefused(error.code, {**error.params, "part": number}) from error
    return merged(record, parts, outcomes)


def check_placed(outcome: Outcome, inputs: Inputs) -> None:
    """Prove that every team stands once in the groups or in the first round of the bracket; raise AssertionError if
    not.
    """
    teams = Counter(entrant.team for entrant in inputs.entrants)
    grouped = Counter(team for group in outcome.groups for team in group.teams)
    first = [side.team for match in outcome.bracket if match.round == 1 for side in match.sides]
    seated = Counter(team for team in first if team is not None)
    if (outcome.groups and grouped != teams) or (outcome.bracket and seated != teams):
        raise AssertionError("a draw does not place every team once")


def draw(method: str, version: str, inputs: Inputs, constraints: Constraints, seed: str, rounds: int) -> Outcome:
    """Draw, as draw_record does."""
    return draw_record(DrawRecord(method, version, inputs, constraints, seed, rounds))


def replay(record: DrawRecord | Mapping[str, Any]) -> Outcome:
    """Draw again from a stored record; compare the outcome with the stored one by ==."""
    return draw_record(record if isinstance(record, DrawRecord) else DrawRecord.from_json(record))


def _s1_lots(record: DrawRecord, chance: Chance) -> Outcome:
    if record.rounds != len(S1_7.rounds):
        raise DrawRefused("other_number_of_rounds", {"rounds": record.rounds, "table": len(S1_7.rounds)})
    apart = record.constraints.no_own_unit != "off"
    lots, way = draw_lots(S1_7, record.inputs.entrants, chance, keep_units_apart=apart)
    rounds = seat_by_lot(S1_7, lots)
    return Outcome(rounds=rounds, way=way, lots=lots, flags=violations(rounds, record.inputs, record.constraints))


def _random_rounds(record: DrawRecord, chance: Chance) -> Outcome:
    rounds, way, warnings = draw_random_rounds(record.inputs, record.constraints, chance, record.rounds)
    earlier = record.inputs.asked.number - 1
    rounds = tuple(DrawnRound(each.number + earlier, each.matches, each.byes) for each in rounds)
    flags = violations(rounds, record.inputs, record.constraints)
    return Outcome(rounds=rounds, way=way, flags=flags, warnings=warnings)


def _one_round(record: DrawRecord, chance: Chance) -> Outcome:
    return draw_one_round(record.inputs, record.constraints, chance, record.method)


def _groups(record: DrawRecord, chance: Chance) -> Outcome:
    return draw_groups(record.inputs, record.constraints, chance)


def _knockout(record: DrawRecord, chance: Chance) -> Outcome:
    double = record.method == DOUBLE_KNOCKOUT
    return draw_knockout(record.inputs, record.constraints, chance, double=double)


Method = Callable[[DrawRecord, Chance], Outcome]
ONE_ROUND: Final = (RANDOM_ROUND, SWISS, NEIGHBOURS, LOT_ORDER)
ROUNDS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    dict.fromkeys(ONE_ROUND, (1, 1)) | {GROUPS: (0, 0), KNOCKOUT: (0, 0), DOUBLE_KNOCKOUT: (0, 0)}
)
METHODS: Final[Mapping[str, Mapping[str, Method]]] = MappingProxyType(
    {
        S1_LOTS: MappingProxyType({VERSION: _s1_lots}),
        RANDOM_ROUNDS: MappingProxyType({VERSION: _random_rounds}),
        **{name: MappingProxyType({VERSION: _one_round}) for name in ONE_ROUND},
        GROUPS: MappingProxyType({VERSION: _groups}),
        KNOCKOUT: MappingProxyType({VERSION: _knockout}),
        DOUBLE_KNOCKOUT: MappingProxyType({VERSION: _knockout}),
    }
)
