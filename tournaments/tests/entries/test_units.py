import pytest

from tournaments.actions import units
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import Team, Unit
from tournaments.policy import Actor
from tournaments.selectors import units as read
from tournaments.tests import cast
from tournaments.tests.entries.hands import enter


@pytest.fixture
def organizer(event):
    return cast.organizer(event)


def names():
    return list(Unit.objects.filter(merged_into=None).values_list("name", flat=True))


def test_a_pasted_column_makes_the_list_each_name_once(event, organizer):
    assert units.add(organizer, event, ["机电学院", "", " 图书馆 ", "机电 学院"]) == 2

    assert names() == ["机电 学院", "图书馆"]


def test_a_typed_unit_that_is_added_comes_onto_the_list(event, organizer):
    enter(event, unit_name="机电学院")

    assert units.add(organizer, event, ["机电学院"]) == 1
    assert read.to_choose(event) == [(Unit.objects.get().pk, "机电学院")]


def test_a_list_with_a_name_that_cannot_be_changes_nothing(event, organizer):
    with pytest.raises(Invalid) as refusal:
        units.add(organizer, event, ["图书馆", "x" * 61])

    assert (refusal.value.code, refusal.value.field, names()) == ("unit_name_too_long", "names", [])


def test_units_change_places(event, organizer):
    units.add(organizer, event, ["甲部", "乙部", "丙部"])
    last = Unit.objects.get(name="丙部")

    units.move(organizer, event, last.pk, up=True)
    units.move(organizer, event, last.pk, up=True)
    units.move(organizer, event, last.pk, up=True)

    assert names() == ["丙部", "甲部", "乙部"]


def test_no_two_units_have_one_name(event, organizer):
    units.add(organizer, event, ["甲部", "乙部"])

    with pytest.raises(Invalid) as refusal:
        units.change(organizer, event, Unit.objects.get(name="乙部").pk, name="甲 部", quota=None, listed=True)

    assert (refusal.value.code, refusal.value.field) == ("unit_exists", "name")


def test_a_merged_unit_gives_its_pairs_and_its_name(event, organizer):
    units.add(organizer, event, ["机电学院"])
    gone = enter(event, unit_name="机电系").entry.team.unit
    stays = Unit.objects.get(name="机电学院")

    units.merge(organizer, event, gone.pk, into=stays.pk)

    assert Team.objects.get().unit == stays
    assert enter(event, "赵磊", "钱进", unit_name="机电 系").entry.team.unit == stays


def test_units_are_not_merged_into_themselves_or_after_the_freeze(event, organizer):
    units.add(organizer, event, ["甲部", "乙部"])
    first, second = Unit.objects.all()
    with pytest.raises(Invalid) as itself:
        units.merge(organizer, event, first.pk, into=first.pk)
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])

    with pytest.raises(Refusal) as frozen:
        units.merge(organizer, event, first.pk, into=second.pk)

    assert (itself.value.code, frozen.value.code) == ("unit_into_itself", "entries_frozen")


def test_a_unit_with_pairs_is_not_removed(event, organizer):
    unit = enter(event).entry.team.unit

    with pytest.raises(Refusal) as refusal:
        units.remove(organizer, event, unit.pk)

    assert (refusal.value.code, names()) == ("unit_in_use", ["机电学院"])


def test_what_looks_alike_is_shown_unless_the_organizer_listed_both(event, organizer):
    units.add(organizer, event, ["图书馆", "图书馆分馆", "机电学院"])
    enter(event, unit_name="机电工程学院")

    rows = read.rows(event)

    assert [(one.gone.name, one.stays.name) for one in read.alike([row.unit for row in rows])] == [
        ("机电工程学院", "机电学院")
    ]


def test_rows_count_what_is_in_or_waits(event, organizer):
    enter(event, "甲一", "甲二")
    enter(event, "乙一", "乙二").entry.team.entry.delete()

    assert [(row.unit.name, row.pairs, row.limit, row.over) for row in read.rows(event)] == [("机电学院", 1, 2, False)]


def test_the_public_keeps_no_units(event):
    with pytest.raises(NotAllowed):
        units.add(Actor(event.pk), event, ["图书馆"])
