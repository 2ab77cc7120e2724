from datetime import time

import pytest
from django.urls import reverse

from tournaments import regulations
from tournaments.events import reading
from tournaments.models import AuditEntry, RegulationsVersion, Role, Tournament
from tournaments.phrases.zones import NAMES
from tournaments.states import EventState
from tournaments.tests import cast

NEW = {
    "name": "秋季赛",
    "name_en": "Autumn Cup",
    "slug": "autumn",
    "day": "2026-10-10",
    "starts": "09:00",
    "place": "体育馆",
    "zone": "Asia/Shanghai",
    "ruleset": "s1",
}
PLAY = {"tables": "9", "round_seconds": "120", "reminder_seconds": "30", "last_deals": "3", "version": "1"}
SCORING = {
    "official": "both_sides",
    "standings": "live",
    "forfeit_winner": "3",
    "forfeit_loser": "-3",
    "forfeit_both": "0",
    "bye": "average",
    "tiebreaks": "levels_risen,head_to_head,best_round,lots",
    "version": "1",
}


@pytest.fixture
def draft(db):
    return cast.event("draft-cup", state=EventState.DRAFT)


@pytest.fixture
def organizer(draft):
    return cast.client_of(cast.member(draft, Role.ORGANIZER))


def complete(event):
    document = regulations.dump(event.regulations)
    document["identity"]["place"], document["registration"]["privacy_notice"] = "体育馆", "只用于比赛。"
    return document


def section(event, code):
    return reverse("event-section", args=[event.slug, code])


@pytest.mark.parametrize("address", ["/manage/", "/manage/new/", "/manage/draft-cup/", "/manage/draft-cup/settings/"])
def test_without_an_account_the_way_leads_to_the_sign_in_or_nowhere(client, draft, address):
    response = client.get(address)

    assert response.status_code in {302, 404}
    assert response.status_code == 404 or response.url == f"/accounts/login/?next={address}"


def test_a_new_event_needs_a_name_a_day_and_an_address(organizer):
    response = organizer.post("/manage/new/", NEW)

    event = Tournament.objects.get(slug="autumn")
    assert (response.status_code, response.url) == (302, "/manage/autumn/")
    assert (event.state, event.regulations.identity.starts) == (EventState.DRAFT, time(9, 0))
    assert event.regulations.registration.pairs_per_unit == 2


def test_a_new_event_may_start_from_a_template(organizer):
    offered = organizer.get("/manage/new/").context["form"].templates
    typed = {name: value for name, value in NEW.items() if name != "ruleset"}

    response = organizer.post("/manage/new/?template=n13", typed)

    event = Tournament.objects.get(slug="autumn")
    assert response.status_code == 302
    assert [choice.code for _kind, choices in offered for choice in choices if choice.code == "n13"] == ["n13"]
    assert sorted(choice.code for _kind, choices in offered for choice in choices) == reading.codes()
    assert ([plan.code for plan in event.regulations.stages], event.regulations.identity.name) == (
        ["heats", "final"], "秋季赛"
    )  # fmt: skip


def test_an_unknown_template_offers_the_rulesets(organizer):
    form = organizer.get("/manage/new/?template=n99").context["form"]

    assert (form.chosen, "ruleset" in form.fields) == (None, True)


