import pytest

from scoring.ladder import ScoringError
from scoring.penalties import Effect, decided, effect_of
from scoring.ruleset import Ruleset
from scoring.tests.table import S0, S1, S2, S3, S4


@pytest.mark.parametrize(
    ("ruleset", "offence", "cards", "effect"),
    [
        (S0, "wrong_declaration", 1, Effect("points", 10, "S0-6.3")),
        (S0, "bad_throw", 2, Effect("points", 20, "S0-7.2")),
        (S0, "wrong_card", 3, Effect("points", 30, "S0-8.1")),
        (S0, "taking_back", 1, Effect("card_stays", 0, "S0-8.1")),
        (S0, "revoke_at_once", 2, Effect("points", 20, "S0-8.1")),
        (S0, "touching_cards", 4, Effect("points", 10, "S0-10.3")),
        (S0, "asking_partner", 1, Effect("points", 10, "S0-10.3")),
        (S1, "revoke_at_once", 2, Effect("points", 20, "S1-3.1")),
        (S1, "revoke_later", 2, Effect("points", 60, "S1-3.1")),
        (S1, "bad_throw", 3, Effect("points", 30, "S1-3.2")),
        (S1, "unannounced_ruff", 1, Effect("play_changed", 0, "S1-3.3")),
        (S1, "signalling_light", 1, Effect("levels", 1, "S1-4.2")),
        (S1, "signalling_heavy", 1, Effect("disqualified", 0, "S1-4.2")),
        (S2, "bad_throw", 2, Effect("points", 20, "S2-18")),
        (S2, "exposed_cards", 3, Effect("points", 30, "S2-20")),
        (S2, "out_of_turn", 3, Effect("points", 10, "S2-21")),
        (S2, "signalling_light", 1, Effect("turnover", 0, "S2-11.5")),
        (S3, "bad_throw", 3, Effect("points", 10, "S3-C9.4")),
        (S3, "false_accusation", 1, Effect("as_the_offence", 0, "S3-C9.7")),
        (S4, "bad_throw", 3, Effect("points", 20, "S4-19")),
        (S4, "signalling_light", 1, Effect("turnover", 0, "S4-10.4")),
    ],
)
def test_offences_cost_what_the_document_says(ruleset: Ruleset, offence: str, cards: int, effect: Effect) -> None:
    """S0-6.3, 7.2, 8.1, 10.3; S1-3.1 to 4.2; S2-11.5, 18, 20, 21; S3-C9.4, C9.7; S4-10.4, 19: per card or occasion."""
    assert effect_of(ruleset, offence, cards=cards) == effect


@pytest.mark.parametrize(
    ("ruleset", "offence", "effect"),
    [
        (S0, "wrong_kitty", Effect("deal_lost", 0, "S0-9.2", 1, 0, ends_deal=True)),
        (S2, "card_count", Effect("deal_lost", 0, "S2-19", 1, 1, ends_deal=True, both_sides="deal_ended")),
        (S3, "revoke", Effect("deal_lost", 0, "S3-C9.5", 0, 1, ends_deal=True)),
        (S3, "card_count", Effect("deal_lost", 0, "S3-C9.6", 0, 1, ends_deal=True)),
    ],
)
def test_a_lost_deal_says_what_the_other_side_rises(ruleset: Ruleset, offence: str, effect: Effect) -> None:
    """S0-9.2, S2-19, S3-C9.5, S3-C9.6."""
    assert effect_of(ruleset, offence) == effect


@pytest.mark.parametrize(
    ("occurrence", "effect"),
    [
        (1, Effect("warning", 0, "S1-4.3")),
        (2, Effect("points", 10, "S1-4.3")),
        (5, Effect("points", 10, "S1-4.3")),
    ],
)
def test_slow_play_is_warned_of_once_and_then_costs_each_time(occurrence: int, effect: Effect) -> None:
    """S1-4.3."""
    assert effect_of(S1, "slow_play", occurrence=occurrence) == effect


def test_an_offence_that_the_rules_do_not_know_is_refused() -> None:
    with pytest.raises(ScoringError) as refusal:
        effect_of(S1, "out_of_turn")

    assert (refusal.value.code, refusal.value.params) == ("unknown_offence", {"offence": "out_of_turn"})


@pytest.mark.parametrize("count", [0, -1, True, 1.0])
@pytest.mark.parametrize("of", ["cards", "occurrence"])
def test_what_is_no_count_is_refused(of: str, count: int) -> None:
    with pytest.raises(ScoringError) as refusal:
        effect_of(S1, "slow_play", **{of: count})

    assert (refusal.value.code, refusal.value.params) == ("bad_count", {"count": count})


def test_a_decision_of_the_referee_has_no_clause() -> None:
    assert decided("points", 30) == Effect("points", 30, "")


def test_a_deal_lost_by_decision_gives_the_other_side_the_levels_either_way() -> None:
    assert decided("deal_lost", 2) == Effect("deal_lost", levels_attackers=2, levels_dealer_side=2)


@pytest.mark.parametrize("amount", [-5, True, 1.5])
def test_a_decision_of_a_bad_amount_is_refused(amount: int) -> None:
    with pytest.raises(ScoringError) as refusal:
        decided("points", amount)

    assert (refusal.value.code, refusal.value.params) == ("bad_amount", {"amount": amount})
