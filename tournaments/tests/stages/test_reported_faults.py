"""Faults that users of such systems have reported: rounds, byes and seats. Each test has the name of its case."""

import re

import pytest
from django.urls import reverse

from tournaments.actions import draws, point_rulings, publications, results, rounds, teams
from tournaments.errors import Refusal
from tournaments.models import LinkScope, Match, PaperKind, ResultSheet, Role, Round, Ruling, Team, Tournament
from tournaments.pairing import Standing, draw_record
from tournaments.selectors.draws import record_of
from tournaments.selectors.final import final_of
from tournaments.selectors.own_team import by_number
from tournaments.selectors.paper_contents import content_of
from tournaments.selectors.rounds import rounds_of, tables_of_rounds
from tournaments.selectors.screens import screen_of
from tournaments.selectors.stage_field import Wanted, due_of, inputs_of
from tournaments.selectors.stages import stage_of
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.results.hall import key
from tournaments.tests.stages import hall

WINS = {
    "match_result.kind": "win_loss",
    "match_result.points": {"win": 3, "draw": 1, "loss": 0},
    "match_result.zero_sum": False,
    "match_result.bye": "points",
    "match_result.bye_points": 3,
}
SWISS = {"code": "main", "format": "swiss", "rounds": 3}


def drawn(plan=SWISS, *, of: int = 8, **wanted) -> tuple[Tournament, cast.Actor]:
    event = hall.event_of(plan, teams=of)
    organizer = cast.organizer(event)
    hall.draw(organizer, event, wanted=Wanted(**wanted))
    return hall.fresh(event), organizer


def ids(event: Tournament, *numbers: int) -> tuple[int, ...]:
    return tuple(Team.objects.get(tournament=event, number=number).pk for number in numbers)


def test_b14_who_sits_out_is_credited_by_the_rule_and_shown_as_such(db):
    event, organizer = drawn({**SWISS, "decisions": WINS, "scoring": {"bye": "points"}}, of=5)
    resting = Match.objects.get(table=None).sides.get(team__isnull=False).team_id

    hall.play(organizer, event, 1)

    [cell] = count(hall.fresh(event)).standings.row(resting).rounds
    page = cast.client_of(None).get(reverse("standings", args=[event.slug]), headers={"accept-language": "en"})
    assert (cell.kind, cell.points) == ("bye", 3)
    assert "bye" in page.content.decode()


def test_d20_a_round_is_ready_when_those_who_are_seated_in_it_are(db):
    event = hall.event_of(SWISS, teams=8)
    organizer = cast.organizer(event)
    hall.draw(organizer, event, wanted=Wanted(absent=ids(event, 5, 6, 7, 8)))

    hall.play(organizer, event, 1)

    assert (Round.objects.get().state, Match.objects.count()) == ("closed", 2)
    assert due_of(stage_of(hall.fresh(event))).number == 2


def test_d21_with_half_of_the_field_absent_the_screen_shows_each_match_once(db):
    event = hall.event_of(SWISS, teams=8)
    hall.draw(cast.organizer(event), event, wanted=Wanted(absent=ids(event, 5, 6, 7, 8)))

    screen = screen_of(hall.fresh(event), Round.objects.get(), cast.NOW)

    shown = [seat.row.match_id for _sitting, page in screen.seats for column in page for seat in column]
    assert sorted(shown) == sorted(Match.objects.values_list("pk", flat=True))


def test_d23_a_ruling_stays_with_its_team_when_the_seats_are_drawn_anew(db):
    event, organizer = drawn()
    [team] = ids(event, 1)
    form = point_rulings.PointsRuled(team, "main", -2, note="迟到")
    point_rulings.rule_points(organizer, event, form, key=key())

    draws.discard(organizer, event, Round.objects.get().draw_id, reason="重排")
    gone = Match.objects.count()
    hall.draw(organizer, hall.fresh(event))

    assert (gone, Ruling.objects.get().team_id) == (0, team)
    assert count(hall.fresh(event)).standings.row(team).total == -2


def test_d26_rounds_and_tables_are_listed_in_the_order_in_which_they_are_played(db):
    event, _organizer = drawn({"code": "main", "format": "knockout", "third_place": True})

    found = rounds_of(event)
    tables = tables_of_rounds(event, found, in_full=True)

    assert [each.number for each in found] == [1, 2, 3]
    assert [[row.table for row in tables[each.number]] for each in found] == [[1, 2, 3, 4], [1, 2], [1, 2]]


@pytest.mark.parametrize(
    ("fixed", "code"),
    [(((1, 1, 1),), "wish_pair_with_itself"), (((1, 2, 1), (1, 3, 2)), "wish_team_twice")],
)
def test_d31_pairs_by_hand_seat_nobody_twice(db, fixed, code):
    event = hall.event_of(SWISS, teams=4)
    team = {number: ids(event, number)[0] for number in (1, 2, 3)}
    wanted = Wanted(fixed=tuple((team[one], team[other], table) for one, other, table in fixed))

    with pytest.raises(Refusal) as refused:
        draws.make(cast.organizer(event), event, wanted=wanted)

    assert refused.value.code == code


