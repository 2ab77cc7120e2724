"""Standings that are kept for the ceremony, or shown once they are released: nothing of them is on any public path.

What is hidden is answered as if it did not exist: every public address is asked with the results and without them.
"""

import re
from itertools import product

import pytest
from django.core.cache import cache
from django.urls import reverse

from tournaments.actions import events, publications, stages, ties
from tournaments.errors import NotAllowed, Refusal
from tournaments.models import AuditEntry, LinkScope, PaperKind, ResultSheet, Role, StageEntry, Tournament
from tournaments.regulations import dump
from tournaments.selectors import standings
from tournaments.selectors.cut_ties import undecided
from tournaments.selectors.final import public_final_of
from tournaments.selectors.paper_contents import content_of, fingerprint
from tournaments.selectors.stages import stage_of
from tournaments.tests import cast
from tournaments.tests.stages import hall
from tournaments.tests.web import world as site
from tournaments.tests.web.crawl import still

GROUPS = {"code": "groups", "format": "round_robin", "groups": {"count": 2}}
KNOCKOUT = {"code": "cup", "format": "knockout", "entrants": {"from_stage": "groups", "per_group": 2},
            "seeding": "cross", "third_place": True}  # fmt: skip
SWISS = {"code": "groups", "format": "swiss", "rounds": 3}
VALUES = {"slug": ["cup"], "number": range(1, 9), "table": range(1, 5), "code": ["groups", "cup"], "lot": ["1", "5"]}
LAST = 5


def played(*plans, shown: str = "ceremony") -> Tournament:
    """An event of eight teams, played to its end."""
    event = hall.event_of(*plans, teams=8)
    organizer = cast.organizer(event)
    document = dump(hall.fresh(event).regulations)
    document["results"]["standings"] = shown
    events.amend(organizer, hall.fresh(event), document=document, reason="颁奖")
    for number in range(len(plans)):
        stage = hall.play_stage(organizer, hall.fresh(event), seed=number + 3)
        if number < len(plans) - 1:
            stages.close_stage(organizer, hall.fresh(event), stage.pk)
    return hall.fresh(event)


@pytest.fixture
def cup(db: None) -> Tournament:
    """Two groups and a knockout of four; the round of the final is kept for the ceremony."""
    event = played(GROUPS, KNOCKOUT)
    publications.hide_standings(cast.organizer(event), event, from_round=LAST)
    return hall.fresh(event)


def addresses() -> list[tuple[str, str]]:
    """Every address of an event whose arguments everybody can guess."""
    found = []
    for address in site.addresses():
        if "slug" in address.arguments and set(address.arguments) <= set(VALUES):
            for values in product(*(VALUES[name] for name in address.arguments)):
                arguments = dict(zip(address.arguments, values, strict=True))
                found.append((address.name, reverse(address.name, kwargs=arguments)))
    return found


def asked(event: Tournament, only: tuple[str, ...] = ()) -> dict[tuple[str, str], object]:
    """What a visitor and the hall screen get at each address."""
    cache.clear()
    standings.forget()
    screen = cast.client_of(cast.link(event, LinkScope.SCREEN, label="大屏")[0])
    browsers = {"visitor": cast.client_of(None), "screen": screen}
    answers = {}
    for who, browser in browsers.items():
        for name, address in addresses():
            if not only or name in only:
                response = browser.get(address, headers={"accept-language": "en"})
                site.shut(response)
                words = "" if response.streaming else still(response.content.decode())
                answers[who, address] = (
                    response.status_code,
                    re.sub(r'("(?:now|server_now|published_at)": *)[^,}]+', r"\1", words),
                )
    return answers


def unplay(event: Tournament, since: int) -> None:
    ResultSheet.objects.filter(
        match__round__stage__division__tournament=event, match__round__number__gte=since
    ).delete()


def test_l09_what_is_kept_for_the_ceremony_is_answered_as_if_nobody_had_played(cup):
    hidden = asked(cup)

    unplay(cup, LAST)

    never = asked(cup)
    assert {at: answer for at, answer in hidden.items() if answer != never[at]} == {}
    assert len(hidden) > 100


def test_the_whole_event_may_be_kept(db):
    event = played(SWISS)
    publications.release_standings(cast.organizer(event), event)
    publications.hide_standings(cast.organizer(event), hall.fresh(event), from_round=1)
    hidden = asked(hall.fresh(event))

    unplay(event, 1)

    never = asked(hall.fresh(event))
    assert {at: answer for at, answer in hidden.items() if answer != never[at]} == {}


def test_publishing_shows_everything_with_one_click(cup):
    before = asked(cup)
    client = cast.client_of(cast.member(cup, Role.ORGANIZER))

    answer = client.post(reverse("manage-standings-release", args=[cup.slug]))

    after = asked(cup)
    changed = {address for (_who, address), said in after.items() if said != before[_who, address]}
    assert (answer.status_code, hall.fresh(cup).hidden_from) == (302, None)
    assert {reverse(name, args=[cup.slug]) for name in ("standings", "standings-final", "bracket", "tables")} <= changed


def test_showing_again_is_one_click_too_and_twice_is_once(cup):
    client = cast.client_of(cast.member(cup, Role.ORGANIZER))

    for _twice in range(2):
        client.post(reverse("manage-standings-show", args=[cup.slug]))

    assert hall.fresh(cup).hidden_from is None
    assert AuditEntry.objects.filter(tournament=cup, action="standings.shown").count() == 1


