"""Rounds drawn one after another from what went before, changed by hand, taken back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tournaments.actions import draws, rounds, stages, teams
from tournaments.errors import Gone, Refusal
from tournaments.models import (
    Draw,
    Match,
    MatchSide,
    Round,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.pairing import Outcome, verify
from tournaments.phrases.refusals import refusal
from tournaments.selectors import standings
from tournaments.selectors.draw_views import draw_view
from tournaments.selectors.draws import holding, is_stale, preview, record_of
from tournaments.selectors.final import stage_table
from tournaments.selectors.names import team_names
from tournaments.selectors.stage_field import Wanted, due_of
from tournaments.selectors.stages import stage_of
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.stages import hall

SWISS = {"code": "swiss", "format": "swiss", "rounds": 3, "bye_to": "lowest"}
CUP = {"code": "cup", "format": "knockout", "entrants": {"from_stage": "swiss", "teams": 4}, "seeding": "rank"}


def code_of(refused):
    return refused.value.code


def seated(number):
    return set(MatchSide.objects.filter(round__number=number, team__isnull=False).values_list("team_id", flat=True))


def resting(number):
    return list(
        MatchSide.objects.filter(round__number=number, match__table=None, team__isnull=False).values_list(
            "team_id", flat=True
        )
    )


def test_the_next_round_waits_for_the_one_before_and_is_drawn_from_where_everybody_stands(db):
    event = hall.event_of(SWISS, teams=8)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.start(organizer, event, 1)
    with pytest.raises(Refusal) as early:
        draws.make(organizer, event, reason="再抽")
    for match in hall.to_play(event, 1):
        hall.result(organizer, event, match, 1)
    rounds.close(organizer, event, 1)

    due = preview(hall.fresh(event))
    made = draws.make(organizer, hall.fresh(event))

    assert code_of(early) == "draw_play_has_begun"
    assert (due.method, due.round, made.method) == ("swiss", 2, "swiss")
    scores = {each["team"]: each["score"] for each in made.inputs["standing"]}
    assert scores == {row.team: row.total for row in count(hall.fresh(event)).standings.rows}
    assert len(made.inputs["met"]) == 4


def test_d06_drawing_twice_for_a_round_makes_one(db):
    event = hall.event_of(SWISS, teams=8)
    organizer = cast.organizer(event)
    made = draws.make(organizer, event, after=0)

    with pytest.raises(Gone) as again:
        draws.make(organizer, event, after=0)
    draws.check(organizer, event, made.pk)
    draws.release(organizer, event, made.pk)
    with pytest.raises(Refusal) as released:
        draws.release(organizer, event, made.pk)

    assert (code_of(again), code_of(released)) == ("draw_moved_on", "draw_released_already")
    assert len(seated(1)) == MatchSide.objects.filter(team__isnull=False).count() == 8


def test_d16_a_result_sent_twice_gives_one_result_and_one_next_round(db):
    event = hall.event_of(SWISS, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.start(organizer, event, 1)
    for match in hall.to_play(event, 1):
        hall.result(organizer, event, match, 0)
    hall.result(organizer, event, hall.to_play(event, 1)[-1], 0)
    rounds.close(organizer, event, 1)

    hall.draw(organizer, event)

    table = count(hall.fresh(event))
    assert sorted(row.total for row in stage_table(stage_of(hall.fresh(event))).standings.rows) == [-3, -3, 3, 3]
    assert (table.standings.progress.official, Round.objects.filter(number=2).count()) == (2, 1)
    assert Match.objects.filter(round__number=2).count() == 2


def test_d11_a_late_entry_and_a_withdrawal_change_the_next_draw_and_no_history(db):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1)
    gone = Team.objects.get(number=4)
    late = cast.team(hall.fresh(event), "新一", "新二")
    teams.withdraw_team(organizer, event, gone.pk, reason="离场")

    hall.draw(organizer, event)
    hall.play(organizer, event, 2)

    assert (gone.pk in seated(1), late.pk in seated(1)) == (True, False)
    assert (gone.pk in seated(2), late.pk in seated(2)) == (False, True)
    entry = StageEntry.objects.get(team=late)
    row = count(hall.fresh(event)).standings.row(late.pk)
    assert entry.from_round == 2
    assert [cell.kind if cell else None for cell in row.rounds] == ["missed", "played"]
    assert count(hall.fresh(event)).standings.row(gone.pk).withdrawn


def test_b03_the_bye_goes_to_the_lowest_who_has_had_none(db):
    event = hall.event_of(SWISS, teams=7)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=hall.best_wins)
    rows = [row for row in count(hall.fresh(event)).standings.rows if row.team not in resting(1)]

    hall.draw(organizer, event)

    assert resting(2) == [rows[-1].team]


def test_b08_a_bye_that_is_given_leaves_exactly_one(db):
    event = hall.event_of(SWISS, teams=7)
    organizer = cast.organizer(event)
    first = draws.make(organizer, event)
    chosen = next(team for team, _ in first.inputs["entrants"] if team not in first.outcome["rounds"][0]["byes"])

    again = draws.make(organizer, event, reason="轮空改给别队", wanted=Wanted(byes=(chosen,)))

    assert again.outcome["rounds"][0]["byes"] == [chosen]
    assert len(again.outcome["rounds"][0]["matches"]) == 3


def test_who_is_absent_for_a_round_is_back_for_the_next(db):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    away = Team.objects.get(number=2).pk

    hall.draw(organizer, event, wanted=Wanted(absent=(away,)))
    hall.play(organizer, event, 1)
    hall.draw(organizer, event)

    assert (away in seated(1), away in seated(2)) == (False, True)


def test_a_draft_is_stale_when_a_result_has_changed(db):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1)
    made = draws.make(organizer, event)
    fresh_before = is_stale(hall.fresh(event), Draw.objects.select_related("stage__division").get(pk=made.pk))
    match = hall.to_play(event, 1)[0]

    hall.results.correct(organizer, event, match_id=match.pk, key=hall.key(), levels=["A", "2"], reason="登记错误")

    assert not fresh_before
    with pytest.raises(Refusal) as refused:
        draws.check(organizer, event, made.pk)
    assert code_of(refused) == "draw_stale"


def test_a_draft_is_changed_by_hand_with_a_reason_and_replays(db):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    made = draws.make(organizer, event)
    (one, _), (other, _) = (match["sides"] for match in made.outcome["rounds"][0]["matches"][:2])

    with pytest.raises(Refusal) as silent:
        draws.swap_teams(organizer, event, made.pk, number=1, one=one, other=other, reason=" ")
    swapped = draws.swap_teams(organizer, event, made.pk, number=1, one=one, other=other, reason="同车前来")
    draws.check(organizer, event, made.pk)
    with pytest.raises(Refusal) as late:
        draws.swap_teams(organizer, event, made.pk, number=1, one=one, other=other, reason="换回")

    assert (code_of(silent), code_of(late)) == ("draw_reason_needed", "only_a_draft_is_changed")
    assert swapped.outcome["swaps"] == [[1, one, other]]
    assert verify(record_of(swapped), Outcome.from_json(swapped.outcome))


def test_a_released_round_is_taken_back_alone_and_in_order(db):
    event = hall.event_of(SWISS, teams=7)
    organizer = cast.organizer(event)
    first = hall.draw(organizer, event)
    hall.play(organizer, event, 1)
    late = cast.team(hall.fresh(event), "新一", "新二")
    second = hall.draw(organizer, event)

    with pytest.raises(Refusal) as refused:
        draws.discard(organizer, event, first.pk, reason="重来")
    draws.discard(organizer, event, second.pk, reason="抽错了")

    assert code_of(refused) == "draw_play_has_begun"
    assert list(Round.objects.values_list("number", flat=True)) == [1]
    assert (StageEntry.objects.filter(team=late).count(), StageEntry.objects.count()) == (0, 7)


def test_p8_nothing_of_a_draft_of_a_later_round_is_seen_outside(db):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1)
    visitor = cast.client_of(None)
    pages = [f"/{event.slug}/{page}" for page in ("", "draw/", "draw/record.json", "tables/", "standings/", "find/")]

    def seen():
        standings.forget()
        return [(answer.status_code, answer.content) for answer in map(visitor.get, pages)]

    before = seen()
    draws.make(organizer, hall.fresh(event))
    live = Tournament.objects.filter(pk=event.pk)

    assert live.get().live_version > event.live_version
    assert [status for status, _ in seen()] == [status for status, _ in before]
    assert Round.objects.count() == 1
    assert seen()[2] == before[2]


def test_what_is_to_be_drawn_is_found_in_as_many_queries_for_many_teams_as_for_few(db):
    counts = []
    for size in (6, 18):
        event = hall.event_of(SWISS, teams=size, slug=f"of-{size}")
        organizer = cast.organizer(event)
        hall.draw(organizer, event)
        hall.play(organizer, event, 1)
        stage = stage_of(hall.fresh(event))

        with CaptureQueriesContext(connection) as asked:
            due_of(stage)
            holding(stage)

        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_draw_of_a_later_stage_names_its_rounds_as_the_event_does(db):
    event = hall.event_of(SWISS, CUP, teams=6)
    organizer = cast.organizer(event)
    stages.close_stage(organizer, event, hall.play_stage(organizer, event).pk)
    made = draws.make(organizer, hall.fresh(event))
    names = team_names(event, in_full=True)

    before = draw_view(made, names).rounds[0].number
    draws.check(organizer, event, made.pk)
    released = draws.release(organizer, event, made.pk)

    assert before == draw_view(released, names).rounds[0].number == 4
    assert draw_view(released, names).shift == 3


def test_what_cannot_be_drawn_as_wished_is_said_in_words_with_the_numbers_of_teams(db):
    event = hall.event_of(SWISS, teams=6)
    team = Team.objects.get(number=3).pk

    with pytest.raises(Refusal) as refused:
        draws.make(cast.organizer(event), event, wanted=Wanted(fixed=((team, team, 0),)))

    assert code_of(refused) == "wish_pair_with_itself"
    with override("en"):
        assert refusal(refused.value) == "Team 3 cannot meet itself."
