from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.timing import (
    AlertKind,
    Fact,
    FactKind,
    Phase,
    Plan,
    Stage,
    TimingError,
    allowed_events,
    clock_state,
    due_alerts,
    stage_after,
    with_fact,
)

TWO_HOURS = Plan.of_minutes(120, reminder_before=30, last_deals=3)
ONE_MINUTE = Plan(60, 20, 3)
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def at(minutes=0, seconds=0):
    return NOON + timedelta(minutes=minutes, seconds=seconds)


def fact(kind, minutes=0, seconds=0, **more):
    return Fact(FactKind(kind), at(minutes, seconds), **more)


def extended(minutes, by, **more):
    return Fact(FactKind.EXTENDED, at(minutes), by * 60, **more)


STARTED = fact("started")
PATHS = {
    Stage.PLANNED: (),
    Stage.RUNNING: (STARTED,),
    Stage.PAUSED: (STARTED, fact("paused", 10)),
    Stage.ENDED: (STARTED, fact("ended", 10)),
}
CELLS = {
    (Stage.PLANNED, "started"): Stage.RUNNING,
    (Stage.PLANNED, "paused"): None,
    (Stage.PLANNED, "resumed"): None,
    (Stage.PLANNED, "extended"): None,
    (Stage.PLANNED, "ended"): None,
    (Stage.PLANNED, "undone"): None,
    (Stage.RUNNING, "started"): None,
    (Stage.RUNNING, "paused"): Stage.PAUSED,
    (Stage.RUNNING, "resumed"): None,
    (Stage.RUNNING, "extended"): Stage.RUNNING,
    (Stage.RUNNING, "ended"): Stage.ENDED,
    (Stage.RUNNING, "undone"): Stage.PLANNED,
    (Stage.PAUSED, "started"): None,
    (Stage.PAUSED, "paused"): None,
    (Stage.PAUSED, "resumed"): Stage.RUNNING,
    (Stage.PAUSED, "extended"): Stage.PAUSED,
    (Stage.PAUSED, "ended"): Stage.ENDED,
    (Stage.PAUSED, "undone"): Stage.PLANNED,
    (Stage.ENDED, "started"): None,
    (Stage.ENDED, "paused"): None,
    (Stage.ENDED, "resumed"): None,
    (Stage.ENDED, "extended"): None,
    (Stage.ENDED, "ended"): None,
    (Stage.ENDED, "undone"): None,
}


def test_every_cell_of_the_table_is_tested():
    assert set(CELLS) == {(stage, kind.value) for stage in Stage for kind in FactKind}


@pytest.mark.parametrize(("stage", "kind"), CELLS)
def test_transition(stage, kind):
    path = PATHS[stage]
    following = extended(20, 5) if kind == "extended" else fact(kind, 20)
    target = CELLS[stage, kind]

    if target is None:
        with pytest.raises(TimingError) as refused:
            with_fact(path, following)
        assert (refused.value.code, refused.value.params) == (
            "event_not_allowed",
            {"stage": stage.value, "event": kind},
        )
    else:
        assert stage_after(with_fact(path, following)) is target
    assert allowed_events(stage) == {event for (of, event), to in CELLS.items() if of is stage and to is not None}
    assert stage_after(path) is stage
    assert clock_state(TWO_HOURS, path, at(15)).stage is stage


def test_a_planned_clock_shows_its_whole_time():
    state = clock_state(TWO_HOURS, (), at(0))

    assert (state.phase, state.remaining, state.started_at, state.ends_at) == (
        Phase.PLANNED,
        timedelta(hours=2),
        None,
        None,
    )
    assert (state.ordinal, state.reminder_key, state.next_phase, state.next_phase_at) == (0, None, Phase.RUNNING, None)


@pytest.mark.parametrize(
    ("seconds", "phase", "remaining", "next_phase", "next_at"),
    [
        (0, Phase.RUNNING, 7200, Phase.REMINDER, at(90)),
        (5399, Phase.RUNNING, 1801, Phase.REMINDER, at(90)),
        (5400, Phase.REMINDER, 1800, Phase.TIME_UP, at(120)),
        (7199, Phase.REMINDER, 1, Phase.TIME_UP, at(120)),
        (7200, Phase.TIME_UP, 0, Phase.ENDED, None),
        (9000, Phase.TIME_UP, 0, Phase.ENDED, None),
    ],
)
def test_phases_of_two_hours_with_a_reminder_at_thirty_minutes(seconds, phase, remaining, next_phase, next_at):
    """S1-5: two hours, a reminder thirty minutes before the end."""
    state = clock_state(TWO_HOURS, (STARTED,), at(0, seconds))

    assert (state.phase, state.remaining) == (phase, timedelta(seconds=remaining))
    assert (state.next_phase, state.next_phase_at) == (next_phase, next_at)
    assert (state.ends_at, state.reminder_at) == (at(120), at(90))
    assert state.overtime == timedelta(seconds=max(0, seconds - 7200))


