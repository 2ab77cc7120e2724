"""The hall's pages in a real browser: no fault, no sideways scrolling, alerts once, recovery by themselves."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page

from tournaments.actions import draws, reminders
from tournaments.models import Clock, ClockEvent, LinkScope, Role, Round, Tournament
from tournaments.tests import cast

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTEN = """() => {
  window.heard = [];
  for (const name of ["clock:reminder", "clock:over"]) document.addEventListener(name, () => window.heard.push(name));
}"""


@pytest.fixture
def hall() -> Tournament:
    event = cast.event()
    cast.drawn(event)
    return event


@pytest.fixture
def browse(browser: Browser, live_server):
    """Open a browser of its own for somebody: signed in, with a link, or the public."""
    contexts = []

    def opened(subject=None, *, width: int = 360, scheme: str = "light") -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": 1080 if width > 1280 else 740},
            locale="zh-CN",
            color_scheme=scheme,
        )
        contexts.append(context)
        context.add_init_script(f"({LISTEN})()")
        client = cast.client_of(subject)
        if settings.SESSION_COOKIE_NAME in client.cookies:
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def running(event: Tournament, *, seconds: int, reminder: int, ago: float) -> None:
    clock = Round.objects.get(number=1, stage__division__tournament=event).clock
    assert clock is not None
    Clock.objects.filter(pk=clock.pk).update(seconds=seconds, reminder_seconds=reminder)
    ClockEvent.objects.create(clock=clock, order=1, kind="started", at=timezone.now() - timedelta(seconds=ago))
    Tournament.objects.filter(pk=event.pk).update(live_version=99)


def faults_of(page: Page) -> tuple[list[str], int]:
    faults = [fault["id"] for fault in Axe().run(page).response["violations"]]
    return faults, page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1280, "light")])
def test_public_pages_are_accessible(hall, browse, width, scheme):
    odd = cast.event("odd")
    for index in range(5):
        cast.team(odd, f"甲{index}", f"乙{index}", unit_name=f"单位{index}")
    Tournament.objects.filter(pk=odd.pk).update(entries_frozen_at=cast.NOW)
    organizer = cast.organizer(odd)
    made = draws.make(organizer, odd)
    draws.check(organizer, odd, made.pk)
    draws.release(organizer, odd, made.pk)
    running(hall, seconds=7200, reminder=1800, ago=6000)
    page = browse(width=width, scheme=scheme)
    empty = cast.event("empty")

    found = {}
    for event in (odd, hall, empty):
        for name in ("draw", "tables", "clock"):
            page.goto(reverse(name, args=[event.slug]))
            found[event.slug, name] = faults_of(page)
    page.goto(reverse("table", args=[hall.slug, 3]))
    found["table"] = faults_of(page)

    assert {where: what for where, what in found.items() if what != ([], 0)} == {}


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_cockpit_pages_are_accessible(hall, browse, width, scheme):
    frozen = cast.event("frozen")
    cast.eighteen(frozen)
    Tournament.objects.filter(pk=frozen.pk).update(entries_frozen_at=cast.NOW)
    drafted = cast.event("drafted", venue={"tables": 2})
    for index in range(6):
        cast.team(drafted, f"甲{index}", f"乙{index}", unit_name="同一单位")
    Tournament.objects.filter(pk=drafted.pk).update(entries_frozen_at=cast.NOW)
    organizer = cast.member(drafted, Role.ORGANIZER)
    actor = cast.actor(drafted, cast.As.ORGANIZER, organizer)
    draws.make(actor, drafted)
    draws.make(actor, drafted, reason="报数有误")
    for event in (hall, frozen):
        event.memberships.create(user=organizer.user, role=Role.ORGANIZER)
    running(hall, seconds=7200, reminder=1800, ago=6000)
    page = browse(organizer, width=width, scheme=scheme)

    found = {}
    for event, name in ((hall, "manage-rounds"), (frozen, "manage-draw"), (drafted, "manage-draw")):
        page.goto(reverse(name, args=[event.slug]))
        found[event.slug, name] = faults_of(page)

    assert {where: what for where, what in found.items() if what != ([], 0)} == {}


def test_the_screen_fills_the_screen_and_is_accessible(hall, browse):
    link, _token = cast.link(hall, LinkScope.SCREEN)
    running(hall, seconds=7200, reminder=1800, ago=6000)
    page = browse(link, width=1920)

    page.goto(reverse("screen", args=[hall.slug]))
    on_clock = faults_of(page)
    page.click("[data-screen-stop]")
    page.click("[data-screen-next]")
    on_tables = faults_of(page)
    hidden_below = page.evaluate(
        "document.querySelector('[data-panel]:not([hidden])').getBoundingClientRect().bottom"
        " - document.querySelector('.screen__foot').getBoundingClientRect().top"
    )

    assert (on_clock, on_tables) == (([], 0), ([], 0))
    assert hidden_below <= 0


def test_an_alert_comes_once_on_each_device_and_not_again_after_a_reload(hall, browse):
    link, _token = cast.link(hall, LinkScope.SCREEN)
    running(hall, seconds=60, reminder=57, ago=0)
    phone, screen = browse(), browse(link, width=1920)
    phone.goto(reverse("clock", args=[hall.slug]))
    screen.goto(reverse("screen", args=[hall.slug]))

    for page in (phone, screen):
        page.wait_for_selector("time-left.is-flashing", state="attached", timeout=10_000)
    reminders.announce_due()
    for page in (phone, screen):
        page.wait_for_selector("[data-announcement]:not([hidden])", timeout=10_000)
    heard = [page.evaluate("window.heard") for page in (phone, screen)]
    for page in (phone, screen):
        page.reload()
        page.wait_for_selector("[data-announcement]:not([hidden])", timeout=10_000)

    assert heard == [["clock:reminder"]] * 2
    assert [page.evaluate("window.heard") for page in (phone, screen)] == [[], []]


def test_a_start_reaches_an_open_page_by_itself(hall, browse):
    page = browse()
    page.goto(reverse("clock", args=[hall.slug]))
    before = page.get_attribute("time-left", "data-phase")

    running(hall, seconds=7200, reminder=1800, ago=1)

    page.wait_for_selector("time-left[data-phase=running]", timeout=10_000)
    assert before == "planned"


def test_a_row_of_the_draw_is_found_by_typing(db, browse):
    event = cast.event()
    cast.eighteen(event)
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=cast.NOW)
    organizer = cast.organizer(event)
    made = draws.make(organizer, event)
    draws.check(organizer, event, made.pk)
    draws.release(organizer, event, made.pk)
    page = browse()
    page.goto(reverse("draw", args=[event.slug]))

    page.fill("[data-find]", "图书馆")
    visible = page.locator("[data-find-row]:visible").count()
    page.fill("[data-find]", "没有这个单位")

    assert visible < page.locator("[data-find-row]").count()
    assert page.locator("[data-find-none]").is_visible()
    assert page.locator("[data-find-row]:visible").count() == 0


def test_t02_a_page_whose_timers_stood_still_shows_the_right_time_once_it_is_looked_at(hall, browse):
    running(hall, seconds=7200, reminder=1800, ago=60)
    page = browse()
    page.add_init_script("window.setTimeout = () => 0; window.setInterval = () => 0;")
    page.goto(reverse("clock", args=[hall.slug]))
    shown = "() => document.querySelector('time-left [data-left]').textContent"
    before = page.evaluate(shown)

    page.evaluate("() => { const real = Date.now; Date.now = () => real() + 3600_000; }")
    stood = page.evaluate(shown)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    left = [sum(int(part) * 60**place for place, part in enumerate(reversed(text.split(":")))) for text in
            (before, stood, page.evaluate(shown))]  # fmt: skip
    assert left[0] == left[1]
    assert 3590 <= left[0] - left[2] <= 3610
