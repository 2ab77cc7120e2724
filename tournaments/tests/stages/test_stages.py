"""Stages one after another, and what happens between their draws."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.actions import draws, events, rounds, stages, teams, ties
from tournaments.errors import Gone, NotAllowed, Refusal
from tournaments.models import (
    Draw,
    Match,
    MatchSide,
    Publication,
    RegulationsVersion,
    Round,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.pairing import Outcome, verify
from tournaments.regulations import dump
from tournaments.selectors import standings
from tournaments.selectors.draws import is_stale, open_or_released, preview, record_of
from tournaments.selectors.final import final_of, stage_table
from tournaments.selectors.going_on import going_on
from tournaments.selectors.publications import public_table
from tournaments.selectors.stage_field import Wanted, due_of, entrants_of
from tournaments.selectors.stages import stage_of, stages_of
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.stages import hall

SWISS = {"code": "swiss", "format": "swiss", "rounds": 3, "bye_to": "lowest"}
CUP = {"code": "cup", "format": "knockout", "entrants": {"from_stage": "swiss", "teams": 4}, "seeding": "rank"}
GROUPS = {"code": "groups", "format": "round_robin", "groups": {"count": 3}}
BEST = {"code": "cup", "format": "knockout", "entrants": {"from_stage": "groups", "per_group": 1, "best": 1}}


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


def test_an_event_goes_by_the_first_stage_that_is_not_closed(db):
    event = hall.event_of(SWISS, CUP, teams=6)
    organizer = cast.organizer(event)
    before = stage_of(hall.fresh(event)).code

    hall.play_stage(organizer, event)
    stages.close_stage(organizer, event, stage_of(event).pk)

    assert (before, stage_of(hall.fresh(event)).code) == ("swiss", "cup")


def test_rows_of_stages_follow_the_regulations_until_they_are_drawn(db):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    document = dump(event.regulations)
    document["stages"] += [{**CUP, "third_place": True}]

    events.amend(organizer, event, document=document, reason="加一个淘汰赛")
    both = [(stage.code, stage.order, stage.format) for stage in stages_of(hall.fresh(event))]
    del document["stages"][1]
    events.amend(organizer, hall.fresh(event), document=document, reason="取消淘汰赛")

    assert both == [("swiss", 0, "swiss"), ("cup", 1, "knockout")]
    assert [stage.code for stage in stages_of(hall.fresh(event))] == ["swiss"]


def test_a_drawn_stage_keeps_its_format_and_a_later_one_may_still_change(db):
    event = hall.event_of(SWISS, CUP, teams=6)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    document = dump(hall.fresh(event).regulations)

    drawn = {**document, "stages": [{**document["stages"][0], "format": "random"}, document["stages"][1]]}
    with pytest.raises(Refusal) as refused:
        events.amend(organizer, event, document=drawn, reason="改赛制")
    later = {**document, "stages": [document["stages"][0], {**document["stages"][1], "third_place": True}]}
    events.amend(organizer, event, document=later, reason="加三四名决赛")

    assert code_of(refused) == "stage_is_drawn"
    assert hall.fresh(event).regulations.plan("cup").third_place


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

    assert (code_of(again), code_of(released)) == ("draw_moved_on", "illegal_step")
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


def test_a_stage_is_not_closed_before_its_rounds_are(db):
    event = hall.event_of({**SWISS, "rounds": 2}, teams=4)
    organizer = cast.organizer(event)
    stage = stage_of(event)
    found = []
    for step in ("nothing", "open", "one"):
        if step == "open":
            hall.draw(organizer, event)
        elif step == "one":
            hall.play(organizer, event, 1)
        with pytest.raises(Refusal) as refused:
            stages.close_stage(organizer, event, stage.pk)
        found.append(code_of(refused))

    assert found == ["stage_rounds_missing", "stage_round_open", "stage_rounds_missing"]


def test_only_who_makes_draws_closes_stages(db):
    event = hall.event_of(SWISS, teams=4)

    with pytest.raises(NotAllowed):
        stages.close_stage(cast.referee(event)[1], event, stage_of(event).pk)


def test_one_more_round_is_an_amendment_and_is_drawn(db):
    event = hall.event_of({"format": "two_rounds"}, teams=6)
    organizer = cast.organizer(event)
    stage = hall.play_stage(organizer, event)

    stages.add_round(organizer, event, stage.pk, reason="时间充裕,加赛一轮")
    made = hall.draw(organizer, hall.fresh(event))
    hall.play(organizer, event, 3)
    stages.close_stage(organizer, event, stage.pk)

    assert RegulationsVersion.objects.filter(tournament=event).order_by("-version")[0].reason == "时间充裕,加赛一轮"
    assert (made.method, len(made.inputs["met"])) == ("random_round", 6)
    assert count(hall.fresh(event)).standings.rounds == (1, 2, 3)


def test_a_knockout_has_the_rounds_that_it_needs(db):
    event = hall.event_of({"format": "knockout"}, teams=6)

    with pytest.raises(Refusal) as refused:
        stages.add_round(cast.organizer(event), event, stage_of(event).pk, reason="加赛")

    assert code_of(refused) == "stage_has_its_rounds"


def tied(organizer, event):
    """Play the first round so that all winners are equal, and all losers."""
    hall.draw(organizer, event)
    hall.start(organizer, event, 1)
    for match in hall.to_play(event, 1):
        hall.result(organizer, event, match, 0)
    rounds.close(organizer, event, 1)


def test_equal_teams_over_the_cut_draw_lots_before_the_stage_is_closed(db):
    cup = {**CUP, "entrants": {"from_stage": "swiss", "teams": 2}}
    event = hall.event_of({**SWISS, "rounds": 1}, cup, teams=8)
    organizer = cast.organizer(event)
    tied(organizer, event)
    stage = stage_of(hall.fresh(event))
    tie = count(hall.fresh(event)).ties()[0]

    with pytest.raises(Refusal) as refused:
        stages.close_stage(organizer, event, stage.pk)
    lots = ties.draw_lots(organizer, event, tie)
    stages.close_stage(organizer, event, stage.pk)

    numbers = ", ".join(str(hall.number_of(team)) for team in sorted(tie, key=hall.number_of))
    assert (code_of(refused), refused.value.params) == ("tie_over_the_cut", {"teams": numbers, "slots": 2})
    assert [each.team for each in entrants_of(stage_of(hall.fresh(event)))] == sorted(
        sorted(lots, key=lots.__getitem__)[:2]
    )


def test_k19_two_groups_with_one_winner_each_make_a_final(db):
    groups = {**GROUPS, "groups": {"count": 2}}
    final = {
        "code": "final",
        "format": "knockout",
        "entrants": {"from_stage": "groups", "per_group": 1},
        "seeding": "cross",
    }
    event = hall.event_of(groups, final, teams=6)

    hall.play_event(cast.organizer(event), event, winner=hall.best_wins)

    ranked = final_of(hall.fresh(event))
    assert [(row.place, row.stage) for row in ranked[:3]] == [(1, 1), (2, 1), (3, 0)]
    assert hall.number_of(ranked[0].team) == 1


def test_the_best_of_the_seconds_goes_on_and_equal_ones_draw_lots(db):
    event = hall.event_of(GROUPS, BEST, teams=6)
    organizer = cast.organizer(event)
    tied(organizer, event)
    stage = stage_of(hall.fresh(event))
    table = count(hall.fresh(event))
    found = going_on(stage, table, hall.fresh(event).regulations.plan("cup"))

    with pytest.raises(Refusal) as refused:
        stages.close_stage(organizer, event, stage.pk)
    lots = ties.draw_lots(organizer, event, found.tie.teams)
    stages.close_stage(organizer, event, stage.pk)

    best = min(lots, key=lots.__getitem__)
    entries = StageEntry.objects.filter(stage__code="cup").order_by("seed")
    assert (code_of(refused), len(found.tie.teams), found.tie.slots) == ("tie_over_the_cut", 3, 1)
    assert [entry.carried_points for entry in entries] == [
        {"group": 1, "place": 1},
        {"group": 2, "place": 1},
        {"group": 3, "place": 1},
        {},
    ]
    assert entries[3].team_id == best


def test_s09_a_team_that_leaves_in_the_second_stage_changes_nothing_of_the_first(db):
    event = hall.event_of(SWISS, CUP, teams=8)
    organizer = cast.organizer(event)
    first = hall.play_stage(organizer, event)
    stages.close_stage(organizer, event, first.pk)
    before = stage_table(stages_of(hall.fresh(event))[0]).places
    qualified = [entry.team_id for entry in StageEntry.objects.filter(stage__code="cup").order_by("seed")]
    hall.draw(organizer, hall.fresh(event))

    teams.disqualify(organizer, event, qualified[0], reason="违纪")

    assert stage_table(stages_of(hall.fresh(event))[0]).places == before
    assert [team for tie in before for team in tie][:4] == qualified


def test_a_closed_stage_is_opened_again_until_the_next_is_drawn(db):
    event = hall.event_of(SWISS, CUP, teams=6)
    organizer = cast.organizer(event)
    first = hall.play_stage(organizer, event)
    stages.close_stage(organizer, event, first.pk)
    stages.close_stage(organizer, event, first.pk)
    with pytest.raises(Refusal) as closed:
        rounds.reopen(organizer, event, 3, reason="再看")

    stages.reopen_stage(organizer, event, first.pk, reason="成绩有误")
    entries = StageEntry.objects.filter(stage__code="cup").count()
    stages.close_stage(organizer, event, first.pk)
    hall.draw(organizer, hall.fresh(event))
    with pytest.raises(Refusal) as drawn:
        stages.reopen_stage(organizer, event, first.pk, reason="再改")

    assert (code_of(closed), entries, code_of(drawn)) == ("stage_is_closed", 0, "next_stage_drawn")
    assert Publication.objects.filter(stage=first).count() == 1


def test_the_public_reads_the_stage_that_is_played_and_the_frozen_one_before(db):
    event = hall.event_of(SWISS, CUP, teams=6)
    organizer = cast.organizer(event)
    first = hall.play_stage(organizer, event)
    stages.close_stage(organizer, event, first.pk)

    between = public_table(hall.fresh(event))
    hall.draw(organizer, hall.fresh(event))
    after = public_table(hall.fresh(event))

    assert (between.publication is not None, len(between.table.standings.rows)) == (True, 6)
    assert (after.publication, len(after.table.standings.rows)) == (None, 4)


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
            open_or_released(hall.fresh(event))

        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("plan", [GROUPS, {"format": "knockout"}, SWISS])
def test_a_stage_is_counted_in_as_many_queries_for_many_teams_as_for_few(db, plan):
    counts = []
    for size in (6, 18):
        event = hall.event_of(plan, teams=size, slug=f"of-{size}")
        hall.draw(cast.organizer(event), event)
        read = hall.fresh(event)

        with CaptureQueriesContext(connection) as asked:
            count(read)

        counts.append(len(asked))
    assert counts[0] == counts[1] <= 4
