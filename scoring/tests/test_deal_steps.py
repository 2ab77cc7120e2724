"""The explanation of a deal, step by step, and the deals that are refused."""

from typing import Any

import pytest

from scoring.deals import Deal, Step, score_deal
from scoring.kitty import LastTrick
from scoring.ladder import ScoringError
from scoring.penalties import Penalty, decided
from scoring.ruleset import Ruleset, decide
from scoring.tests.table import (
    KEPT,
    PAIR,
    S0,
    S1,
    S2,
    S3,
    SINGLE,
    deal,
    dug,
    fault,
    plain,
    reaching,
    trumps,
)


def test_every_step_of_a_deal_is_told_with_its_clause() -> None:
    played = dug(
        80, 15, trumps(PAIR), fault(S0, "dealer_side", "asking_partner"), fault(S0, "attackers", "revoke_later")
    )

    score = score_deal(S0, played)

    assert score.steps == (
        Step("tricks", "G-3", {"points": 80}),
        Step(
            "kitty_dug",
            "S0-9.3",
            {"kitty_points": 15, "multiplier": 6, "gain": 90, "points": 170, "width": 2, "length": 1},
        ),
        Step(
            "penalty_points",
            "S0-10.3",
            {"role": "dealer_side", "offence": "asking_partner", "amount": 10, "points": 180},
        ),
        Step(
            "turnover_or_level",
            "S0-8.1",
            {"role": "attackers", "offence": "revoke_later", "before": 180, "points": 115},
        ),
        Step("level_table", "S0-4", {"points": 115, "lowest": 90, "highest": 115, "deal_held": True, "levels": 1}),
        Step("next_dealer", "G-5", {"seat": 2, "held": True}),
    )
    assert (score.multiplier, score.kitty_gain) == (6, 90)


@pytest.mark.parametrize(
    ("ruleset", "played", "step"),
    [
        (S1, dug(0, 30, KEPT), Step("kitty_dealer_side", "S1-1.7", {"kitty_points": 30})),
        (S1, dug(0, 30, plain()), Step("kitty_plain_suit", "S1-1.7", {"kitty_points": 30})),
        (
            decide(S1, {"kitty.throw": "all_cards"}),
            dug(0, 10, trumps(PAIR, SINGLE)),
            Step(
                "kitty_dug",
                "S1-1.7",
                {"kitty_points": 10, "multiplier": 6, "gain": 60, "points": 60, "width": None, "length": None},
            ),
        ),
        (
            S1,
            deal(0, fault(S1, "attackers", "slow_play")),
            Step("penalty_warning", "S1-4.3", {"role": "attackers", "offence": "slow_play"}),
        ),
        (
            S1,
            deal(0, fault(S1, "attackers", "unannounced_ruff")),
            Step("penalty_play_changed", "S1-3.3", {"role": "attackers", "offence": "unannounced_ruff"}),
        ),
        (
            S0,
            deal(0, fault(S0, "attackers", "taking_back")),
            Step("penalty_card_stays", "S0-8.1", {"role": "attackers", "offence": "taking_back"}),
        ),
    ],
)
def test_the_second_step_tells_what_became_of_the_kitty_or_was_only_noted(
    ruleset: Ruleset, played: Deal, step: Step
) -> None:
    assert score_deal(ruleset, played).steps[1] == step


@pytest.mark.parametrize(
    ("penalty", "step"),
    [
        (
            fault(S0, "dealer_side", "wrong_kitty"),
            Step("deal_lost", "S0-9.2", {"role": "dealer_side", "offence": "wrong_kitty", "levels": 1}),
        ),
        (
            fault(S1, "attackers", "signalling_light"),
            Step("extra_levels", "S1-4.2", {"role": "attackers", "offence": "signalling_light", "levels": 1}),
        ),
        (
            fault(S1, "attackers", "signalling_heavy"),
            Step("disqualified", "S1-4.2", {"role": "attackers", "offence": "signalling_heavy"}),
        ),
        (Penalty("attackers", decided("match_lost", 0)), Step("match_lost", "", {"role": "attackers", "offence": ""})),
        (Penalty("attackers", decided("deal_void", 0)), Step("deal_void", "", {"role": "attackers", "offence": ""})),
    ],
)
def test_the_step_before_the_next_dealer_tells_what_outweighs_points(penalty: Penalty, step: Step) -> None:
    assert score_deal(S1, deal(100, penalty)).steps[-2] == step