def test_the_regulations_are_downloaded_as_a_file_that_creates_the_same(organizer, draft):
    response = organizer.get("/manage/draft-cup/settings/file/download/")

    assert response["Content-Disposition"] == 'attachment; filename="event-draft-cup.json"'
    assert reading.read(response.content.decode()).document == regulations.dump(draft.regulations)


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("slug", "manage"),
        ("slug", "draft-cup"),
        ("slug", "秋季"),
        ("name", ""),
        ("name", "名" * 121),
        ("day", "someday"),
        ("starts", "25:00"),
        ("zone", "Moon/Sea"),
        ("ruleset", "s9"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_what_was_typed_is_kept(organizer, field, typed):
    response = organizer.post("/manage/new/", {**NEW, field: typed})

    form = response.context["form"]
    assert (response.status_code, list(form.errors)) == (422, [field])
    assert form["place"].value() == "体育馆"
    assert Tournament.objects.count() == 1


def test_what_may_stay_empty_is_called_optional(organizer):
    page = organizer.get("/manage/new/").content.decode()

    assert page.count("选填") == 2


def test_a_zone_that_only_a_file_can_name_stays_when_the_form_is_saved(organizer, draft):
    document = regulations.dump(draft.regulations)
    document["identity"]["zone"] = "Asia/Chongqing"
    RegulationsVersion.objects.filter(pk=draft.rules_id).update(document=document)
    form = organizer.get(section(draft, "identity")).context["form"]
    typed = {name: form[name].value() or "" for name in form.fields}

    response = organizer.post(section(draft, "identity"), {**typed, "starts": "10:30", "place": "体育馆"})

    identity = Tournament.objects.get(pk=draft.pk).regulations.identity
    assert (response.status_code, identity.zone, identity.place) == (302, "Asia/Chongqing", "体育馆")
    assert [zone for zone, _name in form.fields["zone"].choices if zone not in NAMES] == ["Asia/Chongqing"]


def test_before_an_event_is_published_the_way_leads_to_its_settings(organizer, draft):
    RegulationsVersion.objects.filter(pk=draft.rules_id).update(document=complete(draft))

    step = organizer.get("/manage/draft-cup/").context["next"]

    assert (step.look_url, bool(step.post_url)) == ("/manage/draft-cup/settings/", True)


def test_everything_that_is_wrong_is_said_at_once(organizer):
    response = organizer.post("/manage/new/", {**NEW, "slug": "manage", "name": "", "day": ""})

    assert sorted(response.context["form"].errors) == ["day", "name", "slug"]


def test_a_round_of_one_minute_with_its_reminder_twenty_seconds_before_the_end_can_be_set(organizer, draft):
    response = organizer.post(section(draft, "play"), {**PLAY, "round_seconds": "1", "reminder_seconds": "0:20"})

    timing = Tournament.objects.get(pk=draft.pk).regulations.stage.timing
    assert response.status_code == 302
    assert (timing.round_seconds, timing.reminder_seconds) == (60, 20)


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("tables", "0"),
        ("tables", "501"),
        ("tables", "nine"),
        ("round_seconds", "two hours"),
        ("round_seconds", "1:75"),
        ("round_seconds", "99999"),
        ("reminder_seconds", "120"),
        ("last_deals", "-1"),
    ],
)
def test_a_number_that_cannot_be_is_said_at_its_field(organizer, draft, field, typed):
    response = organizer.post(section(draft, "play"), {**PLAY, field: typed})

    assert (response.status_code, list(response.context["form"].errors)) == (422, [field])
    assert RegulationsVersion.objects.count() == 1


def test_the_registration_window_is_typed_in_the_events_zone(organizer, draft):
    fields = {
        "opens_at": "2026-05-01T08:00",
        "closes_at": "2026-05-10T20:00",
        "capacity": "20",
        "pairs_per_unit": "",
        "version": "1",
    }

    response = organizer.post(section(draft, "registration"), fields)

    window = Tournament.objects.get(pk=draft.pk).regulations.registration
    assert response.status_code == 302
    assert window.opens_at.isoformat() == "2026-05-01T08:00:00+08:00"
    assert (window.capacity, window.pairs_per_unit, window.typed_units) == (20, None, False)


def test_a_window_that_closes_before_it_opens_is_refused_at_its_end(organizer, draft):
    fields = {"opens_at": "2026-05-10T08:00", "closes_at": "2026-05-01T20:00", "capacity": "20", "version": "1"}

    response = organizer.post(section(draft, "registration"), fields)

    assert list(response.context["form"].errors) == ["closes_at"]


def test_tie_breaks_are_moved_by_buttons_and_saved_only_by_saving(organizer, draft):
    moved = organizer.post(section(draft, "scoring"), {**SCORING, "forfeit_winner": "4", "move": "up:head_to_head"})
    order = moved.context["form"]["tiebreaks"].value()
    before = Tournament.objects.get(pk=draft.pk).regulations.stage.scoring

    organizer.post(section(draft, "scoring"), {**SCORING, "tiebreaks": order})

    after = Tournament.objects.get(pk=draft.pk).regulations.stage.scoring
    assert moved.context["form"]["forfeit_winner"].value() == "4"
    assert [str(code) for code in before.tiebreaks] == ["levels_risen", "head_to_head", "best_round", "lots"]
    assert [str(code) for code in after.tiebreaks] == ["head_to_head", "levels_risen", "best_round", "lots"]


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("down:levels_risen", "head_to_head,levels_risen,best_round,lots"),
        ("drop:best_round", "levels_risen,head_to_head,lots"),
        ("up:levels_risen", SCORING["tiebreaks"]),
        ("add:levels_risen", SCORING["tiebreaks"]),
        ("add:nonsense", SCORING["tiebreaks"]),
        ("nonsense", SCORING["tiebreaks"]),
    ],
)
def test_a_button_moves_one_tie_break(organizer, draft, move, order):
    response = organizer.post(section(draft, "scoring"), {**SCORING, "move": move})

    assert response.context["form"]["tiebreaks"].value() == order


