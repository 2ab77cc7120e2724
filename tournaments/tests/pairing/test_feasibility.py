import pytest

from tournaments.pairing import Constraints, Inputs, Plan, feasible

from .rounds_cast import field_of

NEVER = Constraints("never", "never", "never")


def obstacles(entrants, method, rounds, constraints=NEVER, **plan):
    found = feasible(Inputs(entrants, plan=Plan(**plan)), constraints, method, rounds)
    return [(each.code, dict(each.params), each.blocks) for each in found]


@pytest.mark.parametrize(
    ("entrants", "method", "rounds", "expected"),
    [
        (field_of(alone=8), "random_rounds", 7, []),
        (field_of(alone=8), "random_rounds", 8, [("more_rounds_than_opponents", {"rounds": 8, "most": 7}, True)]),
        (field_of(alone=8), "swiss", 4, []),
        (field_of(alone=8), "swiss", 5, [("rounds_may_run_out", {"rounds": 5, "sure": 4}, False)]),
        (field_of(4, alone=4), "random_round", 4, []),
        (field_of(5, alone=3), "random_round", 1,
         [("unit_larger_than_half", {"unit": 1, "size": 5, "teams": 8, "most": 4}, True)]),
        (field_of(4, 4, alone=4), "random_rounds", 9,
         [("more_rounds_than_outside_opponents", {"unit": 1, "rounds": 9, "most": 8}, True),
          ("more_rounds_than_outside_opponents", {"unit": 2, "rounds": 9, "most": 8}, True)]),
        (field_of(alone=3), "random_rounds", 4,
         [("more_rounds_than_opponents", {"rounds": 4, "most": 3}, True),
          ("more_byes_than_teams", {"rounds": 4, "teams": 3}, True)]),
        (field_of(alone=8), "knockout", 0, []),
        (field_of(alone=9), "knockout", 3, [("knockout_rounds", {"rounds": 3, "needed": 4, "teams": 9}, True)]),
        (field_of(alone=8), "double_knockout", 5, [("knockout_rounds", {"rounds": 5, "needed": 6, "teams": 8}, True)]),
        (field_of(alone=8), "s1_lots", 3,
         [("other_number_of_rounds", {"rounds": 3, "table": 2}, True),
          ("not_eighteen_teams", {"teams": 8, "lots": 18}, True)]),
        (field_of(alone=8), "hat", 3, [("unknown_method", {"method": "hat"}, True)]),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_named_with_its_numbers(entrants, method, rounds, expected):
    assert obstacles(entrants, method, rounds) == expected


def test_what_is_only_to_be_avoided_does_not_block():
    assert obstacles(field_of(5, alone=3), "random_rounds", 8, Constraints()) == [
        ("more_rounds_than_opponents", {"rounds": 8, "most": 7}, False),
        ("unit_larger_than_half", {"unit": 1, "size": 5, "teams": 8, "most": 4}, False),
    ]


def test_what_is_not_looked_at_is_no_obstacle():
    assert obstacles(field_of(7), "random_rounds", 99, Constraints("off", "off", "off")) == []


def test_groups_that_do_not_hold_the_field_are_named():
    assert obstacles(field_of(3, alone=4), "groups", 0, groups=(5, 1)) == [
        ("group_of_one", {"teams": 1}, True),
        ("sizes_do_not_fit", {"places": 6, "teams": 7}, True),
        ("unit_larger_than_groups", {"unit": 1, "size": 3, "groups": 2}, True),
    ]
