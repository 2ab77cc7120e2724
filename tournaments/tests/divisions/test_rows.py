"""The rows of divisions follow the regulations; what holds pairs, or is drawn, stays."""

import pytest

from tournaments import regulations
from tournaments.actions import events
from tournaments.errors import Refusal
from tournaments.models import Division, Stage, Team
from tournaments.tests import cast
from tournaments.tests.divisions.hall import BOTH, EAST, WEST, campuses, fill, sessions
from tournaments.tests.test_regulations import IDENTITY


def rows(event):
    return list(event.divisions.values_list("code", "name", "order"))


def amend(event, divisions, **sections):
    document = {**regulations.dump(event.regulations), "divisions": list(divisions), **sections}
    return events.amend(cast.organizer(event), event, document=document, reason="分组")


def refused(event, divisions, **sections):
    with pytest.raises(Refusal) as refusal:
        amend(event, divisions, **sections)
    return refusal.value.code, dict(refusal.value.params)


def test_a_new_event_has_the_divisions_of_its_document(db):
    event = events.create(None, slug="campus", document={"identity": IDENTITY, "divisions": list(BOTH)})

    assert rows(event) == [("east", "东校区", 0), ("west", "西校区", 1)]
    assert [stage.division.code for stage in Stage.objects.filter(division__tournament=event)] == ["east"]


def test_a_new_event_without_divisions_has_one_without_a_name(db):
    event = events.create(None, slug="plain", document={"identity": IDENTITY})

    assert rows(event) == [("main", "", 0)]


def test_the_first_division_takes_over_who_had_entered_before_there_were_any(db):
    event = cast.event()
    pair = cast.team(event, "王伟", "李强")

    amend(event, BOTH)

    assert rows(event) == [("east", "东校区", 0), ("west", "西校区", 1)]
    assert Team.objects.get(pk=pair.pk).division.code == "east"


def test_without_divisions_again_the_one_that_holds_pairs_is_left(db):
    event = campuses()
    pair = cast.team(event, "王伟", "李强", division="west")

    amend(event, ())

    assert rows(event) == [("main", "", 0)]
    assert Team.objects.get(pk=pair.pk).division.code == "main"
    assert Stage.objects.get(division__tournament=event).division.code == "main"


def test_names_and_order_follow(db):
    event = campuses()
    fill(event, 1, 1)

    amend(event, [WEST, {**EAST, "name": "东区"}])

    assert rows(event) == [("west", "西校区", 0), ("east", "东区", 1)]
    assert {stage.division.code for stage in Stage.objects.filter(division__tournament=event)} == {"west"}


def test_a_division_with_pairs_is_not_removed(db):
    event = campuses()
    cast.team(event, "王伟", "李强", division="west")

    answer = refused(event, [EAST, {"code": "north", "name": "北校区"}])

    assert answer == ("division_has_pairs", {"name": "西校区", "count": 1})
    assert rows(event) == [("east", "东校区", 0), ("west", "西校区", 1)]


def test_divisions_with_pairs_do_not_become_one(db):
    event = campuses()
    fill(event, 1, 2)

    assert refused(event, ()) == ("division_has_pairs", {"name": "西校区", "count": 2})


def test_a_stage_that_all_play_and_that_is_drawn_keeps_its_divisions(db):
    event = campuses()
    event.divisions.get(code="east").stages.update(rules=event.rules)

    assert refused(event, [*BOTH, {"code": "north", "name": "北校区"}]) == ("divisions_are_drawn", {})
    amend(event, [{**EAST, "name": "东区"}, WEST])
    assert rows(event) == [("east", "东区", 0), ("west", "西校区", 1)]


def test_a_session_more_can_be_added_after_the_draw_of_the_first(db):
    event = sessions()
    Stage.objects.filter(division__tournament=event, code="morning").update(rules=event.rules)
    stages = regulations.dump(event.regulations)["stages"]
    evening = {**stages[1], "code": "evening", "divisions": ["north"], "starts_at": None}

    amend(event, [*BOTH, {"code": "north", "name": "晚场"}], stages=[*stages, evening])

    assert Division.objects.filter(tournament=event).count() == 3


def test_a_drawn_stage_keeps_the_divisions_that_play_it(db):
    event = sessions()
    Stage.objects.filter(division__tournament=event, code="morning").update(rules=event.rules)
    stages = regulations.dump(event.regulations)["stages"]
    swapped = [{**stages[0], "divisions": ["west"]}, {**stages[1], "divisions": ["east"]}]

    assert refused(event, BOTH, stages=swapped) == ("stage_is_drawn", {})
