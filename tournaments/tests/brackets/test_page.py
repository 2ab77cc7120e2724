"""The page of the bracket: what is released, who won, who is masked; nothing before the release."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from tournaments.documents.bracket_svg import cut, drawing, sections
from tournaments.models import Member, Person, SheetOutcome
from tournaments.pairing import Outcome
from tournaments.selectors.brackets import brackets_of, brackets_of_draw
from tournaments.selectors.names import team_names
from tournaments.tests import cast
from tournaments.tests.brackets import hall

SLUG = "spring-cup"


def page(client) -> str:
    return client.get(reverse("bracket", args=[SLUG])).content.decode()


def rows_of(event, *, in_full=True):
    (bracket,) = brackets_of(event, team_names(event, in_full=in_full))
    return {row.number: row for row in bracket.rows}


def test_nothing_is_shown_before_the_release(client, db):
    event, teams = hall.event(4)
    hall.draw(event, teams)

    said = page(client)

    assert brackets_of(event, {}) == []
    assert '<svg class="bracket__drawing' not in said
    assert teams[0].members.first().person.name not in said


def test_four_teams_to_the_end(client, db):
    event, teams = hall.event(4, third_place=True)
    hall.release(event, hall.draw(event, teams, third_place=True))

    for number, winner in ((1, 0), (2, 1), (3, 0), (4, 1)):
        hall.win(event, number, winner)

    rows = rows_of(event)
    first, second, third, final = (rows[number] for number in (1, 2, 3, 4))
    assert [side.won for side in first.sides + second.sides] == [True, False, False, True]
    assert [side.team_id for side in final.sides] == [first.sides[0].team_id, second.sides[1].team_id]
    assert [side.team_id for side in third.sides] == [first.sides[1].team_id, second.sides[0].team_id]
    assert (third.part, third.places, final.places, final.feeders) == ("third", (3, 4), (1, 2), (1, 2))
    (bracket,) = brackets_of(event, team_names(event, in_full=True))
    assert bracket.champion == final.sides[1]
    assert [side.figure for side in final.sides] == ["6", "9"]
    assert page(client).count('class="bracket__tick"') == 4


def test_a_side_without_a_team_says_where_it_comes_from(client, db):
    event, teams = hall.event(4, third_place=True)
    hall.release(event, hall.draw(event, teams, third_place=True))

    with translation.override("en"):
        said = client.get(reverse("bracket", args=[SLUG]), headers={"accept-language": "en"}).content.decode()

    assert [said.count(f"Winner of match {number}") for number in (1, 2)] == [2, 2]
    assert [said.count(f"Loser of match {number}") for number in (1, 2)] == [2, 2]


def test_byes_are_in_the_list_and_marked_where_the_team_comes_in(db):
    event, teams = hall.event(5)
    hall.release(event, hall.draw(event, teams))

    rows = rows_of(event)

    assert sum(row.is_bye for row in rows.values()) == 3
    assert sum(side.rested for row in rows.values() for side in row.sides) == 3
    (bracket,) = brackets_of(event, team_names(event, in_full=True))
    (section,) = sections(bracket)
    assert drawing(bracket, section).count('class="bracket__box"') == 4


def test_a_forfeit_names_who_did_not_come(client, db):
    event, teams = hall.event(4)
    hall.release(event, hall.draw(event, teams))

    hall.win(event, 1, 0, outcome=SheetOutcome.FORFEIT_1)

    one, other = rows_of(event)[1].sides
    assert (one.won, one.absent, other.won, other.absent) == (True, False, False, True)


def test_who_does_not_agree_is_a_number_and_nothing_else(client, db):
    event, teams = hall.event(8)
    hall.release(event, hall.draw(event, teams))
    masked = [member.person.name for member in Member.objects.filter(team=teams[1])]

    said = page(client)

    assert [name in said for name in masked] == [False, False]
    assert teams[0].members.first().person.name in said


def test_names_are_escaped_in_the_drawing(client, db):
    event, teams = hall.event(4)
    hall.release(event, hall.draw(event, teams))
    Person.objects.filter(memberships__team=teams[0]).update(name="<b>&'\"")

    said = page(client)

    assert "<b>&" not in said
    assert said.count("&lt;b&gt;&amp;") >= 3


def test_the_draft_of_a_bracket_can_be_drawn(db):
    event, teams = hall.event(13)
    draft = hall.draw(event, teams)

    (bracket,) = brackets_of_draw(draft, event.regulations.stage, team_names(event, in_full=True))

    assert len(bracket.rows) == len(Outcome.from_json(draft.outcome).bracket)
    assert {side.team_id for row in bracket.rows if row.turn == 1 for side in row.sides} - {None} == {
        team.pk for team in teams
    }


def test_lower_places_have_drawings_of_their_own(db):
    event, teams = hall.event(16, placement=16)
    hall.release(event, hall.draw(event, teams, placement=16))
    (bracket,) = brackets_of(event, team_names(event, in_full=True))

    cut_up = sections(bracket)

    assert [part.key for part in cut_up] == ["main", "places-5", "places-9"]
    assert sum(len(part.rows) for part in cut_up) == len(bracket.rows)


def test_the_losers_side_is_drawn_apart(db):
    event, teams = hall.event(8, format="double_knockout")
    hall.release(event, hall.draw(event, teams))
    (bracket,) = brackets_of(event, team_names(event, in_full=True))

    cut_up = sections(bracket)

    assert [(part.key, len(part.rows)) for part in cut_up] == [("main", 8), ("losers", 6)]


@pytest.mark.parametrize("teams", [4, 32])
def test_the_number_of_queries_does_not_grow(client, db, django_assert_num_queries, teams):
    event, entered = hall.event(teams)
    hall.release(event, hall.draw(event, entered))
    names = team_names(event, in_full=True)
    client.get(reverse("bracket", args=[SLUG]))

    with django_assert_num_queries(5):
        brackets_of(event, names)


def test_the_drawing_uses_no_inline_styles(client, db):
    event, teams = hall.event(8)
    hall.release(event, hall.draw(event, teams))

    said = page(client)

    assert re.findall(r"\sstyle=|<style", said) == []


def test_a_text_that_is_too_wide_ends_in_an_ellipsis():
    assert (cut("王伟 李强", 6), cut("阿卜杜拉·买买提", 4)) == ("王伟 李强", "阿卜杜…")


def test_the_navigation_names_the_bracket_only_where_there_is_one(client, db):
    event, teams = hall.event(4)
    hall.release(event, hall.draw(event, teams))
    cast.drawn(cast.event("other-cup"))

    links = [f'href="/{slug}/bracket/"' in client.get(f"/{slug}/").content.decode() for slug in (SLUG, "other-cup")]

    assert links == [True, False]