def test_from_the_reminder_the_last_three_deals_are_counted():
    """S1-5: the last three deals, including the one being played."""
    before, after = (clock_state(TWO_HOURS, (STARTED,), at(minute)) for minute in (89, 90))

    assert (before.last_deals, before.last_deals_from) == (None, None)
    assert (after.last_deals, after.last_deals_from) == (3, at(90))


def test_a_round_of_one_minute_reminds_twenty_seconds_before_its_end():
    alerts = due_alerts(ONE_MINUTE, (STARTED,), at(0, 61))

    assert [(alert.kind, alert.key, alert.due_at, alert.late) for alert in alerts] == [
        (AlertKind.REMINDER, "1:reminder:1", at(0, 40), timedelta(seconds=21)),
        (AlertKind.TIME_UP, "1:time_up:1", at(0, 60), timedelta(seconds=1)),
    ]


def test_an_alert_is_due_at_its_second_and_not_before():
    assert due_alerts(ONE_MINUTE, (STARTED,), at(0, 39)) == []
    assert [alert.key for alert in due_alerts(ONE_MINUTE, (STARTED,), at(0, 40))] == ["1:reminder:1"]


def test_a_pause_stops_the_remaining_time_and_moves_everything_behind_it():
    facts = (STARTED, fact("paused", 30))

    paused = clock_state(TWO_HOURS, facts, at(50))
    resumed = clock_state(TWO_HOURS, (*facts, fact("resumed", 50)), at(50))

    assert (paused.paused, paused.phase, paused.remaining) == (True, Phase.RUNNING, timedelta(minutes=90))
    assert (paused.ends_at, paused.reminder_at, paused.next_phase_at) == (None, None, None)
    assert (resumed.paused, resumed.remaining, resumed.ends_at, resumed.reminder_at) == (
        False,
        timedelta(minutes=90),
        at(140),
        at(110),
    )


def test_no_reminder_comes_while_the_clock_is_paused():
    facts = (STARTED, fact("paused", 30))

    assert due_alerts(TWO_HOURS, facts, at(300)) == []


def test_a_reminder_that_came_before_a_pause_stays_due_under_its_key():
    facts = (STARTED, fact("paused", 95))

    assert [(alert.key, alert.due_at) for alert in due_alerts(TWO_HOURS, facts, at(100))] == [("1:reminder:1", at(90))]
    assert clock_state(TWO_HOURS, facts, at(100)).phase is Phase.REMINDER


def test_an_extension_before_the_reminder_moves_it():
    state = clock_state(TWO_HOURS, (STARTED, extended(60, 10)), at(95))

    assert (state.phase, state.ends_at, state.reminder_at) == (Phase.RUNNING, at(130), at(100))


def test_an_extension_after_the_reminder_does_not_remind_again():
    facts = (STARTED, extended(100, 40))

    state = clock_state(TWO_HOURS, facts, at(101))

    assert (state.phase, state.ends_at, state.last_deals_from) == (Phase.REMINDER, at(160), at(90))
    assert [alert.key for alert in due_alerts(TWO_HOURS, facts, at(159))] == ["1:reminder:1"]


def test_an_extension_after_the_reminder_reminds_again_where_that_is_decided():
    facts = (STARTED, extended(100, 40, again=True))

    between = clock_state(TWO_HOURS, facts, at(101))
    alerts = due_alerts(TWO_HOURS, facts, at(131))

    assert (between.phase, between.last_deals, between.reminder_at, between.reminder_key) == (
        Phase.RUNNING,
        None,
        at(130),
        "1:reminder:2",
    )
    assert [(alert.key, alert.due_at) for alert in alerts] == [("1:reminder:1", at(90)), ("1:reminder:2", at(130))]


