"""Deals as a table keeps them: facts in versions, counted by the event's ruleset."""

from dataclasses import replace

import pytest
from django.utils import timezone

from tournaments.actions import deals
from tournaments.actions.deals import DealForm
from tournaments.errors import Gone, Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, Deal, Tournament
from tournaments.policy import Actor
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import DEALER_SIDE, PAIR, at, deal, page, play, remove
from tournaments.tests.results.hall import close, key


@pytest.fixture
def event(db) -> Tournament:
    return table.hall()


@pytest.fixture
def referee(event: Tournament) -> Actor:
    return cast.referee(event, [3])[1]


def test_a_deal_is_counted_with_its_kitty_and_says_who_deals_next(event, referee):
    """S1-1.8 with S1-1.7: 120 in tricks and 20 in the kitty dug with a trump pair are 200, one level."""
    receipt = deal(referee, event, at(event), 120, 0, kitty_points=20, last_trick=PAIR)

    now = play(event, at(event))
    row = now.rows[0]
    assert (receipt.number, receipt.version, row.score.points, row.score.multiplier) == (1, 1, 200, 4)
    assert (now.levels, now.next_dealer, now.number) == (("2", "3"), 1, 2)


def test_several_deals_give_running_levels(event, referee):
    match = at(event)
    deal(referee, event, match, 40, 0)
    deal(referee, event, match, 60, 2)
    deal(referee, event, match, 185, 0)

    now = play(event, match)

    assert [row.levels_after for row in now.rows] == [(2, 0), (3, 0), (3, 1)]
    assert (now.levels, now.next_dealer, now.finished, now.ended_by) == (("5", "3"), 1, False, "")


def test_the_same_form_again_gives_the_same_receipt(event, referee):
    form = {"key": key(), "number": 1, "observed_at": timezone.now()}

    first = deal(referee, event, at(event), 120, 0, **form)
    close(event)
    second = deal(referee, event, at(event), 120, 0, **form)

    assert (first, Deal.objects.count(), AuditEntry.objects.filter(action="deal.recorded").count()) == (second, 1, 1)


@pytest.mark.parametrize("change", [{"points": 125}, {"dealer": 1}, {"kitty_points": 5, "last_trick": PAIR}])
def test_the_same_key_with_another_content_is_refused(event, referee, change):
    first = deal(referee, event, at(event), 120, 0)

    with pytest.raises(Invalid) as refused:
        deal(referee, event, at(event), **{"points": 120, "dealer": 0, "number": 1, "key": first.key, **change})

    assert (refused.value.code, refused.value.field, Deal.objects.count()) == ("key_reused", "key", 1)


def test_a_key_of_another_event_is_refused(event, referee):
    other = table.hall(slug="other-cup")
    first = deal(referee, event, at(event), 120, 0)

    with pytest.raises(Invalid) as refused:
        deal(cast.chief(other), other, at(other), 120, 0, key=first.key)

    assert refused.value.code == "key_reused"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"points": 7}, "points_not_in_unit", "points"),
        ({"points": 305}, "points_beyond_cards", "points"),
        ({"points": 250, "kitty_points": 55, "last_trick": PAIR}, "points_beyond_cards", "points"),
        ({"points": 0, "kitty_points": 65, "last_trick": PAIR}, "kitty_beyond_cards", "kitty_points"),
        ({"points": 0, "kitty_points": 20}, "kitty_without_last_trick", "last_trick"),
        ({"points": -5}, "below_zero", "points"),
        ({"dealer": 4}, "bad_seat", "dealer"),
        ({"kitty_points": 5, "last_trick": {**PAIR, "components": []}}, "no_components", "last_trick"),
        ({"kitty_points": 5, "last_trick": {**PAIR, "components": [[4, 1]]}}, "component_beyond_decks", "last_trick"),
        ({"kitty_points": 5, "last_trick": {**PAIR, "components": [[1, 3]]}}, "bad_component", "last_trick"),
        ({"kitty_points": 5, "last_trick": {**PAIR, "components": [[2, 20]]}}, "play_beyond_hand", "last_trick"),
    ],
)
def test_what_the_cards_do_not_allow_is_refused_at_its_field(event, referee, change, code, field):
    with pytest.raises(Invalid) as refused:
        deal(referee, event, at(event), **{"points": 120, "dealer": 0, **change})

    assert (refused.value.code, refused.value.field, Deal.objects.count()) == (code, field, 0)


