import re

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.models import AccessLink, AuditEntry, Membership, Role, TableAssignment, User
from tournaments.selectors import access
from tournaments.selectors.referees import tables_of
from tournaments.tests import cast

TOKEN = re.compile(r"/in/#([\w-]{24})")


@pytest.fixture
def organizer(event):
    return cast.client_of(cast.member(event, Role.ORGANIZER))


def page(event):
    return f"/manage/{event.slug}/referees/"


def test_a_referee_is_invited_and_the_link_is_shown_once(organizer, event):
    posted = organizer.post(page(event), {"name": "沈国华", "email": ""})
    first = organizer.get(page(event))
    second = organizer.get(page(event))

    token = TOKEN.search(first.content.decode())
    assert (posted.status_code, posted.url) == (302, page(event))
    assert access.link_by_token(token[1]).membership.name == "沈国华"
    assert "no-store" in first["Cache-Control"]
    assert TOKEN.search(second.content.decode()) is None


def test_an_invitation_without_a_name_is_said_at_its_field(organizer, event):
    response = organizer.post(page(event), {"name": "", "email": "shen@example.org"})

    assert (response.status_code, list(response.context["invite"].errors)) == (422, ["name"])
    assert response.context["invite"]["email"].value() == "shen@example.org"


def test_tables_are_ticked_and_all_ticks_can_be_taken_away(organizer, event):
    membership, _ = cast.referee(event, (1,))
    address = reverse("referee-tables", args=[event.slug, membership.pk])

    organizer.post(address, {"tables": ["2", "5"]})
    ticked = tables_of(membership.pk)
    organizer.post(address, {})

    assert (ticked, tables_of(membership.pk)) == ({2, 5}, frozenset())


def test_a_table_that_does_not_exist_cannot_be_ticked(organizer, event):
    membership, _ = cast.referee(event, (1,))

    response = organizer.post(reverse("referee-tables", args=[event.slug, membership.pk]), {"tables": ["10"]})

    assert (response.status_code, tables_of(membership.pk)) == (422, {1})


def test_a_referee_of_another_event_is_not_found(organizer, event):
    other, _ = cast.referee(cast.event("other"), (1,))

    for name in ("referee-tables", "referee-reissue", "referee-remove"):
        response = organizer.post(reverse(name, args=[event.slug, other.pk]), {"tables": ["2"]})

        assert response.status_code == 404
    assert tables_of(other.pk) == {1}


def test_a_new_link_is_shown_and_the_old_one_ends(organizer, event):
    membership, _ = cast.referee(event)
    cast.link(event, "referee", membership=membership)

    organizer.post(reverse("referee-reissue", args=[event.slug, membership.pk]))
    shown = organizer.get(page(event)).content.decode()

    assert access.link_by_token(TOKEN.search(shown)[1]).membership == membership
    assert AccessLink.objects.filter(revoked_at__isnull=True).count() == 1


def test_tables_are_shared_by_one_press(organizer, event):
    rows = [cast.referee(event)[0] for _ in range(3)]

    organizer.post(reverse("referees-share", args=[event.slug]))

    assert [len(tables_of(row.pk)) for row in rows] == [3, 3, 3]


def test_a_colleague_sets_the_password_by_the_link_that_the_organizer_passes_on(organizer, event, settings):
    settings.MAIL_CONFIGURED = False
    organizer.post(reverse("staff-add", args=[event.slug]), {"email": "chief@example.org", "name": "", "role": "chief"})
    shown = organizer.get(page(event)).content.decode()
    path = re.search(r"/accounts/reset/[^\"<]+", shown)[0]
    browser = Client()

    form = browser.get(path, follow=True)
    browser.post(form.request["PATH_INFO"], {"new_password1": "tractor-2026!", "new_password2": "tractor-2026!"})

    user = User.objects.get(email="chief@example.org")
    assert user.check_password("tractor-2026!")
    assert Membership.objects.get(user=user).role == Role.CHIEF


def test_a_role_that_the_chief_may_not_give_is_refused(event):
    chief = cast.client_of(cast.member(event, Role.CHIEF))

    response = chief.post(reverse("staff-add", args=[event.slug]), {"email": "x@example.org", "role": "organizer"})

    assert (response.status_code, User.objects.filter(email="x@example.org").count()) == (422, 0)


def test_a_screen_gets_a_link_that_can_be_ended(organizer, event):
    address = f"/manage/{event.slug}/screens/"
    organizer.post(address, {"label": "大厅东墙"})
    shown = organizer.get(address).content.decode()
    link = access.link_by_token(TOKEN.search(shown)[1])

    organizer.post(reverse("screen-revoke", args=[event.slug, link.pk]))

    link.refresh_from_db()
    assert (link.scope, link.label) == ("screen", "大厅东墙")
    assert link.revoked_at is not None


@pytest.mark.parametrize("role", [Role.DESK, Role.AUDITOR])
def test_others_see_neither_people_nor_screens(event, role):
    browser = cast.client_of(cast.member(event, role))

    assert browser.get(page(event)).status_code == 403
    assert browser.get(f"/manage/{event.slug}/screens/").status_code == 403
    assert browser.post(page(event), {"name": "x"}).status_code == 403
    assert AuditEntry.objects.count() == 0


@pytest.mark.parametrize("number", [1, 3])
def test_the_page_of_people_takes_the_same_queries_for_one_and_three(event, django_assert_num_queries, number):
    membership = cast.member(event, Role.ORGANIZER)
    for place in range(number):
        cast.referee(event, (place + 1,))
        cast.member(event, Role.DESK)
    browser = cast.client_of(membership)

    with django_assert_num_queries(7):
        response = browser.get(page(event))

    assert (len(response.context["referees"]), len(response.context["members"])) == (number, number + 1)
    assert TableAssignment.objects.count() == number
