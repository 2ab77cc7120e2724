"""A field in divisions and groups: every part is drawn as if it were alone, and all of them share the rounds."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import (
    Asked,
    BracketMatch,
    Constraints,
    DrawRecord,
    DrawRefused,
    Entrant,
    Impossible,
    Inputs,
    Outcome,
    Plan,
    Side,
    Standing,
    bracket_of,
    choose_method,
    draw_record,
    feasible,
    letters,
    replay,
    swap,
    verify,
)
from tournaments.pairing.parts import inputs_of_part, seed_of_part

from .rounds_cast import all_pairings, broken_by

ONE = ("random_round", "swiss", "neighbours", "lot_order")


def teams_of(*numbers, units=()):
    found = dict(units)
    return tuple(Entrant(number, found.get(number)) for number in numbers)


def record(method, entrants, seed="1", *, rounds=None, constraints=None, **inputs):
    count = {"knockout": 0, "double_knockout": 0, "groups": 0}.get(method, 1) if rounds is None else rounds
    return DrawRecord(method, "1", Inputs(entrants, **inputs), constraints or Constraints(), seed, count)


def standings(entrants):
    return tuple(Standing(each.team, each.team % 3, lot=each.team) for each in entrants)


def parts_in(outcome, turn=0):
    """Which teams sit in the round, by the part that they belong to."""
    part_of = {team: group.number for group in outcome.groups for team in group.teams}
    found = {}
    for match in outcome.rounds[turn].matches:
        assert part_of[match.sides[0]] == part_of[match.sides[1]]
        found.setdefault(part_of[match.sides[0]], set()).update(match.sides)
    for team in outcome.rounds[turn].byes:
        found.setdefault(part_of[team], set()).add(team)
    return found


@st.composite
def divided_fields(draw_value):
    sizes = draw_value(st.lists(st.integers(2, 6), min_size=2, max_size=3))
    count = sum(sizes)
    numbers = draw_value(st.permutations(range(1, count + 1)))
    parts, at = [], 0
    for size in sizes:
        parts.append(tuple(numbers[at : at + size]))
        at += size
    units = {team: draw_value(st.sampled_from([None, 1, 2, 3])) for team in numbers}
    pairs = [pair for part in parts for pair in combinations(sorted(part), 2)]
    met = draw_value(st.lists(st.sampled_from(pairs), max_size=8))
    had_bye = draw_value(st.lists(st.sampled_from(numbers), max_size=4))
    entrants = tuple(Entrant(team, units[team]) for team in sorted(numbers))
    return entrants, tuple(parts), tuple(met), tuple(had_bye)


@pytest.mark.parametrize("method", ONE)
@settings(max_examples=40, deadline=None)
@given(case=divided_fields(), seed=st.integers(0, 10**9))
def test_p1_to_p4_in_each_part_what_is_broken_is_the_fewest_that_brute_force_finds(method, case, seed):
    entrants, parts, met, had_bye = case
    asked = record(
        method, entrants, str(seed), met=met, had_bye=had_bye, standing=standings(entrants), plan=Plan(parts=parts)
    )

    outcome = draw_record(asked)

    drawn = outcome.rounds[0]
    assert parts_in(outcome) == {number: set(part) for number, part in enumerate(parts, start=1)}
    assert [match.table for match in drawn.matches] == list(range(1, len(drawn.matches) + 1))
    for part in parts:
        here = set(part)
        own = tuple(each for each in entrants if each.team in here)
        history = ([pair for pair in met if set(pair) <= here], set(had_bye) & here)
        least = min(broken_by(pairing, own, *history) for pairing in all_pairings(tuple(each.team for each in own)))
        pairing = [match.sides for match in drawn.matches if match.sides[0] in here]
        pairing += [(team, None) for team in drawn.byes if team in here]
        assert broken_by(pairing, own, *history) == least
    assert replay(asked) == outcome
    assert Outcome.from_json(outcome.to_json()) == outcome


def test_a_part_is_drawn_as_if_it_were_alone_with_the_seed_of_its_number():
    entrants = teams_of(*range(1, 14), units={1: 1, 2: 1, 9: 2, 10: 2})
    parts = (tuple(range(1, 7)), tuple(range(7, 14)))
    asked = record("swiss", entrants, "abc", standing=standings(entrants), plan=Plan(parts=parts))

    outcome = draw_record(asked)

    alone = [
        draw_record(replace(asked, inputs=inputs_of_part(asked, parts, number), seed=seed_of_part("abc", number)))
        for number in (1, 2)
    ]
    assert [match.sides for match in outcome.rounds[0].matches] == [
        match.sides for each in alone for match in each.rounds[0].matches
    ]
    assert outcome.rounds[0].byes == alone[1].rounds[0].byes


def test_one_part_is_drawn_exactly_as_a_field_without_parts_was():
    entrants = teams_of(*range(1, 10))
    plain = record("random_rounds", entrants, "77", rounds=3)

    outcome = draw_record(plain)

    assert outcome.groups == ()
    assert Plan().to_json() == {}
    assert replace(plain, inputs=Inputs.from_json(plain.inputs.to_json())).digest() == plain.digest()


@pytest.mark.parametrize(("count", "sizes"), [(15, (8, 7)), (13, (5, 4, 4)), (6, (3, 3))])
def test_groups_of_a_swiss_are_drawn_first_with_units_apart(count, sizes):
    units = {1: 1, 2: 1, 3: 2, 4: 2}
    asked = record("random_rounds", teams_of(*range(1, count + 1), units=units), "5", rounds=2, plan=Plan(groups=sizes))

    outcome = draw_record(asked)

    assert tuple(len(group.teams) for group in outcome.groups) == sizes
    assert sorted(team for group in outcome.groups for team in group.teams) == list(range(1, count + 1))
    assert all(not {1, 2} <= set(group.teams) and not {3, 4} <= set(group.teams) for group in outcome.groups)
    for turn in (0, 1):
        assert parts_in(outcome, turn) == {group.number: set(group.teams) for group in outcome.groups}
    assert not outcome.is_round_robin
    assert verify(asked, outcome)


def test_own_unit_is_never_does_not_forbid_a_unit_to_share_a_group_in_which_it_need_not_meet():
    units = dict.fromkeys(range(1, 4), 1)
    strict = Constraints(no_own_unit="never")
    asked = record("swiss", teams_of(*range(1, 13), units=units), constraints=strict, plan=Plan(groups=(6, 6)))

    outcome = draw_record(asked)

    assert outcome.flags == ()


def test_pots_give_every_group_one_of_the_best():
    pots = tuple((team, (team - 1) // 2 + 1) for team in range(1, 9))
    for seed in range(20):
        outcome = draw_record(record("swiss", teams_of(*range(1, 9)), str(seed), plan=Plan(groups=(4, 4), pots=pots)))

        assert all(Counter((team - 1) // 2 for team in group.teams) == dict.fromkeys(range(4), 1)
                   for group in outcome.groups)  # fmt: skip


def test_each_group_is_as_likely_for_a_team_as_any_other():
    times = Counter()
    for seed in range(4000):
        outcome = draw_record(record("random_round", teams_of(1, 2, 3, 4), str(seed), plan=Plan(groups=(2, 2))))
        times[frozenset(outcome.groups[0].teams)] += 1

    expected = 4000 / 6
    assert len(times) == 6
    assert sum((found - expected) ** 2 / expected for found in times.values()) < 20.5  # 0.1 % at 5 degrees


def test_round_robins_of_two_divisions_have_their_own_groups_and_tables_that_run_on():
    entrants = teams_of(*range(1, 13))
    parts = (tuple(range(1, 8)), tuple(range(8, 13)))
    asked = record("groups", entrants, "3", plan=Plan(parts=parts, groups=(4, 3, 5)))

    outcome = draw_record(asked)

    assert [group.number for group in outcome.groups] == [1, 2, 3]
    assert {team for group in outcome.groups[:2] for team in group.teams} == set(parts[0])
    assert set(outcome.groups[2].teams) == set(parts[1])
    tables = Counter(match.table for group in outcome.groups for each in group.rounds for match in each.matches
                     if each.number == 1)  # fmt: skip
    assert tables == dict.fromkeys(range(1, 6), 1)
    assert verify(asked, swap(asked, outcome, number=1, one=outcome.groups[0].teams[0],
                              other=outcome.groups[1].teams[0]))  # fmt: skip
    with pytest.raises(DrawRefused) as refused:
        swap(asked, outcome, number=1, one=outcome.groups[0].teams[0], other=outcome.groups[2].teams[0])
    assert refused.value.code == "swap_other_part"


def test_bands_are_robins_side_by_side():
    asked = record("groups", teams_of(*range(1, 9)), plan=Plan(parts=((1, 2, 3, 4), (5, 6, 7, 8))))

    outcome = draw_record(asked)

    assert [set(group.teams) for group in outcome.groups] == [{1, 2, 3, 4}, {5, 6, 7, 8}]
    assert [len(group.rounds) for group in outcome.groups] == [3, 3]


def test_knockouts_of_two_divisions_are_two_brackets_with_one_numbering():
    entrants = teams_of(*range(1, 15))
    parts = (tuple(range(1, 6)), tuple(range(6, 15)))
    asked = record("knockout", entrants, "9", plan=Plan(parts=parts, third_place=True))

    outcome = draw_record(asked)

    matches = outcome.bracket
    assert [match.number for match in matches] == list(range(1, len(matches) + 1))
    assert [match.round for match in matches] == sorted(match.round for match in matches)
    assert {match.group for match in matches} == {1, 2}
    assert max(match.round for match in matches if match.group == 1) == 3
    assert max(match.round for match in matches if match.group == 2) == 4
    for match in matches:
        for side in match.sides:
            if side.match is not None:
                assert side.match < match.number
                assert matches[side.match - 1].group == match.group
    assert {lot[0] for team, lot in outcome.lots.items() if team < 6} == {"A"}
    assert len(set(outcome.lots.values())) == 14
    assert verify(asked, swap(asked, outcome, number=1, **_of_other_matches(matches, 2)))
    with pytest.raises(DrawRefused) as refused:
        swap(asked, outcome, number=1, one=1, other=6)
    assert refused.value.code == "swap_other_part"


def _of_other_matches(matches, group):
    first = [match for match in matches if match.round == 1 and match.group == group]
    one, other = (next(side.team for side in match.sides if side.team) for match in first[:2])
    return {"one": one, "other": other}


def test_crossed_seats_are_given_for_each_part():
    plan = Plan(parts=((1, 2, 3, 4), (5, 6, 7, 8)), positions="given", part_seats=((1, 4, 3, 2), (5, 8, 7, 6)))

    outcome = draw_record(record("knockout", teams_of(*range(1, 9)), plan=plan))

    first = [tuple(side.team for side in match.sides) for match in outcome.bracket if match.round == 1]
    assert first == [(1, 4), (3, 2), (5, 8), (7, 6)]


@pytest.mark.parametrize(
    ("teams", "until", "rounds", "left"), [(8, 4, 1, 4), (64, 4, 4, 4), (9, 4, 2, 4), (5, 4, 1, 4), (13, 2, 3, 2)]
)
def test_a_knockout_ends_when_so_many_are_left(teams, until, rounds, left):
    outcome = draw_record(record("knockout", teams_of(*range(1, teams + 1)), plan=Plan(until=until)))

    last = [match for match in outcome.bracket if match.round == rounds]
    assert max(match.round for match in outcome.bracket) == rounds
    assert len(last) == left
    assert {match.places[0] for match in outcome.bracket} == {0}
    played = sum(not match.is_bye for match in outcome.bracket)
    assert played == teams - left


@pytest.mark.parametrize(("seats", "until"), [(4, 4), (2, 8)])
def test_a_knockout_in_which_nobody_goes_out_is_refused(seats, until):
    with pytest.raises(DrawRefused) as refused:
        bracket_of([Side("team", team=team) for team in range(1, seats + 1)], until=until)

    assert refused.value.code == "nobody_goes_out"


def test_a_team_alone_in_its_part_rests_and_a_part_without_teams_is_passed_over():
    asked = record("swiss", teams_of(1, 2, 3, 4, 5), plan=Plan(parts=((1, 2), (), (3,), (4, 5))))

    outcome = draw_record(asked)

    assert outcome.rounds[0].byes == (3,)
    assert [group.teams for group in outcome.groups] == [(1, 2), (), (3,), (4, 5)]


def test_a_team_alone_in_its_part_cannot_play_a_knockout():
    with pytest.raises(DrawRefused) as refused:
        draw_record(record("knockout", teams_of(1, 2, 3), plan=Plan(parts=((1, 2), (3,)))))

    assert (refused.value.code, refused.value.params["team"]) == ("part_of_one", 3)


def test_what_is_asked_of_a_round_holds_over_all_parts():
    asked = Asked(2, absent=(1,), byes=(2,), forbidden=((3, 4), (4, 9)), wished=((7, 8),), fixed=((5, 6, 4),),
                  at_table=((7, 1),))  # fmt: skip
    parts = ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10))
    made = record("swiss", teams_of(*range(1, 11)), asked=asked, plan=Plan(parts=parts),
                  constraints=Constraints(forbidden="avoid"))  # fmt: skip

    outcome = draw_record(made)

    drawn = outcome.rounds[0]
    tables = {match.table: set(match.sides) for match in drawn.matches}
    assert drawn.number == 2
    assert drawn.byes == (2,)
    assert tables[4] == {5, 6}
    assert tables[1] == {7, 8}
    assert sorted(tables) == [1, 2, 3, 4]
    assert [flag.code for flag in outcome.flags] == ["forbidden"]
    assert verify(made, swap(made, outcome, number=2, one=7, other=9))


@pytest.mark.parametrize(
    ("plan", "asked", "code"),
    [
        (Plan(parts=((1, 2), (3, 4, 9))), Asked(), "unknown_team"),
        (Plan(parts=((1, 2), (2, 3, 4))), Asked(), "team_twice"),
        (Plan(parts=((1, 2), (3,))), Asked(), "team_in_no_part"),
        (Plan(parts=((1, 2), (3, 4)), groups=(2, 3)), Asked(), "sizes_do_not_fit"),
        (Plan(groups=(2, 2, 2)), Asked(), "sizes_do_not_fit"),
        (Plan(parts=((1, 2), (3, 4))), Asked(wished=((1, 3),)), "pair_in_two_parts"),
        (Plan(parts=((1, 2), (3, 4))), Asked(fixed=((1, 3, 0),)), "pair_in_two_parts"),
        (Plan(parts=((1, 2), (3, 4))), Asked(absent=(8,)), "unknown_team"),
    ],
)
def test_parts_that_do_not_fit_are_refused(plan, asked, code):
    with pytest.raises(DrawRefused) as refused:
        draw_record(record("swiss", teams_of(1, 2, 3, 4), plan=plan, asked=asked))

    assert refused.value.code == code


def test_what_is_impossible_in_a_part_names_the_part():
    never = Constraints(no_rematch="never")
    asked = record("swiss", teams_of(1, 2, 3, 4), met=((3, 4),), plan=Plan(parts=((1, 2), (3, 4))), constraints=never)

    with pytest.raises(Impossible) as refused:
        draw_record(asked)

    assert (refused.value.constraint, refused.value.params["part"]) == ("no_rematch", 2)


def test_the_printed_table_is_chosen_where_it_fits_each_part():
    entrants = teams_of(*range(1, 37))
    halves = (tuple(range(1, 19)), tuple(range(19, 37)))

    assert choose_method(entrants, 2, Plan(parts=halves)).method == "s1_lots"
    assert choose_method(entrants[:35], 2, Plan(parts=(halves[0], halves[1][:-1]))).method == "random_rounds"
    assert choose_method(entrants, 2, Plan(groups=(18, 18))).reasons[0].code == "groups_to_be_drawn"
    outcome = draw_record(record("s1_lots", entrants, rounds=2, plan=Plan(parts=halves)))
    assert len({*outcome.lots.values()}) == 36
    assert [len(each.matches) for each in outcome.rounds] == [18, 18]


def test_what_cannot_be_played_is_named_for_its_part():
    never = Constraints(no_rematch="never")
    field = Inputs(teams_of(*range(1, 13)), plan=Plan(parts=((1, 2, 3, 4), tuple(range(5, 13)))))
    groups = Inputs(teams_of(*range(1, 13)), plan=Plan(groups=(4, 4, 4)))

    assert [(each.code, each.params["part"]) for each in feasible(field, never, "swiss", 4) if each.blocks] == [
        ("more_rounds_than_opponents", 1)
    ]
    assert [each.code for each in feasible(groups, never, "swiss", 4)] == ["more_rounds_than_opponents"]
    assert [each.code for each in feasible(Inputs(teams_of(1, 2, 3), plan=Plan(until=4)), never, "knockout", 0)] == [
        "nobody_goes_out"
    ]


def test_old_bracket_rows_read_and_write_as_they_were():
    stored = {
        "number": 1,
        "round": 1,
        "part": "main",
        "sides": [{"source": "team", "team": 1}, {"source": "team", "team": 2}],
        "places": [1, 2],
        "conditional": False,
    }

    assert BracketMatch.from_json(stored).to_json() == stored


@pytest.mark.parametrize(("number", "letter"), [(1, "A"), (26, "Z"), (27, "AA"), (53, "BA")])
def test_parts_go_by_letters(number, letter):
    assert letters(number) == letter
