from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tournaments.actions import clocks, reminders, rounds
from tournaments.errors import Gone, Invalid, NotAllowed, Refusal
from tournaments.models import AuditEntry, Clock, ClockEvent, Match, Notice, ResultSheet, Round, Tournament
from tournaments.selectors import clock as read
from tournaments.selectors.rounds import current_round, round_by_number
from tournaments.tests import cast
from tournaments.timing import Phase

MINUTE = timedelta(minutes=1)


@pytest.fixture
def hall(event: Tournament):
    cast.drawn(event)
    return event


@pytest.fixture
def clock():
    with time_machine.travel(cast.NOW, tick=False) as traveller:
        yield traveller


def state_of(event, number=1):
    return read.clock_of(round_by_number(event, number), timezone.now())


def decide_all(event, number):
    for match in Match.objects.filter(round__number=number):
        ResultSheet.objects.create(
            match=match, version=1, key=f"k{match.pk}", fingerprint="f", state="official", source="chief",
            level_0=3, level_1=2, observed_at=cast.NOW, received_at=cast.NOW,
        )  # fmt: skip


def test_two_hours_with_the_reminder_thirty_minutes_before_the_end(hall, clock):
    """S1-5"""
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)

    clock.shift(90 * MINUTE)

    state = state_of(hall)
    assert (state.phase, state.remaining, state.last_deals) == (Phase.REMINDER, 30 * MINUTE, 3)


def test_a_pause_and_an_extension_move_the_end_and_the_reminder(hall, clock):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    clock.shift(10 * MINUTE)
    clocks.pause(chief, hall, 1, reason="停电")
    clock.shift(7 * MINUTE)
    clocks.resume(chief, hall, 1)

    clocks.extend(chief, hall, 1, minutes=5)

    state = state_of(hall)
    assert (state.ends_at, state.reminder_at) == (cast.NOW + 132 * MINUTE, cast.NOW + 102 * MINUTE)


def test_time_up_closes_nothing(hall, clock):
    clocks.start(cast.chief(hall), hall, 1)

    clock.shift(300 * MINUTE)

    assert (state_of(hall).phase, current_round(hall).state) == (Phase.TIME_UP, "released")


def test_minutes_are_taken_back_down_to_now_at_most(hall, clock):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    clock.shift(115 * MINUTE)

    with pytest.raises(Invalid) as refused:
        clocks.extend(chief, hall, 1, minutes=-10)
    clocks.extend(chief, hall, 1, minutes=-5)

    assert (refused.value.code, refused.value.params) == ("extension_more_than_left", {"left": 5})
    assert state_of(hall).phase == Phase.TIME_UP


@pytest.mark.parametrize("minutes", [0, 121, -121])
def test_an_extension_outside_its_bounds_is_refused(hall, minutes):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)

    with pytest.raises(Invalid) as refused:
        clocks.extend(chief, hall, 1, minutes=minutes)

    assert (refused.value.code, ClockEvent.objects.count()) == ("extension_bad", 1)


def test_the_second_of_two_controllers_is_told_that_the_clock_moved_on(hall):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1, order=0)

    with pytest.raises(Gone) as refused:
        clocks.start(chief, hall, 1, order=0)

    assert (refused.value.code, ClockEvent.objects.count()) == ("clock_moved_on", 1)


@pytest.mark.parametrize(
    ("verb", "options"),
    [("pause", {}), ("resume", {}), ("extend", {"minutes": 5}), ("end", {}), ("undo", {"reason": "误按"})],
)
def test_a_clock_that_stands_can_only_be_started(hall, verb, options):
    with pytest.raises(Refusal) as refused:
        getattr(clocks, verb)(cast.chief(hall), hall, 1, **options)

    assert (refused.value.code, ClockEvent.objects.count()) == ("clock_not_possible", 0)


def test_a_round_that_is_not_released_is_not_started(event: Tournament):
    with pytest.raises(Refusal) as refused:
        clocks.start(cast.chief(event), event, 1)

    assert (refused.value.code, refused.value.params) == ("round_not_released", {"number": 1})


def test_the_second_round_waits_until_the_first_is_closed(hall):
    chief = cast.chief(hall)

    with pytest.raises(Refusal) as refused:
        clocks.start(chief, hall, 2)
    decide_all(hall, 1)
    rounds.close(chief, hall, 1)
    clocks.start(chief, hall, 2)

    assert (refused.value.code, refused.value.params) == ("earlier_round_open", {"number": 1})
    assert ClockEvent.objects.get().clock == Round.objects.get(number=2).clock


