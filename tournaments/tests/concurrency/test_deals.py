"""What happens when two phones keep the same match at the same moment."""

import pytest
from django.db import IntegrityError, connection, transaction

from tournaments.errors import Refusal
from tournaments.models import Deal, LinkScope, Ruling
from tournaments.tests import cast
from tournaments.tests.concurrency.together import at_once
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal, reverse, rule
from tournaments.tests.results.hall import key

pytestmark = pytest.mark.django_db(transaction=True)


def told(call):
    """Return what a call stored, or the code and the parameters of its refusal."""
    try:
        return call()
    except Refusal as refused:
        return refused


def test_two_phones_record_deal_three_at_once_and_one_is_told():
    event = table.hall()
    phones = [cast.referee(event, [3])[1] for _ in range(2)]
    for dealer in (0, 1):
        deal(phones[0], event, at(event), 120, dealer)

    answers = at_once(
        *(lambda phone=phone: told(lambda: deal(phone, event, at(event), 40, 2, number=3)) for phone in phones),
    )

    refused = [answer for answer in answers if isinstance(answer, Refusal)]
    stored = [answer for answer in answers if not isinstance(answer, Refusal)]
    assert [(answer.number, answer.version) for answer in stored] == [(3, 1)]
    assert [(answer.code, answer.params["next"]) for answer in refused] == [("deal_is_recorded", 4)]
    assert Deal.objects.filter(number=3).count() == 1


def test_two_phones_correct_one_deal_at_once_and_one_is_told():
    event = table.hall()
    phones = [cast.referee(event, [3])[1] for _ in range(2)]
    deal(phones[0], event, at(event), 120, 0)

    answers = at_once(
        *(
            lambda phone=phone, points=points: told(
                lambda: deal(phone, event, at(event), points, 0, number=1, corrects=1, reason="看错了")
            )
            for phone, points in zip(phones, (40, 60), strict=True)
        ),
    )

    codes = sorted(answer.code if isinstance(answer, Refusal) else str(answer.version) for answer in answers)
    assert (codes, Deal.objects.count()) == (["2", "deal_changed"], 2)


def test_one_form_sent_many_times_at_once_is_one_deal_and_one_ruling():
    event = table.hall()
    membership, _ = cast.referee(event, [3])
    link, _ = cast.link(event, LinkScope.REFEREE, membership=membership)
    shown = {"match": at(event).pk, "round": 1, "table": 3}
    forms = {
        "deals": {"key": key(), **shown, "number": 1, "dealer": 0, "points": 120},
        "rulings": {"key": key(), **shown, "side": 0, "offence": "slow_play"},
    }

    def post(where):
        client = cast.client_of(link)
        answer = client.post(f"/api/v1/events/{event.slug}/{where}/", forms[where], content_type="application/json")
        return where, answer.status_code, str(answer.json().get("deal") or answer.json()["ruling"])

    answers = at_once(*(lambda where=where: post(where) for where in list(forms) * 4))

    assert (len(set(answers)), {status for _, status, _ in answers}) == (2, {200})
    assert (Deal.objects.count(), Ruling.objects.count()) == (1, 1)


def test_two_chiefs_take_one_ruling_back_at_once():
    event = table.hall()
    chiefs = [cast.chief(event), cast.chief(event)]
    ruling = rule(chiefs[0], event, at(event), 0, "slow_play")

    answers = at_once(*(lambda chief=chief: told(lambda: reverse(chief, event, ruling)) for chief in chiefs))

    assert sorted(getattr(answer, "code", "taken") for answer in answers) == ["ruling_reversed", "taken"]
    assert Ruling.objects.filter(reverses=ruling).count() == 1


def test_the_database_itself_refuses_a_second_version_of_a_number():
    event = table.hall()
    deal(cast.chief(event), event, at(event), 120, 0)

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_deal (match_id, number, version, key, fingerprint, dealer, points, kitty_points,"
            " removed, reason, observed_at, received_at) SELECT match_id, number, version, 'another-key', fingerprint,"
            " dealer, points, kitty_points, removed, reason, observed_at, received_at FROM tournaments_deal"
        )

    assert Deal.objects.count() == 1
