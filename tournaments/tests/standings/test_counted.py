"""The standings of an event against a count that shares no code with it, and what may not change them."""

import random
from collections import defaultdict

import pytest

from tournaments.models import Match, ResultSheet, Ruling, StageEntry
from tournaments.selectors import standings
from tournaments.states import SheetState, TeamState
from tournaments.tests import cast
from tournaments.tests.results.hall import official
from tournaments.tests.standings import sheets

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+1", "A+2"]


def independent_count(tournament):
    """Totals and places by total alone, in twenty lines over bare rows."""
    total, seen = defaultdict(int), set()
    for match in Match.objects.filter(round__stage__division__tournament=tournament):
        pair = [side.team_id for side in match.sides.all() if side.team_id]
        seen.update(pair)
        for made in match.sheets.all():
            if made.state == "official":
                gap = {"forfeit_0": -3, "forfeit_1": 3}.get(made.outcome)
                if made.outcome == "forfeit_both":
                    gap = 0
                elif gap is None:
                    gap = made.level_0 - made.level_1
                total[pair[0]] += gap
                total[pair[1]] -= gap
    return {team: (1 + sum(total[other] > total[team] for other in seen), total[team]) for team in seen}


def by_total(table):
    rows = table.standings.rows
    return {row.team: (1 + sum(other.total > row.total for other in rows), row.total) for row in rows}


def test_two_rounds_agree_with_an_independent_count(event):
    cast.drawn(event)
    sheets.play_all(event)

    table = standings.count(event)

    assert by_total(table) == independent_count(event)


def test_the_same_facts_are_read_as_a_plain_reading_finds_them(event):
    cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("5", "5"))
    sheets.sheet(sheets.match_at(event, 1, 3), None, outcome="forfeit_1")
    sheets.sheet(sheets.match_at(event, 1, 4), ("9", "2"), state=SheetState.SUBMITTED)
    sheets.sheet(sheets.match_at(event, 1, 5), None, outcome="void")
    late = cast.team(event, "欧阳一", "欧阳二")
    sheets.bye(event, 1, late)

    found, byes = official(standings.stage_of(event))
    table = standings.count(event)

    played = {(cell.round, row.team) for row in table.standings.rows for cell in row.rounds if cell and cell.opponent}
    assert played == {(each.round, team) for each in found for team in (each.team_a, each.team_b)}
    assert table.byes == {(each.round, each.team) for each in byes}


@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_results_come_in_changes_nothing(event, seed):
    cast.drawn(event)
    sheets.play_all(event)
    expected = standings.count(event)
    kept = list(ResultSheet.objects.values_list("match_id", "level_0", "level_1"))
    ResultSheet.objects.all().delete()
    random.Random(seed).shuffle(kept)  # noqa: S311 a test's order

    for match_id, first, second in kept:
        sheets.sheet(Match.objects.get(pk=match_id), (ORDER[first], ORDER[second]))

    assert standings.count(event) == expected


def test_played_matches_add_up_to_nothing(event):
    cast.drawn(event)
    sheets.play_all(event)

    rows = standings.count(event).standings.rows

    assert sum(row.total for row in rows) == 0


def test_s01_before_the_first_result_everybody_shares_the_first_place(event):
    cast.drawn(event)

    table = standings.count(event)

    assert [(row.place, row.total, row.matches_counted) for row in table.standings.rows] == [(1, 0, 0)] * 18
    assert (table.begun, table.complete) == (False, False)


def test_before_the_draw_there_is_nobody(event):
    cast.eighteen(event)

    table = standings.count(event)

    assert (table.standings.rows, table.drawn) == ((), False)


def test_progress_counts_official_sheets_by_round(event):
    cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("5", "7"), ("2", "2"), ("J", "10"))

    table = standings.count(event)

    assert [(p.official, p.tables, p.begun, p.closed) for p in table.progress] == [
        (4, 9, True, False),
        (0, 9, False, False),
    ]


def test_a_bye_of_a_round_that_has_begun_counts_the_average_of_the_others(event):
    by_lot = cast.drawn(event)
    sheets.match_at(event, 2, 1).delete()
    sheets.bye(event, 2, by_lot["A1"])
    sheets.play(event, 1, ("9", "6"))
    before = standings.count(event).standings.row(by_lot["A1"].pk)
    sheets.start(event, 2)

    row = standings.count(event).standings.row(by_lot["A1"].pk)

    assert (before.total, before.rounds[1]) == (3, None)
    assert (row.total, row.rounds[1].kind, row.rounds[1].points) == (6, "bye", 3)


