"""Stages one after another, and what happens between their draws."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.actions import events, rounds, rulesets, stages, teams, ties
from tournaments.errors import NotAllowed, NotFound, Refusal
from tournaments.models import (
    Publication,
    RegulationsVersion,
    StageEntry,
)
from tournaments.regulations import dump
from tournaments.selectors.cut_ties import undecided
from tournaments.selectors.event_pages import event_page
from tournaments.selectors.final import final_of, stage_table
from tournaments.selectors.going_on import going_on
from tournaments.selectors.publications import public_table
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stage_field import entrants_of
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


@pytest.mark.parametrize(("plan", "last"), [(GROUPS, 5), ({"format": "knockout"}, 4), (SWISS, 3)])
def test_the_programme_before_the_draw_has_the_rounds_that_will_be(db, plan, last):
    event = hall.event_of(plan, teams=13)

    page = event_page(hall.fresh(event), cast.actor(event, cast.As.PUBLIC), cast.NOW)

    assert [each.number for each in page.programme] == list(range(1, last + 1))


def test_who_went_out_of_a_knockout_together_draw_lots_for_the_last_place(db):
    last = {"code": "last", "format": "round_robin", "entrants": {"from_stage": "cup", "teams": 3}}
    event = hall.event_of({"code": "cup", "format": "knockout"}, last, teams=8)
    organizer = cast.organizer(event)
    cup = hall.play_stage(organizer, event)
    third = count(hall.fresh(event)).places[2]

    with pytest.raises(Refusal) as refused:
        stages.close_stage(organizer, event, cup.pk)
    lots = ties.draw_lots(organizer, event, third)
    stages.close_stage(organizer, event, cup.pk)

    gone_on = StageEntry.objects.filter(stage__code="last").order_by("seed")
    assert (code_of(refused), len(third)) == ("tie_over_the_cut", 2)
    assert gone_on[2].team_id == min(lots, key=lots.__getitem__)


def test_each_stage_has_rules_of_its_own(db):
    event = hall.event_of(SWISS, CUP, teams=6)
    organizer = cast.organizer(event)

    rulesets.choose(organizer, event, preset="s2", stage="cup", reason="决赛用另一规则")
    first, cup = stages_of(hall.fresh(event))
    with pytest.raises(NotFound):
        rulesets.choose(organizer, hall.fresh(event), preset="s2", stage="final", reason="没有这个阶段")

    assert [(stage.ruleset, plan_of(stage).ruleset) for stage in (first, cup)] == [("s1", "s1"), ("s2", "s2")]


def test_who_went_out_of_a_knockout_together_cut_the_cards_where_it_is_declared(db):
    last = {"code": "last", "format": "round_robin", "entrants": {"from_stage": "cup", "teams": 3}}
    cup = {"code": "cup", "format": "knockout", "scoring": {"tiebreaks": ["extra_deal", "card_cut"]}}
    event = hall.event_of(cup, last, teams=8)
    organizer = cast.organizer(event)
    stage = hall.play_stage(organizer, event)
    one, other = count(hall.fresh(event)).places[2]
    ties.record_extra_deal(organizer, event, {one: 2, other: 2}, "Table 1")

    with pytest.raises(Refusal) as refused:
        stages.close_stage(organizer, event, stage.pk)
    ties.record_card_cut(organizer, event, {one: "♠9", other: "J"}, "Table 1")
    stages.close_stage(organizer, event, stage.pk)

    gone_on = StageEntry.objects.filter(stage__code="last").order_by("seed")
    assert (code_of(refused), gone_on[2].team_id) == ("tie_over_the_cut", other)


def test_the_best_of_the_seconds_play_an_extra_deal_and_draw_lots_for_what_it_leaves(db):
    groups = {**GROUPS, "scoring": {"tiebreaks": ["head_to_head", "extra_deal", "lots"]}}
    event = hall.event_of(groups, BEST, teams=6)
    organizer = cast.organizer(event)
    tied(organizer, event)
    stage = stage_of(hall.fresh(event))
    plan = hall.fresh(event).regulations.plan("cup")
    before = going_on(stage, count(hall.fresh(event)), plan).tie
    first, second, third = before.teams
    ties.record_extra_deal(organizer, event, {first: 0, second: 1, third: 1}, "Table 1")
    left = going_on(stage, count(hall.fresh(event)), plan).tie

    lots = ties.draw_lots(organizer, event, left.teams)
    stages.close_stage(organizer, event, stage.pk)

    entries = StageEntry.objects.filter(stage__code="cup").order_by("seed")
    assert (set(left.teams), left.slots) == ({second, third}, 1)
    assert entries[3].team_id == min(lots, key=lots.__getitem__)


def test_two_ties_over_cuts_that_no_table_shows_are_settled_one_after_the_other(db):
    bands = {
        "code": "last", "format": "round_robin", "groups": {"size": 3, "by": "bands"},
        "entrants": {"from_stage": "cup", "teams": 6},
    }  # fmt: skip
    event = hall.event_of({"code": "cup", "format": "knockout"}, bands, teams=8)
    organizer = cast.organizer(event)
    cup = hall.play_stage(organizer, event)
    settled = []

    for _ in range(2):
        with pytest.raises(Refusal):
            stages.close_stage(organizer, event, cup.pk)
        due = next(step.teams for step in undecided(hall.fresh(event)).over_the_cut if not step.records)
        settled.append(len(due))
        ties.draw_lots(organizer, hall.fresh(event), due)
    listed = undecided(hall.fresh(event)).over_the_cut
    stages.close_stage(organizer, event, cup.pk)

    assert (settled, [bool(step.records) for step in listed]) == ([2, 4], [True, True])
    assert StageEntry.objects.filter(stage__code="last").count() == 6
