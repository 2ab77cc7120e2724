"""Thirteen teams: groups and a knockout with third place, built, drawn, closed, corrected and printed on the pages."""

import re

import pytest

from tournaments.models import Match, MatchSide, Paper, Role
from tournaments.tasks import papers
from tournaments.tests import cast
from tournaments.tests.browser.people import Staff
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
