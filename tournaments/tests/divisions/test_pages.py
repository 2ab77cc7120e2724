"""Divisions on pages: shown where there are several, never where there is one."""

import pytest
from django.urls import reverse

from tournaments.models import Entry, LinkScope, Team, Tournament
from tournaments.states import EventState
from tournaments.tests import cast
from tournaments.tests.divisions.hall import campuses, fill, sessions
from tournaments.tests.entries.hands import FORM, errors_of, text
from tournaments.tests.stages import hall

SLUG = "spring-cup"


def at(name, *args):
    return reverse(name, args=[SLUG, *args])


def organizer_of(event):
    return cast.client_of(cast.member(event, cast.Role.ORGANIZER))


def test_a_pair_chooses_among_the_divisions_and_sees_how_many_places_each_has(db, client):
    event = campuses(registration={"capacity": 18})
    fill(event, 10, 1)

    page = client.get(at("register"))

    assert list(page.context["form"].fields["division"].choices) == [
        ("east", "东校区（已满，将进入候补名单）"), ("west", "西校区（余 7 个名额）"),
    ]  # fmt: skip


def test_a_pair_that_chose_is_told_where_it_plays(db, client):
    campuses()

    answer = client.post(at("register"), {**FORM, "division": "west"})

    assert Entry.objects.get().division.code == "west"
    assert "· 西校区</p>" in text(client.get(answer.headers["Location"]))
    assert "· 西校区</p>" in text(client.get(at("my-team-of", 1)))


def test_a_form_without_a_division_is_given_back_with_all_that_is_wrong(db, client):
    campuses()

    answer = client.post(at("register"), {**FORM, "player_2": ""})

    assert answer.status_code == 422
    assert errors_of(answer) == {"division": ["请选择组别。"], "player_2": ["该字段是必填项。"]}


def test_the_public_list_has_a_section_for_each_division(db, client):
    event = campuses(registration={"capacity": 18})
    fill(event, 2, 1)

    page = client.get(at("entries"))

    sections = [(section.name, [row.name.number for _unit, rows in section.groups for row in rows])
                for section in page.context["sections"]]  # fmt: skip
    assert sections == [("东校区", [1, 2]), ("西校区", [3])]
    assert '<h2 id="accepted-west">西校区</h2>' in text(page)


def test_the_public_list_speaks_the_readers_language(db, client):
    event = campuses(registration={"capacity": 18})
    fill(event, 1, 1)

    page = text(client.get(at("entries"), HTTP_ACCEPT_LANGUAGE="en"))

    assert '<h2 id="accepted-east">East campus</h2>' in page
    assert "东校区" not in page


def test_the_organizer_looks_at_one_division_or_at_all(db):
    event = campuses(registration={"capacity": 18})
    fill(event, 2, 1)
    organizer = organizer_of(event)

    west = organizer.get(at("manage-entries"), {"division": "west"})
    everybody = organizer.get(at("manage-entries"))

    assert [row.name.number for row in west.context["rows"]] == [3]
    assert [row.name.number for row in everybody.context["rows"]] == [1, 2, 3]
    assert west.context["divisions"] == [("", "", False), ("east", "东校区", False), ("west", "西校区", True)]


def test_an_event_with_one_division_never_speaks_of_it(db, client):
    event = cast.event()
    pair = cast.team(event, "王伟", "李强", unit_name="机电学院")
    organizer = organizer_of(event)
    link, _token = cast.link(event, LinkScope.TEAM, team=pair)
    pages = [
        client.get(at("register")), client.get(at("entries")), client.get(at("event")),
        client.get(at("team-page", 1)), cast.client_of(link).get(at("my-team-of", 1)),
        *(organizer.get(at(name)) for name in ("manage-entries", "entry-new", "manage-units", "cockpit")),
        organizer.get(at("manage-team", 1)),
        organizer.get(at("manage-stage", "main")),
    ]  # fmt: skip

    assert [page.request["PATH_INFO"] for page in pages if "组别" in text(page)] == []


def test_the_organizer_enters_a_pair_by_hand_into_a_division(db):
    event = campuses()
    data = {**FORM, "division": "west", "note": ""}

    answer = organizer_of(event).post(at("entry-new"), data)

    assert answer.headers["Location"] == at("manage-team", 1)
    assert Entry.objects.get().division.code == "west"


def test_a_list_is_read_with_its_divisions_and_an_unknown_one_is_shown_in_its_line(db):
    event = campuses()
    organizer = organizer_of(event)
    good = "组别,单位,队员1,队员2\n西校区,机电学院,王伟,李强\nEast campus,图书馆,赵磊,钱进"

    bad = organizer.post(at("entries-import"), {"text": good.replace("西校区", "南校区")})
    read = organizer.post(at("entries-import"), {"text": good})
    entered = organizer.post(at("entries-import"), {"text": read.context["again"], "enter": "1"})

    assert bad.context["rows"][0]["cells"][0] == ("组别", "南校区", ["没有这个组别。可选：东校区, 西校区。"])
    assert entered.status_code == 302
    assert list(Entry.objects.order_by("pk").values_list("division__code", flat=True)) == ["west", "east"]


def test_the_organizer_moves_a_pair_on_its_page_until_it_is_drawn(db):
    event = campuses()
    cast.team(event, "王伟", "李强", division="east")
    organizer = organizer_of(event)

    page = organizer.get(at("manage-team", 1))
    answer = organizer.post(at("team-division", 1), {"division": "west", "reason": ""})

    assert page.context["division_form"].fields["division"].choices == [("west", "西校区")]
    assert answer.headers["Location"] == at("manage-team", 1)
    assert Team.objects.get().division.code == "west"