@pytest.mark.parametrize("order", ["lots,best_round", "best_round,best_round", "nonsense"])
def test_an_order_that_cannot_be_is_refused(organizer, draft, order):
    response = organizer.post(section(draft, "scoring"), {**SCORING, "tiebreaks": order})

    assert (response.status_code, list(response.context["form"].errors)) == (422, ["tiebreaks"])


def test_a_published_event_asks_for_the_reason(event):
    browser = cast.client_of(cast.member(event, Role.ORGANIZER))

    without = browser.post(section(event, "play"), {**PLAY, "tables": "12"})
    browser.post(section(event, "play"), {**PLAY, "tables": "12", "reason": "多三张桌"})

    assert list(without.context["form"].errors) == ["reason"]
    assert RegulationsVersion.objects.get(version=2).reason == "多三张桌"


def test_a_form_from_before_somebody_elses_change_is_refused(organizer, draft):
    organizer.post(section(draft, "play"), {**PLAY, "tables": "12"})

    response = organizer.post(section(draft, "play"), {**PLAY, "tables": "10"})

    assert (response.status_code, list(response.context["form"].errors)) == (422, ["__all__"])
    assert Tournament.objects.get(pk=draft.pk).regulations.venue.tables == 12


def test_an_unknown_section_and_an_unknown_verb_are_not_found(organizer, draft):
    assert organizer.get(section(draft, "nonsense")).status_code == 404
    assert organizer.post(reverse("event-state", args=[draft.slug, "delete"])).status_code == 404


def test_an_event_is_published_by_a_post_only(organizer, draft):
    address = reverse("event-state", args=[draft.slug, "publish"])

    asked = organizer.get(address)
    done = organizer.post(address)

    draft.refresh_from_db()
    assert (asked.status_code, done.status_code, draft.state) == (405, 302, EventState.PUBLISHED)


def test_a_refused_step_says_why(organizer, draft):
    response = organizer.post(reverse("event-state", args=[draft.slug, "finish"]), follow=True)

    assert [str(message) for message in response.context["messages"]] == ["各轮结束后才能结束赛事。"]


@pytest.mark.parametrize("role", [Role.CHIEF, Role.DESK, Role.AUDITOR])
def test_others_do_not_change_settings(draft, role):
    browser = cast.client_of(cast.member(draft, role))

    assert browser.get(section(draft, "play")).status_code == 403
    assert browser.post(section(draft, "play"), PLAY).status_code == 403
    assert browser.post(reverse("event-state", args=[draft.slug, "publish"])).status_code == 403
    assert AuditEntry.objects.count() == 0


@pytest.mark.parametrize("number", [1, 3])
def test_the_lists_of_events_take_the_same_queries_for_one_and_three(client, db, django_assert_num_queries, number):
    events = [cast.event(f"cup-{place}") for place in range(number)]
    membership = cast.member(events[0], Role.ORGANIZER)
    for event in events[1:]:
        event.memberships.create(user=membership.user, role=Role.ORGANIZER)
    browser = cast.client_of(membership)

    with django_assert_num_queries(1):
        home = client.get("/")
    with django_assert_num_queries(3):
        own = browser.get("/manage/")

    assert [home.content.count(f"/cup-{place}/".encode()) > 0 for place in range(number)] == [True] * number
    assert [own.content.count(f"/manage/cup-{place}/".encode()) for place in range(number)] == [1] * number


def test_drafts_stand_on_no_public_page(client, draft):
    assert client.get("/").content.count(b"draft-cup") == 0


def test_an_account_sees_its_own_events_only(event, draft):
    browser = cast.client_of(cast.member(event, Role.CHIEF))

    response = browser.get("/manage/")

    assert (response.content.count(b"/manage/spring-cup/"), response.content.count(b"draft-cup")) == (1, 0)
