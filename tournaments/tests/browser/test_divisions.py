"""Two campuses in one event: pairs choose theirs on a phone, both are drawn, and two rankings are published."""

import pytest
from django.utils import timezone

from tournaments.actions import stages
from tournaments.models import Entry, LinkScope, Match, Role, Tournament
from tournaments.selectors.final import final_of
from tournaments.selectors.stages import stage_of
from tournaments.tests import cast
from tournaments.tests.browser.people import Pair, Staff
from tournaments.tests.browser.test_every_page import LANGUAGES, open_as, walk
from tournaments.tests.divisions.hall import BOTH, campuses, fill, sessions
from tournaments.tests.stages import hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SLUG = "campus"
ROUNDS = {"format": "random_rounds", "rounds": 2}


def register_on_a_phone(browser, base: str, players: tuple[str, str], campus: str) -> str:
    """Choose the campus among the big buttons and fill in the rest; return what the page that follows says."""
    phone = Pair(browser, base)
    phone.go(f"/{SLUG}/register/")
    phone.page.locator(f"main label:has(input[value={campus}])").tap()
    phone.fill(player_1=players[0], player_2=players[1], unit_name="机电学院", phone="13812341234")
    phone.page.locator("main [name=consent]").check()
    phone.page.locator("main [name=privacy]").check()
    phone.send()
    said = phone.page.locator("main .say").first.inner_text()
    assert phone.faults == []
    phone.leave()
    return said


def titles(person: Staff, address: str) -> list[str]:
    person.go(address)
    return person.page.locator("main h2").all_inner_texts()


def test_two_campuses_register_are_drawn_and_ranked_apart(transactional_db, browser, live_server):
    event = campuses(slug=SLUG, stages=[ROUNDS], registration={"capacity": 20})
    fill(event, 5, 4)
    organizer = Staff(browser, live_server.url)
    organizer.sign_in(cast.member(event, Role.ORGANIZER).user.email, "shengji-2026")

    east = register_on_a_phone(browser, live_server.url, ("孙丽", "周涛"), "east")
    west = register_on_a_phone(browser, live_server.url, ("吴敏", "郑强"), "west")
    organizer.go(f"/manage/{SLUG}/entries/")
    organizer.confirm("freeze")
    organizer.go(f"/manage/{SLUG}/draw/")
    organizer.fill(called_seed="7")
    organizer.post("/draw/make/")
    organizer.post("/check/")
    organizer.confirm("release")
    actor = cast.organizer(event)
    for number in (1, 2):
        hall.play(actor, hall.fresh(event), number, winner=hall.best_wins)
    live = titles(organizer, f"/{SLUG}/standings/")
    organizer.go(f"/manage/{SLUG}/standings/")
    organizer.send("form[action$='/release/']")
    released = titles(organizer, f"/{SLUG}/standings/")

    assert (east.rpartition("· ")[2], west.rpartition("· ")[2]) == ("东校区", "西校区")
    assert {match for match in meetings(event) if len(match) > 1} == set()
    assert (live, released) == (["东校区", "西校区"], ["东校区", "西校区"])
    assert [[each.place for each in final_of(hall.fresh(event), code)][:1] for code in ("east", "west")] == [[1], [1]]
    assert organizer.faults == []
    organizer.leave()


def meetings(event: Tournament) -> list[frozenset[str]]:
    """Return the divisions of both sides of every match."""
    rows = Match.objects.filter(round__stage__division__tournament=event, table__isnull=False)
    return [frozenset(match.sides.values_list("team__division__code", flat=True)) for match in rows]


def test_a_second_session_is_drawn_when_the_first_is_over(transactional_db, browser, live_server):
    event = sessions(slug=SLUG, registration={"capacity": 20})
    fill(event, 4, 5)
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=timezone.now())
    actor = cast.organizer(event)
    organizer = Staff(browser, live_server.url)
    organizer.sign_in(cast.member(event, Role.ORGANIZER).user.email, "shengji-2026")

    morning = hall.play_stage(actor, event, winner=hall.best_wins)
    organizer.go(f"/manage/{SLUG}/going-on/")
    organizer.post("/close/")
    organizer.go(f"/manage/{SLUG}/")
    ahead = organizer.page.locator("main .card--next").inner_text()
    afternoon = hall.play_stage(actor, event, winner=hall.best_wins)
    stages.close_stage(actor, hall.fresh(event), stage_of(hall.fresh(event)).pk)
    over_all = titles(organizer, f"/{SLUG}/standings/over-all/")

    assert (morning.code, afternoon.code) == ("morning", "afternoon")
    assert "参加组别：西校区。 开始时间：14:00。" in ahead
    assert over_all == ["东校区", "西校区"]
    assert {frozenset({"east"}), frozenset({"west"})} == set(meetings(event))
    places = [[each.place for each in final_of(hall.fresh(event), code)] for code in ("east", "west")]
    assert [(len(each), each[0]) for each in places] == [(4, 1), (5, 1)]
    assert organizer.faults == []
    organizer.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_with_divisions_can_be_read_by_everybody(transactional_db, browser, live_server, language):
    event = sessions(slug=SLUG, registration={"capacity": 13})
    fill(event, 5, 3)
    pair = event.teams.order_by("number")[0]
    link, _token = cast.link(event, LinkScope.TEAM, team=pair)
    identity = event.regulations.identity
    data = [*(each[name] for each in BOTH for name in ("name", "name_en")), "上午场", "下午场", identity.name,
            identity.name_en, identity.place, identity.zone, SLUG, "组织者",
            *(name for entry in Entry.objects.all() for name in
              entry.team.members.values_list("person__name", flat=True))]  # fmt: skip
    page = open_as(browser, live_server, cast.member(event, Role.ORGANIZER, name="组织者"))
    phone = open_as(browser, live_server, link)

    before = (
        f"/{SLUG}/", f"/{SLUG}/register/", f"/{SLUG}/entries/", f"/{SLUG}/rules/", f"/manage/{SLUG}/",
        f"/manage/{SLUG}/entries/?division=west", f"/manage/{SLUG}/entries/new/", f"/manage/{SLUG}/teams/1/",
        f"/manage/{SLUG}/units/", f"/manage/{SLUG}/settings/", f"/manage/{SLUG}/settings/divisions/",
        f"/manage/{SLUG}/stages/", f"/manage/{SLUG}/stages/afternoon/",
    )  # fmt: skip
    faults = walk(page, live_server.url, before, data, language)
    faults |= walk(phone, live_server.url, (f"/team/{SLUG}/1/", f"/team/{SLUG}/1/amend/"), data, language)
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=timezone.now())
    actor = cast.organizer(event)
    hall.play_stage(actor, event, winner=hall.best_wins)
    stages.close_stage(actor, hall.fresh(event), stage_of(hall.fresh(event)).pk)
    hall.draw(actor, hall.fresh(event))
    hall.play(actor, hall.fresh(event), hall.open_rounds(event)[0], winner=hall.best_wins)
    after = (
        "standings/",
        "standings/stages/morning/",
        "standings/over-all/",
        "draw/",
        "tables/",
        "me/?q=1",
        "teams/1/",
    )
    faults |= walk(page, live_server.url, [f"/{SLUG}/{address}" for address in after], data, language)
    page.context.close()
    phone.context.close()

    assert faults == {}
