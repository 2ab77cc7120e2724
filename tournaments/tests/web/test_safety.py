"""Other people's ids, missing tokens, unusual methods: refused everywhere, and nothing is written."""

import pytest
from django.db import transaction
from django.test import Client

from tournaments.tests.web import world as site
from tournaments.tests.web.digest import digests
from tournaments.tests.web.world import OTHER

ADDRESSES = site.addresses()
IDS = {
    "match_id", "sheet_id", "ruling_id", "draw_id", "membership_id", "link_id", "unit", "member", "paper_id", "number",
    "lot",
}  # fmt: skip
WITH_IDS = [address for address in ADDRESSES if "slug" in address.arguments and IDS & set(address.arguments)]
OWN_EMPTY_PAGE = {"manage-round"}  # round 1 of an event without rounds says what comes first
WITHOUT_TOKEN = {"set_language"}  # choosing a language harms nobody


@pytest.mark.parametrize("role", ["orgX", "org"])
def test_ids_of_another_event_are_unknown_in_ones_own(world, role):
    """An organizer writes to the own event with the ids of another one's things."""
    before = digests()
    wrong = {}

    for address in WITH_IDS:
        path = site.route_to(address, world, OTHER)
        for method in ("get", "post"):
            with transaction.atomic():
                browser = world.browsers[role]
                response = getattr(browser, method)(path, site.body_of(address, world))
                site.shut(response)
                written = [table for table, digest in digests().items() if digest != before[table]]
                transaction.set_rollback(True)
            shown = response.status_code == 200 and address.name not in OWN_EMPTY_PAGE
            if written or shown or response.status_code >= 500:
                wrong[address.name, method] = (response.status_code, written)

    assert wrong == {}


def test_nothing_is_written_without_the_token_of_a_form(world):
    accepted = set()

    for address in ADDRESSES:
        browser = Client(enforce_csrf_checks=True)
        browser.cookies = world.browsers["org"].cookies.copy()
        response = browser.post(
            site.route_to(address, world),
            site.body_of(address, world),
            **({"content_type": "application/json"} if address.route.startswith("api/") else {}),
        )
        if response.status_code not in {403, 405}:
            accepted.add(address.name)

    assert accepted == WITHOUT_TOKEN


def test_unusual_methods_change_nothing(world):
    before = digests()
    answered = set()

    for address in ADDRESSES:
        for method in ("put", "patch", "delete", "trace", "head", "options"):
            response = getattr(world.browsers["org"], method)(site.route_to(address, world))
            site.shut(response)
            if method != "head" and response.status_code >= 500:
                answered.add((address.name, method, response.status_code))

    assert answered == set()
    assert digests() == before


def test_a_revoked_role_sees_what_the_public_sees(world):
    """Removal ends every session at once: the removed desk is refused at its own page."""
    membership = world.arguments["staff_id"]
    before = world.ask("desk", "get", "/desk/spring-cup/").status_code

    world.event.memberships.filter(pk=membership).update(removed_at="2026-05-16T01:00:00Z")

    assert before == 200
    assert world.ask("desk", "get", "/desk/spring-cup/").status_code == 403