@pytest.mark.parametrize(
    ("ruleset", "points", "row"),
    [
        (S0, -5, (-30, -5)),
        (S0, -30, (-30, -5)),
        (S0, -35, (-60, -35)),
        (S0, 235, (210, 235)),
        (S0, 240, (240, 265)),
        (S0, 270, (270, 295)),
        (S2, -40, (-75, -40)),
        (S2, 205, (205, 240)),
        (S1, -20, (None, 0)),
        (S1, 300, (300, None)),
        (decide(S0, {"level_table.zero_bonus": 1}), 0, (0, 0)),
        (decide(S0, {"level_table.zero_bonus": 1}), 25, (5, 25)),
        (decide(S0, {"level_table.zero_bonus": 1}), -10, (-30, -5)),
        (decide(S0, {"level_table.zero_bonus": 1}), 60, (60, 85)),
        (decide(S1, {"level_table.zero_bonus": 1, "level_table.bands": [
            {"highest": 115, "deal_held": True, "dealer_delta": 1, "attackers_delta": 0},
            {"lowest": 120, "deal_held": False, "dealer_delta": 0, "attackers_delta": 1},
        ]}), 40, (5, 115)),
    ],
)  # fmt: skip
def test_the_row_of_the_level_table_is_told(ruleset: Ruleset, points: int, row: tuple[int | None, int | None]) -> None:
    """S0-4, S1-1.8, S2-6: the row where points lie; past the bands, the step of so many points."""
    step = score_deal(ruleset, reaching(ruleset, points)).steps[-2]

    assert (step.params["points"], step.params["lowest"], step.params["highest"]) == (points, *row)


@pytest.mark.parametrize(
    ("ruleset", "played", "code", "params"),
    [
        (S1, Deal(4, 0), "bad_seat", {"seat": 4}),
        (S1, Deal(-1, 0), "bad_seat", {"seat": -1}),
        (S1, Deal(True, 0), "bad_seat", {"seat": True}),
        (S1, Deal(0, 42), "points_not_in_unit", {"points": 42, "unit": 5}),
        (S1, Deal(0, 40.0), "points_not_in_unit", {"points": 40.0, "unit": 5}),  # type: ignore[arg-type]
        (S1, Deal(0, 40, 3, KEPT), "points_not_in_unit", {"points": 3, "unit": 5}),
        (S1, deal(40, Penalty("attackers", decided("points", 12))), "points_not_in_unit", {"points": 12, "unit": 5}),
        (S1, Deal(0, 305), "points_beyond_cards", {"points": 305, "most": 300}),
        (S2, Deal(0, 205), "points_beyond_cards", {"points": 205, "most": 200}),
        (S1, Deal(0, -5), "points_beyond_cards", {"points": -5, "most": 300}),
        (S1, dug(260, 45, trumps(SINGLE)), "points_beyond_cards", {"points": 260, "most": 255}),
        (S1, dug(0, 65, trumps(SINGLE)), "kitty_beyond_cards", {"points": 65, "most": 60}),
        (S2, dug(0, 45, trumps(SINGLE)), "kitty_beyond_cards", {"points": 45, "most": 40}),
        (S1, dug(0, -5, trumps(SINGLE)), "kitty_beyond_cards", {"points": -5, "most": 60}),
        (S1, Deal(0, 0, 10), "kitty_without_last_trick", {"points": 10}),
        (S3, deal(0, fault(S3, "attackers", "false_accusation")), "accusation_without_offence", {}),
        (S1, dug(0, 5, LastTrick(won_by_attackers=True, trump=True, components=())), "no_components", {}),
    ],
)
def test_a_deal_that_cannot_be_is_refused(ruleset: Ruleset, played: Deal, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(ScoringError) as refusal:
        score_deal(ruleset, played)

    assert (refusal.value.code, refusal.value.params) == (code, params)


def test_the_dearest_cards_that_are_left_fill_a_kitty() -> None:
    """Without kings and tens only fives count, twelve of them in three decks."""
    fives = decide(S1, {
        "deck.removed_ranks": ["K", "10"], "deck.cards": 138, "deck.hand": 33, "deck.points": 60,
        "levels.ladder": ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "A"],
    })  # fmt: skip

    with pytest.raises(ScoringError) as refusal:
        score_deal(fives, dug(0, 35, KEPT))

    assert refusal.value.params == {"points": 35, "most": 30}
