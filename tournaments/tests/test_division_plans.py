"""Divisions in the regulations: what stands side by side, and which stages follow which."""

import pytest
from pydantic import ValidationError

from tournaments import regulations
from tournaments.divisionplans import Pool
from tournaments.phrases import settings

IDENTITY = {"name": "春季赛", "day": "2026-05-16", "starts": "09:00"}
TWO = ({"code": "east", "name": "东校区"}, {"code": "west", "name": "西校区"})
MORNING = {"code": "morning", "divisions": ["east"]}
AFTERNOON = {"code": "afternoon", "divisions": ["west"], "starts_at": "2026-05-16T14:00:00+08:00"}


def document(*stages, divisions=TWO, capacity=18):
    return {
        "identity": IDENTITY,
        "registration": {"capacity": capacity},
        "divisions": list(divisions),
        "stages": list(stages) or [{}],
    }


def faults(*stages, **more):
    with pytest.raises(ValidationError) as refused:
        regulations.parse(document(*stages, **more))
    return [(found.code, dict(found.params)) for found in regulations.faults(refused.value)]


def test_an_event_has_one_division_that_nobody_sees_unless_it_says_otherwise():
    parsed = regulations.parse({"identity": IDENTITY})

    assert (parsed.divisions, parsed.division("main"), parsed.pools) == ((), None, (Pool((), 18),))


def test_an_event_with_divisions_round_trips():
    parsed = regulations.parse(document(MORNING, AFTERNOON))

    assert regulations.parse(regulations.dump(parsed)) == parsed
    assert [each.name for each in parsed.divisions] == ["东校区", "西校区"]
    assert parsed.plan("morning").starts_at is None


def test_a_division_has_its_own_places_or_shares_what_the_others_leave():
    three = ({**TWO[0], "capacity": 12}, TWO[1], {"code": "north", "name": "北校区"})

    parsed = regulations.parse(document(divisions=three, capacity=20))

    assert parsed.pools == (Pool(("east",), 12), Pool(("west", "north"), 8))
    assert parsed.pool_of("north") == Pool(("west", "north"), 8)


@pytest.mark.parametrize(
    ("divisions", "code", "params"),
    [
        (TWO[:1], "division_alone", {}),
        ((TWO[0], {**TWO[0], "name": "西校区"}), "division_code_twice", {"name": "east"}),
        ((TWO[0], {**TWO[1], "name": "东校区"}), "division_name_twice", {"name": "东校区"}),
        (
            ({**TWO[0], "capacity": 12}, {**TWO[1], "capacity": 8}),
            "division_places",
            {"wanted": 20, "capacity": 18},
        ),
        (({**TWO[0], "capacity": 17}, TWO[1]), "division_places", {"wanted": 19, "capacity": 18}),
    ],
)
def test_divisions_that_cannot_stand_side_by_side_are_named(divisions, code, params):
    found = faults(divisions=divisions)

    assert found == [(code, params)]
    assert str(settings.FAULTS[code]) % params


def test_two_sessions_are_two_stages_that_both_take_their_own_entries():
    """Each player chooses a session: the second one begins with those who have not played before."""
    assert len(regulations.parse(document(MORNING, AFTERNOON)).stages) == 2
    assert faults(MORNING, {**AFTERNOON, "divisions": ["east", "west"]}) == [("stage_not_fed", {"stage": "afternoon"})]


@pytest.mark.parametrize(
    ("stages", "code", "params"),
    [
        (({"divisions": ["north"]},), "division_unknown", {"stage": "main", "division": "north"}),
        ((MORNING,), "division_without_stage", {"division": "西校区"}),
        (
            (MORNING, {**AFTERNOON, "entrants": {"from_stage": "morning"}}),
            "division_not_in_source",
            {"stage": "afternoon", "source": "morning", "division": "西校区"},
        ),
        ((MORNING, {**AFTERNOON, "code": "morning"}), "stage_code_twice", {"stage": "morning"}),
        (
            (MORNING, {**AFTERNOON, "starts_at": "2026-05-16T08:00:00+08:00"}),
            "stage_starts_too_early",
            {"stage": "afternoon"},
        ),
    ],
)
def test_stages_that_a_division_cannot_play_are_named(stages, code, params):
    found = faults(*stages)

    assert found == [(code, params)]
    assert str(settings.FAULTS[code]) % params


def test_a_stage_takes_no_more_than_a_division_has_places_for():
    """Eight of each go on, but one division has six places."""
    sized = ({**TWO[0], "capacity": 6}, {**TWO[1], "capacity": 12})
    final = {"code": "final", "entrants": {"from_stage": "main", "teams": 8}}

    assert faults({"code": "main"}, final, divisions=sized) == [
        ("more_than_play", {"stage": "final", "teams": 8, "source": "main", "most": 6})
    ]


def test_a_division_needs_no_stage_that_all_divisions_play():
    """One plays on after a common stage, the other is over."""
    final = {"code": "final", "divisions": ["east"], "entrants": {"from_stage": "main", "teams": 4}}

    assert [plan.code for plan in regulations.parse(document({"code": "main"}, final)).stages] == ["main", "final"]


def test_divisions_of_an_event_without_any_are_unknown():
    assert faults(MORNING, divisions=()) == [("division_unknown", {"stage": "morning", "division": "east"})]