def test_a_closed_round_is_not_started(hall):
    chief = cast.chief(hall)
    decide_all(hall, 1)
    rounds.close(chief, hall, 1)

    with pytest.raises(Refusal) as refused:
        clocks.start(chief, hall, 1)

    assert refused.value.code == "round_closed"


def test_a_wrong_start_is_taken_back_with_a_reason(hall, clock):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    clock.shift(2 * MINUTE)

    with pytest.raises(Invalid):
        clocks.undo(chief, hall, 1, reason=" ")
    clocks.undo(chief, hall, 1, reason="人还没到齐")

    state = state_of(hall)
    assert (state.phase, state.remaining) == (Phase.PLANNED, 120 * MINUTE)
    last = AuditEntry.objects.order_by("-sequence")[0]
    assert (last.action, last.note.text) == ("clock.undone", "人还没到齐")


def test_a_start_with_results_is_not_taken_back(hall):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    decide_all(hall, 1)

    with pytest.raises(Refusal) as refused:
        clocks.undo(chief, hall, 1, reason="误按")

    assert refused.value.code == "undo_has_results"


def test_a_server_clock_that_goes_back_keeps_the_order_of_facts(hall, clock):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    clock.shift(-60 * MINUTE)

    clocks.pause(chief, hall, 1)

    assert [event.at for event in ClockEvent.objects.all()] == [cast.NOW, cast.NOW]


def test_referees_and_the_public_do_not_touch_the_clock(hall):
    _, referee = cast.referee(hall)

    for actor in (referee, cast.actor(hall, cast.As.PUBLIC), cast.chief(cast.event("other"))):
        with pytest.raises(NotAllowed):
            clocks.start(actor, hall, 1)

    assert ClockEvent.objects.count() == 0


def test_the_reminder_and_time_up_are_announced_once(hall, clock):
    clocks.start(cast.chief(hall), hall, 1)
    clock.shift(90 * MINUTE)

    announced = [reminders.announce_due(), reminders.announce_due()]
    clock.shift(30 * MINUTE)
    announced += [reminders.announce_due(), reminders.announce_due()]

    assert announced == [1, 0, 1, 0]
    assert list(Notice.objects.values_list("kind", "late", "state")) == [
        ("reminder", False, "done"),
        ("time_up", False, "done"),
    ]
    assert list(AuditEntry.objects.values_list("action", "role"))[1:] == [
        ("clock.reminded", "system"),
        ("clock.timed_up", "system"),
    ]


def test_an_announcement_after_an_outage_is_marked_late(hall, clock):
    clocks.start(cast.chief(hall), hall, 1)
    clock.shift(90 * MINUTE + timedelta(seconds=6))

    reminders.announce_due()

    assert [(row.late, row.due_at) for row in Notice.objects.all()] == [(True, cast.NOW + 90 * MINUTE)]


def test_an_extension_before_the_reminder_shifts_it(hall, clock):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    clock.shift(89 * MINUTE)
    clocks.extend(chief, hall, 1, minutes=5)
    clock.shift(3 * MINUTE)

    early = reminders.announce_due()
    clock.shift(3 * MINUTE)
    due = reminders.announce_due()

    assert (early, due) == (0, 1)


@pytest.mark.parametrize(("again", "announced"), [(False, 0), (True, 1)])
def test_an_extension_after_the_reminder_rings_again_only_as_decided(hall, clock, again, announced):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    clock.shift(95 * MINUTE)
    reminders.announce_due()
    clocks.extend(chief, hall, 1, minutes=10, again=again)
    clock.shift(6 * MINUTE)

    assert reminders.announce_due() == announced


def test_a_start_taken_back_is_not_announced(hall, clock):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    clocks.undo(chief, hall, 1, reason="误按")
    clock.shift(200 * MINUTE)

    assert (reminders.announce_due(), Notice.objects.count()) == (0, 0)


def test_a_tick_with_no_open_round_is_one_query(event: Tournament, django_assert_num_queries):
    Clock.objects.create(tournament=event, seconds=60, reminder_seconds=20, last_deals=3)

    with django_assert_num_queries(1):
        reminders.announce_due()
