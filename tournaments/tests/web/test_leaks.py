"""What must not get out: what is not released, and whether something exists."""

import re

import pytest
from django.core.cache import cache

from tournaments.models import Draw
from tournaments.selectors import standings
from tournaments.tests import cast
from tournaments.tests.web import world as site
from tournaments.tests.web.crawl import still
from tournaments.tests.web.world import HIDDEN, OTHER, UNDRAWN

PUBLIC_ROLES = ("anon", "team")
OF_EVENTS = [address for address in site.addresses() if "slug" in address.arguments]
UNKNOWN = "no-such-cup"


@pytest.mark.parametrize("role", ["anon", "orgX"])
def test_l01_a_draft_answers_like_an_event_that_does_not_exist(world, role):
    differing = set()

    for address in OF_EVENTS:
        for method in ("get", "post"):
            hidden, unknown = (
                world.ask(role, method, site.route_to(address, world, slug), site.body_of(address, world))
                for slug in (HIDDEN, UNKNOWN)
            )
            same = hidden.status_code == unknown.status_code and still(
                hidden.content.decode().replace(HIDDEN, UNKNOWN)
            ) == still(unknown.content.decode())
            if not same or hidden.status_code not in {302, 404, 405}:
                differing.add((address.name, method, hidden.status_code, unknown.status_code))

    assert differing == set()


@pytest.mark.parametrize("role", PUBLIC_ROLES)
def test_l04_a_draw_that_is_not_released_leaves_no_trace(world, role):
    pages = [site.route_to(address, world, UNDRAWN) for address in OF_EVENTS]
    with_draw = {address: answer(world, role, address) for address in pages}

    assert Draw.objects.filter(stage__division__tournament__slug=UNDRAWN).delete()[0] == 1
    cache.clear()
    standings.forget()

    assert {address: answer(world, role, address) for address in pages} == with_draw


def answer(world, role, address):
    response = world.ask(role, "get", address)
    words = "" if response.streaming else still(response.content.decode())
    return response.status_code, re.sub(r'("(?:now|server_now|published_at)": *)[^,}]+', r"\1", words)


def test_a_link_that_was_revoked_and_one_that_never_was_are_answered_alike(world):
    revoked, token = cast.link(world.event, cast.LinkScope.SCREEN, label="Hall")
    revoked.revoked_at = cast.NOW
    revoked.save(update_fields=["revoked_at"])

    answers = [world.ask("anon", "post", "/in/", {"token": each}) for each in (token, "x" * 24)]

    assert [each.status_code for each in answers] == [404, 404]
    assert still(answers[0].content.decode()) == still(answers[1].content.decode())


@pytest.mark.parametrize("role", ["anon", "orgX"])
def test_l07_an_event_that_is_not_public_is_in_no_list(world, role):
    lists = [address for address in site.addresses() if not address.arguments and address.name in {"home", "referee"}]

    pages = [world.ask(role, "get", site.route_to(address, world)).content.decode() for address in lists]

    assert (len(pages), [HIDDEN in page for page in pages]) == (2, [False, False])
    assert OTHER in pages[0]
