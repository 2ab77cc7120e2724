"""A match kept deal by deal on the referee's phone: whole matches, penalties, late sides, nothing lost on the way."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from tournaments import decisions
from tournaments.models import Clock, ClockEvent, Deal, LinkScope, ResultSheet, Round, Ruling, Tournament
from tournaments.regulations import StagePlan
from tournaments.tests import cast
from tournaments.tests.browser.test_referee import faults, open_browser

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = 3


class Phone:
    """A referee's phone at a table of an event under one of the rule documents."""

    def __init__(self, browser: Browser, live_server, ruleset: str, minutes: int, own: dict[str, object]) -> None:
        plan = decisions.choose(StagePlan(), ruleset)
        self.event = cast.event(preset=ruleset, stages=[plan.model_dump(mode="json") | {"decisions": own}])
        cast.drawn(self.event)
        Clock.objects.filter(tournament=self.event).update(
            seconds=plan.timing.round_seconds,
            reminder_seconds=plan.timing.reminder_seconds,
            last_deals=plan.timing.last_deals,
        )
        self.begun(minutes)
        membership, _ = cast.referee(self.event, [TABLE])
        link = cast.link(self.event, LinkScope.REFEREE, membership=membership)[0]
        self.page: Page = open_browser(browser, live_server, link)
        self.page.goto(reverse("referee-table", args=[self.event.slug, TABLE]))

    def begun(self, minutes: int) -> None:
        """Say that the round's clock was started so many minutes ago."""
        current = Round.objects.get(stage__division__tournament=self.event, number=1)
        ClockEvent.objects.filter(clock=current.clock).delete()
        at = timezone.now() - timedelta(minutes=minutes)
        ClockEvent.objects.create(clock=current.clock, order=1, kind="started", at=at)
        Tournament.objects.filter(pk=self.event.pk).update(live_version=minutes)

    def open(self) -> None:
        self.page.goto(reverse("referee-deals", args=[self.event.slug, TABLE]))

    def do(self, *names: str) -> None:
        for name in names:
            self.page.locator(f"[data-do={name}]:visible").first.click()

    def choose(self, question: str, value: str) -> None:
        self.page.locator(f"[data-choose={question}][data-value='{value}']:visible").click()

    def points(self, points: int) -> None:
        """Tap hundreds, tens and ones, as many as it needs."""
        for place, value in ((100, points - points % 100), (10, points % 100 - points % 10), (1, points % 10)):
            key = self.page.locator(f"[data-points-place='{place}'][value='{value}']:visible")
            if value or place == 10:
                key.check(force=True)
        expect(self.page.locator("[data-points-figure]:visible")).to_have_text(str(points))
        self.do("go")

    def shape(self, width: int, length: int = 1) -> None:
        self.page.locator(f"[data-choose=shape][data-width='{width}'][data-length='{length}']:visible").click()

    def enter(self, points: int, *, dealer: int | None = None) -> None:
        """Enter a deal whose kitty was safe, up to the preview."""
        self.do("deal")
        if dealer is not None:
            self.choose("dealer", str(dealer))
        self.points(points)
        self.choose("last", "dealer")
        expect(self.page.locator("[data-preview]")).to_be_visible()

    def store(self) -> None:
        self.do("store")
        expect(self.page.locator("[data-done]")).to_be_visible()

    def levels(self) -> list[str]:
        return self.page.locator("[data-level]:visible").all_inner_texts()


@pytest.fixture
def phone(browser: Browser, live_server):
    phones: list[Phone] = []

    def take(ruleset: str = "s1", minutes: int = 20, own: dict[str, object] | None = None) -> Phone:
        phones.append(Phone(browser, live_server, ruleset, minutes, own or {}))
        return phones[-1]

    yield take
    for each in phones:
        each.page.context.close()


def deals() -> list[tuple[int, int, int, int, bool]]:
    rows = Deal.objects.order_by("number", "version")
    return [(row.number, row.version, row.dealer, row.points, row.removed) for row in rows]


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

    expect(table.page.locator("[data-next-deal]")).to_be_hidden()
    assert (left, table.levels()) == (["3", "2", "1"], ["5", "2"])
    table.do("handin", "go", "ask", "yes", "yes")
    expect(table.page.locator("[data-receipt-state]:visible")).to_have_attribute("data-receipt-state", "official")


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


WINNER = {"match_result.reported": "winner"}
SCORE = {"match_result.reported": "score"}


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
