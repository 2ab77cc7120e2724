"""Divisions on paper and for machines: each ranked under its heading, named beside the unit elsewhere."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from tournaments.documents import draw, rulebook, sheets, standings
from tournaments.models import PaperKind
from tournaments.selectors.paper_contents import content_of
from tournaments.tests import cast
from tournaments.tests.divisions.hall import campuses, fill, sessions
from tournaments.tests.stages import hall

ONE_ROUND = {"format": "random_rounds", "rounds": 1}


@pytest.fixture
def played(db):
    event = campuses(stages=[ONE_ROUND], registration={"capacity": 18})
    fill(event, 4, 2)
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    hall.play_stage(cast.organizer(event), event, winner=hall.best_wins)
    return hall.fresh(event)


@pytest.fixture(autouse=True)
def _in_chinese():
    with translation.override("zh-hans"):
        yield


def html_of(lay_out, content) -> str:
    return "".join(part.html for part in lay_out(content, ""))


def test_the_standings_have_a_table_for_each_division(played):
    html = html_of(standings.lay_out, content_of(played, PaperKind.STANDINGS))

    assert re.findall(r"<h2[^>]*>([^<]+)</h2>", html) == ["东校区", "西校区"]
    assert re.findall(r'<td class="place">(\d+)</td>', html) == ["1", "2", "3", "4", "1", "2"]


def test_the_list_of_a_round_names_the_division_of_every_team(played):
    html = html_of(draw.lay_out_round, content_of(played, PaperKind.ROUND, round_number=1))

    by_table = html.split("</section>")[0]
    assert (by_table.count("东校区"), by_table.count("西校区")) == (4, 2)


def test_a_score_sheet_names_the_division(played):
    paper = sheets.lay_out(content_of(played, PaperKind.SCORE_SHEETS, round_number=1), "")

    assert (paper.text.count("东校区"), paper.text.count("西校区")) == (4, 2)


def test_the_regulations_say_divisions_and_sessions(db):
    html = html_of(rulebook.lay_out, content_of(sessions(), PaperKind.REGULATIONS))

    assert "设以下组别：东校区（10 个名额）、西校区。各组别分别抽签、分别排桌、分别排名。" in html
    assert re.findall(r"(参加组别：\S+?。|开始时间：\S+?。)", html) == [
        "参加组别：东校区。", "参加组别：西校区。", "开始时间：14:00。",
    ]  # fmt: skip


def test_the_record_of_the_draw_and_the_table_name_divisions_to_machines(played, client):
    record = client.get(reverse("draw-record", args=[played.slug])).json()
    desk = cast.client_of(cast.member(played, cast.Role.CHIEF))

    table = desk.get(reverse("api-table", args=[played.slug, 1])).json()

    assert sorted(record["team_divisions"].values()) == ["east"] * 4 + ["west"] * 2
    assert [side["division"] for side in table["sides"]] in (["东校区"] * 2, ["西校区"] * 2)


def test_machines_hear_nothing_of_divisions_where_there_is_one(db, client):
    event = hall.event_of(ONE_ROUND, teams=4)
    hall.draw(cast.organizer(event), event)

    record = client.get(reverse("draw-record", args=[event.slug])).json()

    assert "team_divisions" not in record
