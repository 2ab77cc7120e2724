"""The reminder of a round with the very processes of `make run`: once on each device, whatever is killed."""

import json
import os
import signal
import sqlite3

import pytest
from playwright.sync_api import Browser, Page

from portal.tests.installation import Installation, eventually
from tournaments.tests.browser.people import Person, Referee, Staff

pytestmark = [pytest.mark.browser, pytest.mark.redis, pytest.mark.xdist_group("supervisor")]

SLUG = "sample-open"
# Counts on any page of the window, over reloads too: alerts of the clock, and announcements that came to be shown.
COUNT = """(() => {
  const add = (name) => sessionStorage.setItem(name, Number(sessionStorage.getItem(name) ?? 0) + 1);
  for (const name of ["clock:reminder", "clock:over"]) document.addEventListener(name, () => add(`counted ${name}`));
  let shown = "";
  document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const line = document.querySelector("[data-announcement]:not([hidden])");
    const text = line?.textContent ?? "";
    if (text !== shown && text) add(`counted words ${text}`);
    shown = text;
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }));
})()"""
READ = """() => Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name.startsWith("counted ")))"""


def prepare_the_round(organizer: Staff) -> None:
    """A round of one minute with the reminder 20 s before its end; freeze, draw, check, release."""
    organizer.go(f"/manage/{SLUG}/settings/play/")
    organizer.fill(round_seconds="1", reminder_seconds="0:20", reason="试运行")
    organizer.send()
    organizer.go(f"/manage/{SLUG}/entries/")
    organizer.confirm("freeze")
    organizer.go(f"/manage/{SLUG}/draw/")
    organizer.post("/draw/make/")
    organizer.post("/check/")
    organizer.confirm("release")


def screen_link(organizer: Staff) -> str:
    organizer.go(f"/manage/{SLUG}/screens/")
    organizer.fill(label="大屏幕")
    organizer.send()
    return organizer.page.locator("#issued-link").input_value()


def counted(page: Page) -> dict[str, int]:
    return {name.removeprefix("counted "): int(count) for name, count in page.evaluate(READ).items()}


def alerts(page: Page) -> dict[str, int]:
    return {name: count for name, count in counted(page).items() if name.startswith("clock:")}


def said(page: Page) -> list[int]:
    """How often each different announcement came to be shown on this page's window."""
    return [count for name, count in counted(page).items() if name.startswith("words ")]


def announced(portal: Installation) -> list[str]:
    """What stands in the outbox of the clock, which every device reads."""
    with sqlite3.connect(f"file:{portal.directory}/portal.sqlite3?mode=ro", uri=True, timeout=20) as database:
        rows = database.execute("SELECT kind FROM tournaments_notice WHERE clock_id IS NOT NULL ORDER BY id").fetchall()
    database.close()
    return [kind for (kind,) in rows]


def heard(page: Page) -> list[str]:
    """What the server tells this page."""
    answer = page.evaluate(f"fetch('/api/v1/events/{SLUG}/clock/').then((answer) => answer.text())")
    return [each["kind"] for each in json.loads(answer)["announcements"]]


def test_the_reminder_comes_once_on_the_phone_and_on_the_screen(start, greeted, browser: Browser):
    portal = start()
    known = greeted(portal)
    organizer, phone, screen = (kind(browser, known["portal"]) for kind in (Staff, Referee, Person))
    for device in (phone, screen):
        device.context.add_init_script(COUNT)
    organizer.sign_in("organizer@example.org", known["password"])
    prepare_the_round(organizer)
    phone.open_link(known["link"])
    phone.go(f"/r/{SLUG}/")
    screen.page.goto(screen_link(organizer))
    screen.page.wait_for_url(f"**/screen/{SLUG}/")
    devices = (phone.page, screen.page)

    organizer.go(f"/manage/{SLUG}/rounds/1/")
    organizer.post("/start/")
    for page in devices:
        page.wait_for_selector("time-left[data-phase=running]", state="attached")
    before = [alerts(page) for page in devices]
    for page in devices:
        page.wait_for_selector("[data-announcement]:not([hidden])", timeout=60_000)
    first = [(alerts(page), said(page)) for page in devices]

    killed = portal.processes()
    for name in ("worker", "beat"):
        os.kill(killed[name], signal.SIGKILL)
    assert eventually(lambda: {killed["worker"], killed["beat"]}.isdisjoint(portal.processes().values()), 30)
    assert eventually(lambda: portal.health() == "ok", 60), portal.said()
    # The time-up comes from the new worker and beat: so they have been over the same clock again.
    assert eventually(lambda: announced(portal) == ["reminder", "time_up"], 60)
    for page in devices:
        assert eventually(lambda page=page: "clock:over" in alerts(page), 30)
        page.reload()
        page.wait_for_selector("[data-announcement]:not([hidden])")
    page.wait_for_timeout(6000)

    assert before == [{}, {}]
    assert first == [({"clock:reminder": 1}, [1])] * 2
    assert [alerts(page) for page in devices] == [{"clock:reminder": 1, "clock:over": 1}] * 2
    assert [heard(page) for page in devices] == [["reminder", "time_up"]] * 2
    assert announced(portal) == ["reminder", "time_up"]
    for person in (organizer, phone, screen):
        assert person.faults == []
        person.leave()
