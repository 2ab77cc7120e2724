"""The rehearsal of an event: a copy that only its staff sees, played by the portal, gone without a trace."""

from typing import Any

import pytest
from django.apps import apps
from django.core import mail as outbox
from django.utils import timezone
from pypdf import PdfReader

from tournaments.actions import events, mail, papers, rehearsal_runs, rehearsals
from tournaments.actions.entries import register
from tournaments.actions.papers import Made
from tournaments.documents.papers import compose
from tournaments.errors import NotAllowed, Refusal
from tournaments.models import (
    AwardDraw,
    Contact,
    Entry,
    Membership,
    Notice,
    PaperKind,
    Person,
    RehearsalRun,
    Role,
    Team,
    Tournament,
)
from tournaments.policy import Actor, As
from tournaments.rehearsal.copies import copy_event
from tournaments.rehearsal.walking import walk
from tournaments.selectors import events as listed
from tournaments.selectors import papers as shelf
from tournaments.selectors.awards import award_list
from tournaments.selectors.names import team_names
from tournaments.selectors.paper_contents import content_of
from tournaments.selectors.rehearsals import played
from tournaments.selectors.standings import count
from tournaments.tests import cast

ALLOWED = {As.SITE_ADMIN, As.SYSTEM, As.ORGANIZER}


@pytest.fixture
def entered(db: None) -> Tournament:
    event = cast.event("club-cup")
    cast.eighteen(event)
    return event


def copied(event: Tournament, teams: int | None = None) -> Tournament:
    made = copy_event(cast.actor(event, As.ORGANIZER), event, teams=teams)
    return Tournament.objects.select_related("rules").get(pk=made.pk)


def rows_of_everything() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in apps.get_app_config("tournaments").get_models()}


def play(copy: Tournament, until: str = "end", **more: Any) -> RehearsalRun:
    run = rehearsal_runs.ask(cast.actor(copy, As.ORGANIZER), copy, until=until, **more)
    walk(run.pk)
    run.refresh_from_db()
    return run


def test_a_copy_has_the_teams_and_the_staff_but_no_contact(entered: Tournament) -> None:
    owner = cast.member(entered, Role.ORGANIZER)
    cast.referee(entered, [1, 2], name="甲")

    made = copied(entered)

    named = [row.players for row in _named(made)]
    assert named == [row.players for row in _named(entered)]
    assert Contact.objects.filter(person__tournament=entered).count() > 0
    assert Contact.objects.filter(person__tournament=made).count() == 0
    assert Person.objects.filter(tournament=made).count() == Person.objects.filter(tournament=entered).count()
    roles = Membership.objects.filter(tournament=made).values_list("user_id", "role", "name", "email").order_by("role")
    assert [row[:2] for row in roles] == [(owner.user_id, "organizer"), (None, "referee")]
    assert {row[3] for row in roles} == {""}
    assert (made.regulations.identity.name, made.regulations.identity.name_en, made.state) == (
        "彩排：春季拖拉机赛", "Rehearsal: Spring Tractor Cup", "published",
    )  # fmt: skip


def _named(event: Tournament) -> list[Any]:
    names = team_names(event, in_full=True)
    return [names[team.pk] for team in Team.objects.filter(tournament=event).order_by("number")]


@pytest.mark.parametrize("quality", list(As))
def test_only_who_may_edit_the_event_makes_plays_and_removes_a_copy(entered: Tournament, quality: As) -> None:
    made = copied(entered)
    here, there = (Actor(event.pk, frozenset({quality})) for event in (entered, made))
    calls = [
        lambda: rehearsals.make(here, entered),
        lambda: rehearsal_runs.ask(there, made, until="round"),
        lambda: rehearsals.remove(there, made),
    ]

    refused = []
    for call in calls:
        try:
            call()
        except NotAllowed:
            refused.append(True)
        else:
            refused.append(False)

    assert refused == [quality not in ALLOWED] * 3


def test_the_portal_plays_a_round_and_then_to_the_end(entered: Tournament) -> None:
    made = copied(entered)

    first = play(made, "round")
    second = play(made)

    made.refresh_from_db()
    assert (first.state, first.rounds, first.error, first.violations) == ("done", 1, "", [])
    assert (second.state, second.error, second.violations, made.state) == ("done", "", [], "finished")
    assert count(made).complete
    assert (played(made).rounds, played(made).over) == (2, True)
    assert Tournament.objects.get(pk=entered.pk).entries_frozen_at is None


def test_made_up_pairs_play_when_nobody_has_entered_yet(db: None) -> None:
    event = cast.event("empty-cup")

    with pytest.raises(Refusal) as refused:
        copied(event)
    made = copied(event, teams=24)
    run = play(made, mishaps=True)

    assert refused.value.code == "rehearsal_without_teams"
    assert (Entry.objects.filter(tournament=made, state="accepted").count(), run.error, run.violations) == (24, "", [])
    assert not event.teams.exists()


