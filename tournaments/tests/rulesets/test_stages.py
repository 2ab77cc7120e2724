"""An event of several stages: the organizer edits the rules of each, and everybody reads all of them."""

import re

import pytest
from django.urls import reverse

from tournaments.models import Role, Tournament
from tournaments.states import EventState
from tournaments.tests import cast

FIRST = {"code": "heats", "name": "预赛", "format": "random_rounds", "rounds": 2, "ruleset": "s1"}
SECOND = {
    "code": "final",
    "name": "决赛",
    "format": "knockout",
    "ruleset": "s0",
    "entrants": {"from_stage": "heats", "teams": 8},
}
SECONDS = "play_clock__seconds"


def made(*stages, state=EventState.DRAFT):
    event = cast.event("two-cup", state=state, stages=list(stages))
    division = event.divisions.get()
    division.stages.all().delete()
    for order, stage in enumerate(stages):
        division.stages.create(code=stage["code"], order=order, format=stage["format"], ruleset=stage["ruleset"])
    return Tournament.objects.get(pk=event.pk)


@pytest.fixture
def event(db):
    return made(FIRST, SECOND)


@pytest.fixture
def organizer(event):
    return cast.client_of(cast.member(event, Role.ORGANIZER))


def plans(event):
    return {plan.code: plan for plan in Tournament.objects.get(pk=event.pk).regulations.stages}


def test_the_organizer_looks_at_the_rules_of_each_stage(event, organizer):
    pages = {code: organizer.get(f"/manage/two-cup/ruleset/?stage={code}") for code in ("heats", "final")}

    titles = {code: page.context["card"].name for code, page in pages.items()}
    assert (titles, organizer.get("/manage/two-cup/ruleset/").context["card"].name) == (
        {"heats": "s1", "final": "s0"},
        "s1",
    )
    assert [(tab["label"], tab["current"]) for tab in pages["final"].context["tabs"]] == [
        ("预赛", False),
        ("决赛", True),
    ]


def test_every_link_of_a_stage_stays_with_the_stage(event, organizer):
    for name, args in (
        ("manage-ruleset", ()),
        ("manage-ruleset-choose", ("s4",)),
        ("manage-ruleset-file", ()),
        ("manage-ruleset-group", ("kitty",)),
    ):
        page = organizer.get(reverse(name, args=["two-cup", *args]) + "?stage=final").content.decode()
        links = re.findall(r'href="(/manage/two-cup/ruleset/[^"]*)"', page)
        main = [link for link in links if "?stage=" in link]
        # What has no stage is the link of the side, which leads to the stage that is played now.
        assert ({link for link in links if link not in main}, any("stage=final" in link for link in main)) == (
            {"/manage/two-cup/ruleset/"},
            True,
        )


def test_a_value_is_changed_in_the_stage_that_the_page_is_of(event, organizer):
    sent = {"version": "1", SECONDS: "20", "play_clock__first": "warning", "play_clock__further": "points"}
    page = organizer.get("/manage/two-cup/ruleset/group/play_clock/?stage=final")
    sent |= {bound.name: bound.value() or "" for bound in page.context["form"] if bound.name != SECONDS}

    response = organizer.post("/manage/two-cup/ruleset/group/play_clock/?stage=final", sent)

    assert (response.status_code, response.url) == (302, "/manage/two-cup/ruleset/?stage=final#group-play_clock")
    assert {code: plan.decisions for code, plan in plans(event).items()} == {
        "heats": {},
        "final": {"play_clock.seconds": 20},
    }


def test_a_ruleset_is_chosen_for_one_stage(event, organizer):
    organizer.post("/manage/two-cup/ruleset/choose/s4/?stage=final", {"version": "1"})

    assert {code: plan.ruleset for code, plan in plans(event).items()} == {"heats": "s1", "final": "s4"}


def test_a_file_is_of_the_stage_and_named_after_it(event, organizer):
    response = organizer.get("/manage/two-cup/ruleset/file/download/?stage=final")

    assert response["Content-Disposition"] == 'attachment; filename="ruleset-two-cup-final.json"'
    assert response.json()["identity"]["id"] == "s0"


def test_a_stage_that_there_is_not_has_no_rules(event, organizer):
    assert organizer.get("/manage/two-cup/ruleset/?stage=cellar").status_code == 404


def test_everybody_reads_the_rules_of_every_stage_under_its_name(client, db):
    made(FIRST, SECOND, state=EventState.PUBLISHED)

    page = client.get("/two-cup/rules/").content.decode()

    places = [
        page.find(f'id="{each}"') for each in ("heats-rules", "heats-group-deck", "final-rules", "final-group-deck")
    ]
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert (min(places) > 0, places, len(ids) - len(set(ids))) == (True, sorted(places), 0)


def test_stages_of_the_same_rules_are_one_rule_book(client, db):
    made(
        FIRST,
        {**FIRST, "code": "more", "name": "加赛", "entrants": {"from_stage": "heats"}},
        state=EventState.PUBLISHED,
    )

    page = client.get("/two-cup/rules/").content.decode()

    assert (page.count('id="group-deck"'), page.count('id="rules-contents"')) == (1, 1)
    assert [name in page for name in ("<h3>预赛</h3>", "<h3>加赛</h3>")] == [True, True]


def test_two_rule_books_are_compared_with_a_third(client, db):
    made(FIRST, SECOND, state=EventState.PUBLISHED)

    page = client.get("/two-cup/rules/?against=s2").content.decode()

    assert [page.count(f'id="{at}differs-deck"') for at in ("heats-", "final-")] == [1, 1]


def test_a_stage_of_the_form_that_the_document_describes_has_no_caution(client, db):
    made(FIRST, SECOND, state=EventState.PUBLISHED)

    books = client.get("/two-cup/rules/").context["books"]

    assert [book["caution"] for book in books] == ["", ""]


def test_a_stage_of_another_form_than_the_documents_says_so(client, db):
    made({**FIRST, "ruleset": "s0"}, state=EventState.PUBLISHED)

    (book,) = client.get("/two-cup/rules/", headers={"accept-language": "en"}).context["books"]

    assert book["caution"].startswith("The document describes another form of event (knockout). This stage is:")
