"""The organizer rehearses: a copy, a round by the portal, the rest, what was found, and away with it."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tournaments.models import RehearsalRun, Role, Tournament
from tournaments.rehearsal.walking import walk
from tournaments.tests import cast
from tournaments.tests.browser.test_every_page import WIDE, in_language, judge, open_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def no_fault(page: Page, base: str, data: list[str]) -> None:
    """Look at the page in both languages, and leave it in Chinese."""
    for language in ("en", "zh-hans"):
        in_language(page, base, language)
        page.reload()
        assert judge(page, language, data) == []


def work() -> None:
    """Do what the worker would: in the tests there is none."""
    for run in RehearsalRun.objects.filter(state="queued"):
        walk(run.pk)


def test_an_organizer_rehearses_the_event(browser, live_server, transactional_db):
    event = cast.event("spring-cup")
    cast.eighteen(event)
    page = open_as(browser, live_server, cast.member(event, Role.ORGANIZER))
    names = ["春季拖拉机赛", "Spring Tractor Cup", "工会活动中心", "spring-cup"]

    in_language(page, live_server.url, "zh-hans")
    page.goto(live_server.url + reverse("cockpit", args=[event.slug]))
    page.set_viewport_size(WIDE)
    page.get_by_role("link", name="彩排").click()
    page.get_by_role("button", name="建立副本").click()
    expect(page.locator(".rehearsal")).to_be_visible()
    copy = Tournament.objects.get(rehearsal_of=event)
    names.append(copy.slug)
    no_fault(page, live_server.url, names)

    page.get_by_role("button", name="替我打一轮").click()
    expect(page.get_by_text("系统正在代打")).to_be_visible()
    work()
    expect(page.get_by_role("heading", name="已打 1 轮")).to_be_visible(timeout=15_000)
    expect(page.get_by_text("全部符合规程")).to_be_visible()

    page.get_by_label("偶尔出点状况").check()
    page.get_by_role("button", name="一直打完").click()
    work()
    expect(page.get_by_text("打完").first).to_be_visible(timeout=15_000)
    no_fault(page, live_server.url, names)
    page.get_by_role("link", name="名次").first.click()
    expect(page.locator(".rehearsal")).to_be_visible()

    page.goto(live_server.url + reverse("manage-rehearsal", args=[copy.slug]))
    page.get_by_role("button", name="删除副本").click()
    expect(page.get_by_text("已删除")).to_be_visible()
    no_fault(page, live_server.url, names)
    assert not Tournament.objects.filter(rehearsal_of=event).exists()
    page.context.close()
