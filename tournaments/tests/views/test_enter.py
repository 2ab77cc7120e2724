import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.models import AccessLink, LinkScope, Role
from tournaments.tests import cast

ENTER = "/in/"


@pytest.fixture
def link(event):
    membership, _ = cast.referee(event, (1,))
    return cast.link(event, LinkScope.REFEREE, membership=membership)


def test_opening_the_page_changes_nothing(client, link):
    response = client.get(ENTER)

    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert AccessLink.objects.get().last_used_at is None
    assert "links" not in client.session


def test_a_referees_link_opens_the_referees_page(client, event, link):
    row, token = link

    response = client.post(ENTER, {"token": token})

    assert (response.status_code, response.url) == (302, reverse("referee-event", args=[event.slug]))
    assert client.session["links"] == [row.pk]
    assert AccessLink.objects.get().last_used_at is not None


def test_a_teams_link_opens_the_teams_page(client, event):
    row, token = cast.link(event, LinkScope.TEAM, team=cast.team(event, "王伟", "李强"))

    response = client.post(ENTER, {"token": token})

    assert (response.url, client.session["links"]) == (reverse("my-team", args=[event.slug]), [row.pk])


def test_a_screens_link_opens_the_screen(client, event):
    _row, token = cast.link(event, LinkScope.SCREEN)

    response = client.post(ENTER, {"token": token})

    assert response.url == reverse("screen", args=[event.slug])


def test_a_whole_link_may_be_pasted(client, event, link):
    row, token = link

    client.post(ENTER, {"token": f"  https://cup.example.org/in/#{token} \n"})

    assert client.session["links"] == [row.pk]


def test_the_session_gets_a_new_id_and_keeps_who_is_signed_in(event, link):
    organizer = cast.member(event, Role.ORGANIZER)
    client = cast.client_of(organizer)
    before = client.session.session_key

    client.post(ENTER, {"token": link[1]})

    assert client.session.session_key != before
    assert client.session["_auth_user_id"] == str(organizer.user_id)


def test_links_gather_and_the_newest_stands_last(client, event, link):
    screen, token = cast.link(event, LinkScope.SCREEN)

    client.post(ENTER, {"token": token})
    client.post(ENTER, {"token": link[1]})
    client.post(ENTER, {"token": token})

    assert client.session["links"] == [link[0].pk, screen.pk]


def test_unknown_revoked_and_over_get_the_same_answer(client, event, link):
    row, token = link
    over, over_token = cast.link(event, LinkScope.SCREEN)
    AccessLink.objects.filter(pk=row.pk).update(revoked_at=timezone.now())
    AccessLink.objects.filter(pk=over.pk).update(valid_to=timezone.now())

    answers = [client.post(ENTER, {"token": typed}) for typed in ("x" * 24, token, over_token, "", "\0")]

    def without_token(response):
        return response.content.replace(response.context["csrf_token"].encode(), b"")

    assert {answer.status_code for answer in answers} == {404}
    assert len({without_token(answer) for answer in answers}) == 1
    assert "links" not in client.session


def test_the_form_needs_its_token(event, link):
    strict = Client(enforce_csrf_checks=True)

    response = strict.post(ENTER, {"token": link[1]})

    assert response.status_code == 403
    assert AccessLink.objects.get().last_used_at is None
