"""Browsers that people of the cast hold."""

import pytest
from playwright.sync_api import Browser

from tournaments.tests.browser.phones import Phone


@pytest.fixture
def phone(browser: Browser, live_server):
    phones: list[Phone] = []

    def take(ruleset: str = "s1", minutes: int = 20, own: dict[str, object] | None = None) -> Phone:
        phones.append(Phone(browser, live_server, ruleset, minutes, own or {}))
        return phones[-1]

    yield take
    for each in phones:
        each.page.context.close()
