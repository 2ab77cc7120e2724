"""Pages of an event with divisions ask as much of the database for one pair as for many."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tournaments.tests import cast
from tournaments.tests.divisions.hall import campuses
from tournaments.tests.stages import hall


def asked(client, address):
    """Return how many queries a page takes once everything that is remembered is."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def enter(event, *places):
    for place in places:
        division = ("east", "west")[place % 2]
        cast.team(event, *cast.pair_names(place), unit_name=f"单位{place}", division=division)


@pytest.mark.parametrize("name", ["entries", "manage-entries", "manage-units", "register", "event", "cockpit"])
def test_a_page_asks_no_more_with_more_pairs(db, name):
    event = campuses(registration={"capacity": 18})
    client = cast.client_of(cast.member(event, cast.Role.ORGANIZER))
    address = reverse(name, args=[event.slug])
    enter(event, 0, 1)
    first = asked(client, address)

    enter(event, 2, 3, 4, 5)

    assert asked(client, address) == first


@pytest.mark.parametrize("name", ["tables", "draw", "standings", "standings-final"])
def test_a_page_of_play_asks_no_more_with_more_pairs(db, name):
    found = []
    for slug, pairs in (("few", 4), ("many", 12)):
        event = campuses(slug=slug, registration={"capacity": 18}, stages=[{"format": "random_rounds", "rounds": 1}])
        client = cast.client_of(cast.member(event, cast.Role.ORGANIZER))
        enter(event, *range(pairs))
        event.entries_frozen_at = cast.NOW
        event.save(update_fields=["entries_frozen_at"])
        hall.play_stage(cast.organizer(event), event, winner=hall.best_wins)
        found.append(asked(client, reverse(name, args=[slug])))

    assert found[0] == found[1]
