"""The referee's phone in a real browser: one sheet whatever happens, nothing lost, no lie about its state."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect

from tournaments.models import LinkScope, ResultSheet, Role
from tournaments.tests import cast
from tournaments.tests.results.hall import match_at, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall():
    event = cast.event()
    cast.drawn(event)
    start(event)
    return event


def open_browser(browser: Browser, live_server, subject, width: int = 360) -> Page:
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 740}, locale="zh-CN")
    session = cast.client_of(subject).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return context.new_page()


@pytest.fixture
def phone(hall, browser: Browser, live_server):
    membership, _ = cast.referee(hall, [3])
    page = open_browser(browser, live_server, cast.link(hall, LinkScope.REFEREE, membership=membership)[0])
    page.goto(reverse("referee-table", args=[hall.slug, 3]))
    yield page
    page.context.close()


def pick(page: Page, first: str, second: str) -> None:
    for pad, level in enumerate((first, second)):
        page.locator(f"[data-pad=level-{pad}] input[value='{level}']").check()


def press(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"[data-do={name}]:visible").click()


def receipt(page: Page):
    return page.locator("[data-receipt-state]:visible")


def sheets() -> list[tuple[int | None, int | None, str]]:
    return [(sheet.level_0, sheet.level_1, sheet.state) for sheet in ResultSheet.objects.all()]


def test_both_sides_confirm_and_the_receipt_says_official(phone: Page):
    pick(phone, "9", "6")
    press(phone, "check", "ask", "yes")
    phone.locator("[data-do=yes]:visible").dblclick()

    expect(receipt(phone)).to_have_attribute("data-receipt-state", "official")
    assert sheets() == [(7, 4, "official")]
    assert phone.evaluate("Object.keys(sessionStorage)") == []


def test_what_was_picked_outlasts_a_reload_without_a_name(phone: Page):
    pick(phone, "9", "6")

    phone.reload()

    checked = phone.evaluate("Array.from(document.querySelectorAll('[data-pad] input:checked')).map((i) => i.value)")
    kept = phone.evaluate("JSON.stringify(sessionStorage)")
    assert (checked, re.findall(r"[一-鿿]", kept)) == (["9", "6"], [])


def test_past_the_last_level_a_button_counts_on(phone: Page):
    pick(phone, "2", "6")
    for _ in range(3):
        phone.locator("[data-pad=level-0] [data-step-by='1']").click()
    press(phone, "check", "ask", "yes", "yes")

    expect(receipt(phone)).to_have_attribute("data-receipt-state", "official")
    assert sheets() == [(15, 4, "official")]


def test_a_lost_answer_and_a_login_page_of_the_network_are_no_receipt(phone: Page):
    tries = []

    def disturb(route: Route) -> None:
        tries.append(route.request.post_data_json["key"])
        if len(tries) == 1:
            route.fetch()
            route.abort()
        elif len(tries) == 2:
            route.fulfill(status=200, content_type="text/html", body="<h1>Guest network</h1>")
        else:
            route.continue_()

    phone.route("**/results/", disturb)
    pick(phone, "9", "6")
    press(phone, "check", "ask", "yes", "yes")
    expect(phone.locator("[data-step=sending]:visible").first).to_contain_text("尚未送达")

    expect(receipt(phone)).to_have_attribute("data-receipt-state", "official", timeout=20000)
    assert (len(tries), len(set(tries)), sheets()) == (3, 1, [(7, 4, "official")])


def test_who_is_signed_out_loses_nothing(phone: Page):
    pick(phone, "9", "6")
    press(phone, "check", "ask", "yes")
    cookies = phone.context.cookies()
    phone.context.clear_cookies()
    press(phone, "yes")
    expect(phone.locator("[data-problem]")).to_contain_text("尚未登录")

    phone.context.add_cookies(cookies)
    phone.reload()

    expect(receipt(phone)).to_have_attribute("data-receipt-state", "official")
    assert sheets() == [(7, 4, "official")]


def test_a_correction_starts_from_what_is_stored_and_asks_for_a_reason(phone: Page):
    pick(phone, "9", "6")
    press(phone, "check", "ask", "yes", "yes")
    press(phone, "reload")
    press(phone, "correct")
    phone.locator("[data-pad=level-1] input[value='7']").check()
    press(phone, "check")
    expect(phone.locator("[data-problem]")).to_be_visible()

    phone.locator("label.choice").first.click()
    press(phone, "check", "ask", "yes", "yes")

    expect(receipt(phone)).to_have_attribute("data-receipt-state", "official")
    assert sheets() == [(7, 4, "superseded"), (7, 5, "official")]


def test_the_keys_past_the_last_level_come_out_from_under_the_bar(phone: Page):
    phone.set_viewport_size({"width": 360, "height": 640})

    phone.locator("[data-pad=level-0] label:has(input[value='A+1'])").click()

    step, bar = (
        phone.locator(place).first.evaluate(f"(box) => box.getBoundingClientRect().{edge}")
        for place, edge in (("[data-step-by]", "bottom"), (".action-bar", "top"))
    )
    assert step <= bar


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_the_way_to_say_that_a_side_did_not_come_is_in_sight(phone: Page, size: tuple[int, int]):
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    link = phone.get_by_role("link", name="有一方没有到场")
    expect(link).to_be_in_viewport(ratio=1)

    link.click()

    bottom, bar = (
        phone.locator(place).evaluate(f"(box) => box.getBoundingClientRect().{edge}")
        for place, edge in (("[data-outcome=forfeit_both]", "bottom"), (".action-bar", "top"))
    )
    assert bottom <= bar


def faults(page: Page) -> tuple[list[str], int]:
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [fault["id"] for fault in Axe().run(page).response["violations"]], overflow


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_step_of_the_phone_is_accessible_and_fits(hall, phone: Page, scheme: str):
    phone.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = {"pick": faults(phone)}
    pick(phone, "9", "6")
    for step in ("check", "ask", "yes", "yes"):
        press(phone, step)
        found[step] = faults(phone)
    expect(receipt(phone)).to_be_visible()
    found["receipt"] = faults(phone)
    press(phone, "reload")
    expect(phone.locator("[data-step=stored]:visible").first).to_be_visible()
    found["stored"] = faults(phone)
    phone.goto(reverse("referee-event", args=[hall.slug]))
    found["tables"] = faults(phone)

    assert found == dict.fromkeys(found, ([], 0))


@pytest.mark.parametrize("width", [360, 1280])
def test_the_desk_is_accessible_and_fits(hall, browser: Browser, live_server, width: int):
    page = open_browser(browser, live_server, cast.member(hall, Role.CHIEF), width)
    match = match_at(hall, 3)

    page.goto(reverse("desk", args=[hall.slug]))
    labels = page.locator("#table-3 .desk-level__label .lot:visible").all_inner_texts()
    lots = page.locator("#table-3 .desk-sides .lot").all_inner_texts()
    desk = faults(page)
    page.goto(reverse("desk-match", args=[hall.slug, match.pk]))
    one = faults(page)
    page.context.close()

    assert (desk, one, labels) == (([], 0), ([], 0), lots)