@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_a_seat_that_could_not_have_dealt_is_refused(event, referee, dealer):
    deal(referee, event, at(event), 40, 0)

    with pytest.raises(Invalid) as refused:
        deal(referee, event, at(event), 40, dealer)

    lot = at(event).sides.get(position=0).lot
    assert (refused.value.code, refused.value.field, refused.value.params["side"]) == ("dealer_not_due", "dealer", lot)


def test_an_unfinished_last_trick_of_the_dealer_side_needs_no_shape(event, referee):
    deal(referee, event, at(event), 100, 0, kitty_points=20, last_trick=DEALER_SIDE)

    assert play(event, at(event)).rows[0].score.points == 100


def test_a_plain_suit_that_cannot_dig_needs_no_shape(event, referee):
    plain = {"attackers": True, "trump": False, "components": [], "jack": ""}

    deal(referee, event, at(event), 100, 0, kitty_points=20, last_trick=plain)

    assert play(event, at(event)).rows[0].score.points == 100


def test_another_phone_that_was_quicker_is_named(event, referee):
    deal(referee, event, at(event), 40, 0)

    with pytest.raises(Gone) as refused:
        deal(referee, event, at(event), 40, 2, number=1)

    assert (refused.value.code, dict(refused.value.params)) == ("deal_is_recorded", {"number": 1, "next": 2})


def test_no_number_is_left_out(event, referee):
    with pytest.raises(Gone) as refused:
        deal(referee, event, at(event), 40, 2, number=3)

    assert (refused.value.code, dict(refused.value.params)) == ("deal_number_next", {"number": 3, "next": 1})


def test_a_correction_is_a_new_version_and_the_deals_after_it_stay(event, referee):
    match = at(event)
    deal(referee, event, match, 40, 0)
    deal(referee, event, match, 40, 2)

    receipt = deal(referee, event, match, 120, 0, number=1, corrects=1, reason="看错了牌分")

    first, second = play(event, match).rows
    assert (receipt.version, [version.points for version in first.versions]) == (2, [120, 40])
    assert (first.deal.reason, second.out_of_turn, play(event, match).levels) == ("看错了牌分", True, ("4", "2"))


def test_a_correction_needs_its_reason(event, referee):
    deal(referee, event, at(event), 40, 0)

    with pytest.raises(Invalid) as refused:
        deal(referee, event, at(event), 120, 0, number=1, corrects=1, reason="  ")

    assert (refused.value.code, refused.value.field, Deal.objects.count()) == ("reason_needed", "reason", 1)


@pytest.mark.parametrize(("number", "corrects"), [(1, 2), (2, 1)])
def test_a_correction_of_another_version_than_stands_is_refused(event, referee, number, corrects):
    deal(referee, event, at(event), 40, 0)

    with pytest.raises(Gone) as refused:
        deal(referee, event, at(event), 120, 0, number=number, corrects=corrects, reason="看错了")

    assert refused.value.code == "deal_changed"


def test_a_correction_has_to_be_a_deal_that_could_have_been(event, referee):
    match = at(event)
    deal(referee, event, match, 40, 0)
    deal(referee, event, match, 40, 2)

    with pytest.raises(Invalid) as refused:
        deal(referee, event, match, 40, 1, number=2, corrects=1, reason="庄家记错")

    assert refused.value.code == "dealer_not_due"


def test_the_last_deal_is_taken_out_with_a_reason_and_stays_in_the_history(event, referee):
    match = at(event)
    deal(referee, event, match, 40, 0)
    deal(referee, event, match, 60, 2)

    receipt = remove(referee, event, match, 2)
    again = deal(referee, event, match, 80, 2)

    assert (receipt.removed, receipt.version, again.version) == (True, 2, 3)
    assert [version.points for version in play(event, match).rows[1].versions] == [80, 60, 60]
    assert [version.removed for version in play(event, match).rows[1].versions] == [False, True, False]


def test_taking_out_again_with_the_same_key_is_harmless(event, referee):
    form = {"key": key()}
    deal(referee, event, at(event), 40, 0)

    receipts = {remove(referee, event, at(event), 1, **form) for _ in range(3)}

    assert (len(receipts), Deal.objects.count(), play(event, at(event)).rows) == (1, 2, ())


def test_only_the_last_deal_is_taken_out(event, referee):
    deal(referee, event, at(event), 40, 0)
    deal(referee, event, at(event), 40, 2)

    with pytest.raises(Refusal) as refused:
        remove(referee, event, at(event), 1)

    assert refused.value.code == "deal_not_last"


