from django.urls import reverse

from tournaments.models import Role, Tournament
from tournaments.tests import cast


def page_of(event):
    return cast.client_of(cast.member(event, Role.ORGANIZER)), reverse("event-section", args=[event.slug, "areas"])


def form(event, *areas, **more):
    """Return the fields of areas given as (name, first, last[, divisions])."""
    data = {"version": Tournament.objects.get(pk=event.pk).rules.version, **more}
    for number, (name, first, last, *divisions) in enumerate(areas):
        data |= {f"name_{number}": name, f"first_{number}": first, f"last_{number}": last}
        if divisions:
            data[f"divisions_{number}"] = divisions[0]
    return data


def saved(event):
    fresh = Tournament.objects.get(pk=event.pk)
    return [(area.name, area.first, area.last, area.divisions) for area in fresh.regulations.venue.areas]


def event_of(**sections):
    event = cast.event("areas", venue={"tables": 18}, registration={"capacity": 72}, **sections)
    event.state = "draft"
    event.save(update_fields=["state"])
    return event


def test_areas_are_written_in_order_and_an_empty_name_removes_one(db):
    event = event_of()
    client, address = page_of(event)

    first = client.post(address, form(event, ("一楼", 1, 10), ("二楼", 11, 18)))
    both = saved(event)
    second = client.post(address, form(event, ("", 1, 10), ("二楼", 11, 18)))

    assert (first.status_code, second.status_code) == (302, 302)
    assert both == [("一楼", 1, 10, ()), ("二楼", 11, 18, ())]
    assert saved(event) == [("二楼", 11, 18, ())]


def test_a_look_counts_sittings_and_saves_nothing(db):
    event = event_of()
    client, address = page_of(event)

    answer = client.post(address, form(event, ("一楼", 1, 10), look="1"))

    assert answer.status_code == 200
    assert answer.context["form"].preview == "72 对、18 张桌子：一轮分 2 个场次。"
    assert answer.context["form"]["name_0"].value() == "一楼"
    assert saved(event) == []


def test_what_cannot_be_stands_at_its_field_with_what_was_typed(db):
    event = event_of()
    client, address = page_of(event)

    past = client.post(address, form(event, ("一楼", 0, 9)))
    overlap = client.post(address, form(event, ("一楼", 1, 10), ("二楼", 10, 18)))

    assert (past.status_code, overlap.status_code) == (422, 422)
    assert past.context["form"].errors == {"first_0": ["最小为 1。"]}
    assert overlap.context["form"].non_field_errors() == ["10 号桌同时属于“一楼”和“二楼”。"]
    assert overlap.context["form"]["name_1"].value() == "二楼"


def test_an_area_says_where_it_ends(db):
    event = event_of()
    client, address = page_of(event)

    answer = client.post(address, form(event, ("一楼", 1, "")))

    assert (answer.status_code, answer.context["form"].errors) == (422, {"last_0": ["此项必填。"]})


def test_a_look_asks_for_no_reason_where_a_change_does(db):
    event = event_of()
    Tournament.objects.filter(pk=event.pk).update(state="published")
    client, address = page_of(event)

    look = client.post(address, form(event, ("一楼", 1, 9), look="1"))
    save = client.post(address, form(event, ("一楼", 1, 9)))

    assert (look.status_code, save.status_code) == (200, 422)


def test_divisions_are_chosen_and_the_settings_say_so(db):
    divisions = [{"code": "east", "name": "东校区"}, {"code": "west", "name": "西校区"}]
    event = event_of(divisions=divisions)
    client, address = page_of(event)

    answer = client.post(address, form(event, ("东区", 1, 9, ["east"]), ("西区", 10, 18, ["west"])))
    settings = client.get(reverse("event-settings", args=[event.slug]))

    assert answer.status_code == 302
    assert saved(event) == [("东区", 1, 9, ("east",)), ("西区", 10, 18, ("west",))]
    section = next(each for each in settings.context["sections"] if each.code == "areas")
    assert [(fact.label, fact.value) for fact in section.facts()][:2] == [
        ("东区", "1 至 9 号桌 · 东校区"),
        ("西区", "10 至 18 号桌 · 西校区"),
    ]
