"""The submission as the phone sends it: permissions, the token, idempotency, unknown fields."""

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.models import LinkScope, ResultSheet, Role, Tournament
from tournaments.tests import cast
from tournaments.tests.results.hall import close, key, match_at, start

URL = "/api/v1/events/spring-cup/results/"


@pytest.fixture
def hall(event: Tournament) -> Tournament:
    cast.drawn(event)
    start(event)
    return event


def phone(event: Tournament, *tables: int, name: str = "巡台裁判") -> Client:
    """Return the browser of a referee who opened the personal link."""
    membership, _ = cast.referee(event, tables, name)
    return cast.client_of(cast.link(event, LinkScope.REFEREE, membership=membership)[0])


def body(event: Tournament, table: int = 3, **change) -> dict:
    match = match_at(event, table)
    form = {
        "key": key(),
        "match": match.pk,
        "round": 1,
        "table": table,
        "levels": ["9", "6"],
        "confirmed_sides": [0, 1],
        "observed_at": timezone.now().isoformat(),
    }
    return {**form, **change}


def post(client: Client, form, **headers):
    return client.post(URL, form, content_type="application/json", headers=headers)


def test_the_receipt_echoes_the_key_and_says_the_result_in_words(hall):
    form = body(hall)

    answer = post(phone(hall, 3), form, accept_language="en")

    first, second = (f"{cast.ROUND_1[2].split()[i]}" for i in (0, 1))
    got = answer.json()
    assert (answer.status_code, got["key"], got["version"], got["state"], got["state_words"], got["levels"]) == (
        200, form["key"], 1, "official", "Official", ["9", "6"],
    )  # fmt: skip
    assert got["sentence"].endswith(f"{first} wins by 3 levels. {first} +3, {second} −3.")


def test_sending_again_gives_the_same_answer(hall):
    client, form = phone(hall, 3), body(hall)

    answers = [post(client, form) for _ in range(3)]

    assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
    assert ResultSheet.objects.count() == 1


def test_c08_the_same_key_with_another_content_is_refused(hall):
    client, form = phone(hall, 3), body(hall)
    post(client, form)

    answer = post(client, {**form, "levels": ["6", "9"]})

    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, "key_reused", "key")


@pytest.mark.parametrize("client", ["public", "team", "screen", "neighbour", "stranger", "auditor"])
def test_who_has_not_this_table_is_refused(hall, client):
    other = cast.event("other-cup")
    team = hall.teams.first()
    who = {
        "public": Client,
        "team": lambda: cast.client_of(cast.link(hall, LinkScope.TEAM, team=team)[0]),
        "screen": lambda: cast.client_of(cast.link(hall, LinkScope.SCREEN)[0]),
        "neighbour": lambda: phone(hall, 4),
        "stranger": lambda: phone(other, 3),
        "auditor": lambda: cast.client_of(cast.member(hall, Role.AUDITOR)),
    }[client]()

    answer = post(who, body(hall))

    expected = "table_not_yours" if client == "neighbour" else "not_allowed"
    assert (answer.status_code, answer.json()["code"], ResultSheet.objects.count()) == (403, expected, 0)


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.CHIEF, Role.DESK])
def test_who_has_every_table_may_send_from_any(hall, role):
    client = cast.client_of(cast.member(hall, role))

    answer = post(client, body(hall))

    assert (answer.status_code, answer.json()["state"]) == (200, "official")


