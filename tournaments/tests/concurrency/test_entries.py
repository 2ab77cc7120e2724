"""The last place, asked for by several at the same moment over connections of their own."""

import pytest
from django.core import mail as outbox

from tournaments.actions import entries, mail
from tournaments.actions.notices import queue_mail
from tournaments.models import Entry, Notice, Team, Unit
from tournaments.tests import cast
from tournaments.tests.concurrency.together import at_once
from tournaments.tests.entries.hands import enter

pytestmark = pytest.mark.django_db(transaction=True)


def pair_of(tournament, number):
    return lambda: enter(tournament, f"王{number}", f"李{number}", unit_name=f"单位{number}").entry.state


def test_of_those_who_ask_for_the_last_place_one_gets_it():
    tournament = cast.event(registration={"capacity": 2})
    enter(tournament, "甲一", "甲二", unit_name="甲")

    answers = at_once(*(pair_of(tournament, number) for number in range(5)))

    assert sorted(answers) == ["accepted", "waiting", "waiting", "waiting", "waiting"]
    assert list(Team.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_a_unit_does_not_pass_its_limit():
    tournament = cast.event(registration={"capacity": 18, "pairs_per_unit": 2})

    answers = at_once(*(
        (lambda n=number: enter(tournament, f"王{n}", f"李{n}", unit_name="图书馆").entry.state) for number in range(4)
    ))  # fmt: skip

    assert sorted(answers) == ["accepted", "accepted", "unit_full", "unit_full"]
    assert Unit.objects.count() == 1


def test_one_form_sent_many_times_at_once_is_one_entry():
    tournament = cast.event()

    answers = at_once(*([lambda: enter(tournament, key="one").entry.pk] * 4))

    assert (len(set(answers)), Entry.objects.count()) == (1, 1)


def test_of_those_who_withdraw_each_lets_one_move_up():
    tournament = cast.event(registration={"capacity": 2})
    made = [enter(tournament, f"王{n}", f"李{n}", unit_name=n).entry for n in "甲乙丙丁戊"]
    organizer = cast.organizer(tournament)

    at_once(*(
        (lambda entry=entry: entries.withdraw(organizer, tournament, entry.pk, reason="x").state)
        for entry in made[:2]
    ))  # fmt: skip

    assert list(Entry.objects.order_by("pk").values_list("state", flat=True)) == [
        "withdrawn", "withdrawn", "accepted", "accepted", "waiting",
    ]  # fmt: skip


def test_workers_that_deliver_at_once_send_each_mail_once():
    tournament = cast.event()
    for number in range(6):
        fields = {"dedupe_key": f"mail-{number}", "recipient": f"{number}@example.org", "now": cast.NOW}
        queue_mail(tournament, **fields, subject="s", body="b")

    sent = at_once(*([lambda: mail.deliver_due(cast.NOW)] * 4))

    assert sum(sent) == 6
    assert sorted(message.to[0] for message in outbox.outbox) == [f"{number}@example.org" for number in range(6)]
    assert set(Notice.objects.values_list("state", "attempts")) == {("done", 1)}
