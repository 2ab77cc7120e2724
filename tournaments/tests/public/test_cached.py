"""Stored pages: the same bytes for every visitor, nobody else's, and new ones as soon as the event changes."""

import gzip

import pytest
from django.test import Client

from tournaments.models import LinkScope, Person, Role, Tournament
from tournaments.tests import cast
from tournaments.tests.public.test_pages import hide, touch
from tournaments.tests.standings import sheets
from tournaments.views import cached

ADDRESS = "/spring-cup/standings/"


@pytest.fixture
def played(event):
    by_lot = cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("8", "6"))
    hide(event, by_lot["A1"])
    return event


def zipped(client, address=ADDRESS, **extra):
    return client.get(address, HTTP_ACCEPT_ENCODING="gzip, br", **extra)


def test_a_stored_page_costs_one_query(played, django_assert_num_queries):
    Client().get(ADDRESS)

    with django_assert_num_queries(1):
        Client().get(ADDRESS)


@pytest.mark.parametrize("tables", [1, 3])
def test_a_page_that_is_not_stored_costs_few_queries_however_many_results(event, django_assert_num_queries, tables):
    cast.drawn(event)
    sheets.play(event, 1, *[("9", "6")] * tables)

    with django_assert_num_queries(5):
        Client().get(ADDRESS)


def test_the_stored_bytes_go_out_as_they_are_or_unpacked(played):
    first, packed, plain = zipped(Client()), zipped(Client()), Client().get(ADDRESS)

    assert (first.content, packed.headers["Content-Encoding"]) == (packed.content, "gzip")
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(packed.headers["Vary"].split(", "))


def test_a_known_page_is_not_sent_again(played):
    tag = zipped(Client()).headers["ETag"]

    again = zipped(Client(), HTTP_IF_NONE_MATCH=f'"other", W/{tag}')

    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)


def test_a_change_of_the_event_gives_new_bytes_in_any_process(played):
    before = zipped(Client())
    sheets.sheet(sheets.match_at(played, 1, 3), ("A", "2"))
    Tournament.objects.filter(pk=played.pk).update(live_version=played.live_version + 1)

    after = zipped(Client(), HTTP_IF_NONE_MATCH=before.headers["ETag"])

    assert (after.status_code, after.content == before.content) == (200, False)


def test_languages_are_stored_apart(played):
    chinese, english = (Client().get(ADDRESS, HTTP_ACCEPT_LANGUAGE=language) for language in ("zh-CN", "en"))
    again = Client().get(ADDRESS, HTTP_ACCEPT_LANGUAGE="zh-CN")

    assert (b"Provisional" in english.content, b"Provisional" in chinese.content) == (True, False)
    assert again.content == chinese.content


@pytest.mark.parametrize("who", ["staff", "referee", "team"])
def test_nobody_gets_what_was_made_for_another(played, who):
    """S19: a page with names in full is kept by nobody, and a stored one is not shown to those who see more."""
    if who == "staff":
        subject = cast.member(played, Role.ORGANIZER)
    elif who == "referee":
        membership, _actor = cast.referee(played)
        subject = cast.link(played, LinkScope.REFEREE, membership=membership)[0]
    else:
        subject = cast.link(played, LinkScope.TEAM, team=played.teams.get(number=1))[0]
    name = Person.objects.filter(memberships__team__number=1).order_by("pk").first().name.encode()
    before = Client().get(ADDRESS)

    own = cast.client_of(subject).get(ADDRESS)
    after = Client().get(ADDRESS)

    assert (name in before.content, name in own.content, name in after.content) == (False, True, False)
    assert (own.headers["Cache-Control"], after.headers["Cache-Control"]) == ("private, no-store", "no-cache")


def test_a_poll_of_the_staff_is_told_when_nothing_changed(played):
    client = cast.client_of(cast.member(played, Role.ORGANIZER))
    tag = client.get("/spring-cup/standings/live/").headers["ETag"]

    again = client.get("/spring-cup/standings/live/", HTTP_IF_NONE_MATCH=tag)

    assert (again.status_code, again.headers["Cache-Control"]) == (304, "private, no-store")


def test_a_session_without_account_or_link_is_a_visitor(played, django_assert_num_queries):
    client = Client()
    session = client.session
    session["seen"] = 1
    session.save()
    client.get(ADDRESS)

    with django_assert_num_queries(2):
        response = client.get(ADDRESS)

    assert response.headers["Cache-Control"] == "no-cache"


def test_stored_pages_hold_no_token_of_a_form(event):
    cast.eighteen(event)

    pages = [Client().get(f"/spring-cup/{path}") for path in ("", "standings/", "me/", "rules/", "teams/1/")]

    assert [b"csrfmiddlewaretoken" in page.content or "csrftoken" in page.cookies for page in pages] == [False] * 5


def test_an_answer_other_than_a_page_is_not_stored(event):
    cast.eighteen(event)
    missing = Client().get("/spring-cup/teams/A1/")
    event.divisions.get().stages.get().stage_entries.create(team=event.teams.get(number=1), lot="A1")

    found = Client().get("/spring-cup/teams/A1/")

    assert (missing.status_code, found.status_code) == (404, 302)


def test_a_question_is_not_stored(event):
    cast.drawn(event)
    touch(event)

    response = Client().get("/spring-cup/me/", {"q": "A1"})

    assert response.headers["Cache-Control"] == "private, no-store"


@pytest.fixture
def store_down(settings):
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    }
    cached.forget_rest()
    yield
    cached.forget_rest()


def test_pages_are_made_while_the_store_is_down(played, store_down):
    pages = [Client().get(ADDRESS) for _ in range(2)]

    assert [page.status_code for page in pages] == [200, 200]
    assert pages[0].content == pages[1].content
