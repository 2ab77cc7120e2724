"""The site opened under a name of the hall's network: no page, QR code, mail or paper leads to this computer itself."""

import base64
import io
import re
import sqlite3
from collections import Counter
from urllib.parse import urldefrag, urlsplit

import pytest
import segno
from playwright.sync_api import BrowserType, Page
from pypdf import PdfReader

from portal.tests.installation import Installation
from tournaments.tests.browser.people import Pair, Person, Referee, Staff

pytestmark = [pytest.mark.browser, pytest.mark.redis, pytest.mark.xdist_group("supervisor")]

NAME = "portal.test"
ITSELF = re.compile(r"localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]")
MOST_OF_A_KIND = 2
NUMBER = r"[\d.]+"
Run = tuple[int, int, int]
NUMBERS = re.compile(r"\d+")
NOT_PAGES = re.compile(r"/static/|/admin/|/papers/\d+/$|/accounts/logout/|/download/$|/schema\.json$")
MORE = ("/api/schema/", "/api/docs/", "/healthz/", "/sample/draw/record.json", "/api/v1/events/sample/clock/")
FETCH = """async (address) => {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""
QR_CODES = """(all) => all.map((figure) => [
    figure.querySelector("[translate=no]").textContent,
    Array.from(figure.querySelectorAll("svg path"), (path) => path.getAttribute("d"))])"""


@pytest.fixture
def browser(browser_type: BrowserType, browser_type_launch_args):
    """Chromium in whose network the portal has a name."""
    arguments = [*browser_type_launch_args["args"], f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    launched = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    yield launched
    launched.close()


def read(page: Page, address: str) -> bytes:
    return base64.b64decode(page.evaluate(FETCH, address))


def drawn_codes(url: str) -> list[str]:
    """Return the paths of the QR code of an address, made without the portal."""
    code = segno.make(url, micro=False, error="m")
    return re.findall(r' d="([^"]+)"', code.svg_inline(omitsize=True, border=3, dark="#000", light="#fff"))


def runs_of(url: str) -> frozenset[Run]:
    """Return the dark runs of the QR code of an address, made without the portal: start, row, length."""
    rows = enumerate(segno.make(url, micro=False, error="m").matrix)
    dark = ((y, "".join("1" if each else "0" for each in row)) for y, row in rows)
    return frozenset((run.start(), y, len(run[0])) for y, row in dark for run in re.finditer("1+", row))


def printed_codes(drawn: str) -> set[frozenset[Run]]:
    """Read the codes drawn in a PDF, be it as rectangles or as strokes one module thick."""
    found = set()
    for path in re.findall(rf"(?:{NUMBER} {NUMBER} {NUMBER} {NUMBER} re ){{50,}}", drawn):
        boxes = [tuple(map(float, each.split())) for each in path.split("re") if each.strip()]
        left, top, unit = min(box[0] for box in boxes), max(box[1] for box in boxes), boxes[0][3]
        found.add(
            frozenset((round((x - left) / unit), round((top - y) / unit), round(w / unit)) for x, y, w, _h in boxes)
        )
    for path in re.findall(rf"(?:{NUMBER} {NUMBER} m\n{NUMBER} {NUMBER} l\n){{50,}}", drawn):
        ends = [tuple(map(float, each.split())) for each in re.split(r" [ml]\n", path) if each]
        left, top = min(x for x, _y in ends), min(y for _x, y in ends)
        pairs = zip(ends[::2], ends[1::2], strict=True)
        found.add(frozenset((round(x - left), round(y - top), round(end - x)) for (x, y), (end, _y) in pairs))
    return found


class Walk:
    """Every page that a person's pages lead to, some of each kind; gathers what must not be there."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.found: list[tuple[str, str]] = []
        self.codes: list[str] = []
        self.seen: set[str] = set()

    def judge(self, where: str, text: str) -> None:
        self.found += [(where, text[max(match.start() - 40, 0) : match.end() + 20]) for match in ITSELF.finditer(text)]

    def look(self, page: Page) -> None:
        """Judge the page as it stands, and every QR code on it."""
        self.judge(page.url, page.url)
        self.judge(page.url, page.content())
        for url, paths in page.locator("figure.qr").evaluate_all(QR_CODES):
            assert url.startswith(f"{self.base}/")
            assert paths == drawn_codes(url)
            self.codes.append(url)

    def through(self, person: Person, *start: str) -> None:
        waiting, kinds = [address for address in start if address not in self.seen], Counter[str]()
        self.seen.update(waiting)
        while waiting:
            answer = person.page.goto(waiting.pop(0))
            assert answer is not None
            assert answer.status in {200, 404}, (answer.url, answer.status)
            self.judge(answer.url, answer.text())
            self.look(person.page)
            for each in person.page.locator("a[href]").evaluate_all("(all) => all.map((a) => a.href)"):
                address = urldefrag(each).url
                kind = NUMBERS.sub("#", address)
                assert urlsplit(address).netloc == urlsplit(self.base).netloc, (person.page.url, address)
                if address in self.seen or NOT_PAGES.search(address) or kinds[kind] >= MOST_OF_A_KIND:
                    continue
                kinds[kind] += 1
                self.seen.add(address)
                waiting.append(address)


