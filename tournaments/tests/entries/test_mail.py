from datetime import timedelta

import pytest
from django.core import mail as outbox
from django.core.mail.backends.base import BaseEmailBackend

from tournaments.actions import mail, teams
from tournaments.actions.notices import queue_mail
from tournaments.models import Notice
from tournaments.selectors.links import address
from tournaments.tests import cast
from tournaments.tests.entries.hands import enter


class RefusingServer(BaseEmailBackend):
    """A mail server that is down."""

    def send_messages(self, email_messages):
        raise ConnectionRefusedError


@pytest.fixture
def down(settings):
    settings.EMAIL_BACKEND = f"{__name__}.RefusingServer"


def notice(event, **fields):
    given = {"dedupe_key": "one", "recipient": "wang@example.org", "subject": "s", "body": "b", "now": cast.NOW}
    return queue_mail(event, **given | fields)


def test_a_confirmation_is_written_in_the_language_of_the_form(event):
    enter(event, email="wang@example.org", language="zh-hans")
    enter(event, "Ann Lee", "Bob Ray", email="ann@example.org", language="en")

    assert list(Notice.objects.order_by("pk").values_list("recipient", "subject")) == [
        ("wang@example.org", "已收到报名：春季拖拉机赛"),
        ("ann@example.org", "Entry received: Spring Tractor Cup"),
    ]


def test_a_confirmation_brings_the_private_link_and_names_as_typed(event):
    made = enter(event, "Jean O'Neill", "张 三", email="jean@example.org", language="en")

    body = Notice.objects.get().body

    assert address(made.token) in body
    assert "Pair 1: Jean O'Neill / 张 三" in body


def test_the_same_cause_is_written_once(event):
    notice(event)
    notice(event)

    assert Notice.objects.count() == 1


def test_what_is_due_is_sent_once(event):
    notice(event)

    sent = [mail.deliver_due(cast.NOW), mail.deliver_due(cast.NOW + timedelta(hours=1))]

    assert (sent, [message.to for message in outbox.outbox]) == ([1, 0], [["wang@example.org"]])


def test_the_copy_that_stays_has_no_secret_any_more(event):
    made = enter(event, email="wang@example.org")

    mail.deliver_due(Notice.objects.get().due_at)

    assert made.token in outbox.outbox[0].body
    assert made.token not in Notice.objects.get().body


def test_what_another_worker_holds_is_left_to_it_until_its_lease_ends(event):
    row = notice(event)
    row.claimed_until = cast.NOW + timedelta(minutes=2)
    row.save(update_fields=["claimed_until"])

    sent = [mail.deliver_due(cast.NOW), mail.deliver_due(cast.NOW + timedelta(minutes=3))]

    assert sent == [0, 1]


def test_without_a_mail_server_the_message_stays_and_is_marked_unsent_at_once(event, settings):
    settings.MAIL_CONFIGURED = False
    notice(event)

    mail.deliver_due(cast.NOW)

    row = Notice.objects.get()
    assert (row.state, row.error, row.body, outbox.outbox) == ("unsent", "no_mail_server", "b", [])


def test_without_an_address_the_message_stays_to_be_copied(event):
    enter(event, email="")

    mail.deliver_due(Notice.objects.get().due_at)

    row = Notice.objects.get()
    assert (row.state, row.error, "/in/#" in row.body) == ("unsent", "no_recipient", True)


def test_a_failure_is_tried_again_later_each_time_and_given_up_at_last(event, down):
    notice(event)
    now, waits = cast.NOW, []

    for _ in range(mail.MOST_ATTEMPTS):
        mail.deliver_due(now)
        row = Notice.objects.get()
        waits.append(round((row.due_at - now).total_seconds()))
        now = row.due_at

    assert waits == [30, 120, 480, 1920, 7680, 30720]
    assert (row.state, row.attempts, row.error) == ("failed", 6, "ConnectionRefusedError")
    assert mail.deliver_due(now + timedelta(days=9)) == 0


def test_a_mail_that_failed_is_sent_when_the_server_is_back(event, settings, down):
    notice(event)
    mail.deliver_due(cast.NOW)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    sent = [mail.deliver_due(cast.NOW + timedelta(seconds=29)), mail.deliver_due(cast.NOW + timedelta(seconds=32))]

    assert sent == [0, 1]


def test_a_new_link_is_mailed_and_the_old_one_is_unknown(event):
    made = enter(event, email="wang@example.org")

    token = teams.reissue_link(cast.organizer(event), event, made.entry.team_id)

    assert address(token) in Notice.objects.order_by("pk").last().body
    assert list(made.entry.team.links.filter(revoked_at=None).values_list("pk", flat=True)) == [
        made.entry.team.links.order_by("pk").last().pk
    ]
