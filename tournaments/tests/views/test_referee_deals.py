"""The page on which a referee keeps a match deal by deal."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tournaments.models import LinkScope, Tournament
from tournaments.policy import Actor
from tournaments.tests import cast
from tournaments.tests.deals.hall import DEALER_SIDE, deal, hall, rule
from tournaments.tests.results.hall import match_at


@pytest.fixture
def event(db) -> Tournament:
    return hall("s1")


@pytest.fixture
def referee(event) -> tuple[Client, Actor]:
    membership, actor = cast.referee(event, [3])
    return cast.client_of(cast.link(event, LinkScope.REFEREE, membership=membership)[0]), actor


def page(client: Client, event: Tournament, table: int = 3):
    return client.get(reverse("referee-deals", args=[event.slug, table]), headers={"accept-language": "en"})


def test_the_page_asks_by_the_rules_of_the_event(event, referee):
    context = page(referee[0], event).context

    assert context["tricks_pad"] == {
        "hundreds": [0, 100, 200, 300],
        "tens": [0, 10, 20, 30, 40, 50, 60, 70, 80, 90],
        "ones": [0, 5],
    }
    assert (context["kitty_values"][-1], context["jack"], context["plain_is_safe"]) == (60, None, True)
    assert [seat["seat"] for seat in context["roster"]] == [0, 1]


def test_another_kitty_and_another_number_of_decks_have_other_keys(referee):
    event = hall("s3", "jack-cup")
    membership, _ = cast.referee(event, [3])
    client = cast.client_of(cast.link(event, LinkScope.REFEREE, membership=membership)[0])

    context = page(client, event).context

    assert (context["tricks_pad"]["hundreds"], context["kitty_values"][-1], context["jack"]) == ([0, 100, 200], 80, "J")


def test_what_the_phone_keeps_is_named_by_the_match_alone(event, referee):
    config = page(referee[0], event).context["config"]

    assert config["storage"] == f"deals:{event.slug}:{match_at(event, 3).pk}"


def test_somebody_elses_table_is_taken_over_first(event, referee):
    answer = page(referee[0], event, 4)

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/r/{event.slug}/tables/4/")


def test_before_the_start_the_page_says_so(db):
    event = cast.event()
    cast.drawn(event)
    membership, _ = cast.referee(event, [3])
    client = cast.client_of(cast.link(event, LinkScope.REFEREE, membership=membership)[0])

    answer = page(client, event)

    assert "Round 1 has not started yet" in answer.content.decode()
    assert answer.context["play"]["open"] is False


def queries(client: Client, event: Tournament) -> int:
    with CaptureQueriesContext(connection) as asked:
        page(client, event)
    return len(asked)


def test_a_page_with_three_deals_asks_no_more_than_one_with_one(event, referee):
    client, actor = referee
    match = match_at(event, 3)
    deal(actor, event, match, 60, 0, last_trick=DEALER_SIDE)
    rule(actor, event, match, 1, "bad_throw", deal=1)
    before = queries(client, event)
    deal(actor, event, match, 60, 2, last_trick=DEALER_SIDE)
    deal(actor, event, match, 120, 0, last_trick=DEALER_SIDE)
    rule(actor, event, match, 0, "bad_throw", deal=2)

    after = queries(client, event)

    assert after == before
