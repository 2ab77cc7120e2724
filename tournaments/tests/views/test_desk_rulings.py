"""The desk's page of a match's deals and rulings, and results typed under other rules than levels."""

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.models import ResultSheet, Role, Ruling, Tournament
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal, rule
from tournaments.tests.results.hall import key, save_looked_at

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(db) -> Tournament:
    return table.hall("s0")


@pytest.fixture
def chief(event: Tournament) -> Client:
    return cast.client_of(cast.member(event, Role.CHIEF))


def page(event: Tournament) -> str:
    return reverse("desk-rulings", args=[event.slug, at(event).pk])


def ruled(**change) -> dict[str, str]:
    form = {"key": key(), "side": "0", "offence": "wrong_card", "deal": "1", "cards": "2", "note": "垫错两张"}
    return {**form, **change}


def test_it_shows_the_deals_and_the_ledger(event, chief):
    deal(cast.chief(event), event, at(event), 130, 0)
    rule(cast.chief(event), event, at(event), 1, "wrong_card", deal=1)

    text = chief.get(page(event), headers=ENGLISH).content.decode()

    assert ("attackers 120 points" in text, "Wrong card" in text, "S0-8.1" in text) == (True, True, True)


def test_the_chief_rules(event, chief):
    answer = chief.post(page(event), ruled())

    ruling = Ruling.objects.get()
    assert (answer.status_code, answer["Location"], ruling.value, ruling.cards, ruling.note) == (
        302, page(event), 20, 2, "垫错两张",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"offence": "decision", "effect": "points", "amount": "10", "note": ""}, "note"),
        ({"offence": "card_count", "deal": ""}, "deal"),
        ({"offence": "wrong_card", "amount": "20"}, "amount"),
        ({"offence": ""}, "offence"),
        ({"side": "2"}, "side"),
    ],
)
def test_a_refusal_stands_at_its_field_and_what_was_typed_stays(event, chief, change, field):
    answer = chief.post(page(event), ruled(**change))

    form = answer.context["form"]
    assert (answer.status_code, list(form.errors), form["cards"].value(), Ruling.objects.count()) == (
        422, [field], "2", 0,
    )  # fmt: skip


def test_a_ruling_is_taken_back_with_its_reason(event, chief):
    ruling = rule(cast.chief(event), event, at(event), 1, "wrong_card", deal=1)
    address = reverse("desk-ruling-reverse", args=[event.slug, ruling.pk])

    refused = chief.post(address, {"reason": ""})
    taken = chief.post(address, {"reason": "看错了"})

    assert (refused.status_code, taken.status_code, Ruling.objects.get(reverses=ruling).note) == (422, 302, "看错了")


def test_a_referee_has_no_such_page(event):
    membership, _ = cast.referee(event, [3])
    client = cast.client_of(cast.link(event, "referee", membership=membership)[0])

    assert client.post(page(event), ruled()).status_code == 403


def test_the_desk_says_who_would_deal_on_equal_levels(event, chief):
    address, prefix = reverse("desk-type", args=[event.slug, at(event).pk]), f"m{at(event).pk}-"
    form = {"key": key(), "level_0": "8", "level_1": "8", "signed": "on"}

    refused = chief.post(address, {prefix + name: value for name, value in form.items()})
    taken = chief.post(address, {prefix + name: value for name, value in {**form, "dealer_side": "1"}.items()})

    errors = next(form.errors for row, form in refused.context["lines"] if row.table == 3)
    sheet = ResultSheet.objects.get()
    assert (refused.status_code, list(errors), taken.status_code) == (422, ["dealer_side"], 302)
    assert (sheet.winner, sheet.decided_by, sheet.dealer_side) == (1, "dealer_side", 1)


def test_the_desk_says_who_won_the_lots_where_no_deal_was_finished(event, chief):
    address, prefix = reverse("desk-type", args=[event.slug, at(event).pk]), f"m{at(event).pk}-"
    form = {"key": key(), "level_0": "2", "level_1": "2", "dealer_side": "none-1"}

    chief.post(address, {prefix + name: value for name, value in form.items()})

    sheet = ResultSheet.objects.get()
    assert (sheet.winner, sheet.decided_by, sheet.dealer_side) == (1, "lots", None)


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("score", {"score_0": "12", "score_1": "8"}, (12, 8, 0, [])),
        ("winner", {"winner": "1"}, (None, None, 1, [])),
        ("deal_points", {"score_0": "120", "score_1": "200"}, (120, 200, 1, [[120, 200]])),
    ],
)
def test_the_desk_types_and_corrects_what_the_rules_hand_in(db, kind, fields, expected):
    event = table.hall("s0", decisions={"match_result.reported": kind})
    chief = cast.client_of(cast.member(event, Role.CHIEF))
    match, prefix = at(event), f"m{at(event).pk}-"
    form = {prefix + name: value for name, value in {"key": key(), **fields}.items()}

    shown = chief.get(reverse("desk", args=[event.slug]))
    typed = chief.post(reverse("desk-type", args=[event.slug, match.pk]), form)
    correction = {"key": key(), "version": "1", "outcome": "played", "reason": "抄错", **fields}
    corrected = save_looked_at(chief, reverse("desk-match", args=[event.slug, match.pk]), correction)

    sheet = ResultSheet.objects.latest("version")
    assert (shown.status_code, typed.status_code, corrected.status_code, sheet.version) == (200, 302, 302, 2)
    assert (sheet.score_0, sheet.score_1, sheet.winner, sheet.deal_points) == expected


def test_levels_other_than_the_deals_are_marked_at_the_desk(event, chief):
    deal(cast.chief(event), event, at(event), 0, 0)
    form = {"key": key(), "level_0": "5", "level_1": "2"}
    prefix = f"m{at(event).pk}-"

    chief.post(reverse("desk-type", args=[event.slug, at(event).pk]), {prefix + k: v for k, v in form.items()})

    desk = chief.get(reverse("desk", args=[event.slug]), headers=ENGLISH).content.decode()
    versions = chief.get(reverse("desk-match", args=[event.slug, at(event).pk]), headers=ENGLISH).content.decode()
    assert ("Other than its deals or rulings" in desk, "make another result" in versions) == (True, True)
