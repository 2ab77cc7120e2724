"""Stages whose field is divided by division and group, through the real actions."""

import pytest

from tournaments.actions import draws, results, stages, ties
from tournaments.errors import Refusal
from tournaments.models import Group, Match, MatchSide, Round, StageEntry, Team
from tournaments.pairing import Outcome, verify
from tournaments.selectors.brackets import brackets_of
from tournaments.selectors.draws import record_of
from tournaments.selectors.final import final_of
from tournaments.selectors.going_on import going_on, open_ties
from tournaments.selectors.names import team_names
from tournaments.selectors.publications import snapshot_of, table_in
from tournaments.selectors.stage_field import due_of
from tournaments.selectors.stages import stage_of, stages_of
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.results.hall import key
from tournaments.tests.stages import hall

SWISS = {"code": "main", "format": "swiss", "rounds": 3, "groups": {"count": 2}}
DIVISIONS = [{"code": "east", "name": "东校区"}, {"code": "west", "name": "西校区", "name_en": "West"}]


def divided(*plans, east, west, slug="cup"):
    """Make an event of two divisions; the teams of the first have the lower numbers."""
    event = cast.event(
        slug,
        stages=list(plans),
        divisions=DIVISIONS,
        registration={"capacity": east + west},
        venue={"tables": 64},
    )
    rows = {row.code: row for row in event.divisions.all()}
    for index in range(east + west):
        team = cast.team(event, f"甲{index}", f"乙{index}")
        division = rows["east" if index < east else "west"]
        Team.objects.filter(pk=team.pk).update(division=division)
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    return hall.fresh(event)


def parts(event, code="main"):
    """Return the numbers of the teams of each group, in order."""
    groups = Group.objects.filter(stage__code=code).order_by("order")
    return [sorted(StageEntry.objects.filter(group=group).values_list("team__number", flat=True)) for group in groups]


def test_the_groups_of_a_swiss_are_kept_from_round_to_round_and_ranked_apart(db):
    event = hall.event_of(SWISS, teams=15)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    first = parts(event)
    hall.play(organizer, event, 1)
    hall.draw(organizer, hall.fresh(event))
    hall.play(organizer, event, 2)

    table = count(hall.fresh(event))

    assert sorted(map(len, first)) == [7, 8]
    assert parts(event) == first
    assert [sorted(hall.number_of(row.team) for row in group.standings.rows) for group in table.groups] == first
    group_of = {number: at for at, numbers in enumerate(first) for number in numbers}
    for match in Match.objects.filter(table__isnull=False):
        one, other = match.sides.values_list("team__number", flat=True)
        assert group_of[one] == group_of[other]
    assert table_in(snapshot_of(table)) == table


def test_a_later_draw_stands_with_its_parts_and_replays(db):
    event = hall.event_of(SWISS, teams=9)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1)

    draw = hall.draw(organizer, hall.fresh(event))

    assert [len(each) for each in draw.inputs["plan"]["parts"]] == [5, 4]
    assert verify(record_of(draw), Outcome.from_json(draw.outcome))


def test_teams_change_places_within_their_group_only(db):
    event = hall.event_of({**SWISS, "format": "random_rounds", "rounds": 1}, teams=8)
    organizer = cast.organizer(event)
    draw = draws.make(organizer, event, called_seed="5")
    one, other = (group["teams"] for group in draw.outcome["groups"])
    pairs = [match["sides"] for match in draw.outcome["rounds"][0]["matches"]]
    opponent = next(side for pair in pairs if one[0] in pair for side in pair if side != one[0])
    third = next(team for team in one if team not in {one[0], opponent})

    draws.swap_teams(organizer, event, draw.pk, number=1, one=one[0], other=third, reason="同车")
    with pytest.raises(Refusal) as refused:
        draws.swap_teams(organizer, event, draw.pk, number=1, one=one[0], other=other[0], reason="同车")

    draw.refresh_from_db()
    assert refused.value.params["reason"] == "swap_other_part"
    assert verify(record_of(draw), Outcome.from_json(draw.outcome))


def test_a_draw_taken_back_leaves_no_groups(db):
    event = hall.event_of(SWISS, teams=8)
    organizer = cast.organizer(event)
    draw = hall.draw(organizer, event)

    draws.discard(organizer, hall.fresh(event), draw.pk, reason="重抽")

    assert (Group.objects.count(), StageEntry.objects.exclude(group=None).count()) == (0, 0)


