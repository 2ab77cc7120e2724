"""What a table hands in follows the ruleset: levels, points of the deals, a score, or the winner only."""

from typing import Any

import pytest

from scoring.standings import Row
from tournaments.actions import results
from tournaments.actions.results import Receipt, reported
from tournaments.errors import Invalid
from tournaments.models import AuditEntry, ResultSheet, Tournament
from tournaments.policy import Actor
from tournaments.selectors import tables
from tournaments.selectors.results import status_by_match
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal
from tournaments.tests.results.hall import close, key, send


def hall(ruleset: str = "s0", **decisions: Any) -> tuple[Tournament, Actor]:
    paths = {f"match_result.{name}": value for name, value in decisions.items()}
    event = table.hall(ruleset, decisions=paths)
    return event, cast.referee(event, [3])[1]


def hand_in(actor: Actor, event: Tournament, *levels: str, **said: Any) -> Receipt:
    form = {"said": reported(levels or None, **said)}
    return send(actor, event, at(event), **form)


def decided(receipt: Receipt) -> tuple[int | None, str]:
    return receipt.content.winner, receipt.content.decided_by


def row_of(event: Tournament, side: int) -> Row:
    return count(event).standings.row(at(event).sides.get(position=side).team_id)


def test_levels_decide_where_they_differ(db):
    event, referee = hall()

    receipt = hand_in(referee, event, "9", "6", dealer_side=1)

    assert (receipt.levels, decided(receipt), receipt.content.dealer_side) == (("9", "6"), (0, "levels"), None)
    assert [row_of(event, side).total for side in (0, 1)] == [1, 0]


def test_passing_the_last_level_wins(db):
    event, referee = hall()

    receipt = hand_in(referee, event, "J", "A+1")

    assert decided(receipt) == (1, "ladder")


@pytest.mark.parametrize("side", [0, 1])
def test_on_equal_levels_the_side_that_would_deal_next_wins(db, side):
    """S0-3.3: time is called, 8 : 8, the side that would deal wins."""
    event, referee = hall()

    receipt = hand_in(referee, event, "8", "8", dealer_side=side)

    view = tables.match_view(event, referee, at(event), at(event).round)
    assert (decided(receipt), receipt.content.dealer_side) == ((side, "dealer_side"), side)
    assert [row_of(event, each).total for each in (0, 1)] == [int(side == 0), int(side == 1)]
    assert "下一副坐庄" in tables.sentence_of(view.sides, view.sheets[0])


def test_on_equal_levels_it_is_asked_for(db):
    event, referee = hall()

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event, "8", "8")

    assert (refused.value.code, refused.value.field, ResultSheet.objects.count()) == (
        "dealer_side_needed", "dealer_side", 0,
    )  # fmt: skip


def test_the_deals_that_the_table_kept_say_who_would_deal(db):
    event, referee = hall()
    deal(referee, event, at(event), 120, 0)

    receipt = hand_in(referee, event, "2", "2")

    assert (decided(receipt), receipt.deals_differ) == ((1, "dealer_side"), False)


def test_before_the_first_deal_lots_decide_and_are_drawn(db):
    event, referee = hall()

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event, "2", "2", no_deal=True)
    receipt = hand_in(referee, event, "2", "2", no_deal=True, winner=1)

    assert (refused.value.code, refused.value.field, decided(receipt)) == (
        "lots_winner_needed", "winner", (1, "lots"),
    )  # fmt: skip


def test_a_draw_needs_no_winner(db):
    event, referee = hall("s1")

    receipt = hand_in(referee, event, "8", "8")

    assert (decided(receipt), row_of(event, 0).total) == ((None, "draw"), 0)


def test_a_lead_that_ends_the_match_is_named(db):
    event = table.hall("s0", decisions={"levels.early_win": 4})

    receipt = hand_in(cast.referee(event, [3])[1], event, "6", "2")

    assert decided(receipt) == (0, "early_lead")