@pytest.mark.parametrize("account", [True, False])
def test_without_the_token_nothing_is_taken_from_a_link_or_an_account(hall, account):
    membership, _ = cast.referee(hall, [3])
    subject = cast.member(hall, Role.CHIEF) if account else cast.link(hall, LinkScope.REFEREE, membership=membership)[0]
    client = cast.client_of(subject)
    client.handler.enforce_csrf_checks = True

    refused = post(client, body(hall))
    client.cookies["csrftoken"] = "a" * 32
    taken = post(client, body(hall), x_csrftoken="a" * 32)

    assert (refused.status_code, refused.json()["code"]) == (403, "form_expired")
    assert (taken.status_code, ResultSheet.objects.count()) == (200, 1)


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"state": "official"}, 400, "invalid", "state"),
        ({"role": "chief", "points": 9}, 400, "invalid", "points"),
        ({"levels": [9, 6]}, 400, "invalid", "levels.0"),
        ({"levels": ["9"]}, 400, "invalid", "levels"),
        ({"match": "x"}, 400, "invalid", "match"),
        ({"match": 10**30}, 404, "not_found", ""),
        ({"key": "x"}, 400, "invalid", "key"),
        ({"confirmed_sides": [2]}, 400, "invalid", "confirmed_sides.0"),
        ({"outcome": "void"}, 400, "invalid", "outcome"),
        ({"observed_at": "yesterday"}, 400, "invalid", "observed_at"),
        ({"levels": ["9", "B"]}, 422, "level_not_on_ladder", "level_1"),
        ({"levels": None}, 422, "levels_needed", "levels"),
        ({"round": 2}, 409, "page_old", ""),
        ({"match": 999999}, 404, "not_found", ""),
    ],
)
def test_what_is_wrong_is_said_at_its_place_and_nothing_is_written(hall, change, status, code, field):
    answer = post(phone(hall, 3), body(hall, **change))

    got = answer.json()
    assert (answer.status_code, got["code"], got["field"]) == (status, code, field)
    assert (sorted(got), ResultSheet.objects.count()) == (["code", "field", "message", "params"], 0)


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        ("{", "application/json", 400, "parse_error"),
        ("[]", "application/json", 400, "invalid"),
        ("a=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
    ],
)
def test_what_is_no_form_is_refused(hall, content, kind, status, code):
    answer = phone(hall, 3).post(URL, content, content_type=kind)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_c02_a_get_changes_nothing(hall):
    answer = phone(hall, 3).get(URL, body(hall))

    assert (answer.status_code, answer.json()["code"], ResultSheet.objects.count()) == (405, "method_not_allowed", 0)


def test_refusals_are_in_the_readers_language(hall):
    client = phone(hall, 3)

    words = {
        language: post(client, body(hall, levels=["9", "B"]), accept_language=language).json()["message"]
        for language in ("en", "zh-hans")
    }

    assert words["en"] == "“B” is no level of this event: they go from 2 to A+13."
    assert words["zh-hans"] != words["en"]


def test_the_table_says_who_plays_and_what_is_stored(hall):
    client = phone(hall, 3)
    form = body(hall)
    post(client, form)

    got = client.get("/api/v1/events/spring-cup/tables/3/").json()

    assert (got["match"], got["round"], [side["lot"] for side in got["sides"]]) == (
        form["match"], {"number": 1, "begun": True, "closed": False}, ["E1", "F1"],
    )  # fmt: skip
    assert [(sheet["version"], sheet["state"], sheet["levels"], sheet["own"]) for sheet in got["sheets"]] == [
        (1, "official", ["9", "6"], True)
    ]
    assert (got["levels"][0], got["levels"][12], got["levels"][-1]) == ("2", "A", "A+13")


def test_after_the_close_the_table_says_so(hall):
    close(hall)
    close(hall, 2)

    got = phone(hall, 3).get("/api/v1/events/spring-cup/tables/3/").json()

    assert got["round"] == {"number": 2, "begun": True, "closed": True}


@pytest.mark.parametrize("rows", [1, 3])
def test_a_submission_asks_the_same_number_of_questions_however_much_is_stored(hall, rows, django_assert_num_queries):
    client = phone(hall, *range(1, 10))
    for table in range(1, rows + 1):
        post(client, body(hall, table))

    form = body(hall, 9)

    with django_assert_num_queries(21):  # two of them are the savepoint of a test's own transaction
        answer = post(client, form)

    assert answer.status_code == 200


def test_json_nested_without_end_is_malformed_like_any_other(hall):
    answer = phone(hall, 3).generic("POST", URL, "[" * 100_000, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
