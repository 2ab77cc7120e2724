"""Rulings: what they cost, how they escalate, and how they are taken back."""

import pytest
from django.utils import timezone

from tournaments.errors import Gone, Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, ResultSheet, Ruling, TableAssignment, Team, Tournament
from tournaments.policy import Actor
from tournaments.selectors.play import match_to_play, play_object
from tournaments.selectors.rulings import kind_of, ledger_of, occurrence_of
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal, levels, page, play, reverse, rule
from tournaments.tests.results.hall import close, key, start


@pytest.fixture
def event(db) -> Tournament:
    return table.hall()


@pytest.fixture
def referee(event: Tournament) -> Actor:
    return cast.referee(event, [3])[1]


def test_points_go_to_the_other_side_in_the_deal_in_hand(event, referee):
    """S1-3.1 and G-1: a revoke of two cards by the attackers, found at once, takes 20 from them."""
    ruling = rule(referee, event, at(event), 1, "revoke_at_once", cards=2, deal=1)
    deal(referee, event, at(event), 120, 0)

    assert (ruling.unit, ruling.value, ruling.clause, ruling.cards) == ("deal_points", 20, "S1-3.1", 2)
    assert (play(event, at(event)).rows[0].score.points, levels(event, at(event))) == (100, ("3", "2"))


def test_a_ruling_says_that_its_deal_is_still_missing(event, referee):
    """Points for a deal that nobody stores would be lost without a word."""
    rule(referee, event, at(event), 1, "revoke_at_once", deal=1)
    rule(referee, event, at(event), 1, "signalling_light")
    before = play_object(event, referee, match_to_play(event, at(event).pk))
    deal(referee, event, at(event), 120, 0)
    after = play_object(event, referee, match_to_play(event, at(event).pk))

    assert [row["waits"] for row in before["rulings"]] == [True, False]
    assert [row["waits"] for row in after["rulings"]] == [False, False]


def test_a_ruling_may_be_against_a_deal_that_is_stored(event, referee):
    deal(referee, event, at(event), 120, 0)

    rule(referee, event, at(event), 0, "card_count", deal=1)

    assert (play(event, at(event)).rows[0].score.points, levels(event, at(event))) == (180, ("2", "3"))


def test_the_ledger_says_who_when_and_by_what_clause(event, referee):
    ruling = rule(referee, event, at(event), 1, "card_count", deal=1, note="多一张")

    row = ledger_of(at(event))[0]
    assert (row.ruling, row.side, row.stands, row.ruling.membership_id, row.ruling.note) == (
        ruling, 1, True, referee.membership_id, "多一张",
    )  # fmt: skip


def test_repeated_offences_escalate_across_rounds(event, referee):
    """S1-4.3: slow play is warned first, then costs 10 each time, also in the next round."""
    team = at(event).sides.get(position=0).team
    first = rule(referee, event, at(event), 0, "slow_play", deal=1)
    close(event)
    start(event, 2)
    later = event.divisions.get().stages.get().rounds.get(number=2).matches.get(sides__team=team)
    side = later.sides.get(team=team).position

    second = rule(cast.chief(event), event, later, side, "slow_play", deal=1)
    other = rule(cast.chief(event), event, later, 1 - side, "slow_play", deal=1)

    assert [(row.occurrence, row.unit, row.value) for row in (first, second, other)] == [
        (1, "warning", 0), (2, "deal_points", 10), (1, "warning", 0),
    ]  # fmt: skip
    assert occurrence_of(team, "slow_play") == 3


def test_a_ruling_taken_back_no_longer_escalates_and_what_counted_it_is_marked(event, referee):
    first = rule(referee, event, at(event), 0, "slow_play")
    second = rule(referee, event, at(event), 0, "slow_play", deal=1)

    reverse(referee, event, first)

    assert [(row.stands, row.escalation_moved) for row in ledger_of(at(event))] == [(False, False), (True, True)]
    assert occurrence_of(second.team, "slow_play") == 2