def test_levels_other_than_the_deals_make_are_stored_and_marked(db):
    event, referee = hall("s1")
    deal(referee, event, at(event), 0, 0)

    receipt = hand_in(referee, event, "4", "2")

    entry = AuditEntry.objects.get(action="result.submitted")
    status = status_by_match(at(event).round)[at(event).pk]
    assert (receipt.deals_differ, receipt.deals_levels, entry.data["deals_differ"], status.deals_differ) == (
        True, ("5", "2"), True, True,
    )  # fmt: skip


def test_levels_as_the_deals_make_them_are_not_marked(db):
    event, referee = hall("s1")
    deal(referee, event, at(event), 0, 0)

    receipt = hand_in(referee, event, "5", "2")

    entry = AuditEntry.objects.get(action="result.submitted")
    assert (receipt.deals_differ, "deals_differ" in entry.data) == (False, False)


@pytest.mark.parametrize(
    ("said", "winner", "by", "shown"),
    [
        ({"scores": (12, 8)}, 0, "levels", ("12", "8")),
        ({"scores": (-3, 8)}, 1, "levels", ("−3", "8")),
        ({"scores": (8, 8), "dealer_side": 1}, 1, "dealer_side", ("8", "8")),
    ],
)
def test_a_score_is_handed_in_where_the_rules_say_so(db, said, winner, by, shown):
    event, referee = hall(reported="score")

    receipt = hand_in(referee, event, **said)

    status = status_by_match(at(event).round)[at(event).pk]
    assert (decided(receipt), status.levels, row_of(event, winner).total, row_of(event, 1 - winner).total) == (
        (winner, by), shown, 1, 0,
    )  # fmt: skip


@pytest.mark.parametrize("winner", [0, 1])
def test_only_the_winner_is_handed_in_where_the_rules_say_so(db, winner):
    event, referee = hall(reported="winner")

    receipt = hand_in(referee, event, winner=winner)

    view = tables.match_view(event, referee, at(event), at(event).round)
    lot = view.sides[winner].lot
    assert (decided(receipt), row_of(event, winner).total, row_of(event, 1 - winner).total) == ((winner, ""), 1, 0)
    assert tables.sentence_of(view.sides, view.sheets[0]).startswith(f"{lot} ")


def test_a_draw_is_handed_in_where_there_are_draws(db):
    decisions = {
        "event.format": "rounds",
        "match_result.reported": "winner",
        "match_result.equal_at_time": "draw",
        "match_result.points": {"win": 2, "draw": 1, "loss": 0},
    }
    event = table.hall("s0", decisions=decisions)

    receipt = hand_in(cast.referee(event, [3])[1], event, draw=True)

    assert (decided(receipt), row_of(event, 0).total, row_of(event, 1).total) == ((None, "draw"), 1, 1)


def test_points_of_the_deals_are_added_up(db):
    event, referee = hall(reported="deal_points")

    receipt = hand_in(referee, event, deal_points=[[0, 80], [120, 0], [0, 150]])

    sheet = ResultSheet.objects.get()
    assert (sheet.deal_points, sheet.score_0, sheet.score_1) == ([[0, 80], [120, 0], [0, 150]], 120, 230)
    assert decided(receipt) == (1, "levels")


def test_points_of_the_deals_come_from_those_the_table_kept(db):
    event, referee = hall(reported="deal_points")
    deal(referee, event, at(event), 80, 0)
    deal(referee, event, at(event), 150, 2)

    receipt = hand_in(referee, event)

    assert (receipt.content.deal_points, receipt.content.figures) == (((0, 80), (0, 150)), (0, 230))


def test_where_levels_count_points_of_the_deals_need_the_deals(db):
    event, referee = hall("s2", reported="deal_points")

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event, deal_points=[[0, 80]])
    deal(referee, event, at(event), 0, 0)
    receipt = hand_in(referee, event)

    assert (refused.value.code, receipt.levels, row_of(event, 0).total) == ("deal_points_needed", ("5", "2"), 3)


