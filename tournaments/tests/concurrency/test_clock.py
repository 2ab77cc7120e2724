"""Two controllers and several workers at the same moment, each over a connection of its own."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from tournaments.actions import clocks, draws, reminders
from tournaments.models import AuditEntry, ClockEvent, Draw, Notice, Round, Tournament
from tournaments.tests import cast
from tournaments.tests.concurrency.together import at_once
from tournaments.tests.hall.test_sittings import two_sittings

pytestmark = pytest.mark.django_db(transaction=True)


def hall() -> Tournament:
    event = cast.event()
    cast.drawn(event)
    return event


def started(event: Tournament, ago: timedelta) -> None:
    clock = Round.objects.get(number=1).clock
    ClockEvent.objects.create(clock=clock, order=1, kind="started", at=timezone.now() - ago)


def test_two_controllers_who_start_at_once_make_one_start():
    event = hall()
    chief = cast.chief(event)

    answers = at_once(*[lambda: clocks.start(chief, event, 1, order=0)] * 4)

    assert sorted(str(answer) for answer in answers if isinstance(answer, str)) == ["clock_moved_on"] * 3
    assert list(ClockEvent.objects.values_list("order", "kind")) == [(1, "started")]


def test_a_second_sitting_that_is_started_twice_at_once_starts_once():
    event, chief = two_sittings(None)
    clocks.start(chief, event, 1)

    ended = at_once(*[lambda: clocks.end(chief, event, 1, order=1, sitting=1)] * 3)
    started_again = at_once(*[lambda: clocks.start(chief, event, 1, order=0, sitting=2)] * 3)

    for answers in (ended, started_again):
        assert sorted(answer for answer in answers if isinstance(answer, str)) == ["clock_moved_on"] * 2
    facts = ClockEvent.objects.order_by("clock__sitting", "order").values_list("clock__sitting", "kind")
    assert list(facts) == [(1, "started"), (1, "ended"), (2, "started")]


def test_the_reminder_comes_once_from_many_workers():
    """R15"""
    event = hall()
    started(event, timedelta(minutes=91))

    announced = at_once(*[reminders.announce_due] * 6)

    assert sorted(announced) == [0, 0, 0, 0, 0, 1]
    assert [notice.kind for notice in Notice.objects.all()] == ["reminder"]
    assert AuditEntry.objects.filter(action="clock.reminded").count() == 1


def test_a_worker_that_dies_before_its_commit_has_announced_nothing():
    """R15: between writing and marking there is no moment, so the next worker announces, once."""
    event = hall()
    started(event, timedelta(minutes=91))

    def announce_and_die() -> None:
        with transaction.atomic():
            reminders.announce_due()
            raise SystemExit(9)

    with pytest.raises(SystemExit):
        announce_and_die()
    lost = Notice.objects.count()
    announced = [reminders.announce_due(), reminders.announce_due()]

    assert (lost, announced, Notice.objects.count()) == (0, [1, 0], 1)


def test_two_who_draw_at_once_make_one_draw():
    event = cast.event()
    cast.eighteen(event)
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=cast.NOW)
    organizer = cast.organizer(event)

    answers = at_once(*[lambda: draws.make(organizer, event, after=0)] * 3)

    assert [answer for answer in answers if isinstance(answer, str)] == ["draw_moved_on"] * 2
    assert Draw.objects.count() == 1


def test_two_who_release_at_once_release_once():
    event = cast.event()
    cast.eighteen(event)
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=cast.NOW)
    organizer = cast.organizer(event)
    made = draws.make(organizer, event)
    draws.check(organizer, event, made.pk)

    answers = at_once(*[lambda: draws.release(organizer, event, made.pk)] * 3)

    assert [answer for answer in answers if isinstance(answer, str)] == ["draw_released_already"] * 2
    assert Round.objects.count() == 2
