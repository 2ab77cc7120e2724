"""Walk through the site as one person does: every page that a page leads to, in both languages."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from django.http import HttpResponse

from tournaments.tests.web.world import World, shut

LEADS = {"href", "src", "data-src", "sync-url", "data-sync", "hx-get"}
NOT_PAGES = ("/static/", "/accounts/logout/", "/admin/")
MOST_OF_A_KIND = 4
NUMBERS = re.compile(r"\d+")
LANGUAGES = ("zh-hans", "en")
CHANGES_BY_ITSELF = re.compile(r'(value|content|nonce|data-key)="[A-Za-z0-9_-]{16,}"|"csrf[^"]*": *"[^"]*"')


@dataclass(slots=True)
class Page:
    """A page that was opened, and every tag of it with its attributes."""

    address: str
    language: str
    response: HttpResponse
    body: str
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def is_html(self) -> bool:
        return self.response.headers.get("Content-Type", "").startswith("text/html")

    def leads(self) -> Iterator[str]:
        for _tag, attributes in self.tags:
            for name in LEADS & attributes.keys():
                address = urlsplit(urldefrag(urljoin(self.address, attributes[name])).url)
                if address.scheme in {"", "http"} and address.netloc in {"", "testserver"}:
                    yield address.path + (f"?{address.query}" if address.query else "")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def opened(world: World, role: str, address: str, language: str) -> Page:
    browser = world.browsers[role]
    response = browser.get(address, headers={"accept-language": language})
    shut(response)
    body = b"" if response.streaming else response.content
    page = Page(address, language, response, body.decode(errors="replace"))
    if page.is_html:
        parser = Tags()
        parser.feed(page.body)
        page.tags = parser.found
    return page


def walk(world: World, role: str, start: tuple[str, ...]) -> Iterator[Page]:
    """Open these addresses and every page within their reach, each once, in Chinese and English by turns."""
    waiting, seen, kinds = list(start), set(start), Counter[str]()
    while waiting:
        page = opened(world, role, waiting.pop(0), LANGUAGES[len(seen) % 2])
        yield page
        found = list(page.leads())
        if page.response.status_code in {301, 302}:
            found.append(urljoin(page.address, page.response.headers["Location"]))
        for each in found:
            kind = NUMBERS.sub("#", each)
            if each.startswith(NOT_PAGES) or each in seen or kinds[kind] >= MOST_OF_A_KIND:
                continue
            kinds[kind] += 1
            seen.add(each)
            waiting.append(each)


def still(body: str) -> str:
    """Return a page without what is another at every request: tokens and keys of forms."""
    return CHANGES_BY_ITSELF.sub("", body)
