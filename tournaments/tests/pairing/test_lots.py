from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import (
    S1_7,
    S1_LOTS,
    VERSION,
    Constraints,
    DrawRefused,
    Entrant,
    Impossible,
    Inputs,
    choose_method,
    draw,
)
from tournaments.pairing.fixed_tables import FixedTable
from tournaments.pairing.lots import Placements, draw_lots, explain_lots
from tournaments.pairing.randomness import Chance


def field_of(*sizes):
    """Eighteen teams: units of these sizes, the rest alone."""
    units = [unit for unit, size in enumerate(sizes, start=1) for _ in range(size)]
    return tuple(Entrant(100 + place, unit) for place, unit in enumerate([*units, *[None] * (18 - len(units))]))


def draw_s1(entrants, seed="1", constraints=None):
    return draw(S1_LOTS, VERSION, Inputs(entrants), constraints or Constraints(), seed, 2)


def meetings_inside_units(outcome, entrants):
    unit = {entrant.team: entrant.unit for entrant in entrants}
    sides = [match.sides for each in outcome.rounds for match in each.matches]
    return [pair for pair in sides if unit[pair[0]] is not None and unit[pair[0]] == unit[pair[1]]]


def test_nine_units_of_two_share_a_letter_each():
    entrants = field_of(*[2] * 9)

    outcome = draw_s1(entrants)

    letters = {}
    for entrant in entrants:
        letters.setdefault(entrant.unit, []).append(outcome.lots[entrant.team][0])
    assert all(one == other for one, other in letters.values())
    assert sorted(outcome.lots.values()) == sorted(S1_7.lots)
    assert outcome.way == "shuffle"
    assert outcome.flags == outcome.warnings == ()


def test_the_rounds_are_read_off_the_printed_table():
    """S1-7, exactly, by lots."""
    outcome = draw_s1(field_of(*[2] * 9))

    by_lot = tuple(
        tuple((outcome.lots[match.sides[0]], outcome.lots[match.sides[1]]) for match in each.matches)
        for each in outcome.rounds
    )

    assert by_lot == S1_7.rounds
    assert [[match.table for match in each.matches] for each in outcome.rounds] == [list(range(1, 10))] * 2


sizes = st.lists(st.integers(1, 6), max_size=9).filter(lambda each: sum(each) <= 18)


@settings(max_examples=60, deadline=None)
@given(sizes=sizes, seed=st.integers(0, 10**9))
def test_units_of_two_keep_a_letter_and_no_unit_meets_itself(sizes, seed):
    entrants = field_of(*sizes)
    if explain_lots(S1_7, entrants) is not None:
        with pytest.raises(Impossible):
            draw_s1(entrants, str(seed))
        return

    outcome = draw_s1(entrants, str(seed))

    assert sorted(outcome.lots.values()) == sorted(S1_7.lots)
    assert meetings_inside_units(outcome, entrants) == []
    for unit, size in enumerate(sizes, start=1):
        letters = {outcome.lots[entrant.team][0] for entrant in entrants if entrant.unit == unit}
        assert size != 2 or len(letters) == 1
    assert draw_s1(entrants, str(seed)) == outcome


@pytest.mark.parametrize("sizes", [(9,), (9, 9), (6, 6, 6), (3, 3, 3, 3, 3, 3), (8, 8), (2, 2, 2, 5, 7), (4, 4, 4, 4)])
def test_larger_units_are_placed_where_they_never_meet(sizes):
    entrants = field_of(*sizes)

    outcome = draw_s1(entrants)

    assert meetings_inside_units(outcome, entrants) == []


def test_a_unit_of_ten_is_too_large_for_the_lots():
    entrants = field_of(10)

    choice = choose_method(entrants)
    with pytest.raises(Impossible) as refused:
        draw_s1(entrants)

    assert (choice.method, choice.reasons[0].code) == ("random_rounds", "unit_too_large_for_lots")
    assert choice.reasons[0].params == {"unit": 1, "size": 10, "most": 9}
    assert (refused.value.constraint, refused.value.code) == ("no_own_unit", "unit_too_large_for_lots")


def test_units_that_fit_alone_and_not_together_are_named_impossible():
    """A unit of nine takes every other lot of the table's three circles; then only some letters are left whole."""
    entrants = field_of(9, 2, 2, 2, 2)

    choice = choose_method(entrants)

    assert [reason.code for reason in choice.reasons] == ["lots_impossible"]


@pytest.mark.parametrize("others", range(5))
def test_a_unit_of_nine_beside_units_of_two_is_possible_exactly_where_brute_force_says_so(others):
    nines = [
        set(chosen)
        for chosen in combinations(S1_7.lots, 9)
        if all(other not in S1_7.meetings[one] for one, other in combinations(chosen, 2))
    ]
    letters_left = [sum(nine.isdisjoint(letter) for letter in S1_7.letters) for nine in nines]

    possible = explain_lots(S1_7, field_of(9, *[2] * others)) is None

    assert possible == (max(letters_left) >= others)


def test_without_the_constraint_units_are_not_looked_at():
    outcome = draw_s1(field_of(18), constraints=Constraints(no_own_unit="off"))

    assert outcome.flags == ()
    assert sorted(outcome.lots.values()) == sorted(S1_7.lots)


@pytest.mark.parametrize("teams", [2, 17, 19])
def test_other_numbers_than_eighteen_are_refused(teams):
    entrants = tuple(Entrant(team) for team in range(teams))

    with pytest.raises(DrawRefused) as refused:
        draw_s1(entrants)

    assert (refused.value.code, refused.value.params["teams"]) == ("not_eighteen_teams", teams)


SMALL = FixedTable("small", ("A1", "B1", "C1", "A2", "B2", "C2"), ((("A1", "B1"), ("C1", "A2"), ("B2", "C2")),))


def test_counting_agrees_with_listing_every_placement():
    """A unit of three among six lots, checked against all 720 orders."""
    placements = Placements(SMALL, SMALL.lots)
    valid = {
        frozenset(lot for lot, team in zip(SMALL.lots, order, strict=True) if team < 3)
        for order in permutations(range(6))
        if not any({order[SMALL.lots.index(lot)] for lot in pair} <= {0, 1, 2} for pair in SMALL.rounds[0])
    }

    chosen = [
        frozenset(lot for lot, number in zip(placements.lots, placements.choose((3, 3), rank), strict=True) if number)
        for rank in range(placements.count((3, 3)))
    ]

    assert len(chosen) == len(valid)
    assert set(chosen) == valid


def test_counted_and_shuffled_lots_obey_the_same_rules():
    """A unit of nine is often found by counting only."""
    ways = set()
    for seed in range(12):
        entrants = field_of(9)
        lots, way = draw_lots(S1_7, entrants, Chance(S1_LOTS, VERSION, str(seed)))
        ways.add(way)
        unit = [lots[entrant.team] for entrant in entrants if entrant.unit == 1]
        assert all(other not in S1_7.meetings[one] for one, other in combinations(unit, 2))

    assert ways == {"shuffle", "counted"}
