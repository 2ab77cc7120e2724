"""The organizer's pages of the ruleset, and the pages that everybody sees."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.ruleset import available_presets
from tournaments.models import ClockEvent, RegulationsVersion, Role, Round, Stage, Tournament
from tournaments.phrases.rules.labels import GROUPS
from tournaments.selectors.rulesets import ruleset_of, ruleset_of_round
from tournaments.states import EventState
from tournaments.tests import cast

REASON = "裁判会议决定"


@pytest.fixture
def draft(db):
    return cast.event("draft-cup", state=EventState.DRAFT)


@pytest.fixture
def organizer(draft):
    return cast.client_of(cast.member(draft, Role.ORGANIZER))


def rules(event):
    return ruleset_of(Stage.objects.select_related("rules", "division__tournament").get(division__tournament=event))


def address(event, code):
    return reverse("manage-ruleset-group", args=[event.slug, code])


def typed(client, event, code, **values):
    """What a browser sends of a group as it stands, with some values typed otherwise."""
    form = client.get(address(event, code)).context["form"]
    sent = {"version": str(form.state.version)}
    for bound in form:
        value = bound.value()
        if bound.name in form.names.values() and hasattr(bound.field, "columns"):
            for place, row in enumerate(value or []):
                sent |= {f"{bound.name}-{place}-{name}": held for name, held in row.items() if held}
        elif isinstance(value, list):
            sent[bound.name] = [str(each) for each in value] if "ladder" not in bound.name else " ".join(value)
        elif value is not None:
            sent[bound.name] = str(value)
    return {**sent, **values}


@pytest.mark.parametrize("code", [code for code in GROUPS if code != "identity"])
def test_a_group_sent_as_it_stands_changes_nothing(draft, organizer, code):
    response = organizer.post(address(draft, code), typed(organizer, draft, code))

    assert (response.status_code, response.url) == (302, f"/manage/draft-cup/ruleset/#group-{code}")
    assert RegulationsVersion.objects.count() == 1


@pytest.mark.parametrize("name", available_presets())
@pytest.mark.parametrize("code", ["level_table", "penalties", "lateness", "kitty", "follow", "match_result"])
def test_a_group_of_any_preset_sent_as_it_stands_changes_nothing(draft, organizer, name, code):
    organizer.post(reverse("manage-ruleset-choose", args=["draft-cup", name]), {"version": "1"})
    versions = RegulationsVersion.objects.count()

    organizer.post(address(draft, code), typed(organizer, draft, code))

    assert RegulationsVersion.objects.count() == versions


def test_an_edited_value_is_the_organizers_and_goes_back_by_a_button(draft, organizer):
    organizer.post(address(draft, "play_clock"), typed(organizer, draft, "play_clock", play_clock__seconds="15"))
    edited = rules(Tournament.objects.get()).play_clock.seconds
    page = organizer.get(reverse("manage-ruleset", args=["draft-cup"]))
    organizer.post(address(draft, "play_clock"), {"version": "2", "reset": "play_clock.seconds"})

    assert (edited.value, edited.status, edited.alternatives) == (15, "organizer", (10,))
    assert page.context["own"] == ["play_clock.seconds"]
    assert rules(Tournament.objects.get()).play_clock.seconds.status == "explicit"


def test_a_row_of_the_level_table_is_edited(draft, organizer):
    values = {"level_table__bands-6-lowest": "", "level_table__bands-6-levels": "", "level_table__bands-5-highest": ""}

    response = organizer.post(address(draft, "level_table"), typed(organizer, draft, "level_table", **values))

    table = rules(Tournament.objects.get()).level_table
    assert response.status_code == 302
    assert (table.level_change(300).attackers_delta, table.bands.status) == (2, "organizer")


def test_an_offence_is_added_edited_and_left_out(draft, organizer):
    page = organizer.get(address(draft, "penalties"), {"add": "exposed_cards"})
    sent = typed(organizer, draft, "penalties")
    name = "penalties__offences__exposed_cards"
    sent |= {"add": "exposed_cards", f"{name}-0-effect": "points", f"{name}-0-amount": "10", f"{name}-0-per": "card"}
    added = organizer.post(address(draft, "penalties"), sent)
    catalogue = rules(Tournament.objects.get()).penalties.offences
    organizer.post(address(draft, "penalties"), {"version": "2", "drop": "penalties.offences.revoke_later"})

    assert (page.status_code, added.status_code) == (200, 302)
    assert (catalogue["exposed_cards"].value.amount, catalogue["exposed_cards"].status) == (10, "organizer")
    assert "revoke_later" not in rules(Tournament.objects.get()).penalties.offences


STALLING = "penalties__offences__slow_play-0-"


def test_an_offence_may_have_any_number_of_repetitions(draft, organizer):
    steps = {
        f"{STALLING}{part}_{place}": value
        for place, amount in enumerate(range(10, 60, 10), start=1)
        for part, value in {"occurrence": str(place + 1), "effect": "points", "amount": str(amount)}.items()
    }

    organizer.post(address(draft, "penalties"), typed(organizer, draft, "penalties", **steps))

    escalation = rules(draft).penalties.offences["slow_play"].value.escalation
    assert [(step.occurrence, step.amount) for step in escalation] == [(2, 10), (3, 20), (4, 30), (5, 40), (6, 50)]


def test_one_more_repetition_is_asked_for_and_what_was_typed_stays(draft, organizer):
    path = "penalties.offences.slow_play"
    sent = typed(organizer, draft, "penalties", **{f"{STALLING}amount_2": "35", f"{STALLING}occurrence_2": "4"})

    response = organizer.post(address(draft, "penalties"), {**sent, "more": path})

    field = response.context["form"]["penalties__offences__slow_play"]
    columns = [column.name for column in field.field.columns if column.name.startswith("occurrence_")]
    assert (response.status_code, columns) == (200, ["occurrence_1", "occurrence_2", "occurrence_3"])
    assert (field.value()[0]["amount_2"], RegulationsVersion.objects.count()) == ("35", 1)


@pytest.mark.parametrize(
    ("code", "values", "field", "words"),
    [
        ("deck", {"deck__kitty": "7"}, "deck__kitty", "These decks have 162 cards"),
        ("deck", {"deck__kitty": "six"}, "deck__kitty", "“six” is no whole number."),
        ("level_table", {"level_table__bands-1-highest": "50"}, "level_table__bands", "After 50 comes 60"),
        ("level_table", {"level_table__bands-1-highest": "57"}, "level_table__bands", "57 is no multiple of 5"),
        ("level_table", {"level_table__bands-1-highest": "x"}, "level_table__bands", "“x” is no whole number."),
        (
            "levels",
            {"levels__must_play": ["Q"], "levels__ladder": "2 5 10 Q", "levels__start": "3"},
            "levels__start",
            "3",
        ),
        ("penalties", {"penalties__offences__bad_throw-0-amount": "7"}, "penalties__offences__bad_throw", "7 is no"),
        ("follow", {"follow__orders__pair-0-order": "2, 1"}, "follow__orders__pair", "“1” has another number"),
        ("follow", {"follow__orders__pair-0-order": "zwei"}, "follow__orders__pair", "not written as it has to be"),
        ("match_result", {"match_result__forfeit_loss": "9"}, "match_result__forfeit_win", "may not get more"),
        ("match_result", {"match_result__forfeit_win": "99"}, "match_result__forfeit_win", "26"),
    ],
)
def test_what_contradicts_itself_is_said_at_its_value_and_nothing_is_stored(
    draft, organizer, code, values, field, words
):
    organizer.cookies["django_language"] = "en"

    response = organizer.post(address(draft, code), typed(organizer, draft, code, **values))

    form = response.context["form"]
    assert (response.status_code, list(form.errors)) == (422, [field])
    assert words in form.errors[field][0]
    assert [text for text in values.values() if isinstance(text, str) and text not in response.content.decode()] == []
    assert RegulationsVersion.objects.count() == 1


def test_choosing_a_ruleset_takes_its_times_and_its_forfeits_along(draft, organizer):
    response = organizer.post(reverse("manage-ruleset-choose", args=["draft-cup", "s2"]), {"version": "1"})

    event = Tournament.objects.get()
    plan = event.regulations.stage
    assert (response.url, Stage.objects.get().ruleset, rules(event).identity.id) == (
        "/manage/draft-cup/ruleset/",
        "s2",
        "s2",
    )
    assert plan.timing.model_dump() == {"round_seconds": 3600, "reminder_seconds": 600, "last_deals": 2}
    assert [entry.path for entry in rules(event).entries() if entry.status == "organizer"] == []


@pytest.mark.parametrize("name", available_presets())
def test_every_preset_can_be_chosen_and_is_then_as_its_document_says(draft, organizer, name):
    organizer.post(reverse("manage-ruleset-choose", args=["draft-cup", name]), {"version": "1"})

    chosen = rules(Tournament.objects.get())
    assert chosen.identity.id == name
    assert [entry.path for entry in chosen.entries() if entry.status == "organizer"] == []


def test_a_ruleset_that_does_not_exist_is_nowhere(draft, organizer):
    assert organizer.post(reverse("manage-ruleset-choose", args=["draft-cup", "s9"])).status_code == 404
    assert organizer.get("/rules/s9/").status_code == 404
    assert organizer.get("/rules/s1/?against=s9").status_code == 404
    assert organizer.get("/manage/draft-cup/ruleset/?against=s9").status_code == 404
    assert organizer.get("/manage/draft-cup/ruleset/group/identity/").status_code == 404


def test_after_the_draw_a_value_is_amended_from_a_round_that_has_not_begun(db):
    event = cast.event("cup")
    cast.drawn(event)
    client = cast.client_of(cast.member(event, Role.ORGANIZER))
    first = Round.objects.select_related("clock").get(number=1)
    ClockEvent.objects.create(clock=first.clock, order=1, kind="started", at=cast.NOW)
    sent = typed(client, event, "play_clock", play_clock__seconds="20", reason=REASON)

    refused = client.post(address(event, "play_clock"), {**sent, "from_round": "1"})
    response = client.post(address(event, "play_clock"), {**sent, "from_round": "2"})

    rounds = Round.objects.select_related("stage__rules", "stage__division__tournament").order_by("number")
    seconds = [ruleset_of_round(each).play_clock.seconds.value for each in rounds]
    version = RegulationsVersion.objects.order_by("-version")[0]
    page = client.get("/cup/rules/")
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["from_round"])
    assert (response.status_code, seconds, version.from_round, version.reason) == (302, [10, 20], 2, REASON)
    assert [each.amendment.from_round for each in page.context["amendments"]] == [2]


def test_after_the_draw_levels_and_the_ruleset_itself_stay(db):
    event = cast.event("cup")
    cast.drawn(event)
    client = cast.client_of(cast.member(event, Role.ORGANIZER))
    change = {"levels__start": "3", "reason": REASON, "from_round": "2"}

    client.post(address(event, "levels"), typed(client, event, "levels", **change))
    chosen = client.post(
        reverse("manage-ruleset-choose", args=["cup", "s4"]), {"version": "1", "reason": REASON, "from_round": "2"}
    )

    assert rules(Tournament.objects.get()).levels.start.value == "2"
    assert (chosen.status_code, RegulationsVersion.objects.count()) == (422, 1)


def test_the_file_of_a_ruleset_comes_back_unchanged(draft, organizer):
    organizer.post(address(draft, "play_clock"), typed(organizer, draft, "play_clock", play_clock__seconds="15"))
    content = organizer.get(reverse("manage-ruleset-download", args=["draft-cup"])).content

    response = upload(organizer, content, version="2")

    assert response.status_code == 302
    assert RegulationsVersion.objects.count() == 2


def upload(client, content, version="1", name="rules.toml"):
    file = SimpleUploadedFile(name, content)
    return client.post(reverse("manage-ruleset-file", args=["draft-cup"]), {"file": file, "version": version})


def test_a_file_that_names_its_parent_holds_only_what_differs(draft, organizer):
    content = (
        b'[identity]\nid = "ours"\nparent = "s4"\n[play_clock]\nseconds = 30\n[penalties.offences.bad_throw]\n'
        b'kind = "bad_throw"\neffect = "points"\namount = 40\n'
    )

    response = upload(organizer, content)

    ruleset = rules(Tournament.objects.get())
    own = {entry.path for entry in ruleset.entries() if entry.status == "organizer"}
    assert (response.status_code, ruleset.identity.id) == (302, "s4")
    assert own == {"play_clock.seconds", "penalties.offences.bad_throw"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", "cannot be read"),
        (b'[identity]\nid = "s1"\n[deck\n', "line 3"),
        (b'{"identity": {"id": "s1"},', "line 1"),
        (b"{" + b'"a":{' * 5000, "line"),
        (b'[identity]\nid = "mine"\n', "s0, s1, s2"),
        (b"a = 1\n", "s0, s1, s2"),
        (b"[]", "line 1"),
        (b"x" * 200_001, "200 kB"),
        (b'[identity]\nid = "s1"\n' + b"a." * 60_000 + b"b = 1\n", "line 3"),
        (rb'{"identity": {"id": "s1"}, "levels": {"start": "\ud800"}}', "cannot be read"),
        (rb'{"identity": {"id": "s1"}, "levels": {"start": "\u0000"}}', "cannot be read"),
    ],
)
def test_a_file_that_is_no_ruleset_is_refused_in_words(draft, organizer, content, words):
    organizer.cookies["django_language"] = "en"

    response = upload(organizer, content)

    assert response.status_code == 422
    assert words in response.context["form"].errors["file"][0]
    assert RegulationsVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("[deck]\nkitty = 7\n", "Cards of the kitty: These decks have 162 cards"),
        ("[deck]\ncolour = 7\n", "deck.colour"),
        ("[cellar]\nwine = 7\n", "cellar"),
        ("[round_clock]\nminutes = -5\n", "Length of a round, “-5”: It has to be more than 0."),
        ("[kitty]\ndig_with = 'spoon'\n", "The kitty is dug with, “spoon”: This is not one of the possible values."),
        ("[penalties.offences.whistling]\nkind = 'whistling'\neffect = 'points'\n", "whistling"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused_value_by_value(draft, organizer, content, fault):
    organizer.cookies["django_language"] = "en"

    response = upload(organizer, f'[identity]\nid = "s1"\n{content}'.encode())

    assert response.status_code == 422
    assert [line for line in response.context["faults"] if fault in line] != []
    assert RegulationsVersion.objects.count() == 1


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("name", available_presets())
def test_every_ruleset_has_its_page_for_everybody(client, db, name, language):
    client.cookies["django_language"] = language

    listing, page, against = (
        client.get("/rules/"),
        client.get(f"/rules/{name}/"),
        client.get(f"/rules/{name}/?against=s1"),
    )

    assert [response.status_code for response in (listing, page, against)] == [200, 200, 200]
    assert [card.name for card in listing.context["cards"]] == list(available_presets())


def test_the_page_of_an_event_says_the_times_of_its_clock(client, db):
    cast.event("quick", stages=[{"timing": {"round_seconds": 90, "reminder_seconds": 20, "last_deals": 2}}])

    page = client.get("/quick/rules/")

    lines = {line.path: line for section in page.context["sections"] for line in section.lines}
    assert (lines["round_clock.minutes"].mark, "1:30" in lines["round_clock.minutes"].value) == ("organizer", True)
    assert lines["level_table.bands"].mark == "document"


def test_the_form_of_the_file_is_there_for_everybody(client):
    response = client.get("/rules/schema.json")

    assert json.loads(response.content)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
