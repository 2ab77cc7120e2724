"""Every format, from the entry list to the closed stage, with an even and an odd number of teams."""

from collections import Counter
from typing import Any

import pytest

from tournaments.models import Draw, MatchSide, Round, Stage, Tournament
from tournaments.pairing import Outcome, verify
from tournaments.selectors.draws import record_of
from tournaments.selectors.final import final_of, stage_table
from tournaments.selectors.stages import stages_of
from tournaments.tests import cast
from tournaments.tests.stages import hall

NUMBERS = (8, 11)
PLANS: dict[str, dict[str, Any]] = {
    "two_rounds": {"format": "two_rounds"},
    "random_rounds": {"format": "random_rounds", "rounds": 3},
    "random": {"format": "random", "rounds": 3},
    "swiss": {"format": "swiss", "rounds": 4, "bye_to": "lowest"},
    "neighbours": {"format": "neighbours", "rounds": 3},
    "lot_order": {"format": "lot_order", "rounds": 2, "bye_to": "highest_lot"},
    "round_robin": {"format": "round_robin", "groups": {"count": 2}},
    "double_round_robin": {"format": "round_robin", "groups": {"size": 4}, "legs": 2},
    "knockout": {"format": "knockout"},
    "third_place": {"format": "knockout", "third_place": True},
    "placement": {"format": "knockout", "placement": 8},
    "redrawn": {"format": "knockout", "redraw": True, "third_place": True},
    "by_lot": {"format": "knockout", "redraw": True, "bye_to": "highest_lot"},
    "double_knockout": {"format": "double_knockout"},
}


def sides_of_rounds(event: Tournament) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    rows = MatchSide.objects.filter(round__stage__division__tournament=event, team__isnull=False)
    for number, team in rows.values_list("round__number", "team"):
        found.setdefault(number, []).append(team)
    return found


@pytest.mark.parametrize("teams", NUMBERS)
@pytest.mark.parametrize("name", PLANS)
def test_a_stage_is_played_from_the_entry_list_to_its_close(db: None, name: str, teams: int) -> None:
    event = hall.event_of(PLANS[name], teams=teams, units=4)
    organizer = cast.organizer(event)

    hall.play_event(organizer, event)

    stage = Stage.objects.get(division__tournament=event)
    stage.division.tournament = hall.fresh(event)
    table = stage_table(stage)
    plan = stage.division.tournament.regulations.stage
    numbers = list(Round.objects.order_by("number").values_list("number", flat=True))
    assert stage.closed_at is not None
    assert numbers == list(range(1, len(numbers) + 1))
    assert len({team for row in table.places for team in row}) == sum(map(len, table.places)) == teams
    assert all(len(sides) == len(set(sides)) for sides in sides_of_rounds(event).values())
    if not plan.is_bracket:
        assert len(numbers) == plan.rounds_of(teams)
    if plan.format in {"two_rounds", "random_rounds", "random", "swiss", "neighbours", "lot_order"}:
        assert all(len(sides) == teams for sides in sides_of_rounds(event).values())


@pytest.mark.parametrize("name", PLANS)
def test_every_draw_replays_to_what_is_stored(db: None, name: str) -> None:
    event = hall.event_of(PLANS[name], teams=11, units=4)

    hall.play_event(cast.organizer(event), event)

    made = list(Draw.objects.all())
    assert made
    assert [verify(record_of(draw), Outcome.from_json(draw.outcome)) for draw in made] == [True] * len(made)


@pytest.mark.parametrize("teams", NUMBERS)
@pytest.mark.parametrize("name", ["knockout", "third_place", "placement", "redrawn", "double_knockout"])
def test_the_best_wins_a_knockout_when_the_best_always_wins(db: None, name: str, teams: int) -> None:
    event = hall.event_of(PLANS[name], teams=teams)

    hall.play_event(cast.organizer(event), event, winner=hall.best_wins)

    final = final_of(hall.fresh(event))
    first = [hall.number_of(row.team) for row in final if row.place == 1]
    shared = Counter(row.place for row in final)
    assert (first, len(final)) == ([1], teams)
    # Of three who are left when rounds are drawn anew one rests: nobody is there to play for the third place.
    expected = {("knockout", 8): (2, 0), ("knockout", 11): (2, 0), ("redrawn", 11): (1, 3)}
    assert (shared[3], shared[4]) == expected.get((name, teams), (1, 1))


def test_groups_and_a_crossed_knockout_make_one_event(db: None) -> None:
    event = hall.event_of(
        {"code": "groups", "format": "round_robin", "groups": {"count": 4}},
        {
            "code": "cup",
            "format": "knockout",
            "third_place": True,
            "seeding": "cross",
            "entrants": {"from_stage": "groups", "per_group": 2},
        },
        teams=13,
    )

    hall.play_event(cast.organizer(event), event, winner=hall.best_wins)

    groups, cup = stages_of(hall.fresh(event))
    origin = {
        entry.team_id: (entry.carried_points["group"], entry.carried_points["place"])
        for entry in cup.stage_entries.all()
    }
    first = Round.objects.filter(stage=cup).order_by("number")[0]
    met = [
        {origin[side.team_id] for side in match.sides.all() if side.team_id is not None}
        for match in first.matches.order_by("number")
    ]
    assert first.number == groups.rounds.count() + 1
    assert met == [{(1, 1), (2, 2)}, {(3, 1), (4, 2)}, {(2, 1), (1, 2)}, {(4, 1), (3, 2)}]
    final = final_of(hall.fresh(event))
    assert [(row.place, row.stage) for row in final[:4]] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert [hall.number_of(row.team) for row in final[:1]] == [1]
    assert len(final) == 13


def test_half_of_the_points_and_the_rank_go_into_the_next_swiss_stage(db: None) -> None:
    event = hall.event_of(
        {"code": "first", "format": "swiss", "rounds": 2},
        {
            "code": "second",
            "format": "swiss",
            "rounds": 2,
            "entrants": {"from_stage": "first", "teams": 4},
            "carry": {"kind": "part", "percent": 50},
        },
        teams=9,
    )
    organizer = cast.organizer(event)
    first = hall.play_stage(organizer, event)
    totals = {row.team: row.total for row in stage_table(first).standings.rows}
    hall.stages.close_stage(organizer, hall.fresh(event), first.pk)
    second = stages_of(hall.fresh(event))[1]

    before = stage_table(second).standings.rows
    hall.draw(organizer, hall.fresh(event))

    assert {row.team: 2 * row.total for row in before} == {row.team: totals[row.team] for row in before}
    assert [entry.seed for entry in second.stage_entries.order_by("seed")] == [1, 2, 3, 4]
    pairs = {
        frozenset(second.stage_entries.get(team=side.team_id).seed for side in match.sides.all())
        for match in Round.objects.get(number=3).matches.all()
    }
    assert len(pairs) == 2
