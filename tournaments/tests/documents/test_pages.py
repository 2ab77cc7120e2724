"""The pages of papers: who sees which, and what is said while one is made."""

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.actions.publications import release_standings
from tournaments.models import LinkScope, Paper, PaperKind, Person, Role, Tournament
from tournaments.tests import cast
from tournaments.tests.documents import desk


@pytest.fixture(autouse=True)
def own_folder(settings: object, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path


def organizer(event: Tournament) -> Client:
    return cast.client_of(cast.member(event, Role.ORGANIZER))


def body(response: object) -> bytes:
    return b"".join(response.streaming_content)


def test_a_paper_is_made_by_a_button_and_read_by_its_link(event: Tournament) -> None:
    client = organizer(event)
    page = reverse("manage-papers", args=[event.slug])

    answer = client.post(reverse("manage-paper-make", args=[event.slug]), {"kind": "table_cards", "language": "en"})

    assert (answer.status_code, answer.url) == (302, f"{page}#paper-table_cards")
    assert "等待后台制作" in client.get(page).content.decode()


def test_the_file_has_its_name_in_the_papers_language_and_is_shown_in_the_browser(event: Tournament) -> None:
    event.refresh_from_db()
    chinese, english = (desk.made(event, PaperKind.TABLE_CARDS, language=language) for language in ("zh-hans", "en"))
    client = organizer(event)

    answers = [client.get(reverse("paper", args=[event.slug, paper.pk])) for paper in (chinese, english)]

    names = [unquote(answer.headers["Content-Disposition"]) for answer in answers]
    assert names == [
        "inline; filename*=utf-8''春季拖拉机赛 桌牌.pdf",
        'inline; filename="Spring Tractor Cup Table cards.pdf"',
    ]
    assert [answer.headers["Content-Type"] for answer in answers] == ["application/pdf"] * 2
    assert [body(answer) for answer in answers] == [desk.file_of(chinese), desk.file_of(english)]


@pytest.mark.parametrize("quality", ["public", "team", "referee", "auditor"])
def test_staffs_papers_do_not_exist_for_others(event: Tournament, quality: str) -> None:
    by_lot = cast.drawn(event)
    paper = desk.made(event, PaperKind.DRAW)
    bearers = {
        "public": lambda: None,
        "team": lambda: cast.link(event, LinkScope.TEAM, team=by_lot["A1"])[0],
        "referee": lambda: cast.link(event, LinkScope.REFEREE, membership=cast.referee(event)[0])[0],
        "auditor": lambda: cast.member(event, Role.AUDITOR),
    }
    client = cast.client_of(bearers[quality]())

    hidden = client.get(reverse("paper", args=[event.slug, paper.pk]))
    missing = client.get(reverse("paper", args=[event.slug, paper.pk + 1000]))

    assert (hidden.status_code, missing.status_code) == (404, 404)
    assert hidden.content.replace(f"/{paper.pk}/".encode(), f"/{paper.pk + 1000}/".encode()) == missing.content


def test_the_public_reads_the_released_draw_with_names_by_consent(event: Tournament) -> None:
    by_lot = cast.drawn(event)
    silent = Person.objects.filter(memberships__team=by_lot["A1"])
    silent.update(public_consent_at=None)
    desk.made(event, PaperKind.DRAW)
    public = Paper.objects.get(names_in_full=False)

    answer = Client().get(reverse("paper", args=[event.slug, public.pk]))

    text = desk.text_of(body(answer))
    assert [person.name in text for person in silent] == [False, False]
    assert f"A1{by_lot['A1'].number}号队" in text
    shown = Person.objects.filter(memberships__team=by_lot["B1"])
    assert [person.name in text for person in shown] == [True, True]


def test_the_public_list_has_what_is_released_and_nothing_else(event: Tournament) -> None:
    cast.drawn(event)
    desk.played(event)
    for kind in (PaperKind.DRAW, PaperKind.STANDINGS, PaperKind.TABLE_CARDS):
        desk.made(event, kind)
    address = reverse("papers", args=[event.slug])

    before = Client().get(address).content.decode()
    event.refresh_from_db()
    release_standings(cast.organizer(event), event)
    desk.made(event, PaperKind.STANDINGS)
    after = Client().get(address).content.decode()

    assert [word in before for word in ("抽签对阵表 (PDF)", "名次表 (PDF)", "桌牌")] == [True, False, False]
    assert [word in after for word in ("抽签对阵表 (PDF)", "名次表 (PDF)", "桌牌")] == [True, True, False]


def test_before_the_release_of_a_draw_the_list_is_empty(event: Tournament) -> None:
    cast.eighteen(event)

    page = Client().get(reverse("papers", args=[event.slug])).content.decode()

    assert "还没有打印件" in page


def test_a_paper_of_another_event_is_not_read_through_this_one(event: Tournament) -> None:
    other = cast.event("autumn-cup")
    paper = desk.made(other, PaperKind.TABLE_CARDS)

    answer = organizer(event).get(reverse("paper", args=[event.slug, paper.pk]))

    assert answer.status_code == 404


@pytest.mark.parametrize("name", ["manage-papers", "manage-papers-live"])
@pytest.mark.parametrize(
    ("role", "status"), [(Role.ORGANIZER, 200), (Role.CHIEF, 200), (Role.DESK, 200), (Role.AUDITOR, 403)]
)
def test_the_shelf_is_for_those_who_print(event: Tournament, name: str, role: Role, status: int) -> None:
    answer = cast.client_of(cast.member(event, role)).get(reverse(name, args=[event.slug]))

    assert answer.status_code == status


def test_the_part_that_polls_answers_304_while_nothing_changes(event: Tournament) -> None:
    client = organizer(event)
    address = reverse("manage-papers-live", args=[event.slug])
    tag = client.get(address).headers["ETag"]

    same = client.get(address, headers={"If-None-Match": tag})
    client.post(reverse("manage-paper-make", args=[event.slug]), {"kind": "table_cards", "language": "en"})
    changed = client.get(address, headers={"If-None-Match": tag})

    assert (same.status_code, changed.status_code) == (304, 200)


def test_states_are_said_in_words(event: Tournament) -> None:
    client = organizer(event)
    client.post(reverse("manage-paper-make", args=[event.slug]), {"kind": "table_cards", "language": "en"})
    address = reverse("manage-papers-live", args=[event.slug])
    said = []

    Paper.objects.update(requested_at=timezone.now() - timedelta(minutes=1))
    said.append("后台程序一直没有接手" in client.get(address).content.decode())
    Paper.objects.update(state="running", done=3, total=9)
    said.append("3 / 9" in client.get(address).content.decode())
    Paper.objects.update(state="failed", error="paper_not_written")
    said.append("请检查磁盘是否已满" in client.get(address).content.decode())

    assert said == [True, True, True]


def test_an_unknown_paper_is_refused(event: Tournament) -> None:
    answer = organizer(event).post(
        reverse("manage-paper-make", args=[event.slug]), {"kind": "poster", "language": "en"}
    )

    assert answer.status_code == 422
    assert Paper.objects.count() == 0


@pytest.mark.parametrize("slug", ["one", "three"])
def test_the_shelf_asks_the_database_as_often_for_one_paper_as_for_three(
    event: Tournament, slug: str, django_assert_max_num_queries: object
) -> None:
    cast.drawn(event)
    desk.made(event, PaperKind.TABLE_CARDS)
    if slug == "three":
        desk.made(event, PaperKind.TABLE_CARDS, language="en")
        desk.made(event, PaperKind.BLANK_SHEETS)
    client = organizer(event)
    address = reverse("manage-papers-live", args=[event.slug])

    with django_assert_max_num_queries(50):
        client.get(address)
