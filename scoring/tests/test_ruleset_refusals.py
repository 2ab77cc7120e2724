"""A ruleset that contradicts itself is refused: with a code, the field and the values, never with words."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

import scoring.ruleset
from scoring.ruleset import dump_ruleset, load_preset, parse_ruleset
from scoring.tests.changes import Change, band, both, deal_points, late, offence, put, source

Fault = tuple[str, Change, str, str, dict[str, object]]
SHORT = {"lead": "2-2", "order": ["2-2", "2+2"]}


FAULTS: list[Fault] = [
    # every value
    ("s1", source("deck.kitty", status="silent"), "silence_undecided", "deck.kitty", {"clause": "S1-1.2"}),
    ("s1", source("match_result.bye", reason=None), "reason_missing", "match_result.bye", {"status": "proposed"}),
    ("s1", source("deck.kitty", clause=""), "clause_missing", "deck.kitty", {"status": "explicit"}),
    ("s2", band(0, status="proposed"), "reason_missing", "level_table.bands.value.0", {"status": "proposed"}),
    # cards
    ("s1", put("deck.cards", 161), "deck_does_not_add_up", "deck", {"cards": 162, "hands": 4}),
    ("s1", put("deck.kitty", 7), "deck_does_not_add_up", "deck", {"cards": 162, "hands": 4}),
    ("s1", put("cards.point_values", [{"rank": "5", "points": 5}] * 2), "rank_twice", "cards", {"rank": "5"}),
    ("s1", put("deck.points", 200), "points_do_not_add_up", "", {"points": 300}),
    (
        "s1",
        both(put("deck.removed_ranks", ["3"]), put("deck.cards", 150), put("deck.hand", 36)),
        "level_without_cards",
        "",
        {"level": "3"},
    ),
    (
        "s1",
        put("cards.point_values", [{"rank": "5", "points": 7}, {"rank": "10", "points": 18}]),
        "points_not_in_unit",
        "",
        {"points": 7, "unit": 5},
    ),
    # the ladder
    ("s1", put("levels.start", "1"), "level_not_on_ladder", "levels", {"level": "1"}),
    ("s1", put("levels.must_play", ["B"]), "level_not_on_ladder", "levels", {"level": "B"}),
    ("s1", put("levels.ladder", ["2", "2"]), "bad_ladder", "levels", {"levels": ("2", "2"), "start": "2"}),
    (
        "s3",
        put("levels.jack_rule", {"level": "J", "cards": "any", "falls_to": "3"}),
        "level_not_on_ladder",
        "levels",
        {"level": "3"},
    ),
    (
        "s3",
        put("levels.failure_rule", {"level": "J", "attempts": 3, "falls_to": "J"}),
        "fall_goes_up",
        "levels",
        {"level": "J", "falls_to": "J"},
    ),
    ("s0", put("levels.max_beyond", 2), "counts_past_the_end", "levels", {"end": "win", "max_beyond": 2}),
    ("s0", put("levels.end", "cap"), "counts_past_the_end", "levels", {"end": "cap", "max_beyond": 1}),
    ("s1", put("levels.max_beyond", 0), "counts_past_the_end", "levels", {"end": "count_on", "max_beyond": 0}),
    # the level table
    ("s1", put("level_table.bands", []), "level_table_empty", "level_table", {}),
    ("s1", band(0, lowest=-300), "level_table_end", "level_table", {"end": "below", "lowest": -300}),
    ("s1", band(-1, highest=600), "level_table_end", "level_table", {"end": "above", "highest": 600}),
    ("s0", put("level_table.above", None), "level_table_end", "level_table", {"end": "above", "highest": 235}),
    ("s1", band(1, highest=57), "points_not_in_unit", "level_table", {"points": 57, "unit": 5}),
    (
        "s0",
        put("level_table.below", {"step": 33, "delta": 1}),
        "points_not_in_unit",
        "level_table",
        {"points": 33, "unit": 5},
    ),
    ("s1", band(1, highest=0), "level_table_reversed", "level_table", {"lowest": 5, "highest": 0}),
    ("s1", band(1, lowest=10), "level_table_gap", "level_table", {"after": 0, "before": 10}),
    ("s1", band(1, lowest=0), "level_table_gap", "level_table", {"after": 0, "before": 0}),
    ("s1", band(2, highest=None), "level_table_gap", "level_table", {"after": None, "before": 120}),
    ("s1", band(0, attackers_delta=1), "wrong_side_rises", "level_table", {"lowest": None, "highest": 0}),
    ("s1", band(3, dealer_delta=1), "wrong_side_rises", "level_table", {"lowest": 120, "highest": 175}),
    ("s1", band(-1, attackers_delta=1), "level_table_not_monotone", "level_table", {"lowest": 300}),
    ("s1", band(1, dealer_delta=4), "level_table_not_monotone", "level_table", {"lowest": 5}),
    (
        "s1",
        band(4, deal_held=True, attackers_delta=0),
        "level_table_not_monotone",
        "level_table",
        {"lowest": 180},
    ),
    (
        "s1",
        put("level_table.bands", [{"deal_held": True, "dealer_delta": 1, "attackers_delta": 0}]),
        "no_turnover",
        "level_table",
        {},
    ),
    # playing
    ("s3", put("declaration.minimum", 3), "fixes_below_the_minimum", "declaration", {"fixes": 2, "minimum": 3}),
    (
        "s1",
        put("follow.orders.pair", {"lead": "2", "order": ["2", "1"]}),
        "shape_of_other_length",
        "follow.orders.pair.value",
        {"shape": "1", "other": "2"},
    ),
    ("s1", put("follow.orders.pair", SHORT), "lead_twice", "follow", {"lead": "2-2"}),
    (
        "s0",
        put("comparison.cross_beats", [{"play": "3-3", "beats": "2-2"}]),
        "shape_of_other_length",
        "comparison.cross_beats.value.0",
        {"shape": "3-3", "other": "2-2"},
    ),
    ("s2", put("components.tractor_widths", [2, 3]), "wider_than_the_decks", "", {"width": 3, "decks": 2}),
    (
        "s2",
        put("follow.orders.pair", {"lead": "3", "order": ["3"]}),
        "wider_than_the_decks",
        "",
        {"width": 3, "decks": 2},
    ),
    ("s2", put("declaration.fixes", 3), "wider_than_the_decks", "", {"width": 3, "decks": 2}),
    ("s0", put("declaration.nobody_card", 7), "no_such_kitty_card", "", {"card": 7, "kitty": 6}),
    (
        "s3",
        both(put("deck.jokers", False), put("deck.cards", 104), put("deck.hand", 24)),
        "override_without_jokers",
        "",
        {},
    ),
    # the kitty, penalties, lateness
    (
        "s4",
        put("kitty.multiplier", {"kind": "by_kind", "single": 2, "pair": 3, "pair_tractor": 5, "pair_further": 1}),
        "kitty_without_triples",
        "",
        {"decks": 3},
    ),
    (
        "s4",
        put(
            "kitty.multiplier",
            {"kind": "by_kind", "single": 2, "pair": 3, "triple": 4, "pair_tractor": 5, "pair_further": 1},
        ),
        "kitty_without_triples",
        "",
        {"decks": 3},
    ),
    (
        "s1",
        offence("bad_throw", amount=0),
        "effect_and_amount",
        "penalties.offences.bad_throw.value",
        {"effect": "points", "amount": 0},
    ),
    (
        "s1",
        offence("signalling_heavy", amount=1),
        "effect_and_amount",
        "penalties.offences.signalling_heavy.value",
        {"effect": "disqualified", "amount": 1},
    ),
    (
        "s1",
        offence("slow_play", escalation=[{"occurrence": 2, "effect": "points"}]),
        "effect_and_amount",
        "penalties.offences.slow_play.value",
        {"effect": "points", "amount": 0},
    ),
    (
        "s3",
        offence("revoke", effect="turnover"),
        "levels_without_deal_lost",
        "penalties.offences.revoke.value",
        {"effect": "turnover"},
    ),
    (
        "s3",
        offence("revoke", per="card"),
        "per_card_without_points",
        "penalties.offences.revoke.value",
        {"effect": "deal_lost"},
    ),
    (
        "s1",
        offence("slow_play", escalation=[{"occurrence": n, "effect": "match_lost"} for n in (3, 3)]),
        "escalation_not_ordered",
        "penalties.offences.slow_play.value",
        {"occurrence": 3},
    ),
    (
        "s1",
        offence("bad_throw", moment="later"),
        "offence_key",
        "penalties",
        {"key": "bad_throw", "named": "bad_throw_later"},
    ),
    ("s1", offence("bad_throw", amount=12), "points_not_in_unit", "", {"points": 12, "unit": 5}),
    ("s0", late(3, minutes=20), "lateness_ends", "lateness", {"minutes": 20}),
    ("s0", late(1, minutes=5), "lateness_not_ordered", "lateness", {"minutes": 5}),
    ("s0", late(1, minutes=None), "lateness_not_ordered", "lateness", {"minutes": 15}),
    ("s0", late(1, points=0), "effect_and_amount", "lateness", {"effect": "points", "amount": 0}),
    ("s0", late(0, effect="standing_points"), "effect_and_amount", "lateness",
     {"effect": "standing_points", "amount": 0}),
    ("s0", late(0, levels=1), "effect_and_amount", "lateness", {"effect": "warning", "amount": 1}),
    ("s0", late(1, points=31), "points_not_in_unit", "", {"points": 31, "unit": 5}),
    # the match and the event
    (
        "s1",
        put("round_clock.reminder_minutes", 120),
        "reminder_before_the_round",
        "round_clock",
        {"reminder": 120, "minutes": 120},
    ),
    (
        "s0",
        put("round_clock.last_deals", 3),
        "last_deals_and_unfinished_deal",
        "round_clock",
        {"unfinished_deal": "finished_once_led"},
    ),
    (
        "s1",
        put("round_clock.reminder_minutes", None),
        "last_deals_without_start",
        "round_clock",
        {"counted_from": "reminder"},
    ),
    ("s3", put("round_clock.last_deals", 3), "last_deals_without_start", "round_clock", {"counted_from": "end"}),
    (
        "s0",
        put("match_result.points", {"win": 1, "draw": 2, "loss": 0}),
        "result_points_not_ordered",
        "match_result.points.value",
        {"win": 1, "draw": 2, "loss": 0},
    ),
    ("s1", put("match_result.forfeit_loss", 4), "forfeit_pays", "match_result", {"win": 3}),
    ("s1", put("match_result.reported", "winner"), "difference_without_levels", "match_result", {"reported": "winner"}),
    ("s0", put("match_result.points", None), "points_for_results", "match_result", {"kind": "win_loss"}),
    ("s0", put("match_result.zero_sum", True), "not_zero_sum", "match_result", {"win": 1, "draw": 0, "loss": 0}),
    ("s0", put("match_result.equal_at_time", "draw"), "knockout_without_a_winner", "", {}),
    ("s0", put("match_result.equal_before_first_deal", "draw"), "knockout_without_a_winner", "", {}),
    ("s1", put("event.rounds", 3), "rounds_of_the_format", "", {"rounds": 3}),
    ("s1", put("ranking.tie_breaks", []), "no_criteria", "ranking", {}),
    ("s1", put("ranking.tie_breaks", ["total", "total"]), "criterion_twice", "ranking", {"criterion": "total"}),
    ("s1", put("ranking.tie_breaks", ["lots", "total"]), "lots_not_last", "ranking", {}),
    ("s1", put("ranking.tie_breaks", ["shared", "total"]), "shared_not_last", "ranking", {}),
    ("s1", put("ranking.unplayed", [{"kind": "bye"}] * 2), "unplayed_twice", "ranking", {"kind": "bye"}),
    (
        "s1",
        put("ranking.unplayed", [{"kind": "bye", "opponents": "counts"}]),
        "no_opponent_to_count",
        "ranking.unplayed.value.0",
        {"kind": "bye"},
    ),
    ("s1", put("match_result.factor", "0"), "factor_not_positive", "match_result", {"factor": "0"}),
    ("s1", put("match_result.factor", 0.1), "not_exact", "match_result.factor.value", {"given": "0.1"}),
    ("s1", put("match_result.factor", "1/0"), "not_exact", "match_result.factor.value", {"given": "1/0"}),
    ("s0", put("match_result.base", 15), "base_without_difference", "match_result", {"base": 15}),
    ("s1", put("match_result.kind", "per_deal"), "points_for_deals", "match_result", {"kind": "per_deal"}),
    (
        "s1",
        put("match_result.kind", "win_and_difference"),
        "points_for_results",
        "match_result",
        {"kind": "win_and_difference"},
    ),
    ("s1", put("match_result.kind", "score"), "reported_without_points", "match_result", {"reported": "levels"}),
    (
        "s1",
        both(put("match_result.kind", "per_deal"), put("match_result.deal_points", deal_points((1, 1, 0)))),
        "reported_without_points",
        "match_result",
        {"reported": "levels"},
    ),
    ("s1", put("match_result.deal_points", deal_points()), "no_grades", "match_result.deal_points.value", {}),
    (
        "s1",
        put("match_result.deal_points", deal_points((1, 2, 0), (1, 3, 0))),
        "grades_not_ordered",
        "match_result.deal_points.value",
        {"levels": 1},
    ),
    (
        "s1",
        put("match_result.deal_points", deal_points((1, 2, 0), (2, 1, 0))),
        "grades_not_ordered",
        "match_result.deal_points.value",
        {"levels": 2},
    ),
    (
        "s1",
        put("match_result.deal_points", deal_points((1, 2, 2))),
        "deal_not_worth_it",
        "match_result.deal_points.value",
        {"win": 2, "loss": 2},
    ),
    (
        "s1",
        put("match_result.deal_points", deal_points((1, 2, 0), sweep=12)),
        "half_a_sweep",
        "match_result.deal_points.value",
        {},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "code", "place", "params"), FAULTS)
def test_a_contradiction_is_named(name: str, change: Change, code: str, place: str, params: dict[str, object]) -> None:
    data = dump_ruleset(load_preset(name))
    change(data)

    with pytest.raises(ValidationError) as refusal:
        parse_ruleset(data)

    (fault,) = refusal.value.errors()
    error = fault["ctx"]["error"]
    assert (error.code, ".".join(map(str, fault["loc"]))) == (code, place)
    assert {name: value for name, value in error.params.items() if name != "field"} == params


def test_every_contradiction_between_groups_names_the_path_of_a_value() -> None:
    wrong = []
    for name, change, _code, place, _params in FAULTS:
        data = dump_ruleset(load_preset(name))
        change(data)
        with pytest.raises(ValidationError) as refusal:
            parse_ruleset(data)
        field = refusal.value.errors()[0]["ctx"]["error"].params.get("field")
        known = {entry.path for entry in load_preset(name).entries()}
        if not place and field not in known:
            wrong.append(field)

    assert wrong == []


def test_every_refusal_of_the_package_is_tried() -> None:
    package = Path(scoring.ruleset.__file__).parent
    written = {
        code for file in package.glob("*.py") for code in re.findall(r'ScoringError\(\s*"(\w+)"', file.read_text())
    }
    elsewhere = {"unknown_criterion", "unknown_preset", "unknown_value"}

    assert written == {code for _name, _change, code, _place, _params in FAULTS} - {"bad_ladder"} | elsewhere
