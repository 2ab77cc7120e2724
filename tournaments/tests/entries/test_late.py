"""Pairs that come, and pairs that leave, after the first release: they change the next draw and no history."""

import pytest
from django.test import Client

from tournaments.actions import draws, entries, stages, teams
from tournaments.errors import Refusal
from tournaments.models import AuditEntry, Entry, MatchSide, StageEntry, Team
from tournaments.selectors.cockpit import cockpit
from tournaments.selectors.draws import holding
from tournaments.selectors.stages import stage_of
from tournaments.selectors.standings import count
from tournaments.states import EntryState
from tournaments.tests import cast
from tournaments.tests.stages import hall

SWISS = {"code": "swiss", "format": "swiss", "rounds": 3, "bye_to": "lowest"}
ROBIN = {"code": "robin", "format": "round_robin"}
CUP = {"code": "cup", "format": "knockout", "entrants": {"from_stage": "swiss", "teams": 2}, "seeding": "rank"}


def come(event, actor, name="新", *, source="hand"):
    """Enter a pair by the organizer's hand."""
    return entries.register(
        actor,
        hall.fresh(event),
        key=f"late-{ord(name)}",
        players=(f"{name}一", f"{name}二"),
        consent=True,
        privacy=True,
        language="zh-hans",
        source=source,
    ).entry


def refused(call):
    with pytest.raises(Refusal) as found:
        call()
    return found.value.code


def played(plan=SWISS, *, teams=6, rounds=1):
    event = hall.event_of(plan, teams=teams)
    event.rules.document["registration"]["capacity"] = 20
    event.rules.save()
    organizer = cast.organizer(event)
    for number in range(1, rounds + 1):
        hall.draw(organizer, hall.fresh(event), seed=str(number))
        hall.play(organizer, event, number)
    return hall.fresh(event), organizer


def seated(number):
    rows = MatchSide.objects.filter(round__number=number, team__isnull=False)
    return sorted(rows.values_list("team__number", flat=True))


def resting(number):
    rows = MatchSide.objects.filter(round__number=number, match__table=None, team__isnull=False)
    return list(rows.values_list("team__number", flat=True))


def test_d11_a_pair_that_comes_after_round_one_plays_from_round_two_and_history_stays(db):
    event, organizer = played()
    before = seated(1)
    entry = come(event, organizer)
    teams.withdraw_team(organizer, event, Team.objects.get(number=4).pk, reason="离场")

    hall.draw(organizer, hall.fresh(event), seed="2")

    assert (entry.state, AuditEntry.objects.filter(action="entry.made").latest("pk").data["from_round"]) == (
        "accepted",
        2,
    )
    assert StageEntry.objects.get(team=entry.team).from_round == 2
    assert (seated(1), seated(2)) == (before, [1, 2, 3, 5, 6, 7])
    row = next(row for row in count(hall.fresh(event)).standings.rows if row.team == entry.team_id)
    assert row.total == 0


def test_d29_two_late_pairs_added_together_both_play_in_the_next_round(db):
    event, organizer = played()
    come(event, organizer, "新")
    come(event, organizer, "晚")

    hall.draw(organizer, hall.fresh(event), seed="2")

    assert (seated(2), resting(2)) == ([1, 2, 3, 4, 5, 6, 7, 8], [])


def test_d29_two_late_pairs_meet_each_other_where_nobody_else_is_left_for_them(db):
    event, organizer = played(teams=2)
    come(event, organizer, "新")
    come(event, organizer, "晚")

    hall.draw(organizer, hall.fresh(event), seed="2")

    assert (seated(2), resting(2)) == ([1, 2, 3, 4], [])


def test_b13_an_odd_field_that_becomes_even_has_no_bye_and_the_other_way_round(db):
    event, organizer = played(teams=7)
    odd = resting(1)
    teams.withdraw_team(organizer, event, Team.objects.get(number=7).pk, reason="离场")
    hall.draw(organizer, hall.fresh(event), seed="2")
    hall.play(organizer, event, 2)
    even = resting(2)
    come(event, organizer)

    hall.draw(organizer, hall.fresh(event), seed="3")

    assert (len(odd), even, len(resting(3)), len(seated(3))) == (1, [], 1, 7)


def test_a_draft_that_was_made_before_a_pair_came_is_drawn_again(db):
    event, organizer = played()
    made = draws.make(organizer, hall.fresh(event), called_seed="2")
    come(event, organizer)

    code = refused(lambda: draws.check(organizer, event, made.pk))

    assert code == "draw_stale"


