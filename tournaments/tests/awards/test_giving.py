"""Who gets which award: bands, shares, halves of the rest, the best loser, drawn prizes, and ties at every end."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from tournaments.award_giving import Given, Lost, Ranked, Winner, draw_prizes, give
from tournaments.awards import Awards

SEED = "5eed"


def awards(*rows, **settings):
    named = [{"code": f"a{number}", "name": f"奖{number}", "goes_to": row} for number, row in enumerate(rows, start=1)]
    return Awards.model_validate({"rows": named, **settings})


def places(first, last):
    return {"by": "places", "first": first, "last": last}


def share(above, to, of="all"):
    return {"by": "share", "above": above, "to": to, "of": of}


def teams_of(given):
    return [[winner.team for winner in each.teams] for each in given]


def untied(count):
    return {"": Ranked([(team,) for team in range(1, count + 1)])}


def test_bands_of_places():
    """N22: places 1–5, 6–10 and 11–20."""
    bands = awards(places(1, 5), places(6, 10), places(11, 20))

    given = give(bands, untied(20), drawn={})

    assert teams_of(given) == [list(range(1, 6)), list(range(6, 11)), list(range(11, 21))]
    assert [each.tie for each in given] == ["", "", ""]


def test_shares_of_the_ranking_in_whole_teams():
    """N27: of fifteen teams 15 % are two, up to 40 % four more, up to two thirds four more, the last five get none."""
    shares = awards(share(0, 15), share(15, 40), share(40, 67))

    given = give(shares, untied(15), drawn={})

    assert teams_of(given) == [[1, 2], [3, 4, 5, 6], [7, 8, 9, 10]]


@pytest.mark.parametrize(("rounding", "first"), [("nearest", [1, 2]), ("up", [1, 2, 3]), ("down", [1, 2])])
def test_shares_are_rounded_as_declared(rounding, first):
    given = give(awards(share(0, 15), rounding=rounding), untied(15), drawn={})

    assert teams_of(given) == [first]


def test_grades_by_the_halves_of_those_who_got_no_prize():
    """N11: the first five get prizes, everybody else one of two grades; of odd numbers the upper half is the larger."""
    grades = awards(places(1, 5), share(0, 50, "rest"), share(50, 100, "rest"))

    given = give(grades, untied(16), drawn={})

    assert teams_of(given) == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16]]


@pytest.mark.parametrize(
    ("ties", "teams", "settled"),
    [("all", [[1, 2, 3], [4]], "all"), ("fewer", [[1], [2, 3, 4]], "fewer")],
)
def test_a_tie_where_an_award_ends(ties, teams, settled):
    """N37: two teams share a place; what becomes of them at the end of a prize is declared, and said."""
    tied = {"": Ranked([(1,), (2, 3), (4,)])}

    given = give(awards(places(1, 2), places(3, 4), ties=ties), tied, drawn={})

    assert teams_of(given) == teams
    assert (given[0].tie, given[0].tied) == (settled, (2, 3))


def test_a_tie_that_lots_part_waits_for_the_drawing():
    tied = {"": Ranked([(1,), (2, 3), (4,)])}
    wanted = awards(places(1, 2), places(3, 4), ties="lots")

    given = give(wanted, tied, drawn={})

    assert teams_of(given) == [[1], [4]]
    assert [(each.tie, each.tied) for each in given] == [("open", (2, 3)), ("open", (2, 3))]


@pytest.mark.parametrize("seed", ["5eed", "0", "abc123", "77"])
def test_lots_put_each_of_a_tie_under_one_award(seed):
    tied = {"": Ranked([(1,), (2, 3), (4,)])}

    given = give(awards(places(1, 2), places(3, 4), ties="lots"), tied, seed=seed, drawn={})

    first, second = teams_of(given)
    assert (len(first), len(second), sorted(first + second)) == (2, 2, [1, 2, 3, 4])
    assert [each.tie for each in given] == ["lots", "lots"]
    assert given == give(awards(places(1, 2), places(3, 4), ties="lots"), tied, seed=seed, drawn={})


def test_a_winner_is_named_with_the_place_shared():
    tied = {"": Ranked([(1,), (2, 3), (4,)])}

    [given] = give(awards(places(1, 4)), tied, drawn={})

    assert given.teams == (Winner(1, 1), Winner(2, 2), Winner(3, 2), Winner(4, 4))


def test_the_best_loser_of_the_first_round():
    """N26: the third prize also goes to the first-round loser who was least behind, then had the most points."""
    lost = [
        Lost(5, "main", 1, Fraction(4), Fraction(9)),
        Lost(6, "main", 1, Fraction(2), Fraction(5)),
        Lost(7, "main", 1, Fraction(2), Fraction(7)),
        Lost(2, "main", 3, Fraction(1), Fraction(9)),
    ]
    ranked = {"": Ranked([(1,), (2,), (3, 4), (5, 6, 7, 8)], lost)}

    [given] = give(awards({"by": "best_loser"}), ranked, drawn={})

    assert given == Given("a1", "", "best_loser", (Winner(7, 5),))


@pytest.mark.parametrize(("ties", "teams"), [("all", [5, 6]), ("fewer", [])])
def test_equal_best_losers(ties, teams):
    lost = [Lost(5, "main", 1, Fraction(2), Fraction(5)), Lost(6, "main", 1, Fraction(2), Fraction(5))]
    ranked = {"": Ranked([(1,), (2,), (3, 4), (5, 6, 7, 8)], lost)}

    [given] = give(awards({"by": "best_loser"}, ties=ties), ranked, drawn={})

    assert ([winner.team for winner in given.teams], given.tie, given.tied) == (teams, ties, (5, 6))


def test_divisions_get_their_prizes_apart():
    """N11, N25: two divisions are ranked separately; a prize of one division is given there alone."""
    rows = awards(places(1, 1), places(1, 2))
    rows = rows.model_copy(update={"rows": (rows.rows[0], rows.rows[1].model_copy(update={"division": "women"}))})
    divisions = {"men": Ranked([(1,), (2,)]), "women": Ranked([(3,), (4,)])}

    given = give(rows, divisions, drawn={})

    assert [(each.division, [winner.team for winner in each.teams]) for each in given] == [
        ("men", [1]),
        ("women", [3]),
        ("women", [3, 4]),
    ]


def test_drawn_prizes_come_from_the_seed_and_go_to_different_teams():
    """N11: lucky prizes by a recorded seed."""
    wanted = awards(places(1, 2), {"by": "drawn", "count": 3}, {"by": "drawn", "count": 4, "of": "rest"})

    drawn = draw_prizes(wanted, untied(10), SEED)

    assert {code: len(teams) for code, teams in drawn.items()} == {"a2": 3, "a3": 4}
    assert len({*drawn["a2"], *drawn["a3"]}) == 7
    assert not {1, 2} & set(drawn["a3"])
    assert drawn == draw_prizes(wanted, untied(10), SEED)


def test_more_prizes_than_teams_go_to_all_of_them_once():
    assert sorted(draw_prizes(awards({"by": "drawn", "count": 34}), untied(5), SEED)["a1"]) == [1, 2, 3, 4, 5]


def test_every_team_is_drawn_equally_often():
    times = dict.fromkeys(range(1, 6), 0)
    for seed in range(2000):
        for team in draw_prizes(awards({"by": "drawn", "count": 2}), untied(5), f"{seed:x}")["a1"]:
            times[team] += 1

    deviation = sum((count - 800) ** 2 / 800 for count in times.values())

    assert deviation < 18.5  # chi-square, four degrees of freedom, p = 0.001


def test_drawn_prizes_stand_as_drawn_without_those_who_left():
    wanted = awards({"by": "drawn", "count": 3})

    [open_still] = give(wanted, untied(4), drawn={})
    [given] = give(wanted, untied(4), drawn={"a1": [3, 9, 1]})

    assert (open_still.tie, open_still.teams) == ("open", ())
    assert given.teams == (Winner(3, 3), Winner(1, 1))


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([{"code": "a", "name": "奖", "goes_to": places(3, 2)}], "award_places_reversed"),
        ([{"code": "a", "name": "奖", "goes_to": share(40, 40)}], "award_share_reversed"),
        ([{"code": "a", "name": name, "goes_to": places(1, 2)} for name in ("甲", "乙")], "award_code_twice"),
    ],
)
def test_rows_that_mean_nothing_are_refused(rows, code):
    with pytest.raises(ValidationError) as refused:
        Awards.model_validate({"rows": rows})

    assert [fault["type"] for fault in refused.value.errors()] == [code]
