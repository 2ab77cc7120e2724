"""A round with more matches than tables, from its release to its close, through the real actions."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tournaments.actions import clocks, draws, events, lateness, reminders, results, rounds
from tournaments.actions.release import LaidMatch
from tournaments.errors import Gone, Refusal
from tournaments.models import Clock, ClockEvent, Division, Match, Notice, Round, Team
from tournaments.pairing import Asked, Side
from tournaments.regulations import dump
from tournaments.seating import Place
from tournaments.selectors.clock import clock_of_match
from tournaments.selectors.results import match_at, match_begun, now_at_table
from tournaments.selectors.rounds import current_round
from tournaments.selectors.seats import seats_of
from tournaments.tests import cast
from tournaments.tests.results.hall import key
from tournaments.tests.stages import hall

LEVELS = ["9", "6"]


def two_sittings(db, *, teams=8, tables=2, slug="cup", **sections):
    """Eight pairs at two tables: matches 1 and 2, then 3 and 4."""
    event = cast.event(slug, venue={"tables": tables}, registration={"capacity": 64}, **sections)
    for index in range(teams):
        cast.team(event, f"甲{index}", f"乙{index}")
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    chief = cast.chief(event)
    hall.draw(cast.organizer(event), event)
    return event, chief


def matches(event, number=1):
    rows = Match.objects.filter(round__stage__division__tournament=event, round__number=number)
    return list(rows.select_related("round__clock", "round__stage__rules").order_by("number"))


def hand_in(chief, event, match):
    results.type_result(chief, event, match_id=match.pk, key=key(), levels=LEVELS, signed=True)


def on(event):
    clock = current_round(event).clock
    return clock.sitting, clock.events.count()


def test_the_second_sitting_is_on_when_the_first_has_ended(db):
    event, chief = two_sittings(db)

    clocks.start(chief, event, 1)
    assert on(event) == (1, 1)
    clocks.end(chief, event, 1)
    assert on(event) == (2, 0)
    clocks.start(chief, event, 1)
    clocks.end(chief, event, 1)

    assert on(event) == (2, 2)


def test_a_result_is_taken_from_its_sitting_on_and_still_after_it(db):
    event, chief = two_sittings(db)
    first, second, third, _fourth = matches(event)
    clocks.start(chief, event, 1)

    hand_in(chief, event, first)
    with pytest.raises(Refusal) as refused:
        hand_in(chief, event, third)
    clocks.end(chief, event, 1)
    clocks.start(chief, event, 1)
    hand_in(chief, event, second)
    hand_in(chief, event, third)

    assert (refused.value.code, refused.value.params) == ("sitting_not_begun", {"round": 1, "sitting": 2})
    assert [match_begun(match) for match in matches(event)] == [True] * 4


def test_a_round_is_closed_when_all_its_sittings_were_played(db):
    event, chief = two_sittings(db)
    first, second, third, fourth = matches(event)
    clocks.start(chief, event, 1)
    for match in (first, second):
        hand_in(chief, event, match)

    with pytest.raises(Refusal) as while_on:
        rounds.close(chief, event, 1)
    clocks.end(chief, event, 1)
    with pytest.raises(Refusal) as between:
        rounds.close(chief, event, 1)
    clocks.start(chief, event, 1)
    for match in (third, fourth):
        hand_in(chief, event, match)
    closed = rounds.close(chief, event, 1)

    assert (while_on.value.code, while_on.value.params) == ("sitting_to_come", {"sitting": 1, "sittings": 2})
    assert (between.value.code, between.value.params) == ("sitting_to_come", {"sitting": 2, "sittings": 2})
    assert closed.state == "closed"
    assert ClockEvent.objects.filter(clock=closed.clock).last().kind == "ended"


def test_the_next_round_starts_with_its_own_first_sitting(db):
    event, chief = two_sittings(db)

    for _sitting in (1, 2):
        clocks.start(chief, event, 1)
        for match in matches(event):
            if match_begun(match) and not match.sheets.exists():
                hand_in(chief, event, match)
        clocks.end(chief, event, 1)
    rounds.close(chief, event, 1)
    clocks.start(chief, event, 2)

    assert on(event) == (1, 1)
    assert [match_begun(match) for match in matches(event, 2)] == [True, True, False, False]


def test_a_page_of_the_first_sitting_starts_nothing_in_the_second(db):
    """The second sitting's clock has no facts yet, as the first had none when the old page was made."""
    event, chief = two_sittings(db)
    clocks.start(chief, event, 1, order=0, sitting=1)
    clocks.end(chief, event, 1, order=1, sitting=1)

    with pytest.raises(Gone) as refused:
        clocks.start(chief, event, 1, order=0, sitting=1)
    clocks.start(chief, event, 1, order=0, sitting=2)
    with pytest.raises(Gone):
        clocks.start(chief, event, 1, order=0, sitting=2)

    assert refused.value.code == "clock_moved_on"
    assert on(event) == (2, 1)


def test_the_start_of_a_sitting_is_taken_back_although_the_first_has_results(db):
    event, chief = two_sittings(db)
    clocks.start(chief, event, 1)
    hand_in(chief, event, matches(event)[0])
    clocks.end(chief, event, 1)
    clocks.start(chief, event, 1)

    clocks.undo(chief, event, 1, reason="还没坐好")

    assert [match_begun(match) for match in matches(event)] == [True, True, False, False]
    with pytest.raises(Refusal):
        draws.discard(cast.organizer(event), event, Round.objects.first().draw_id, reason="重抽")


