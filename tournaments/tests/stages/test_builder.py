"""The stage builder: add, change, move and take away; faults at their field; what is drawn is only read."""

import pytest
from django.urls import reverse

from tournaments.models import Stage, Tournament
from tournaments.states import EventState
from tournaments.tests import cast

SLUG = "spring-cup"


@pytest.fixture
def draft(db) -> Tournament:
    return cast.event(SLUG, state=EventState.DRAFT)


@pytest.fixture
def organizer(draft, client):
    who = cast.member(draft, cast.Role.ORGANIZER)
    client.force_login(who.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def at(name: str, *args: str) -> str:
    return reverse(name, args=[SLUG, *args])


def stages() -> list:
    return list(Tournament.objects.get(slug=SLUG).regulations.stages)


def version() -> int:
    return Tournament.objects.get(slug=SLUG).rules.version


def choose(organizer, name: str, format_: str, *args: str, **more: str):
    return organizer.post(at(name, *args), {"format": format_, "version": version(), **more})


def typed(organizer, code: str, **changes: str):
    """Post the form of a stage as it stands, with these changes."""
    form = organizer.get(at("manage-stage", code)).context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in values.items() if value not in (None, False)}
    return organizer.post(at("manage-stage", code), {**data, **changes})


def test_groups_and_then_a_knockout_with_third_place(organizer):
    choose(organizer, "manage-stage-format", "round_robin", "main")
    answer = choose(organizer, "manage-stage-new", "knockout")

    assert answer.headers["Location"] == at("manage-stage", "stage-2")
    groups, cup = stages()
    assert (groups.format, groups.groups.size) == ("round_robin", 4)
    assert (cup.format, cup.seeding, cup.third_place, cup.entrants.per_group) == ("knockout", "cross", True, 2)
    assert list(Stage.objects.order_by("order").values_list("code", "format")) == [
        ("main", "round_robin"), ("stage-2", "knockout"),
    ]  # fmt: skip


def test_only_what_belongs_to_the_format_is_asked(organizer):
    choose(organizer, "manage-stage-format", "swiss", "main")

    asked = set(organizer.get(at("manage-stage", "main")).context["form"].fields)

    assert asked == {
        "name", "name_en", "rounds", "no_rematch", "one_bye", "bye_to", "no_own_unit", "round_seconds",
        "reminder_seconds", "last_deals", "starts_at", "version", "group_count", "group_size", "groups_by",
    }  # fmt: skip


def test_a_swiss_may_be_divided_into_groups_and_put_together_again(organizer):
    choose(organizer, "manage-stage-format", "swiss", "main")

    typed(organizer, "main", group_count="2", groups_by="pots")
    divided = stages()[0].groups
    typed(organizer, "main", group_count="", groups_by="lots")

    assert (divided.count, divided.by) == (2, "pots")
    assert stages()[0].groups is None


def test_a_knockout_until_four_and_then_bands_of_places(organizer):
    choose(organizer, "manage-stage-format", "knockout", "main")
    choose(organizer, "manage-stage-new", "round_robin")

    typed(organizer, "main", until="4", third_place="")
    typed(organizer, "stage-2", who="teams", teams="8", group_size="4", group_count="", groups_by="bands")
    typed(organizer, "main", until="")

    knockout, finals = stages()
    assert (finals.entrants.teams, finals.groups.size, finals.groups.by) == (8, 4, "bands")
    assert knockout.until == 1


def test_a_stage_for_the_places_behind_names_after_how_many(organizer):
    choose(organizer, "manage-stage-new", "knockout")

    typed(organizer, "stage-2", seeding="lots", who="teams", teams="8", after="8")

    assert (stages()[1].entrants.teams, stages()[1].entrants.after) == (8, 8)
    assert "第 9 至 16 名" in organizer.get(at("manage-stages")).content.decode()


