"""What the public sees of an event being rehearsed, asked of its real pages: nothing that is not released (P8)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from django.urls import reverse

from tournaments.rehearsal.oracle.findings import Violation

PAGES = (
    "event", "draw", "tables", "standings", "standings-live", "standings-final", "bracket", "find", "papers", "entries",
    "clock", "api-clock",
)  # fmt: skip
STANDINGS = ("event", "standings", "standings-live", "standings-final")
OF_A_ROUND = ("draw-round", "tables-round", "draw-round-record")
SHARE, PAGES_A_LOOK, NO_ROUND = 0.25, 3, 9999
ANSWERS = frozenset({HTTPStatus.OK, HTTPStatus.FOUND, HTTPStatus.NOT_FOUND})
# What differs from one answer to the next without saying anything of the event: tokens, tags, the time of day.
MOVING = re.compile(
    r'(?:csrfmiddlewaretoken" value="|data-etag="|nonce=")[^"]*'
    r'|"(?:server_now|remaining_ms)": ?-?\d+'
    r"|\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?",
    re.ASCII,
)
Seen = Mapping[str, tuple[int, str]]


@dataclass(slots=True)
class Public:
    """A visitor without account or link who looks at some pages now and then."""

    slug: str
    chance: Random
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))
    looks: int = 0

    def pages(self) -> tuple[str, ...]:
        """Choose some pages to look at, always at first; none where this is not the time."""
        if self.looks and self.chance.random() >= SHARE:
            return ()
        self.looks += 1
        return tuple(self.chance.sample(PAGES, PAGES_A_LOOK))

    def look(self, names: tuple[str, ...]) -> Seen:
        return {name: self._answer(reverse(name, args=[self.slug])) for name in names}

    def not_released(self, number: int) -> Iterator[str]:
        """Name the pages on which a round that is not released is not answered as one that there is none of."""
        for name in OF_A_ROUND:
            hidden, unknown = (self._answer(reverse(name, args=[self.slug, each])) for each in (number, NO_ROUND))
            if (hidden[0], hidden[1].replace(f"/{number}/", f"/{NO_ROUND}/")) != unknown:
                yield name

    def _answer(self, address: str) -> tuple[int, str]:
        answer = self.client.get(address, headers={"host": urlsplit(settings.PUBLIC_URL).netloc})
        text = "" if answer.streaming else answer.content.decode()
        return answer.status_code, MOVING.sub("", text)


def differing(before: Seen, after: Seen) -> list[str]:
    return [name for name, answer in before.items() if after[name] != answer]


def broken(seen: Seen) -> list[str]:
    return [f"{name} answers {status}" for name, (status, _) in seen.items() if status not in ANSWERS]


def leak(stage: str, number: int | None, words: str) -> Violation:
    return Violation("P8", stage, number, words)
