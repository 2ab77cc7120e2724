"""Coming late: the stopwatch proposes a step of the rules, the referee confirms it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tournaments.actions import lateness
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import AuditEntry, Clock, ClockEvent, Match, MatchFact, Round, Ruling, Tournament
from tournaments.policy import Actor
from tournaments.selectors.lateness import announced_start, late_sides
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.selectors.rulings import ledger_of
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal, levels, page, play, reverse
from tournaments.tests.results.hall import close, key


@pytest.fixture
def event(db) -> Tournament:
    return table.hall("s0")


@pytest.fixture
def referee(event: Tournament) -> Actor:
    return cast.referee(event, [3])[1]


def came(actor: Actor, event: Tournament, seconds: int, side: int = 1, **form) -> lateness.Arrival:
    when = ClockEvent.objects.earliest("pk").at + timedelta(seconds=seconds)
    whole = {"match_id": at(event).pk, "side": side, "key": key(), "at": when, **form}
    return lateness.arrived(actor, event, **whole)


def confirm(actor: Actor, event: Tournament, side: int = 1, **form) -> Ruling:
    whole = {"match_id": at(event).pk, "side": side, "key": key(), **form}
    return lateness.confirm_lateness(actor, event, **whole)


@pytest.mark.parametrize(
    ("seconds", "unit", "value", "in_deal"),
    [
        (1, "warning", 0, None),
        (300, "warning", 0, None),
        (301, "deal_points", 30, 1),
        (600, "deal_points", 30, 1),
        (601, "levels", 1, None),
        (900, "levels", 1, None),
        (901, "match", 0, None),
    ],
)
def test_the_step_is_the_rules_own(event, referee, seconds, unit, value, in_deal):
    """S0-11.1 with G-2: up to 5 minutes, 10, 15, more; a started minute counts."""
    came(referee, event, seconds)

    ruling = confirm(referee, event)

    assert (ruling.offence, ruling.unit, ruling.value, ruling.deal, ruling.clause) == (
        "lateness", unit, value, in_deal, "S0-11.1",
    )  # fmt: skip


@pytest.fixture
def by_points(db) -> Tournament:
    """N45: a warning up to ten minutes, then points off the total by minutes, from half an hour on the match."""
    steps = [(10, "warning", 0), (15, "standing_points", 1), (20, "standing_points", 2), (30, "standing_points", 5)]
    bands = [{"minutes": minutes, "effect": effect, "points": points} for minutes, effect, points in steps]
    return table.hall("s0", decisions={"lateness.bands": [*bands, {"effect": "match_forfeited"}]})


@pytest.mark.parametrize(
    ("seconds", "unit", "value"),
    [
        (600, "warning", 0),
        (601, "standing_points", -1),
        (1200, "standing_points", -2),
        (1201, "standing_points", -5),
        (1801, "match", 0),
    ],
)
def test_lateness_costs_points_of_the_standings_by_minutes(by_points, seconds, unit, value):
    referee = cast.referee(by_points, [3])[1]
    came(referee, by_points, seconds)

    ruling = confirm(referee, by_points)

    assert (ruling.unit, ruling.value, ruling.deal) == (unit, value, None)


def test_points_off_the_total_count_until_they_are_taken_back(by_points):
    referee = cast.referee(by_points, [3])[1]
    came(referee, by_points, 900)
    ruling = confirm(referee, by_points)
    match = at(by_points)
    team = match.sides.get(position=1).team_id

    counted = count(by_points).standings.row(team).adjustments
    shown = late_sides(match, ruleset_of_round(match.round), ledger_of(match))[1].ruling
    reverse(cast.chief(by_points), by_points, ruling)

    assert [(each.amount, each.code) for each in counted] == [(-1, "lateness")]
    assert shown == ruling
    assert count(by_points).standings.row(team).adjustments == ()


def test_points_count_in_the_first_deal(event, referee):
    came(referee, event, 400)
    confirm(referee, event)
    deal(referee, event, at(event), 120, 0)

    assert play(event, at(event)).rows[0].score.points == 90


def test_a_first_deal_that_is_not_played_gives_the_others_a_level(event, referee):
    came(referee, event, 700)
    confirm(referee, event)

    assert (levels(event, at(event)), play(event, at(event)).number) == (("3", "2"), 1)


def test_a_match_forfeited_by_lateness_is_over(event, referee):
    came(referee, event, 1000)
    confirm(referee, event)

    now = play(event, at(event))
    assert (now.finished, now.ended_by, now.winner) == (True, "match_lost", 0)


def test_who_comes_now_is_noted_now(event, referee):
    start = announced_start(at(event))
    with time_machine.travel(start + timedelta(seconds=125), tick=False):
        arrival = lateness.arrived(referee, event, match_id=at(event).pk, side=0, key=key(), page=page(at(event)))

    assert (arrival.seconds, arrival.side) == (125, 0)


def test_a_planned_start_later_than_the_clocks_is_what_counts(event, referee):
    clock = at(event).round.clock
    clock.planned_start = ClockEvent.objects.earliest("pk").at + timedelta(minutes=4)
    clock.save(update_fields=["planned_start"])

    assert came(referee, event, 300).seconds == 60


def test_an_arrival_before_the_announced_start_is_refused(event, referee):
    with pytest.raises(Invalid) as refused:
        came(referee, event, -1)

    assert (refused.value.code, refused.value.field, MatchFact.objects.count()) == ("arrival_before_start", "at", 0)


def test_an_arrival_that_has_not_come_yet_is_refused(event, referee):
    with pytest.raises(Invalid) as refused:
        came(referee, event, 0, at=timezone.now() + timedelta(hours=1))

    assert (refused.value.code, refused.value.field) == ("arrival_in_future", "at")


def test_the_same_form_again_is_harmless(event, referee):
    forms = {"key": key()}, {"key": key()}

    arrivals = {came(referee, event, 400, **forms[0]) for _ in range(3)}
    rulings = {confirm(referee, event, **forms[1]).pk for _ in range(3)}

    assert (len(arrivals), MatchFact.objects.count(), len(rulings), Ruling.objects.count()) == (1, 1, 1, 1)
    assert [entry.action for entry in AuditEntry.objects.order_by("sequence")] == ["lateness.arrived", "ruling.made"]


def test_the_same_key_for_the_other_side_is_refused(event, referee):
    arrival = came(referee, event, 400)

    with pytest.raises(Invalid) as refused:
        came(referee, event, 400, side=0, key=arrival.key)

    assert refused.value.code == "key_reused"


def test_a_later_arrival_replaces_one_tapped_by_mistake_until_it_is_ruled(event, referee):
    came(referee, event, 100)
    came(referee, event, 400)
    ruling = confirm(referee, event)

    with pytest.raises(Refusal) as refused:
        came(referee, event, 800)

    assert (ruling.value, refused.value.code) == (30, "lateness_confirmed")


def test_a_ruling_taken_back_can_be_made_anew(event, referee):
    came(referee, event, 400)
    reverse(referee, event, confirm(referee, event))
    came(referee, event, 100)

    ruling = confirm(referee, event)

    assert (ruling.unit, [row.stands for row in ledger_of(at(event))]) == ("warning", [False, True])


def test_what_is_ruled_is_not_ruled_twice(event, referee):
    came(referee, event, 400)
    confirm(referee, event)

    with pytest.raises(Refusal) as refused:
        confirm(referee, event)

    assert (refused.value.code, Ruling.objects.count()) == ("lateness_confirmed", 1)


def test_without_an_arrival_there_is_nothing_to_confirm(event, referee):
    with pytest.raises(Refusal) as refused:
        confirm(referee, event)

    assert refused.value.code == "not_arrived"


def test_who_is_in_time_is_not_late(event, referee):
    came(referee, event, 0)

    with pytest.raises(Refusal) as refused:
        confirm(referee, event)

    assert refused.value.code == "not_late"


def test_rules_without_steps_refuse(db):
    event = table.hall("s1")
    came(cast.chief(event), event, 400)

    with pytest.raises(Refusal) as refused:
        confirm(cast.chief(event), event)

    assert refused.value.code == "no_lateness_rules"


def test_before_the_start_nobody_is_late(event):
    match = at(event, 3, number=2)

    with pytest.raises(Refusal) as refused:
        lateness.arrived(cast.chief(event), event, match_id=match.pk, side=0, key=key())

    assert refused.value.code == "round_not_begun"


def test_who_has_not_this_table_is_refused(event):
    neighbour = cast.referee(event, [4])[1]

    with pytest.raises(NotAllowed):
        came(neighbour, event, 400)
    came(cast.chief(event), event, 400)
    with pytest.raises(NotAllowed):
        confirm(neighbour, event)

    assert Ruling.objects.count() == 0


def test_after_the_close_only_chief_and_desk_note_it(event, referee):
    close(event)

    with pytest.raises(Refusal) as refused:
        came(referee, event, 400)

    assert (refused.value.code, came(cast.chief(event), event, 400).seconds) == ("round_closed_to_referees", 400)


def test_a_step_that_hits_a_whole_unit_is_the_chiefs_and_rules_all_its_teams(db):
    """S2-2: from the 21st minute the whole unit team forfeits the round, where the organizer reads it so."""
    event = table.hall("s2", decisions={"lateness.scope": "unit"})
    referee = cast.referee(event, [3])[1]
    came(referee, event, 1300)

    with pytest.raises(NotAllowed) as refused:
        confirm(referee, event)
    ruling = confirm(cast.chief(event), event)

    unit = at(event).sides.get(position=1).team.unit
    ruled = Ruling.objects.order_by("pk")
    assert (refused.value.code, ruling.match_id, ruling.unit) == ("chief_forfeits_unit", at(event).pk, "match")
    assert {row.team_id for row in ruled} == {team.pk for team in event.teams.filter(unit=unit)}
    assert (ruled.count(), late_sides(at(event), play(event, at(event)).ruleset, ledger_of(at(event)))[1].ruling) == (
        2, ruling,
    )  # fmt: skip


@pytest.mark.parametrize(("sitting", "minutes"), [(1, 187), (2, 7)])
def test_lateness_is_counted_from_the_sitting_that_a_match_is_played_in(event, referee, sitting, minutes):
    """The second sitting began three hours after the first; seven minutes after it a side comes."""
    current, first = Round.objects.get(number=1), Clock.objects.get(rounds__number=1)
    plan = {name: getattr(first, name) for name in ("tournament", "seconds", "reminder_seconds", "last_deals")}
    second = Clock.objects.create(**plan, round=current, sitting=2, sittings=2)
    Clock.objects.filter(pk=first.pk).update(round=current, sittings=2)
    begun = ClockEvent.objects.earliest("pk").at
    ClockEvent.objects.create(clock=second, order=1, kind="started", at=begun + timedelta(hours=3))
    Round.objects.filter(pk=current.pk).update(clock=second)
    Match.objects.filter(pk=at(event).pk).update(sitting=sitting)

    with time_machine.travel(begun + timedelta(minutes=187), tick=False):
        came(referee, event, 187 * 60)
        late = late_sides(at(event), play(event, at(event)).ruleset, ())

    assert late[1].seconds == minutes * 60
