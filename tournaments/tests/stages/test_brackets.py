"""Brackets follow their results: byes, winners, corrections, walkovers, the second final."""

import pytest

from tournaments.actions import results, rounds, teams
from tournaments.errors import Invalid, Refusal
from tournaments.models import AuditEntry, Match, MatchSide, ResultSheet, Round, Team, Tournament
from tournaments.pairing import Side, bracket_of
from tournaments.pairing.brackets.playing import NOBODY, OPEN, Decided, plays_for, seats_now
from tournaments.policy import Actor
from tournaments.selectors.brackets import brackets_of
from tournaments.selectors.final import final_of
from tournaments.states import SheetState
from tournaments.tests import cast
from tournaments.tests.results.hall import key
from tournaments.tests.stages import hall

KNOCKOUT = {"format": "knockout"}


def in_match(match: Match) -> list[int | None]:
    return [side.team_id for side in match.sides.order_by("position")]


def matches_of(number: int) -> list[Match]:
    return list(Match.objects.filter(round__number=number).order_by("number"))


def next_of(match: Match) -> MatchSide:
    return MatchSide.objects.get(from_match=match, source="winner")


@pytest.fixture
def actor(event: Tournament) -> Actor:
    return cast.organizer(event)


@pytest.fixture
def event(db: None) -> Tournament:
    """Four teams in a knockout; the first semi-final is played, side 0 has won."""
    event = hall.event_of({**KNOCKOUT, "third_place": True}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.start(organizer, event, 1)
    hall.result(organizer, event, matches_of(1)[0], 0)
    return event


def correct(actor: Actor, event: Tournament, match: Match, winner: int, consequence: str = "") -> None:
    levels = ["3", "3"]
    levels[winner] = "9"
    results.correct(
        actor, event, match_id=match.pk, key=key(), levels=levels, reason="改判", consequence=consequence,  # type: ignore[arg-type]
    )  # fmt: skip


def start_final(actor: Actor, event: Tournament) -> Match:
    """Play the other semi-final and start the round of the final; return the final."""
    hall.result(actor, event, matches_of(1)[1], 0)
    rounds.close(actor, event, 1)
    hall.start(actor, event, 2)
    return next_of(matches_of(1)[0]).match


def test_winner_and_loser_come_to_their_next_matches_with_the_result(event):
    semi = matches_of(1)[0]

    winner, loser = in_match(semi)

    third = MatchSide.objects.get(from_match=semi, source="loser")
    assert (next_of(semi).team_id, third.team_id) == (winner, loser)
    assert next_of(matches_of(1)[1]).team_id is None


def test_k01_another_winner_replaces_the_one_before_where_the_next_match_has_not_begun(event, actor):
    semi = matches_of(1)[0]
    first, second = in_match(semi)

    correct(actor, event, semi, 1)

    assert (next_of(semi).team_id, MatchSide.objects.filter(round__number=2, team=first).count()) == (second, 1)


def test_k01_another_winner_is_refused_by_name_where_the_next_match_has_begun(event, actor):
    semi = matches_of(1)[0]
    winner = in_match(semi)[0]
    final = start_final(actor, event)

    with pytest.raises(Refusal) as refused:
        correct(actor, event, semi, 1)

    third = MatchSide.objects.get(from_match=semi, source="loser").match
    words = "、".join(f"2-{match.table}" for match in sorted((third, final), key=lambda match: match.number))
    assert (refused.value.code, refused.value.params["matches"]) == ("next_match_begun", words)
    assert next_of(semi).team_id == winner
    assert ResultSheet.objects.get(match=semi, state=SheetState.OFFICIAL).version == 1


def test_k02_the_result_of_the_next_match_is_put_aside_and_said_so(event, actor):
    semi = matches_of(1)[0]
    loser = in_match(semi)[1]
    final = start_final(actor, event)
    hall.result(actor, event, final, 0)

    correct(actor, event, semi, 1, "clear")

    assert loser in in_match(final)
    assert [sheet.state for sheet in final.sheets.all()] == [SheetState.SUPERSEDED]
    cleared = AuditEntry.objects.filter(action="match.cleared").values_list("subject_id", "data__versions")
    assert (final.pk, [1]) in cleared


def test_k01_the_organizer_may_let_the_next_match_be(event, actor):
    semi = matches_of(1)[0]
    final = start_final(actor, event)
    before = in_match(final)
    hall.result(actor, event, final, 0)

    correct(actor, event, semi, 1, "keep")
    correct(actor, event, semi, 0)

    assert in_match(final) == before
    assert [sheet.state for sheet in final.sheets.all()] == [SheetState.OFFICIAL]
    assert AuditEntry.objects.filter(action="match.kept").count() == 2


def test_k03_a_knockout_match_needs_a_winner_and_lots_may_say_who(event, actor):
    other = matches_of(1)[1]

    with pytest.raises(Invalid) as refused:
        results.type_result(actor, event, match_id=other.pk, key=key(), levels=["7", "7"], signed=True)
    said = results.reported(["7", "7"], winner=1)
    results.type_result(actor, event, match_id=other.pk, key=key(), said=said, signed=True)

    assert (refused.value.code, refused.value.field) == ("knockout_needs_winner", "winner")
    assert next_of(other).team_id == in_match(other)[1]
    assert ResultSheet.objects.get(match=other).decided_by == "lots"


def test_k07_a_walkover_meets_a_bye_and_nobody_wins():
    sides = [Side("team", team=team) if team else Side("bye") for team in (1, 2, 3, 4, 5, 0, 6, 7)]
    bracket = bracket_of(sides)
    both_out = {number: Decided(None) for number in (1, 2)}

    seats = seats_now(bracket, both_out)

    final = bracket[-1]
    assert seats[final.number][0] == NOBODY
    assert seats[final.number][1] == OPEN


def test_nobody_goes_on_where_both_are_absent_and_the_opponent_rests(event, actor):
    other = matches_of(1)[1]

    results.forfeit(actor, event, match_id=other.pk, absent={0, 1}, reason="两队均未到场", key=key())

    final = next_of(matches_of(1)[0]).match
    assert in_match(final).count(None) == 1
    assert (Match.objects.get(pk=final.pk).table, final.sides.filter(source="bye").count()) == (None, 1)
    rounds.close(actor, event, 1)
    hall.start(actor, event, 2)
    rounds.close(actor, event, 2)
    assert final_of(hall.fresh(event))[0].team == in_match(matches_of(1)[0])[0]


def test_a_team_that_withdraws_before_its_opponent_is_known_comes_to_no_match(event, actor):
    semi = matches_of(1)[0]
    winner = in_match(semi)[0]

    teams.withdraw_team(actor, event, winner, reason="受伤")

    assert MatchSide.objects.get(from_match=semi, match__number=4).source == "bye"
    hall.result(actor, event, matches_of(1)[1], 0)
    final = Match.objects.get(sides__from_match=matches_of(1)[1], sides__source="winner")
    assert (final.table, in_match(final).count(None)) == (None, 1)

    teams.reinstate(actor, event, winner, reason="恢复参赛")

    assert winner in in_match(final)
    assert Match.objects.get(pk=final.pk).table is not None


@pytest.mark.parametrize("size", range(2, 18))
def test_b17_byes_fill_the_next_power_of_two_in_the_first_round_only(db, size):
    event = hall.event_of(KNOCKOUT, teams=size)

    hall.draw(cast.organizer(event), event)

    byes = Match.objects.filter(sides__source="bye").distinct()
    assert byes.count() == 2 ** (size - 1).bit_length() - size
    assert set(byes.values_list("round__number", flat=True)) <= {1}
    assert all(in_match(match).count(None) == 1 for match in byes)


def test_b17_byes_go_to_the_seeds(db):
    event = hall.event_of({**KNOCKOUT, "seeding": "rank"}, teams=6)
    ids = list(Team.objects.order_by("number").values_list("pk", flat=True))

    hall.draw(cast.organizer(event), event, wanted=hall.Wanted(seeds=tuple(ids)))

    rested = [side.team_id for side in MatchSide.objects.filter(match__table=None, team__isnull=False)]
    assert sorted(rested) == ids[:2]


@pytest.mark.parametrize(("upsets", "more"), [((0,), 0), ((1, 0), 1), ((1, 1), 1)])
def test_a_second_final_is_played_only_where_the_first_was_lost_for_the_first_time(db, upsets, more):
    event = hall.event_of({"format": "double_knockout"}, teams=8)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    last = Round.objects.order_by("-number").values_list("number", flat=True)[0]
    for number in range(1, last):
        hall.play(organizer, event, number, winner=hall.best_wins)
    finals = iter(upsets)

    while hall.open_rounds(event):
        hall.play(organizer, event, hall.open_rounds(event)[0], winner=lambda _match: next(finals))

    assert (next(finals, None), Round.objects.count() - last) == (None, more)


def test_a_second_final_disappears_again_when_the_first_is_corrected(db):
    event = hall.event_of({"format": "double_knockout"}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    last = Round.objects.order_by("-number").values_list("number", flat=True)[0]
    for number in range(1, last):
        hall.play(organizer, event, number)
    hall.play(organizer, event, last, winner=lambda _match: 1)
    final = matches_of(last)[0]
    there = Round.objects.filter(number=last + 1).count()

    correct(organizer, event, final, 0)

    assert (there, Round.objects.filter(number=last + 1).count()) == (1, 0)


def test_s25_who_lost_the_double_elimination_final_is_second(db):
    event = hall.event_of({"format": "double_knockout"}, teams=8)

    hall.play_event(cast.organizer(event), event, winner=hall.best_wins)

    assert [hall.number_of(row.team) for row in final_of(hall.fresh(event))[:2]] == [1, 2]


def test_a_bracket_says_for_which_place_each_match_is():
    bracket = bracket_of([Side("team", team=team) for team in range(1, 9)], placement=8)

    best = plays_for(bracket)

    assert sorted(best[match.number] for match in bracket) == [1] * 7 + [3] + [5] * 3 + [7]


def test_the_public_bracket_follows_the_rows(event):
    found = brackets_of(hall.fresh(event), {})

    assert len(found) == 1