def test_two_divisions_play_knockouts_side_by_side_and_each_has_a_winner(db):
    event = divided({"code": "main", "format": "knockout", "third_place": True}, east=5, west=9)
    organizer = cast.organizer(event)

    hall.play_stage(organizer, event, winner=hall.best_wins)

    event = hall.fresh(event)
    shown = brackets_of(event, team_names(event, in_full=True))
    assert [(each.name.title, each.champion.name.number) for each in shown] == [("东校区", 1), ("西校区", 6)]
    assert [max(row.turn for row in each.rows) for each in shown] == [3, 4]
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4]
    assert [group.division.code for group in Group.objects.order_by("order")] == ["east", "west"]
    for code, best in (("east", 1), ("west", 6)):
        ranked = final_of(event, division=code)
        assert (ranked[0].place, hall.number_of(ranked[0].team)) == (1, best)
        assert len(ranked) == (5 if code == "east" else 9)
    assert len(final_of(event)) == 14


def test_a_corrected_result_moves_the_bracket_of_its_own_division_alone(db):
    event = divided({"code": "main", "format": "knockout"}, east=4, west=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=hall.best_wins)
    match = next(match for match in hall.to_play(event, 1) if match.sides.filter(team__number__gt=4).exists())
    levels = ["2", "2"]
    levels[hall.best_wins(match) ^ 1] = "9"
    before = set(MatchSide.objects.filter(round__number=2, team__number__lte=4).values_list("team_id", flat=True))

    results.correct(organizer, hall.fresh(event), match_id=match.pk, key=key(), levels=levels, reason="写反了")

    after = MatchSide.objects.filter(round__number=2).values_list("team__number", "team_id")
    loser = sorted(match.sides.values_list("team__number", flat=True))[1]
    assert {team for number, team in after if number <= 4} == before
    assert loser in {number for number, _ in after}


def test_second_finals_of_two_divisions_come_into_one_round(db):
    event = divided({"code": "main", "format": "double_knockout"}, east=2, west=2)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1, winner=hall.best_wins)
    last = max(hall.open_rounds(event))

    hall.play(organizer, event, last, winner=lambda match: hall.best_wins(match) ^ 1)

    again = hall.to_play(event, last + 1)
    assert len(again) == 2
    assert {match.table for match in again} == {1, 2}


def test_a_stage_of_one_team_in_a_division_is_refused_by_name(db):
    event = divided({"code": "main", "format": "swiss"}, east=4, west=1)

    with pytest.raises(Refusal) as refused:
        draws.make(cast.organizer(event), event, called_seed="1")

    assert refused.value.code == "part_of_one"


def test_each_division_sends_its_own_best_and_seeds_them_from_one(db):
    event = divided(
        {"code": "main", "format": "swiss", "rounds": 2},
        {
            "code": "cup",
            "format": "knockout",
            "seeding": "rank",
            "entrants": {"from_stage": "main", "teams": 2},
        },
        east=4,
        west=6,
    )
    organizer = cast.organizer(event)
    stage = hall.play_stage(organizer, event, winner=hall.best_wins)

    stages.close_stage(organizer, hall.fresh(event), stage.pk)

    rows = StageEntry.objects.filter(stage__code="cup").order_by("team__division__order", "seed")
    assert [(row.team.division.code, row.seed) for row in rows] == [
        ("east", 1), ("east", 2), ("west", 1), ("west", 2),
    ]  # fmt: skip
    assert {row.team.number for row in rows if row.seed == 1} == {1, 5}