def test_while_a_round_is_played_a_pair_may_come_for_the_next(db):
    event, organizer = played()
    hall.draw(organizer, hall.fresh(event), seed="2")

    entry = come(event, organizer)

    assert entry.state == "accepted"
    assert seated(2) == [1, 2, 3, 4, 5, 6]
    assert AuditEntry.objects.filter(action="entry.made").latest("pk").data["from_round"] == 3


def test_nobody_joins_what_is_drawn_whole_nor_after_the_last_round_is_drawn(db):
    robin = hall.event_of(ROBIN, teams=4, slug="robin")
    organizer = cast.organizer(robin)
    hall.draw(organizer, robin)
    swiss, other = played(rounds=2)
    hall.draw(other, hall.fresh(swiss), seed="3")

    codes = [refused(lambda: come(robin, organizer)), refused(lambda: come(swiss, other))]

    assert codes == ["late_drawn_whole", "late_no_round_left"]
    assert Team.objects.count() == 4 + 6


def test_nobody_joins_once_the_first_stage_is_closed(db):
    event = hall.event_of(SWISS, CUP, teams=4)
    organizer = cast.organizer(event)
    stages.close_stage(organizer, event, hall.play_stage(organizer, event).pk)

    code = refused(lambda: come(event, organizer))

    assert code == "late_stage_over"


def test_without_a_release_the_list_is_opened_and_the_public_never_comes_late(db):
    event = hall.event_of(SWISS, teams=4)
    organizer = cast.organizer(event)
    unreleased = refused(lambda: come(event, organizer))
    hall.draw(organizer, event)

    public = refused(lambda: come(event, cast.actor(event, cast.As.PUBLIC), source="online"))
    full = refused(lambda: come(event, organizer))

    assert (unreleased, public, full) == ("entries_frozen", "entries_frozen", "late_full")


def test_a_pair_on_the_waiting_list_is_let_in_for_the_next_draw(db):
    event, organizer = played()
    waiting = cast.team(hall.fresh(event), "候一", "候二", state=EntryState.WAITING)
    entry = Entry.objects.get(team=waiting)

    entries.admit_late(organizer, event, entry.pk)
    entries.admit_late(organizer, event, entry.pk)
    hall.draw(organizer, hall.fresh(event), seed="2")

    assert waiting.number in seated(2)
    assert AuditEntry.objects.filter(action="entry.admitted").count() == 1


def test_the_cockpit_says_who_is_new_and_who_is_gone_in_the_next_draw(db):
    event, organizer = played()
    entry = come(event, organizer)
    gone = Team.objects.get(number=4)
    teams.withdraw_team(organizer, event, gone.pk, reason="离场")
    client = cast.client_of(cast.member(event, cast.Role.ORGANIZER))

    state = cockpit(hall.fresh(event), organizer, cast.NOW)
    shown = client.get(f"/manage/{event.slug}/", headers={"accept-language": "en"}).context["changes"]
    on_page = client.get(f"/manage/{event.slug}/draw/", headers={"accept-language": "en"}).context["changes"]

    assert (state.changes.new, state.changes.gone) == ((entry.team_id,), (gone.pk,))
    assert shown == on_page == ["New in this draw: 7 新一、新二", "No longer in it: 4 甲3、乙3"]


def test_the_pages_offer_the_late_pair_with_its_round_or_say_why_not(db):
    event, organizer = played()
    client = cast.client_of(cast.member(event, cast.Role.ORGANIZER))
    page = f"/manage/{event.slug}/entries/"
    offered = client.get(page, headers={"accept-language": "en"}).context["late"]

    answer = client.post(
        f"{page}new/", {"player_1": "新一", "player_2": "新二", "unit_name": "", "key": "late-form", "consent": "on"}
    )
    for number in (2, 3):
        hall.draw(organizer, hall.fresh(event), seed=str(number))
        hall.play(organizer, event, number)
    over = client.get(page)

    assert (offered.may, answer.status_code, holding(stage_of(hall.fresh(event))) is not None) == (True, 302, True)
    assert offered.words == "A pair that comes now is entered here and plays from round 2 on."
    assert (over.context["late"].may, "entries-unfreeze" in over.content.decode()) == (False, False)
    assert Client().get(f"/{event.slug}/register/").status_code == 200
