"""The referee's pages and the results desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.actions import results
from tournaments.models import LinkScope, ResultSheet, Role, TableAssignment, Tournament
from tournaments.tests import cast
from tournaments.tests.deals import hall as deals
from tournaments.tests.results.hall import key, match_at, save_looked_at, send, start


@pytest.fixture
def hall(event: Tournament) -> Tournament:
    cast.drawn(event)
    start(event)
    return event


def phone(event: Tournament, *tables: int) -> Client:
    membership, _ = cast.referee(event, tables)
    return cast.client_of(cast.link(event, LinkScope.REFEREE, membership=membership)[0])


def test_a_single_event_opens_at_once_from_the_referees_address(hall):
    answer = phone(hall, 3).get(reverse("referee"))

    assert (answer.status_code, answer.headers["Location"]) == (302, "/r/spring-cup/")


def test_without_a_link_the_referees_address_says_what_is_missing(db):
    answer = Client().get(reverse("referee"), headers={"accept-language": "en"})

    assert answer.status_code == 200
    assert "This phone is not signed in" in answer.content.decode()


def test_the_list_has_the_referees_own_tables_and_offers_the_others(hall):
    answer = phone(hall, 3, 5).get(reverse("referee-event", args=[hall.slug]))

    assert [row.table for row in answer.context["rows"]] == [3, 5]
    assert [row.table for row in answer.context["others"]] == [1, 2, 4, 6, 7, 8, 9]


@pytest.mark.parametrize("name", ["referee-event", "referee-table"])
def test_who_is_no_referee_here_is_sent_away(hall, name):
    address = reverse(name, args=[hall.slug] if name == "referee-event" else [hall.slug, 3])
    other = phone(cast.event("other-cup"), 3)

    assert (Client().get(address).status_code, other.get(address).status_code) == (302, 302)


def test_a_neighbours_table_is_taken_over_with_one_button(hall):
    client = phone(hall, 3)
    address = reverse("referee-table", args=[hall.slug, 4])

    before = client.get(address).context["own_table"]
    client.post(reverse("referee-take", args=[hall.slug, 4]))
    after = client.get(address).context["own_table"]

    assert (before, after, TableAssignment.objects.filter(table=4, ended_at__isnull=True).count()) == (False, True, 1)


def test_the_page_of_a_table_has_no_name_in_what_the_phone_keeps(hall):
    config = phone(hall, 3).get(reverse("referee-table", args=[hall.slug, 3])).context["config"]

    assert config["storage"] == f"result:spring-cup:{match_at(hall, 3).pk}"
    assert (config["labels"][config["named"]], config["standing"], config["own"]) == ("A+1", 0, None)


def test_before_the_start_the_page_says_so(event):
    cast.drawn(event)

    page = phone(event, 3).get(reverse("referee-table", args=[event.slug, 3]), headers={"accept-language": "en"})

    assert "Round 1 has not started yet" in page.content.decode()
    assert "result-config" not in page.content.decode()


def test_a_table_without_a_match_is_not_found(hall):
    answer = phone(hall, 3).get(reverse("referee-table", args=[hall.slug, 99]))

    assert answer.status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_asks_the_same_number_of_questions_for_any_number_of_results(
    hall, rows, django_assert_max_num_queries
):
    client = phone(hall, *range(1, 10))
    for table in range(1, rows + 1):
        send(cast.chief(hall), hall, match_at(hall, table), "9", "6")

    with django_assert_max_num_queries(22):
        client.get(reverse("referee-event", args=[hall.slug]))


@pytest.mark.parametrize(
    ("role", "status"), [(Role.ORGANIZER, 200), (Role.CHIEF, 200), (Role.DESK, 200), (Role.AUDITOR, 403)]
)
def test_the_desk_is_for_desk_chief_and_organizer(hall, role, status):
    client = cast.client_of(cast.member(hall, role))

    assert client.get(reverse("desk", args=[hall.slug])).status_code == status


def test_a_referee_has_no_desk(hall):
    assert phone(hall, 3).get(reverse("desk", args=[hall.slug])).status_code == 302
    assert phone(hall, 3).post(reverse("desk-type", args=[hall.slug, match_at(hall, 3).pk])).status_code == 403


def typed(event, table, first, second, **more):
    prefix = f"m{match_at(event, table).pk}"
    form = {"key": key(), "level_0": first, "level_1": second, "signed": "on", **more}
    return {f"{prefix}-{name}": value for name, value in form.items()}


@pytest.mark.parametrize(("first", "second"), [("9", "a+1"), (" 9 ", "A＋1"), ("９", "A +1")])
def test_levels_are_typed_as_people_write_them(hall, first, second):
    client = cast.client_of(cast.member(hall, Role.DESK))
    address = reverse("desk-type", args=[hall.slug, match_at(hall, 3).pk])

    answer = client.post(address, typed(hall, 3, first, second))

    sheet = ResultSheet.objects.get()
    following = f"/desk/spring-cup/?round=1&next={match_at(hall, 3).pk}"
    assert (answer.status_code, answer.headers["Location"]) == (302, following)
    assert (sheet.level_0, sheet.level_1, sheet.state, sheet.source) == (7, 13, "official", "desk")


@pytest.mark.parametrize("written", ["Joker", "joker", "ＪＯＫＥＲ"])
def test_a_level_is_found_however_its_letters_are_written(db, written):
    ladder = {"levels.ladder": ["5", "10", "K", "Joker"], "levels.start": "5", "levels.must_play": []}
    event = deals.hall("s1", decisions=ladder)
    client = cast.client_of(cast.member(event, Role.DESK))

    answer = client.post(reverse("desk-type", args=[event.slug, match_at(event, 3).pk]), typed(event, 3, "5", written))

    sheet = ResultSheet.objects.get()
    assert (answer.status_code, sheet.level_0, sheet.level_1) == (302, 0, 3)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("B", "“B” is no level of this event: they go from 2 to A+13."),
        ("", "Choose the level that each side reached."),
    ],
)
def test_a_level_that_does_not_exist_is_said_at_its_field_and_what_was_typed_stays(hall, second, words):
    client = cast.client_of(cast.member(hall, Role.DESK))
    address = reverse("desk-type", args=[hall.slug, match_at(hall, 3).pk])

    answer = client.post(address, typed(hall, 3, "9", second), headers={"accept-language": "en"})

    form = next(form for row, form in answer.context["lines"] if row.table == 3)
    assert (answer.status_code, form.errors, form["level_0"].value()) == (422, {"level_1": [words]}, "9")
    assert ResultSheet.objects.count() == 0


@pytest.mark.parametrize(
    ("ticks", "ways", "state"), [({}, [], "submitted"), ({"signed": "on"}, ["paper"] * 2, "official")]
)
def test_only_a_tick_says_that_both_have_signed(hall, ticks, ways, state):
    client = cast.client_of(cast.member(hall, Role.DESK))
    page = client.get(reverse("desk", args=[hall.slug]))
    form = next(form for row, form in page.context["lines"] if row.table == 3)
    untouched = {bound.html_name: bound.value() for bound in form if bound.value()}
    levels = {form[name].html_name: level for name, level in (("level_0", "9"), ("level_1", "6"))}

    client.post(
        reverse("desk-type", args=[hall.slug, match_at(hall, 3).pk]),
        untouched | levels | {form[name].html_name: value for name, value in ticks.items()},
    )

    sheet = ResultSheet.objects.get()
    assert ([row.how for row in sheet.confirmations.all()], sheet.state) == (ways, state)


def conflict(event):
    match = match_at(event, 3)
    return [send(cast.referee(event, [3])[1], event, match, *levels) for levels in (("9", "6"), ("6", "9"))]


def test_the_desk_shows_a_conflict_first_and_does_not_decide_it(hall):
    _, second = conflict(hall)
    client = cast.client_of(cast.member(hall, Role.DESK))

    page = client.get(reverse("desk", args=[hall.slug]))
    answer = client.post(reverse("desk-decide", args=[hall.slug, second.sheet_id]), {"reason": "因为"})

    assert [(one["row"].table, len(one["versions"])) for one in page.context["disputed"]] == [(3, 2)]
    assert (page.context["may_decide"], answer.status_code) == (False, 403)


def test_the_chief_decides_at_the_desk(hall):
    _, second = conflict(hall)
    client = cast.client_of(cast.member(hall, Role.CHIEF))

    address = reverse("desk-decide", args=[hall.slug, second.sheet_id])
    save_looked_at(client, address, {"reason": "问过两对"})

    assert ResultSheet.objects.get(state="official").pk == second.sheet_id


def test_c07_a_correction_at_the_desk_keeps_the_history(hall):
    match = match_at(hall, 3)
    send(cast.referee(hall, [3])[1], hall, match, "9", "6")
    client = cast.client_of(cast.member(hall, Role.ORGANIZER))
    address = reverse("desk-match", args=[hall.slug, match.pk])
    form = {"key": key(), "version": 1, "outcome": "played", "level_0": "9", "level_1": "7", "reason": "核对"}

    refused = client.post(address, {**form, "reason": ""})
    save_looked_at(client, address, form)
    page = client.get(address)

    assert refused.status_code == 422
    assert [(sheet.sheet.version, sheet.state.value, sheet.sheet.reason) for sheet, _ in page.context["versions"]] == [
        (2, "official", "核对"), (1, "superseded", ""),
    ]  # fmt: skip


def test_a_forfeit_is_entered_at_the_desk(hall):
    match = match_at(hall, 3)
    client = cast.client_of(cast.member(hall, Role.CHIEF))
    form = {"key": key(), "version": 0, "outcome": "forfeit_1", "level_0": "", "level_1": "", "reason": "未到场"}

    client.post(reverse("desk-match", args=[hall.slug, match.pk]), form)

    assert (ResultSheet.objects.get().outcome, ResultSheet.objects.get().state) == ("forfeit_1", "official")


def test_a_match_of_another_event_is_not_at_this_desk(hall):
    other = cast.event("other-cup")
    cast.drawn(other)
    client = cast.client_of(cast.member(hall, Role.CHIEF))

    answer = client.get(reverse("desk-match", args=[hall.slug, match_at(other, 3).pk]))

    assert answer.status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_the_desk_asks_the_same_number_of_questions_for_any_number_of_results(
    hall, rows, django_assert_max_num_queries
):
    client = cast.client_of(cast.member(hall, Role.DESK))
    for table in range(1, rows + 1):
        results.type_result(cast.chief(hall), hall, match_id=match_at(hall, table).pk, key=key(), levels=("9", "6"))

    with django_assert_max_num_queries(26):
        client.get(reverse("desk", args=[hall.slug]))