def test_a_bye_counts_nothing_where_the_regulations_say_so(db):
    event = cast.event(stages=[{"scoring": {"bye": "zero"}}])
    by_lot = cast.drawn(event)
    sheets.match_at(event, 2, 1).delete()
    sheets.bye(event, 2, by_lot["A1"])
    sheets.play(event, 1, ("9", "6"))
    sheets.start(event, 2)

    table = standings.count(event)

    assert (table.standings.row(by_lot["A1"].pk).total, table.byes) == (3, {(2, by_lot["A1"].pk)})


def test_forfeits_count_what_the_regulations_say(db):
    event = cast.event(stages=[{"scoring": {"forfeits": {"winner": 2, "loser": -5, "both": -4}}}])
    by_lot = cast.drawn(event)
    sheets.start(event, 1)
    sheets.sheet(sheets.match_at(event, 1, 1), None, outcome="forfeit_1")
    sheets.sheet(sheets.match_at(event, 1, 2), None, outcome="forfeit_both")

    found = standings.count(event).standings

    assert [found.row(by_lot[lot].pk).total for lot in ("A1", "B1", "C1", "D1")] == [2, -5, -4, -4]


def test_tie_breaks_follow_the_regulations(db):
    event = cast.event(stages=[{"scoring": {"tiebreaks": ["best_round"]}}])
    cast.drawn(event)

    assert standings.count(event).standings.criteria == ("total", "best_round")


def test_a_team_that_withdrew_stands_last_with_its_results(event):
    by_lot = cast.drawn(event)
    sheets.play(event, 1, ("A", "2"))
    by_lot["A1"].state = TeamState.WITHDRAWN
    by_lot["A1"].save(update_fields=["state"])

    last = standings.count(event).standings.rows[-1]

    assert (last.team, last.total, last.withdrawn, last.place) == (by_lot["A1"].pk, 12, True, 18)


def test_a_ruling_in_points_counts_until_it_is_taken_back(event):
    team = cast.drawn(event)["C1"]
    made = Ruling.objects.create(
        tournament=event, team=team, offence="conduct", unit="standing_points", value=-2, at=cast.NOW
    )
    Ruling.objects.create(tournament=event, team=team, offence="late", unit="deal_points", value=-30, at=cast.NOW)
    counted = standings.count(event).standings.row(team.pk).total
    Ruling.objects.create(
        tournament=event, team=team, offence="conduct", unit="standing_points", value=2, reverses=made, at=cast.NOW
    )

    assert (counted, standings.count(event).standings.row(team.pk).total) == (-2, 0)


def test_lots_of_one_drawing_part_a_tie_and_those_of_different_ones_do_not(event):
    by_lot = cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("9", "6"))
    first, second = by_lot["A1"].pk, by_lot["C1"].pk
    StageEntry.objects.filter(team_id=first).update(drawn_lot=10_002)
    StageEntry.objects.filter(team_id=second).update(drawn_lot=10_001)
    parted = [(row.place, row.team) for row in standings.count(event).standings.rows[:2]]
    StageEntry.objects.filter(team_id=second).update(drawn_lot=20_001)

    tied = [(row.place, row.tied) for row in standings.count(event).standings.rows[:2]]

    assert parted == [(1, second), (2, first)]
    assert tied == [(1, True), (1, True)]


@pytest.mark.parametrize("tables", [1, 3])
def test_counting_takes_two_queries_however_many_matches(event, django_assert_num_queries, tables):
    cast.drawn(event)
    sheets.play(event, 1, *[("9", "6")] * tables)

    with django_assert_num_queries(2):
        standings.count(event)


def test_a_count_is_remembered_until_the_event_changes(event, django_assert_num_queries):
    cast.drawn(event)
    event.refresh_from_db()
    first = standings.table_of(event)

    with django_assert_num_queries(0):
        again = standings.table_of(event)
    event.live_version += 1
    sheets.play(event, 1, ("9", "6"))

    assert again is first
    assert standings.table_of(event).standings.progress.official == 1