def test_a_copy_is_on_no_list(entered: Tournament) -> None:
    owner = cast.member(entered, Role.ORGANIZER)
    copied(entered)

    lists = [listed.listed(timezone.now()), listed.managed_by(owner.user, timezone.now())]

    slugs = [[card.slug for card in (*one.running, *one.upcoming, *one.finished, *one.drafts)] for one in lists]
    assert slugs == [["club-cup"], ["club-cup"]]


def test_a_copy_does_not_exist_for_anybody_but_its_staff(entered: Tournament) -> None:
    owner = cast.member(entered, Role.ORGANIZER)
    made = copied(entered)
    play(made)
    pages = ["", "standings/", "draw/", "tables/", "entries/", "papers/", "clock/", "rules/"]

    public = [cast.client_of(None).get(f"/{made.slug}/{page}") for page in pages]
    unknown = [cast.client_of(None).get(f"/{made.slug}x/{page}") for page in pages]
    staff = cast.client_of(owner).get(f"/{made.slug}/standings/")

    assert {answer.status_code for answer in (*public, *unknown)} == {404}
    own, other = made.slug.encode(), f"{made.slug}x".encode()
    assert [answer.content.replace(own, other) for answer in public] == [answer.content for answer in unknown]
    assert (staff.status_code, "彩排" in staff.content.decode()) == (200, True)


def test_every_page_of_a_copy_says_what_it_is(entered: Tournament) -> None:
    owner = cast.member(entered, Role.ORGANIZER)
    made = copied(entered)
    browser = cast.client_of(owner)

    pages = [f"/manage/{made.slug}/", f"/{made.slug}/", f"/manage/{made.slug}/rehearsal/", f"/r/{made.slug}/"]
    marked = ['class="rehearsal"' in browser.get(page).content.decode() for page in pages]
    real = ['class="rehearsal"' in browser.get(page).content.decode() for page in ("/manage/club-cup/", "/club-cup/")]

    assert (marked, real) == ([True] * 4, [False] * 2)


