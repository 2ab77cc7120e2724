"""Whole deals by the five documents: each case names the clauses that it works out."""

import pytest

from scoring.deals import Deal, next_dealer, score_deal
from scoring.penalties import Effect, Penalty, Role, decided
from scoring.ruleset import Ruleset, decide
from scoring.tests.table import (
    DOCUMENTS,
    KEPT,
    PAIR,
    PAIRS_2,
    S0,
    S1,
    S2,
    S3,
    S3_PLAY,
    S4,
    SINGLE,
    TRIPLES_2,
    counted,
    deal,
    dug,
    fault,
    plain,
    told,
    trumps,
)


@pytest.mark.parametrize(
    ("ruleset", "played", "result"),
    [
        (S0, dug(80, 15, trumps(PAIR)), (170, False, 0, 1)),
        (S1, dug(110, 20, trumps(PAIR)), (190, False, 0, 1)),
        (S1, dug(120, 20, trumps(PAIRS_2)), (280, False, 0, 2)),
        (S2, dug(60, 15, trumps(PAIR)), (120, False, 0, 1)),
        (S2, dug(100, 5, plain(PAIR)), (120, False, 0, 1)),
        (S3, dug(70, 15, trumps(PAIR)), (130, False, 0, 2)),
        (S3_PLAY, dug(70, 15, trumps(PAIR)), (130, False, 0, 1)),
        (S4, dug(100, 20, trumps(PAIR)), (160, False, 0, 0)),
        (S4, dug(180, 20, trumps(TRIPLES_2)), (300, False, 0, 3)),
        (S1, dug(110, 20, plain(PAIR)), (110, True, 1, 0)),
        (S1, dug(110, 20, KEPT), (110, True, 1, 0)),
    ],
)
def test_tricks_and_the_kitty_make_the_points(
    ruleset: Ruleset, played: Deal, result: tuple[int, bool, int, int]
) -> None:
    """S0-9.3, 4; S1-1.7, 1.8; S2-16, 6; S3-C10, C11, P5, P6; S4-17, 5."""
    assert counted(score_deal(ruleset, played)) == result


@pytest.mark.parametrize(
    ("ruleset", "points", "change"),
    [
        (S0, 0, (True, 4, 0)),
        (S0, 30, (True, 3, 0)),
        (S0, 85, (True, 2, 0)),
        (S0, 115, (True, 1, 0)),
        (S0, 120, (False, 0, 0)),
        (S0, 150, (False, 0, 1)),
        (S0, 240, (False, 0, 4)),
        (S1, 0, (True, 3, 0)),
        (S1, 55, (True, 2, 0)),
        (S1, 60, (True, 1, 0)),
        (S1, 175, (False, 0, 0)),
        (S1, 235, (False, 0, 1)),
        (S1, 295, (False, 0, 2)),
        (S1, 300, (False, 0, 3)),
        (S2, 75, (True, 1, 0)),
        (S2, 160, (False, 0, 1)),
        (S2, 165, (False, 0, 2)),
        (S2, 200, (False, 0, 2)),
        (S3, 35, (True, 2, 0)),
        (S3, 80, (False, 0, 0)),
        (S3, 120, (False, 0, 2)),
        (S3, 150, (False, 0, 3)),
        (S3_PLAY, 155, (False, 0, 1)),
        (S3_PLAY, 200, (False, 0, 3)),
        (S4, 60, (True, 1, 0)),
        (S4, 295, (False, 0, 2)),
        (S4, 300, (False, 0, 3)),
    ],
)
def test_the_level_table_moves_one_side(ruleset: Ruleset, points: int, change: tuple[bool, int, int]) -> None:
    """S0-4, S1-1.8, S2-6, S3-C11, S3-P6, S4-5."""
    score = score_deal(ruleset, deal(points))

    assert (score.deal_held, score.dealer_delta, score.attackers_delta) == change


@pytest.mark.parametrize(
    ("ruleset", "played", "points"),
    [
        (S0, dug(100, 10, trumps(SINGLE), fault(S0, "dealer_side", "asking_partner")), 140),
        (S1, dug(100, 25, KEPT, fault(S1, "dealer_side", "revoke_later")), 160),
        (S2, dug(85, 0, KEPT, fault(S2, "attackers", "out_of_turn")), 75),
        (S3, dug(70, 0, KEPT, fault(S3, "dealer_side", "bad_throw", cards=3)), 80),
        (S4, dug(50, 10, KEPT, fault(S4, "dealer_side", "bad_throw")), 70),
        (S2, deal(0, fault(S2, "attackers", "exposed_cards", cards=4)), -40),
        (S1, deal(300, fault(S1, "dealer_side", "card_count")), 360),
        (S1, deal(100, *[fault(S1, "attackers", "bad_throw", cards=2)] * 2), 60),
    ],
)
def test_points_go_to_the_other_side(ruleset: Ruleset, played: Deal, points: int) -> None:
    """G-1, G-13; S0-10.3, S1-3.1, S1-3.4, S2-20, S2-21, S3-C9.4, S4-19: below none and beyond the cards too."""
    assert score_deal(ruleset, played).points == points


