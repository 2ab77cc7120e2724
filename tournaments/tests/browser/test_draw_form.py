"""The organizer asks for things of a draw on a phone and by keyboard alone, sees them kept, and exchanges two teams."""

import pytest

from tournaments.models import Draw, Role, Team
from tournaments.tests import cast
from tournaments.tests.browser.test_every_page import LANGUAGES, in_language, judge, open_as
from tournaments.tests.stages import hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NEVER = {"constraints": {"no_rematch": "never", "no_own_unit": "never"}}
SWISS = {"code": "swiss", "format": "swiss", "rounds": 3, "bye_to": "lowest"}
WISHES = {
    "absent-0-team": "77",
    "wished-0-one": "3",
    "wished-0-other": "4",
    "at_table-0-team": "5",
    "at_table-0-table": "4",
}
PHONE = {"width": 360, "height": 740}
PLAYERS = [f"{stem}{number}" for number in range(20) for stem in "甲乙"] + [f"单位{number}" for number in range(9)]
DATA = sorted(["春季拖拉机赛", "Spring Tractor Cup", "cup", "swiss", *PLAYERS], key=len, reverse=True)


def open_page(browser, live_server, language, **of):
    event = hall.event_of({**SWISS, **of.pop("rules", {})}, slug="cup", **of)
    page = open_as(browser, live_server, cast.member(event, Role.ORGANIZER))
    in_language(page, live_server.url, language)
    page.set_viewport_size(PHONE)
    page.goto("/manage/cup/draw/")
    return event, page


@pytest.mark.parametrize("language", LANGUAGES)
def test_wishes_are_typed_on_a_phone_by_keyboard(transactional_db, browser, live_server, language):
    _event, page = open_page(browser, live_server, language, teams=9)
    summary = page.locator("details:has([name=absent-0-team]) > summary")
    summary.focus()
    page.keyboard.press("Enter")
    for name, typed in WISHES.items():
        page.locator(f"[name={name}]").focus()
        page.keyboard.type(typed)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    refused = judge(page, language, DATA)

    page.locator("[name=absent-0-team]").fill("1")
    with page.expect_navigation():
        page.locator("button[name=more][value=absent]").click()
    focused = page.evaluate("document.activeElement.name")
    page.keyboard.type("2")
    more = judge(page, language, DATA)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    drawn = judge(page, language, DATA)

    asked = Draw.objects.get().inputs["asked"]
    assert (refused, more, drawn) == ([], [], [])
    assert focused == "absent-1-team"
    assert {name: len(asked[name]) for name in asked} == {"absent": 2, "wished": 1, "at_table": 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_impossible_draw_is_made_with_an_exception(transactional_db, browser, live_server, language):
    _event, page = open_page(browser, live_server, language, rules=NEVER, teams=4, units=1)
    with page.expect_navigation():
        page.locator("form[action$='/draw/make/'] button[type=submit]").first.click()
    refused = judge(page, language, DATA)

    page.locator("[name=because]").fill("甲0")
    with page.expect_navigation():
        page.locator("button[name=exempt]").click()

    assert (refused, judge(page, language, DATA)) == ([], [])
    assert Draw.objects.get().wanted == {"exempt": ["no_own_unit"], "because": "甲0"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_teams_are_exchanged_on_a_phone(transactional_db, browser, live_server, language):
    _event, page = open_page(browser, live_server, language, teams=6, units=3)
    with page.expect_navigation():
        page.locator("form[action$='/draw/make/'] button[type=submit]").first.click()
    drawn = Draw.objects.get()
    one, other = (match["sides"] for match in drawn.outcome["rounds"][0]["matches"][:2])
    page.locator("#swap-head").click()
    page.locator("[name=swap-one]").select_option(str(one[0]))
    page.locator("[name=swap-other]").select_option(str(other[0]))
    page.locator("[name=swap-reason]").fill("甲0")
    before = judge(page, language, DATA)
    with page.expect_navigation():
        page.locator("form[action$='/swap/'] button[type=submit]").click()

    drawn.refresh_from_db()
    assert (before, judge(page, language, DATA)) == ([], [])
    assert drawn.outcome["swaps"] == [[1, one[0], other[0]]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_late_pair_is_entered_on_a_phone_and_the_next_draw_says_so(transactional_db, browser, live_server, language):
    event, page = open_page(browser, live_server, language, teams=5)
    event.rules.document["registration"]["capacity"] = 9
    event.rules.save()
    organizer = cast.organizer(event)
    hall.draw(organizer, hall.fresh(event))
    hall.play(organizer, event, 1)
    found = []
    page.goto("/manage/cup/entries/")
    found += judge(page, language, DATA)
    page.set_viewport_size(PHONE)
    page.locator(".page-head__actions a").click()
    found += judge(page, language, DATA)
    page.locator("[name=player_1]").fill("甲9")
    page.locator("[name=player_2]").fill("乙9")
    with page.expect_navigation():
        page.locator("main form.form button[type=submit]").click()
    page.goto("/manage/cup/")
    said = page.locator(".card--next").inner_text()
    found += judge(page, language, DATA)

    assert found == []
    assert Team.objects.count() == 6
    assert "6 甲9、乙9" in said
