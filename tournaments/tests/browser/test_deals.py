"""A match kept deal by deal on the referee's phone: whole matches, corrections, nothing lost on the way."""

import re

import pytest
from playwright.sync_api import Route, expect

from tournaments.models import Deal, ResultSheet
from tournaments.tests.browser.phones import deals
from tournaments.tests.browser.test_referee import faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_match_under_s0_ends_by_time_on_equal_levels_and_the_side_that_would_deal_wins(phone):
    table = phone("s0", minutes=100)
    table.page.get_by_role("link", name="逐副记分").click()
    table.enter(80, dealer=0)
    table.store()
    table.enter(180)
    after = table.page.locator("[data-after]:visible").all_inner_texts()
    table.store()
    assert (after, table.levels(), deals()) == (["4", "4"], ["4", "4"], [(1, 1, 0, 80, False), (2, 1, 2, 180, False)])

    table.begun(121)
    table.page.reload()
    table.do("handin")
    table.page.locator("input[name=stage][value=burying]").check()
    table.do("go")
    expect(table.page.locator("[data-verdict-clause]")).to_have_text("S0-3.3")
    table.do("go", "ask", "yes", "yes")

    expect(table.page.locator("[data-receipt-state]:visible")).to_have_attribute("data-receipt-state", "official")
    sheet = ResultSheet.objects.get()
    assert (sheet.level_0, sheet.level_1, sheet.winner, sheet.decided_by) == (2, 2, 1, "dealer_side")


def test_a_deal_led_at_time_up_is_finished_before_the_levels_are_handed_in(phone):
    table = phone("s0", minutes=121)
    table.open()
    table.enter(80, dealer=0)
    table.store()

    table.do("handin")
    table.page.locator("input[name=stage][value=led]").check()
    table.do("go", "go")

    expect(table.page.locator("[data-next-deal]")).to_be_visible()
    assert ResultSheet.objects.count() == 0


def test_under_s3_a_jack_that_digs_the_kitty_throws_the_dealer_side_back(phone):
    table = phone("s3")
    table.open()
    table.enter(0, dealer=0)
    table.store()
    assert table.levels() == ["J", "2"]

    table.do("deal")
    table.points(90)
    table.choose("last", "attackers")
    table.choose("kitty", "10")
    table.choose("suit", "plain")
    table.shape(2)
    table.choose("jack", "off")
    expect(table.page.locator("[data-preview]")).to_be_visible()
    table.page.locator("[data-step=check] summary").click()
    why = table.page.locator("[data-preview-steps] [data-clause]").all_inner_texts()
    table.store()

    assert (table.levels(), "S3-C4" in why) == (["2", "2"], True)
    assert Deal.objects.get(number=2).last_trick == {
        "attackers": True, "trump": False, "components": [[2, 1]], "jack": "off",
    }  # fmt: skip


def test_under_s1_the_last_three_deals_are_counted_down_to_the_end(phone):
    table = phone("s1", minutes=100)
    table.open()
    left = []

    for dealer, points in ((0, 60), (None, 120), (None, 240)):
        left.append(table.page.locator("[data-last-deals]").get_attribute("data-last-deals"))
        table.enter(points, dealer=dealer)
        table.store()

    expect(table.page.locator("[data-hand-in]")).to_have_class(re.compile("button--primary"))
    assert (left, table.levels()) == (["3", "2", "1"], ["5", "2"])
    table.do("handin", "go", "ask", "yes", "yes")
    expect(table.page.locator("[data-receipt-state]:visible")).to_have_attribute("data-receipt-state", "official")


def test_after_the_last_deals_another_one_is_a_mistake_or_was_entered_late(phone):
    """S1-5: three deals with the one in hand; what comes after them says why."""
    table = phone("s1", minutes=100)
    table.open()
    for dealer, points in ((0, 60), (None, 120), (None, 240)):
        table.enter(points, dealer=dealer)
        table.store()

    for mark, points in (("mistake", 300), ("late", 300)):
        table.do("deal")
        table.choose("mark", mark)
        table.points(points)
        table.choose("last", "dealer")
        expect(table.page.locator("[data-preview]")).to_be_visible()
        table.store()

    stored = Deal.objects.order_by("number").values_list("number", "mark")
    assert (list(stored)[3:], table.levels()) == ([(4, "mistake"), (5, "late")], ["5", "5"])
    expect(table.page.locator("[data-deal='5'] [data-mark]")).to_have_text(re.compile(".+"))