@pytest.mark.parametrize(
    ("ruleset", "offence", "role", "before", "after"),
    [
        (S0, "card_count", "dealer_side", 95, 120),
        (S0, "card_count", "dealer_side", 130, 160),
        (S0, "card_count", "dealer_side", 120, 150),
        (S0, "card_count", "attackers", 130, 115),
        (S0, "card_count", "attackers", 120, 115),
        (S0, "card_count", "attackers", 90, 60),
        (S0, "revoke_later", "dealer_side", 95, 120),
        (S2, "revoke", "dealer_side", 40, 80),
        (S2, "revoke", "dealer_side", 95, 95),
        (S2, "revoke", "attackers", 130, 75),
        (S2, "revoke", "attackers", 40, 40),
        (S2, "signalling_light", "dealer_side", 0, 80),
        (S4, "revoke", "dealer_side", 60, 120),
        (S4, "revoke", "attackers", 185, 115),
        (S4, "signalling_light", "attackers", 185, 115),
    ],
)
def test_floors_and_ceilings_at_the_turnover(
    ruleset: Ruleset, offence: str, role: Role, before: int, after: int
) -> None:
    """S0-8.1, S0-8.2, S2-11.5, S2-17, S4-10.4, S4-18."""
    score = score_deal(ruleset, deal(before, fault(ruleset, role, offence)))

    assert (score.points, score.deal_held) == (after, after < ruleset.level_table.turnover)


def test_points_come_before_floors_whatever_was_written_first() -> None:
    """G-13: 60 + 10 = 70, raised to 80; not 80 + 10."""
    revoke, throw = (fault(S2, "dealer_side", offence) for offence in ("revoke", "bad_throw"))

    assert [score_deal(S2, deal(60, *order)).points for order in ((revoke, throw), (throw, revoke))] == [80, 80]


def test_a_floor_and_a_ceiling_lift_each_other() -> None:
    """G-13: where both sides revoked, the deal counts as it was played."""
    both = [fault(S2, role, "revoke") for role in ("dealer_side", "attackers")]

    score = score_deal(S2, deal(40, *both))

    assert counted(score) == (40, True, 1, 0)
    assert told(score.steps)[1] == ("limits_cancel", "S2-17")


def test_one_limit_more_than_the_other_side_has_stands() -> None:
    """S0-8.2, G-13."""
    faults = [fault(S0, role, "card_count") for role in ("attackers", "dealer_side", "attackers")]

    assert score_deal(S0, deal(90, *faults)).points == 60


@pytest.mark.parametrize(
    ("ruleset", "offence", "role", "change"),
    [
        (S0, "wrong_kitty", "dealer_side", (False, 0, 1)),
        (S2, "card_count", "dealer_side", (False, 0, 1)),
        (S2, "card_count", "attackers", (True, 1, 0)),
        (S3, "revoke", "dealer_side", (False, 0, 0)),
        (S3, "revoke", "attackers", (True, 1, 0)),
        (S3, "card_count", "attackers", (True, 1, 0)),
        (S4, "card_count", "dealer_side", (False, 0, 1)),
    ],
)
@pytest.mark.parametrize("points", [0, 80, 200])
def test_a_lost_deal_goes_to_the_other_side_whatever_its_points(
    ruleset: Ruleset, offence: str, role: Role, change: tuple[bool, int, int], points: int
) -> None:
    """S0-9.2, S2-19, S3-C9.5, S3-C9.6, S4-20."""
    score = score_deal(ruleset, deal(points, fault(ruleset, role, offence)))

    assert (score.deal_held, score.dealer_delta, score.attackers_delta) == change


def test_a_deal_is_lost_once_by_the_most_of_several() -> None:
    """S0-9.2 beside a referee's decision."""
    twice = [fault(S0, "dealer_side", "wrong_kitty"), Penalty("dealer_side", decided("deal_lost", 2))]

    score = score_deal(S0, deal(0, *twice))

    assert counted(score) == (0, False, 0, 2)
    assert [step.code for step in score.steps] == ["tricks", "deal_lost", "deal_lost", "next_dealer"]


