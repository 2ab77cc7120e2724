"""The oracle's visitor: whatever is not released leaves no trace on the public pages (P8)."""

from random import Random

import pytest
from django.http import HttpResponse
from django.urls import path

from portal import urls
from tournaments.actions import draws, entries
from tournaments.models import Tournament
from tournaments.policy import system
from tournaments.rehearsal.public import PAGES, Public, broken, differing
from tournaments.tests import cast


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
