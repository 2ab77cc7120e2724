"""The last deals of a round: counted at each table from the reminder, or from the end."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from tournaments.models import Clock, ClockEvent, Tournament
from tournaments.selectors.play import match_to_play, play_object
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal

MINUTES = timedelta(minutes=1)


def playing(event: Tournament, actor: cast.Actor) -> dict[str, Any]:
    return play_object(event, actor, match_to_play(event, at(event).pk))


def begun() -> datetime:
    return ClockEvent.objects.earliest("pk").at


@pytest.mark.parametrize(
    ("after", "expected"), [(89, None), (90, (3, 0, 3)), (91, (3, 1, 2)), (93, (3, 3, 0)), (95, (3, 4, 0))]
)
def test_deals_from_the_reminder_on_are_counted(db, after, expected):
    """S1-5: from the reminder, 30 minutes before the end, three deals, the one in hand included."""
    event = table.hall("s1")
    chief, start = cast.chief(event), begun()
    deals = [80, 89.5, 90.5, 91.5, 92.5, 94.5]
    for index, minute in enumerate(deals):
        if minute < after:
            with time_machine.travel(start + minute * MINUTES, tick=False):
                deal(chief, event, at(event), 120, index % 4)

    with time_machine.travel(start + after * MINUTES, tick=False):
        play = playing(event, chief)

    last = play["last_deals"]
    assert (last and (last["total"], last["played"], last["left"])) == expected
    assert (play["finished"], play["ended_by"]) == (
        (True, "last_deals") if expected and not expected[2] else (False, "")
    )


def test_a_deal_corrected_later_counts_from_when_it_was_first_stored(db):
    event = table.hall("s1")
    chief, start = cast.chief(event), begun()
    with time_machine.travel(start + 80 * MINUTES, tick=False):
        deal(chief, event, at(event), 120, 0)

    with time_machine.travel(start + 95 * MINUTES, tick=False):
        deal(chief, event, at(event), 40, 0, number=1, corrects=1, reason="看错了")
        play = playing(event, chief)

    assert play["last_deals"]["played"] == 0


def test_the_deal_in_hand_and_one_more_are_two(db):
    """S2-3: one more deal after the reminder; the one in hand is finished before it."""
    event = table.hall("s2")
    Clock.objects.filter(tournament=event).update(seconds=3600, reminder_seconds=600, last_deals=2)
    chief = cast.chief(event)

    with time_machine.travel(begun() + 51 * MINUTES, tick=False):
        play = playing(event, chief)

    assert (play["last_deals"]["total"], play["last_deals"]["left"]) == (2, 2)


def test_rules_without_last_deals_count_none(db):
    event = table.hall("s0")

    with time_machine.travel(begun() + 119 * MINUTES, tick=False):
        play = playing(event, cast.chief(event))

    assert (play["last_deals"], play["time_up"]["reached"]) == (None, False)


def test_time_up_is_said(db):
    event = table.hall("s0")

    with time_machine.travel(begun() + 121 * MINUTES, tick=False):
        play = playing(event, cast.chief(event))

    assert (play["time_up"]["reached"], play["finished"]) == (True, False)


def test_last_deals_may_be_counted_from_the_end(db):
    event = table.hall("s1", decisions={"round_clock.last_deals_counted_from": "end"})
    chief, start = cast.chief(event), begun()
    with time_machine.travel(start + 100 * MINUTES, tick=False):
        deal(chief, event, at(event), 120, 0)
        before = playing(event, chief)["last_deals"]
    with time_machine.travel(start + 125 * MINUTES, tick=False):
        deal(chief, event, at(event), 120, 1)
        after = playing(event, chief)["last_deals"]

    assert (before, after["total"], after["played"]) == (None, 3, 1)
