import pytest

from tournaments.actions import referees
from tournaments.errors import Invalid, NotAllowed, NotFound
from tournaments.models import AuditEntry, Notice
from tournaments.policy import As
from tournaments.selectors import access
from tournaments.selectors.referees import referee_names, tables_of
from tournaments.tests import cast


def test_an_invited_referee_has_tables_and_a_link(event):
    membership, token = referees.invite(cast.chief(event), event, name="  沈  国华 ", tables=(2, 1))

    link = access.link_by_token(token)
    assert (membership.name, link.membership, link.scope) == ("沈 国华", membership, "referee")
    assert tables_of(membership.pk) == {1, 2}
    assert AuditEntry.objects.get().data == {"link": link.pk, "tables": [1, 2]}


def test_a_referee_with_an_address_gets_the_link_by_mail(event, settings):
    settings.MAIL_CONFIGURED = True

    _, token = referees.invite(cast.organizer(event), event, name="沈国华", email="shen@example.org")

    notice = Notice.objects.get()
    assert (notice.recipient, notice.body.count(f"/in/#{token}")) == ("shen@example.org", 1)


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"name": " "}, "referee_needs_name", "name"),
        ({"name": "沈国华", "tables": (10,)}, "no_such_table", "tables"),
        ({"name": "沈国华", "tables": (0,)}, "no_such_table", "tables"),
    ],
)
def test_an_invitation_that_cannot_be_changes_nothing(event, given, code, field):
    with pytest.raises(Invalid) as refused:
        referees.invite(cast.organizer(event), event, **given)

    assert (refused.value.code, refused.value.field) == (code, field)
    assert AuditEntry.objects.count() == 0


@pytest.mark.parametrize("quality", [As.REFEREE, As.DESK, As.AUDITOR, As.TEAM, As.SCREEN, As.PUBLIC])
def test_referees_are_managed_by_organizer_and_chief_only(event, quality):
    membership, _ = cast.referee(event, (1,))
    actor = cast.actor(event, quality, membership)

    for action in (
        lambda: referees.invite(actor, event, name="沈国华"),
        lambda: referees.reissue(actor, event, membership.pk),
        lambda: referees.remove(actor, event, membership.pk),
        lambda: referees.assign_tables(actor, event, membership.pk, [2]),
        lambda: referees.share_evenly(actor, event),
    ):
        with pytest.raises(NotAllowed):
            action()
    assert tables_of(membership.pk) == {1}


def test_a_new_link_ends_the_old_one(event):
    organizer = cast.organizer(event)
    membership, old = referees.invite(organizer, event, name="沈国华")

    new = referees.reissue(organizer, event, membership.pk)

    with pytest.raises(NotFound):
        access.link_by_token(old)
    assert access.link_by_token(new).membership == membership


def test_a_removed_referee_loses_link_and_tables(event):
    organizer = cast.organizer(event)
    membership, token = referees.invite(organizer, event, name="沈国华", tables=(1,))

    referees.remove(organizer, event, membership.pk)
    referees.remove(organizer, event, membership.pk)

    with pytest.raises(NotFound):
        access.link_by_token(token)
    assert (tables_of(membership.pk), referee_names(event)) == (frozenset(), {})
    assert AuditEntry.objects.filter(action="referee.removed").count() == 1


def test_a_table_has_one_referee(event):
    first, _ = cast.referee(event, (1, 2))
    second, _ = cast.referee(event, (3,))

    referees.assign_tables(cast.chief(event), event, second.pk, [2, 3])

    assert (tables_of(first.pk), tables_of(second.pk)) == ({1}, {2, 3})
    assert AuditEntry.objects.get().data == {"tables": [2, 3], "taken_from": [first.pk]}


def test_a_referee_of_another_event_is_not_found(event):
    other, _ = cast.referee(cast.event("other"), (1,))

    with pytest.raises(NotFound):
        referees.assign_tables(cast.chief(event), event, other.pk, [2])

    assert tables_of(other.pk) == {1}


def test_all_tables_are_shared_in_neighbouring_blocks(event):
    rows = [cast.referee(event, tables)[0] for tables in ((1, 2, 3), (), ())]
    rows.append(cast.referee(event)[0])

    referees.share_evenly(cast.chief(event), event)

    assert [sorted(tables_of(row.pk)) for row in rows] == [[1, 2, 3], [4, 5], [6, 7], [8, 9]]


@pytest.mark.parametrize(
    ("tables", "people", "sizes"), [(9, 1, [9]), (9, 3, [3, 3, 3]), (2, 3, [1, 1, 0]), (10, 4, [3, 3, 2, 2])]
)
def test_shares_cover_every_table_once(tables, people, sizes):
    shares = referees.even_shares(tables, people)

    assert [len(share) for share in shares] == sizes
    assert [table for share in shares for table in share] == list(range(1, tables + 1))


def test_without_referees_nothing_is_shared(event):
    with pytest.raises(Invalid) as refused:
        referees.share_evenly(cast.chief(event), event)

    assert refused.value.code == "no_referees"


def test_a_referee_takes_over_a_neighbours_table(event):
    first, _ = cast.referee(event, (1, 2))
    second, actor = cast.referee(event, (3,))

    taken = referees.take_over(actor, event, 2)
    again = referees.take_over(actor, event, 2)

    entry = AuditEntry.objects.get()
    assert (taken, again) == ([first.pk], [])
    assert (tables_of(first.pk), tables_of(second.pk)) == ({1}, {2, 3})
    assert (entry.action, entry.membership, entry.data) == (
        "table.taken_over",
        second,
        {"table": 2, "taken_from": [first.pk]},
    )


def test_a_removed_referee_takes_nothing_over(event):
    first, _ = cast.referee(event, (1,))
    second, actor = cast.referee(event)
    referees.remove(cast.chief(event), event, second.pk)

    with pytest.raises(NotAllowed):
        referees.take_over(actor, event, 1)

    assert tables_of(first.pk) == {1}