def test_the_kitty_helper_counts_a_throw_of_several_parts(phone):
    table = phone("s1")
    table.open()
    table.do("deal")
    table.choose("dealer", "0")
    table.points(110)
    table.choose("last", "attackers")
    table.choose("kitty", "20")
    table.choose("suit", "trump")
    table.choose("shape", "parts")
    for width, taps in ((1, 1), (2, 1)):
        for _ in range(taps):
            row = table.page.locator(f"[data-part][data-width='{width}'][data-length='1']")
            row.locator("[data-count-by='1']").click()
    table.do("go")
    expect(table.page.locator("[data-preview]")).to_be_visible()
    table.store()

    row = Deal.objects.get()
    assert (row.last_trick["components"], table.levels()) == ([[1, 1], [2, 1]], ["2", "3"])


def test_a_plain_suit_that_cannot_dig_is_not_asked_for_its_shape(phone):
    table = phone("s1")
    table.open()
    table.do("deal")
    table.choose("dealer", "1")
    table.points(60)
    table.choose("last", "attackers")
    table.choose("kitty", "20")
    table.choose("suit", "plain")

    expect(table.page.locator("[data-preview]")).to_be_visible()
    table.store()
    assert table.levels() == ["2", "3"]


def test_where_another_phone_was_quicker_the_deal_that_is_stored_is_shown(phone):
    table = phone("s1")
    table.open()
    table.enter(60, dealer=0)
    other = table.page.context.new_page()
    other.goto(table.page.url)
    first, table.page = table.page, other
    table.enter(120, dealer=0)
    table.store()

    first.locator("[data-do=store]:visible").click()

    expect(first.locator("[data-problem]")).to_be_visible()
    expect(first.locator("[data-deal]")).to_have_count(1)
    assert deals() == [(1, 1, 0, 120, False)]


def test_a_wrong_deal_is_corrected_with_its_history_and_the_last_one_removed(phone):
    table = phone("s1")
    table.open()
    table.enter(60, dealer=0)
    table.store()
    table.page.locator("[data-deal='1'] summary").click()
    table.page.locator("[data-correct-deal='1']").click()
    table.choose("dealer", "0")
    table.points(120)
    table.choose("last", "dealer")
    table.do("go")
    expect(table.page.locator("[data-problem]")).to_be_visible()
    table.page.locator("label.choice:visible").first.click()
    table.do("go")
    expect(table.page.locator("[data-preview]")).to_be_visible()
    table.store()
    assert (deals(), table.levels()) == ([(1, 1, 0, 60, False), (1, 2, 0, 120, False)], ["2", "2"])

    row = table.page.locator("[data-deal='1']")
    if not row.locator("details").evaluate("(each) => each.open"):
        row.locator("summary").click()
    expect(row.locator("[data-versions] li")).to_have_count(1)
    row.locator("[data-remove-deal]").click()
    table.page.locator("label.choice:visible").first.click()
    table.do("go")

    expect(table.page.locator("[data-deal]")).to_have_count(0)
    assert deals()[-1] == (1, 3, 0, 120, True)


def test_a_lost_answer_is_asked_for_again_with_the_same_key(phone):
    table = phone("s1")
    table.open()
    keys = []

    def disturb(route: Route) -> None:
        body = route.request.post_data_json
        if "preview" in body:
            route.continue_()
            return
        keys.append(body["key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    table.page.route("**/deals/", disturb)
    table.enter(60, dealer=0)
    table.do("store")
    expect(table.page.locator("[data-step=sending]:visible").first).to_contain_text("尚未送达")

    expect(table.page.locator("[data-deal]")).to_have_count(1, timeout=20000)
    assert (len(keys), len(set(keys)), deals()) == (2, 1, [(1, 1, 0, 60, False)])


def test_a_deal_half_entered_outlasts_a_reload(phone):
    table = phone("s1")
    table.open()
    table.do("deal")
    table.choose("dealer", "1")
    table.points(115)

    table.page.reload()
    table.choose("last", "dealer")

    expect(table.page.locator("[data-preview]")).to_be_visible()
    table.store()
    assert deals() == [(1, 1, 1, 115, False)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_question_of_the_phone_is_accessible_and_fits(phone, scheme: str):
    table = phone("s3", minutes=12)
    table.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table.open()
    found = {"empty": faults(table.page)}
    table.enter(0, dealer=0)
    found["check"] = faults(table.page)
    table.store()
    table.do("deal")
    found["points"] = faults(table.page)
    table.points(90)
    for question, value in (("last", "attackers"), ("kitty", "10"), ("suit", "trump"), ("shape", "parts")):
        found[question] = faults(table.page)
        table.choose(question, value)
    found["parts"] = faults(table.page)
    table.do("back", "back", "back", "back", "back", "back")
    table.page.locator("[data-penalty='0']").click()
    found["offence"] = faults(table.page)
    table.page.locator("[data-offence=decision]").click()
    found["decision"] = faults(table.page)
    table.do("back", "back")
    table.page.locator("[data-deal='1'] summary").click()
    found["home"] = faults(table.page)
    table.do("handin")
    found["verdict"] = faults(table.page)

    assert found == dict.fromkeys(found, ([], 0))
