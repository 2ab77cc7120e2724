"""What a correction would move is said before it is saved, and nothing is written."""

import pytest

from tournaments.actions import draws, results, rounds
from tournaments.errors import Invalid, NotFound
from tournaments.models import AuditEntry, Match, MatchSide, ResultSheet, Tournament
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.stages import hall


def facts(event):
    return (
        Tournament.objects.get(pk=event.pk).live_version,
        AuditEntry.objects.count(),
        list(ResultSheet.objects.values_list("pk", "state")),
        [row.team for row in count(hall.fresh(event)).standings.rows],
    )


def sides():
    return list(MatchSide.objects.order_by("pk").values_list("match", "position", "source", "team"))


def test_a_correction_says_whose_places_it_moves_and_that_a_draft_is_stale(db):
    event = hall.event_of({"format": "swiss", "rounds": 2}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=lambda _match: 0)
    draws.make(organizer, hall.fresh(event))
    match = Match.objects.get(table=1)
    first, second = (side.team_id for side in match.sides.order_by("position"))
    before = facts(event)

    moved = results.preview_correction(organizer, hall.fresh(event), match_id=match.pk, levels=["2", "A"])

    assert {each.team: each.new_points for each in moved.ranks if each.team in {first, second}} == {
        first: "-12",
        second: "12",
    }
    assert (moved.seats, moved.draft_stale, moved.needs_consequence) == ((), True, False)
    assert facts(event) == before


def test_a_correction_says_which_seats_of_a_bracket_it_moves_and_whether_they_are_taken(db):
    event = hall.event_of({"format": "knockout"}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=lambda _match: 0)
    semi = Match.objects.get(round__number=1, table=1)
    winner, loser = (side.team_id for side in semi.sides.order_by("position"))

    early = results.preview_correction(organizer, hall.fresh(event), match_id=semi.pk, levels=["3", "9"])
    hall.start(organizer, event, 2)
    late = results.preview_correction(organizer, hall.fresh(event), match_id=semi.pk, levels=["3", "9"])

    assert [(each.round, each.table, each.team, each.new_team) for each in early.seats] == [(2, 1, winner, loser)]
    assert (early.needs_consequence, late.needs_consequence) == (False, True)
    assert Match.objects.get(round__number=2).sides.filter(team=winner).exists()


def test_a_correction_that_cannot_be_is_refused_as_it_would_be(db):
    event = hall.event_of({"format": "knockout"}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1)
    match = Match.objects.get(round__number=1, table=1)

    with pytest.raises(Invalid) as equal:
        results.preview_correction(organizer, hall.fresh(event), match_id=match.pk, levels=["3", "3"])
    with pytest.raises(NotFound):
        results.preview_correction(organizer, cast.event("other"), match_id=match.pk, levels=["3", "9"])

    assert equal.value.code == "knockout_needs_winner"


def test_one_correction_back_restores_the_state_before(db):
    event = hall.event_of({"format": "knockout", "third_place": True}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=lambda _match: 0)
    match = Match.objects.get(round__number=1, table=1)
    before = sides()

    for levels in (["3", "9"], ["9", "3"]):
        results.correct(organizer, event, match_id=match.pk, key=hall.key(), levels=levels, reason="改判")

    assert sides() == before
    rounds.reopen(organizer, event, 1, reason="核对")
