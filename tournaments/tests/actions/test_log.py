import pytest
from django.db import IntegrityError, transaction

from tournaments.actions import links, log
from tournaments.errors import NotAllowed
from tournaments.models import AccessLink, AuditEntry, AuditNote, Tournament
from tournaments.policy import As
from tournaments.tests import cast


def entries(event: Tournament) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(tournament=event).order_by("sequence"))


def test_each_entry_holds_the_hash_of_the_one_before_it(event: Tournament):
    organizer = cast.organizer(event)

    for label in ("大屏一", "大屏二", "大屏三"):
        links.issue_screen(organizer, event, label=label)

    chain = entries(event)
    assert [entry.previous for entry in chain] == [log.GENESIS, chain[0].hash, chain[1].hash]
    assert [entry.hash for entry in chain] == [log.digest(entry.previous, entry) for entry in chain]


def test_a_changed_entry_no_longer_has_its_hash(event: Tournament):
    links.issue_screen(cast.organizer(event), event, label="大屏")
    AuditEntry.objects.filter(tournament=event).update(data={"scope": "team"})

    entry = entries(event)[0]

    assert entry.hash != log.digest(entry.previous, entry)


def test_every_change_lets_the_live_pages_change(event: Tournament):
    before = event.live_version

    links.issue_screen(cast.organizer(event), event, label="大屏")

    event.refresh_from_db()
    assert event.live_version == before + 1


def test_words_stand_in_a_purgeable_note_and_only_their_digest_in_the_log(event: Tournament):
    with transaction.atomic():
        locked = log.lock_event(event.pk)
        log.record(cast.organizer(event), locked, "test.noted", now=cast.NOW, reason="王伟 迟到")

    AuditNote.objects.all().delete()

    entry = entries(event)[0]
    assert (entry.note, len(entry.note_digest)) == (None, 64)
    assert entry.hash == log.digest(entry.previous, entry)


def test_two_entries_never_have_one_place(event: Tournament):
    links.issue_screen(cast.organizer(event), event, label="大屏")
    entry = entries(event)[0]

    entry.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        entry.save(force_insert=True)


def test_a_role_of_another_event_may_not_issue_here(event: Tournament):
    stranger = cast.organizer(cast.event("other"))

    with pytest.raises(NotAllowed):
        links.issue_screen(stranger, event, label="大屏")

    assert AccessLink.objects.count() == 0


def test_revoking_twice_is_revoking_once(event: Tournament):
    organizer = cast.organizer(event)
    link, _token = links.issue_screen(organizer, event, label="大屏")

    links.revoke(organizer, event, link.pk)
    links.revoke(organizer, event, link.pk)

    assert [entry.action for entry in entries(event)] == ["link.issued", "link.revoked"]


def test_a_referee_may_not_issue_screens(event: Tournament):
    with pytest.raises(NotAllowed):
        links.issue_screen(cast.actor(event, As.REFEREE), event, label="大屏")