def test_a_second_reminder_comes_at_once_where_the_extension_is_shorter_than_it():
    facts = (STARTED, extended(100, 5, again=True))

    assert [alert.due_at for alert in due_alerts(TWO_HOURS, facts, at(100))] == [at(90), at(100)]
    assert clock_state(TWO_HOURS, facts, at(100)).last_deals_from == at(100)


@pytest.mark.parametrize(("again", "deals_from"), [(False, at(90)), (True, at(123))])
def test_t08_five_minutes_after_time_up_are_five_minutes_and_deals_count_as_decided(again, deals_from):
    """T08: back from time-up, the counter kept or reset by explicit choice."""
    facts = (STARTED, extended(123, 5, again=again))

    state = clock_state(TWO_HOURS, facts, at(124))
    later = due_alerts(TWO_HOURS, facts, at(128))

    assert (state.phase, state.remaining, state.ends_at) == (Phase.REMINDER, timedelta(minutes=4), at(128))
    assert (state.overtime, state.last_deals_from) == (timedelta(0), deals_from)
    assert [alert.key for alert in later if alert.kind is AlertKind.TIME_UP] == ["1:time_up:1", "1:time_up:2"]


def test_t08_a_long_extension_after_time_up_runs_again_until_its_own_reminder():
    state = clock_state(TWO_HOURS, (STARTED, extended(121, 45, again=True)), at(122))

    assert (state.phase, state.reminder_at, state.ends_at) == (Phase.RUNNING, at(136), at(166))


def test_time_taken_back_ends_the_round_now_at_the_earliest():
    shorter = clock_state(ONE_MINUTE, [STARTED, Fact(FactKind.EXTENDED, at(0, 10), -20)], at(0, 10))
    over = clock_state(ONE_MINUTE, [STARTED, Fact(FactKind.EXTENDED, at(0, 10), -300)], at(0, 12))
    after = [STARTED, Fact(FactKind.EXTENDED, at(2), -60)]

    assert (shorter.ends_at, shorter.phase) == (at(0, 40), Phase.RUNNING)
    assert (over.ends_at, over.phase, over.overtime) == (at(0, 10), Phase.TIME_UP, timedelta(seconds=2))
    assert [alert.key for alert in due_alerts(ONE_MINUTE, after, at(3))] == ["1:reminder:1", "1:time_up:1"]


def test_t04_a_display_that_knows_the_end_and_the_servers_time_agrees():
    """T04: the remaining time is the end minus now, wherever it is computed."""
    state = clock_state(TWO_HOURS, (STARTED, fact("paused", 5), fact("resumed", 8)), at(50))

    assert state.ends_at - state.as_of == state.remaining


def test_t14_a_restart_in_the_last_second_finds_the_time_expired():
    """T14: the state comes from stored times alone."""
    assert clock_state(ONE_MINUTE, (STARTED,), at(0, 59)).phase is Phase.REMINDER
    assert clock_state(ONE_MINUTE, (STARTED,), at(0, 61)).phase is Phase.TIME_UP


def test_z04_a_round_across_midnight_and_in_another_zone_keeps_its_time():
    """Z04: 23:00 to 01:00."""
    shanghai = ZoneInfo("Asia/Shanghai")
    start = datetime(2026, 11, 30, 23, 0, tzinfo=shanghai)

    state = clock_state(TWO_HOURS, (Fact(FactKind.STARTED, start),), datetime(2026, 12, 1, 0, 15, tzinfo=shanghai))

    assert state.remaining == timedelta(minutes=45)
    assert state.ends_at.astimezone(shanghai) == datetime(2026, 12, 1, 1, 0, tzinfo=shanghai)


def test_a_change_to_summer_time_does_not_shorten_a_round():
    """Z03: two hours are two hours, also where the wall clock leaves one out."""
    berlin = ZoneInfo("Europe/Berlin")
    start = datetime(2026, 3, 29, 1, 30, tzinfo=berlin)

    state = clock_state(TWO_HOURS, (Fact(FactKind.STARTED, start),), datetime(2026, 3, 29, 3, 30, tzinfo=berlin))

    assert state.remaining == timedelta(minutes=60)
    assert state.ends_at == datetime(2026, 3, 29, 4, 30, tzinfo=berlin)


