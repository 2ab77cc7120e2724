import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils import timezone

from tournaments.errors import NotAllowed, NotFound
from tournaments.models import AccessLink, LinkScope, Role, Tournament
from tournaments.policy import Actor, As, Permission
from tournaments.selectors import access
from tournaments.states import EventState
from tournaments.tests import cast


def request_of(user=None, links=()):
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = {"links": list(links)}
    return request


def test_a_draft_is_not_found_by_the_public_and_by_its_teams(db):
    draft = cast.event(state=EventState.DRAFT)
    pair = cast.team(draft, "王伟", "李强")
    link, _ = cast.link(draft, LinkScope.TEAM, team=pair)

    for request in (request_of(), request_of(links=[link.pk])):
        with pytest.raises(NotFound) as refused:
            access.event(request, draft.slug)

        assert refused.value.code == "not_found"


def test_a_draft_is_seen_by_its_organizer(db):
    draft = cast.event(state=EventState.DRAFT)
    membership = cast.member(draft, Role.ORGANIZER)

    found, actor = access.event(request_of(membership.user), draft.slug, Permission.EDIT_EVENT)

    assert (found, actor.role) == (draft, As.ORGANIZER)


def test_a_role_of_another_event_gives_nothing_here(event: Tournament):
    membership = cast.member(cast.event("other"), Role.ORGANIZER)

    with pytest.raises(NotAllowed):
        access.event(request_of(membership.user), event.slug, Permission.SEE_COCKPIT)


def test_a_revoked_link_and_an_unknown_one_get_the_same_answer(event: Tournament):
    membership, _ = cast.referee(event)
    link, token = cast.link(event, LinkScope.REFEREE, membership=membership)
    AccessLink.objects.filter(pk=link.pk).update(revoked_at=timezone.now())

    with pytest.raises(NotFound) as revoked:
        access.link_by_token(token)
    with pytest.raises(NotFound) as unknown:
        access.link_by_token("x" * 24)

    assert revoked.value.code == unknown.value.code == "unknown_link"
    assert access.actor_of(request_of(links=[link.pk]), event) == Actor(event.pk, address="127.0.0.1")


def test_a_referee_who_was_removed_has_no_link_any_more(event: Tournament):
    membership, _ = cast.referee(event)
    link, _token = cast.link(event, LinkScope.REFEREE, membership=membership)
    assert access.actor_of(request_of(links=[link.pk]), event).role == As.REFEREE

    membership.removed_at = timezone.now()
    membership.save(update_fields=["removed_at"])

    assert access.actor_of(request_of(links=[link.pk]), event).role == As.PUBLIC