def make_links(organizer: Staff, walk: Walk) -> str:
    """Have a link made for a referee, a colleague and a screen, each shown once; return the screen's."""
    organizer.go("/manage/sample-open/referees/")
    organizer.fill_in("invite", name="新裁判")
    walk.look(organizer.page)
    organizer.page.locator("section[aria-labelledby=staff] summary").click()
    organizer.fill_in("staff", email="desk@example.org", name="记录台", role="desk")
    walk.look(organizer.page)
    assert organizer.page.locator("#issued-link").input_value().startswith(f"{walk.base}/accounts/reset/")
    organizer.go("/manage/sample-open/screens/")
    organizer.fill(label="大屏幕")
    organizer.send()
    walk.look(organizer.page)
    return organizer.page.locator("#issued-link").input_value()


def papers_of(organizer: Staff, slug: str) -> dict[str, tuple[str, str]]:
    """Have the worker make every paper that can be made; return each one's text, and what is drawn on it."""
    organizer.go(f"/manage/{slug}/papers/")
    forms = organizer.page.locator("button[form^=make-][value=zh-hans]").evaluate_all(
        "(all) => all.map((b) => b.form.id)"
    )
    for form in forms:
        with organizer.page.expect_navigation():
            organizer.page.locator(f"button[form={form}][value=zh-hans]").first.click()
    made = {}
    for form in forms:
        link = organizer.page.locator(f"#{form.replace('make-', 'paper-')} a[href^='/{slug}/papers/']").first
        link.wait_for(timeout=120_000)
        pdf = read(organizer.page, link.get_attribute("href"))
        pages = PdfReader(io.BytesIO(pdf)).pages
        text = "".join(page.extract_text() for page in pages)
        made[form] = (text, "".join(page.get_contents().get_data().decode("latin-1") for page in pages))
    return made


def mails(portal: Installation) -> list[str]:
    with sqlite3.connect(f"file:{portal.directory}/portal.sqlite3?mode=ro", uri=True, timeout=20) as database:
        rows = database.execute("SELECT subject || body FROM tournaments_notice WHERE kind = 'mail'").fetchall()
    database.close()
    return [text for (text,) in rows]


def test_no_page_code_mail_or_paper_names_this_computer(start, greeted, browser):
    portal = start(HOST="0.0.0.0", PUBLIC_URL=f"http://{NAME}:{{port}}")
    known = greeted(portal)
    base = f"http://{NAME}:{portal.port}"
    walk = Walk(base)
    public, organizer, pair, phone, screen = (kind(browser, base) for kind in (Person, Staff, Pair, Referee, Person))

    walk.judge("terminal", portal.said())
    walk.through(public, f"{base}/")
    for address in MORE:
        walk.judge(address, read(public.page, address).decode())
    own = {"unit_name": "数学系", "email": "qian@example.org"}
    link = pair.register("sample-open", ("钱多多", "孙少少"), consent=True, **own)
    walk.look(pair.page)
    walk.through(pair, f"{base}/team/sample-open/")
    organizer.sign_in("organizer@example.org", known["password"])
    walk.through(organizer, f"{base}/manage/")
    screen.page.goto(make_links(organizer, walk))
    walk.through(screen, f"{base}/screen/sample-open/")
    phone.open_link(known["link"])
    walk.through(phone, f"{base}/r/")
    papers = papers_of(organizer, "sample")
    for paper, (text, _drawn) in papers.items():
        walk.judge(paper, text)
    sent = mails(portal)
    for text in sent:
        walk.judge("mail", text)

    assert walk.found == []
    assert (known["portal"], known["link"].partition("/in/#")[0], link.partition("/in/#")[0]) == (base, base, base)
    assert sorted(papers) == sorted(
        f"make-{kind}"
        for kind in (
            "regulations",
            "table_cards",
            "draw",
            "score_sheets-1",
            "score_sheets-2",
            "blank_sheets",
            "ruling_record",
            "standings",
        )
    )
    assert f"{NAME}:{portal.port}/sample/tables/9/" in papers["make-table_cards"][0]
    codes = {runs_of(f"{base}/sample/tables/{table}/") for table in range(1, 10)}
    assert printed_codes(papers["make-table_cards"][1]) == codes
    spare = runs_of(f"{base}/sample/")  # the half of the last page that no table needs
    for number in (1, 2):
        assert printed_codes(papers[f"make-score_sheets-{number}"][1]) == codes | {spare}
    assert [base in text for text in sent] == [True] * len(sent)
    assert any(f"{base}/in/#" in text for text in sent)
    assert link in walk.codes
    assert len(walk.seen) > 60
    for person in (public, organizer, pair, phone, screen):
        assert person.faults == []
        person.leave()
