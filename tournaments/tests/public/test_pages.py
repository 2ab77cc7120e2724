"""The public pages: what each says, and what none of them may say."""

from urllib.parse import quote

import pytest
from django.utils import translation

from scoring.matches import MatchResult, Won
from scoring.ruleset import load_preset
from scoring.standings import rank
from tournaments.actions import publications
from tournaments.models import Contact, LinkScope, Person, Team, Tournament
from tournaments.selectors.names import team_names
from tournaments.selectors.standings import Table
from tournaments.states import EventState, TeamState
from tournaments.tests import cast
from tournaments.tests.standings import sheets
from tournaments.tests.standings.test_publications import corrected
from tournaments.views.standings_table import Rows

PATHS = ("", "standings/", "standings/live/", "standings/1/", "me/", "me/?q=A1", "me/?q=1", "teams/1/", "rules/")
FRAGMENTS = ("standings/live/", "standings/1/")


def touch(event):
    """Let the pages know of rows that a test made without an action."""
    event.live_version += 1
    Tournament.objects.filter(pk=event.pk).update(live_version=event.live_version)


def get(event, path, who=None, **extra):
    return cast.client_of(who).get(f"/{event.slug}/{path}", follow=True, **extra)


def text(event, path, who=None, **extra):
    return get(event, path, who, **extra).content.decode()


def hide(event, team):
    """Withdraw the consent of one of the team's players."""
    Person.objects.filter(memberships__team=team, tournament=event).update(public_consent_at=None)
    touch(event)


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("path", PATHS)
def test_every_page_answers_in_both_languages(event, path, language):
    cast.drawn(event)
    sheets.play(event, 1, ("9", "6"))
    touch(event)

    response = get(event, path, HTTP_ACCEPT_LANGUAGE=language)

    assert response.status_code == 200
    assert ("升级赛事" in response.content.decode()) == (language == "zh-hans" and path not in FRAGMENTS)


@pytest.mark.parametrize("path", [*PATHS, "teams/A1/"])
def test_no_page_names_a_pair_that_did_not_agree_or_shows_a_contact(event, path):
    by_lot = cast.drawn(event)
    sheets.play_all(event)
    hide(event, by_lot["A1"])

    page = text(event, path)

    names = list(Person.objects.filter(memberships__team=by_lot["A1"]).values_list("name", flat=True))
    contacts = [value for pair in Contact.objects.values_list("phone", "email") for value in pair]
    assert [value for value in [*names, *contacts] if value in page] == []


def asked(event, query):
    """Return the answer to a question without the question in it."""
    return text(event, "me/", data={"q": query}).replace(quote(query), "…").replace(query, "…")


def test_a_masked_pair_answers_a_name_as_one_that_does_not_exist(event):
    by_lot = cast.drawn(event)
    hide(event, by_lot["A1"])
    name = Person.objects.filter(memberships__team=by_lot["A1"]).first().name

    assert asked(event, name) == asked(event, "司马无人")


def test_a_masked_pair_is_found_by_lot_and_number_and_not_by_its_unit(event):
    by_lot = cast.drawn(event)
    hide(event, by_lot["A1"])
    link = '/spring-cup/teams/1/"'

    found = [text(event, "me/", data={"q": query}).count(link) for query in ("a1", "1", "机电学院")]

    assert found == [1, 1, 0]


def test_a_referee_finds_the_same_pair_by_name(event):
    by_lot = cast.drawn(event)
    hide(event, by_lot["A1"])
    membership, _actor = cast.referee(event)
    link, _token = cast.link(event, LinkScope.REFEREE, membership=membership)
    name = Person.objects.filter(memberships__team=by_lot["A1"]).first().name

    page = text(event, "me/", link, data={"q": name})

    assert page.count('/spring-cup/teams/1/"') == 1


@pytest.mark.parametrize("path", ["standings/", "standings/live/", "me/", "me/?q=1", "me/?q=A1", "teams/A1/", ""])
def test_before_the_release_a_page_is_the_same_whether_or_not_a_draw_exists(event, path):
    """P8: what is not released answers the same for hidden and for not there."""
    cast.eighteen(event)
    before = get(event, path)
    stage = event.divisions.get().stages.get()
    stage.draws.create(
        number=1, state="checked", method="s1_lots", method_version=1, inputs={}, constraints={}, seed="1",
        seed_source="system", outcome={"lots": {"1": "A1"}}, made_at=cast.NOW,
    )  # fmt: skip
    touch(event)

    after = get(event, path)

    assert (after.status_code, after.content) == (before.status_code, before.content)


