"""The last deals of a round: counted at each table from the reminder, or from the end."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from tournaments.errors import Invalid, Refusal
from tournaments.models import AuditEntry, Clock, ClockEvent, Deal, Tournament
from tournaments.selectors.play import match_to_play, play_object
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal

MINUTES = timedelta(minutes=1)


def playing(event: Tournament, actor: cast.Actor) -> dict[str, Any]:
    return play_object(event, actor, match_to_play(event, at(event).pk))


def begun() -> datetime:
    return ClockEvent.objects.earliest("pk").at


@pytest.mark.parametrize(("after", "expected"), [(89, None), (90, (3, 0, 3)), (91, (3, 1, 2)), (93, (3, 3, 0))])
def test_deals_from_the_reminder_on_are_counted(db, after, expected):
    """S1-5: from the reminder, 30 minutes before the end, three deals, the one in hand included."""
    event = table.hall("s1")
    chief, start = cast.chief(event), begun()
    deals = [80, 89.5, 90.5, 91.5, 92.5]
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


@pytest.fixture
def all_played(db):
    """S1-5: the three last deals are played, a minute apart; nine minutes past the reminder it is now."""
    event = table.hall("s1")
    chief, start = cast.chief(event), begun()
    for index, minute in enumerate([90.5, 91.5, 92.5]):
        with time_machine.travel(start + minute * MINUTES, tick=False):
            deal(chief, event, at(event), 140, index)
    with time_machine.travel(start + 99 * MINUTES, tick=False):
        yield event


def test_a_deal_after_the_last_of_the_last_deals_is_refused_with_its_clause(all_played):
    """S1-5: three deals with the one in hand, and the round ends."""
    with pytest.raises(Refusal) as refused:
        deal(cast.chief(all_played), all_played, at(all_played), 120, 3)

    assert (refused.value.code, refused.value.params) == ("last_deals_over", {"total": 3, "clause": "S1-5"})
    assert Deal.objects.count() == 3


def test_a_deal_that_the_phone_had_before_the_last_deals_is_taken(all_played):
    chief = cast.chief(all_played)

    deal(chief, all_played, at(all_played), 180, 3, observed_at=begun() + 89 * MINUTES)

    play = playing(all_played, chief)
    assert (play["last_deals"]["played"], play["deals"][3]["counted"]) == (3, True)


def test_a_deal_entered_late_counts_as_any_other_and_is_none_of_the_last(all_played):
    chief = cast.chief(all_played)

    deal(chief, all_played, at(all_played), 180, 3, mark="late")

    play = playing(all_played, chief)
    assert (play["last_deals"]["played"], play["last_deals"]["left"]) == (3, 0)
    assert [play["deals"][3][name] for name in ("mark", "counted", "levels_after")] == ["late", True, ["3", "2"]]
    assert AuditEntry.objects.filter(action="deal.recorded").latest("pk").data["mark"] == "late"


def test_a_deal_played_by_mistake_is_kept_and_counts_nothing(all_played):
    chief = cast.chief(all_played)
    before = playing(all_played, chief)

    deal(chief, all_played, at(all_played), 240, 3, mark="mistake")

    play = playing(all_played, chief)
    assert (play["levels"], play["dealer"], play["finished"]) == (before["levels"], before["dealer"], True)
    assert [play["deals"][3][name] for name in ("mark", "counted", "out_of_turn")] == ["mistake", False, False]


def test_a_correction_keeps_the_mark(all_played):
    chief = cast.chief(all_played)
    deal(chief, all_played, at(all_played), 240, 3, mark="mistake")

    deal(chief, all_played, at(all_played), 180, 3, number=4, corrects=1, reason="看错了")

    assert playing(all_played, chief)["deals"][3]["mark"] == "mistake"


def test_a_mistake_that_the_rules_would_not_have_allowed_is_refused_as_well(all_played):
    with pytest.raises(Invalid) as refused:
        deal(cast.chief(all_played), all_played, at(all_played), 241, 3, mark="mistake")

    assert refused.value.code == "points_not_in_unit"


@pytest.mark.parametrize(("minute", "mark"), [(10, "late"), (10, "mistake"), (91, "mistake")])
def test_a_mark_before_there_is_anything_to_mark_is_refused(db, minute, mark):
    event = table.hall("s1")

    with time_machine.travel(begun() + minute * MINUTES, tick=False), pytest.raises(Invalid) as refused:
        deal(cast.chief(event), event, at(event), 120, 0, mark=mark)

    assert (refused.value.code, refused.value.field) == ("mark_not_now", "mark")
