"""Thirteen teams: groups and a knockout with third place, built, drawn, closed, corrected and printed on the pages."""

import re

import pytest

from tournaments.actions import stages
from tournaments.models import Match, MatchSide, Paper, Role
from tournaments.selectors.stages import stage_of
from tournaments.tasks import papers
from tournaments.tests import cast
from tournaments.tests.browser.people import Staff
from tournaments.tests.browser.test_every_page import LANGUAGES, open_as, walk
from tournaments.tests.documents.desk import text_of
from tournaments.tests.stages import hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SLUG = "cup"
REASON = "赛前会议决定"


@pytest.fixture
def organizer(transactional_db, browser, live_server):
    event = hall.event_of({"code": "main", "format": "two_rounds"}, teams=13, units=5, slug=SLUG)
    member = cast.member(event, Role.ORGANIZER)
    person = Staff(browser, live_server.url)
    person.sign_in(member.user.email, "shengji-2026")
    yield person, event
    person.leave()


def choose_format(person: Staff, address: str, format_: str) -> None:
    person.go(address)
    person.page.locator(f"main input[name=format][value={format_}]").check()
    person.fill(reason=REASON)
    person.send()


def build(person: Staff) -> None:
    """Make three groups, and a knockout of their first two and the two best thirds."""
    choose_format(person, f"/manage/{SLUG}/stages/main/format/", "round_robin")
    person.fill(name="小组赛", group_count="3", group_size="", reason=REASON)
    person.send()
    choose_format(person, f"/manage/{SLUG}/stages/new/", "knockout")
    person.fill(name="淘汰赛", best="2", reason=REASON)
    person.page.locator("main select[name=seeding]").select_option("rank")
    person.page.locator("main input[name=third_place]").set_checked(True)
    person.send()


def draw(person: Staff, seed: str) -> None:
    person.go(f"/manage/{SLUG}/draw/")
    person.fill(called_seed=seed)
    person.post("/draw/make/")
    person.post("/check/")
    person.confirm("release")


def play_open_rounds(event, actor) -> None:
    while hall.open_rounds(event):
        hall.play(actor, hall.fresh(event), hall.open_rounds(event)[0], winner=hall.best_wins, seed=3)


def finalists() -> set[int]:
    sides = MatchSide.objects.filter(match__number=8, match__round__stage__code="stage-2")
    return {side.team.number for side in sides if side.team is not None}


def print_bracket(person: Staff) -> str:
    """Ask for the bracket on the page of the papers, do the worker's part, and read it."""
    person.go(f"/manage/{SLUG}/papers/")
    with person.page.expect_navigation():
        person.page.locator("button[form=make-bracket][value=zh-hans]").first.click()
    for paper in Paper.objects.filter(state="queued").order_by("pk"):
        papers.render(paper.pk)
    person.go(f"/manage/{SLUG}/papers/")
    paper = Paper.objects.get(kind="bracket", names_in_full=True)
    link = person.page.locator(f"[data-key=paper-{paper.pk}] a").get_attribute("href")
    return text_of(person.context.request.get(link).body())


def test_groups_then_a_knockout_with_third_place_for_thirteen(organizer):
    person, event = organizer
    actor = cast.organizer(event)

    build(person)
    person.go(f"/manage/{SLUG}/stages/?teams=13&between=10")
    simulated = person.page.locator("main .say").inner_text()
    draw(person, "13")
    play_open_rounds(event, actor)
    person.go(f"/manage/{SLUG}/")
    person.page.locator("main .card--next a.button--primary").click()
    person.page.wait_for_url("**/going-on/")
    going_on = person.page.locator("main .card--next tbody tr").count()
    person.post("/close/")
    draw(person, "8")

    quarter, half = hall.open_rounds(event)[:2]
    for number in (quarter, half):
        hall.play(actor, hall.fresh(event), number, winner=hall.best_wins, seed=3)
    before = finalists()
    semi = Match.objects.get(number=5, round__stage__code="stage-2")
    lost, won = sorted(semi.sides.all(), key=lambda side: side.team.number in before)
    levels = {f"level_{lost.position}": "A", f"level_{won.position}": "3"}
    person.say_at_the_desk(SLUG, half, semi.table, reason="记分表两队写反", **levels)
    after = finalists()
    play_open_rounds(event, actor)
    person.go(f"/{SLUG}/bracket/")
    champion = person.page.locator("main .bracket__champion").inner_text()
    printed = print_bracket(person)

    assert re.findall(r"\d+", simulated)[:3] == ["13", "8", "30"]
    assert going_on == 8
    assert after == before - {won.team.number} | {lost.team.number}
    best = min(after)
    assert f"甲{best - 1}" in champion
    assert printed.count(f"甲{best - 1}乙{best - 1}") == 3
    assert person.faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_groups_and_a_bracket_can_be_read_by_everybody(transactional_db, browser, live_server, language):
    groups = {"code": "groups", "name": "小组赛", "name_en": "小组赛", "format": "round_robin", "groups": {"count": 2}}
    cup = {
        "code": "cup", "name": "淘汰赛", "name_en": "淘汰赛", "format": "double_knockout", "seeding": "rank",
        "entrants": {"from_stage": "groups", "per_group": 3},
    }  # fmt: skip
    event = hall.event_of(groups, cup, teams=9, units=2, slug=SLUG)
    actor = cast.organizer(event)
    hall.play_stage(actor, event, winner=hall.best_wins)
    between = (f"/manage/{SLUG}/going-on/", f"/manage/{SLUG}/draw/", f"/manage/{SLUG}/stages/groups/")
    identity = event.regulations.identity
    data = ["小组赛", "淘汰赛", identity.name, identity.name_en, identity.place, identity.zone, SLUG]
    data += [f"{half}{number}" for number in range(8, -1, -1) for half in "甲乙"] + ["单位0", "单位1"]
    page = open_as(browser, live_server, cast.member(event, Role.ORGANIZER, name="组织者"))

    faults = walk(page, live_server.url, between, [*data, "组织者"], language)
    stages.close_stage(actor, hall.fresh(event), stage_of(hall.fresh(event)).pk)
    hall.draw(actor, hall.fresh(event))
    hall.play(actor, hall.fresh(event), hall.open_rounds(event)[0], winner=hall.best_wins)
    public = ("bracket/", "standings/stages/groups/", "standings/over-all/", "draw/", "draw/round/1/")
    faults |= walk(page, live_server.url, [f"/{SLUG}/{address}" for address in public], [*data, "组织者"], language)
    page.context.close()

    assert faults == {}