def test_values_are_saved(organizer):
    choose(organizer, "manage-stage-format", "swiss", "main")

    answer = typed(organizer, "main", name="积分赛", rounds="7", no_own_unit="never", round_seconds="45")

    assert answer.headers["Location"] == at("manage-stages")
    plan = stages()[0]
    assert (plan.name, plan.rounds, plan.constraints.no_own_unit) == ("积分赛", 7, "never")
    assert plan.timing.round_seconds == 45 * 60


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"who": "teams", "teams": "99"}, "teams"),
        ({"who": "teams", "teams": ""}, "teams"),
        ({"who": "teams", "teams": "1"}, "teams"),
        ({"who": "per_group", "per_group": "50"}, "per_group"),
        ({"round_seconds": "20", "reminder_seconds": "30"}, "reminder_seconds"),
        ({"placement": "8", "redraw": "on"}, "redraw"),
        ({"until": "3"}, "until"),
        ({"until": "4", "third_place": "on"}, "until"),
        ({"who": "per_group", "per_group": "1", "until": "8", "third_place": ""}, "until"),
        ({"who": "teams", "teams": "8", "groups_by": "bands"}, "group_size"),
    ],
)
def test_a_fault_stands_at_its_field_and_what_was_typed_is_kept(organizer, changes, field):
    choose(organizer, "manage-stage-format", "round_robin", "main")
    choose(organizer, "manage-stage-new", "knockout")
    before = stages()

    answer = typed(organizer, "stage-2", **{"seeding": "lots", **changes})

    form = answer.context["form"]
    assert answer.status_code == 422
    assert list(form.errors) == [field]
    typed_in = {name: value for name, value in changes.items() if name not in {"redraw", "third_place"}}
    assert {name: form[name].value() for name in typed_in} == typed_in
    assert stages() == before


def test_stages_move_and_go(organizer):
    choose(organizer, "manage-stage-new", "swiss")

    organizer.post(at("manage-stage-move", "stage-2"), {"to": "up", "version": version()})
    moved = [plan.code for plan in stages()]
    organizer.post(at("manage-stage-remove", "main"), {"version": version()})

    assert moved == ["stage-2", "main"]
    assert [plan.code for plan in stages()] == ["stage-2"]


def test_a_page_that_is_old_changes_nothing(organizer):
    old = version()
    choose(organizer, "manage-stage-new", "swiss")

    answer = organizer.post(at("manage-stage-remove", "main"), {"version": old})

    assert answer.status_code == 409
    assert len(stages()) == 2


def test_once_published_a_change_needs_its_reason_and_keeps_what_was_typed(organizer, draft):
    Tournament.objects.filter(pk=draft.pk).update(state=EventState.PUBLISHED)

    without = choose(organizer, "manage-stage-new", "swiss")
    with_one = choose(organizer, "manage-stage-new", "swiss", reason="队数增加")

    assert (without.status_code, list(without.context["form"].errors)) == (422, ["reason"])
    assert without.context["form"]["format"].value() == "swiss"
    assert with_one.status_code == 302


def test_a_drawn_stage_is_read_only_and_says_why(client, db):
    event = cast.event(SLUG)
    cast.drawn(event)
    who = cast.member(event, cast.Role.ORGANIZER)
    client.force_login(who.user, backend="django.contrib.auth.backends.ModelBackend")

    page = client.get(at("manage-stage", "main"))
    posted = choose(client, "manage-stage-format", "swiss", "main", reason="换赛制")
    added = choose(client, "manage-stage-new", "knockout", reason="加决赛")

    assert page.context["card"].drawn
    assert '<form class="form"' not in page.content.decode()
    assert (posted.status_code, stages()[0].format) == (422, "two_rounds")
    assert (added.status_code, len(stages())) == (302, 2)


@pytest.mark.parametrize(("teams", "rounds", "matches"), [("13", 6, 23), ("18", 7, 34)])
def test_simulate_with_so_many_teams(organizer, teams, rounds, matches):
    choose(organizer, "manage-stage-format", "round_robin", "main")
    choose(organizer, "manage-stage-new", "knockout")

    simulation = organizer.get(at("manage-stages"), {"teams": teams, "between": "10"}).context["simulation"]

    assert (simulation.rounds, simulation.matches) == (rounds, matches)


@pytest.mark.parametrize("teams", ["1", "x", "1001", ""])
def test_a_number_that_cannot_be_tried_says_so_at_its_field(organizer, teams):
    answer = organizer.get(at("manage-stages"), {"teams": teams})

    assert list(answer.context["simulate_form"].errors) == ["teams"]
    assert "simulation" not in answer.context


def test_an_unknown_stage_is_not_there(organizer):
    assert organizer.get(at("manage-stage", "nowhere")).status_code == 404
