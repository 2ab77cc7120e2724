"""The components in a real browser: no accessibility fault, no sideways scrolling, nothing refused by the policy."""

import datetime as dt

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page

from tournaments.views.styleguide import FRAMES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Enough of the clock's life to see it: half a minute before the reminder, then the reminder, then the end.
MOUNT_CLOCK = """({ reminder, end }) => {
  const clock = document.createElement("time-left");
  const at = (seconds) => new Date(Date.now() + seconds * 1000).toISOString();
  clock.id = "probe";
  Object.assign(clock.dataset, {
    key: "probe", state: "running", reminderAt: at(reminder), endsAt: at(end),
    wordRunning: "playing", wordLast: "last deals", wordOver: "time is up",
  });
  clock.innerHTML = "<p data-phase-word></p><span data-left></span>";
  window.heard ??= [];
  for (const name of ["clock:reminder", "clock:over"]) clock.addEventListener(name, () => window.heard.push(name));
  document.querySelector("main").append(clock);
}"""


@pytest.fixture
def page(browser: Browser, live_server):
    context = browser.new_context(base_url=live_server.url, viewport={"width": 360, "height": 720}, locale="zh-CN")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("frame", FRAMES)
def test_every_frame_and_component_is_accessible_on_a_phone(page: Page, frame: str, scheme: str):
    page.emulate_media(color_scheme=scheme)
    page.goto(reverse("styleguide_frame", args=[frame]))

    faults = [fault["id"] for fault in Axe().run(page).response["violations"]]
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    assert (faults, overflow) == ([], 0)


@pytest.mark.parametrize("frame", FRAMES)
def test_the_content_policy_refuses_nothing(page: Page, frame: str):
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: said.append(str(error)))

    page.goto(reverse("styleguide_frame", args=[frame]), wait_until="networkidle")

    assert said == []


def test_a_chosen_theme_outlasts_the_page(page: Page):
    page.goto(reverse("styleguide"))
    page.locator("[data-theme-switch] button[value=dark]").click()

    page.goto(reverse("styleguide_frame", args=["event"]))

    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_language_is_switched_and_kept(page: Page):
    page.goto(reverse("styleguide_frame", args=["event"]))
    page.get_by_role("button", name="English").click()

    page.goto(reverse("styleguide"))

    assert page.locator("html").get_attribute("lang") == "en"


def test_the_clock_passes_through_its_phases_and_alerts_once(page: Page):
    page.clock.install(time=dt.datetime(2026, 12, 5, 9, tzinfo=dt.UTC))
    page.goto(reverse("styleguide"))
    page.clock.pause_at(dt.datetime(2026, 12, 5, 10, tzinfo=dt.UTC))
    page.wait_for_function("Boolean(customElements.get('time-left'))")
    page.evaluate(MOUNT_CLOCK, {"reminder": 30, "end": 90})
    word, left = page.locator("#probe [data-phase-word]"), page.locator("#probe [data-left]")
    seen = []

    for seconds in (0, 31, 60, 30):
        page.clock.run_for(seconds * 1000)
        seen.append((word.text_content(), page.evaluate("window.heard.length")))
    overtime = left.text_content()

    assert seen == [("playing", 0), ("last deals", 1), ("time is up", 2), ("time is up", 2)]
    assert overtime == "+0:30"
    assert page.evaluate("window.heard") == ["clock:reminder", "clock:over"]


def test_a_reload_does_not_repeat_an_alert(page: Page):
    page.goto(reverse("styleguide"))
    page.wait_for_function("Boolean(customElements.get('time-left'))")
    page.evaluate(MOUNT_CLOCK, {"reminder": -5, "end": 600})
    page.wait_for_function("window.heard.length === 1")

    page.reload()
    page.wait_for_function("Boolean(customElements.get('time-left'))")
    page.evaluate(MOUNT_CLOCK, {"reminder": -5, "end": 600})

    assert page.locator("#probe [data-phase-word]").text_content() == "last deals"
    assert page.evaluate("window.heard") == []


def test_copying_says_that_it_was_done(page: Page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(reverse("styleguide"))

    page.locator("[data-copy=copy1]").click()
    page.wait_for_function("document.querySelector('#live-region').textContent !== ''")

    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#copy1").input_value()
    assert page.locator("[data-copy=copy1]").inner_text().strip() == "已复制"


def test_a_dialog_opens_and_closes_by_keyboard(page: Page):
    page.goto(reverse("styleguide"))
    opener = page.locator("[data-dialog-open=sample-dialog]")

    opener.press("Enter")
    opened = page.locator("#sample-dialog").is_visible()
    page.keyboard.press("Escape")

    assert (opened, page.locator("#sample-dialog").is_visible()) == (True, False)