def test_no_mail_ever_leaves_a_copy(
    entered: Tournament, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.MAIL_CONFIGURED = True
    made = copied(entered)
    Tournament.objects.filter(pk=made.pk).update(entries_frozen_at=None)
    public = Actor(made.pk, frozenset({As.PUBLIC}))

    register(
        public,
        made,
        key="rehearsed-entry",
        players=("彩一", "彩二"),
        unit_name="彩排部",
        email="somebody@example.org",
        consent=True,
        privacy=True,
        language="zh-hans",
    )
    sent = mail.deliver_due(timezone.now())

    states = list(Notice.objects.filter(tournament=made).values_list("state", "error"))
    assert (sent, outbox.outbox, states) == (0, [], [("unsent", "rehearsal")])


def test_a_removed_copy_leaves_nothing(entered: Tournament, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    before = rows_of_everything()
    made = copied(entered)
    play(made, mishaps=True)
    made.refresh_from_db()
    paper = papers.request(cast.actor(made, As.ORGANIZER), made, kind="standings", language="zh-hans")
    papers.render(paper.pk, lambda *_: Made(b"%PDF-1.7", []))
    files = list(shelf.folder().iterdir())

    rehearsals.remove(cast.actor(made, As.ORGANIZER), made)

    grown = {name: rows - before[name] for name, rows in rows_of_everything().items() if rows != before[name]}
    assert (len(files), grown) == (1, {"AuditEntry": 2, "RulesetCopy": 1})
    assert list(entered.log.values_list("action", flat=True)) == ["rehearsal.made", "rehearsal.removed"]


def test_the_event_itself_is_never_removed(entered: Tournament) -> None:
    with pytest.raises(Refusal) as refused:
        rehearsals.remove(cast.actor(entered, As.ORGANIZER), entered)

    assert (refused.value.code, Tournament.objects.filter(pk=entered.pk).exists()) == ("not_a_rehearsal", True)


def test_a_copy_is_neither_copied_nor_archived_and_there_are_few(entered: Tournament) -> None:
    copies = [copied(entered) for _ in range(rehearsals.MOST_COPIES)]
    actor = cast.actor(copies[0], As.ORGANIZER)
    Tournament.objects.filter(pk=copies[0].pk).update(state="finished")

    codes = []
    for call in (
        lambda: rehearsals.make(actor, copies[0]),
        lambda: events.archive(actor, copies[0]),
        lambda: copied(entered),
        lambda: rehearsal_runs.ask(actor, copies[0], until="end"),
    ):
        with pytest.raises(Refusal) as refused:
            call()
        codes.append(refused.value.code)

    assert codes == ["rehearsal_of_a_rehearsal", "rehearsal_not_archived", "too_many_rehearsals", "rehearsal_is_over"]


def test_a_run_is_asked_for_once_and_done_by_one_worker(entered: Tournament) -> None:
    made = copied(entered)
    actor = cast.actor(made, As.ORGANIZER)

    first = rehearsal_runs.ask(actor, made, until="end")
    again = rehearsal_runs.ask(actor, made, until="round")
    claimed = rehearsal_runs.claim(first.pk, timezone.now())
    other = rehearsal_runs.claim(first.pk, timezone.now())

    assert (again.pk, claimed.pk, other) == (first.pk, first.pk, None)


def test_work_that_was_lost_is_carried_on(entered: Tournament) -> None:
    """A worker that died in the middle of a round leaves results behind; the next one plays what is left."""
    made = copied(entered)
    run = rehearsal_runs.ask(cast.actor(made, As.ORGANIZER), made, until="round")
    rehearsal_runs.claim(run.pk, timezone.now())
    RehearsalRun.objects.filter(pk=run.pk).update(claimed_until=timezone.now())

    walk(run.pk)

    run.refresh_from_db()
    assert (run.state, run.rounds, run.violations) == ("done", 1, [])


def test_what_cannot_go_on_says_why(db: None) -> None:
    never = {"no_rematch": "never"}
    event = cast.event("long-cup", stages=[{"format": "swiss", "rounds": 5, "constraints": never}])

    run = play(copied(event, teams=4))

    assert (run.state, run.error) == ("failed", "draw_impossible_no_rematch")


def test_every_page_of_a_paper_of_a_copy_is_marked_and_none_of_the_event(
    entered: Tournament, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    made = copied(entered)
    play(made, "round")

    pages = []
    for event in (made, entered):
        paper = papers.request(cast.actor(event, As.ORGANIZER), event, kind="blank_sheets", language="zh-hans")
        assert papers.render(paper.pk, compose)
        paper.refresh_from_db()
        pages.append([page.extract_text() for page in PdfReader(shelf.path_of(paper)).pages])

    marks = [["彩排" in "".join(text.split()).replace("彩排：", "") for text in each] for each in pages]
    assert marks == [[True] * len(pages[0]), [False] * len(pages[1])]
    assert len(pages[0]) == len(pages[1]) > 0


def test_a_marked_paper_is_the_same_bytes_each_time(entered: Tournament) -> None:
    made = copied(entered)
    content = content_of(made, PaperKind.REGULATIONS)

    first, again = (compose(content, "zh-hans", lambda *_: None).pdf for _ in range(2))

    assert first == again


def test_made_up_pairs_play_in_every_division_of_the_event(db: None) -> None:
    divisions = [{"code": code, "name": code, "capacity": 4} for code in ("men", "women")]
    event = cast.event("two-cups", divisions=divisions, stages=[{"format": "swiss", "rounds": 2, "ruleset": "s2"}])

    made = copied(event, teams=11)
    run = play(made)

    assert sorted(made.divisions.values_list("code", flat=True)) == ["men", "women"]
    assert min(row.teams.count() for row in made.divisions.all()) >= 5
    assert (run.state, run.error, run.violations) == ("done", "", [])


def test_the_teams_of_a_copy_stay_in_their_divisions(db: None) -> None:
    divisions = [{"code": code, "name": code} for code in ("men", "women")]
    event = cast.event("two-cups", divisions=divisions, stages=[{"format": "swiss", "rounds": 2, "ruleset": "s2"}])
    teams = cast.eighteen(event)
    women = event.divisions.get(code="women")
    Team.objects.filter(pk__in=[team.pk for team in teams[:7]]).update(division=women)
    Entry.objects.filter(team__in=teams[:7]).update(division=women)

    made = copied(event)
    run = play(made, "round")

    assert {row.code: row.teams.count() for row in made.divisions.all()} == {"men": 11, "women": 7}
    assert (run.error, run.violations) == ("", [])


def test_a_rehearsal_gives_the_awards_and_draws_the_prizes(db: None) -> None:
    rows = [
        {"code": "first", "name": "一等奖", "goes_to": {"by": "places", "last": 3}},
        {"code": "lucky", "name": "幸运奖", "goes_to": {"by": "drawn", "count": 2, "of": "rest"}},
    ]
    made = copied(cast.event("prize-cup", awards={"rows": rows}), teams=8)

    run = play(made)

    made.refresh_from_db()
    given = award_list(made).given
    assert (run.state, run.violations, [len(each.teams) for each in given]) == ("done", [], [3, 2])


def test_a_copy_whose_prizes_were_drawn_goes_without_a_trace(db: None) -> None:
    event = cast.event(
        "prize-cup", awards={"rows": [{"code": "a", "name": "奖", "goes_to": {"by": "drawn", "count": 1}}]}
    )
    made = copied(event, teams=4)
    play(made)

    rehearsals.remove(cast.actor(made, As.ORGANIZER), made)

    assert (AwardDraw.objects.count(), Tournament.objects.filter(pk=made.pk).exists()) == (0, False)


def test_with_too_few_pairs_made_up_ones_are_offered_as_many_as_there_are_places(db: None) -> None:
    event = cast.event("club-cup")
    browser = cast.client_of(cast.member(event, Role.ORGANIZER))

    form = browser.get("/manage/club-cup/rehearsal/").context["form"]

    assert [value for value, _words in form.fields["who"].choices] == ["made_up"]
    assert form.fields["who"].help_text == "目前已报名 0 对；满 4 对后，也可以用已报名的队彩排。"
    assert (form["teams"].value(), form.fields["teams"].required) == (18, True)
