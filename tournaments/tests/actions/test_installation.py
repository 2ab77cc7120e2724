from tournaments.actions import installation
from tournaments.models import AuditEntry, Membership, User
from tournaments.tests import cast


def test_the_first_start_makes_one_organizer_who_has_the_samples_and_whose_role_is_in_their_logs(db):
    for slug in ("sample", "sample-open", "spring-cup"):
        cast.event(slug)

    password = installation.create_organizer()
    again = installation.create_organizer()

    account = User.objects.get()
    assert (account.email, account.check_password(password), again) == (installation.ORGANIZER, True, None)
    assert sorted(Membership.objects.values_list("tournament__slug", "role", "user")) == [
        ("sample", "organizer", account.pk),
        ("sample-open", "organizer", account.pk),
    ]
    assert list(AuditEntry.objects.order_by("pk").values_list("tournament__slug", "action", "role")) == [
        ("sample", "member.added", "system"),
        ("sample-open", "member.added", "system"),
    ]
