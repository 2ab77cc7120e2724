"""What happens when phones send at the same moment, each over a connection of its own."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tournaments.actions import results
from tournaments.errors import Refusal
from tournaments.models import Confirmation, LinkScope, ResultSheet
from tournaments.tests import cast
from tournaments.tests.concurrency.together import at_once
from tournaments.tests.results.hall import key, match_at, send, start

pytestmark = pytest.mark.django_db(transaction=True)


def hall():
    event = cast.event()
    cast.drawn(event)
    start(event)
    return event


def test_fifty_posts_of_one_form_make_one_sheet_and_fifty_equal_answers():
    event = hall()
    membership, _ = cast.referee(event, [3])
    link, _ = cast.link(event, LinkScope.REFEREE, membership=membership)
    match = match_at(event, 3)
    form = {
        "key": key(), "match": match.pk, "round": 1, "table": 3, "levels": ["9", "6"], "confirmed_sides": [0, 1],
        "observed_at": timezone.now().isoformat(),
    }  # fmt: skip
    clients = [cast.client_of(link) for _ in range(10)]

    def post_five(client):
        url = f"/api/v1/events/{event.slug}/results/"
        answers = [client.post(url, form, content_type="application/json") for _ in range(5)]
        return [(answer.status_code, answer.content) for answer in answers]

    answers = at_once(*(lambda client=client: post_five(client) for client in clients))

    flat = [answer for some in answers for answer in some]
    assert (len(flat), len(set(flat)), flat[0][0]) == (50, 1, 200)
    assert (ResultSheet.objects.count(), Confirmation.objects.count()) == (1, 2)


def test_two_referees_at_once_with_different_results_are_a_conflict():
    event = hall()
    match = match_at(event, 3)
    (_, first), (_, second) = cast.referee(event, [3]), cast.referee(event, [3])

    receipts = at_once(
        lambda: send(first, event, match, "9", "6", confirmed_sides=(0,)),
        lambda: send(second, event, match, "6", "9", confirmed_sides=(1,)),
    )

    assert sorted(receipt.version for receipt in receipts) == [1, 2]
    assert [sheet.state for sheet in ResultSheet.objects.all()] == ["conflict", "conflict"]


def test_two_referees_at_once_with_the_same_result_confirm_each_other():
    event = hall()
    match = match_at(event, 3)
    (_, first), (_, second) = cast.referee(event, [3]), cast.referee(event, [3])

    at_once(
        lambda: send(first, event, match, "9", "6", confirmed_sides=(0,)),
        lambda: send(second, event, match, "9", "6", confirmed_sides=(1,)),
    )

    assert sorted(sheet.state for sheet in ResultSheet.objects.all()) == ["official", "superseded"]


def test_two_chiefs_who_decide_at_once_leave_one_official_sheet():
    event = hall()
    match = match_at(event, 3)
    sent = [send(cast.referee(event, [3])[1], event, match, *levels) for levels in (("9", "6"), ("6", "9"))]
    chiefs = [cast.chief(event), cast.chief(event)]

    def decide(chief, receipt):
        try:
            return results.decide(chief, event, sheet_id=receipt.sheet_id, reason="问过两对").state
        except Refusal as refused:
            return refused.code

    outcomes = at_once(
        lambda: decide(chiefs[0], sent[0]),
        lambda: decide(chiefs[1], sent[1]),
    )

    assert sorted(outcomes) == ["official", "sheet_settled"]
    assert sorted(sheet.state for sheet in ResultSheet.objects.all()) in (
        ["official", "rejected"],
        ["official", "superseded"],
    )


def test_c04_the_database_itself_refuses_a_second_official_sheet():
    event = hall()
    match = match_at(event, 3)
    send(cast.chief(event), event, match, "9", "6")
    send(cast.referee(event, [3])[1], event, match, "6", "9")

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_resultsheet SET state = 'official' WHERE match_id = %s", [match.pk])

    assert [sheet.state for sheet in ResultSheet.objects.all()] == ["official", "conflict"]
