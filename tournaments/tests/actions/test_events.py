from datetime import UTC, datetime

import pytest

from tournaments import regulations
from tournaments.actions import events
from tournaments.errors import Gone, Invalid, NotAllowed, Refusal
from tournaments.events import preset
from tournaments.models import (
    AuditEntry,
    Clock,
    ClockEvent,
    Entry,
    Membership,
    RegulationsVersion,
    Role,
    Stage,
    Tournament,
    User,
)
from tournaments.policy import As
from tournaments.states import EntryState, EventState
from tournaments.tests import cast

IDENTITY = {"name": "秋季赛", "day": "2026-10-10", "starts": "09:00"}


def document(**sections):
    return {**preset("s1"), "identity": IDENTITY, **sections}


def amended(event, **sections):
    """The event's document with some of its sections replaced in part."""
    found = regulations.dump(event.regulations)
    for name, values in sections.items():
        found[name] |= values
    return found


def timing(event, **values):
    found = regulations.dump(event.regulations)
    found["stages"][0]["timing"] |= values
    return found


@pytest.fixture
def user(db):
    return User.objects.create_user("organizer@example.net", "shengji-2026", name="林组织")


def test_an_account_creates_a_draft_with_its_stage_and_becomes_its_organizer(user):
    event = events.create(user, slug="autumn", document=document())

    membership = Membership.objects.get(tournament=event)
    stage = Stage.objects.get(division__tournament=event)
    entry = AuditEntry.objects.get(tournament=event)
    assert (event.state, event.regulations.stage.timing.round_seconds) == (EventState.DRAFT, 7200)
    assert (membership.user, membership.role) == (user, Role.ORGANIZER)
    assert (stage.format, stage.ruleset, stage.rules) == ("two_rounds", "s1", None)
    assert (entry.action, entry.user, entry.role) == ("event.created", user, "organizer")


def test_an_inactive_account_creates_nothing(user):
    user.is_active = False

    with pytest.raises(NotAllowed):
        events.create(user, slug="autumn", document=document())

    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("slug", "code"),
    [
        ("manage", "slug_reserved"),
        ("new", "slug_reserved"),
        ("秋季", "slug_form"),
        ("a", "slug_form"),
        ("Autumn", "slug_form"),
        ("-autumn", "slug_form"),
        ("autumn\n", "slug_form"),
        ("x" * 41, "slug_form"),
        ("spring-cup", "slug_taken"),
    ],
)
def test_an_address_that_cannot_be_is_refused_at_its_field(user, event, slug, code):
    with pytest.raises(Invalid) as refused:
        events.create(user, slug=slug, document=document())

    assert (refused.value.code, refused.value.field) == (code, "slug")
    assert Tournament.objects.count() == 1


def test_a_document_that_cannot_be_is_refused_at_its_place(user):
    with pytest.raises(Invalid) as refused:
        events.create(user, slug="autumn", document=document(venue={"tables": 0}))

    assert (refused.value.code, refused.value.field) == ("regulations_invalid", "venue.tables")
    assert Tournament.objects.count() == 0


def test_a_draft_is_amended_without_a_reason_and_every_version_stays(user):
    event = events.create(user, slug="autumn", document=document())
    organizer = cast.organizer(event)

    version = events.amend(organizer, event, document=amended(event, venue={"tables": 12}))

    event = Tournament.objects.get(pk=event.pk)
    assert (version.version, event.regulations.venue.tables) == (2, 12)
    assert list(RegulationsVersion.objects.order_by("version").values_list("version", flat=True)) == [1, 2]
    assert AuditEntry.objects.get(action="event.amended").data == {"version": 2, "sections": ["venue"]}


def test_the_same_document_again_changes_nothing(event):
    organizer = cast.organizer(event)

    version = events.amend(organizer, event, document=regulations.dump(event.regulations))

    assert version == event.rules
    assert AuditEntry.objects.count() == 0


def test_a_published_event_is_amended_with_a_reason_only(event):
    organizer = cast.organizer(event)

    with pytest.raises(Invalid) as refused:
        events.amend(organizer, event, document=amended(event, venue={"tables": 12}), reason="  ")
    version = events.amend(organizer, event, document=amended(event, venue={"tables": 12}), reason="多借到三张桌子")

    assert (refused.value.code, refused.value.field) == ("amendment_needs_reason", "reason")
    assert (version.version, version.reason) == (2, "多借到三张桌子")
    assert AuditEntry.objects.get().note.text == "多借到三张桌子"


def test_a_page_made_from_an_older_version_is_refused(event):
    organizer = cast.organizer(event)
    events.amend(organizer, event, document=amended(event, venue={"tables": 12}), reason="场地")

    with pytest.raises(Gone) as refused:
        events.amend(organizer, event, document=amended(event, venue={"tables": 10}), reason="场地", based_on=1)

    assert refused.value.code == "settings_moved_on"


def test_after_the_draw_the_number_of_rounds_stays(event):
    cast.drawn(event)
    organizer = cast.organizer(event)
    found = regulations.dump(event.regulations)
    found["stages"][0]["rounds"] = 1

    with pytest.raises(Refusal) as refused:
        events.amend(organizer, event, document=found, reason="时间不够")

    assert refused.value.code == "stage_is_drawn"


