"""The page from which chief and organizer part ties and release the final standings."""

import pytest
from django.urls import reverse

from tournaments.actions import publications, stages
from tournaments.errors import Refusal
from tournaments.models import Publication, Role, StageEntry
from tournaments.selectors import standings
from tournaments.tests import cast
from tournaments.tests.public.test_pages import touch
from tournaments.tests.stages import hall
from tournaments.tests.standings import sheets
from tournaments.tests.standings.test_publications import corrected, level_everywhere

ADDRESS = "/manage/spring-cup/standings/"


@pytest.fixture
def organizer(event):
    return cast.member(event, Role.ORGANIZER)


def page(subject, **extra):
    return cast.client_of(subject).get(ADDRESS, HTTP_ACCEPT_LANGUAGE="en", **extra).content.decode()


def test_it_says_what_is_missing_before_the_release(event, organizer):
    cast.drawn(event)
    before = page(organizer)
    sheets.play(event, 1, ("9", "6"))
    touch(event)

    during = page(organizer)

    assert "Nothing has been played yet" in before
    assert "Round 1 is open: 1 of 9 tables are official. Close it first." in during


def test_pressing_release_makes_the_first_version(event, organizer):
    cast.drawn(event)
    sheets.play_all(event)
    touch(event)

    response = cast.client_of(organizer).post(ADDRESS + "release/")

    assert (response.status_code, response.headers["Location"]) == (302, ADDRESS)
    assert Publication.objects.get().membership == organizer
    assert "Version 1 is released" in page(organizer)


def test_a_refused_release_says_why_and_changes_nothing(event, organizer):
    cast.drawn(event)
    sheets.play(event, 1, ("9", "6"))
    touch(event)

    response = cast.client_of(organizer).post(ADDRESS + "release/", HTTP_ACCEPT_LANGUAGE="en")

    assert (response.status_code, Publication.objects.count()) == (422, 0)


def test_a_second_release_asks_for_a_reason_at_its_field(event, organizer):
    cast.drawn(event)
    sheets.play_all(event)
    publications.release_standings(cast.chief(event), event)
    event.refresh_from_db()
    corrected(event, 1, 1, ("A", "2"))
    touch(event)
    client = cast.client_of(organizer)

    without = client.post(ADDRESS + "release/", {"reason": " "}, HTTP_ACCEPT_LANGUAGE="en")
    given = client.post(ADDRESS + "release/", {"reason": "Copied wrongly"})

    assert (without.status_code, without.content.decode().count("The results differ from version 1")) == (422, 1)
    assert (given.status_code, Publication.objects.count()) == (302, 2)


def test_typed_lots_part_a_tie_and_wrong_ones_are_kept_in_the_form(event, organizer):
    cast.drawn(event)
    level_everywhere(event)
    touch(event)
    tie = standings.count(event).ties()[0]
    address = f"{ADDRESS}lots/{'-'.join(str(team) for team in sorted(tie))}/"
    client = cast.client_of(organizer)
    equal = {f"lot_{team}": "1" for team in tie} | {"reason": "Drawn in the hall"}
    right = {f"lot_{team}": str(lot) for lot, team in enumerate(tie, start=1)} | {"reason": "Drawn in the hall"}

    wrong = client.post(address, equal)
    stored = client.post(address, right)

    assert (wrong.status_code, wrong.content.decode().count("Drawn in the hall</textarea>")) == (422, 1)
    assert (stored.status_code, StageEntry.objects.filter(drawn_lot__isnull=False).count()) == (302, len(tie))


def test_the_portal_draws_for_the_organizer(event, organizer):
    cast.drawn(event)
    level_everywhere(event)
    touch(event)
    tie = standings.count(event).ties()[0]

    response = cast.client_of(organizer).post(f"{ADDRESS}lots/{'-'.join(map(str, sorted(tie)))}/draw/")

    assert response.status_code == 302
    assert StageEntry.objects.filter(drawn_lot__isnull=False).count() == len(tie)


def test_a_tie_that_is_none_has_no_address(event, organizer):
    cast.drawn(event)
    level_everywhere(event)

    assert cast.client_of(organizer).post(f"{ADDRESS}lots/1-2/draw/").status_code == 404


@pytest.mark.parametrize("path", ["", "release/", "lots/1-2/", "lots/1-2/draw/"])
def test_a_visitor_gets_no_further_than_the_sign_in(event, path):
    cast.drawn(event)

    response = cast.client_of(None).get(ADDRESS + path) if not path else cast.client_of(None).post(ADDRESS + path)

    assert response.status_code in {302, 403}
    assert Publication.objects.count() == 0


def test_s20_equal_teams_over_the_cut_of_a_knockout_are_parted_by_lots_on_this_page(db):
    cup = {"code": "cup", "format": "knockout"}
    robin = {"code": "last", "format": "round_robin", "entrants": {"from_stage": "cup", "teams": 3}}
    event = hall.event_of(cup, robin, teams=4)
    actor = cast.organizer(event)
    stage = hall.play_stage(actor, event, winner=hall.best_wins)
    client = cast.client_of(cast.member(event, Role.ORGANIZER))
    address = reverse("manage-standings", args=[event.slug])
    with pytest.raises(Refusal) as refused:
        stages.close_stage(actor, hall.fresh(event), stage.pk)
    [tie] = client.get(address).context["ties"]

    client.post(reverse("manage-standings-draw-lots", args=[event.slug, tie.key]))

    [parted] = client.get(address).context["ties"]
    stages.close_stage(actor, hall.fresh(event), stage.pk)
    went = list(StageEntry.objects.filter(stage__code="last").order_by("seed").values_list("team__number", flat=True))
    assert (refused.value.code, tie.place, tie.recorded, bool(parted.recorded)) == ("tie_over_the_cut", None, "", True)
    assert (len(went), went[:2]) == (3, [1, 2])


def test_an_extra_deal_and_cards_are_typed_on_this_page_and_wrong_ones_stay_in_the_form(db):
    event = cast.event(stages=[{"scoring": {"tiebreaks": ["extra_deal", "card_cut"]}}])
    cast.drawn(event)
    level_everywhere(event)
    touch(event)
    tie = standings.count(event).ties()[0]
    key = "-".join(str(team) for team in sorted(tie))
    client = cast.client_of(cast.member(event, Role.ORGANIZER))
    first = client.get(ADDRESS).context["ties"][0]

    deal = client.post(f"{ADDRESS}extra-deal/{key}/", {f"points_{team}": "1" for team in tie} | {"reason": "Table 1"})
    equal = client.post(f"{ADDRESS}card-cut/{key}/", {f"card_{team}": "K" for team in tie} | {"reason": "Table 1"})
    none = client.post(f"{ADDRESS}card-cut/{key}/", {f"card_{team}": "Z" for team in tie} | {"reason": "Table 1"})
    cards = {f"card_{team}": f"K {rank}" for team, rank in zip(tie, "9876", strict=True)}
    cut = client.post(f"{ADDRESS}card-cut/{key}/", cards | {"reason": "Table 1"})

    listed = client.get(ADDRESS).context["ties"][:2]
    assert (first.criterion, first.recorded) == ("extra_deal", "")
    assert [each.status_code for each in (deal, equal, none, cut)] == [302, 422, 422, 302]
    assert equal.content.decode().count("抽到同样大小的牌") == 1
    assert none.content.decode().count("“Z”不是一张牌") == 1
    assert [each.criterion for each in listed] == ["extra_deal", "card_cut"]
    assert listed[1].recorded.startswith("K 9：")
    assert [row.team for row in standings.count(event).standings.rows[:4]] == list(tie)
