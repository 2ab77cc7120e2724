"""The whole event of 18 pairs with the real pages: from the draft to the printed standings."""

import io
import re
from collections import defaultdict
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from tournaments.actions.accounts import create_account
from tournaments.models import Paper
from tournaments.tasks import clock, outbox, papers
from tournaments.tests.browser.people import LEVELS, PASSWORD, Pair, Person, Referee, Staff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SLUG = "gonghui-2027"
SHANGHAI = ZoneInfo("Asia/Shanghai")
UNITS = ("机电学院", "外语学院", "图书馆", "后勤集团", "附属医院", "体育部", "出版社", "化工学院", "离退休处")
FAMILIES = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林"
PAIRS = [(UNITS[at // 2], (f"{family}建国", f"{family}晓明")) for at, family in enumerate(FAMILIES)]
UNNAMED = 5  # this pair does not agree to be named in public
# S1-7: who meets whom at tables 1 to 9.
TABLES = {
    1: ["A1-B1", "C1-D1", "E1-F1", "G1-H1", "I1-A2", "B2-C2", "D2-E2", "F2-G2", "H2-I2"],
    2: ["A1-D1", "B1-E1", "C1-F1", "G1-I1", "H1-B2", "A2-F2", "C2-G2", "D2-H2", "E2-I2"],
}
# What the referees send; at table 5 of round 1 the second side does not come, table 2 of round 1 is corrected later.
SENT = {
    1: ["7 4", "8 J", "2 3", "A+1 10", None, "J 2", "10 5", "2 3", "8 8"],
    2: ["3 5", "3 10", "8 2", "A+1 J", "3 5", "Q Q", "J 2", "J J", "8 2"],
}
ABSENT = (1, 5)
CORRECTED = {(1, 2): "8 Q"}


def counted() -> list[tuple[int, str, int]]:
    """Count the standings again, by other means: place, lot and sum of level differences."""
    ladder = [*LEVELS, "A+1"]
    total, risen = defaultdict(int), defaultdict(int)
    for number, meetings in TABLES.items():
        for table, meeting in enumerate(meetings, start=1):
            if (number, table) == ABSENT:
                scores, heights = (3, -3), (3, 0)
            else:
                words = CORRECTED.get((number, table), SENT[number][table - 1]).split()
                heights = tuple(map(ladder.index, words))
                scores = (heights[0] - heights[1], heights[1] - heights[0])
            for lot, score, height in zip(meeting.split("-"), scores, heights, strict=True):
                total[lot] += score
                risen[lot] += height
    order = sorted(total, key=lambda lot: (total[lot], risen[lot]), reverse=True)
    return [(place, lot, total[lot]) for place, lot in enumerate(order, start=1)]


def standings_on(page: Page) -> list[tuple[int, str, int]]:
    """Read place, lot and total from the rows of the standings."""
    rows = page.locator("table.standings tbody tr").evaluate_all(
        """(rows) => rows.map((row) => [".rank", ".standing__team .lot", ".total"].map(
            (part) => row.querySelector(part).textContent.trim()))"""
    )
    return [(int(place), lot, int(total.replace("\N{MINUS SIGN}", "-"))) for place, lot, total in rows]


def squeezed(pdf: bytes) -> str:
    return re.sub(r"\s+", "", "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages))


@pytest.fixture
def world(live_server, settings, tmp_path, browser: Browser):
    """A site with one account, its addresses those of the live server; gives what opens a browser for somebody."""
    settings.PUBLIC_URL = live_server.url
    settings.MEDIA_ROOT = tmp_path
    create_account("organizer@example.org", PASSWORD, name="组织者")
    there: list[Person] = []

    def come(kind: type, **how):
        there.append(kind(browser, live_server.url, **how))
        return there[-1]

    yield come
    for person in there:
        person.leave()
    assert [fault for person in there for fault in person.faults] == []


def set_up(organizer: Staff, day: date) -> None:
    """Sign in, make the draft from the preset, set place, registration, tables and units, publish."""
    organizer.sign_in("organizer@example.org")
    organizer.go("/manage/new/")
    organizer.fill(name="教职工拖拉机赛", name_en="Staff Tractor Cup", slug=SLUG, day=day.isoformat(), starts="09:00",
                   place="工会活动中心")  # fmt: skip
    organizer.send()
    organizer.go(f"/manage/{SLUG}/settings/identity/")
    organizer.fill(organizer="校工会", address="东校区三号楼二层")
    organizer.send()
    organizer.go(f"/manage/{SLUG}/settings/registration/")
    organizer.fill(capacity="18", pairs_per_unit="2")
    organizer.send()
    organizer.go(f"/manage/{SLUG}/settings/play/")
    organizer.fill(tables="9", round_seconds="120", reminder_seconds="30")
    organizer.send()
    organizer.go(f"/manage/{SLUG}/units/")
    organizer.fill(names="\n".join(UNITS))
    organizer.send()
    organizer.go(f"/manage/{SLUG}/settings/")
    organizer.post("/state/publish/")


def register_all(come) -> list[str]:
    """Register the 18 pairs by the public form, a liaison's phone for each unit; return their private links."""
    links = []
    for unit in UNITS:
        liaison = come(Pair)
        for at, (of, players) in enumerate(PAIRS):
            if of == unit:
                more = {"unit": unit, "phone": f"1390000{at:04}", "email": f"pair{at}@example.org"}
                links.append(liaison.register(SLUG, players, consent=at != UNNAMED, **more))
        liaison.leave()
    return links


def draw(organizer: Staff) -> None:
    """Freeze the list, draw, check, release."""
    organizer.go(f"/manage/{SLUG}/entries/")
    organizer.confirm("freeze")
    organizer.go(f"/manage/{SLUG}/draw/")
    organizer.post("/draw/make/")
    organizer.post("/check/")
    organizer.confirm("release")


def chief_of(organizer: Staff, come) -> Staff:
    """Add the chief referee as a colleague, whose mail has the link to set the password."""
    organizer.go(f"/manage/{SLUG}/referees/")
    organizer.page.locator("section[aria-labelledby=staff] summary").click()
    organizer.fill_in("staff", email="chief@example.org", name="裁判长", role="chief")
    outbox.deliver()
    (written,) = [message for message in mail.outbox if message.to == ["chief@example.org"]]
    chief = come(Staff)
    chief.set_password(re.search(r"http\S+", written.body)[0])
    chief.sign_in("chief@example.org")
    return chief


def play(chief: Staff, referees: dict[int, Referee], number: int, travel) -> list[str]:
    """Play a round: start, 90 minutes, the reminder, nine submissions, the time is up; return the receipts' states."""
    chief.go(f"/manage/{SLUG}/rounds/{number}/")
    chief.post("/start/")
    travel.shift(timedelta(minutes=91))
    clock.tick()
    travel.shift(timedelta(minutes=20))
    states = []
    for table, levels in enumerate(SENT[number], start=1):
        referee = referees[table]
        if levels is None:
            states.append(referee.report_absent(SLUG, table, 1))
        else:
            states.append(referee.submit(SLUG, table, *levels.split()))
        assert referee.overflow() == 0
    travel.shift(timedelta(minutes=10))
    clock.tick()
    return states


def close(chief: Staff, number: int) -> None:
    chief.go(f"/manage/{SLUG}/rounds/{number}/")
    chief.post("/close/")


def lots_on(page: Page) -> dict[str, str]:
    """Read the released draw: the lot of each first player, and check that every table says what S1-7 says."""
    page.goto(f"/{SLUG}/draw/")
    for number, meetings in TABLES.items():
        rows = page.locator(f"table[aria-labelledby=round-{number}] tbody tr")
        said = rows.evaluate_all(
            """(rows) => rows.map((row) => Array.from(row.querySelectorAll("td .lot"), (lot) => lot.textContent))"""
        )
        assert said == [meeting.split("-") for meeting in meetings]
    sides = page.locator("table[aria-labelledby=round-1] tbody td .stack > span").evaluate_all(
        """(sides) => sides.map((side) => [
            side.querySelector(".name")?.textContent ?? "unnamed", side.querySelector(".lot").textContent])"""
    )
    return dict(sides)


def make_papers(organizer: Staff) -> dict[tuple[str, str], str]:
    """Ask for every paper in both languages, do the worker's part, open each by its link and return its text."""
    organizer.go(f"/manage/{SLUG}/papers/")
    forms = organizer.page.locator("form[id^=make-]").evaluate_all("(forms) => forms.map((form) => form.id)")
    for form in forms:
        for language in ("zh-hans", "en"):
            with organizer.page.expect_navigation():
                organizer.page.locator(f"button[form={form}][value={language}]").first.click()
    for paper in Paper.objects.filter(state="queued").order_by("pk"):
        papers.render(paper.pk)
    organizer.go(f"/manage/{SLUG}/papers/")
    texts = {}
    for paper in Paper.objects.filter(names_in_full=True).order_by("pk"):
        link = organizer.page.locator(f"[data-key=paper-{paper.pk}] a").get_attribute("href")
        answer = organizer.context.request.get(link)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
        key = f"{paper.kind}-{paper.round.number}" if paper.round else paper.kind
        texts[key, paper.language] = squeezed(answer.body())
    return texts


def test_the_whole_event(world):
    opens = datetime.now(SHANGHAI).replace(microsecond=0)
    day = (opens + timedelta(days=7)).date()
    organizer, public = world(Staff), world(Person)
    with time_machine.travel(opens) as travel:
        set_up(organizer, day)
        links = register_all(world)
        outbox.deliver()
        confirmed = {message.to[0]: message.body for message in mail.outbox}
        assert [link in confirmed[f"pair{at}@example.org"] for at, link in enumerate(links)] == [True] * 18

        chief = chief_of(organizer, world)
        referees = {}
        for name, tables in (("林裁判", (1, 2, 3)), ("苏裁判", (4, 5, 6)), ("江裁判", (7, 8, 9))):
            phone = world(Referee)
            phone.open_link(organizer.invite_referee(SLUG, name, tables))
            referees |= dict.fromkeys(tables, phone)

        travel.move_to(opens + timedelta(days=6))
        public.go(f"/{SLUG}/draw/")
        assert public.page.locator(".lot").count() == 0
        draw(organizer)
        lots = lots_on(public.page)
        letters = {unit: {lots.get(players[0], lots.get("unnamed"))[0] for of, players in PAIRS if of == unit}
                   for unit in UNITS}  # fmt: skip
        assert sorted(map(sorted, letters.values())) == [[letter] for letter in "ABCDEFGHI"]

        travel.move_to(datetime.combine(day, datetime.min.time(), SHANGHAI).replace(hour=9))
        first = play(chief, referees, 1, travel)
        assert first == ["official"] * 4 + ["submitted"] + ["official"] * 4
        chief.say_at_the_desk(SLUG, 1, 5, outcome="forfeit_1", reason="九点二十分仍未到场")
        close(chief, 1)
        public.go(f"/{SLUG}/standings/")
        assert standings_on(public.page) != counted()
        chief.say_at_the_desk(SLUG, 1, 2, level_1="Q", reason="记分表上写的是Q")

        travel.shift(timedelta(minutes=30))
        assert play(chief, referees, 2, travel) == ["official"] * 9
        close(chief, 2)
        organizer.go(f"/manage/{SLUG}/standings/")
        organizer.post("/standings/release/")

        public.go(f"/{SLUG}/standings/")
        assert standings_on(public.page) == counted()
        assert public.page.locator("main .chip--official").count() == 1
        assert PAIRS[UNNAMED][1][0] not in public.page.locator("main").inner_text()
        check_papers(make_papers(organizer), lots)
        check_public_papers(public)


def check_papers(texts: dict[tuple[str, str], str], lots: dict[str, str]) -> None:
    """Every paper holds what it is for: all names in full, lots, levels, table numbers, the order of the standings."""
    nameless = ("blank_sheets", "regulations", "ruling_record", "table_cards")
    kinds = ("draw", "score_sheets-1", "score_sheets-2", "standings", *nameless)
    assert sorted(texts) == sorted((kind, language) for kind in kinds for language in ("zh-hans", "en"))
    names = [name for _unit, players in PAIRS for name in players]
    for (kind, language), text in texts.items():
        if kind not in nameless:
            missing = [name for name in names if name not in text]
            assert (kind, language, missing) == (kind, language, [])
    for language in ("zh-hans", "en"):
        placed = texts["standings", language]
        order = sorted(
            (placed.index(players[0]), lots.get(players[0], lots.get("unnamed"))) for _unit, players in PAIRS
        )
        assert [lot for _at, lot in order] == [lot for _place, lot, _total in counted()]
        assert "A+1" in placed
        cards = texts["table_cards", language]
        assert [f"/{SLUG}/tables/{table}/" in cards for table in range(1, 10)] == [True] * 9


def check_public_papers(public: Person) -> None:
    """What everybody can download names nobody who did not agree to be named."""
    public.go(f"/{SLUG}/papers/")
    links = public.page.locator(f"main a[href^='/{SLUG}/papers/']").evaluate_all("(all) => all.map((a) => a.href)")
    texts = [squeezed(public.context.request.get(link).body()) for link in links]
    shown = [(PAIRS[0][1][0] in text, PAIRS[UNNAMED][1][0] in text) for text in texts]
    assert sorted(shown) == [*[(False, False)] * (len(shown) - 4), *[(True, False)] * 4]
