"""Chi-square of many draws: `python -m tournaments.tests.pairing.uniformity 100000` prints a line per field and ends
with 1 on bias.

Every field is drawn from the seeds 0, 1, 2 …, so a figure is the same each time. What is counted has a known chance,
found by listing all draws or by symmetry; the limit is the chi-square value that chance alone passes once in 10,000.
"""

import sys
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing import (
    GROUPS,
    KNOCKOUT,
    RANDOM_ROUND,
    RANDOM_ROUNDS,
    S1_7,
    S1_LOTS,
    SWISS,
    VERSION,
    Constraints,
    Entrant,
    Inputs,
    Outcome,
    Plan,
    draw,
    group_sizes,
)
from tournaments.pairing.problem import Problem, least_broken
from tournaments.pairing.random_rounds import by_repair, seat
from tournaments.pairing.randomness import Chance

Observe = Callable[[Outcome], Hashable]
NORMAL_LIMIT = 3.719  # passed once in 10,000


@dataclass(frozen=True)
class Study:
    name: str
    method: str
    entrants: tuple[Entrant, ...]
    rounds: int
    observe: Observe
    classes: int
    met: tuple[tuple[int, int], ...] = ()
    had_bye: tuple[int, ...] = ()
    groups: int = 0
    dear: bool = False
    repair: bool = False

    @property
    def slow(self) -> bool:
        """Tell whether a draw takes hundredths of a second: a hundredth of the seeds has to do."""
        return self.dear or "unit of nine" in self.name or (self.rounds == 0 and len(self.entrants) > 8)

    def drawn(self, seed: str) -> Outcome:
        """Draw as an event does, or by random repair alone, as where no shuffle fits."""
        if not self.repair:
            return draw(self.method, VERSION, self.inputs(), Constraints(), seed, self.rounds)
        problem = Problem.of(self.inputs(), Constraints(), self.rounds)
        pairings = by_repair(problem, least_broken(problem), Chance(self.method, VERSION, seed))
        teams = [entrant.team for entrant in self.entrants]
        rounds = tuple(seat(problem, teams, number, pairing) for number, pairing in enumerate(pairings, start=1))
        return Outcome(rounds=rounds, way="repair")

    def inputs(self) -> Inputs:
        sizes = group_sizes(len(self.entrants), self.groups) if self.groups else ()
        return Inputs(self.entrants, self.met, self.had_bye, plan=Plan(groups=sizes))


