"""A round by points, beside swisspair in the same run."""

import random
from collections.abc import Iterator

import swisspair

from benchmarks.rows import Row, at_most, limit, ms, seconds
from tournaments.pairing import SWISS, VERSION, Constraints, Entrant, Inputs, Standing, draw

SEED = "20260516"
TIMES = 9


def rows() -> Iterator[Row]:
    yield from _next_round(1_000, 0.005)
    yield from _next_round(10_000, 0.05)


def _next_round(teams: int, most: float) -> Iterator[Row]:
    """Draw round seven of a played event, units of two, with all checks; and let swisspair pair the same teams.

    Its teams are made ready beforehand, with everybody they may not meet.
    """
    inputs, constraints = _played(teams, rounds=6)
    outcome = draw(SWISS, VERSION, inputs, constraints, SEED, 1)
    assert outcome.flags == outcome.warnings == ()
    ours = seconds(lambda: draw(SWISS, VERSION, inputs, constraints, SEED, 1), TIMES)
    barred: dict[int, set[str]] = {entrant.team: {str(entrant.team ^ 1)} for entrant in inputs.entrants}
    for one, other in inputs.met:
        barred[one].add(str(other))
        barred[other].add(str(one))
    order = sorted(inputs.standing, key=lambda each: -each.score)
    players = [
        swisspair.Player(str(each.team), each.score, rank, True, barred[each.team])
        for rank, each in enumerate(order, start=1)
    ]
    baseline = seconds(lambda: swisspair.create_matches(players), 5)
    name = f"Swiss round, {teams:,} teams"
    yield at_most(name, f"{ms(ours)} ({outcome.way})", f"swisspair {ms(baseline)}", ours / baseline, 0.5)
    yield limit(f"{name}, time", ms(ours), f"≤ {most * 1000:.0f} ms", met=ours <= most)


def _played(teams: int, *, rounds: int) -> tuple[Inputs, Constraints]:
    """Play so many rounds by chance; give what the next one is drawn from."""
    source = random.Random(teams)  # noqa: S311 the same event every time
    entrants = tuple(Entrant(team, team // 2) for team in range(teams))
    constraints, score = Constraints(bye_rule="lowest_score"), [0] * teams
    inputs = Inputs(entrants)
    for number in range(rounds):
        outcome = draw(SWISS, VERSION, inputs, constraints, str(number), 1)
        sides = tuple(match.sides for match in outcome.rounds[0].matches)
        for pair in sides:
            score[source.choice(pair)] += 1
        standing = tuple(Standing(team, points) for team, points in enumerate(score))
        inputs = Inputs(entrants, inputs.met + sides, inputs.had_bye + outcome.rounds[0].byes, standing)
    return inputs, constraints
