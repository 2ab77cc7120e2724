from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import (
    GROUPS,
    Constraints,
    DrawRefused,
    Entrant,
    Impossible,
    Inputs,
    Plan,
    draw,
    group_sizes,
    round_robin,
)
from tournaments.pairing import groups as module

from .rounds_cast import field_of


def draw_groups(entrants, groups, seed="1", *, pots=(), double=False, **constraints):
    sizes = group_sizes(len(entrants), groups) if isinstance(groups, int) else groups
    inputs = Inputs(entrants, plan=Plan(groups=sizes, pots=tuple(pots), double=double))
    return draw(GROUPS, "1", inputs, Constraints(**constraints), str(seed), 0)


def fewest_together(units, pots, sizes):
    """Try every way to fill the groups with every pot spread evenly."""
    best = None
    for chosen in product(range(len(sizes)), repeat=len(units)):
        spread = Counter(zip(chosen, pots, strict=True))
        if any(chosen.count(group) != size for group, size in enumerate(sizes)) or any(
            abs(spread[one, pot] - spread[other, pot]) > 1
            for pot in set(pots)
            for one, other in combinations(range(len(sizes)), 2)
        ):
            continue
        together = sum(
            chosen[one] == chosen[other] and units[one] == units[other]
            for one, other in combinations(range(len(units)), 2)
        )
        best = together if best is None else min(best, together)
    return best


@pytest.mark.parametrize("shuffles", [0, 200])
@pytest.mark.parametrize("seed", range(40))
def test_units_are_as_far_apart_as_brute_force_finds(monkeypatch, shuffles, seed):
    monkeypatch.setattr(module, "SHUFFLES", shuffles)
    source = Random(seed)  # noqa: S311 the same fields every time
    teams = source.randint(4, 8)
    sizes = group_sizes(teams, source.choice([2, 3]) if teams > 5 else 2)
    units = [source.randint(1, 3) for _ in range(teams)]
    pots = [source.randint(1, 2) for _ in range(teams)]
    entrants = tuple(Entrant(team, unit) for team, unit in enumerate(units))

    outcome = draw_groups(entrants, sizes, seed, pots=enumerate(pots))

    assert len(outcome.flags) == fewest_together(units, pots, sizes)
    assert sorted(len(group.teams) for group in outcome.groups) == sorted(sizes)
    for pot in set(pots):
        inside = [sum(pots[team] == pot for team in group.teams) for group in outcome.groups]
        assert max(inside) - min(inside) <= 1


def test_n41_six_pots_of_four_give_four_groups_of_six_with_one_of_each():
    pots = [(team, (team - 1) // 4 + 1) for team in range(1, 25)]

    outcome = draw_groups(field_of(*[2] * 12), 4, pots=pots)

    assert outcome.flags == outcome.warnings == ()
    assert [[dict(pots)[team] for team in group.teams] for group in outcome.groups] == [[1, 2, 3, 4, 5, 6]] * 4


def test_every_team_comes_into_every_group_equally_often():
    seen = Counter()
    for seed in range(600):
        for group in draw_groups(field_of(2, alone=4), 2, seed).groups:
            seen.update((group.number, team) for team in group.teams)

    assert len(seen) == 12
    assert 250 <= min(seen.values()) <= max(seen.values()) <= 350


def test_a_unit_of_more_teams_than_groups_is_flagged_by_pair():
    outcome = draw_groups(field_of(5, 4), 3)

    assert len(outcome.flags) == 3
    assert [(warning.code, dict(warning.params)) for warning in outcome.warnings] == [
        ("own_unit_in_group", {"count": 3})
    ]
    assert {flag.code for flag in outcome.flags} == {"own_unit"}


def test_a_unit_that_must_be_apart_and_cannot_is_refused():
    with pytest.raises(Impossible) as refused:
        draw_groups(field_of(3, alone=3), 2, no_own_unit="never")

    assert dict(refused.value.params) == {"count": 1, "proved": True}


def test_all_groups_play_at_tables_of_their_own():
    outcome = draw_groups(field_of(alone=13), 3)

    assert [len(group.teams) for group in outcome.groups] == [5, 4, 4]
    for number in range(1, 4):
        tables = [
            match.table
            for group in outcome.groups
            for each in group.rounds
            if each.number == number
            for match in each.matches
        ]
        assert sorted(tables) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("sizes", "code"), [((3, 1), "group_of_one"), ((3, 3), "sizes_do_not_fit"), ((), "sizes_do_not_fit")]
)
def test_d30_sizes_that_cannot_be_are_refused(sizes, code):
    with pytest.raises(DrawRefused) as refused:
        draw_groups(field_of(alone=4), sizes)

    assert refused.value.code == code


@pytest.mark.parametrize(("teams", "groups", "code"), [(5, 3, "group_of_one"), (5, 0, "bad_groups")])
def test_sizes_are_only_given_where_groups_can_be_made(teams, groups, code):
    with pytest.raises(DrawRefused) as refused:
        group_sizes(teams, groups)

    assert refused.value.code == code


@settings(max_examples=60, deadline=None)
@given(teams=st.integers(2, 33), double=st.booleans())
def test_in_a_round_robin_everybody_meets_everybody(teams, double):
    rounds = round_robin(range(teams), double=double)

    times = 2 if double else 1
    meetings = Counter(match.sides for each in rounds for match in each.matches)
    both_ways = Counter(frozenset(sides) for sides in meetings.elements())
    assert set(both_ways) == {frozenset(pair) for pair in combinations(range(teams), 2)}
    assert set(both_ways.values()) == {times}
    assert set(meetings.values()) == {1}
    for each in rounds:
        seated = [side for match in each.matches for side in match.sides] + list(each.byes)
        assert sorted(seated) == list(range(teams))
        assert [match.table for match in each.matches] == list(range(1, teams // 2 + 1))
        assert len(each.byes) == teams % 2


@pytest.mark.parametrize("teams", range(2, 20))
def test_a_round_robin_is_fair(teams):
    rounds = round_robin(range(teams))

    first = Counter(match.sides[0] for each in rounds for match in each.matches)
    rested = Counter(team for each in rounds for team in each.byes)
    tables = Counter((side, match.table) for each in rounds for match in each.matches for side in match.sides)
    assert max(abs(2 * first[team] - (teams - 1)) for team in range(teams)) <= 1
    assert set(rested.values()) <= {1}
    assert max(tables.values()) <= (2 if teams % 2 else 4)


@pytest.mark.parametrize(("teams", "code"), [([1], "group_of_one"), ([1, 2, 1], "team_twice")])
def test_no_round_robin_of_one_or_with_a_team_twice(teams, code):
    with pytest.raises(DrawRefused) as refused:
        round_robin(teams)

    assert refused.value.code == code
