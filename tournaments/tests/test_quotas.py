"""How many pairs a unit may enter by each kind of rule, and what an entry may consist of."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tournaments import regulations
from tournaments.entrykinds import EntryKind
from tournaments.quotas import Quota, quota_of, share_in_force

RULES: TypeAdapter[Quota] = TypeAdapter(Quota)
IDENTITY = {"name": "春季赛", "day": "2026-05-16", "starts": "09:00"}


def rule(**values):
    return RULES.validate_python(values)


def test_a_table_names_units():
    """N14: a quota table per department."""
    table = rule(rule="table", rows=[{"unit": "机关", "pairs": 3}, {"unit": "Labor A", "pairs": 0}], others=1)

    assert [quota_of(table, unit, None) for unit in ("机关", "LABOR A", "工厂")] == [3, 0, 1]


@pytest.mark.parametrize(("members", "pairs"), [(1, 1), (199, 1), (200, 2), (300, 2), (301, 3), (None, None)])
def test_brackets_of_members(members, pairs):
    """N09: three pairs above 300 members, two from 200 to 300, one below 200."""
    brackets = [{"members": 199, "pairs": 1}, {"members": 300, "pairs": 2}, {"pairs": 3}]

    assert quota_of(rule(rule="members", brackets=brackets), "机关", members) == pairs


@pytest.mark.parametrize(
    ("rounding", "members", "pairs"),
    [("even", 45, 5), ("even", 54, 5), ("even", 55, 6), ("down", 55, 5), ("down", 9, 0), ("even", 4, 0)],
)
def test_a_share_of_the_members_in_whole_pairs(rounding, members, pairs):
    """N22: 20 % of the members, rounded to an even number of players."""
    assert quota_of(rule(rule="percentage", percent=20, rounding=rounding), "机关", members) == pairs


def test_every_unit_may_enter_the_least():
    assert quota_of(rule(rule="percentage", percent=20, at_least=1), "机关", 2) == 1


def test_a_smaller_share_where_the_hall_would_be_full():
    """N23: 15 % of the members, 10 % where that is more than the hall holds."""
    shares = rule(rule="percentage", percent=15, over_capacity=10)

    assert [share_in_force(shares, [400, 400], capacity) for capacity in (60, 59, None)] == [15, 10, 15]
    assert quota_of(shares, "机关", 400, everybody=[400, 400], capacity=59) == 20


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"rule": "table", "rows": [{"unit": "甲", "pairs": 1}, {"unit": "甲", "pairs": 2}]}, "quota_unit_twice"),
        ({"rule": "members", "brackets": [{"members": 5, "pairs": 1}]}, "quota_open_bracket"),
        (
            {"rule": "members", "brackets": [{"members": 5, "pairs": 1}, {"members": 5, "pairs": 2}, {"pairs": 3}]},
            "quota_brackets_not_ascending",
        ),
        ({"rule": "percentage", "percent": 10, "over_capacity": 10}, "quota_share_not_smaller"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(values, code):
    with pytest.raises(ValidationError) as refused:
        rule(**values)

    assert [fault["type"] for fault in refused.value.errors()] == [code]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"substitutes": 1},
        {"kind": "team", "least": 2, "most": 4, "leader": "required", "coach": "optional"},
        {"kind": "team", "least": 4, "most": 6, "line_up": 4},
        {"kind": "individual", "least": 1, "most": 1, "partners": "lot"},
        {"partners": "own_or_lot"},
    ],
)
def test_kinds_of_entry(values):
    """N08, N13, N39, N06 and N34: teams with leader and coach, substitutes, line-ups, partners by lot."""
    kind = EntryKind.model_validate(values)

    assert kind.model_dump(exclude_unset=True) == values


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"kind": "team", "least": 3, "most": 2}, "players_reversed"),
        ({"most": 3}, "pair_of_two"),
        ({"kind": "individual"}, "individual_of_one"),
        ({"kind": "team", "least": 2, "most": 4, "line_up": 4}, "line_up_too_large"),
        ({"partners": "lot"}, "partners_do_not_fit"),
        ({"kind": "individual", "least": 1, "most": 1}, "partners_do_not_fit"),
        ({"kind": "team", "partners": "own_or_lot"}, "partners_do_not_fit"),
    ],
)
def test_kinds_of_entry_that_cannot_be(values, code):
    with pytest.raises(ValidationError) as refused:
        EntryKind.model_validate(values)

    assert [fault["type"] for fault in refused.value.errors()] == [code]


def test_an_old_document_has_no_rule_but_its_number():
    """A document of the first version stays valid, and means what it meant."""
    parsed = regulations.parse({"identity": IDENTITY, "registration": {"pairs_per_unit": 2}})

    assert (parsed.registration.quota.rule, parsed.registration.entry) == ("none", EntryKind())
    assert parsed.awards.rows == ()


@pytest.mark.parametrize(
    ("goes_to", "division", "code"),
    [
        ({"by": "best_loser", "stage": "final"}, "", "award_stage_unknown"),
        ({"by": "places", "last": 3}, "women", "award_division_unknown"),
    ],
)
def test_an_award_names_what_the_event_has(goes_to, division, code):
    award = {"code": "third", "name": "三等奖", "division": division, "goes_to": goes_to}

    with pytest.raises(ValidationError) as refused:
        regulations.parse({"identity": IDENTITY, "awards": {"rows": [award]}})

    assert [fault["type"] for fault in refused.value.errors()] == [code]
