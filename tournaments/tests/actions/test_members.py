import pytest

from tournaments.actions import accounts, members
from tournaments.errors import Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, Membership, Notice, Role, User
from tournaments.tests import cast


def test_a_new_colleague_gets_an_account_and_a_link_to_set_the_password(event, settings):
    settings.MAIL_CONFIGURED = False

    added = members.add(cast.organizer(event), event, email="Chief@Example.org", role="chief", name="周裁判")

    user = User.objects.get(email="chief@example.org")
    assert (added.membership.user, added.membership.role, user.name) == (user, Role.CHIEF, "周裁判")
    assert added.password_url is not None
    assert added.password_url.count("/accounts/reset/") == 1
    assert Notice.objects.count() == 0
    # "Password forgotten?" writes to usable passwords only.
    assert user.has_usable_password()


def test_with_a_mail_server_the_link_goes_by_mail_alone(event, settings):
    settings.MAIL_CONFIGURED = True

    added = members.add(cast.organizer(event), event, email="chief@example.org", role="chief")

    notice = Notice.objects.get()
    assert added.password_url is None
    assert (notice.recipient, notice.body.count("/accounts/reset/")) == ("chief@example.org", 1)


def test_an_account_that_exists_gets_the_role_and_no_link(event, settings):
    settings.MAIL_CONFIGURED = False
    user = User.objects.create_user("chief@example.org", "shengji-2026")

    added = members.add(cast.organizer(event), event, email="CHIEF@example.org", role="chief")

    assert (added.membership.user, added.password_url) == (user, None)
    user.refresh_from_db()
    assert user.check_password("shengji-2026")


def test_adding_somebody_again_changes_nothing(event):
    organizer = cast.organizer(event)
    first = members.add(organizer, event, email="desk@example.org", role="desk")

    second = members.add(organizer, event, email="desk@example.org", role="desk")

    assert second.membership == first.membership
    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("role", ["organizer", "chief", "auditor"])
def test_a_chief_gives_no_role_as_high_as_an_organizer_does(event, role):
    with pytest.raises(NotAllowed):
        members.add(cast.chief(event), event, email="friend@example.org", role=role)

    assert User.objects.filter(email="friend@example.org").count() == 0


def test_a_chief_adds_the_desk(event):
    added = members.add(cast.chief(event), event, email="desk@example.org", role="desk")

    assert added.membership.role == Role.DESK


@pytest.mark.parametrize("role", ["referee", "site_admin", ""])
def test_other_roles_are_not_given_by_mail(event, role):
    with pytest.raises(Invalid) as refused:
        members.add(cast.organizer(event), event, email="x@example.org", role=role)

    assert refused.value.field == "role"


def test_a_colleague_is_removed_and_keeps_the_account(event):
    desk = cast.member(event, Role.DESK)

    members.remove(cast.organizer(event), event, desk.pk)

    desk.refresh_from_db()
    assert desk.removed_at is not None
    assert User.objects.filter(pk=desk.user_id).exists()


def test_the_last_organizer_stays(event):
    organizer = cast.organizer(event)

    with pytest.raises(Refusal) as refused:
        members.remove(organizer, event, organizer.membership_id)

    assert refused.value.code == "last_organizer"
    assert Membership.objects.get(pk=organizer.membership_id).removed_at is None


def test_a_colleague_of_another_event_is_not_found(event):
    other = cast.member(cast.event("other"), Role.DESK)

    with pytest.raises(NotFound):
        members.remove(cast.organizer(event), event, other.pk)


def test_an_email_has_one_account(db):
    accounts.create_account("a@example.org")

    with pytest.raises(Invalid) as refused:
        accounts.create_account("A@example.org")

    assert (refused.value.code, refused.value.field) == ("email_taken", "email")
