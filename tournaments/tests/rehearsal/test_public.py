"""The oracle's visitor: whatever is not released leaves no trace on the public pages (P8)."""

from random import Random

import pytest
from django.http import HttpResponse
from django.urls import path

from portal import urls
from tournaments.actions import draws, entries, results
from tournaments.models import Tournament
from tournaments.policy import system
from tournaments.rehearsal.public import PAGES, STANDINGS, Public, broken, differing
from tournaments.tests import cast
from tournaments.tests.results.hall import key, match_at, send, start


@pytest.fixture
def frozen(db: None) -> Tournament:
    event = cast.event("quiet-cup")
    cast.eighteen(event)
    entries.freeze(system(event.pk), event)
    return event


def visitor(event: Tournament) -> Public:
    return Public(event.slug, Random(1))  # noqa: S311 nothing secret hangs on it


def test_a_draft_leaves_every_page_as_it_was_and_its_release_does_not(frozen: Tournament) -> None:
    public, portal = visitor(frozen), system(frozen.pk)

    before = public.look(PAGES)
    draw = draws.make(portal, frozen)
    draws.check(portal, frozen, draw.pk)
    drafted = public.look(PAGES)
    hidden = list(public.not_released(1))
    draws.release(portal, frozen, draw.pk)
    released, shown = public.look(PAGES), list(public.not_released(1))

    assert (differing(before, drafted), broken(drafted), hidden) == ([], [], [])
    assert {"draw", "tables", "find", "event"} <= set(differing(before, released))
    assert shown == ["draw-round", "tables-round", "draw-round-record"]


def test_a_page_that_tells_of_a_draft_is_found(frozen: Tournament, settings: object) -> None:
    def leaky(_request: object, slug: str) -> HttpResponse:
        drafts = Tournament.objects.get(slug=slug).divisions.get().stages.filter(draws__isnull=False).count()
        return HttpResponse(f"{drafts} draws")

    class Urls:
        urlpatterns = (path("<event:slug>/draw/", leaky, name="draw"), *urls.urlpatterns)
        handler404 = urls.handler404

    settings.ROOT_URLCONF = Urls
    public = visitor(frozen)

    before = public.look(("draw",))
    draws.make(system(frozen.pk), frozen)

    assert differing(before, public.look(("draw",))) == ["draw"]


def test_a_visitor_looks_at_first_and_now_and_then(db: None) -> None:
    public = Public("quiet-cup", Random(1))  # noqa: S311 nothing secret hangs on it

    looks = [len(public.pages()) for _ in range(100)]

    assert looks[0] == 3
    assert 10 < sum(map(bool, looks)) < 45


@pytest.mark.parametrize(("mode", "seen"), [("live", True), ("released", False)])
def test_a_correction_shows_where_standings_are_live_and_nowhere_else(db: None, *, mode: str, seen: bool) -> None:
    event = cast.event("quiet-cup", results={"standings": mode})
    cast.drawn(event)
    start(event)
    referee = cast.referee(event, [1])[1]
    send(referee, event, match_at(event, 1), "9", "6")
    public = visitor(event)

    before = public.look(STANDINGS)
    results.correct(
        cast.chief(event), event, match_id=match_at(event, 1).pk, key=key(), reason="看错了", levels=("3", "K")
    )
    changed = differing(before, public.look(STANDINGS))

    assert ("standings" in changed, bool(changed)) == (seen, seen)
