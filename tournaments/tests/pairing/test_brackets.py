from collections import Counter
from itertools import permutations
from random import Random

import pytest

from tournaments.pairing import (
    BYE,
    Constraints,
    DrawRefused,
    Entrant,
    Impossible,
    Inputs,
    Plan,
    Side,
    Standing,
    bracket_of,
    cross_seats,
    double_bracket_of,
    downstream,
    draw,
    stage_seats,
)
from tournaments.pairing.brackets.drawing import _together
from tournaments.pairing.brackets.single import bracket_size, spread

from .rounds_cast import field_of


def draw_bracket(entrants, seed="1", *, method="knockout", standing=(), had_bye=(), constraints=None, **plan):
    inputs = Inputs(entrants, had_bye=tuple(had_bye), standing=tuple(standing), plan=Plan(**plan))
    return draw(method, "1", inputs, constraints or Constraints(), str(seed), 0)


def seats_of(count):
    return spread([Side("team", team=team) for team in range(1, count + 1)])


def first_round(bracket):
    return [tuple(side.team for side in match.sides) for match in bracket if match.round == 1]


def play(bracket, source):
    """Play a bracket out by chance; give each team's matches, losses and places."""
    winner, loser, place = {}, {}, {}
    played, lost, rounds = Counter(), Counter(), Counter()
    for match in bracket:
        sides = [_who(side, winner, loser) for side in match.sides]
        if match.conditional and winner[match.number - 1] == winner_of_main(bracket, winner):
            place.update({winner[match.number - 1]: 1, loser[match.number - 1]: 2})
            continue
        assert sides != [None, None]
        best = source.choice([side for side in sides if side is not None])
        worst = next((side for side in sides if side != best), None)
        winner[match.number], loser[match.number] = best, worst
        if None not in sides:
            played.update(sides)
            lost[worst] += 1
        rounds.update((match.round, side) for side in sides if side is not None)
        place.update({team: given for team, given in zip((best, worst), match.places, strict=True) if given})
    return played, lost, place, rounds


def _who(side, winner, loser):
    if side.source in {"winner", "loser"}:
        return (winner if side.source == "winner" else loser)[side.match]
    return side.team


def winner_of_main(bracket, winner):
    final = next(match for match in bracket if match.part == "final")
    return winner[final.sides[0].match]


@pytest.mark.parametrize("teams", range(2, 41))
def test_b17_byes_fill_up_to_the_power_of_two_in_round_one_and_go_to_the_top_seeds(teams):
    """B17, K07: byes = next power of two − n, never bye against bye."""
    bracket = bracket_of(seats_of(teams))

    byes = [match for match in bracket if match.is_bye]
    assert len(byes) == bracket_size(teams) - teams
    assert {match.round for match in byes} <= {1}
    assert {side.team for match in byes for side in match.sides if not side.is_bye} == set(range(1, len(byes) + 1))
    assert len(bracket) - len(byes) == teams - 1


@pytest.mark.parametrize("teams", range(2, 41))
def test_in_a_knockout_everybody_loses_once_but_the_winner(teams):
    bracket = bracket_of(seats_of(teams))

    _, lost, place, rounds = play(bracket, Random(teams))  # noqa: S311 the same matches every time

    assert len(lost) == teams - 1
    assert set(lost.values()) == {1}
    assert sorted(place.values())[:2] == [1, 2]
    assert set(rounds.values()) == {1}
    assert [match.number for match in bracket] == list(range(1, len(bracket) + 1))
    assert [match.round for match in bracket] == sorted(match.round for match in bracket)


@pytest.mark.parametrize("teams", range(2, 34))
def test_with_placement_to_the_last_everybody_has_a_place(teams):
    bracket = bracket_of(seats_of(teams), placement=teams)

    _, _, place, rounds = play(bracket, Random(teams))  # noqa: S311 the same matches every time

    assert sorted(place.values()) == list(range(1, teams + 1))
    assert set(rounds.values()) == {1}


def test_n21_places_five_to_eight_are_played_for():
    bracket = bracket_of(seats_of(8), placement=8)

    assert sorted(match.places for match in bracket if match.places != (0, 0)) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert len(bracket) == 12


