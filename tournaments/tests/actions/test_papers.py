"""Papers: asked for, claimed by lease, put in the place of older ones, swept when work was lost."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from tournaments.actions import papers
from tournaments.actions.papers import Made
from tournaments.actions.publications import release_standings
from tournaments.errors import Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, Paper, PaperKind, Person, Tournament
from tournaments.policy import As
from tournaments.selectors import papers as selectors
from tournaments.selectors.paper_contents import Content
from tournaments.tests import cast
from tournaments.tests.documents import desk


def compose(_content: Content, _language: str, progress: papers.Progress) -> Made:
    """Stand for the layout, which has tests of its own."""
    progress(0, 2)
    progress(2, 2)
    return Made(b"%PDF-1.7 a paper", [])


def ask(event: Tournament, kind: str = "table_cards", language: str = "zh-hans", number: int | None = None) -> Paper:
    event.refresh_from_db()
    return papers.request(cast.organizer(event), event, kind=kind, language=language, round_number=number)


def files() -> list[str]:
    folder = selectors.folder()
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


@pytest.fixture(autouse=True)
def own_folder(settings: object, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path


def test_a_paper_is_asked_for_and_made(event: Tournament) -> None:
    paper = ask(event)

    assert papers.render(paper.pk, compose)

    paper.refresh_from_db()
    assert (paper.state, paper.done, paper.total, paper.error) == ("ready", 2, 2, "")
    assert selectors.path_of(paper).read_bytes() == b"%PDF-1.7 a paper"
    assert files() == [paper.file]
    actions = list(AuditEntry.objects.filter(tournament=event).values_list("action", flat=True).order_by("sequence"))
    assert actions == ["paper.requested", "paper.made"]


def test_what_waits_already_is_not_asked_for_twice(event: Tournament) -> None:
    first = ask(event)

    second = ask(event)

    assert second.pk == first.pk
    assert Paper.objects.count() == 1


def test_a_new_paper_takes_the_place_of_the_old_one_of_its_language(event: Tournament) -> None:
    old, other = ask(event), ask(event, language="en")
    assert papers.render(old.pk, compose)
    assert papers.render(other.pk, compose)
    new = ask(event)

    assert papers.render(new.pk, compose)

    assert set(Paper.objects.values_list("pk", flat=True)) == {new.pk, other.pk}


def test_the_old_file_goes_once_the_new_one_is_there(
    event: Tournament, django_capture_on_commit_callbacks: object
) -> None:
    old = ask(event)
    papers.render(old.pk, compose)
    new = ask(event)

    with django_capture_on_commit_callbacks(execute=True):
        papers.render(new.pk, compose)

    new.refresh_from_db()
    assert files() == [new.file]


@pytest.mark.parametrize(
    ("kind", "number", "code"),
    [
        ("draw", None, "paper_needs_draw"),
        ("score_sheets", 1, "paper_needs_draw"),
        ("standings", None, "paper_needs_draw"),
        ("poster", None, "paper_unknown"),
    ],
)
def test_what_cannot_be_made_yet_is_refused(event: Tournament, kind: str, number: int | None, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        ask(event, kind, number=number)

    expected = "paper_needs_results" if kind == "standings" else code
    assert refused.value.code == expected
    assert Paper.objects.count() == 0


def test_score_sheets_need_a_round_that_is_released(event: Tournament) -> None:
    cast.drawn(event)

    with pytest.raises(Refusal) as none:
        ask(event, "score_sheets")
    with pytest.raises(NotFound):
        ask(event, "score_sheets", number=3)

    assert none.value.code == "paper_needs_round"


def test_an_unknown_language_is_refused(event: Tournament) -> None:
    with pytest.raises(Invalid):
        ask(event, language="fr")


@pytest.mark.parametrize("quality", [As.PUBLIC, As.TEAM, As.REFEREE, As.AUDITOR])
def test_others_may_not_ask(event: Tournament, quality: As) -> None:
    with pytest.raises(NotAllowed):
        papers.request(cast.actor(event, quality), event, kind="table_cards", language="en")


def test_draw_and_released_standings_come_with_a_variant_for_everybody(event: Tournament) -> None:
    cast.drawn(event)
    desk.played(event)
    ask(event, "draw")
    ask(event, "standings")
    release_standings(cast.organizer(event), event)

    ask(event, "standings", language="en")

    public = Paper.objects.filter(names_in_full=False).values_list("kind", "language").order_by("kind")
    assert list(public) == [("draw", "zh-hans"), ("standings", "en")]


def test_a_second_worker_leaves_a_claimed_paper_alone(event: Tournament) -> None:
    paper = ask(event)
    said: list[bool] = []

    def slow(content: Content, language: str, progress: papers.Progress) -> Made:
        said.append(papers.render(paper.pk, compose))
        return compose(content, language, progress)

    assert papers.render(paper.pk, slow)

    assert said == [False]


def test_progress_is_saved_and_lengthens_the_lease(event: Tournament) -> None:
    paper = ask(event)
    seen: list[tuple[int, int, bool]] = []

    def watched(_content: Content, _language: str, progress: papers.Progress) -> Made:
        Paper.objects.update(claimed_until=timezone.now() + timedelta(seconds=1))
        progress(3, 9)
        row = Paper.objects.get(pk=paper.pk)
        seen.append((row.done, row.total, row.claimed_until > timezone.now() + timedelta(seconds=60)))
        return Made(b"%PDF", [])

    papers.render(paper.pk, watched)

    assert seen == [(3, 9, True)]


def test_a_worker_that_lost_its_lease_writes_nothing(event: Tournament) -> None:
    paper = ask(event)

    def overtaken(_content: Content, _language: str, progress: papers.Progress) -> Made:
        Paper.objects.update(claim_token="another")
        return Made(b"%PDF", [])

    assert not papers.render(paper.pk, overtaken)

    paper.refresh_from_db()
    assert (paper.state, paper.file, files()) == ("running", "", [])


def test_a_dead_workers_paper_is_handed_out_again_and_made(event: Tournament) -> None:
    """A worker killed in its work leaves no half file, and another makes the paper (promise R16)."""
    paper = ask(event)

    def killed(_content: Content, _language: str, _progress: papers.Progress) -> Made:
        raise SystemExit

    with pytest.raises(SystemExit):
        papers.render(paper.pk, killed)
    assert papers.sweep(timezone.now()) == 0
    assert files() == []

    assert papers.sweep(timezone.now() + papers.LEASE) == 1
    assert papers.render(paper.pk, compose)

    paper.refresh_from_db()
    assert (paper.state, paper.attempts) == ("ready", 2)


def test_a_request_that_the_broker_lost_is_handed_out_once_a_minute(event: Tournament) -> None:
    ask(event)
    soon = timezone.now() + papers.LOST_AFTER

    handed = [papers.sweep(soon + timedelta(seconds=after)) for after in (-1, 1, 6, 70)]

    assert handed == [0, 1, 0, 1]


def test_a_paper_on_which_every_worker_dies_is_given_up(event: Tournament) -> None:
    paper = ask(event)
    Paper.objects.update(state="running", attempts=papers.MOST_ATTEMPTS, claimed_until=timezone.now())

    papers.sweep(timezone.now())

    paper.refresh_from_db()
    assert (paper.state, paper.error) == ("failed", "paper_worker_died")


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (ImproperlyConfigured("Pango"), "pdf_libraries_missing"),
        (OSError("full"), "paper_not_written"),
        (ValueError("?"), "paper_failed"),
    ],
)
def test_a_failure_is_said_in_words_and_can_be_tried_again(event: Tournament, fault: Exception, code: str) -> None:
    paper = ask(event)

    def failing(_content: Content, _language: str, _progress: papers.Progress) -> Made:
        raise fault

    assert papers.render(paper.pk, failing)

    paper.refresh_from_db()
    assert (paper.state, paper.error) == ("failed", code)
    again = ask(event)
    assert papers.render(again.pk, compose)
    assert list(Paper.objects.values_list("state", flat=True)) == ["ready"]


def test_a_paper_is_old_when_what_it_says_has_changed_and_not_before(event: Tournament) -> None:
    by_lot = cast.drawn(event)
    draw, cards = ask(event, "draw"), ask(event)
    for paper in Paper.objects.all():
        papers.render(paper.pk, compose)
    event.refresh_from_db()

    before = outdated(event)
    Person.objects.filter(memberships__team=by_lot["A1"]).update(name="改名")
    Tournament.objects.filter(pk=event.pk).update(live_version=event.live_version + 1)
    event.refresh_from_db()

    assert before == set()
    assert outdated(event) == {"draw"}
    assert (draw.kind, cards.kind) == ("draw", "table_cards")


def outdated(event: Tournament) -> set[str]:
    slots = selectors.shelf(event, timezone.now())
    return {str(slot.kind) for slot in slots for row in slot.rows if row.outdated}


def test_a_withdrawn_consent_takes_the_public_paper_away_and_it_is_made_anew(event: Tournament) -> None:
    by_lot = cast.drawn(event)
    ask(event, "draw")
    for paper in Paper.objects.all():
        papers.render(paper.pk, compose)
    event.refresh_from_db()
    (before,) = selectors.public_papers(event)
    Person.objects.filter(memberships__team=by_lot["A1"]).update(public_consent_at=None)
    Tournament.objects.filter(pk=event.pk).update(live_version=event.live_version + 1)
    event.refresh_from_db()

    gone = selectors.public_papers(event)
    papers.sweep(timezone.now())
    (waiting,) = Paper.objects.filter(state="queued")
    papers.render(waiting.pk, compose)
    event.refresh_from_db()

    assert gone == []
    assert [paper.pk for paper in selectors.public_papers(event)] == [waiting.pk]
    assert (waiting.kind, waiting.names_in_full, waiting.language) == (before.kind, False, before.language)


def test_files_that_no_row_names_go_after_an_hour(event: Tournament) -> None:
    paper = ask(event)
    papers.render(paper.pk, compose)
    paper.refresh_from_db()
    young, old = selectors.folder() / "young.pdf", selectors.folder() / ".old.pdf.part"
    for path in (young, old):
        path.write_bytes(b"")
    long_ago = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    for path in (old, selectors.path_of(paper)):
        import os

        os.utime(path, (long_ago, long_ago))

    papers.sweep(timezone.now())

    assert files() == sorted([paper.file, "young.pdf"])


def test_the_kinds_of_papers_are_all_on_the_shelf(event: Tournament) -> None:
    cast.drawn(event)

    slots = selectors.shelf(event, timezone.now())

    assert [(slot.kind, slot.round) for slot in slots] == [
        (PaperKind.REGULATIONS, None),
        (PaperKind.TABLE_CARDS, None),
        (PaperKind.DRAW, None),
        (PaperKind.SCORE_SHEETS, 1),
        (PaperKind.SCORE_SHEETS, 2),
        (PaperKind.BLANK_SHEETS, None),
        (PaperKind.RULING_RECORD, None),
        (PaperKind.STANDINGS, None),
    ]