@pytest.mark.parametrize("path", ["", "standings/", "standings/live/", "me/", "teams/1/", "teams/A1/", "rules/"])
def test_a_draft_event_answers_like_no_event(db, path):
    hidden = cast.event("hidden-cup", state=EventState.DRAFT)
    cast.drawn(hidden)

    found = cast.client_of(None).get(f"/hidden-cup/{path}")
    missing = cast.client_of(None).get(f"/no-such-cup/{path}")

    same = found.content.decode().replace("hidden-cup", "…"), missing.content.decode().replace("no-such-cup", "…")
    assert (found.status_code, missing.status_code) == (404, 404)
    assert same[0] == same[1]


def test_unknown_and_not_accepted_teams_answer_alike(event):
    cast.drawn(event)
    waiting = cast.team(event, "欧阳一", "欧阳二", state="pending")
    touch(event)

    assert [get(event, f"teams/{number}/").status_code for number in (waiting.number, 999)] == [404, 404]


def test_a_released_lot_leads_to_its_team(event):
    cast.drawn(event)

    response = cast.client_of(None).get(f"/{event.slug}/teams/b2/")

    assert (response.status_code, response.headers["Location"]) == (302, f"/{event.slug}/teams/11/")


def test_names_are_escaped_wherever_they_stand(event):
    by_lot = cast.drawn(event)
    sheets.play_all(event)
    Person.objects.filter(memberships__team=by_lot["A1"]).update(name='<b onclick="x">王</b>')
    touch(event)

    pages = [text(event, path) for path in PATHS]

    assert ["<b onclick" in page for page in pages] == [False] * len(PATHS)
    assert "&lt;b onclick" in pages[1]


def test_the_standings_say_byes_forfeits_and_withdrawals_in_words(event):
    by_lot = cast.drawn(event)
    sheets.play(event, 1, ("9", "6"))
    sheets.sheet(sheets.match_at(event, 1, 2), None, outcome="forfeit_1")
    sheets.match_at(event, 2, 1).delete()
    sheets.bye(event, 2, by_lot["A1"])
    sheets.start(event, 2)
    Team.objects.filter(pk=by_lot["I2"].pk).update(state=TeamState.WITHDRAWN)
    touch(event)

    page = text(event, "standings/live/", HTTP_ACCEPT_LANGUAGE="en")

    words = (
        "Provisional",
        ">bye<",
        "opponents forfeited",
        ">forfeited",
        "withdrawn",
        "Round 1: 2 of 9 tables official",
    )
    assert [word for word in words if word not in page] == []


SAID = "Round 1 +3: total +3.<br>Ahead of C1 陈一02、杨二02 by the total: +3 against +2."


def test_a_row_says_how_it_adds_up_and_what_parted_it_from_its_neighbours(event):
    cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("8", "6"))
    touch(event)

    said = text(event, "standings/1/", HTTP_ACCEPT_LANGUAGE="en")

    assert said == f"<p data-said>{SAID}</p>"


def test_what_explains_a_row_is_asked_for_when_it_is_opened_and_else_a_link_away(event):
    cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("8", "6"))
    touch(event)

    page = text(event, "standings/live/", HTTP_ACCEPT_LANGUAGE="en")
    row = page.split('id="team-1"')[1].split("</tr>")[0]

    assert ('data-why-url="/spring-cup/standings/"' in page, "data-said" in page) == (True, False)
    assert '<p><a href="/spring-cup/teams/1/">' in row
    assert SAID.split("<br>")[1] in text(event, "teams/1/", HTTP_ACCEPT_LANGUAGE="en")


def test_what_explains_a_row_masks_a_neighbour_that_did_not_agree_but_not_for_itself(event):
    by_lot = cast.drawn(event)
    sheets.play(event, 1, ("9", "6"), ("8", "6"))
    hide(event, by_lot["C1"])
    link, _token = cast.link(event, LinkScope.TEAM, team=by_lot["C1"])

    said = [text(event, "standings/1/", who, HTTP_ACCEPT_LANGUAGE="en") for who in (None, link)]

    assert ["C1 team 3 by" in each for each in said] == [True, False]
    assert ["陈一02" in each for each in said] == [False, True]


def test_there_is_nothing_to_explain_of_other_numbers_or_before_a_result(event):
    cast.drawn(event)
    before = get(event, "standings/1/").status_code
    sheets.play(event, 1, ("9", "6"))
    touch(event)

    assert [before, get(event, "standings/999/").status_code, get(event, "standings/1/").status_code] == [404, 404, 200]


def test_after_the_release_a_row_is_explained_as_it_was_released(event):
    cast.drawn(event)
    sheets.play_all(event)
    publications.release_standings(cast.organizer(event), event)
    event.refresh_from_db()
    released = text(event, "standings/1/")
    corrected(event, 1, 1, ("A", "2"))
    touch(event)

    assert text(event, "standings/1/") == released