def test_the_third_place_match_is_between_the_losers_of_the_semi_finals():
    bracket = bracket_of(seats_of(13), third_place=True)

    (third,) = [match for match in bracket if match.part == "third"]
    final = bracket[-1]
    assert third.places == (3, 4)
    assert [side.source for side in third.sides] == ["loser", "loser"]
    assert [side.match for side in third.sides] == [side.match for side in final.sides]
    assert third.round == final.round
    assert len(bracket) == 15 + 1


@pytest.mark.parametrize("teams", range(2, 34))
@pytest.mark.parametrize("reset", [True, False])
def test_in_double_elimination_everybody_else_loses_twice(teams, reset):
    bracket = double_bracket_of(seats_of(teams), reset_final=reset)

    for seed in range(8):
        _, lost, place, rounds = play(bracket, Random(seed))  # noqa: S311 the same matches every time
        champion = next(team for team, given in place.items() if given == 1)
        beaten = {team: times for team, times in lost.items() if team != champion}
        assert len(beaten) == teams - 1
        assert set(beaten.values()) <= ({2} if reset else {1, 2})
        assert lost[champion] <= 1
        assert set(rounds.values()) == {1}
        assert sorted(place.values())[:3] == [1, 2, 3][:teams]


def test_s25_who_loses_the_double_elimination_final_is_second():
    bracket = double_bracket_of(seats_of(4), reset_final=False)

    assert [(match.part, match.places) for match in bracket[-2:]] == [("losers", (0, 3)), ("final", (1, 2))]


@pytest.mark.parametrize("teams", [4, 5, 6, 7, 8])
@pytest.mark.parametrize("seed", range(12))
def test_n25_units_are_as_far_apart_as_brute_force_finds(teams, seed):
    """N25, halves first: the fewest pairs of a unit in one half, then in one quarter."""
    source = Random(100 * teams + seed)  # noqa: S311 the same fields every time
    unit = {team: source.choice([1, 2, 3]) for team in range(teams)}
    entrants = tuple(Entrant(team, unit[team]) for team in range(teams))

    bracket = draw_bracket(entrants, seed).bracket

    slots = bracket_size(teams)
    byes = slots - teams
    every = (
        _together([team for seat, team in enumerate(_with_byes(order, byes, slots))], unit)
        for order in set(permutations(range(teams)))
        if teams != 8 or order[0] == 0
    )
    drawn = [team for pair in first_round(bracket) for team in pair]
    assert _together(drawn, unit) == min(every)