def test_papers_for_everybody_say_nothing_of_it_either(cup):
    public = {kind: content_of(cup, kind, in_full=False) for kind in (PaperKind.BRACKET, PaperKind.GROUPS)}
    full = fingerprint(content_of(cup, PaperKind.BRACKET))

    unplay(cup, LAST)
    standings.forget()

    for kind, content in public.items():
        assert fingerprint(content) == fingerprint(content_of(cup, kind, in_full=False))
    assert fingerprint(public[PaperKind.BRACKET]) != full
    with pytest.raises(Refusal):
        content_of(cup, PaperKind.STANDINGS, in_full=False)


def test_those_who_run_the_event_see_it_all(cup):
    client = cast.client_of(cast.member(cup, Role.CHIEF))

    page = client.get(reverse("manage-standings", args=[cup.slug]), headers={"accept-language": "en"})

    assert (page.context["table"].complete, page.context["hidden_from"]) == (True, LAST)
    assert "Hidden" in page.content.decode()


def test_a_team_sees_its_own_result_and_no_other(cup):
    match = hall.to_play(cup, LAST)[0]
    team = match.sides.first().team
    client = cast.client_of(cast.link(cup, LinkScope.TEAM, team=team)[0])

    turns = client.get(reverse("tables", args=[cup.slug])).context["turns"]

    seen = {row.match_id: status is not None for _sitting, rows in turns for row, status, _own in rows}
    assert seen == {each.pk: each.pk == match.pk for each in hall.to_play(cup, LAST)}


def test_without_a_ceremony_in_the_regulations_nothing_is_hidden(db):
    event = played(SWISS, shown="live")

    with pytest.raises(Refusal) as refused:
        publications.hide_standings(cast.organizer(event), event, from_round=1)

    assert refused.value.code == "no_ceremony"


def test_the_desk_hides_nothing(cup):
    with pytest.raises(NotAllowed):
        publications.hide_standings(cast.actor(cup, cast.As.DESK), cup, from_round=1)


@pytest.mark.parametrize("shown", ["ceremony", "released"])
def test_the_record_of_a_draw_by_points_waits_as_the_points_do(db, shown):
    event = played(SWISS, shown=shown)
    if shown == "ceremony":
        publications.hide_standings(cast.organizer(event), event, from_round=2)
    client = cast.client_of(None)

    found = [client.get(reverse("draw-round-record", args=[event.slug, number])).status_code for number in (1, 2, 3)]
    page = client.get(reverse("draw", args=[event.slug]))

    assert found == ([200, 200, 404] if shown == "ceremony" else [200, 404, 404])
    assert (page.status_code, page.context["record_url"]) == (200, "")


STANDINGS = (
    "event", "standings", "standings-live", "standings-final", "standings-stage", "standings-why", "team-page", "find",
    "awards", "papers", "draw-record", "draw-round-record",
)  # fmt: skip


def test_before_the_release_no_place_and_no_total_is_on_any_page(db):
    event = played(SWISS, shown="released")
    hidden = asked(event, STANDINGS)

    unplay(event, 1)

    never = asked(event, STANDINGS)
    assert {at: answer for at, answer in hidden.items() if answer != never[at]} == {}


def test_the_results_of_the_tables_are_shown_where_only_standings_wait_for_their_release(db):
    event = played(SWISS, shown="released")
    client = cast.client_of(None)

    tables = client.get(reverse("tables-round", args=[event.slug, 1])).context["turns"]

    assert [status is not None for _sitting, rows in tables for _row, status, _own in rows] == [True] * 4


def test_after_the_release_everybody_sees_that_version_and_no_later_figure(db):
    event = played(SWISS, shown="released")
    organizer = cast.organizer(event)
    publications.release_standings(organizer, event)
    released = asked(hall.fresh(event), ("standings", "standings-final"))
    match = hall.to_play(event, 3)[0]
    hall.results.correct(organizer, event, match_id=match.pk, key=hall.key(), levels=["A", "2"], reason="核对")

    assert asked(hall.fresh(event), ("standings",)) == {
        at: answer for at, answer in released.items() if at[1].endswith("/standings/")
    }
    assert len(public_final_of(hall.fresh(event))) == 8


def test_over_all_waits_for_the_release_of_every_stage(db):
    event = played(GROUPS, KNOCKOUT, shown="released")
    before = public_final_of(event)
    publications.release_standings(cast.organizer(event), event)

    after = public_final_of(hall.fresh(event))

    assert (before, len(after), stage_of(hall.fresh(event)).code) == ((), 8, "cup")


def test_what_equal_teams_decided_is_hidden_with_the_standings_that_it_parts(db):
    event = played({**GROUPS, "scoring": {"tiebreaks": ["fewer_penalties", "extra_deal", "card_cut"]}})
    organizer = cast.organizer(event)
    ResultSheet.objects.update(level_0=5, level_1=5)
    publications.hide_standings(organizer, event, from_round=3)
    before = asked(hall.fresh(event))

    for step in undecided(hall.fresh(event)).by_place:
        points = {team: place for place, team in enumerate(step.teams)}
        ties.record_extra_deal(organizer, hall.fresh(event), points, "加赛")

    after = asked(hall.fresh(event))
    assert StageEntry.objects.exclude(recorded=None).exists()
    assert {at: answer for at, answer in before.items() if answer != after[at]} == {}