def test_after_the_draw_new_times_hold_for_the_rounds_that_have_not_begun(event):
    cast.drawn(event)
    organizer = cast.organizer(event)
    first, second = Clock.objects.order_by("pk")
    ClockEvent.objects.create(clock=first, order=1, kind="started", at=cast.NOW)

    version = events.amend(organizer, event, document=timing(event, round_seconds=5400), reason="下午要用场地")

    stage = Stage.objects.get(division__tournament=event)
    assert (stage.rules, version.from_round) == (version, 2)
    assert list(Clock.objects.order_by("pk").values_list("seconds", flat=True)) == [7200, 5400]
    assert second.pk == Clock.objects.get(seconds=5400).pk


def test_a_start_that_was_taken_back_does_not_keep_the_old_time(event):
    cast.drawn(event)
    organizer = cast.organizer(event)
    first = Clock.objects.order_by("pk")[0]
    for order, kind in enumerate(("started", "undone"), start=1):
        ClockEvent.objects.create(clock=first, order=order, kind=kind, at=cast.NOW)

    version = events.amend(organizer, event, document=timing(event, round_seconds=5400), reason="下午要用场地")

    assert version.from_round == 1
    assert list(Clock.objects.values_list("seconds", flat=True)) == [5400, 5400]


def test_there_cannot_be_fewer_tables_than_the_draw_uses(event):
    cast.drawn(event)
    organizer = cast.organizer(event)

    with pytest.raises(Invalid) as refused:
        events.amend(organizer, event, document=amended(event, venue={"tables": 8}), reason="少一张")

    assert (refused.value.code, refused.value.field, refused.value.params["table"]) == (
        "tables_in_use",
        "venue.tables",
        9,
    )


def test_a_larger_capacity_lets_those_who_wait_move_up(db):
    event = cast.event(registration={"capacity": 2})
    for place in range(3):
        cast.team(event, *cast.pair_names(place), state=EntryState.ACCEPTED if place < 2 else EntryState.WAITING)

    events.amend(cast.organizer(event), event, document=amended(event, registration={"capacity": 3}), reason="加一桌")

    assert set(Entry.objects.values_list("state", flat=True)) == {EntryState.ACCEPTED}


@pytest.mark.parametrize("quality", [As.CHIEF, As.REFEREE, As.DESK, As.AUDITOR, As.TEAM, As.PUBLIC])
def test_only_organizers_change_the_event(event, quality):
    actor = cast.actor(event, quality)

    for action in (events.publish, events.unpublish, events.finish, events.archive):
        with pytest.raises(NotAllowed):
            action(actor, event)
    with pytest.raises(NotAllowed):
        events.amend(actor, event, document=amended(event, venue={"tables": 12}), reason="x")
    assert AuditEntry.objects.count() == 0


def test_an_event_is_published_once_and_taken_back_while_nobody_has_entered(db):
    event = cast.event(state=EventState.DRAFT)
    organizer = cast.organizer(event)

    events.publish(organizer, event)
    events.publish(organizer, event)
    events.unpublish(organizer, event)

    event.refresh_from_db()
    assert event.state == EventState.DRAFT
    assert list(AuditEntry.objects.values_list("action", flat=True)) == ["event.published", "event.unpublished"]


def test_an_event_with_entries_stays_public(event):
    cast.team(event, "王伟", "李强")

    with pytest.raises(Refusal) as refused:
        events.unpublish(cast.organizer(event), event)

    assert refused.value.code == "event_has_entries"


def test_an_event_is_finished_when_its_rounds_are_closed(event):
    organizer = cast.organizer(event)
    with pytest.raises(Refusal) as before:
        events.finish(organizer, event)
    cast.drawn(event)
    with pytest.raises(Refusal) as during:
        events.finish(organizer, event)
    for current in Stage.objects.get(division__tournament=event).rounds.all():
        current.state, current.closed_at = "closed", datetime(2026, 5, 16, 8, tzinfo=UTC)
        current.save(update_fields=["state", "closed_at"])

    events.finish(organizer, event)

    event.refresh_from_db()
    assert (before.value.code, during.value.code) == ("rounds_not_closed", "rounds_not_closed")
    assert event.state == EventState.FINISHED


def test_a_finished_event_is_opened_again_with_a_reason(db):
    event = cast.event(state=EventState.FINISHED)
    organizer = cast.organizer(event)

    with pytest.raises(Invalid) as refused:
        events.reopen(organizer, event, reason=" ")
    events.reopen(organizer, event, reason="申诉成立")

    event.refresh_from_db()
    assert (refused.value.code, event.state) == ("reason_needed", EventState.PUBLISHED)


def test_a_draft_cannot_be_reopened_in_order_to_publish_it(db):
    event = cast.event(state=EventState.DRAFT)

    with pytest.raises(Refusal) as refused:
        events.reopen(cast.organizer(event), event, reason="x")

    assert refused.value.code == "illegal_step"


def test_in_an_archived_event_nothing_changes(db):
    event = cast.event(state=EventState.FINISHED)
    organizer = cast.organizer(event)
    events.archive(organizer, event)

    with pytest.raises(Refusal) as refused:
        events.amend(organizer, event, document=amended(event, venue={"tables": 12}), reason="x")

    assert refused.value.code == "event_archived"
