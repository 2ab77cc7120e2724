"""Matches counted deal by deal: 4/2/−4/−2 and 12 for a sweep, from the deals kept on the phone or typed from paper."""

from typing import Any

import pytest

from tournaments.actions import results
from tournaments.actions.results import Receipt, reported
from tournaments.errors import Invalid
from tournaments.forms.results import PaperForm
from tournaments.models import Tournament
from tournaments.policy import Actor
from tournaments.selectors.deals import play_of
from tournaments.selectors.play import play_object
from tournaments.selectors.rulesets import ruleset_of
from tournaments.selectors.standings import count
from tournaments.selectors.tables import report_of
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, deal
from tournaments.tests.results.hall import key, send

SWEEP = {
    "grades": [{"levels": 0, "win": 2, "loss": -2}, {"levels": 2, "win": 4, "loss": -4}],
    "sweep": 12,
    "sweep_loss": -12,
}


def hall() -> tuple[Tournament, Actor]:
    decisions = {
        "match_result.kind": "per_deal",
        "match_result.reported": "deal_points",
        "match_result.deal_points": SWEEP,
        "match_result.deals": 4,
        "match_result.equal_at_time": "extra_deal",
        "levels.end": "count_on",
    }
    event = table.hall("s1", decisions=decisions)
    return event, cast.referee(event, [3])[1]


def hand_in(actor: Actor, event: Tournament, **said: Any) -> Receipt:
    return send(actor, event, at(event), said=reported(**said))


def totals(event: Tournament) -> list[Any]:
    teams = [at(event).sides.get(position=side).team_id for side in (0, 1)]
    return [count(event).standings.row(team).total for team in teams]


def test_typed_deals_are_added(db):
    event, referee = hall()

    receipt = hand_in(referee, event, deal_points=[(2, -2), (-4, 4), (0, 0), (4, -4)])

    assert (receipt.content.figures, receipt.content.winner, totals(event)) == ((2, -2), 0, [2, -2])


def test_all_deals_won_is_a_sweep(db):
    event, referee = hall()

    receipt = hand_in(referee, event, deal_points=[(-2, 2), (0, 0), (-2, 2), (-4, 4)])

    assert (receipt.content.figures, receipt.content.winner, totals(event)) == ((-12, 12), 1, [-12, 12])


def test_points_that_no_deal_has_are_refused(db):
    event, referee = hall()

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event, deal_points=[(2, -2), (3, -3)])

    assert (refused.value.code, refused.value.field, refused.value.params["points"]) == (
        "points_of_no_deal", "deal_points", "3 : -3",
    )  # fmt: skip


def test_the_deals_kept_on_the_phone_are_handed_in(db):
    event, referee = hall()
    deal(referee, event, at(event), 0, 0)
    deal(referee, event, at(event), 120, 2)

    play = play_of(at(event))
    receipt = hand_in(referee, event)

    points = [tuple(pair) for pair in receipt.content.deal_points]
    assert points == play.points_of_deals() == [(4, -4), (-2, 2)]
    assert (receipt.content.figures, play.scores, totals(event)) == ((2, -2), (2, -2), [2, -2])
    assert play_object(event, referee, at(event))["decision"]["words"] == "E1 胜（得分领先）"


def test_equal_points_need_what_the_rules_let_decide(db):
    event, referee = hall()

    with pytest.raises(Invalid) as refused:
        hand_in(referee, event, deal_points=[(2, -2), (-2, 2)])
    receipt = hand_in(referee, event, deal_points=[(2, -2), (-2, 2)], winner=1)

    assert (refused.value.code, receipt.content.winner, receipt.content.decided_by) == (
        "decider_needed", 1, "extra_deal",
    )  # fmt: skip


def paper(event: Tournament, typed: str) -> PaperForm:
    report = report_of(ruleset_of(at(event).round.stage))
    return PaperForm({"key": key(), "deal_points": typed}, labels=(), report=report)


def test_the_desk_types_deals_in_any_width(db):
    event, _referee = hall()

    form = paper(event, "２：−２、 -4:4;2/-2")
    form.is_valid()

    assert (form.errors, form.said.deal_points) == ({}, ((2, -2), (-4, 4), (2, -2)))
    assert sorted(form.fields) == ["deal_points", "key", "signed", "winner"]


def test_the_desk_is_told_how_to_type_them(db):
    event, _referee = hall()

    form = paper(event, "2 -2")

    assert form.errors == {"deal_points": ["请按“2:-2 -4:4”的写法逐副填写双方得分。"]}


def test_paper_left_empty_takes_the_deals_of_the_phone(db):
    event, referee = hall()
    deal(referee, event, at(event), 0, 0)

    form = paper(event, "")
    form.is_valid()
    receipt = results.type_result(cast.organizer(event), event, match_id=at(event).pk, key=key(), said=form.said)

    assert (receipt.content.deal_points, receipt.state) == (((4, -4),), "official")