def test_moments_of_one_offence_are_one_kind():
    keys = ("revoke_at_once", "revoke_later", "slow_play", "wrong_card", "decision")

    assert [kind_of(key) for key in keys] == ["revoke", "revoke", "slow_play", "wrong_card", "decision"]


def test_the_same_form_again_gives_the_same_ruling(event, referee):
    form = {"key": key(), "deal": 1}

    rulings = {rule(referee, event, at(event), 1, "card_count", **form).pk for _ in range(3)}

    assert (len(rulings), Ruling.objects.count(), AuditEntry.objects.filter(action="ruling.made").count()) == (1, 1, 1)


def test_the_same_key_with_another_content_is_refused(event, referee):
    first = rule(referee, event, at(event), 1, "card_count", deal=1)

    with pytest.raises(Invalid) as refused:
        rule(referee, event, at(event), 0, "card_count", deal=1, key=first.key)

    assert (refused.value.code, Ruling.objects.count()) == ("key_reused", 1)


@pytest.mark.parametrize(
    ("form", "code", "field"),
    [
        ({"offence": "card_count", "side": 2, "deal": 1}, "side_unknown", "side"),
        ({"offence": "spitting"}, "offence_unknown", "offence"),
        ({"offence": "out_of_turn"}, "no_clause_decide", "offence"),
        ({"offence": "lateness"}, "offence_unknown", "offence"),
        ({"offence": "card_count"}, "deal_needed", "deal"),
        ({"offence": "card_count", "deal": 2}, "no_such_deal", "deal"),
        ({"offence": "card_count", "deal": 0}, "no_such_deal", "deal"),
        ({"offence": "revoke_at_once", "deal": 1, "cards": 0}, "bad_count", "cards"),
        ({"offence": "card_count", "deal": 1, "amount": 20}, "amount_fixed", "amount"),
        ({"offence": "card_count", "deal": 1, "effect": "warning"}, "effect_fixed", "effect"),
        ({"offence": "card_count", "deal": 1, "claimed": "slow_play"}, "claimed_not_wanted", "claimed"),
        ({"offence": "revoke_later", "deal": 1, "amount": 7}, "points_not_in_unit", "amount"),
        ({"offence": "decision", "effect": "points", "amount": 10, "deal": 1}, "decision_needs_reason", "note"),
        ({"offence": "decision", "note": "骂"}, "effect_needed", "effect"),
        ({"offence": "decision", "note": "骂", "effect": "turnover"}, "effect_needed", "effect"),
        ({"offence": "decision", "note": "骂", "effect": "points", "deal": 1}, "amount_needed", "amount"),
        ({"offence": "decision", "note": "骂", "effect": "warning", "amount": 5}, "amount_fixed", "amount"),
        ({"offence": "decision", "note": "骂", "effect": "points", "amount": 3, "deal": 1},
         "points_not_in_unit", "amount"),
        ({"offence": "decision", "note": "骂", "effect": "points", "amount": 10}, "deal_needed", "deal"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_know_is_refused_at_its_field(event, referee, form, code, field):
    with pytest.raises(Invalid) as refused:
        rule(referee, event, at(event), **{"side": 0, **form})

    assert (refused.value.code, refused.value.field, Ruling.objects.count()) == (code, field, 0)


@pytest.mark.parametrize(
    ("effect", "amount", "expected"),
    [
        ("points", 10, (110, ("3", "2"))),
        ("levels", 1, (120, ("3", "2"))),
        ("deal_lost", 1, (120, ("3", "2"))),
        ("deal_void", None, (120, ("2", "2"))),
    ],
)
def test_a_decision_of_the_referee_counts_like_a_clause(event, referee, effect, amount, expected):
    rule(referee, event, at(event), 1, "decision", effect=effect, amount=amount, note="影响比赛", deal=1)
    deal(referee, event, at(event), 120, 0)

    assert (play(event, at(event)).rows[0].score.points, levels(event, at(event))) == expected


def test_levels_without_a_deal_are_credited_to_the_other_side(event, referee):
    ruling = rule(referee, event, at(event), 1, "decision", effect="levels", amount=2, note="无理取闹")

    assert (ruling.deal, ruling.clause, levels(event, at(event))) == (None, "", ("4", "2"))


def test_where_the_rules_leave_room_the_referee_sets_another_amount(event, referee):
    """S1-3.1: what was found late costs 60, and the referee may adjust it."""
    ruling = rule(referee, event, at(event), 1, "revoke_later", deal=1, amount=80)

    assert (ruling.value, ruling.clause) == (80, "S1-3.1")


def test_a_false_accusation_costs_what_it_claimed(db):
    """S3-C9.7: an accusation without ground is punished like the offence."""
    event = table.hall("s3")
    referee, match = cast.referee(event, [3])[1], at(event)
    ruling = rule(referee, event, match, 1, "false_accusation", claimed="card_count", deal=1)
    deal(referee, event, match, 80, 0)

    assert (ruling.offence, ruling.claimed, ruling.unit) == ("false_accusation", "card_count", "deal")
    assert play(event, match).rows[0].score.deal_held


@pytest.mark.parametrize("claimed", ["", "false_accusation", "spitting"])
def test_a_false_accusation_names_what_it_claimed(db, claimed):
    event = table.hall("s3")

    with pytest.raises(Invalid) as refused:
        rule(cast.chief(event), event, at(event), 1, "false_accusation", claimed=claimed, deal=1)

    assert (refused.value.code, refused.value.field) == ("claimed_needed", "claimed")


def test_a_match_lost_by_a_ruling_is_over(event, referee):
    deal(referee, event, at(event), 0, 0)
    rule(referee, event, at(event), 0, "decision", effect="match_lost", note="拒绝比赛")

    with pytest.raises(Refusal) as refused:
        deal(referee, event, at(event), 40, 2)

    now = play(event, at(event))
    assert (refused.value.code, now.finished, now.ended_by, now.winner) == ("match_is_over", True, "match_lost", 1)


def test_only_the_chief_disqualifies_and_the_team_is_out(event, referee):
    with pytest.raises(NotAllowed) as refused:
        rule(referee, event, at(event), 0, "signalling_heavy")
    ruling = rule(cast.chief(event), event, at(event), 0, "signalling_heavy")

    assert (refused.value.code, ruling.unit, ruling.clause) == ("chief_disqualifies", "out", "S1-4.2")
    assert Team.objects.get(pk=ruling.team_id).state == "disqualified"


def test_the_reason_of_a_disqualification_is_said_in_words(event):
    rule(cast.chief(event), event, at(event), 0, "signalling_heavy")

    forfeit = ResultSheet.objects.get(match=at(event))
    assert (forfeit.outcome, forfeit.reason) == ("forfeit_0", "传递信息：重者 S1-4.2")


def test_a_disqualification_taken_back_lets_the_team_in_again(event, referee):
    chief = cast.chief(event)
    ruling = rule(chief, event, at(event), 0, "signalling_heavy")

    with pytest.raises(NotAllowed):
        reverse(referee, event, ruling)
    reverse(chief, event, ruling)

    assert (Team.objects.get(pk=ruling.team_id).state, play(event, at(event)).finished) == ("active", False)


def test_a_reversal_is_a_new_row_with_a_reason_and_its_effect_is_gone(event, referee):
    ruling = rule(referee, event, at(event), 0, "card_count", deal=1)
    deal(referee, event, at(event), 120, 0)
    before = levels(event, at(event))

    reverse(referee, event, ruling)

    back = Ruling.objects.get(reverses=ruling)
    assert (before, levels(event, at(event)), play(event, at(event)).rows[0].score.points) == (
        ("2", "3"), ("2", "2"), 120,
    )  # fmt: skip
    assert (back.note, back.value, Ruling.objects.count()) == ("录像为证", 0, 2)


def test_taking_back_again_with_the_same_key_is_harmless(event, referee):
    ruling, form = rule(referee, event, at(event), 0, "card_count", deal=1), {"key": key()}

    taken = [reverse(referee, event, ruling, **form).pk for _ in range(3)]

    assert (taken, Ruling.objects.count()) == ([ruling.pk] * 3, 2)


@pytest.mark.parametrize(("change", "code"), [({"reason": " "}, "reason_needed"), ({"key": "?"}, "key_malformed")])
def test_taking_back_needs_a_reason_and_a_key(event, referee, change, code):
    ruling = rule(referee, event, at(event), 0, "card_count", deal=1)

    with pytest.raises(Invalid) as refused:
        reverse(referee, event, ruling, **change)

    assert (refused.value.code, Ruling.objects.count()) == (code, 1)


def test_what_was_taken_back_is_not_taken_back_again(event, referee):
    ruling = rule(referee, event, at(event), 0, "card_count", deal=1)
    reverse(referee, event, ruling)

    with pytest.raises(Refusal) as refused:
        reverse(referee, event, ruling)
    with pytest.raises(NotFound):
        reverse(referee, event, Ruling.objects.get(reverses=ruling))

    assert refused.value.code == "ruling_reversed"


def test_a_ruling_of_another_event_is_not_found(event):
    other = table.hall(slug="other-cup")
    ruling = rule(cast.chief(other), other, at(other), 0, "card_count", deal=1)

    with pytest.raises(NotFound):
        reverse(cast.chief(event), event, ruling)


def test_who_has_not_this_table_is_refused(event):
    ruling = rule(cast.chief(event), event, at(event), 0, "card_count", deal=1)
    neighbour = cast.referee(event, [4])[1]

    with pytest.raises(NotAllowed) as ruled:
        rule(neighbour, event, at(event), 0, "card_count", deal=1)
    with pytest.raises(NotAllowed) as reversed_:
        reverse(neighbour, event, ruling)

    assert (ruled.value.code, reversed_.value.code) == ("table_not_yours", "table_not_yours")


def test_after_the_close_only_chief_and_desk_rule(event, referee):
    close(event)

    with pytest.raises(Refusal) as refused:
        rule(referee, event, at(event), 0, "card_count", deal=1)
    ruling = rule(cast.organizer(event), event, at(event), 0, "card_count", deal=1)

    assert (refused.value.code, ruling.value) == ("round_closed_to_referees", 60)


def test_an_old_page_is_refused(event, referee):
    old = page(at(event))
    TableAssignment.objects.create(membership_id=referee.membership_id, table=7, assigned_at=timezone.now())
    type(at(event)).objects.filter(pk=at(event).pk).update(table=12)
    moved = type(at(event, 4)).objects.get(pk=old.match_id)

    with pytest.raises(Gone):
        rule(referee, event, moved, 0, "card_count", deal=1, page=old)


def test_an_amendment_or_a_later_ruling_never_changes_what_was_ruled(event, referee):
    ruling = rule(referee, event, at(event), 0, "card_count", deal=1)

    assert ruling.effect == {
        "kind": "points", "amount": 60, "levels_attackers": 0, "levels_dealer_side": 0, "ends_deal": False,
        "both_sides": "deal_void",
    }  # fmt: skip


def test_a_ruling_after_a_deal_counts_from_then_on(event, referee):
    """Levels without a deal are credited in the order of time."""
    deal(referee, event, at(event), 40, 0)
    rule(referee, event, at(event), 0, "decision", effect="levels", amount=1, note="骂人")

    now = play(event, at(event))
    assert ([row.levels_after for row in now.rows], now.levels) == ([(2, 0)], ("4", "3"))
