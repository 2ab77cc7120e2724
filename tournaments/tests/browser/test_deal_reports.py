"""What a table hands in beside levels, and deals that say something else."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tournaments.models import ResultSheet
from tournaments.tests.browser.phones import TABLE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WINNER = {"match_result.reported": "winner"}
SCORE = {"match_result.reported": "score"}


def test_levels_that_the_deals_do_not_have_are_named_before_both_sides_confirm(phone):
    table = phone("s1")
    table.open()
    table.enter(60, dealer=0)
    table.store()
    table.page.goto(reverse("referee-table", args=[table.event.slug, TABLE]))
    for pad, level in enumerate(("4", "2")):
        table.page.locator(f"[data-pad=level-{pad}] input[value='{level}']").check()

    table.do("check")

    expect(table.page.locator("[data-differs]")).to_be_visible()


def test_where_only_the_winner_is_reported_two_big_buttons_ask_for_it(phone):
    table = phone("s0", own=WINNER)
    table.page.locator("label.winner").nth(1).click()
    table.do("check", "ask", "yes", "yes")

    expect(table.page.locator("[data-receipt-state]:visible")).to_have_attribute("data-receipt-state", "official")
    sheet = ResultSheet.objects.get()
    assert (sheet.level_0, sheet.winner) == (None, 1)


def test_a_score_is_entered_by_keys_alone(phone):
    table = phone("s0", own=SCORE)
    for side, digits in ((0, ("1", "2", "5")), (1, ("8", "0"))):
        table.page.locator("label.score").nth(side).click()
        for digit in digits:
            table.page.locator(f"[data-digit='{digit}']").click()
    table.do("check", "ask", "yes", "yes")

    expect(table.page.locator("[data-receipt-state]:visible")).to_have_attribute("data-receipt-state", "official")
    sheet = ResultSheet.objects.get()
    assert (sheet.score_0, sheet.score_1, sheet.winner) == (125, 80, 0)


@pytest.mark.parametrize(("answer", "expected"), [("1", (1, "dealer_side")), ("", (0, "lots"))])
def test_equal_levels_without_deals_ask_who_would_deal_next(phone, answer: str, expected: tuple[int, str]):
    table = phone("s0")
    for pad in (0, 1):
        table.page.locator(f"[data-pad=level-{pad}] input[value='8']").check()
    table.do("check")
    table.page.locator(f"button[data-deals-next='{answer}']").click()
    if not answer:
        table.page.locator("[data-lots='0']").click()
    table.do("ask", "yes", "yes")

    expect(table.page.locator("[data-receipt-state]:visible")).to_have_attribute("data-receipt-state", "official")
    sheet = ResultSheet.objects.get()
    assert (sheet.winner, sheet.decided_by) == expected
