"""A rehearsal plays sittings, and its oracle finds who sits where nobody may."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from tournaments.events.reading import read as read_event
from tournaments.models import ClockEvent, Match, Tournament
from tournaments.rehearsal.directing import rehearse
from tournaments.rehearsal.oracle.findings import Case, Counted
from tournaments.rehearsal.oracle.hall import judge_hall
from tournaments.rehearsal.oracle.rows import Game, RoundRow, Seat, StageRow, read
from tournaments.rehearsal.oracle.rules import Rules
from tournaments.rehearsal.plan import Plan

EVENT = """
schema_version = 1
[identity]
name = "分场次的双轮赛"
day = 2026-05-16
starts = 09:00:00
[registration]
capacity = 40
[venue]
tables = {tables}
{areas}
[[stages]]
format = "{format}"
rounds = {rounds}
"""
AREAS = 'areas = [{ name = "一楼", first = 1, last = 3 }, { name = "二楼", first = 4, last = 5 }]'
TODAY = date(2026, 5, 16)
DOCUMENT = {
    "venue": {
        "tables": 4,
        "areas": [
            {"name": "甲", "first": 1, "last": 2, "divisions": ["a"]},
            {"name": "乙", "first": 3, "last": 4, "divisions": []},
        ],
    }
}


@pytest.mark.parametrize(
    ("form", "rounds", "teams", "tables", "areas"),
    [("random", 3, 13, 3, ""), ("swiss", 3, 13, 5, AREAS), ("knockout", 1, 14, 3, "")],
)
def test_a_field_that_is_too_large_for_the_hall_is_rehearsed_in_sittings(db, form, rounds, teams, tables, areas):
    event = read_event(EVENT.format(format=form, rounds=rounds, tables=tables, areas=areas))

    report = rehearse(event, Plan(teams, 7, withdraw=0.05, forfeit=0.05, correct=0.1), slug="turns", today=TODAY)

    assert [str(each) for each in report.violations] == []
    sittings = {sitting for (sitting,) in Match.objects.filter(table__isnull=False).values_list("sitting")}
    assert sittings == {1, 2}
    started = ClockEvent.objects.filter(kind="started", clock__round__number=1).values_list("clock__sitting", flat=True)
    assert list(started.order_by("clock__sitting")) == [1, 2]


def test_the_oracle_reads_the_sitting_of_every_match(db):
    event = read_event(EVENT.format(format="random", rounds=2, tables=2, areas=""))

    rehearse(event, Plan(8, 3), slug="turns", today=TODAY)

    (row,) = read(Tournament.objects.get(slug="turns").pk)
    seats = [(game.sitting, game.table) for game in row.rounds[0].games]
    assert sorted(seats) == [(1, 1), (1, 2), (2, 1), (2, 2)]


def case_of(*games, divisions="aaaa", byes=()):
    seats = {
        team: Seat(team, None, "", None, None, Fraction(0), active=True, division=code)
        for team, code in enumerate(divisions, start=1)
    }
    rows = [RoundRow(1, False, 1, (7200, 1800, 3), list(games), list(byes))]
    row = StageRow("main", "swiss", False, seats, rows, {})
    return Case(row, Rules({}, {}), Counted((), {}, {}, {}))


def game(number, table, one, other, sitting=1):
    return Game(1, number, table, (one, other), None, sitting)


def test_a_division_outside_its_area_is_found():
    sits_right = case_of(game(1, 2, 1, 2), game(2, 3, 3, 4), divisions="aabb")
    sits_wrong = case_of(game(1, 1, 1, 2), game(2, 2, 3, 4), divisions="aabb")

    assert list(judge_hall(sits_right, DOCUMENT)) == []
    assert [str(each) for each in judge_hall(sits_wrong, DOCUMENT)] == [
        "hall: main, round 1: table 2 is not for division b"
    ]


def test_a_table_that_the_hall_has_not_is_found():
    assert len(list(judge_hall(case_of(game(1, 5, 1, 2), divisions="bb"), DOCUMENT))) == 1


def test_a_sitting_that_nobody_needs_is_found():
    venue = {"venue": {"tables": 2}}
    two = case_of(game(1, 1, 1, 2), game(2, 1, 3, 4, sitting=2))
    three = case_of(game(1, 1, 1, 2), game(2, 2, 3, 4), game(3, 1, 5, 6), divisions="aaaaaa")
    uneven = replace(three.row.rounds[0].games[2], sitting=2)
    three.row.rounds[0].games[2] = uneven

    assert [each.code for each in judge_hall(two, venue)] == ["hall"]
    assert list(judge_hall(three, venue)) == []
