"""The rows of the standings in a real browser: what explains one comes when it is opened, and stays there."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tournaments.models import Tournament
from tournaments.tests import cast
from tournaments.tests.standings import sheets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROW = "#team-1 .standing__why"


@pytest.fixture
def played() -> Tournament:
    event = cast.event()
    cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("8", "6"))
    return event


def opened(browser: Browser, live_server, *, scripts: bool = True) -> Page:
    context = browser.new_context(base_url=live_server.url, locale="en-GB", java_script_enabled=scripts)
    page = context.new_page()
    page.goto("/spring-cup/standings/")
    return page


def test_a_row_is_explained_when_it_is_opened_and_stays_open_when_the_table_is_renewed(browser, live_server, played):
    page = opened(browser, live_server)
    said = page.locator(f"{ROW} [data-said]")

    page.locator(f"{ROW} summary").click()
    expect(said).to_contain_text("total +3.Ahead of C1")
    sheets.sheet(sheets.match_at(played, 1, 3), ("A", "6"))
    Tournament.objects.filter(pk=played.pk).update(live_version=played.live_version + 9)
    page.evaluate("document.querySelector('live-fragment').poll()")

    expect(said).to_contain_text("Behind E1")
    assert (page.locator(ROW).get_attribute("open"), said.count()) == ("", 1)
    page.context.close()


def test_a_row_that_was_opened_does_not_flash_where_nothing_changed_in_it(browser, live_server, played):
    page = opened(browser, live_server)
    page.locator(f"{ROW} summary").click()
    expect(page.locator(f"{ROW} [data-said]")).to_be_visible()

    sheets.sheet(sheets.match_at(played, 1, 3), ("7", "6"))
    Tournament.objects.filter(pk=played.pk).update(live_version=played.live_version + 9)
    page.evaluate("document.querySelector('live-fragment').poll()")
    expect(page.locator(".is-changed").first).to_be_attached()

    assert page.locator("#team-1.is-changed").count() == 0
    page.context.close()


def test_without_scripts_an_opened_row_leads_to_the_page_that_says_it(browser, live_server, played):
    page = opened(browser, live_server, scripts=False)

    page.locator(f"{ROW} summary").click()
    page.locator(f"{ROW} a").click()

    expect(page.locator("main")).to_contain_text("Ahead of C1")
    page.context.close()