@pytest.mark.parametrize(
    ("kind", "said", "code", "field"),
    [
        ("levels", {"scores": (1, 2)}, "reported_otherwise", "scores"),
        ("levels", {"winner": 0}, "levels_needed", "levels"),
        ("levels", {"draw": True}, "reported_otherwise", "winner"),
        ("score", {}, "score_needed", "scores"),
        ("score", {"scores": (1,)}, "score_needed", "scores"),
        ("score", {"levels": ("9", "6")}, "reported_otherwise", "levels"),
        ("winner", {}, "winner_needed", "winner"),
        ("winner", {"winner": 0, "draw": True}, "winner_needed", "winner"),
        ("winner", {"winner": 2}, "side_unknown", "winner"),
        ("winner", {"draw": True}, "no_draw_here", "winner"),
        ("winner", {"scores": (1, 2)}, "reported_otherwise", "scores"),
        ("deal_points", {}, "deal_points_needed", "deal_points"),
        ("deal_points", {"deal_points": [[1]]}, "deal_points_needed", "deal_points"),
        ("deal_points", {"deal_points": [[7, 0]]}, "points_not_in_unit", "deal_points"),
    ],
)
def test_what_the_rules_do_not_ask_for_is_refused(db, kind, said, code, field):
    event, referee = hall(reported=kind)
    levels = said.pop("levels", ()) if isinstance(said, dict) else ()

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event, *levels, **said)

    assert (refused.value.code, refused.value.field, ResultSheet.objects.count()) == (code, field, 0)


def test_a_forfeit_says_nothing_else(db):
    event, referee = hall(reported="winner")

    with pytest.raises(Invalid) as refused:
        send(referee, event, at(event), outcome="forfeit_0", said=reported(winner=1))

    assert refused.value.code == "forfeit_has_no_levels"


def test_two_referees_with_the_same_levels_and_another_dealer_side_are_a_conflict(db):
    event, referee = hall()
    other = cast.referee(event, [3])[1]

    first = hand_in(referee, event, "8", "8", dealer_side=0)
    second = hand_in(other, event, "8", "8", dealer_side=1)

    assert (first.state, second.state, ResultSheet.objects.get(version=1).state) == (
        "official", "conflict", "official",
    )  # fmt: skip


def test_the_desk_and_the_chief_hand_in_the_same_way(db):
    event, _referee = hall(reported="score")
    chief = cast.chief(event)

    typed = results.type_result(chief, event, match_id=at(event).pk, key=key(), said=reported(scores=(5, 7)))
    close(event)
    corrected = results.correct(
        chief, event, match_id=at(event).pk, key=key(), reason="抄反了", said=reported(scores=(7, 5))
    )

    assert (decided(typed), decided(corrected), corrected.state) == ((1, "levels"), (0, "levels"), "official")


def test_a_sheet_from_before_decisions_were_stored_is_the_same_content(db):
    event, referee = hall("s1")
    first = hand_in(referee, event, "9", "6")
    ResultSheet.objects.update(winner=None, decided_by="")

    second = send(cast.referee(event, [3])[1], event, at(event), "9", "6")

    assert (first.state, second.state, ResultSheet.objects.filter(state="conflict").count()) == (
        "official", "official", 0,
    )  # fmt: skip


@pytest.mark.parametrize("scores", [(1_000_001, 0), (0, -1_000_001)])
def test_a_score_that_no_match_has_is_refused(db, scores):
    event, referee = hall(kind="score", reported="score", points=None)

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event, scores=scores)

    assert (refused.value.code, refused.value.field, ResultSheet.objects.count()) == ("score_too_large", "scores", 0)


def test_deals_that_add_up_to_a_score_that_no_match_has_are_not_handed_in(db):
    """A kitty counted ten times for each card of a long play, which an organizer may decide."""
    paths = {"match_result.kind": "score", "match_result.reported": "deal_points", "match_result.points": None}
    event = table.hall("s0", decisions={**paths, "kitty.multiplier": {"kind": "power", "base": 10}})
    referee = cast.referee(event, [3])[1]
    long = {"attackers": True, "trump": True, "components": [[2, 6]], "jack": ""}
    deal(referee, event, at(event), 100, 0, kitty_points=30, last_trick=long)

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event)

    assert (refused.value.code, refused.value.field) == ("score_too_large", "deal_points")
