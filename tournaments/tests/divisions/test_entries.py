"""Who enters a division: places, waiting list and number of pairs of each, and going to another one."""

import pytest

from tournaments.actions import entries, own_team
from tournaments.actions.entries.applications import checked
from tournaments.errors import Refusal
from tournaments.models import AuditEntry, Draw, Entry, Notice, StageEntry
from tournaments.policy import Actor, As
from tournaments.selectors.entries import entrants, places_by_division, places_in_queue
from tournaments.selectors.entry_list import entry_list
from tournaments.selectors.units import rows as unit_rows
from tournaments.states import DrawState
from tournaments.tests import cast
from tournaments.tests.divisions.hall import EAST, WEST, campuses, fill
from tournaments.tests.entries.hands import enter, form

LIST = {"consent": True, "language": "zh-hans"}


def refused(act, *args, **kwargs):
    with pytest.raises(Refusal) as refusal:
        act(*args, **kwargs)
    return refusal.value.code, refusal.value.field, dict(refusal.value.params)


def states(event):
    return list(Entry.objects.order_by("pk").values_list("division__code", "state"))


def small(**parts):
    """Return an event of three places in the east and four more for west and north together."""
    divisions = [{**EAST, "capacity": 3}, WEST, {"code": "north", "name": "北校区"}]
    return campuses(divisions=divisions, registration={"capacity": 7, "pairs_per_unit": 9}, **parts)


def test_a_pair_plays_in_the_division_that_it_chose(db):
    event = campuses()

    made = enter(event, division="west")

    assert (made.entry.division.code, made.entry.team.division.code) == ("west", "west")


@pytest.mark.parametrize(
    ("division", "answer"),
    [
        ("", ("division_missing", "division", {})),
        ("south", ("division_not_known", "division", {"names": "东校区, 西校区"})),
    ],
)
def test_without_a_division_of_the_event_nobody_enters(db, division, answer):
    event = campuses()

    assert refused(enter, event, division=division) == answer
    assert Entry.objects.count() == 0


def test_an_event_with_one_division_does_not_ask_for_it(db):
    event = cast.event()

    assert enter(event).entry.division.code == "main"


def test_the_same_form_for_another_division_is_another_form(db):
    event = campuses()
    given = form(division="east")
    entries.register(Actor(event.pk), event, **given)

    assert refused(entries.register, Actor(event.pk), event, **{**given, "division": "west"})[0] == "key_used"


def test_a_full_division_has_a_waiting_list_of_its_own(db):
    event = small()
    fill(event, 3, 0)

    enter(event, "王伟", "李强", division="east")
    enter(event, "赵磊", "钱进", division="west")

    assert states(event)[3:] == [("east", "waiting"), ("west", "accepted")]
    assert list(places_in_queue(event).values()) == [1]


def test_divisions_without_places_of_their_own_share_what_is_left_and_its_queue(db):
    event = small()
    fill(event, 0, 4)

    enter(event, "王伟", "李强", division="north")
    enter(event, "赵磊", "钱进", division="west")
    enter(event, "孙丽", "周涛", division="east")

    assert states(event)[4:] == [("north", "waiting"), ("west", "waiting"), ("east", "accepted")]
    assert list(places_in_queue(event).values()) == [1, 2]


def test_a_withdrawal_lets_somebody_of_the_same_places_move_up(db):
    event = small()
    fill(event, 3, 0)
    enter(event, "王伟", "李强", division="east")
    enter(event, "赵磊", "钱进", division="west")

    entries.withdraw(cast.organizer(event), event, Entry.objects.order_by("pk")[0].pk, reason="退出")

    assert states(event)[0] == ("east", "withdrawn")
    assert states(event)[3:] == [("east", "accepted"), ("west", "accepted")]


