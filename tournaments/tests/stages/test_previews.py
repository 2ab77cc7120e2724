"""What a correction would move is said before it is saved, and nothing is written."""

import pytest
from django.urls import reverse

from tournaments.actions import draws, results, rounds
from tournaments.errors import Gone, Invalid, NotFound, Refusal
from tournaments.models import AuditEntry, Match, MatchSide, ResultSheet, Role, Tournament
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

    preview = results.preview_correction(organizer, hall.fresh(event), match_id=match.pk, levels=["2", "A"])
    moved = preview.ways[0].moved

    assert {each.team: each.new_points for each in moved.ranks if each.team in {first, second}} == {
        first: "-12",
        second: "12",
    }
    assert (moved.seats, moved.draft_stale, preview.asks) == ((), True, False)
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

    [way] = early.ways
    assert [(each.round, each.table, each.team, each.new_team) for each in way.moved.seats] == [(2, 1, winner, loser)]
    assert [each.code for each in late.ways] == ["keep-", "clear-"]
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


@pytest.fixture
def cup(db):
    """Four teams in a knockout whose first semi-final is corrected after the final was played."""
    event = hall.event_of({"format": "knockout", "third_place": True}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=lambda _match: 0)
    hall.play(organizer, event, 2, winner=lambda _match: 0)
    return hall.fresh(event)


def said():
    """What counts: by match its teams and what its official sheet says."""
    sheets = ResultSheet.objects.filter(state="official").order_by("match__round__number", "match__number")
    return [
        (sheet.match_id, list(sheet.match.sides.order_by("position").values_list("team", flat=True)), sheet.level_0)
        for sheet in sheets
    ]


def test_each_way_says_what_it_moves_and_which_results_it_puts_aside(cup):
    organizer, semi = cast.organizer(cup), Match.objects.get(round__number=1, table=1)
    before = facts(cup)

    preview = results.preview_correction(organizer, cup, match_id=semi.pk, levels=["3", "9"])

    keep, clear = preview.ways
    assert ([each.table for each in keep.moved.put], [each.table for each in clear.moved.put]) == ([], [1, 2])
    assert (len(keep.moved.seats), len(clear.moved.seats)) == (0, 2)
    assert facts(cup) == before


def test_restoring_brings_back_the_matches_that_a_correction_cleared(cup):
    organizer, semi = cast.organizer(cup), Match.objects.get(round__number=1, table=1)
    before, seats = said(), sides()
    given = {"match_id": semi.pk, "key": hall.key(), "levels": ["3", "9"], "reason": "改判", "consequence": "clear"}
    results.correct(organizer, cup, **given)
    cleared = said()
    again = hall.key()

    for _twice in range(2):
        results.restore(organizer, cup, match_id=semi.pk, key=again, reason="恢复", version=2)

    assert (len(cleared), said(), sides()) == (2, before, seats)
    assert list(semi.sheets.order_by("version").values_list("version", "reason", "state")) == [
        (1, "", "superseded"), (2, "改判", "superseded"), (3, "恢复", "official"),
    ]  # fmt: skip
    assert AuditEntry.objects.filter(action="result.restored").count() == 3


def test_there_is_nothing_to_restore_before_a_correction(cup):
    semi = Match.objects.get(round__number=1, table=1)

    with pytest.raises(Refusal) as refused:
        results.restore(cast.organizer(cup), cup, match_id=semi.pk, key=hall.key(), reason="恢复", version=1)

    assert refused.value.code == "nothing_to_restore"


def test_a_page_that_shows_another_version_restores_nothing(cup):
    organizer, semi = cast.organizer(cup), Match.objects.get(round__number=1, table=1)
    results.correct(organizer, cup, match_id=semi.pk, key=hall.key(), levels=["9", "4"], reason="核对")

    with pytest.raises(Gone) as refused:
        results.restore(organizer, cup, match_id=semi.pk, key=hall.key(), reason="恢复", version=1)

    assert refused.value.code == "sheet_changed"


def test_one_click_at_the_desk_restores_what_was_before(cup):
    client, semi = cast.client_of(cast.member(cup, Role.CHIEF)), Match.objects.get(round__number=1, table=1)
    before = said()
    results.correct(cast.organizer(cup), cup, match_id=semi.pk, key=hall.key(), levels=["10", "4"], reason="核对")
    address = reverse("desk-match", args=[cup.slug, semi.pk])
    page = client.get(address)

    answer = client.post(
        reverse("desk-restore", args=[cup.slug, semi.pk]),
        {"key": page.context["restore_key"], "version": page.context["last"].version},
    )

    assert (answer.status_code, said()) == (302, before)


def test_a_draft_says_which_tables_the_same_seed_would_then_give(db):
    event = hall.event_of({"format": "swiss", "rounds": 3}, teams=8)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=hall.best_wins)
    draft = draws.make(organizer, hall.fresh(event), called_seed="7")
    match = Match.objects.get(table=1)

    [way] = results.preview_correction(organizer, hall.fresh(event), match_id=match.pk, levels=["2", "A"]).ways
    results.correct(organizer, event, match_id=match.pk, key=hall.key(), levels=["2", "A"], reason="核对")
    again = draws.make(organizer, hall.fresh(event), called_seed="7", reason="重抽")

    def seated(draw):
        return {each["table"]: set(each["sides"]) for each in draw.outcome["rounds"][0]["matches"]}

    was, will = seated(draft), seated(again)
    assert {each.table: (set(each.teams), set(each.new_teams)) for each in way.moved.tables} == {
        table: (was[table], will[table]) for table in was if was[table] != will[table]
    }
    assert {each.round for each in way.moved.tables} == {2}


def test_what_was_looked_at_must_still_be_what_there_is(db):
    event = hall.event_of({"format": "swiss", "rounds": 2}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=lambda _match: 0)
    client = cast.client_of(cast.member(event, Role.CHIEF))
    one, other = Match.objects.order_by("table")
    address = reverse("desk-match", args=[event.slug, one.pk])
    form = {"key": hall.key(), "version": 1, "outcome": "played", "level_0": "2", "level_1": "A", "reason": "核对"}
    seen = client.post(address, form).context["change"].preview.digest
    results.correct(organizer, event, match_id=other.pk, key=hall.key(), levels=["A", "2"], reason="核对")

    answer = client.post(address, {**form, "seen": seen})

    assert (answer.status_code, one.sheets.count()) == (422, 1)