def test_a_wrong_start_is_taken_back_and_the_next_one_has_keys_of_its_own():
    facts = (STARTED, fact("undone", 95), fact("started", 100))

    undone = clock_state(TWO_HOURS, facts[:2], at(96))
    again = clock_state(TWO_HOURS, facts, at(100))

    assert (undone.phase, undone.remaining, undone.started_at, undone.ordinal) == (
        Phase.PLANNED,
        timedelta(hours=2),
        None,
        1,
    )
    assert due_alerts(TWO_HOURS, facts[:2], at(96)) == []
    assert (again.started_at, again.ends_at, again.ordinal, again.reminder_key) == (at(100), at(220), 2, "2:reminder:1")
    assert [alert.key for alert in due_alerts(TWO_HOURS, facts, at(190))] == ["2:reminder:1"]


def test_the_end_stops_the_clock_and_its_alerts():
    facts = (STARTED, fact("ended", 125))

    state = clock_state(TWO_HOURS, facts, at(300))

    assert (state.phase, state.ended_at, state.overtime, state.ends_at, state.next_phase) == (
        Phase.ENDED,
        at(125),
        timedelta(minutes=5),
        None,
        None,
    )
    assert due_alerts(TWO_HOURS, facts, at(300)) == []


def test_a_plan_without_reminder_goes_from_running_to_time_up():
    plan = Plan.of_minutes(60)

    states = [clock_state(plan, (STARTED,), at(minute)) for minute in (0, 59, 60)]

    assert [state.phase for state in states] == [Phase.RUNNING, Phase.RUNNING, Phase.TIME_UP]
    assert [(state.next_phase, state.next_phase_at, state.reminder_key) for state in states[:1]] == [
        (Phase.TIME_UP, at(60), None)
    ]


def test_a_server_clock_that_goes_back_stands_still_at_the_last_fact():
    state = clock_state(TWO_HOURS, (STARTED, fact("paused", 30), fact("resumed", 40)), at(35))

    assert (state.as_of, state.remaining) == (at(40), timedelta(minutes=90))


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: Fact(FactKind.STARTED, datetime(2026, 11, 30, 12, 0)), "naive_time"),  # noqa: DTZ001 - refused
        (lambda: clock_state(TWO_HOURS, (), datetime(2026, 11, 30, 12, 0)), "naive_time"),  # noqa: DTZ001 - refused
        (lambda: Fact(FactKind.STARTED, NOON, again=True), "bad_seconds"),
        (lambda: fact("extended", 5), "bad_seconds"),
        (lambda: Fact(FactKind.EXTENDED, NOON, 0), "bad_seconds"),
        (lambda: Fact(FactKind.PAUSED, NOON, 60), "bad_seconds"),
        (lambda: Plan(0), "bad_plan"),
        (lambda: Plan(60, 61), "bad_plan"),
        (lambda: Plan(60, 20, -1), "bad_plan"),
        (lambda: with_fact((fact("started", 10),), fact("paused", 9)), "fact_out_of_order"),
        (lambda: clock_state(TWO_HOURS, (fact("started", 10), fact("paused", 9)), at(20)), "fact_out_of_order"),
    ],
)
def test_what_cannot_be_is_refused_with_a_code(make, code):
    with pytest.raises(TimingError) as refused:
        make()

    assert refused.value.code == code


pauses = st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2000)), max_size=4)


@given(pauses=pauses, after=st.integers(0, 20_000))
def test_played_and_remaining_time_always_make_up_the_whole(pauses, after):
    """R13: pauses of any length change when the end is, never how long is played."""
    facts, now = [STARTED], 0
    played = 0
    for run, pause in pauses:
        facts += [fact("paused", 0, now + run), fact("resumed", 0, now + run + pause)]
        now, played = now + run + pause, played + run

    state = clock_state(TWO_HOURS, facts, at(0, now + after))

    assert state.remaining - state.overtime == timedelta(seconds=7200 - played - after)
    assert state.ends_at == at(0, now + 7200 - played)


@given(pauses=pauses, moments=st.lists(st.integers(0, 12_000), min_size=2, max_size=6))
def test_r15_keys_once_due_stay_the_same_however_often_they_are_looked_at(pauses, moments):
    """R15: a reminder has one key and one due time for all workers and all moments."""
    facts, now = [STARTED], 0
    for run, pause in pauses:
        facts += [fact("paused", 0, now + run), fact("resumed", 0, now + run + pause)]
        now += run + pause

    listed = [due_alerts(TWO_HOURS, facts, at(0, now + moment)) for moment in sorted(moments)]

    seen = [[(alert.key, alert.due_at) for alert in alerts] for alerts in listed]
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(seen))
    assert all(len({key for key, _ in each}) == len(each) for each in seen)
