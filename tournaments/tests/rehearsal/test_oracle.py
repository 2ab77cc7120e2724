"""The oracle finds what must not be: each case is a stage as rows would have it, with one fault in it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.events import facts as f
from tournaments.rehearsal.oracle.findings import Counted
from tournaments.rehearsal.oracle.judge import judge
from tournaments.rehearsal.oracle.rows import DrawRow, Game, RoundRow, Seat, Sheet, StageRow

CLOCK = (7200, 1800, 3)
NOBODY_YET = Counted(places=(), groups={}, points={}, totals={})


def document(code="main", **plan):
    """Return a document with one stage played by S1, as it is stored."""
    scoring = {
        "forfeits": {"winner": 3, "loser": -3, "both": 0},
        "bye": "average",
        "tiebreaks": ["levels_risen", "head_to_head", "best_round", "lots"],
    }
    constraints = dict.fromkeys(("no_rematch", "no_own_unit", "one_bye"), "avoid")
    usual = {
        "code": code, "format": "swiss", "ruleset": "s1", "entrants": None, "carry": {"kind": "none", "percent": 50},
        "legs": 1, "constraints": constraints, "third_place": False, "placement": 0, "scoring": scoring,
        "decisions": {}, "amended": [],
    }  # fmt: skip
    return {"stages": [{**usual, **plan}]}


def played(number, table, one, other, levels=None):
    sheet = None
    if levels is not None:
        winner = None if levels[0] == levels[1] else int(levels[0] < levels[1])
        by = "draw" if winner is None else "levels"
        sheet = Sheet("played", levels, None, winner, by, frozenset({0, 1}), by_chief=False)
    return Game(number, table, table, (one, other), sheet)


def stage(rounds, teams, *, units=None, form="swiss", closed=False, absent=()):
    """Return a stage of rounds, each ([(one, other[, levels])], [byes]), drawn one by one from all the teams."""
    rows, draws = [], {}
    for number, (pairs, byes) in enumerate(rounds, start=1):
        games = [played(number, table, *pair) for table, pair in enumerate(pairs, start=1)]
        over = all(game.sheet is not None for game in games)
        rows.append(RoundRow(number, over, number, CLOCK, games, list(byes)))
        inputs = {"entrants": [[team, None] for team in teams], "met": [], "asked": {"absent": list(absent)}}
        draws[number] = DrawRow(number, inputs, {"warnings": []})
    seats = {
        team: Seat(team, (units or {}).get(team), str(team), None, None, Fraction(0), active=True) for team in teams
    }
    return StageRow("main", form, closed, seats, rows, draws)


def found(row, counted=NOBODY_YET, facts=(), **plan):
    """Return the codes of what is wrong, without what the portal would have to show."""
    held = document(format=row.format, **plan)
    violations = judge([row], held, [counted], facts, full=True, over=False)
    shown = {"points", "order"} if counted is NOBODY_YET else set()
    return [each.code for each in violations if each.code not in shown]


def test_a_round_without_fault_is_clean():
    assert found(stage([([(1, 2), (3, 4)], [])], [1, 2, 3, 4])) == []


@pytest.mark.parametrize(
    ("pairs", "byes", "teams"),
    [
        ([(1, 2), (1, 3)], [], [1, 2, 3]),
        ([(1, 2)], [], [1, 2, 3, 4]),
        ([(1, 2)], [3, 4], [1, 2, 3, 4]),
        ([(1, 2), (3, 5)], [], [1, 2, 3, 4]),
    ],
)
def test_p1_a_team_twice_or_missing_or_a_bye_too_many(pairs, byes, teams):
    row = stage([(pairs, byes)], sorted({*teams, *(team for pair in pairs for team in pair)}))
    row.draws[1].inputs["entrants"][:] = [[team, None] for team in teams]

    assert set(found(row)) == {"P1"}


def test_p1_who_is_absent_is_not_missing():
    assert found(stage([([(1, 2)], [])], [1, 2, 3, 4], absent=(3, 4))) == []


def test_p2_rounds_drawn_at_once_never_need_a_rematch_up_to_half_of_the_field():
    rounds = [([(1, 2), (3, 4)], []), ([(1, 2), (3, 4)], [])]
    row = stage(rounds, [1, 2, 3, 4], form="random_rounds")
    for each in row.rounds:
        each.draw = 1

    assert found(row) == ["P2"]


def test_p3_a_rematch_that_nobody_needed():
    """D01: A–B, C–D, then A–C, B–D; the third round repeats A–B, C–D although A–D, B–C was there."""
    before = [([(1, 2, (3, 1)), (3, 4, (3, 1))], []), ([(1, 3, (3, 1)), (2, 4, (3, 1))], [])]

    repeated = stage([*before, ([(1, 2), (3, 4)], [])], [1, 2, 3, 4])
    other = stage([*before, ([(1, 4), (2, 3)], [])], [1, 2, 3, 4])

    assert (found(repeated), found(other)) == (["P3"], [])


def test_p3_a_rematch_that_cannot_be_avoided_is_none():
    """Six teams whose first three rounds were {1, 2, 3} against {4, 5, 6}."""
    levels = (3, 1)
    before = [([(1, 4 + n, levels), (2, 4 + (n + 1) % 3, levels), (3, 4 + (n + 2) % 3, levels)], []) for n in range(3)]

    assert found(stage([*before, ([(1, 2), (3, 4), (5, 6)], [])], [1, 2, 3, 4, 5, 6])) == []


def test_p3_a_meeting_within_the_unit_that_nobody_needed():
    units = {1: 7, 2: 7, 3: 8, 4: 9}

    own = stage([([(1, 2), (3, 4)], [])], [1, 2, 3, 4], units=units)
    allowed = {"no_rematch": "avoid", "no_own_unit": "off", "one_bye": "avoid"}

    assert (found(own), found(own, constraints=allowed)) == (["P3"], [])


def test_p4_a_second_bye_while_another_had_none():
    first = ([(1, 2, (3, 1))], [3])

    again = stage([first, ([(1, 2)], [3])], [1, 2, 3])
    other = stage([first, ([(1, 3)], [2])], [1, 2, 3])

    assert (found(again), found(other)) == (["P3", "P4"], [])


def shown(places, points):
    totals = {team: sum(value for (one, _), value in points.items() if one == team) for team, _ in points}
    return Counted(places=places, groups={}, points=points, totals=totals)


def test_points_and_order_that_the_rules_do_not_give_are_found():
    row = stage([([(1, 2, (5, 2)), (3, 4, (4, 3))], [])], [1, 2, 3, 4])
    right = {(1, 1): 3, (2, 1): -3, (3, 1): 1, (4, 1): -1}

    assert found(row, shown([(1,), (3,), (4,), (2,)], right)) == []
    assert found(row, shown([(3,), (1,), (4,), (2,)], right)) == ["order"]
    assert found(row, shown([(1,), (3,), (4,), (2,)], {**right, (1, 1): 4})) == ["points", "P6"]


def test_who_lost_in_a_knockout_and_plays_on_is_found():
    levels = (3, 1)
    rounds = [([(1, 2, levels), (3, 4, levels)], []), ([(1, 4, levels)], [])]

    assert found(stage(rounds, [1, 2, 3, 4], form="knockout")) == ["KO"]
    assert found(stage([rounds[0], ([(1, 3, (4, 4))], [])], [1, 2, 3, 4], form="knockout")) == ["KO"]


def test_a_third_place_that_nobody_plays_for_is_found():
    levels = (3, 1)
    semi = ([(1, 2, levels), (3, 4, levels)], [])
    fact = f.ThirdPlace(fact="third_place", stage="main")

    without = stage([semi, ([(1, 3, levels)], [])], [1, 2, 3, 4], form="knockout", closed=True)
    played_for = stage([semi, ([(1, 3, levels), (2, 4, levels)], [])], [1, 2, 3, 4], form="knockout", closed=True)

    assert "fact third_place" in found(without, facts=[fact], third_place=True)
    assert "fact third_place" not in found(played_for, facts=[fact], third_place=True)


def in_groups(row, *groups, divisions=None):
    """Put the teams of a stage into these groups."""
    group_of = {team: number for number, teams in enumerate(groups, start=1) for team in teams}
    row.seats = {
        team: replace(seat, group=group_of[team], division=(divisions or {}).get(team, ""))
        for team, seat in row.seats.items()
    }
    return row


def test_parts_teams_of_different_groups_that_meet_are_found():
    row = in_groups(stage([([(1, 2), (3, 4)], [])], [1, 2, 3, 4]), [1, 3], [2, 4])

    assert found(row, groups={"count": 2, "size": None, "by": "lots"}) == ["parts", "parts"]


def test_parts_a_group_of_two_divisions_is_found():
    divisions = {1: "east", 2: "west", 3: "east", 4: "west"}

    mixed = in_groups(stage([([(1, 2), (3, 4)], [])], [1, 2, 3, 4]), [1, 2], [3, 4], divisions=divisions)
    apart = in_groups(stage([([(1, 3), (2, 4)], [])], [1, 2, 3, 4]), [1, 3], [2, 4], divisions=divisions)

    assert (found(mixed), found(apart)) == (["parts", "parts"], [])


@pytest.mark.parametrize(
    ("groups", "wanted", "codes"),
    [
        (([1, 2, 3, 4], [5, 6]), {"count": 2, "size": None}, ["parts"]),
        (([1, 2, 3], [4, 5, 6]), {"count": 2, "size": None}, []),
        (([1, 2, 3], [4, 5, 6]), {"count": None, "size": 2}, ["parts"]),
    ],
)
def test_parts_groups_of_wrong_number_or_size_are_found(groups, wanted, codes):
    pairs = [(group[0], group[1]) for group in groups]
    byes = [group[2] for group in groups if len(group) == 3]
    pairs += [(group[2], group[3]) for group in groups if len(group) == 4]
    row = in_groups(stage([(pairs, byes)], [1, 2, 3, 4, 5, 6]), *groups)

    assert found(row, groups={**wanted, "by": "lots"}) == codes


def test_p1_each_group_of_an_odd_number_has_a_bye_of_its_own():
    """Six teams in two groups of three: a round of three matches would be right for them all together."""
    groups = {"count": 2, "size": None, "by": "lots"}
    rests = in_groups(stage([([(1, 2), (4, 5)], [3, 6])], [1, 2, 3, 4, 5, 6]), [1, 2, 3], [4, 5, 6])
    twice = in_groups(stage([([(1, 2), (4, 5)], [3, 6])], [1, 2, 3, 4, 5, 6]), [1, 2, 3, 6], [4, 5])

    assert found(rests, groups=groups) == []
    assert found(twice, groups=groups) == ["P1", "parts"]


def test_p3_a_rematch_in_a_group_that_others_outside_could_have_spared_is_none():
    first = ([(1, 2, (3, 1)), (3, 4, (3, 1))], [])
    groups = {"count": 2, "size": None, "by": "lots"}

    row = in_groups(stage([first, ([(1, 2), (3, 4)], [])], [1, 2, 3, 4]), [1, 2], [3, 4])

    assert found(row, groups=groups) == []
    assert found(stage([first, ([(1, 2), (3, 4)], [])], [1, 2, 3, 4])) == ["P3"]


def test_ko_a_knockout_that_goes_on_though_few_enough_are_left_is_found():
    rounds = [([(1, 2, (3, 1)), (3, 4, (3, 1))], []), ([(1, 3, (3, 1))], [])]

    assert found(stage(rounds, [1, 2, 3, 4], form="knockout", closed=True), until=2) == ["KO"]
    assert found(stage(rounds[:1], [1, 2, 3, 4], form="knockout", closed=True), until=2) == []
    assert found(stage(rounds[:1], [1, 2, 3, 4], form="knockout", closed=True)) == ["KO"]


def test_parts_a_band_of_which_not_all_are_ranked_before_the_next_is_found():
    row = in_groups(stage([([(1, 2, (3, 1)), (3, 4, (3, 1))], [])], [1, 2, 3, 4]), [1, 2], [3, 4])
    bands = {"count": 2, "size": None, "by": "bands"}

    def banded(places):
        return found(row, replace(NOBODY_YET, places=places, groups={1: ((1,), (2,)), 2: ((3,), (4,))}), groups=bands)

    assert "parts" in banded(((1,), (3,), (2,), (4,)))
    assert "parts" not in banded(((1,), (2,), (3,), (4,)))