def test_the_bearer_of_a_team_link_sees_its_row_marked_and_its_own_name(event):
    by_lot = cast.drawn(event)
    sheets.play_all(event)
    hide(event, by_lot["A1"])
    link, _token = cast.link(event, LinkScope.TEAM, team=by_lot["A1"])

    page = text(event, "standings/", link)

    assert page.count("is-own") == 1
    assert page.count("王一00") > 0
    assert "王一00" in text(event, "me/", link)


def test_after_a_correction_the_public_sees_the_released_figures_and_staff_that_they_differ(event):
    by_lot = cast.drawn(event)
    sheets.play_all(event)
    organizer = cast.organizer(event)
    publications.release_standings(organizer, event)
    event.refresh_from_db()
    released = text(event, "standings/live/", HTTP_ACCEPT_LANGUAGE="en")
    corrected(event, 1, 1, ("A", "2"))
    touch(event)

    public = text(event, "standings/live/", HTTP_ACCEPT_LANGUAGE="en")
    team = text(event, f"teams/{by_lot['A1'].number}/", HTTP_ACCEPT_LANGUAGE="en")
    member = event.memberships.get(pk=organizer.membership_id)
    staff = text(event, "standings/live/", member, HTTP_ACCEPT_LANGUAGE="en")

    assert public == released
    assert ("9:2" in team, "A:2" in team) == (True, False)
    assert ("corrected after this release" in staff, "corrected after this release" in public) == (True, False)


def test_a_withdrawn_consent_masks_the_released_version_too(event):
    by_lot = cast.drawn(event)
    sheets.play_all(event)
    publications.release_standings(cast.organizer(event), event)
    event.refresh_from_db()
    before = text(event, "standings/")
    hide(event, by_lot["A1"])

    assert ("王一00" in before, "王一00" in text(event, "standings/")) == (True, False)


@pytest.mark.parametrize(
    ("state", "label"),
    [("open", "Register a pair"), ("drawn", "Find my table"), ("live", "Live standings"),
     ("closed", "Provisional standings"), ("released", "Final standings")],
)  # fmt: skip
def test_the_event_page_leads_to_the_one_next_thing(event, state, label):
    if state == "open":
        cast.team(event, "王一", "李二")
    else:
        cast.drawn(event)
    if state == "live":
        sheets.play(event, 1, ("9", "6"))
    if state in {"closed", "released"}:
        sheets.play_all(event)
    if state == "released":
        publications.release_standings(cast.organizer(event), event)
    event.refresh_from_db()
    touch(event)

    page = text(event, "", HTTP_ACCEPT_LANGUAGE="en")

    primary = page.split('class="button button--primary"')
    assert len(primary) == 2
    assert primary[1].split("</a>")[0].endswith(label)


def test_the_rules_say_what_the_configuration_says(db):
    event = cast.event(
        stages=[{"scoring": {"forfeits": {"winner": 2, "loser": -4, "both": -1}, "bye": "zero", "tiebreaks": ["lots"]},
                 "timing": {"round_seconds": 3600, "reminder_seconds": 600, "last_deals": 1}}],
    )  # fmt: skip

    page = text(event, "rules/", HTTP_ACCEPT_LANGUAGE="en")

    said = (
        "A pair that does not come gets −4, its opponents +2; where both do not come, each gets −1.",
        "A bye counts nothing.",
        "A round takes 60 minutes",
        "The reminder comes 10 minutes before the end. From then on one more deal is played, the one in hand.",
        "the organizer decided",
        "our reading",
        "S1-1.8",
    )
    assert [sentence for sentence in said if sentence not in page] == []


def test_finding_takes_as_many_queries_for_three_teams_as_for_one(event, django_assert_num_queries):
    cast.drawn(event)
    client = cast.client_of(None)
    client.get(f"/{event.slug}/me/", {"q": "A1"})

    with django_assert_num_queries(6):
        client.get(f"/{event.slug}/me/", {"q": "A1"})
    with django_assert_num_queries(6):
        client.get(f"/{event.slug}/me/", {"q": "学院"})


def test_who_won_stands_in_each_row_where_tables_hand_in_no_levels(event):
    by_lot = cast.drawn(event)
    played = [
        MatchResult(1, by_lot[a].pk, by_lot[b].pk, Won(won)) for a, b, won in (("A1", "B1", 0), ("C1", "D1", None))
    ]
    ranked = rank([team.pk for team in by_lot.values()], played, ruleset=load_preset("s0"))
    table = Table(ranked, {team.pk: lot for lot, team in by_lot.items()}, (), frozenset(), ())

    with translation.override("en"):
        rows = Rows.of(event.slug, table, team_names(event, in_full=True)).html().split("<tr ")[1:]

    said = {row.split('translate="no">')[1].split("<")[0]: row.split('standing__how">')[1].split()[0] for row in rows}
    assert [said[lot] for lot in ("A1", "B1", "C1", "D1")] == ["won", "lost", "drawn", "drawn"]