def test_n21_four_rounds_of_knockout_and_then_two_robins_of_the_first_eight(db):
    """64 pairs until four are left; places 1–4 and 5–8 are played for in two robins side by side."""
    event = hall.event_of(
        {"code": "main", "format": "knockout", "until": 4},
        {
            "code": "finals",
            "format": "round_robin",
            "groups": {"size": 4, "by": "bands"},
            "entrants": {"from_stage": "main", "teams": 8},
        },
        teams=16,
    )
    organizer = cast.organizer(event)
    stage = hall.play_stage(organizer, event, winner=hall.best_wins)
    stages.close_stage(organizer, hall.fresh(event), stage.pk)
    left = set(StageEntry.objects.filter(stage__code="finals", seed__lte=4).values_list("team__number", flat=True))

    hall.play_stage(organizer, hall.fresh(event), winner=lambda match: hall.best_wins(match) ^ 1)

    bands = parts(event, "finals")
    assert list(Round.objects.filter(stage__code="main").values_list("number", flat=True)) == [1, 2]
    assert set(bands[0]) == left
    assert len(bands[1]) == 4
    ranked = [hall.number_of(row.team) for row in final_of(hall.fresh(event))]
    assert sorted(ranked[:4]) == bands[0]
    assert sorted(ranked[4:8]) == bands[1]


def test_a_final_of_the_places_behind_ranks_under_the_first_though_it_is_played_later(db):
    event = hall.event_of(
        {"code": "main", "format": "round_robin"},
        {"code": "a", "format": "knockout", "entrants": {"from_stage": "main", "teams": 2}},
        {"code": "b", "format": "knockout", "entrants": {"from_stage": "main", "teams": 2, "after": 2}},
        teams=5,
    )
    organizer = cast.organizer(event)
    for _ in range(3):
        stage = hall.play_stage(organizer, hall.fresh(event), winner=hall.best_wins)
        stages.close_stage(organizer, hall.fresh(event), stage.pk)

    ranked = final_of(hall.fresh(event))

    assert [hall.number_of(row.team) for row in ranked] == [1, 2, 3, 4, 5]
    assert [row.stage for row in ranked] == [1, 1, 2, 2, 0]


def test_equal_teams_over_the_edge_of_a_band_are_parted_by_lots(db):
    """Eight go out of a knockout of sixteen in its first round: nothing says which of them are in the second band."""
    event = hall.event_of(
        {"code": "main", "format": "knockout", "until": 4},
        {
            "code": "finals",
            "format": "round_robin",
            "groups": {"size": 6, "by": "bands"},
            "entrants": {"from_stage": "main"},
        },
        teams=8,
    )
    organizer = cast.organizer(event)
    stage = hall.play_stage(organizer, event, winner=hall.best_wins)
    event = hall.fresh(event)
    with pytest.raises(Refusal) as refused:
        stages.close_stage(organizer, event, stage.pk)
    stage = stages_of(event)[0]
    (tie,) = open_ties(stage, count(event, of=stage))

    ties.record_lots(organizer, event, {team: lot for lot, team in enumerate(sorted(tie), start=1)}, "抽签")

    assert (refused.value.code, refused.value.params["slots"]) == ("tie_over_the_cut", 2)
    entering = going_on(stage, count(event, of=stage), event.regulations.plan("finals"))
    assert entering.tie is None
    assert [each.team for each in entering.teams[4:]] == sorted(tie)
    stages.close_stage(organizer, hall.fresh(event), stage.pk)


def test_who_comes_late_joins_the_smallest_group_of_its_division(db):
    event = divided({**SWISS, "format": "swiss"}, east=5, west=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, event, 1)
    late = cast.team(event, "迟到甲", "迟到乙")
    Team.objects.filter(pk=late.pk).update(division=event.divisions.get(code="east"))
    sizes = [len(part) for part in parts(event)]

    draw = hall.draw(organizer, hall.fresh(event))

    assert sizes == [3, 2, 2, 2]
    assert StageEntry.objects.get(team=late).group.order == 1
    assert [len(each) for each in draw.inputs["plan"]["parts"]] == [3, 3, 2, 2]


def test_bands_take_who_is_left_where_a_team_has_gone_since(db):
    event = hall.event_of(
        {"code": "main", "format": "round_robin"},
        {
            "code": "second",
            "format": "knockout",
            "groups": {"size": 2, "by": "bands"},
            "entrants": {"from_stage": "main", "teams": 4},
        },
        teams=5,
    )
    organizer = cast.organizer(event)
    stage = hall.play_stage(organizer, event, winner=hall.best_wins)
    stages.close_stage(organizer, hall.fresh(event), stage.pk)
    Team.objects.filter(number=1).update(state="withdrawn")

    due = due_of(stage_of(hall.fresh(event)))

    assert [[hall.number_of(team) for team in part] for part in due.parts.teams] == [[2, 3, 4]]
