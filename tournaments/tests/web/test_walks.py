"""One walk through the site for each role: names that are markup stay names, secrets stay inside, no way is dead."""

import pytest
from django.utils.html import escape

from tournaments.models import Contact, Member
from tournaments.tests.web import world as site
from tournaments.tests.web.crawl import opened, walk
from tournaments.tests.web.world import MAIL, PHONE, PROBES, SLUG, UNNAMED

NO_CONTACTS = ("anon", "team2", "refX", "orgX", "screen", "ref", "desk")
NO_HIDDEN_NAMES = ("anon", "team2", "refX", "orgX")
SECRETS = {PHONE, PHONE[-4:], MAIL, MAIL.partition("@")[0], MAIL.partition("@")[2]}
MARKUP = {"xss-probe", "onprobe", "style"}
ADDRESSES = {"href", "src", "action", "formaction"}
FEWEST_PAGES = 30


def starts(world):
    """Every address of the event but the pages for developers, whether or not this role may open it."""
    pages = [address for address in site.addresses() if not address.route.startswith(("styleguide/", "api/schema"))]
    return ("/", *(site.route_to(address, world) for address in pages))


def faults_of(page, role):
    """List what is wrong with one page."""
    names = {name for tag, attributes in page.tags for name in (tag, *attributes)}
    if names & MARKUP or any(name.startswith("on") for name in names) or (page.is_html and "<xss-probe" in page.body):
        yield "markup, or a script or style within the page"
    links = {attributes[name] for _tag, attributes in page.tags for name in ADDRESSES & attributes.keys()}
    if any(link.strip().lower().startswith(("javascript:", "data:text")) for link in links):
        yield "a link that runs"
    if role in NO_CONTACTS and any(secret in page.body for secret in SECRETS):
        yield "a contact"
    if role in NO_HIDDEN_NAMES and any(name in page.body for name in UNNAMED):
        yield "a name without consent"
    if page.response.status_code >= 500:
        yield "an error of the server"


@pytest.mark.parametrize(
    "role", ["anon", "team", "team2", "ref", "refX", "screen", "desk", "chief", "org", "audit", "orgX"]
)
def test_a_walk_finds_no_fault(world, role):
    Contact.objects.filter(person__in=Member.objects.filter(team__number=2).values("person")).delete()
    start = starts(world)
    faults, pages = set(), 0

    for page in walk(world, role, start):
        faults |= {(page.address, fault) for fault in faults_of(page, role)}
        pages += page.response.status_code == 200
        if page.response.status_code >= 400 and page.address not in start:
            faults.add((page.address, "a page leads to it and it is dead"))

    assert faults == set()
    assert pages >= FEWEST_PAGES


@pytest.mark.parametrize("address", [f"/{SLUG}/entries/", f"/manage/{SLUG}/entries/", f"/{SLUG}/tables/"])
def test_every_name_is_shown_as_it_was_typed(world, address):
    page = opened(world, "org", address, "en")

    assert [probe for probe in PROBES if escape(probe) not in page.body] == []


def test_the_hall_names_everybody(world):
    screen = opened(world, "screen", f"/screen/{SLUG}/", "zh-hans")

    assert [name for name in UNNAMED if name in screen.body] == list(UNNAMED)
