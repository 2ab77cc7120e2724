"""Draw, rounds, tables, clock and screen as pages: who gets them, what they say, what stays hidden."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tournaments.actions import clocks, draws, reminders
from tournaments.models import Draw, LinkScope, Match, MatchSide, Role, Round, Tournament
from tournaments.pairing import DrawRecord, Outcome, replay
from tournaments.tests import cast

PUBLIC = ("draw", "tables", "tables-live", "clock", "api-clock")


@pytest.fixture(autouse=True)
def _no_stored_pages():
    cache.clear()


@pytest.fixture
def frozen(event: Tournament):
    cast.eighteen(event)
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    return event


@pytest.fixture
def hall(event: Tournament):
    cast.drawn(event)
    return event


def page(client, name, *args, **query):
    return client.get(reverse(name, args=args), query, headers={"accept-language": "en"})


def body(response):
    return response.content.decode()


def staff(event, role=Role.CHIEF):
    return cast.client_of(cast.member(event, role))


def act(client, event, verb, number=1, **given):
    return client.post(
        reverse("manage-round-act", args=[event.slug, number, verb]), given, headers={"accept-language": "en"}
    )


def seen(event):
    """Everything the public gets by any path of the hall, with what could change by accident taken out."""
    client = cast.client_of(None)
    found = []
    for name in PUBLIC:
        response = page(client, name, event.slug)
        text = body(response)
        if name == "api-clock":
            told = json.loads(text)
            text = str({key: told[key] for key in told if key not in {"now", "server_now"}})
        found.append((name, response.status_code, text))
    for name, args in (("table", [1]), ("tables-round", [1]), ("tables-round-live", [1]), ("draw-record", [])):
        response = page(client, name, event.slug, *args)
        found.append((name, response.status_code, body(response)))
    return found


def test_l05_before_the_release_the_public_sees_the_same_whether_or_not_a_draft_exists(frozen):
    organizer = cast.organizer(frozen)
    before = seen(frozen)

    draft = draws.make(organizer, frozen)
    with_draft = seen(frozen)
    draws.check(organizer, frozen, draft.pk)
    checked = seen(frozen)

    assert before == with_draft == checked
    assert [status for _name, status, _text in before] == [200] * 6 + [404] * 3


def test_the_draft_is_shown_to_organizer_and_chief_and_to_nobody_else(frozen):
    draws.make(cast.organizer(frozen), frozen)
    membership, _ = cast.referee(frozen)
    link, _token = cast.link(frozen, LinkScope.REFEREE, membership=membership)

    answers = [
        page(client, "manage-draw", frozen.slug).status_code
        for client in (staff(frozen, Role.ORGANIZER), staff(frozen), staff(frozen, Role.DESK), cast.client_of(link))
    ]
    public = page(cast.client_of(None), "manage-draw", frozen.slug)

    assert answers == [200, 200, 403, 302]
    assert (public.status_code, public.url.split("?")[0]) == (302, reverse("login"))


def test_the_draw_is_made_checked_and_released_by_pages(frozen):
    client = staff(frozen, Role.ORGANIZER)

    client.post(reverse("manage-draw-make", args=[frozen.slug]), {"called_seed": "3 1 4 1 5", "after": "0"})
    made = Draw.objects.get()
    for verb in ("check", "release"):
        client.post(reverse("manage-draw-act", args=[frozen.slug, made.pk, verb]))

    made.refresh_from_db()
    shown = body(page(cast.client_of(None), "draw", frozen.slug))
    assert (made.seed, made.state) == ("31415", "released")
    assert all(text in shown for text in ("31415", "called out in the hall", "How it was drawn"))


def test_what_is_no_seed_is_said_at_the_field_and_kept(frozen):
    client = staff(frozen, Role.ORGANIZER)

    answer = client.post(
        reverse("manage-draw-make", args=[frozen.slug]),
        {"called_seed": "abc", "after": "0"},
        headers={"accept-language": "en"},
    )

    assert (answer.status_code, Draw.objects.count()) == (422, 0)
    assert answer.context["form"].errors == {"called_seed": ["Type only the digits that were called, at most 40."]}
    assert 'value="abc"' in body(answer)


def test_an_open_list_leads_to_the_freeze(event: Tournament):
    assert "Freeze it first" in body(page(staff(event), "manage-draw", event.slug))


def test_one_team_is_not_drawn(event: Tournament):
    cast.team(event, "王伟", "李强")
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=cast.NOW)

    assert "A draw needs at least two teams" in body(page(staff(event), "manage-draw", event.slug))


def test_reading_changes_nothing(hall):
    client = staff(hall)
    version = Tournament.objects.get().live_version

    answers = [
        client.get(reverse("manage-round-act", args=[hall.slug, 1, "start"])).status_code,
        client.get(reverse("manage-draw-make", args=[hall.slug])).status_code,
    ]

    assert (answers, Tournament.objects.get().live_version) == ([405, 405], version)


def test_l08_a_public_draw_masks_who_did_not_consent(event: Tournament):
    for name in ("甲", "乙"):
        cast.team(event, f"{name}一", f"{name}二", unit_name=name, consent=name == "甲")
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    organizer = cast.organizer(event)
    made = draws.make(organizer, event)
    draws.check(organizer, event, made.pk)
    draws.release(organizer, event, made.pk)

    shown = body(page(cast.client_of(None), "draw", event.slug))

    assert ("甲一" in shown, "乙一" in shown, "Team 2" in shown) == (True, False, True)


def test_the_record_of_a_released_draw_replays(frozen):
    organizer = cast.organizer(frozen)
    made = draws.make(organizer, frozen)
    draws.check(organizer, frozen, made.pk)
    draws.release(organizer, frozen, made.pk)

    told = page(cast.client_of(None), "draw-record", frozen.slug).json()

    record = DrawRecord.from_json(told["record"])
    assert (record.digest(), replay(record)) == (told["digest"], Outcome.from_json(told["outcome"]))


@pytest.mark.parametrize("name", ["draw", "tables", "clock"])
def test_public_pages_cost_the_same_for_few_and_for_many_rows(name, db):
    counts = []
    for teams in (2, 6):
        event = cast.event(f"of-{teams}")
        for index in range(teams):
            cast.team(event, f"甲{index}", f"乙{index}", unit_name=f"单位{index}")
        Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=cast.NOW)
        organizer = cast.organizer(event)
        made = draws.make(organizer, event)
        draws.check(organizer, event, made.pk)
        draws.release(organizer, event, made.pk)
        cache.clear()

        with CaptureQueriesContext(connection) as queries:
            page(cast.client_of(None), name, event.slug)

        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


@pytest.mark.parametrize("name", ["manage-rounds", "manage-draw"])
def test_cockpit_pages_cost_the_same_for_few_and_for_many_rows(name, db):
    counts = []
    for tables in (1, 3):
        event = cast.event(f"of-{tables}")
        cast.drawn(event)
        Match.objects.filter(round__stage__division__tournament=event, table__gt=tables).delete()
        client = staff(event)

        with CaptureQueriesContext(connection) as queries:
            page(client, name, event.slug)

        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_round_is_started_paused_and_extended_by_the_chief(hall):
    client = staff(hall)

    answers = [
        act(client, hall, "start", order="0"),
        act(client, hall, "extend", order="1", minutes="5"),
        act(client, hall, "pause", order="2"),
        act(client, hall, "resume", order="3"),
    ]

    assert [answer.status_code for answer in answers] == [302] * 4
    assert list(Round.objects.get(number=1).clock.events.values_list("kind", "seconds")) == [
        ("started", 0),
        ("extended", 300),
        ("paused", 0),
        ("resumed", 0),
    ]


def test_the_slower_of_two_controllers_is_told_in_words(hall):
    client = staff(hall)
    act(client, hall, "start", order="0")

    answer = act(client, hall, "start", order="0")

    assert (answer.status_code, "Somebody else was quicker" in body(answer)) == (409, True)


def test_a_refusal_keeps_the_reason_that_was_typed(hall):
    client = staff(hall)

    answer = act(client, hall, "undo", order="0", reason="人还没到齐")

    assert (answer.status_code, answer.context["reason"]) == (409, "人还没到齐")
    assert "人还没到齐</textarea>" in body(answer)


@pytest.mark.parametrize("minutes", ["", "x", "1.5"])
def test_a_length_that_is_no_number_changes_nothing(hall, minutes):
    client = staff(hall)
    act(client, hall, "start", order="0")

    answer = act(client, hall, "extend", order="1", minutes=minutes)

    assert (answer.status_code, Round.objects.get(number=1).clock.events.count()) == (409, 1)


def test_closing_says_which_tables_are_missing(hall):
    answer = act(staff(hall), hall, "close")

    assert (answer.status_code, "1, 2, 3, 4, 5, 6, 7, 8, 9" in body(answer)) == (409, True)


def test_a_match_is_moved_by_its_page(hall):
    client = staff(hall)
    match = Match.objects.get(round__number=1, table=1)
    address = reverse("manage-round-move", args=[hall.slug, 1, match.pk])

    shown = client.get(address)
    refused = client.post(address, {"table": "3", "reason": ""})
    answer = client.post(address, {"table": "3", "reason": "行动不便"})

    match.refresh_from_db()
    assert (shown.status_code, refused.status_code, answer.status_code, match.table) == (200, 422, 302, 3)


@pytest.mark.parametrize("role", [Role.DESK, Role.AUDITOR, Role.REFEREE])
def test_only_organizer_and_chief_run_rounds(hall, role):
    client = staff(hall, role)

    assert (page(client, "manage-rounds", hall.slug).status_code, act(client, hall, "start").status_code) == (403, 403)


def test_the_live_part_of_the_rounds_says_that_nothing_changed(hall):
    client = staff(hall)
    address = reverse("manage-rounds-live", args=[hall.slug, 1])

    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first.headers["ETag"]})
    clocks.start(cast.chief(hall), hall, 1)
    after = client.get(address, headers={"if-none-match": first.headers["ETag"]})

    assert (first.status_code, again.status_code, after.status_code) == (200, 304, 200)


def test_the_clock_api_tells_facts_in_the_servers_time(hall):
    """S1-5"""
    with time_machine.travel(cast.NOW, tick=False) as clock:
        clocks.start(cast.chief(hall), hall, 1)
        clock.shift(timedelta(minutes=90, seconds=7))
        reminders.announce_due()

        answer = page(cast.client_of(None), "api-clock", hall.slug)

    told = answer.json()
    start = int(cast.NOW.timestamp() * 1000)
    announced = told.pop("announcements")
    assert told == {
        "now": "2026-05-16T10:30:07+08:00",
        "server_now": start + 5_407_000,
        "round": 1,
        "sitting": None,
        "sittings": 1,
        "phase": "reminder",
        "state": "running",
        "paused": False,
        "starts_at": start,
        "reminder_at": start + 5_400_000,
        "ends_at": start + 7_200_000,
        "remaining_ms": 1_793_000,
        "last_deals": 3,
        "key": told["key"],
        "reminder_key": announced[0]["key"],
        "over_key": told["over_key"],
    }
    assert [(each["kind"], each["at"], each["late"]) for each in announced] == [("reminder", start + 5_400_000, True)]
    assert (answer.headers["Cache-Control"], answer.status_code) == ("no-store", 200)


def test_the_clock_api_answers_304_in_one_query_until_something_happens(hall):
    client = cast.client_of(None)
    tag = page(client, "api-clock", hall.slug).headers["ETag"]
    address = reverse("api-clock", args=[hall.slug])

    with CaptureQueriesContext(connection) as queries:
        unchanged = client.get(address, headers={"if-none-match": tag})
    asked = len(queries)
    clocks.start(cast.chief(hall), hall, 1)
    changed = client.get(address, headers={"if-none-match": tag})

    assert (unchanged.status_code, asked, changed.status_code) == (304, 1, 200)


def test_before_the_release_the_clock_api_tells_of_none(event: Tournament):
    told = page(cast.client_of(None), "api-clock", event.slug).json()

    assert (told["phase"], told["round"], told["announcements"]) == ("none", None, [])


def test_the_page_of_a_table_says_who_plays_there_in_every_round(hall):
    shown = page(cast.client_of(None), "table", hall.slug, 1)

    assert [([side.lot for side in row.sides], turn) for row, turn in shown.context["now"]] == [(["A1", "B1"], None)]
    others = [[side.lot for side in row.sides] for _round, rows in shown.context["others"] for row in rows]
    assert others == [["A1", "D1"]]


def test_a_table_that_the_hall_has_not_is_not_found(hall):
    assert page(cast.client_of(None), "table", hall.slug, 10).status_code == 404


def test_a_referee_of_this_event_is_led_to_the_result_of_the_table(hall):
    membership, _ = cast.referee(hall, [4])
    link, _token = cast.link(hall, LinkScope.REFEREE, membership=membership)
    other = cast.event("other")
    stranger, _ = cast.referee(other, [4])
    other_link, _token = cast.link(other, LinkScope.REFEREE, membership=stranger)

    own = page(cast.client_of(link), "table", hall.slug, 4)
    foreign = page(cast.client_of(other_link), "table", hall.slug, 4)

    assert (own.status_code, own.url) == (302, reverse("referee-table", args=[hall.slug, 4]))
    assert foreign.status_code == 200


def test_t12_a_bye_is_shown_as_one_on_tables_and_screen(hall):
    match = Match.objects.get(round__number=1, table=9)
    MatchSide.objects.filter(match=match, position=1).update(source="bye", team=None)
    Match.objects.filter(pk=match.pk).update(table=None)
    link, _token = cast.link(hall, LinkScope.SCREEN)

    shown = [page(cast.client_of(who), name, hall.slug) for who, name in ((None, "tables"), (link, "screen"))]

    assert ["Bye" in body(each) for each in shown] == [True, True]


def test_the_screen_needs_its_link_and_ends_with_it(hall):
    link, _token = cast.link(hall, LinkScope.SCREEN)
    client = cast.client_of(link)

    before = page(client, "screen", hall.slug).status_code
    link.revoked_at = cast.NOW
    link.save(update_fields=["revoked_at"])

    assert (before, page(client, "screen", hall.slug).status_code) == (200, 302)
    assert page(cast.client_of(None), "screen", hall.slug).status_code == 302


def test_the_screen_names_in_full_and_shows_no_draft(frozen):
    link, _token = cast.link(frozen, LinkScope.SCREEN)
    client = cast.client_of(link)
    before = page(client, "screen", frozen.slug)

    draws.make(cast.organizer(frozen), frozen)

    assert body(page(client, "screen", frozen.slug)) == body(before)
    assert "The draw has not been released yet" in body(before)
