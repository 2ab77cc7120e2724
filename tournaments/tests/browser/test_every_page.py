"""Every page in both languages: no serious accessibility fault, no sideways scrolling, no sentence of the other one."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page

from tournaments.actions import clocks, draws, entries, samples
from tournaments.forms.events import FACT_LENGTH
from tournaments.models import AuditNote, LinkScope, Person, Role, TableAssignment, Tournament, Unit
from tournaments.policy import system
from tournaments.tests import cast
from tournaments.tests.deals.hall import PAIR, deal, rule
from tournaments.tests.results.hall import match_at, send
from tournaments.tests.web.world import addresses

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DONE, NOW = "sample", "sample-open"
VISITOR_PAGES = (
    "home", "login", "password_reset", "password_reset_done", "password_reset_confirm", "password_reset_complete",
    "enter", "referee", "event", "event-rules", "register", "register-done", "entries", "draw", "tables",
    "tables-round", "table", "clock", "standings", "standings-final", "standings-stage",
    "bracket", "awards", "draw-round", "find", "team-page", "papers",
    "rulesets", "ruleset",
)  # fmt: skip
LINK_PAGES = ("my-team", "my-team-of", "my-team-amend", "referee-event", "referee-table", "referee-deals", "screen")
STAFF_PAGES = (
    "manage", "event-new", "password_change", "password_change_done", "cockpit", "event-settings", "event-section",
    "manage-referees", "referee-tables", "manage-screens", "manage-log", "manage-entries", "entry-new",
    "entries-import", "manage-mails", "manage-units", "unit-edit", "manage-team", "team-amend", "member-correct",
    "member-replace", "manage-draw", "manage-rounds", "manage-round", "manage-round-move", "desk", "desk-match",
    "desk-rulings", "manage-rehearsal", "manage-standings", "manage-points", "manage-awards", "manage-papers",
    "going-on", "manage-stages", "manage-stage-new", "manage-stage", "manage-stage-format",
    "manage-ruleset", "manage-ruleset-choose", "manage-ruleset-group", "manage-ruleset-file",
)  # fmt: skip
# Fragments of pages, files, answers to machines, and what is only posted to.
NO_PAGES = {
    "healthz", "ruleset-schema", "manage-ruleset-download", "event-download",
    "draw-record", "paper", "team-by-lot", "tables-live", "tables-round-live", "standings-live", "standings-why",
    "bracket-live",
    "screen-live", "manage-rounds-live", "manage-papers-live", "api-clock", "api-table", "api-results", "api-schema",
    "api-docs", "styleguide", "styleguide_frame", "set_language", "logout", "event-state", "referees-share",
    "referee-reissue", "referee-remove", "staff-add", "staff-remove", "screen-revoke", "my-team-withdraw",
    "my-team-consent", "entries-approve", "entries-freeze", "entries-unfreeze", "unit-move", "unit-merge",
    "unit-remove", "team-division", "team-contact", "team-link", "team-do", "referee-take", "manage-draw-make",
    "manage-draw-discard",
    "manage-draw-act", "manage-round-act", "desk-type", "desk-decide", "desk-restore", "desk-approve", "desk-reject",
    "desk-ruling-reverse", "desk-forfeit-lift", "api-play", "api-deals", "api-deals-remove", "api-rulings",
    "api-rulings-reverse",
    "api-arrivals", "api-lateness", "manage-standings-release", "manage-points-reverse", "manage-standings-hide",
    "manage-standings-show", "manage-standings-lots", "manage-standings-draw-lots", "manage-standings-extra-deal",
    "manage-standings-card-cut",
    "manage-paper-make", "manage-stage-move", "manage-stage-remove", "manage-draw-swap", "going-on-act",
    "draw-round-record", "manage-awards-draw", "manage-rehearsal-live", "manage-rehearsal-play",
    "manage-rehearsal-remove",
}  # fmt: skip
SEVERE = {"serious", "critical"}
LANGUAGES = ("zh-hans", "en")
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
# Words that are the same in Chinese: names of things and of forms.
LATIN = re.compile(r"[A-Za-z]{2,}")
SAME_IN_CHINESE = {
    "PDF", "CSV", "QR", "UTF", "GB", "SHA", "JSON", "TOML", "MB", "English", "https", "record", "HOST", "PUBLIC", "URL",
}  # fmt: skip
ADDRESS = re.compile(r"https?://\S+")
HAN = re.compile(r"[\u4e00-\u9fff]+")
SAME_IN_ENGLISH = {"中文", "简体中文"}
# Every text of the page, and every label of a thing without text, outside what is marked as data.
TEXTS = """() => {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const notOurs = "script, style, noscript, template, code, option, textarea, [translate=no], [lang]:not(html)";
  const data = (element) => element.closest(notOurs);
  const found = [document.title];
  while (walker.nextNode()) if (!data(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
  for (const name of ["aria-label", "placeholder", "alt", "title"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!data(element)) found.push(element.getAttribute(name));
    }
  }
  return found.map((text) => text.trim()).filter(Boolean);
}"""

TOO_WIDE = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const out = (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5;
  const wide = [...document.body.querySelectorAll("*")].filter(out);
  const inner = wide.filter((element) => ![...element.children].some(out));
  const by = root.scrollWidth - root.clientWidth;
  return [`by ${by}`, ...inner.slice(0, 2).map((each) => each.outerHTML.slice(0, 160))];
}"""


@dataclass(slots=True)
class Site:
    """Two events: one finished, one that runs with its tables in every state; what fills the addresses."""

    runs: Tournament
    done: Tournament
    known: dict[str, object] = field(default_factory=dict)
    data: list[str] = field(default_factory=list)

    def address(self, name: str, slug: str = NOW, **more: object) -> str:
        route = next(each for each in addresses() if each.name == name)
        known = {**self.known, "slug": slug, **more}
        return reverse(name, kwargs={argument: known[argument] for argument in route.arguments})


@pytest.fixture
def site(transactional_db: None) -> Site:
    samples.load()
    return Site(Tournament.objects.get(slug=NOW), Tournament.objects.get(slug=DONE))


def play(site: Site) -> None:
    """Draw and start the open event, and leave tables official, unconfirmed, disputed and open."""
    event, portal = site.runs, system(site.runs.pk)
    entries.freeze(portal, event)
    draw = draws.make(portal, event)
    draws.check(portal, event, draw.pk)
    draws.release(portal, event, draw.pk)
    clocks.start(portal, event, 1)
    send(portal, event, match_at(event, 2), "9", "6")
    send(portal, event, match_at(event, 3), "7", "A+1", confirmed_sides=(0,))
    send(portal, event, match_at(event, 4), "5", "6")
    send(portal, event, match_at(event, 4), "6", "5")


def open_as(browser: Browser, live_server, subject) -> Page:
    context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
    client = cast.client_of(subject)
    if "sessionid" in client.cookies:
        value = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
    return context.new_page()


def in_language(page: Page, base: str, code: str) -> None:
    page.context.add_cookies([{"name": "django_language", "value": code, "url": base}])


def foreign(page: Page, language: str, data: list[str]) -> set[str]:
    """Return the words of the other language that stand on the page outside names and other data."""
    found: set[str] = set()
    for text in page.evaluate(TEXTS):
        text = ADDRESS.sub(" ", text)  # noqa: PLW2901 what is left is looked at
        for piece in data:
            text = text.replace(piece, " ")  # noqa: PLW2901 what is left is looked at
        pattern, same = (LATIN, SAME_IN_CHINESE) if language == "zh-hans" else (HAN, SAME_IN_ENGLISH)
        if set(pattern.findall(text)) - same:
            found.add(text)
    return found


def severe(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """Return the serious faults, of some rules or of all, with the first element of each."""
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    faults = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in faults if each["impact"] in SEVERE]


def sideways(page: Page) -> list[str]:
    """Return the innermost elements that make the page wider than its window, if it scrolls sideways."""
    return [f"too wide: {html}" for html in page.evaluate(TOO_WIDE)]


def set_out(page: Page, size: dict[str, int], scheme: str) -> None:
    """Give the page a size and a scheme, and wait until it is painted so."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_timeout(50)


def lasting(page: Page, look: Callable[[], list[str]]) -> list[str]:
    """Return the faults that are still there when looked at again: a busy browser may not have painted yet."""
    for pause in (300, 2000):
        if not look():
            return []
        page.wait_for_timeout(pause)
    return look()


def judge(page: Page, language: str, data: list[str]) -> list[str]:
    """Judge a page that is open: in Chinese whole, as a phone shows it by day; in English its colours on a dark desk.

    Neither may scroll sideways in either width.
    """
    day, night = (NARROW, "light"), (WIDE, "dark")
    first, then, rules = (night, day, ()) if language == "zh-hans" else (day, night, ("color-contrast",))
    set_out(page, *first)
    found = lasting(page, lambda: sideways(page))
    set_out(page, *then)
    page.evaluate(Axe().axe_script)
    found += lasting(page, lambda: [*sideways(page), *severe(page, rules)])
    lang = page.locator("html").get_attribute("lang")
    found += [] if lang == {"zh-hans": "zh-Hans", "en": "en"}[language] else [f"lang {lang}"]
    return found + [f"foreign: {text}" for text in sorted(foreign(page, language, data))]


def walk(page: Page, base: str, pages: Iterable[str], data: list[str], language: str) -> dict[str, list[str]]:
    """Open every page in a language; return the faults by page."""
    faults: dict[str, list[str]] = {}
    in_language(page, base, language)
    for address in pages:
        answer = page.goto(address)
        found = judge(page, language, data) if answer and answer.ok else ["is not there"]
        if found:
            faults[address] = found
    return faults


def data_of(site: Site) -> list[str]:
    """Words that people typed: they stand in the language in which they were typed."""
    typed: set[str] = set()
    for event in (site.runs, site.done):
        identity = event.regulations.identity
        notice = event.regulations.registration.privacy_notice
        typed |= {identity.name, identity.name_en, identity.place, identity.address, identity.organizer, identity.zone}
        typed |= {*map(str.strip, notice.splitlines()), notice[:FACT_LENGTH].strip(), event.slug}
        typed |= set(event.notices.values_list("subject", flat=True))
        typed |= set(Person.objects.filter(tournament=event).values_list("name", flat=True))
        typed |= set(Unit.objects.filter(tournament=event).values_list("name", flat=True))
        typed |= set(event.memberships.values_list("name", flat=True))
        typed |= set(AuditNote.objects.filter(entries__tournament=event).values_list("text", flat=True))
    return sorted(filter(None, typed), key=len, reverse=True)


def test_no_page_is_forgotten():
    pages = {*VISITOR_PAGES, *LINK_PAGES, *STAFF_PAGES}

    assert {each.name for each in addresses()} == pages | NO_PAGES
    assert pages & NO_PAGES == set()


def register(page: Page, event: str) -> str:
    """Register one more pair, which comes onto the waiting list; return the address of the page that follows."""
    page.goto(f"/{event}/register/")
    for name, value in {
        "unit_name": "数学系",
        "player_1": "钱多多",
        "player_2": "孙少少",
        "phone": "13900001234",
    }.items():
        page.locator(f"main [name={name}]").fill(value)
    page.locator("main [name=privacy]").check()
    with page.expect_navigation():
        page.locator("main form.form button[type=submit]").click()
    return page.url


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_visitors_see(site, browser, live_server, language):
    page = open_as(browser, live_server, None)
    base = live_server.url
    site.known = {"number": 1, "table": 3, "uidb64": "MQ", "token": "abc-def", "ruleset": "s0", "code": "main"}
    made = register(page, NOW)
    data = [*data_of(site), "数学系", "钱多多", "孙少少"]
    always = [
        site.address(name)
        for name in VISITOR_PAGES
        if name not in {"register-done", "tables-round", "team-page", "draw-round", "standings-stage"}
    ]

    before = walk(page, base, [made, *always], data, language)
    play(site)
    moving = (
        "event",
        "register",
        "entries",
        "draw",
        "draw-round",
        "tables",
        "tables-round",
        "table",
        "clock",
        "standings",
        "standings-stage",
        "standings-final",
        "team-page",
    )
    during = walk(page, base, [site.address(name) for name in moving], data, language)
    finished = ("event", "standings", "draw", "find", "team-page", "papers")
    after = walk(page, base, [site.address(name, DONE) for name in finished], data, language)
    page.context.close()

    assert before | during | after == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_links_open(site, browser, live_server, language):
    base = live_server.url
    play(site)
    pair = site.runs.teams.earliest("number")
    referee, actor = cast.referee(site.runs, name="新裁判")
    TableAssignment.objects.filter(table__in=(1, 2, 3, 4), membership__tournament=site.runs).update(ended_at=cast.NOW)
    for table in (1, 2, 3, 4):
        TableAssignment.objects.create(membership=referee, table=table, assigned_at=cast.NOW)
    deal(actor, site.runs, match_at(site.runs, 1), 120, 0, kitty_points=20, last_trick=PAIR)
    rule(actor, site.runs, match_at(site.runs, 1), 1, "bad_throw", deal=1)
    site.known = {"number": pair.number}
    data = data_of(site)
    subjects = {
        "team": (cast.link(site.runs, LinkScope.TEAM, team=pair)[0], ["my-team", "my-team-of", "my-team-amend"]),
        "referee": (cast.link(site.runs, LinkScope.REFEREE, membership=referee)[0], ["referee-event"]),
        "screen": (cast.link(site.runs, LinkScope.SCREEN)[0], ["screen"]),
    }

    faults = {}
    for who, (link, names) in subjects.items():
        page = open_as(browser, live_server, link)
        pages = [site.address(name) for name in names]
        if who == "referee":
            pages += [site.address("referee-table", table=table) for table in (1, 2, 3, 4, 5)]
            pages += [site.address("referee-deals", table=table) for table in (1, 4)]
        faults |= walk(page, base, pages, data, language)
        page.context.close()

    assert faults == {}


def known_to_staff(site: Site) -> dict[str, object]:
    event = site.runs
    return {
        "number": 1,
        "membership_id": event.memberships.filter(role=Role.REFEREE).earliest("pk").pk,
        "unit": Unit.objects.filter(tournament=event).earliest("pk").pk,
        "member": event.teams.get(number=1).members.earliest("pk").pk,
        "match_id": match_at(event, 4).pk,
        "code": "identity",
        "ruleset": "s0",
        "group": "kitty",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_staff_see(site, browser, live_server, language):
    base = live_server.url
    member = cast.member(site.runs, Role.ORGANIZER, name="组织者")
    site.done.memberships.create(user=member.user, role=Role.ORGANIZER, name="组织者")
    page = open_as(browser, live_server, member)
    data = data_of(site)
    open_list = (
        "cockpit",
        "manage-entries",
        "manage-draw",
        "manage-rounds",
        "desk",
        "manage-standings",
        "manage-papers",
    )
    stage_pages = ("manage-stages", "manage-stage-new", "manage-stage", "manage-stage-format")
    undrawn = [site.address(name, code="main") for name in stage_pages]
    before = walk(page, base, [*(site.address(name) for name in open_list), *undrawn], data, language)
    play(site)
    site.known = known_to_staff(site)
    during = [site.address(name) for name in STAFF_PAGES if name not in stage_pages]
    during += undrawn
    during += [site.address("event-section", code=code) for code in ("registration", "play", "areas", "scoring")]
    during += [site.address("manage-ruleset-group", group=group) for group in ("level_table", "penalties", "follow")]
    during += [f"{site.address('manage-ruleset')}?against=s3", f"{site.address('ruleset')}?against=s4"]

    running = walk(page, base, during, data, language)
    finished = ("cockpit", "manage-draw", "manage-rounds", "desk", "manage-standings", "manage-log", "manage-papers")
    after = walk(page, base, [site.address(name, DONE) for name in finished], data, language)
    page.context.close()

    assert before | running | after == {}
