"""The list of awards from released standings: when it is there, who sees it, how prizes are drawn."""

import pytest

from tournaments.actions import awards, publications
from tournaments.award_giving import draw_prizes, from_json
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import AuditEntry, AwardDraw, PaperKind, RegulationsVersion, Role, Team, Tournament
from tournaments.policy import As
from tournaments.selectors.awards import award_list, draw_of, public_award_list, rankings
from tournaments.selectors.standings import count
from tournaments.states import TeamState
from tournaments.tests import cast
from tournaments.tests.documents import desk
from tournaments.tests.standings import sheets

FIRST_THREE = {"code": "first", "name": "一等奖", "name_en": "First prize", "goes_to": {"by": "places", "last": 3}}
LUCKY = {"code": "lucky", "name": "幸运奖", "goes_to": {"by": "drawn", "count": 4, "of": "rest"}}
LOSER = {"code": "loser", "name": "最佳败者", "goes_to": {"by": "best_loser", "round": 1}}


def with_awards(event, *rows, **settings):
    document = {**event.rules.document, "awards": {"rows": list(rows), **settings}}
    RegulationsVersion.objects.filter(pk=event.rules_id).update(document=document)
    return Tournament.objects.select_related("rules").get(pk=event.pk)


def played(event, *rows, **settings):
    cast.drawn(event)
    sheets.play_all(event)
    return with_awards(event, *rows, **settings)


def released(event, *rows, **settings):
    event = played(event, *rows, **settings)
    publications.release_standings(cast.chief(event), event)
    return Tournament.objects.select_related("rules").get(pk=event.pk)


def numbers(given):
    return [Team.objects.get(pk=winner.team).number for winner in given.teams]


def test_there_is_no_list_before_the_final_standings_are_released(event):
    event = played(event, FIRST_THREE)

    assert (award_list(event), rankings(event)) == (None, None)


def test_the_first_three_of_the_released_standings(event):
    event = released(event, FIRST_THREE)

    found = award_list(event)

    first = [row.team for row in count(event).standings.rows[:3]]
    assert [winner.team for winner in found.given[0].teams] == first
    assert (found.to_draw, public_award_list(event) == found) == (False, True)


def test_standings_released_between_rounds_make_no_list(event):
    """Standings can be released after every round; awards follow from the last one."""
    cast.drawn(event)
    sheets.play_all(event)
    document = event.rules.document
    event = with_awards(event, FIRST_THREE)
    publications.release_standings(cast.chief(event), event)
    stages = [{**document["stages"][0], "rounds": 3}]
    RegulationsVersion.objects.filter(pk=event.rules_id).update(
        document={**event.rules.document, "stages": stages, "awards": {"rows": [FIRST_THREE]}}
    )

    assert award_list(Tournament.objects.select_related("rules").get(pk=event.pk)) is None


def test_nobody_outside_sees_it_while_standings_are_kept_for_the_ceremony(event):
    event = released(event, FIRST_THREE)
    event.hidden_from = 2

    assert (public_award_list(event), award_list(event) is None) == (None, False)


def test_who_has_left_gets_nothing(event):
    event = released(event, FIRST_THREE)
    rows = count(event).standings.rows
    Team.objects.filter(pk=rows[0].team).update(state=TeamState.WITHDRAWN)

    [given] = award_list(event).given

    assert [winner.team for winner in given.teams] == [row.team for row in rows[1:4]]


def test_prizes_are_drawn_once_from_a_seed_that_the_log_keeps(event):
    event = released(event, FIRST_THREE, LUCKY)
    before = award_list(event)

    made = awards.draw(cast.organizer(event), event)

    found, entry = award_list(event), AuditEntry.objects.get(action="awards.drawn")
    assert (before.to_draw, public_award_list(event) == found, found.to_draw) == (True, True, False)
    assert [winner.team for winner in found.given[1].teams] == made.outcome["lucky"]
    assert entry.data["seed"] == made.seed
    assert draw_prizes(event.regulations.awards, from_json(made.inputs), made.seed) == made.outcome


def test_a_drawing_keeps_all_that_it_was_made_from(event):
    event = released(event, LOSER, LUCKY)

    made = awards.draw(cast.organizer(event), event)

    stored = AwardDraw.objects.get(pk=made.pk)
    assert from_json(stored.inputs) == rankings(event)
    assert rankings(event)[""].lost


def test_prizes_are_drawn_again_only_with_a_reason(event):
    event = released(event, LUCKY)
    organizer = cast.organizer(event)
    awards.draw(organizer, event)

    with pytest.raises(Invalid) as refused:
        awards.draw(organizer, event)
    again = awards.draw(organizer, event, reason="现场抽签箱破损")

    assert refused.value.field == "reason"
    assert (again.version, draw_of(event), AwardDraw.objects.count()) == (2, again, 2)


def test_a_drawing_of_other_prizes_does_not_count(event):
    event = released(event, LUCKY)
    awards.draw(cast.organizer(event), event)

    event = with_awards(event, {**LUCKY, "goes_to": {"by": "drawn", "count": 5}})

    assert (draw_of(event), award_list(event).to_draw, public_award_list(event)) == (None, True, None)


