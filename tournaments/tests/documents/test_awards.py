"""The list of awards on paper."""

import pytest

from tournaments.actions import awards, publications
from tournaments.errors import Refusal
from tournaments.models import Paper, PaperKind, RegulationsVersion, Tournament
from tournaments.selectors.paper_contents import content_of
from tournaments.selectors.papers import public_papers
from tournaments.tests import cast
from tournaments.tests.documents import desk

ROWS = [
    {"code": "first", "name": "一等奖", "name_en": "First prize", "goes_to": {"by": "places", "last": 3}},
    {"code": "grade", "name": "参与奖", "goes_to": {"by": "share", "to": 50, "of": "rest"}},
    {"code": "lucky", "name": "幸运奖", "name_en": "Lucky prize", "goes_to": {"by": "drawn", "count": 2}},
]


@pytest.fixture
def released(event: Tournament) -> Tournament:
    desk.drawn(event)
    desk.played(event)
    document = {**event.rules.document, "awards": {"rows": ROWS}} if event.rules is not None else {}
    RegulationsVersion.objects.filter(pk=event.rules_id).update(document=document)
    found = Tournament.objects.select_related("rules").get(pk=event.pk)
    publications.release_standings(cast.chief(found), found)
    return found


@pytest.mark.parametrize(
    ("language", "words"), [("zh-hans", ("获奖名单", "一等奖", "第1–3名")), ("en", ("First prize", "Places 1–3"))]
)
def test_the_list_names_every_award_and_its_teams(released: Tournament, language: str, words: tuple[str, ...]) -> None:
    made = awards.draw(cast.organizer(released), released)

    text = "".join(desk.pages_of(desk.pdf_of(content_of(released, PaperKind.AWARDS), language)))

    assert [word for word in words if desk.squeezed(word) not in text] == []
    assert desk.squeezed(made.seed) in text


def test_there_is_no_paper_before_the_drawing(released: Tournament) -> None:
    with pytest.raises(Refusal) as refused:
        content_of(released, PaperKind.AWARDS)

    assert refused.value.code == "paper_needs_drawing"


def test_the_public_gets_a_variant_and_none_while_standings_are_hidden(released: Tournament) -> None:
    awards.draw(cast.organizer(released), released)
    desk.made(Tournament.objects.get(pk=released.pk), PaperKind.AWARDS)

    shown = [paper.kind for paper in public_papers(Tournament.objects.get(pk=released.pk))]
    Tournament.objects.filter(pk=released.pk).update(hidden_from=2, live_version=10_000)
    hidden = [paper.kind for paper in public_papers(Tournament.objects.get(pk=released.pk))]

    assert (shown, hidden) == (["awards"], [])
    assert sorted(Paper.objects.values_list("names_in_full", flat=True)) == [False, True]