def chi_square_limit(freedom: int) -> float:
    """Approximate the limit after Wilson and Hilferty."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + NORMAL_LIMIT * part**0.5) ** 3)


def measure(study: Study, seeds: int) -> tuple[float, float, Counter[str]]:
    """Give chi-square, its limit, and how often each way was used."""
    seen: Counter[Hashable] = Counter()
    ways: Counter[str] = Counter()
    for seed in range(seeds):
        outcome = study.drawn(str(seed))
        seen[study.observe(outcome)] += 1
        ways[outcome.way] += 1
    expected = seeds / study.classes
    found = sum((count - expected) ** 2 / expected for count in seen.values()) + (study.classes - len(seen)) * expected
    return found, chi_square_limit(study.classes - 1), ways


def whole_draw(outcome: Outcome) -> Hashable:
    return tuple(frozenset(frozenset(match.sides) for match in each.matches) for each in outcome.rounds)


def opponent_of_first(number: int) -> Observe:
    def observe(outcome: Outcome) -> Hashable:
        sides = next(match.sides for match in outcome.rounds[number - 1].matches if 0 in match.sides)
        return sum(sides)

    return observe


def opponents_of_first(outcome: Outcome) -> Hashable:
    """Name all opponents of the first team in the order of the rounds."""
    return tuple(opponent_of_first(each.number)(outcome) for each in outcome.rounds)


def bye_of_round(outcome: Outcome) -> Hashable:
    return outcome.rounds[0].byes


def opponent_in_bracket(outcome: Outcome) -> Hashable:
    first = [{side.team for side in match.sides} for match in outcome.bracket if match.round == 1]
    return frozenset(next(sides for sides in first if 0 in sides))


def whole_groups(outcome: Outcome) -> Hashable:
    return frozenset(frozenset(group.teams) for group in outcome.groups)


def group_of_first(outcome: Outcome) -> Hashable:
    return next(group.number for group in outcome.groups if 0 in group.teams)


def table_of_first(outcome: Outcome) -> Hashable:
    return next(match.table for match in outcome.rounds[0].matches if 0 in match.sides)


def bye_of_round_two(outcome: Outcome) -> Hashable:
    return outcome.rounds[1].byes


def lot_of(team: int) -> Observe:
    return lambda outcome: outcome.lots[team]


def lots_of_first_unit(outcome: Outcome) -> Hashable:
    return frozenset(outcome.lots[team] for team in range(9))


def field_of(teams: int, unit_size: int = 1) -> tuple[Entrant, ...]:
    return tuple(Entrant(team, team // unit_size) for team in range(teams))


def neighbours_of(teams: int) -> tuple[tuple[int, int], ...]:
    return tuple((team, team + 1) for team in range(0, teams - 1, 2))


def count_rounds(entrants: tuple[Entrant, ...], met: tuple[tuple[int, int], ...] = ()) -> int:
    """Count the pairings of one round without repeats and own-unit meetings."""
    unit = {entrant.team: entrant.unit for entrant in entrants}

    def count(teams: tuple[int, ...]) -> int:
        if not teams:
            return 1
        first, rest = teams[0], teams[1:]
        return sum(
            count(tuple(team for team in rest if team != other))
            for other in rest
            if unit[first] != unit[other] and (first, other) not in met
        )

    return count(tuple(unit))


def count_draws(entrants: tuple[Entrant, ...]) -> int:
    """Count the two-round draws without repeats and own-unit meetings by listing them."""
    unit = {entrant.team: entrant.unit for entrant in entrants}

    def pairings(teams: tuple[int, ...]) -> list[frozenset[tuple[int, int]]]:
        if not teams:
            return [frozenset()]
        first, rest = teams[0], teams[1:]
        return [
            more | {(first, other)}
            for other in rest
            if unit[first] != unit[other]
            for more in pairings(tuple(team for team in rest if team != other))
        ]

    every = pairings(tuple(unit))
    return sum(one.isdisjoint(other) for one in every for other in every)


def clean_nines() -> int:
    """Count the sets of nine lots that never meet."""
    return sum(
        all(other not in S1_7.meetings[one] for one, other in combinations(chosen, 2))
        for chosen in combinations(S1_7.lots, 9)
    )


def studies() -> list[Study]:
    six, six_twos, eight_twos = field_of(6), field_of(6, 2), field_of(8, 2)
    nine_apart = tuple(Entrant(team, 0 if team < 9 else None) for team in range(18))
    return [
        Study("6 teams, whole draw", RANDOM_ROUNDS, six, 2, whole_draw, count_draws(six)),
        Study("6 teams in twos, whole draw", RANDOM_ROUNDS, six_twos, 2, whole_draw, count_draws(six_twos)),
        Study("7 teams, bye of round 2", RANDOM_ROUNDS, field_of(7), 2, bye_of_round_two, 7),
        Study("8 teams, opponent in round 2", RANDOM_ROUNDS, field_of(8), 2, opponent_of_first(2), 7),
        Study("8 teams in twos, whole draw", RANDOM_ROUNDS, eight_twos, 2, whole_draw, count_draws(eight_twos)),
        Study("18 teams, opponent in round 1", RANDOM_ROUNDS, field_of(18), 2, opponent_of_first(1), 17),
        Study("18 teams, opponent in round 2", RANDOM_ROUNDS, field_of(18), 2, opponent_of_first(2), 17),
        Study("18 teams in twos, opponent in round 2", RANDOM_ROUNDS, field_of(18, 2), 2, opponent_of_first(2), 16),
        Study("18 teams in twos, table", RANDOM_ROUNDS, field_of(18, 2), 2, table_of_first, 9),
        Study("12 teams in fours, opponent in round 3", RANDOM_ROUNDS, field_of(12, 4), 3, opponent_of_first(3), 8),
        *whole_plan_studies(),
        *repair_studies(),
        *one_round_studies(),
        Study("18 lots, nine twos, lot of the first team", S1_LOTS, field_of(18, 2), 2, lot_of(0), 18),
        Study("18 lots, nine twos, lot of the last team", S1_LOTS, field_of(18, 2), 2, lot_of(17), 18),
        Study("18 lots, teams alone, lot of the last team", S1_LOTS, field_of(18), 2, lot_of(17), 18),
        Study("18 lots, a unit of nine, its lots", S1_LOTS, nine_apart, 2, lots_of_first_unit, clean_nines()),
    ]


def whole_plan_studies() -> list[Study]:
    """Whole plans of several rounds, the last ones so tight that no shuffle fits and random repair is the way."""
    return [
        Study("8 teams, three opponents", RANDOM_ROUNDS, field_of(8), 3, opponents_of_first, 210),
        Study("18 teams, both opponents", RANDOM_ROUNDS, field_of(18), 2, opponents_of_first, 272),
        Study("8 teams, seven rounds, opponent in the last", RANDOM_ROUNDS, field_of(8), 7, opponent_of_first(7), 7,
              dear=True),
        Study("8 teams in twos, six rounds, in the last", RANDOM_ROUNDS, field_of(8, 2), 6, opponent_of_first(6), 6,
              dear=True),
        Study("18 teams in nines, six rounds, in the last", RANDOM_ROUNDS, field_of(18, 9), 6, opponent_of_first(6), 9,
              dear=True),
        Study("18 teams in twos, ten rounds, in the last", RANDOM_ROUNDS, field_of(18, 2), 10, opponent_of_first(10),
              16, dear=True),
    ]  # fmt: skip


def repair_studies() -> list[Study]:
    """Random repair by itself. Where plans are unlike each other it need not find all of them equally often.

    So what is counted is alike for all by symmetry: whom a team meets, and the 720 plans of five rounds of six teams,
    which are one plan with other names.
    """
    six, eight, eighteen = field_of(6), field_of(8), field_of(18)
    return [
        Study("repair: 6 teams, whole plan of five rounds", RANDOM_ROUNDS, six, 5, whole_draw, 720, repair=True),
        Study("repair: 6 teams in twos", RANDOM_ROUNDS, field_of(6, 2), 2, opponent_of_first(2), 4, repair=True),
        Study("repair: 8 teams, three opponents", RANDOM_ROUNDS, eight, 3, opponents_of_first, 210, repair=True),
        Study("repair: 8 teams in twos", RANDOM_ROUNDS, field_of(8, 2), 2, opponent_of_first(2), 6, repair=True),
        Study("repair: 18 teams, both opponents", RANDOM_ROUNDS, eighteen, 2, opponents_of_first, 272, repair=True),
        Study("repair: 18 teams in twos", RANDOM_ROUNDS, field_of(18, 2), 2, opponent_of_first(2), 16, repair=True),
        Study("repair: 18 teams in nines", RANDOM_ROUNDS, field_of(18, 9), 2, opponent_of_first(2), 9, repair=True),
    ]


def one_round_studies() -> list[Study]:
    """Rounds drawn one by one, with what was played before, and first rounds of brackets and groups."""
    six, eight, met_six, met_eight = field_of(6), field_of(8), neighbours_of(6), neighbours_of(8)
    eight_fours = field_of(8, 4)
    return [
        Study("6 teams, round 2, whole", RANDOM_ROUND, six, 1, whole_draw, count_rounds(six, met_six), met_six),
        Study("8 teams, round 2, whole", RANDOM_ROUND, eight, 1, whole_draw, count_rounds(eight, met_eight), met_eight),
        Study("8 teams in fours, whole", RANDOM_ROUND, eight_fours, 1, whole_draw, count_rounds(eight_fours)),
        Study("7 teams, bye after two byes", RANDOM_ROUND, field_of(7), 1, bye_of_round, 5, had_bye=(2, 5)),
        Study("18 teams, round 2", RANDOM_ROUND, field_of(18), 1, opponent_of_first(1), 16, neighbours_of(18)),
        Study("18 teams in twos, one round", RANDOM_ROUND, field_of(18, 2), 1, opponent_of_first(1), 16),
        Study("18 teams in nines, one round", RANDOM_ROUND, field_of(18, 9), 1, opponent_of_first(1), 9),
        Study("6 equal teams, by points", SWISS, six, 1, whole_draw, count_rounds(six)),
        Study("8 teams, bracket", KNOCKOUT, eight, 0, opponent_in_bracket, 7),
        Study("8 teams in twos, bracket", KNOCKOUT, field_of(8, 2), 0, opponent_in_bracket, 6),
        Study("16 teams in twos, bracket", KNOCKOUT, field_of(16, 2), 0, opponent_in_bracket, 14),
        Study("6 teams in two groups", GROUPS, six, 0, whole_groups, 10, groups=2),
        Study("8 teams in twos in two groups", GROUPS, field_of(8, 2), 0, whole_groups, 8, groups=2),
        Study("18 teams in threes in three groups", GROUPS, field_of(18, 3), 0, group_of_first, 3, groups=3),
    ]


def main(seeds: int) -> int:
    worst = 0
    for study in studies():
        used = max(100, seeds // 100) if study.slow else seeds
        found, limit, ways = measure(study, used)
        worst = max(worst, found > limit)
        sys.stdout.write(f"{study.name:44} {used:7} seeds  chi-square {found:9.1f}  limit {limit:9.1f}  {dict(ways)}\n")
    return worst


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
