"""Penalties and late sides on the referee's phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tournaments.models import Deal, ResultSheet, Ruling

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_penalty_is_two_taps_with_its_clause_and_is_reversed_with_a_reason(phone):
    table = phone("s0")
    table.open()
    table.page.locator("[data-penalty='1']").click()
    offence = table.page.locator("[data-offence=asking_partner]")
    clause = offence.locator(".clause").inner_text()
    offence.click()
    row = table.page.locator("[data-ruling-list] > li")
    expect(row).to_have_count(1)

    row.locator("[data-reverse]").click()
    table.page.locator("label.choice:visible").last.click()
    table.do("go")

    expect(table.page.locator(".ruling--reversed")).to_have_count(1)
    ruling, reversal = Ruling.objects.order_by("pk")
    assert (clause, ruling.offence, ruling.deal, ruling.value, reversal.reverses_id) == (
        "S0-10.3", "asking_partner", 1, 10, ruling.pk,
    )  # fmt: skip


def test_a_penalty_per_card_asks_how_many_and_counts_in_the_deal(phone):
    table = phone("s0")
    table.open()
    table.page.locator("[data-penalty='1']").click()
    table.page.locator("[data-offence=bad_throw]").click()
    table.page.locator("[data-cards] [data-count-by='1']").click()
    table.do("go")
    expect(table.page.locator("[data-ruling-list] > li")).to_have_count(1)

    table.enter(100, dealer=0)
    expect(table.page.locator("[data-preview-penalty-list] > li")).to_have_count(1)
    table.store()

    assert (Ruling.objects.get().cards, table.levels()) == (2, ["4", "2"])


def test_an_amount_that_the_rules_leave_to_the_referee_is_set_by_keys(phone):
    table = phone("s1")
    table.open()
    table.page.locator("[data-penalty='1']").click()
    table.page.locator("[data-offence=revoke_later]").click()
    amount = table.page.locator("[data-step~=how-many] [data-amount]")
    expect(amount.locator("[data-count]")).to_have_text("60")
    amount.locator("[data-count-by='1']").click(click_count=2)
    table.do("go")

    expect(table.page.locator("[data-ruling-list] > li")).to_have_count(1)
    assert [(row.offence, row.value) for row in Ruling.objects.all()] == [("revoke_later", 70)]


def test_a_false_accusation_is_punished_as_the_offence_that_it_claimed(phone):
    table = phone("s3")
    table.open()
    table.page.locator("[data-penalty='0']").click()
    table.page.locator("[data-offence=false_accusation]").click()
    table.page.locator("[data-claimed]:visible").first.click()

    expect(table.page.locator("[data-ruling-list] > li")).to_have_count(1)
    ruling = Ruling.objects.get()
    assert (ruling.offence, ruling.claimed != "", ruling.deal) == ("false_accusation", True, 1)


def test_the_referees_own_decision_needs_a_reason(phone):
    table = phone("s0")
    table.open()
    table.page.locator("[data-penalty='0']").click()
    table.page.locator("[data-offence=decision]").click()
    table.page.locator("input[name=effect][value=points]").check()
    table.do("go")
    expect(table.page.locator("[data-problem]")).to_be_visible()

    table.page.locator("[name=note]").fill("多次催促无效")
    table.do("go")

    expect(table.page.locator("[data-ruling-list] > li")).to_have_count(1)
    ruling = Ruling.objects.get()
    assert (ruling.offence, ruling.value, ruling.note) == ("decision", 5, "多次催促无效")


def test_a_late_side_is_timed_and_the_step_counts_once_it_is_confirmed(phone):
    table = phone("s0", minutes=12)
    table.open()
    table.page.locator("[data-late] summary").click()
    expect(table.page.locator("[data-late-side='1'] [data-late-time]")).to_contain_text("12:")
    table.page.locator("[data-arrived='1']").click()
    confirm = table.page.locator("[data-confirm-late='1']")
    expect(confirm).to_be_visible()
    assert (Ruling.objects.count(), table.levels()) == (0, ["2", "2"])

    confirm.click()

    expect(table.page.locator("[data-ruling-list] > li")).to_have_count(1)
    assert (Ruling.objects.get().offence, table.levels()) == ("lateness", ["3", "2"])


def test_a_match_lost_by_a_ruling_is_handed_in_as_a_forfeit_not_by_its_levels(phone):
    table = phone("s0", minutes=100)
    table.open()
    table.enter(0, dealer=0)
    table.store()
    match = Deal.objects.get().match
    effect = {"kind": "match_lost", "amount": 0}
    lost = Ruling(match=match, team=match.sides.get(position=0).team, tournament=table.event, unit="match")
    lost.offence, lost.clause, lost.effect, lost.at = "lateness", "S0-11.1", effect, timezone.now()
    lost.save()
    table.page.reload()
    table.do("handin")
    table.do("go")

    expect(table.page.locator("[data-forfeit-only]:visible").first).to_be_visible()
    table.do("send")
    expect(table.page.locator("[data-receipt-state]:visible")).to_have_attribute("data-receipt-state", "submitted")
    sheet = ResultSheet.objects.get()
    assert (sheet.outcome, sheet.deals_differ) == ("forfeit_0", False)