@pytest.mark.parametrize(("role", "change"), [("dealer_side", (True, 1, 1)), ("attackers", (True, 2, 0))])
def test_a_light_signal_gives_the_other_side_a_level_more(role: Role, change: tuple[bool, int, int]) -> None:
    """S1-4.2: beside the outcome of the deal."""
    score = score_deal(S1, deal(100, fault(S1, role, "signalling_light")))

    assert (score.deal_held, score.dealer_delta, score.attackers_delta) == change


@pytest.mark.parametrize(
    ("ruleset", "offence", "reason"),
    [(S1, "card_count", ("both_at_fault", "S1-3.4")), (S2, "card_count", ("both_at_fault", "S2-19"))],
)
def test_a_deal_with_wrong_counts_on_both_sides_is_dealt_again(
    ruleset: Ruleset, offence: str, reason: tuple[str, str]
) -> None:
    """S1-3.4: void; S2-19: ended. Nothing changes, and the same dealer deals."""
    both = [fault(ruleset, role, offence) for role in ("attackers", "dealer_side")]

    score = score_deal(ruleset, deal(200, *both, dealer=3))

    assert (score.void, score.dealer_delta, score.attackers_delta, score.next_dealer) == (True, 0, 0, 3)
    assert told(score.steps)[-2:] == [reason, ("same_dealer", ruleset.match_result.void_deal.clause)]


def test_one_side_with_a_wrong_count_does_not_void_the_deal() -> None:
    """S1-3.4, beside another fault of the other side."""
    score = score_deal(S1, deal(100, fault(S1, "dealer_side", "card_count"), fault(S1, "attackers", "bad_throw")))

    assert (score.void, score.points) == (False, 150)


def test_both_sides_revoking_lose_the_deal_both_so_it_is_dealt_again() -> None:
    """S3-C9.5: no rule for both; neither can gain what both lost."""
    both = [fault(S3, role, "revoke") for role in ("dealer_side", "attackers")]

    score = score_deal(S3, deal(100, *both))

    assert (score.void, score.next_dealer) == (True, 0)
    assert told(score.steps)[-2] == ("both_lose_the_deal", "S3-C9.5")


def test_the_same_decision_against_both_sides_is_no_offence_of_both() -> None:
    both = [Penalty(role, Effect("points", 10, both_sides="deal_void")) for role in ("dealer_side", "attackers")]

    assert score_deal(S1, deal(100, *both)).void is False


def test_a_referee_may_void_a_deal() -> None:
    score = score_deal(S1, deal(200, Penalty("attackers", decided("deal_void", 0)), dealer=2))

    assert (score.void, score.deal_held, score.attackers_delta, score.next_dealer) == (True, True, 0, 2)


def test_a_void_deal_gives_no_extra_level_either() -> None:
    """S1-3.4, S1-4.2."""
    both = [fault(S1, role, "card_count") for role in ("dealer_side", "attackers")]

    score = score_deal(S1, deal(100, *both, fault(S1, "attackers", "signalling_light")))

    assert (score.dealer_delta, score.attackers_delta) == (0, 0)


def test_an_accuser_without_ground_is_the_offender() -> None:
    """S3-C9.7: the attackers claimed C9.5 without ground, so the dealer side rises as if they had done it."""
    score = score_deal(S3, deal(100, fault(S3, "attackers", "revoke")))

    assert (score.deal_held, score.dealer_delta) == (True, 1)


@pytest.mark.parametrize("ruleset", DOCUMENTS.values(), ids=DOCUMENTS)
@pytest.mark.parametrize(
    ("dealer", "held", "following"), [(0, True, 2), (3, True, 1), (2, True, 0), (0, False, 1), (3, False, 0)]
)
def test_the_partner_deals_on_and_the_next_player_takes_over(
    ruleset: Ruleset, dealer: int, *, held: bool, following: int
) -> None:
    """G-5; S1-1.5, S2-10.3, S2-10.4, S3-P7, S4-9.3, S4-9.4."""
    assert next_dealer(ruleset, dealer, held=held) == following


@pytest.mark.parametrize(("held", "following"), [(True, 0), (False, 3)])
def test_other_ways_of_the_deal_as_an_organizer_may_want(*, held: bool, following: int) -> None:
    other = decide(S1, {"dealer_rotation.held": "same", "dealer_rotation.lost": "previous_seat"})

    assert next_dealer(other, 0, held=held) == following