def _with_byes(order, byes, slots):
    """Seat teams in this order with byes spread as the draw spreads them: as evenly as can be."""
    at = {1: [1], 2: [1, slots - 1], 3: [1, slots - 1, slots // 2 - 1]}.get(byes, [])
    teams = iter(order)
    return [None if seat in at else next(teams) for seat in range(slots)]


@pytest.mark.parametrize(("teams", "size"), [(16, 2), (64, 2), (128, 8), (100, 7), (13, 3)])
@pytest.mark.parametrize("seeds", [0, 4, 8])
def test_seeds_are_apart_and_units_too_in_large_brackets(teams, size, seeds):
    entrants = tuple(Entrant(team, team // size) for team in range(teams))

    outcome = draw_bracket(entrants, seeds=tuple(range(0, size * seeds, size))[: teams // size])

    drawn = [team for pair in first_round(outcome.bracket) for team in pair]
    half = len(drawn) // 2
    two = [drawn.index(team) < half for team in (0, size)]
    assert outcome.flags == outcome.warnings == ()
    assert not seeds or two == [True, False]
    for unit in {team // size for team in range(teams)}:
        upper = sum(team is not None and team // size == unit for team in drawn[:half])
        lower = sum(team is not None and team // size == unit for team in drawn[half:])
        assert abs(upper - lower) <= 1


def test_seeded_positions_are_the_standard_ones():
    outcome = draw_bracket(field_of(alone=8), seeds=(1, 2, 3, 4, 5, 6, 7, 8), positions="standard")

    assert first_round(outcome.bracket) == [(1, 8), (4, 5), (2, 7), (3, 6)]


def test_byes_go_to_the_highest_lots():
    standing = [Standing(team, lot=team) for team in range(1, 14)]

    outcome = draw_bracket(field_of(alone=13), standing=standing, constraints=Constraints(bye_rule="highest_lot"))

    assert {team for pair in first_round(outcome.bracket) if None in pair for team in pair if team} == {11, 12, 13}


def test_byes_go_to_those_who_had_none():
    outcome = draw_bracket(field_of(alone=7), had_bye=[1, 2, 3, 4, 5, 6])

    assert [pair for pair in first_round(outcome.bracket) if None in pair] in ([(7, None)], [(None, 7)])


def test_every_team_rests_equally_often_by_lot():
    rested = Counter(
        team
        for seed in range(700)
        for pair in first_round(draw_bracket(field_of(alone=7), seed).bracket)
        if None in pair
        for team in pair
        if team
    )

    assert set(rested) == set(range(1, 8))
    assert 70 <= min(rested.values()) <= max(rested.values()) <= 135


def test_every_opponent_is_equally_likely():
    met = Counter(
        next(pair for pair in first_round(draw_bracket(field_of(alone=8), seed).bracket) if 1 in pair)
        for seed in range(700)
    )
    opponents = Counter()
    for pair, times in met.items():
        opponents[sum(pair) - 1] += times

    assert set(opponents) == set(range(2, 9))
    assert 70 <= min(opponents.values()) <= max(opponents.values()) <= 135


def test_two_of_one_unit_alone_meet_and_are_flagged():
    outcome = draw_bracket(field_of(2))

    assert [(flag.code, flag.round, set(flag.teams)) for flag in outcome.flags] == [("own_unit", 1, {1, 2})]
    assert [warning.code for warning in outcome.warnings] == ["own_unit_unavoidable"]
    with pytest.raises(Impossible):
        draw_bracket(field_of(2), constraints=Constraints(no_own_unit="never"))


def test_k19_one_each_of_two_groups_make_a_final():
    bracket = bracket_of(cross_seats(2, 1))

    assert [(match.part, match.places) for match in bracket] == [("main", (1, 2))]
    assert bracket[0].sides == (Side("group_place", group=1, place=1), Side("group_place", group=2, place=1))


def test_n08_winners_and_seconds_cross():
    seats = cross_seats(4, 2)

    assert ["ABCD"[side.group - 1] + str(side.place) for side in seats] == [
        "A1", "B2", "C1", "D2", "B1", "A2", "D1", "C2",
    ]  # fmt: skip


@pytest.mark.parametrize(("groups", "places"), [(3, 2), (3, 3), (5, 2), (4, 3), (6, 2)])
def test_seats_from_any_groups_keep_a_group_apart_and_let_winners_rest(groups, places):
    seats = cross_seats(groups, places)

    pairs = list(zip(seats[::2], seats[1::2], strict=True))
    resting = [side for pair in pairs if BYE in pair for side in pair if side != BYE]
    assert len(seats) == bracket_size(groups * places)
    assert Counter(side for side in seats if side != BYE) == Counter(
        Side("group_place", group=group, place=place)
        for group in range(1, groups + 1)
        for place in range(1, places + 1)
    )
    assert all(one.group != other.group for one, other in pairs if BYE not in (one, other))
    assert not resting or max(side.place for side in resting) <= -(-len(resting) // groups)


def test_seats_by_places_of_a_stage():
    assert [side.place for side in stage_seats(6)] == [1, None, 4, 5, 2, None, 3, 6]


def test_k01_what_hangs_on_a_match_is_named():
    bracket = bracket_of(seats_of(8), third_place=True)

    assert downstream(bracket, 1) == (5, 7, 8)


@pytest.mark.parametrize(
    ("seats", "code"), [([BYE], "bad_bracket_size"), ([Side("team", team=1)] * 3, "bad_bracket_size"),
                        ([Side("team", team=1), Side("team", team=2), BYE, BYE], "bye_against_bye")],
)  # fmt: skip
def test_seats_that_are_no_bracket_are_refused(seats, code):
    with pytest.raises(DrawRefused) as refused:
        bracket_of(seats)

    assert refused.value.code == code


@pytest.mark.parametrize(("seeds", "code"), [((9,), "unknown_team"), ((1, 1), "team_twice")])
def test_seeds_must_be_teams_once(seeds, code):
    with pytest.raises(DrawRefused) as refused:
        draw_bracket(field_of(alone=4), seeds=seeds)

    assert refused.value.code == code
