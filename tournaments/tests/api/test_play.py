"""Deals, rulings and arrivals as a table's page sends them, and the play that every answer brings."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.api import play_serializers as shapes
from tournaments.models import Deal, LinkScope, MatchFact, Role, Ruling, Tournament
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import PAIR, at
from tournaments.tests.results.hall import key

EVENT = "/api/v1/events/deal-cup/"


@pytest.fixture
def event(db) -> Tournament:
    return table.hall("s0")


@pytest.fixture
def phone(event: Tournament) -> Client:
    membership, _ = cast.referee(event, [3])
    return cast.client_of(cast.link(event, LinkScope.REFEREE, membership=membership)[0])


def form(event: Tournament, **more: Any) -> dict[str, Any]:
    return {"key": key(), "match": at(event).pk, "round": 1, "table": 3, **more}


def post(client: Client, where: str, body: dict[str, Any], language: str = "en"):
    return client.post(EVENT + where, body, content_type="application/json", headers={"accept_language": language})


def deal(event: Tournament, number: int = 1, dealer: int = 0, points: int = 130, **more: Any) -> dict[str, Any]:
    more = {"observed_at": timezone.now().isoformat(), **more}
    return form(event, number=number, dealer=dealer, points=points, **more)


def same_fields(shape, given: Any, where: str = "") -> list[str]:
    """Compare an answer with the serializer that describes it; returns the places that differ."""
    fields = getattr(shape, "fields", None) or getattr(getattr(shape, "child", None), "fields", None)
    if fields is None or given is None:
        return []
    wrong = []
    for each in given if isinstance(given, list) else [given]:
        wrong += [f"{where}.{name}" for name in set(fields) ^ set(each)]
        for name in set(fields) & set(each):
            wrong += same_fields(fields[name], each[name], f"{where}.{name}")
    return wrong


def test_an_answer_has_what_its_description_says(event, phone):
    post(phone, "arrivals/", form(event, side=1, at=None))
    post(phone, "rulings/", form(event, side=1, offence="card_count", deal=1))
    stored = post(phone, "deals/", deal(event, kitty_points=10, last_trick=PAIR)).json()
    table.rule(cast.chief(event), event, at(event), 0, "decision", effect="warning", note="讲话")
    taken = post(phone, "rulings/reverse/", {"key": key(), "ruling": Ruling.objects.latest("pk").pk, "reason": "误判"})

    play = phone.get(EVENT + "tables/3/play/").json()

    assert same_fields(shapes.DealAnswer(), stored) == []
    assert same_fields(shapes.RulingAnswer(), taken.json()) == []
    assert same_fields(shapes.Play(), play) == []
    assert len(play["deals"]) == len(stored["play"]["deals"]) == 1


def test_the_receipt_echoes_the_key_and_says_the_deal_in_words(event, phone):
    """S0-4: 130 points are the attackers' deal without a level."""
    body = deal(event)

    answer = post(phone, "deals/", body)

    got, first, second = answer.json(), *(side.lot for side in at(event).sides.all())
    assert (answer.status_code, got["key"], got["preview"], got["deal"]["number"], got["deal"]["version"]) == (
        200, body["key"], False, 1, 1,
    )  # fmt: skip
    assert got["deal"]["sentence"] == (
        f"Deal 1 ({first} dealt): attackers 130 points, the attackers take the deal. {first} 2, {second} 2."
    )
    assert [step["words"] for step in got["play"]["deals"][0]["steps"]] == [
        "The attackers took 130 points in tricks.",
        "130 points lie in 120–145: the attackers take the deal.",
        f"{second} deals next.",
    ]
    assert (got["play"]["number"], got["play"]["dealer"], got["play"]["levels"]) == (2, 1, ["2", "2"])


def test_sending_again_gives_the_same_receipt(event, phone):
    body = deal(event)

    answers = [post(phone, "deals/", body).json()["deal"] for _ in range(3)]

    assert (answers, Deal.objects.count()) == ([answers[0]] * 3, 1)


