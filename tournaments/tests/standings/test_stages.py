"""Standings of every stage: groups with their cross-tables, a knockout's places, the ranking over all."""

import pytest
from django.urls import reverse

from tournaments.actions import stages
from tournaments.selectors.crosstables import cross_table
from tournaments.selectors.stages import stage_of
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.stages import hall

GROUPS = {"code": "groups", "name": "小组赛", "format": "round_robin", "groups": {"count": 2}}
CUP = {
    "code": "cup", "name": "决赛", "format": "knockout", "seeding": "cross", "third_place": True,
    "entrants": {"from_stage": "groups", "per_group": 2},
}  # fmt: skip


@pytest.fixture
def played(db):
    """Groups and a knockout of eight teams, played so that the lower number always wins."""
    event = hall.event_of(GROUPS, CUP, teams=8)
    organizer = cast.organizer(event)
    hall.play_stage(organizer, event, winner=hall.best_wins)
    stages.close_stage(organizer, hall.fresh(event), stage_of(hall.fresh(event)).pk)
    hall.play_stage(organizer, hall.fresh(event), winner=hall.best_wins)
    return hall.fresh(event)


def at(name: str, *args: object) -> str:
    return reverse(name, args=["cup", *args])


def test_a_cross_table_says_who_beat_whom(played):
    groups = count(played, of=played.divisions.get().stages.get(code="groups")).groups

    tables = [cross_table(group.standings) for group in groups]

    for lines in tables:
        for place, line in enumerate(lines):
            assert line.cells[place] is None
            signs = [cell[0].points > 0 for at, cell in enumerate(line.cells) if at != place]
            assert signs == [other > place for other in range(len(lines)) if other != place]


def test_what_one_side_gained_the_other_lost(played):
    (group, _other) = count(played, of=played.divisions.get().stages.get(code="groups")).groups

    lines = cross_table(group.standings)

    sums = {
        lines[one].cells[two][0].points + lines[two].cells[one][0].points
        for one in range(len(lines))
        for two in range(one)
    }
    assert sums == {0}


def test_each_group_has_a_table_and_a_cross_table(played, client):
    page = client.get(at("standings-stage", "groups"))

    assert [group["title"] for group in page.context["groups"]] == ["A 组", "B 组"]
    assert page.content.decode().count('class="table table--dense cross"') == 2
    assert page.content.decode().count("cross__self") == 8


def test_the_knockout_ranks_by_the_round_of_going_out(played, client):
    page = client.get(at("standings"))

    rows = count(played).standings.rows
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert page.context["knockout"]
    assert f'href="{at("bracket")}"' in page.content.decode()


def test_tabs_lead_to_every_stage_and_over_all(played, client):
    tabs = client.get(at("standings")).context["tabs"]

    assert [(str(tab["label"]), tab["url"], tab["current"]) for tab in tabs] == [
        ("小组赛", at("standings-stage", "groups"), False),
        ("决赛", at("standings"), True),
        (tabs[-1]["label"], at("standings-final"), False),
    ]


def test_the_ranking_over_all_puts_the_later_stage_first(played, client):
    [part] = client.get(at("standings-final")).context["parts"]

    lines = part["lines"]
    assert [line.place for line, _name, _stage in lines] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert [stage for _line, _name, stage in lines] == ["决赛"] * 4 + ["小组赛"] * 4


def test_an_event_of_one_stage_has_no_tabs(db, client):
    event = hall.event_of({"code": "main", "format": "swiss", "rounds": 2}, teams=4)
    hall.play_stage(cast.organizer(event), event)

    assert client.get(at("standings")).context["tabs"] == []


def test_a_stage_that_is_not_drawn_is_not_there(db, client):
    event = hall.event_of(GROUPS, CUP, teams=8)
    hall.draw(cast.organizer(event), event)

    answers = [client.get(at("standings-stage", code)).status_code for code in ("groups", "cup", "nothing")]

    assert answers == [200, 404, 404]


def test_what_explains_a_row_of_a_group_is_there(db, client):
    event = hall.event_of(GROUPS, CUP, teams=8)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, hall.fresh(event), 1)

    answers = {number: client.get(at("standings-why", number)).status_code for number in range(1, 9)}

    assert set(answers.values()) == {200}
