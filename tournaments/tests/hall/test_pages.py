"""What the pages say of a round in sittings: cockpit, programme, the referee's table, the log."""

from datetime import timedelta

import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tournaments.actions import clocks, reminders
from tournaments.models import LinkScope, Role, Tournament
from tournaments.selectors.cockpit import cockpit
from tournaments.selectors.rounds import current_round
from tournaments.selectors.sittings import sittings_of
from tournaments.tests import cast
from tournaments.tests.hall.test_sittings import hand_in, matches, two_sittings


def next_step(event):
    step = cockpit(Tournament.objects.get(pk=event.pk), cast.organizer(event), timezone.now()).next
    return step.code, step.variant, step.page, step.params.get("sitting"), step.params.get("count")


def referee_of(event, *tables):
    membership, _ = cast.referee(event, list(tables))
    link, _token = cast.link(event, LinkScope.REFEREE, membership=membership)
    return cast.client_of(link)


def test_the_cockpit_leads_from_sitting_to_sitting(db):
    event, chief = two_sittings(db)
    first, second, third, fourth = matches(event)
    said = []

    clocks.start(chief, event, 1)
    said.append(next_step(event))
    for match in (first, second):
        hand_in(chief, event, match)
    said.append(next_step(event))
    clocks.end(chief, event, 1)
    said.append(next_step(event))
    clocks.start(chief, event, 1)
    said.append(next_step(event))
    for match in (third, fourth):
        hand_in(chief, event, match)
    said.append(next_step(event))

    assert said == [
        ("round", "sitting_running", "desk", 1, 2),
        ("round", "sitting_over", "manage-rounds", 1, 0),
        ("round", "sitting_ready", "manage-rounds", 2, 2),
        ("round", "sitting_running", "desk", 2, 2),
        ("round", "all_in", "manage-rounds", 2, 0),
    ]


def test_a_sitting_to_come_is_expected_when_the_one_before_ends(db):
    event, chief = two_sittings(db, teams=12)
    with time_machine.travel(cast.NOW, tick=False) as clock:
        clocks.start(chief, event, 1)
        clock.shift(timedelta(minutes=20))
        clocks.extend(chief, event, 1, minutes=15)
        rows = sittings_of(event, current_round(event), timezone.now())
        clock.shift(timedelta(hours=3))
        late = sittings_of(event, current_round(event), timezone.now())

    starts = [cast.NOW, cast.NOW + timedelta(minutes=135), cast.NOW + timedelta(minutes=255)]
    assert [(row.number, row.state, row.starts_at) for row in rows] == [
        (1, "on", starts[0]), (2, "later", starts[1]), (3, "later", starts[2]),
    ]  # fmt: skip
    assert [row.starts_at for row in late] == [starts[0], None, None]


def test_a_round_that_has_not_begun_is_expected_as_the_regulations_say(db):
    event, _chief = two_sittings(db)
    begins = event.regulations.identity.starts_at
    with time_machine.travel(begins - timedelta(hours=1), tick=False):
        rows = sittings_of(event, current_round(event), timezone.now())

    assert [(row.state, row.starts_at) for row in rows] == [("next", begins), ("later", begins + timedelta(hours=2))]


def test_the_referee_opens_each_turn_of_the_table_and_reads_which_it_is(db):
    event, chief = two_sittings(db)
    first, _second, third, _fourth = matches(event)
    phone = referee_of(event, 1)
    clocks.start(chief, event, 1)
    address = reverse("referee-table", args=[event.slug, 1])

    listed = phone.get(reverse("referee-event", args=[event.slug])).content.decode()
    now, later = phone.get(address), phone.get(address, {"sitting": 2})

    assert [f"?sitting={number}" in listed for number in (1, 2)] == [True, True]
    assert (now.context["view"].match.pk, now.context["view"].begun) == (first.pk, True)
    assert (later.context["view"].match.pk, later.context["view"].begun) == (third.pk, False)
    assert phone.get(address, {"sitting": 3}).status_code == 404
    assert now.context["deals_url"] == f"{reverse('referee-deals', args=[event.slug, 1])}?sitting=1"


def test_a_table_scanned_from_a_score_sheet_leads_the_referee_to_its_turn(db):
    event, _chief = two_sittings(db)

    answer = referee_of(event, 1).get(reverse("table", args=[event.slug, 1]), {"sitting": 2})

    assert answer.headers["Location"] == f"{reverse('referee-table', args=[event.slug, 1])}?sitting=2"


def test_the_clock_api_tells_the_sitting(db):
    event, chief = two_sittings(db)
    client, address = cast.client_of(None), reverse("api-clock", args=[event.slug])
    clocks.start(chief, event, 1)

    first = client.get(address).json()
    clocks.end(chief, event, 1)
    second = client.get(address).json()

    assert [(told["sitting"], told["sittings"], told["phase"]) for told in (first, second)] == [
        (1, 2, "running"), (2, 2, "planned"),
    ]  # fmt: skip
    assert first["key"] != second["key"]


def test_the_programme_tells_when_the_last_sitting_ends(db):
    event, chief = two_sittings(db)
    with time_machine.travel(cast.NOW, tick=False):
        clocks.start(chief, event, 1)

        page = cast.client_of(None).get(reverse("event", args=[event.slug]))

    row = page.context["page"].programme[0]
    assert (row.sittings, row.started_at, row.ends_at) == (2, cast.NOW, cast.NOW + timedelta(hours=4))


def test_pages_of_a_round_in_sittings_cost_the_same_for_few_and_for_many(db):
    counts = {}
    for teams, tables in ((4, 1), (12, 3)):
        event, chief = two_sittings(db, teams=teams, tables=tables, slug=f"of-{teams}")
        clocks.start(chief, event, 1)
        organizer = cast.client_of(cast.member(event, Role.ORGANIZER))
        for name, client in (("tables", cast.client_of(None)), ("manage-rounds", organizer), ("desk", organizer)):
            address = reverse(name, args=[event.slug])
            client.get(address)
            Tournament.objects.filter(pk=event.pk).update(live_version=900)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.setdefault(name, []).append(len(queries))

    assert {name: len(set(asked)) for name, asked in counts.items()} == dict.fromkeys(counts, 1), counts


def test_nothing_is_announced_of_a_sitting_that_is_over(db):
    event, chief = two_sittings(db)
    with time_machine.travel(cast.NOW, tick=False) as clock:
        clocks.start(chief, event, 1)
        clock.shift(timedelta(minutes=60))
        clocks.end(chief, event, 1)
        clock.shift(timedelta(hours=5))

        assert reminders.announce_due() == 0