def test_s02_matches_to_come_are_neither_lost_nor_drawn(db):
    event, organizer = drawn({"code": "main", "format": "round_robin"}, of=4)
    hall.start(organizer, event, 1)
    first = hall.to_play(event, 1)[0]
    hall.result(organizer, event, first, 0)

    rows = {row.team: row for row in count(hall.fresh(event)).standings.rows}

    played = set(first.sides.values_list("team_id", flat=True))
    assert {team: row.matches_counted for team, row in rows.items()} == {team: int(team in played) for team in rows}
    assert all(row.total == 0 for team, row in rows.items() if team not in played)


def test_s08_a_round_in_progress_counts_what_is_official_and_says_so(db):
    event, organizer = drawn(of=4)
    hall.play(organizer, event, 1)
    hall.draw(organizer, hall.fresh(event))
    hall.start(organizer, event, 2)
    hall.result(organizer, event, hall.to_play(event, 2)[0], 0)

    page = cast.client_of(None).get(reverse("standings", args=[event.slug]), headers={"accept-language": "en"})

    assert (page.context["current"].official, page.context["current"].tables) == (1, 2)
    assert "Provisional" in page.content.decode()
    assert "Round 2: 1 of 2 tables official" in " ".join(page.content.decode().split())


def test_s14_without_any_tie_break_equal_teams_share_their_place(db):
    event, organizer = drawn({**SWISS, "decisions": WINS, "scoring": {"tiebreaks": [], "bye": "points"}}, of=4)
    hall.play(organizer, event, 1)

    page = cast.client_of(None).get(reverse("standings", args=[event.slug]))

    assert page.status_code == 200
    assert [row.place for row in count(hall.fresh(event)).standings.rows] == [1, 1, 3, 3]


def test_s21_a_ruling_outside_a_match_is_in_the_next_seating_as_in_the_standings(db):
    event, organizer = drawn(of=4)
    hall.play(organizer, event, 1, winner=hall.best_wins)
    leader = count(hall.fresh(event)).standings.rows[0].team
    point_rulings.rule_points(organizer, event, point_rulings.PointsRuled(leader, "main", -30, note="违纪"), key=key())
    event = hall.fresh(event)

    standing = inputs_of(due_of(stage_of(event)), Wanted(), seed="1").standing

    rows = count(event).standings.rows
    assert {each.team: each.score for each in standing} == {row.team: row.total for row in rows}
    assert rows[-1].team == leader


def test_s23_standings_are_made_of_the_sheets_alone_whoever_wrote_them(db):
    event, organizer = drawn(of=4)
    hall.play(organizer, event, 1)
    before = {row.team: row.total for row in count(hall.fresh(event)).standings.rows}

    ResultSheet.objects.filter(match__table=1).update(level_0=11, level_1=0, winner=0)

    after = {row.team: row.total for row in count(hall.fresh(event)).standings.rows}
    first, second = hall.to_play(event, 1)[0].sides.order_by("position").values_list("team_id", flat=True)
    assert after == before | {first: 11, second: -11}


def test_s22_a_first_round_corrected_in_the_third_moves_every_later_standing_and_page(db):
    event, organizer = drawn(of=4)
    for number in (1, 2):
        hall.play(organizer, event, number, winner=hall.best_wins)
        hall.draw(organizer, hall.fresh(event))
    match = hall.to_play(event, 1)[0]
    client, address = cast.client_of(None), reverse("standings-live", args=[event.slug])
    before, seen = {row.team: row.total for row in count(hall.fresh(event)).standings.rows}, client.get(address)

    results.correct(organizer, event, match_id=match.pk, key=key(), levels=["2", "A"], reason="写反了")

    after = {row.team: row.total for row in count(hall.fresh(event)).standings.rows}
    again = client.get(address, headers={"if-none-match": seen.headers["ETag"]})
    changed = {team for team in before if after[team] != before[team]}
    assert changed == set(match.sides.values_list("team_id", flat=True))
    assert again.status_code == 200


def test_s27_a_score_of_nothing_is_a_score(db):
    plan = {**SWISS, "decisions": {"match_result.reported": "score", "match_result.kind": "score"}}
    event, organizer = drawn(plan, of=4)
    hall.start(organizer, event, 1)
    match = hall.to_play(event, 1)[0]

    said = results.reported(None, scores=(0, 7))
    results.type_result(organizer, event, match_id=match.pk, key=key(), said=said, signed=True)

    sheet = ResultSheet.objects.get(match=match, state="official")
    table = count(hall.fresh(event))
    first, second = match.sides.order_by("position").values_list("team_id", flat=True)
    assert (sheet.score_0, sheet.score_1, table.standings.progress.official) == (0, 7, 1)
    assert table.standings.row(first).matches_counted == table.standings.row(second).matches_counted == 1