def test_a_drawing_among_another_division_does_not_count(event):
    event = released(event, LUCKY)
    awards.draw(cast.organizer(event), event)

    event.rules.document["divisions"] = [{"code": "east", "name": "东区"}, {"code": "west", "name": "西区"}]
    event = with_awards(event, {**LUCKY, "division": "east"})

    assert draw_of(event) is None


@pytest.mark.parametrize(("rows", "code"), [((FIRST_THREE,), "awards_nothing_to_draw"), ((), "awards_nothing_to_draw")])
def test_nothing_is_drawn_where_nothing_goes_by_lot(event, rows, code):
    event = released(event, *rows)

    with pytest.raises(Refusal) as refused:
        awards.draw(cast.organizer(event), event)

    assert (refused.value.code, AwardDraw.objects.count()) == (code, 0)


def test_nothing_is_drawn_before_the_final_standings(event):
    event = played(event, LUCKY)

    with pytest.raises(Refusal) as refused:
        awards.draw(cast.organizer(event), event)

    assert refused.value.code == "awards_too_early"


@pytest.mark.parametrize("quality", [As.REFEREE, As.DESK, As.AUDITOR, As.TEAM, As.PUBLIC])
def test_only_chief_and_organizer_draw(event, quality):
    event = released(event, LUCKY)

    with pytest.raises(NotAllowed):
        awards.draw(cast.actor(event, quality), event)


def test_the_best_loser_of_the_first_round_was_least_behind(event):
    event = released(event, LOSER)

    [given] = award_list(event).given

    losses = {row.team: row.rounds[0].points for row in count(event).standings.rows if row.rounds[0].points < 0}
    assert {losses[winner.team] for winner in given.teams} == {max(losses.values())}


def test_lots_part_a_tie_at_the_end_of_an_award(event):
    """All tables 9:6 in both rounds: many teams share the places that nothing but lots parts."""
    cast.drawn(event)
    for number in (1, 2):
        sheets.play(event, number, *[("9", "6")] * 9)
    sheets.close(event, 1, 2)
    two = {"code": "first", "name": "一等奖", "goes_to": {"by": "places", "last": 1}}
    event = with_awards(event, two, ties="lots")
    publications.release_standings(cast.chief(event), event)
    before = award_list(event)

    awards.draw(cast.organizer(event), event)

    after = award_list(event)
    assert (before.given[0].tie, before.given[0].teams) == ("open", ())
    assert (after.given[0].tie, len(after.given[0].teams)) == ("lots", 1)


class TestPages:
    def test_everybody_reads_what_can_be_won_then_who_won(self, event, client):
        event = played(event, FIRST_THREE)
        before = client.get(f"/{event.slug}/awards/").content.decode()
        publications.release_standings(cast.chief(event), event)

        response = client.get(f"/{event.slug}/awards/")

        assert ("尚未公布" in before, "第1–3名" in before) == (True, True)
        assert [len(section.winners) for section in response.context["sections"]] == [3]

    def test_the_rules_and_the_printed_regulations_name_the_awards(self, event, client):
        cast.drawn(event)
        event = with_awards(event, FIRST_THREE, LUCKY, ties="fewer")

        page = client.get(f"/{event.slug}/rules/").content.decode()
        printed = "".join(desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.REGULATIONS))))

        wanted = ("一等奖：第1–3名。", "幸运奖：在未获其他奖的队中抽签产生4队。")
        assert [words for words in wanted if words not in page] == []
        assert [words for words in wanted if desk.squeezed(words) not in printed] == []

    def test_an_event_without_awards_says_so_and_has_no_link_to_them(self, event, client):
        page = client.get(f"/{event.slug}/awards/").content.decode()

        assert ("本比赛不设奖项" in page, f'href="/{event.slug}/awards/"' in page) == (True, False)

    def test_the_organizer_draws_and_gives_a_reason_the_second_time(self, event):
        event = released(event, FIRST_THREE, LUCKY)
        client = cast.client_of(cast.member(event, Role.ORGANIZER))
        address = f"/manage/{event.slug}/awards/"

        first = client.post(f"{address}draw/")
        bare = client.post(f"{address}draw/")
        again = client.post(f"{address}draw/", {"reason": "重抽"})

        assert (first.status_code, bare.status_code, again.status_code) == (302, 422, 302)
        page = client.get(address)
        assert [draw.version for draw in page.context["draws"]] == [1, 2]
        assert AwardDraw.objects.last().seed in page.content.decode()

    @pytest.mark.parametrize("teams", [1, 3])
    def test_the_page_takes_the_same_queries_for_any_number_of_awards(
        self, event, client, teams, django_assert_num_queries
    ):
        rows = [{**FIRST_THREE, "code": f"a{number}"} for number in range(teams)]
        event = released(event, *rows)

        with django_assert_num_queries(13):
            client.get(f"/{event.slug}/awards/?fresh")