def test_each_sitting_is_reminded_of_by_its_own_clock(db):
    event, chief = two_sittings(db)
    with time_machine.travel(cast.NOW, tick=False) as clock:
        clocks.start(chief, event, 1)
        clock.shift(timedelta(minutes=100))
        reminders.announce_due()
        clocks.end(chief, event, 1)
        clock.shift(timedelta(minutes=10))
        clocks.start(chief, event, 1)
        clock.shift(timedelta(minutes=89))
        quiet = reminders.announce_due()
        clock.shift(timedelta(minutes=2))
        again = reminders.announce_due()

    said = list(Notice.objects.filter(clock__isnull=False).order_by("due_at").values_list("kind", "clock__sitting"))
    assert (quiet, again) == (0, 1)
    assert said == [("reminder", 1), ("reminder", 2)]


def test_lateness_counts_from_the_start_of_the_sitting(db):
    event, chief = two_sittings(db)
    third = matches(event)[2]
    with time_machine.travel(cast.NOW, tick=False) as clock:
        clocks.start(chief, event, 1)
        clock.shift(timedelta(hours=2))
        clocks.end(chief, event, 1)
        clocks.start(chief, event, 1)
        clock.shift(timedelta(minutes=12))

        arrival = lateness.arrived(chief, event, match_id=third.pk, side=0, key=key())

    assert arrival.seconds == 12 * 60


def test_a_match_of_a_sitting_that_is_over_keeps_its_own_clock(db):
    event, chief = two_sittings(db)
    clocks.start(chief, event, 1)
    clocks.end(chief, event, 1)

    states = [clock_of_match(match, timezone.now()).stage.value for match in matches(event)]

    assert states == ["ended", "ended", "planned", "planned"]


def test_a_table_shows_the_match_that_is_to_be_looked_at(db):
    event, chief = two_sittings(db)
    first, _second, third, _fourth = matches(event)

    def looked_at():
        return match_at(current_round(event), 1).number

    seen = [looked_at()]
    clocks.start(chief, event, 1)
    seen.append(looked_at())
    clocks.end(chief, event, 1)
    seen.append(looked_at())
    clocks.start(chief, event, 1)
    seen.append(looked_at())
    hand_in(chief, event, first)
    seen.append(looked_at())

    assert seen == [1, 1, 1, 1, third.number]
    assert now_at_table(event, 1).match_id == third.pk
    assert match_at(current_round(event), 1, 1).number == 1


def test_nothing_is_drawn_anew_once_the_first_sitting_was_played(db):
    event, chief = two_sittings(db)
    clocks.start(chief, event, 1)
    clocks.end(chief, event, 1)

    with pytest.raises(Refusal) as refused:
        draws.discard(cast.organizer(event), event, Round.objects.first().draw_id, reason="重抽")

    assert refused.value.code == "draw_play_has_begun"


def test_matches_of_different_sittings_share_a_table_and_change_places_only_with_their_own(db):
    event, chief = two_sittings(db)
    first, second, third, fourth = matches(event)

    rounds.move_match(chief, event, third.pk, table=2, reason="换桌")

    assert [(match.sitting, match.table) for match in matches(event)] == [(1, 1), (1, 2), (2, 2), (2, 1)]
    assert [first.table, second.table, fourth.table] == [1, 2, 2]


def test_new_times_do_not_reach_a_round_that_has_begun(db):
    event, chief = two_sittings(db)
    clocks.start(chief, event, 1)
    document = dump(event.regulations)
    document["stages"][0]["timing"]["round_seconds"] = 3600

    events.amend(cast.organizer(event), event, document=document, reason="场地时间不够", based_on=event.rules.version)

    rows = Clock.objects.order_by("pk").values_list("seconds", flat=True)
    assert list(rows) == [7200, 7200, 3600, 3600]


def test_a_knockout_is_seated_in_sittings_round_by_round(db):
    event, chief = two_sittings(db, stages=[{"format": "knockout", "third_place": True}])

    for number in (1, 2, 3):
        clocks.start(chief, event, number)
        while True:
            for match in matches(event, number):
                if match_begun(match) and not match.sheets.exists():
                    hand_in(chief, event, match)
            clock = current_round(event).clock
            if clock.sitting == clock.sittings:
                break
            clocks.end(chief, event, number)
            clocks.start(chief, event, number)
        rounds.close(chief, event, number)

    seats = Match.objects.order_by("round__number", "number").values_list("round__number", "sitting", "table")
    assert list(seats) == [
        (1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2), (2, 1, 1), (2, 1, 2), (3, 1, 1), (3, 1, 2),
    ]  # fmt: skip


def test_a_bracket_sits_in_the_area_of_those_who_come_to_it(db):
    """Who comes to the final is not known yet, but of which division they are is."""
    areas = [
        {"name": "东校区", "first": 1, "last": 2, "divisions": ["east"]},
        {"name": "西校区", "first": 3, "last": 4, "divisions": ["west"]},
    ]
    divisions = [{"code": "east", "name": "东校区"}, {"code": "west", "name": "西校区"}]
    event = cast.event("cup", venue={"tables": 4, "areas": areas}, divisions=divisions)
    teams = [cast.team(event, f"甲{index}", f"乙{index}") for index in range(6)]
    west = Division.objects.get_or_create(tournament=event, code="west")[0]
    Team.objects.all().update(division=west)

    def semi(number, one, other):
        return LaidMatch(number, number, (Side("team", team=teams[one].pk), Side("team", team=teams[other].pk)))

    final = LaidMatch(4, 1, (Side("winner", match=1), Side("winner", match=2)))
    bye = LaidMatch(5, None, (Side("team", team=teams[0].pk), Side("bye")))
    first = (semi(1, 0, 1), semi(2, 2, 3), semi(3, 4, 5), bye)

    assert seats_of(event, {1: first, 2: (final,)}, Asked()) == {
        1: {1: Place(1, 3), 2: Place(1, 4), 3: Place(2, 3)},
        2: {4: Place(1, 3)},
    }
