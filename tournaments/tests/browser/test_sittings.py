"""A round in sittings in a real browser: the chief starts them in turn, everybody sees whose turn it is."""

import re
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tournaments.actions import clocks, draws, results
from tournaments.models import ClockEvent, LinkScope, Match, Role, Round, Tournament
from tournaments.tests import cast
from tournaments.tests.results.hall import key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AREAS = [
    {"name": "一楼大厅", "name_en": "Ground floor", "first": 1, "last": 3, "divisions": []},
    {"name": "二楼", "name_en": "First floor", "first": 4, "last": 5, "divisions": []},
]


@pytest.fixture
def hall() -> Tournament:
    """Twelve pairs at five tables in two areas: matches 1 to 3, then 4 to 6."""
    event = cast.event("turns", venue={"tables": 5, "areas": AREAS}, registration={"capacity": 24})
    for index in range(12):
        cast.team(event, f"赵{index}", f"钱{index}", unit_name=f"单位{index}")
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=cast.NOW)
    organizer = cast.organizer(event)
    made = draws.make(organizer, event, called_seed="16")
    draws.check(organizer, event, made.pk)
    draws.release(organizer, event, made.pk)
    return event


@pytest.fixture
def browse(browser: Browser, live_server):
    contexts = []

    def opened(subject=None, *, width: int = 360, scheme: str = "light", locale: str = "zh-CN") -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": 1080 if width > 1280 else 740},
            locale=locale,
            color_scheme=scheme,
        )
        contexts.append(context)
        client = cast.client_of(subject)
        if settings.SESSION_COOKIE_NAME in client.cookies:
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def running(event: Tournament, *, ago: int) -> None:
    """Let the first sitting have begun so many minutes ago."""
    clock = Round.objects.get(number=1, stage__division__tournament=event).clock
    ClockEvent.objects.create(clock=clock, order=1, kind="started", at=timezone.now() - timedelta(minutes=ago))
    Tournament.objects.filter(pk=event.pk).update(live_version=99)


def faults_of(page: Page) -> tuple[list[str], int]:
    faults = [fault["id"] for fault in Axe().run(page).response["violations"]]
    return faults, page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def hand_in(event: Tournament, sitting: int) -> None:
    chief = cast.chief(event)
    for match in Match.objects.filter(round__stage__division__tournament=event, round__number=1, sitting=sitting):
        results.type_result(chief, event, match_id=match.pk, key=key(), levels=["9", "6"], signed=True)


def test_the_chief_plays_a_round_in_turns(hall, browse):
    chief = browse(cast.member(hall, Role.CHIEF), width=1280)
    step = chief.locator(".card--next")

    def press(words: str) -> None:
        with chief.expect_navigation():
            step.get_by_role("button", name=words).click()

    chief.goto(reverse("manage-rounds", args=[hall.slug]))
    press("开始第 1 场次")
    expect(step).to_contain_text("本场次还有 3 桌未定")
    hand_in(hall, 1)
    chief.reload()
    press("结束第 1 场次")
    press("开始第 2 场次")
    hand_in(hall, 2)
    chief.reload()
    press("结束第 1 轮")

    assert Round.objects.get(number=1).state == "closed"
    kinds = ClockEvent.objects.order_by("clock__sitting", "order").values_list("clock__sitting", "kind")
    assert list(kinds) == [(1, "started"), (1, "ended"), (2, "started"), (2, "ended")]


def test_a_page_from_the_first_sitting_starts_no_second_one(hall, browse):
    member = cast.member(hall, Role.CHIEF)
    chief, other = browse(member, width=1280), browse(member, width=1280)
    address = reverse("manage-round", args=[hall.slug, 1])
    for page in (chief, other):
        page.route(re.compile("/live/"), lambda route: route.abort())
        page.goto(address)
    cast_chief = cast.chief(hall)
    clocks.start(cast_chief, hall, 1)
    clocks.end(cast_chief, hall, 1)

    for page in (chief, other):
        with page.expect_navigation():
            page.locator(".card--next button[type=submit]").click()

    assert ClockEvent.objects.filter(clock__sitting=2).count() == 0
    expect(chief.locator(".card--next")).to_contain_text("开始第 2 场次")


def test_everybody_sees_whose_turn_it_is(hall, browse):
    running(hall, ago=30)
    second = Match.objects.filter(round__number=1, sitting=2).order_by("table").first()
    team = second.sides.first().team
    link, _token = cast.link(hall, LinkScope.TEAM, team=team)
    pair, public = browse(link), browse()
    ends = hall.clock_time(timezone.now() + timedelta(minutes=90))

    pair.goto(reverse("find", args=[hall.slug]))
    public.goto(reverse("tables", args=[hall.slug]))

    expect(pair.locator("article.card--next")).to_contain_text(re.compile(f"第 2 场次.*约 {ends[:2]}:"))
    heads = public.locator("tr.turn")
    expect(heads).to_have_text([re.compile("第 1 场次 进行中"), re.compile(f"第 2 场次 约 {ends[:2]}:")])
    following = [
        heads.nth(at).evaluate("row => row.nextElementSibling.querySelector('th a').innerText") for at in (0, 1)
    ]
    assert following == ["1", "1"]


@pytest.mark.parametrize(
    ("width", "scheme", "locale"), [(360, "light", "zh-CN"), (360, "dark", "en"), (1280, "light", "en")]
)
def test_pages_with_sittings_and_areas_are_accessible(hall, browse, width, scheme, locale):
    running(hall, ago=100)
    organizer = cast.member(hall, Role.ORGANIZER)
    referee, _ = cast.referee(hall, [1, 4])
    link, _token = cast.link(hall, LinkScope.REFEREE, membership=referee)
    public = browse(width=width, scheme=scheme, locale=locale)
    manager = browse(organizer, width=width, scheme=scheme, locale=locale)
    phone = browse(link, width=width, scheme=scheme, locale=locale)

    found = {}
    for page, names in (
        (public, ("tables", "draw", "clock")),
        (manager, ("manage-rounds", "manage-draw", "desk", "event-settings")),
        (phone, ("referee-event",)),
    ):
        for name in names:
            page.goto(reverse(name, args=[hall.slug]))
            found[name] = faults_of(page)
    for page, name, number in ((public, "table", 1), (phone, "referee-table", 4), (phone, "referee-deals", 4)):
        page.goto(reverse(name, args=[hall.slug, number]))
        found[name] = faults_of(page)
    manager.goto(reverse("event-section", args=[hall.slug, "areas"]))
    found["areas"] = faults_of(manager)

    assert {where: what for where, what in found.items() if what != ([], 0)} == {}


def test_the_hall_screen_says_which_sitting_is_on_and_who_is_next(hall, browse):
    running(hall, ago=30)
    link, _token = cast.link(hall, LinkScope.SCREEN)
    screen = browse(link, width=1920)

    screen.goto(reverse("screen", args=[hall.slug]))
    expect(screen.locator("[data-clock]")).to_contain_text("第 1 场次（共 2 场次）")
    screen.get_by_role("button", name="下一页").click()
    panel = screen.locator("[data-panel=sittings]")

    expect(panel).to_contain_text("第 1 场次")
    expect(panel).to_contain_text(re.compile("接着：第 2 场次，约 "))
    assert faults_of(screen) == ([], 0)
