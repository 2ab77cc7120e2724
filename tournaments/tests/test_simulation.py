"""What an event would be with so many teams, checked against numbers counted by hand."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tournaments import regulations
from tournaments.simulation import Simulation, simulate

SHANGHAI = ZoneInfo("Asia/Shanghai")
TWO_HOURS = {"timing": {"round_seconds": 7200, "reminder_seconds": 1800, "last_deals": 3}}
GROUPS_THEN_KNOCKOUT: list[dict[str, Any]] = [
    {"code": "groups", "format": "round_robin", "groups": {"size": 4}},
    {
        "code": "cup", "format": "knockout", "third_place": True, "seeding": "cross",
        "entrants": {"from_stage": "groups", "per_group": 2},
    },
]  # fmt: skip


def event(*stages: dict[str, Any], tables: int = 9, capacity: int = 18) -> regulations.Regulations:
    return regulations.parse(
        {
            "identity": {"name": "春季赛", "day": date(2026, 5, 16), "starts": time(9, 0)},
            "registration": {"capacity": capacity},
            "venue": {"tables": tables},
            "stages": [{"code": "main", **TWO_HOURS, **stage} for stage in stages],
        }
    )


def codes(simulation: Simulation) -> list[str]:
    return [each.code for run in simulation.stages for each in run.cautions] + [
        each.code for each in simulation.cautions
    ]


def test_groups_of_four_and_a_knockout_for_thirteen():
    simulation = simulate(event(*GROUPS_THEN_KNOCKOUT), 13)

    groups, cup = simulation.stages
    assert (groups.groups, groups.rounds, groups.matches, groups.byes, groups.tables) == ((4, 3, 3, 3), 3, 15, 9, 5)
    assert (cup.teams, cup.rounds, cup.matches, cup.byes, cup.tables) == (8, 3, 8, 0, 4)
    assert (simulation.rounds, simulation.matches) == (6, 23)


@pytest.mark.parametrize(
    ("format_", "teams", "rounds", "matches", "byes"),
    [
        ("knockout", 2, 1, 1, 0),
        ("knockout", 5, 3, 4, 3),
        ("knockout", 13, 4, 12, 3),
        ("knockout", 128, 7, 127, 0),
        ("double_knockout", 4, 4, 6, 0),
        ("double_knockout", 8, 6, 14, 0),
        ("swiss", 13, 5, 30, 5),
        ("random_rounds", 18, 5, 45, 0),
        ("round_robin", 5, 5, 10, 5),
        ("round_robin", 6, 5, 15, 0),
    ],
)
def test_every_format_in_figures(format_, teams, rounds, matches, byes):
    plan = {"format": format_, "rounds": 5}

    run = simulate(event(plan, tables=64, capacity=128), teams).stages[0]

    assert (run.rounds, run.matches, run.byes) == (rounds, matches, byes)


def test_a_round_robin_played_twice():
    run = simulate(event({"format": "round_robin", "legs": 2}), 5).stages[0]

    assert (run.rounds, run.matches, run.byes) == (10, 20, 10)


def test_a_knockout_drawn_anew_each_round():
    run = simulate(event({"format": "knockout", "redraw": True, "third_place": True}), 13).stages[0]

    assert (run.rounds, run.matches, run.byes) == (4, 13, 2)


def test_the_end_comes_after_all_rounds_and_the_pauses_between_them():
    simulation = simulate(event(*GROUPS_THEN_KNOCKOUT), 8, between=timedelta(minutes=10))

    starts = datetime(2026, 5, 16, 9, 0, tzinfo=SHANGHAI)
    assert [(run.starts_at - starts, run.ends_at - starts) for run in simulation.stages] == [
        (timedelta(0), timedelta(minutes=3 * 120 + 20)),
        (timedelta(minutes=3 * 120 + 30), timedelta(minutes=5 * 120 + 40)),
    ]


def test_too_few_tables_mean_sittings_and_a_warning():
    simulation = simulate(event({"format": "swiss", "rounds": 5}, tables=5), 18)

    run = simulation.stages[0]
    assert (run.tables, run.sittings) == (9, 2)
    assert run.ends_at - run.starts_at == timedelta(hours=20)
    assert (run.cautions[0].code, run.cautions[0].blocks) == ("in_sittings", False)
    assert run.cautions[0].params == {"matches": 9, "tables": 5, "sittings": 2}


def test_the_area_of_one_division_may_be_too_small_although_the_hall_is_not():
    """18 teams, 12 of them in the old hall with three tables: they take two turns, the others one."""
    areas = [
        {"name": "旧馆", "first": 1, "last": 3, "divisions": ["men"]},
        {"name": "新馆", "first": 4, "last": 12, "divisions": ["women"]},
    ]
    divisions = [{"code": "men", "name": "男子组", "capacity": 12}, {"code": "women", "name": "女子组", "capacity": 6}]
    document = {
        "identity": {"name": "春季赛", "day": "2026-05-16", "starts": "09:00"},
        "registration": {"capacity": 18},
        "venue": {"tables": 12, "areas": areas},
        "divisions": divisions,
        "stages": [{"format": "swiss", "rounds": 3}],
    }

    run = simulate(regulations.parse(document), 18).stages[0]

    assert (run.tables, run.sittings) == (9, 2)
    assert run.ends_at - run.starts_at == timedelta(hours=12)


@pytest.mark.parametrize(
    ("stage", "teams", "units", "expected"),
    [
        ({"format": "swiss", "rounds": 5}, 18, (), []),
        ({"format": "swiss", "rounds": 4}, 17, (), ["odd_teams", "too_few_rounds_for_a_winner"]),
        ({"format": "swiss", "rounds": 4}, 18, (), ["too_few_rounds_for_a_winner"]),
        ({"format": "random_rounds", "rounds": 4}, 8, (5, 1, 1), ["unit_larger_than_half"]),
        ({"format": "random_rounds", "rounds": 4}, 4, (), ["more_rounds_than_opponents"]),
        ({"format": "round_robin", "groups": {"size": 4}}, 13, (), ["uneven_groups"]),
        ({"format": "knockout"}, 13, (), []),
    ],
)
def test_what_is_to_be_thought_of(stage, teams, units, expected):
    simulation = simulate(event(stage), teams, units=units)

    assert codes(simulation) == [*expected, *(["past_midnight"] if simulation.ends_at.day > 16 else [])]


def test_rounds_that_do_not_fit_the_time_are_named():
    until = datetime(2026, 5, 16, 17, 0, tzinfo=SHANGHAI)

    simulation = simulate(event({"format": "swiss", "rounds": 5}), 16, until=until)

    (caution,) = simulation.cautions
    assert (caution.code, caution.params, caution.blocks) == ("time_does_not_fit", {"minutes": 120}, True)


def test_an_order_that_may_end_undecided_is_named():
    stage = {"format": "swiss", "rounds": 4, "scoring": {"tiebreaks": ["levels_risen"]}}

    simulation = simulate(event(stage), 16)

    assert codes(simulation) == ["ties_may_stay"]


def test_a_group_of_one_cannot_be_played():
    simulation = simulate(event({"format": "round_robin", "groups": {"count": 4}}), 6)

    (caution,) = simulation.stages[0].cautions
    assert (caution.code, caution.blocks, simulation.rounds) == ("group_of_one", True, 0)


def on_two_days(second: str):
    """Return groups of four, and a knockout that begins at a time of its own."""
    groups = {"code": "groups", "format": "round_robin", "groups": {"size": 4}}
    cup = {"code": "cup", "format": "knockout", "entrants": {"from_stage": "groups", "per_group": 2}}
    return event(groups, {**cup, "starts_at": second})


def test_a_stage_waits_for_the_time_at_which_it_begins():
    simulation = simulate(on_two_days("2026-05-23T09:00:00+08:00"), 8)

    assert [run.starts_at.isoformat() for run in simulation.stages] == [
        "2026-05-16T09:00:00+08:00", "2026-05-23T09:00:00+08:00",
    ]  # fmt: skip
    assert codes(simulation) == []


def test_the_hall_is_left_in_time_on_every_day():
    rules = on_two_days("2026-05-23T09:00:00+08:00")
    until = rules.identity.starts_at.replace(hour=14)

    simulation = simulate(rules, 8, until=until)

    assert [(each.code, dict(each.params)) for each in simulation.cautions] == [("time_does_not_fit", {"minutes": 60})]


def test_a_stage_that_cannot_begin_in_time_is_named():
    simulation = simulate(on_two_days("2026-05-16T14:00:00+08:00"), 8)

    assert [(each.code, dict(each.params)) for each in simulation.cautions] == [
        ("stage_begins_late", {"stage": "cup", "minutes": 60})
    ]
