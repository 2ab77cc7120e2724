"""Sheets against what a table's deals and rulings make: what contradicts a ruling is refused, or said at the desk."""

from typing import Any

import pytest

from tournaments.actions.results import reported
from tournaments.errors import Invalid
from tournaments.models import ResultSheet, Role, Tournament
from tournaments.policy import Actor
from tournaments.selectors.results import status_by_match
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal, remove, reverse, rule
from tournaments.tests.results.hall import send

LOST = {"effect": "match_lost", "note": "中途离场"}


@pytest.fixture
def event(db: None) -> Tournament:
    return table.hall("s0")


@pytest.fixture
def referee(event: Tournament) -> Actor:
    return cast.referee(event, [3])[1]


def forfeited(referee: Actor, event: Tournament, outcome: str) -> Any:
    return send(referee, event, at(event), outcome=outcome, confirmed_sides=())


def differs(event: Tournament) -> bool:
    match = at(event)
    return status_by_match(match.round)[match.pk].deals_differ


@pytest.mark.parametrize("levels", [("2", "9"), ("9", "9")])
def test_who_lost_the_match_by_a_ruling_cannot_be_handed_in_as_its_winner(event, referee, levels):
    rule(referee, event, at(event), 1, "decision", **LOST)

    with pytest.raises(Invalid) as refused:
        send(referee, event, at(event), said=reported(levels, dealer_side=1 if levels[0] == levels[1] else None))

    lot = at(event).sides.get(position=1).lot
    assert (refused.value.code, refused.value.params, ResultSheet.objects.count()) == (
        "match_lost_by_ruling", {"side": lot}, 0,
    )  # fmt: skip


def test_the_levels_of_who_won_by_the_ruling_and_the_forfeit_are_taken(event, referee):
    rule(referee, event, at(event), 1, "decision", **LOST)

    played = send(referee, event, at(event), "9", "2")
    forfeit = forfeited(referee, event, "forfeit_1")

    assert (played.deals_differ, forfeit.deals_differ) == (False, False)


def test_a_match_that_both_lost_is_a_forfeit_of_both(event, referee):
    for side in (0, 1):
        rule(referee, event, at(event), side, "decision", **LOST)

    one = forfeited(referee, event, "forfeit_1")
    both = forfeited(referee, event, "forfeit_both")

    assert (one.deals_differ, both.deals_differ) == (True, False)


@pytest.mark.parametrize(("side", "expected"), [(0, True), (1, False)])
def test_a_ruling_after_the_result_is_official_is_said_at_the_desk(event, referee, side, expected):
    send(referee, event, at(event), "9", "2")

    rule(referee, event, at(event), side, "decision", **LOST)

    assert differs(event) is expected


def test_a_ruling_taken_back_after_its_forfeit_is_official_is_said_at_the_desk(event, referee):
    chief = cast.chief(event)
    ruling = rule(referee, event, at(event), 1, "decision", **LOST)
    forfeited(chief, event, "forfeit_1")
    before = differs(event)

    reverse(chief, event, ruling)

    assert (before, differs(event)) == (False, True)


def test_a_forfeit_without_any_ruling_is_no_difference(event, referee):
    assert forfeited(referee, event, "forfeit_1").deals_differ is False


def test_levels_moved_by_rulings_and_deals_after_the_result_are_said_until_they_agree_again(event, referee):
    """S0-4: 0 points are four levels; a level more by a ruling."""
    deal(referee, event, at(event), 0, 0)
    send(referee, event, at(event), "6", "2")
    said = [differs(event)]

    ruling = rule(referee, event, at(event), 1, "decision", effect="levels", amount=1, note="提示同伴")
    said.append(differs(event))
    reverse(referee, event, ruling)
    said.append(differs(event))
    deal(referee, event, at(event), 120, 2)
    remove(referee, event, at(event), 2)
    deal(referee, event, at(event), 60, 0, number=1, corrects=1, reason="看错了")
    said.append(differs(event))

    assert said == [False, True, False, True]


def test_the_play_says_which_outcome_to_hand_in(event, referee):
    client = cast.client_of(cast.member(event, Role.CHIEF))
    address = f"/api/v1/events/{event.slug}/tables/3/play/"
    said = [client.get(address).json()["forfeit"]]

    for side in (1, 0):
        rule(referee, event, at(event), side, "decision", **LOST)
        said.append(client.get(address).json()["forfeit"])

    assert said == ["", "forfeit_1", "forfeit_both"]
