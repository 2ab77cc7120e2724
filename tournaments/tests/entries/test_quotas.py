"""Quotas by rule, where pairs register and where the organizer looks at units."""

import pytest

from tournaments.actions import entries, units
from tournaments.errors import Invalid, Refusal
from tournaments.models import Role, Unit
from tournaments.policy import Actor
from tournaments.selectors import units as read
from tournaments.tests import cast
from tournaments.tests.entries.hands import enter, form, text

BRACKETS = {"rule": "members", "brackets": [{"members": 199, "pairs": 1}, {"members": 300, "pairs": 2}, {"pairs": 3}]}


def with_members(event, **members):
    organizer = cast.organizer(event)
    units.add(organizer, event, list(members))
    for unit in Unit.objects.all():
        units.change(organizer, event, unit.pk, name=unit.name, quota=None, listed=True, members=members[unit.name])
    return organizer


def limits(event):
    return {row.unit.name: row.limit for row in read.rows(event)}


def test_a_unit_enters_as_many_pairs_as_its_members_allow(db):
    """N09: one pair below 200 members."""
    event = cast.event(registration={"capacity": 18, "quota": BRACKETS})
    with_members(event, 机电学院=150, 图书馆=301)
    enter(event, "王一", "李一")

    with pytest.raises(Refusal) as refused:
        entries.register(Actor(event.pk), event, **form(players=["王二", "李二"]))

    assert (refused.value.code, refused.value.params["limit"]) == ("unit_full", 1)
    assert limits(event) == {"机电学院": 1, "图书馆": 3}


def test_what_the_organizer_gave_a_unit_goes_before_the_rule(db):
    event = cast.event(registration={"capacity": 18, "quota": BRACKETS})
    organizer = with_members(event, 机电学院=150)
    unit = Unit.objects.get()

    units.change(organizer, event, unit.pk, name=unit.name, quota=4, listed=True, members=150)

    assert limits(event) == {"机电学院": 4}


def test_where_the_rule_says_nothing_the_number_for_all_counts(db):
    event = cast.event(registration={"capacity": 18, "pairs_per_unit": 2, "quota": BRACKETS})
    with_members(event, 机电学院=None)

    assert limits(event) == {"机电学院": 2}


def test_the_smaller_share_counts_where_the_hall_would_be_too_small(db):
    """N23: 15 %, or 10 % where that is more than the hall holds."""
    quota = {"rule": "percentage", "percent": 15, "over_capacity": 10}
    event = cast.event(registration={"capacity": 18, "quota": quota})
    with_members(event, 机电学院=120, 图书馆=140)

    full = limits(event)
    registration = event.regulations.registration
    of_one = [read.limit_of(registration, unit) for unit in Unit.objects.order_by("order")]

    assert full == {"机电学院": 6, "图书馆": 7}
    assert of_one == [6, 7]


def test_members_are_a_number(event):
    organizer = cast.organizer(event)
    units.add(organizer, event, ["机电学院"])
    unit = Unit.objects.get()

    with pytest.raises(Invalid) as refused:
        units.change(organizer, event, unit.pk, name=unit.name, quota=None, listed=True, members=-1)

    assert (refused.value.code, refused.value.field) == ("members_invalid", "members")


def test_the_organizer_types_members_and_sees_what_follows(db):
    event = cast.event(registration={"capacity": 18, "quota": BRACKETS})
    organizer = with_members(event, 机电学院=None, 图书馆=250)
    client = cast.client_of(cast.member(event, Role.ORGANIZER))
    unit = Unit.objects.get(name="机电学院")

    before = text(client.get(f"/manage/{event.slug}/units/"))
    answer = client.post(
        f"/manage/{event.slug}/units/{unit.pk}/", {"name": "机电学院", "members": "301", "listed": "on"}
    )

    assert organizer.membership_id is not None
    assert ("未知" in before, "150" in before) == (True, False)
    assert (answer.status_code, limits(event)) == (302, {"机电学院": 3, "图书馆": 2})