def test_a_preview_answers_as_it_would_be_and_stores_nothing(event, phone):
    body = deal(event, preview=True)

    got = post(phone, "deals/", body).json()
    stored = post(phone, "deals/", {**body, "preview": False})

    assert (got["preview"], got["deal"]["received_at"], got["play"]["number"], got["deal"]["sentence"]) == (
        True, None, 2, stored.json()["deal"]["sentence"],
    )  # fmt: skip
    assert (stored.status_code, Deal.objects.count()) == (200, 1)


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"points": 7}, 422, "points_not_in_unit", "points"),
        ({"points": "many"}, 400, "invalid", "points"),
        ({"dealer": 4}, 400, "invalid", "dealer"),
        ({"number": 2}, 409, "deal_number_next", ""),
        ({"accepted": True}, 400, "invalid", "accepted"),
        ({"last_trick": {"attackers": True, "cards": 2}}, 400, "invalid", "last_trick.cards"),
        ({"kitty_points": 10}, 422, "kitty_without_last_trick", "last_trick"),
        ({"key": "short"}, 400, "invalid", "key"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(event, phone, change, status, code, field):
    answer = post(phone, "deals/", {**deal(event), **change})

    got = answer.json()
    assert (answer.status_code, got["code"], got["field"], Deal.objects.count()) == (status, code, field, 0)


def test_the_last_deal_is_taken_out(event, phone):
    post(phone, "deals/", deal(event))

    got = post(phone, "deals/remove/", form(event, number=1, reason="记错桌")).json()

    assert (got["deal"]["removed"], got["deal"]["version"], got["play"]["deals"], got["play"]["number"]) == (
        True, 2, [], 1,
    )  # fmt: skip


def test_a_ruling_comes_back_with_its_words_and_clause(event, phone):
    body = form(event, side=1, offence="wrong_card", cards=2, deal=1)

    got = post(phone, "rulings/", body).json()

    assert (got["key"], got["ruling"]["side"], got["ruling"]["words"], got["ruling"]["effect_words"]) == (
        body["key"], 1, "Wrong card", "20 points",
    )  # fmt: skip
    assert (got["ruling"]["clause"], got["ruling"]["deal"], got["play"]["rulings"]) == ("S0-8.1", 1, [got["ruling"]])


def test_the_offences_say_what_they_would_cost_now(db):
    event = table.hall("s1")
    chief = cast.client_of(cast.member(event, Role.CHIEF))
    table.rule(cast.chief(event), event, at(event), 1, "slow_play")

    offences = chief.get(EVENT + "tables/3/play/", headers={"accept-language": "en"}).json()["offences"]

    slow = next(offence for offence in offences if offence["key"] == "slow_play")
    assert [(each["occurrence"], each["words"], each["in_deal"]) for each in slow["next"]] == [
        (1, "warning", False), (2, "10 points", True),
    ]  # fmt: skip


def test_a_ruling_is_taken_back_with_its_reason(event, phone):
    ruling = post(phone, "rulings/", form(event, side=1, offence="wrong_card", deal=1)).json()["ruling"]

    got = post(phone, "rulings/reverse/", {"key": key(), "ruling": ruling["id"], "reason": "看清了"}).json()["ruling"]

    assert (got["id"], got["reversed"]["reason"], got["reversible"]) == (ruling["id"], "看清了", False)


def test_an_arrival_proposes_a_step_and_the_referee_confirms_it(event, phone):
    start = phone.get(EVENT + "tables/3/play/").json()["late"]["starts_at"]

    came = post(phone, "arrivals/", form(event, side=1, at=start.replace("+00:00", "Z"))).json()
    again = post(phone, "arrivals/", form(event, side=1)).json()
    ruled = post(phone, "lateness/", form(event, side=1)).json()

    late = ruled["play"]["late"]["sides"][1]
    assert (came["arrival"]["seconds"], came["play"]["late"]["sides"][1]["step"]) == (0, None)
    assert (again["play"]["late"]["sides"][1]["step"]["words"], late["confirmed"], late["ruling"]) == (
        "the match is forfeited", True, ruled["ruling"]["id"],
    )  # fmt: skip
    assert (ruled["play"]["finished"], ruled["play"]["ended_by"], ruled["play"]["winner"]) == (True, "match_lost", 0)
    assert MatchFact.objects.count() == 2


def test_time_up_says_what_becomes_of_the_deal_in_hand(event, phone):
    """S0-3.3: a deal is finished once a card was led, else play stops."""
    stages = phone.get(EVENT + "tables/3/play/").json()["time_up"]

    assert stages["asks_stage"]
    assert {name: stage["verdict"] for name, stage in stages["stages"].items()} == {
        "between": "stop", "drawing": "stop", "burying": "stop", "led": "finish",
    }  # fmt: skip


def test_the_play_says_what_was_reported_against_the_deals(event, phone):
    post(phone, "deals/", deal(event, points=0))
    body = form(event, levels=["5", "2"], confirmed_sides=[0, 1])

    receipt = post(phone, "results/", body).json()

    play = phone.get(EVENT + "tables/3/play/", headers={"accept-language": "en"}).json()
    assert (receipt["state"], receipt["deals_differ"]) == ("official", True)
    assert (play["levels"], play["reported"]["levels"], play["reported"]["differs"]) == (["6", "2"], ["5", "2"], True)
    assert receipt["differ_words"] == play["reported"]["words"] != ""


@pytest.mark.parametrize("deals", [1, 3])
def test_the_play_takes_as_many_queries_for_one_deal_as_for_three(event, phone, deals, django_assert_num_queries):
    for number in range(1, deals + 1):
        post(phone, "deals/", deal(event, number=number, dealer=(0, 1, 2)[number - 1], points=130))
        post(phone, "rulings/", form(event, side=1, offence="wrong_card", deal=number))

    with django_assert_num_queries(17):
        play = phone.get(EVENT + "tables/3/play/").json()

    assert (len(play["deals"]), len(play["rulings"])) == (deals, deals)


def test_the_words_of_a_deal_are_in_the_readers_language(event, phone):
    body = deal(event)

    answers = {language: post(phone, "deals/", body, language).json()["deal"] for language in ("en", "zh-hans")}

    assert answers["en"]["sentence"] != answers["zh-hans"]["sentence"]
    assert answers["en"]["received_at"] == answers["zh-hans"]["received_at"]