def test_how_full_each_division_is(db):
    event = small()
    fill(event, 3, 1)
    enter(event, "王伟", "李强", division="east")

    found = [(each.plan.code, each.counts.accepted, each.free, each.open, each.shared)
             for each in places_by_division(event)]  # fmt: skip

    assert found == [("east", 3, 0, 0, False), ("west", 1, 3, 3, True), ("north", 0, 3, 3, True)]


def test_each_division_has_its_number_of_pairs_of_a_unit(db):
    """One pair a unit in the team event, two in the individual one: each counts by itself."""
    divisions = [{**EAST, "pairs_per_unit": 1}, {**WEST, "pairs_per_unit": 2}]
    event = campuses(divisions=divisions, registration={"capacity": 18})
    enter(event, "王伟", "李强", division="east")
    enter(event, "赵磊", "钱进", division="west")
    enter(event, "孙丽", "周涛", division="west")

    assert refused(enter, event, "吴一", "郑二", division="east") == ("unit_full", "unit", {"limit": 1})
    assert refused(enter, event, "吴一", "郑二", division="west") == ("unit_full", "unit", {"limit": 2})


def test_a_number_for_all_counts_the_divisions_without_one_together(db):
    divisions = [{**EAST, "pairs_per_unit": 1}, WEST, {"code": "north", "name": "北校区"}]
    event = campuses(divisions=divisions, registration={"capacity": 18, "pairs_per_unit": 2})
    enter(event, "王伟", "李强", division="east")
    enter(event, "赵磊", "钱进", division="west")
    enter(event, "孙丽", "周涛", division="north")

    assert refused(enter, event, "吴一", "郑二", division="north") == ("unit_full", "unit", {"limit": 2})


def test_a_person_who_enters_in_two_divisions_is_shown_to_the_organizer(db):
    """One event a person: who is in two teams of a unit stands under what has to be looked at."""
    event = campuses(registration={"capacity": 18})
    enter(event, "王伟", "李强", division="east")
    enter(event, "王伟", "赵磊", division="west")
    enter(event, "孙丽", "周涛", division="west")

    assert [list(row.warnings) for row in entry_list(event).rows] == [["duplicate_person"], ["duplicate_person"], []]


def test_a_list_names_the_division_of_each_pair_by_its_code_or_either_name(db):
    event = small()
    named = ["east", "西校区", "west campus", "北校区"]
    pairs = [checked(players=cast.pair_names(at), division=name) for at, name in enumerate(named)]

    entries.enter_list(cast.organizer(event), event, pairs, **LIST)

    assert states(event) == [("east", "accepted"), ("west", "accepted"), ("west", "accepted"), ("north", "accepted")]


def test_a_list_fills_each_division_and_then_its_waiting_list(db):
    event = small()
    pairs = [checked(players=cast.pair_names(at), division="west" if at % 2 else "east") for at in range(10)]

    entries.enter_list(cast.organizer(event), event, pairs, **LIST)

    assert [state for code, state in states(event) if code == "east"] == ["accepted"] * 3 + ["waiting"] * 2
    assert [state for code, state in states(event) if code == "west"] == ["accepted"] * 4 + ["waiting"]


def test_a_stage_takes_the_entries_of_its_divisions(db):
    event = campuses()
    fill(event, 2, 3)

    assert (len(entrants(event)), len(entrants(event, ["west"])), len(entrants(event, ["east"]))) == (5, 3, 2)


def test_the_organizer_lets_a_pair_play_in_another_division_also_after_the_freeze(db):
    event = campuses()
    fill(event, 2, 2)
    pair = event.teams.order_by("number")[0]
    organizer = cast.organizer(event)
    entries.freeze(organizer, event)

    entries.move(organizer, event, pair.pk, division="west", reason="填错了")

    pair.refresh_from_db()
    said = AuditEntry.objects.get(action="entry.moved")
    assert (pair.division.code, pair.entry.division.code) == ("west", "west")
    assert said.data == {"team": pair.number, "from": "east", "to": "west"}