def test_what_is_not_there_cannot_be_taken_out(event, referee):
    with pytest.raises(NotFound):
        remove(referee, event, at(event), 1)


def test_taking_out_needs_its_reason(event, referee):
    deal(referee, event, at(event), 40, 0)

    with pytest.raises(Invalid) as refused:
        remove(referee, event, at(event), 1, reason="")

    assert refused.value.code == "reason_needed"


def test_a_deal_after_the_match_is_over_is_refused(db):
    event = table.hall("s0")
    referee, match = cast.referee(event, [3])[1], at(event)
    for dealer in (0, 2, 0):
        deal(referee, event, match, 0, dealer)
    deal(referee, event, match, 90, 2)

    with pytest.raises(Refusal) as refused:
        deal(referee, event, match, 40, 0)

    now = play(event, match)
    assert (now.levels[0], now.finished, now.ended_by, now.winner) == ("A+1", True, "ladder", 0)
    assert refused.value.code == "match_is_over"


def test_deals_that_a_correction_leaves_behind_the_end_stay_and_do_not_count(db):
    event = table.hall("s0")
    referee, match = cast.referee(event, [3])[1], at(event)
    for dealer in (0, 2, 0):
        deal(referee, event, match, 0, dealer)
    deal(referee, event, match, 120, 2)
    deal(referee, event, match, 0, 3)

    deal(referee, event, match, 0, 2, number=4, corrects=1, reason="漏写了")

    now = play(event, match)
    assert [row.score is not None for row in now.rows] == [True, True, True, True, False]
    assert (now.ended_by, now.levels) == ("ladder", ("A+1", "2"))


@pytest.mark.parametrize("who", ["neighbour", "auditor", "stranger"])
def test_who_has_not_this_table_is_refused(event, who):
    actor = {
        "neighbour": lambda: cast.referee(event, [4])[1],
        "auditor": lambda: cast.actor(event, cast.As.AUDITOR),
        "stranger": lambda: cast.referee(cast.event("elsewhere"), [3])[1],
    }[who]()

    with pytest.raises(NotAllowed):
        deal(actor, event, at(event), 40, 0)

    assert Deal.objects.count() == 0


def test_after_the_close_only_chief_and_desk_write(event, referee):
    close(event)

    with pytest.raises(Refusal) as refused:
        deal(referee, event, at(event), 40, 0)
    by_chief = deal(cast.chief(event), event, at(event), 40, 0)
    by_desk = deal(cast.actor(event, cast.As.DESK), event, at(event), 40, 2)

    assert (refused.value.code, by_chief.number, by_desk.number) == ("round_closed_to_referees", 1, 2)


def test_before_the_start_there_are_no_deals(event):
    with pytest.raises(Refusal) as refused:
        deal(cast.referee(event, [2])[1], event, at(event, 2, number=2), 40, 0)

    assert refused.value.code == "round_not_begun"


def test_an_old_page_is_refused(event, referee):
    match = at(event)

    with pytest.raises(Gone) as refused:
        deal(referee, event, match, 40, 0, page=replace(page(match), round_number=2))

    assert refused.value.code == "page_old"


def test_a_preview_counts_the_deal_and_stores_nothing(event, referee):
    match = at(event)
    sent = key()

    seen = deals.preview_deal(referee, event, DealForm(1, dealer=0, points=40), page=page(match), key=sent)

    assert (seen.levels, seen.number, Deal.objects.count()) == (("4", "2"), 2, 0)
    assert deal(referee, event, match, 40, 0, key=sent).version == 1


def test_a_preview_refuses_what_would_be_refused(event, referee):
    match = at(event)

    with pytest.raises(Invalid) as refused:
        deals.preview_deal(referee, event, DealForm(1, dealer=0, points=7), page=page(match), key=key())

    assert refused.value.code == "points_not_in_unit"


def test_the_log_has_numbers_and_codes_of_every_version(event, referee):
    deal(referee, event, at(event), 40, 0)
    deal(referee, event, at(event), 120, 0, number=1, corrects=1, reason="看错了")
    remove(referee, event, at(event), 1)

    entries = AuditEntry.objects.filter(action__startswith="deal.").order_by("sequence")

    assert [(entry.action, entry.data["version"], entry.data["points"]) for entry in entries] == [
        ("deal.recorded", 1, 40), ("deal.corrected", 2, 120), ("deal.removed", 3, 120),
    ]  # fmt: skip
    assert [entry.note.text if entry.note else "" for entry in entries] == ["", "看错了", "记错了"]