def test_w06_who_waits_for_opponents_that_resigned_is_not_absent(db):
    event, organizer = drawn(of=4)
    match = hall.to_play(event, 1)[0]
    gone, stays = match.sides.order_by("position").values_list("team_id", flat=True)

    teams.withdraw_team(organizer, event, gone, reason="退赛")

    sheet = ResultSheet.objects.get(match=match, state="official")
    assert sheet.outcome == "forfeit_0"
    assert (Team.objects.get(pk=stays).state, count(hall.fresh(event)).standings.row(stays).withdrawn) == (
        "active",
        False,
    )


def test_l06_a_pairs_own_page_says_nothing_of_a_draw_that_is_not_released(db):
    event = hall.event_of(SWISS, teams=4)
    team = Team.objects.get(number=1)
    client = cast.client_of(cast.link(event, LinkScope.TEAM, team=team)[0])
    address = reverse("my-team-of", args=[event.slug, 1])
    before = client.get(address).context["own"]

    draws.make(cast.organizer(event), event)

    after = client.get(address).context["own"]
    assert (before.meetings, after.meetings, after.lot) == ([], [], "")
    assert by_number(event, 1, opponents_in_full=False).meetings == []


def test_l11_the_next_seating_is_made_of_the_true_standings_also_while_they_are_hidden(db):
    event = hall.event_of(SWISS, teams=8)
    organizer = cast.organizer(event)
    document = {**event.rules.document, "results": {"official": "both_sides", "standings": "ceremony"}}
    event.rules.document = document
    event.rules.save(update_fields=["document"])
    hall.draw(organizer, hall.fresh(event))
    hall.play(organizer, event, 1, winner=hall.best_wins)
    publications.hide_standings(organizer, hall.fresh(event), from_round=1)

    made = draws.make(organizer, hall.fresh(event), called_seed="7")

    stored = record_of(made)
    rows = count(hall.fresh(event)).standings.rows
    assert {each.team: each.score for each in stored.inputs.standing} == {row.team: row.total for row in rows}
    assert draw_record(stored).to_json() == made.outcome
    assert all(isinstance(each, Standing) for each in stored.inputs.standing)


def test_s04_every_page_paper_and_seating_has_the_order_of_one_ranking(db):
    event, organizer = drawn()
    hall.play(organizer, event, 1)
    event = hall.fresh(event)
    order = [row.team for row in count(event).standings.rows]
    numbers = [hall.number_of(team) for team in order]
    staff = cast.client_of(cast.member(event, Role.ORGANIZER))

    page = cast.client_of(None).get(reverse("standings", args=[event.slug])).content.decode()
    managed = staff.get(reverse("manage-standings", args=[event.slug])).context["table"]
    screen = screen_of(event, Round.objects.get(), cast.NOW)

    assert sorted(numbers, key=lambda number: page.index(f'id="team-{number}"')) == numbers
    assert [row.team for row in managed.standings.rows] == order
    assert [place.row.team for _title, columns in screen.places for column in columns for place in column] == order
    standing = inputs_of(due_of(stage_of(event)), Wanted(), seed="1").standing
    assert sorted(standing, key=lambda each: (-each.score, [-key for key in each.keys])) == [
        next(each for each in standing if each.team == team) for team in order
    ]
    rounds.reopen(organizer, event, 1, reason="核对")


@pytest.mark.parametrize(("style", "places"), [("competition", [1, 1, 3, 3]), ("dense", [1, 1, 2, 2])])
def test_s06_shared_places_are_counted_alike_everywhere(db, style, places):
    decisions = {**WINS, "ranking.places": style}
    plan = {**SWISS, "rounds": 1, "decisions": decisions, "scoring": {"tiebreaks": [], "bye": "points"}}
    event, organizer = drawn(plan, of=4)
    hall.play(organizer, event, 1)
    event = hall.fresh(event)

    page = cast.client_of(None).get(reverse("standings", args=[event.slug])).content.decode()
    screen = screen_of(event, Round.objects.get(), cast.NOW)
    publication = publications.release_standings(organizer, event)
    paper = content_of(hall.fresh(event), PaperKind.STANDINGS)

    assert [row.place for row in count(event).standings.rows] == places
    assert [int(place) for place in re.findall(r'<td class="rank[^"]*">(\d+)</td>', page)] == places
    assert [place.row.place for _title, columns in screen.places for column in columns for place in column] == places
    assert [row["place"] for row in publication.snapshot["rows"]] == places
    assert [row.place for row in paper.table.standings.rows] == places
    assert [each.place for each in final_of(hall.fresh(event))] == places
