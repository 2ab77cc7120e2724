"""The sections of the settings on who enters, quotas and awards."""

import pytest

from tournaments.models import Role, Tournament
from tournaments.states import EventState
from tournaments.tests import cast


@pytest.fixture
def draft(db):
    return cast.event("draft-cup", state=EventState.DRAFT)


@pytest.fixture
def organizer(draft):
    return cast.client_of(cast.member(draft, Role.ORGANIZER))


def section(code):
    return f"/manage/draft-cup/settings/{code}/"


def stored(draft):
    return Tournament.objects.get(pk=draft.pk).regulations


ENTRY = {
    "kind": "pair", "least": "2", "most": "2", "line_up": "2", "substitutes": "0", "leader": "none", "coach": "none",
    "partners": "own", "version": "1",
}  # fmt: skip
TEAM = {**ENTRY, "kind": "team", "most": "4", "leader": "required", "coach": "optional"}


def test_a_team_with_leader_and_coach_is_set_up(organizer, draft):
    """N08: leader 1, coach 1, players 2–4."""
    answer = organizer.post(section("entry"), TEAM)

    entry = stored(draft).registration.entry
    assert answer.status_code == 302
    assert (entry.kind, entry.least, entry.most, entry.leader, entry.coach) == ("team", 2, 4, "required", "optional")


def test_registration_settings_leave_kind_and_quota_alone(organizer, draft):
    organizer.post(section("entry"), TEAM)

    organizer.post(section("registration"), {"capacity": "20", "version": "2"})

    registration = stored(draft).registration
    assert (registration.capacity, registration.entry.kind) == (20, "team")


def test_a_kind_that_cannot_be_is_said(organizer, draft):
    answer = organizer.post(section("entry"), {**ENTRY, "most": "3"})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["kind"])


@pytest.mark.parametrize(
    ("typed", "quota"),
    [
        ({"rule": "none"}, {"rule": "none"}),
        (
            {"rule": "table", "lines": "机关 3\n外语 学院：1\n", "others": "2"},
            {
                "rule": "table",
                "rows": ({"unit": "机关", "pairs": 3}, {"unit": "外语 学院", "pairs": 1}),
                "others": 2,
            },
        ),
        (
            {"rule": "members", "lines": "199: 1\n300: 2\n*: 3"},
            {
                "rule": "members",
                "brackets": ({"members": 199, "pairs": 1}, {"members": 300, "pairs": 2}, {"members": None, "pairs": 3}),
            },
        ),
        (
            {"rule": "percentage", "percent": "15", "over_capacity": "10", "rounding": "down", "at_least": "1"},
            {"rule": "percentage", "percent": 15, "over_capacity": 10, "rounding": "down", "at_least": 1},
        ),
    ],
)
def test_each_kind_of_quota_is_typed_and_read_back(organizer, draft, typed, quota):
    answer = organizer.post(section("quota"), {**typed, "version": "1"})

    assert answer.status_code == 302
    assert stored(draft).registration.quota.model_dump() == quota
    form = organizer.get(section("quota")).context["form"]
    assert form.read(stored(draft))["rule"] == typed["rule"]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"rule": "table", "lines": ""}, "lines"),
        ({"rule": "table", "lines": "机关"}, "lines"),
        ({"rule": "table", "lines": "机关 1\n机关 2"}, "lines"),
        ({"rule": "members", "lines": "机关 1"}, "lines"),
        ({"rule": "members", "lines": "300 1\n200 2\n* 3"}, "lines"),
        ({"rule": "percentage"}, "percent"),
        ({"rule": "percentage", "percent": "10", "over_capacity": "20"}, "percent"),
        ({"rule": "percentage", "percent": "101"}, "percent"),
    ],
)
def test_a_quota_that_cannot_be_is_said_at_its_field(organizer, draft, typed, field):
    answer = organizer.post(section("quota"), {**typed, "version": "1"})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert stored(draft).registration.quota.rule == "none"


AWARDS = {
    "ties": "all", "rounding": "nearest", "version": "1",
    "name_0": "一等奖", "name_en_0": "First prize", "by_0": "places", "first_0": "1", "last_0": "5",
    "name_1": "参与奖甲", "by_1": "share_rest", "first_1": "0", "last_1": "50",
    "name_2": "幸运奖", "by_2": "drawn_rest", "last_2": "34",
}  # fmt: skip


def test_awards_are_typed_as_rows(organizer, draft):
    answer = organizer.post(section("awards"), AWARDS)

    rows = stored(draft).awards.rows
    assert answer.status_code == 302
    assert [(row.code, row.name, row.name_en) for row in rows] == [
        ("a1", "一等奖", "First prize"),
        ("a2", "参与奖甲", ""),
        ("a3", "幸运奖", ""),
    ]
    assert [row.goes_to.model_dump() for row in rows] == [
        {"by": "places", "first": 1, "last": 5},
        {"by": "share", "above": 0, "to": 50, "of": "rest"},
        {"by": "drawn", "count": 34, "of": "rest"},
    ]


def test_an_award_without_a_name_is_left_out_and_the_others_keep_their_codes(organizer, draft):
    organizer.post(section("awards"), AWARDS)
    kept = {**AWARDS, "version": "2", "name_1": "", "code_0": "a1", "code_1": "a2", "code_2": "a3"}

    organizer.post(section("awards"), {**kept, "name_3": "最佳败者", "by_3": "best_loser", "first_3": "1"})

    rows = stored(draft).awards.rows
    assert [(row.code, row.goes_to.by) for row in rows] == [("a1", "places"), ("a3", "drawn"), ("a2", "best_loser")]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"last_0": "0"}, "last_0"),
        ({"first_0": "6"}, "first_0"),
        ({"last_1": ""}, "last_1"),
        ({"first_1": "50"}, "first_1"),
        ({"name_0": "", "last_2": ""}, "last_2"),
    ],
)
def test_an_award_that_cannot_be_is_said_at_its_field(organizer, draft, typed, field):
    answer = organizer.post(section("awards"), {**AWARDS, **typed})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert stored(draft).awards.rows == ()


def test_the_settings_say_them_in_words(organizer, draft):
    organizer.post(section("awards"), AWARDS)

    said = organizer.get("/manage/draft-cup/settings/").content.decode()

    expected = ("第1–5名", "未获其他奖者的前一半", "在未获其他奖的队中抽签产生34队")
    assert [words for words in expected if words not in said] == []