def test_who_waits_for_the_place_of_a_pair_that_moves_gets_it(db):
    event = small()
    fill(event, 3, 0)
    enter(event, "王伟", "李强", division="east")

    entries.move(cast.organizer(event), event, event.teams.order_by("number")[0].pk, division="west")

    assert states(event) == [("west", "accepted"), ("east", "accepted"), ("east", "accepted"), ("east", "accepted")]


def test_a_pair_that_is_drawn_stays_in_its_division(db):
    event = campuses()
    fill(event, 2, 2)
    pair = event.teams.order_by("number")[0]
    stage = event.divisions.get(code="east").stages.get()
    StageEntry.objects.create(stage=stage, team=pair)

    assert refused(entries.move, cast.organizer(event), event, pair.pk, division="west")[0] == "division_is_drawn"


def test_a_draft_of_a_draw_holds_the_pairs_of_its_divisions(db):
    event = campuses()
    fill(event, 2, 2)
    stage = event.divisions.get(code="east").stages.get()
    draft = Draw.objects.create(
        stage=stage,
        number=1,
        method="random_rounds",
        method_version=1,
        inputs={},
        constraints={},
        seed="1",
        seed_source="system",
        outcome={},
        made_at=cast.NOW,
    )
    pair = event.teams.order_by("number")[0]

    assert refused(entries.move, cast.organizer(event), event, pair.pk, division="west")[0] == "division_is_drawn"
    Draw.objects.filter(pk=draft.pk).update(state=DrawState.DISCARDED)
    assert entries.move(cast.organizer(event), event, pair.pk, division="west").division.code == "west"


def test_a_pair_goes_to_another_division_itself_while_there_is_a_place(db):
    event = small()
    fill(event, 3, 0)
    pair = cast.team(event, "王伟", "李强", division="west")
    link, _token = cast.link(event, cast.LinkScope.TEAM, team=pair)
    actor = Actor(event.pk, frozenset({As.PUBLIC, As.TEAM}), link_id=link.pk, team_ids=frozenset({pair.pk}))
    given = {"players": ["王伟", "李强"], "unit_id": None, "unit_name": "机电学院", "phone": "13812341234", "email": ""}

    answer = refused(own_team.amend, actor, event, pair.pk, **given, division="east")
    own_team.amend(actor, event, pair.pk, **given, division="north")

    pair.refresh_from_db()
    assert answer == ("division_full", "division", {"name": "东校区"})
    assert (pair.division.code, pair.entry.division.code) == ("north", "north")


def test_the_confirmation_names_the_division_in_the_language_of_the_pair(db):
    event = small()

    enter(event, "王伟", "李强", division="west", email="wang@example.org")
    enter(event, "赵磊", "钱进", division="east", email="zhao@example.org", language="en")
    pairs = [checked(players=["孙丽", "周涛"], division="北校区", email="sun@example.org")]
    entries.enter_list(cast.organizer(event), event, pairs, **LIST)

    bodies = list(Notice.objects.order_by("pk").values_list("body", flat=True))
    assert ["组别：西校区" in bodies[0], "Division: East campus" in bodies[1], "组别：北校区" in bodies[2]] == [
        True
    ] * 3


def test_the_units_say_how_many_pairs_they_have_in_each_division(db):
    divisions = [{**EAST, "pairs_per_unit": 1}, WEST]
    event = campuses(divisions=divisions, registration={"capacity": 18, "pairs_per_unit": 1})
    for at, division in enumerate(("east", "east", "west")):
        cast.team(event, *cast.pair_names(at), unit_name="机电学院", division=division)
    cast.team(event, *cast.pair_names(3), unit_name="图书馆", division="west")

    found = [([(each.name, each.pairs, each.limit) for each in row.divisions], row.counted, row.over)
             for row in unit_rows(event)]  # fmt: skip

    assert found == [
        ([("东校区", 2, 1), ("西校区", 1, None)], 1, True),
        ([("东校区", 0, 1), ("西校区", 1, None)], 1, False),
    ]
