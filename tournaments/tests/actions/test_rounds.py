import pytest

from tournaments.actions import clocks, rounds
from tournaments.errors import Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, ClockEvent, Match, MatchSide, ResultSheet, Round, Tournament
from tournaments.selectors.results import open_matches
from tournaments.selectors.rounds import current_round, round_tables
from tournaments.tests import cast


@pytest.fixture
def hall(event: Tournament):
    cast.drawn(event)
    return event


def decide(match, state="official"):
    ResultSheet.objects.create(
        match=match, version=1, key=f"k{match.pk}", fingerprint="f", state=state, source="chief",
        level_0=3, level_1=2, observed_at=cast.NOW, received_at=cast.NOW,
    )  # fmt: skip


def decide_all(number, but=()):
    for match in (
        Match.objects.filter(round__number=number)
        .exclude(table__in=[each for each in but if each])
        .filter(table__isnull=False)
    ):
        decide(match)


def table(event, number, round_number=1):
    return Match.objects.get(round__number=round_number, table=number, round__stage__division__tournament=event)


def test_w07_a_round_with_undecided_tables_is_not_closed_and_they_are_named(hall):
    decide_all(1, but=(9, 2, 5))
    decide(table(hall, 5), state="confirmed")

    with pytest.raises(Refusal) as refused:
        rounds.close(cast.chief(hall), hall, 1)

    assert refused.value.params == {"tables": "2、5、9", "count": 3}
    assert Round.objects.get(number=1).state == "released"


def test_a_decided_round_is_closed_with_its_clock(hall):
    chief = cast.chief(hall)
    clocks.start(chief, hall, 1)
    decide_all(1)

    rounds.close(chief, hall, 1)
    rounds.close(chief, hall, 1)

    assert [event.kind for event in ClockEvent.objects.all()] == ["started", "ended"]
    assert current_round(hall).number == 2
    assert [entry.action for entry in AuditEntry.objects.all()] == ["clock.started", "clock.ended", "round.closed"]


def test_a_bye_is_decided(hall):
    current = Round.objects.get(number=1)
    MatchSide.objects.filter(match=table(hall, 9), position=1).update(source="bye", team=None)
    Match.objects.filter(pk=table(hall, 9).pk).update(table=None)
    decide_all(
        1,
    )

    assert open_matches(current) == []
    rows = round_tables(hall, current, in_full=True)
    assert [(row.table, row.bye, len(row.team_ids)) for row in rows][-2:] == [(8, False, 2), (None, True, 1)]


def test_a_round_is_opened_again_with_a_reason_until_a_later_one_started(hall):
    chief = cast.chief(hall)
    decide_all(1)
    rounds.close(chief, hall, 1)

    with pytest.raises(Invalid):
        rounds.reopen(chief, hall, 1, reason="")
    rounds.reopen(chief, hall, 1, reason="第3桌成绩未录")
    rounds.close(chief, hall, 1)
    clocks.start(chief, hall, 2)
    with pytest.raises(Refusal) as refused:
        rounds.reopen(chief, hall, 1, reason="再开")

    assert refused.value.code == "later_round_started"


def test_w08_a_match_moves_to_a_free_table_and_keeps_its_number(hall):
    match = table(hall, 9)
    Match.objects.filter(pk=table(hall, 4).pk).update(table=None)

    rounds.move_match(cast.chief(hall), hall, match.pk, table=4, reason="桌子坏了")

    match.refresh_from_db()
    assert (match.table, match.number) == (4, 9)


def test_two_matches_change_tables(hall):
    first, second = table(hall, 1), table(hall, 2)

    rounds.move_match(cast.chief(hall), hall, first.pk, table=2, reason="行动不便")

    assert [Match.objects.get(pk=pk).table for pk in (first.pk, second.pk)] == [2, 1]
    entry = AuditEntry.objects.get()
    assert entry.data == {"round": 1, "from": 1, "to": 2, "swapped": second.pk}


@pytest.mark.parametrize("number", [0, 10, 1])
def test_a_match_does_not_move_outside_the_hall_or_to_its_own_table(hall, number):
    with pytest.raises(Invalid) as refused:
        rounds.move_match(cast.chief(hall), hall, table(hall, 1).pk, table=number, reason="换桌")

    assert (refused.value.code, refused.value.field) == ("move_bad_table", "table")


def test_a_move_needs_a_reason_and_an_open_round(hall):
    chief = cast.chief(hall)
    match = table(hall, 1)

    with pytest.raises(Invalid) as without:
        rounds.move_match(chief, hall, match.pk, table=2, reason=" ")
    decide_all(1)
    rounds.close(chief, hall, 1)
    with pytest.raises(Refusal) as closed:
        rounds.move_match(chief, hall, match.pk, table=2, reason="换桌")

    assert (without.value.code, closed.value.code) == ("round_reason_needed", "round_closed")


def test_a_match_of_another_event_is_not_found(hall):
    other = cast.event("other")

    with pytest.raises(NotFound):
        rounds.move_match(cast.chief(other), other, table(hall, 1).pk, table=2, reason="换桌")


def test_referees_do_not_close_rounds(hall):
    _, referee = cast.referee(hall)
    decide_all(1)

    with pytest.raises(NotAllowed):
        rounds.close(referee, hall, 1)