@pytest.mark.parametrize(
    ("rows", "saved"),
    [
        ([("", "东校区", "East campus", "10", ""), ("", "西校区", "", "", "2")],
         [("d1", "东校区", 10, None), ("d2", "西校区", None, 2)]),
        ([("", "", "", "", ""), ("", "", "", "", "")], []),
    ],
)  # fmt: skip
def test_divisions_are_set_among_the_settings(db, rows, saved):
    event = cast.event(state=EventState.DRAFT, registration={"capacity": 18})

    answer = settings(organizer_of(event), rows)

    assert answer.headers["Location"] == at("event-settings")
    found = Tournament.objects.get().regulations.divisions
    assert [(each.code, each.name, each.capacity, each.pairs_per_unit) for each in found] == saved


@pytest.mark.parametrize(
    ("rows", "field", "words"),
    [
        ([("", "东校区", "", "", "")], "__all__", "只有一个组别等于没分组：请至少设两个，或不分组别。"),
        ([("", "东校区", "", "10", ""), ("", "西校区", "", "9", "")], "__all__",
         "各组别共需 19 个名额，而赛事只有 18 个：请增加赛事名额，或减少组别名额。"),
        ([("", "东校区", "", "1", ""), ("", "西校区", "", "", "")], "capacity_0", "最小为 2。"),
    ],
)  # fmt: skip
def test_divisions_that_cannot_be_are_refused_in_words(db, rows, field, words):
    event = cast.event(state=EventState.DRAFT, registration={"capacity": 18})

    answer = settings(organizer_of(event), rows)

    assert answer.status_code == 422
    assert errors_of(answer) == {field: [words]}


def test_one_division_is_none_and_its_pairs_stay(db):
    event = campuses(state=EventState.DRAFT)
    cast.team(event, "王伟", "李强", division="west")

    answer = settings(organizer_of(event), [("east", "东校区", "", "10", ""), ("west", "", "", "", "")])

    assert answer.status_code == 422
    assert errors_of(answer) == {"__all__": ["只有一个组别等于没分组：请至少设两个，或不分组别。"]}
    answer = settings(organizer_of(event), [("east", "", "", "", ""), ("west", "", "", "", "")])
    assert answer.status_code == 302
    assert Team.objects.get().division.code == "main"


def settings(organizer, rows):
    """Post the divisions: code, name, English name, places, pairs per unit of each."""
    page = organizer.get(at("event-section", "divisions"))
    data = {"version": page.context["form"].initial["version"]}
    for number, values in enumerate(rows):
        names = ("code", "name", "name_en", "capacity", "pairs_per_unit")
        data |= {f"{name}_{number}": value for name, value in zip(names, values, strict=True)}
    return organizer.post(at("event-section", "divisions"), data)


def test_two_sessions_are_built_from_one_stage_step_by_step(db):
    """Divide, add a stage, let it be for one division, then the first for the other: it never has to start over."""
    event = campuses(state=EventState.DRAFT)
    organizer = organizer_of(event)
    organizer.post(at("manage-stage-new"), {"format": "random", "version": 1})

    stage(organizer, "stage-2", divisions=["west"], who="all", carry="none", starts_at="2026-05-16T14:00")
    answer = stage(organizer, "main", divisions=["east"])

    assert answer.status_code == 302
    first, second = Tournament.objects.get().regulations.stages
    assert (first.divisions, first.entrants, second.divisions, second.entrants) == (("east",), None, ("west",), None)
    assert second.starts_at.isoformat() == "2026-05-16T14:00:00+08:00"


def test_a_session_that_nobody_of_a_division_plays_is_named(db):
    event = sessions(state=EventState.DRAFT)

    answer = stage(organizer_of(event), "morning", divisions=["west"])

    assert errors_of(answer) == {"divisions": ["“东校区”没有参加任何阶段：请让它参加某个阶段，或为它新设一个阶段。"]}


def stage(organizer, code, **changes):
    form = organizer.get(at("manage-stage", code)).context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in values.items() if value not in (None, False)}
    return organizer.post(at("manage-stage", code), {**data, **changes})


def test_the_list_of_stages_says_who_plays_and_when(db):
    event = sessions(state=EventState.DRAFT)

    cards = organizer_of(event).get(at("manage-stages")).context["cards"]

    assert [dict(card.facts).get("组别") for card in cards] == ["东校区", "西校区"]
    assert [dict(card.facts).get("开始时间") for card in cards] == [None, "14:00"]


def test_another_day_of_the_event_names_the_session_that_would_begin_before_it(db):
    event = sessions(state=EventState.DRAFT)
    organizer = organizer_of(event)
    form = organizer.get(at("event-section", "identity")).context["form"]
    data = {name: form[name].value() for name in form.fields}

    answer = organizer.post(at("event-section", "identity"), {**data, "day": "2026-05-17", "starts": "09:00"})

    assert errors_of(answer) == {"__all__": ["“下午场”的开始时间早于它之前的安排。"]}


def test_an_area_that_is_called_as_its_division_is_named_once_at_a_table(db, client):
    area = {"name": "东校区", "first": 1, "last": 2, "divisions": ["east"]}
    rest = {"name": "大礼堂", "first": 3, "last": 4, "divisions": ["west"]}
    event = campuses(registration={"capacity": 18}, venue={"tables": 4, "areas": [area, rest]})
    fill(event, 2, 2)
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    hall.draw(cast.organizer(event), hall.fresh(event))

    tables = text(client.get(at("tables"))).split("<tbody>")[1]
    by_table = text(client.get(at("draw-round", 1))).split("<tbody>")[1]

    found = [(page.count(">东校区<"), page.count(">大礼堂<"), page.count(">西校区<")) for page in (tables, by_table)]
    assert found == [(1, 1, 1)] * 2
