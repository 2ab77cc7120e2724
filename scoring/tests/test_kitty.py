from itertools import permutations

import pytest

from scoring.kitty import Component, Dig, LastTrick, dig, digging_plays, multiplier
from scoring.ladder import ScoringError
from scoring.ruleset import Ruleset, decide
from scoring.tests.table import (
    KEPT,
    PAIR,
    PAIRS_2,
    PAIRS_3,
    PAIRS_4,
    S0,
    S1,
    S2,
    S3,
    S3_PLAY,
    S4,
    SINGLE,
    TRIPLE,
    TRIPLES_2,
    TRIPLES_3,
    plain,
    trumps,
)


def multipliers(ruleset: Ruleset, *components: Component) -> list[int]:
    return [multiplier(ruleset.kitty, [component]) for component in components]


def test_three_times_the_cards() -> None:
    """S0-9.3: single 3, pair 6, triple 9, tractors 12 and 18; longer ones and two triples by the same formula."""
    three = multipliers(S0, SINGLE, PAIR, TRIPLE, PAIRS_2, PAIRS_3, PAIRS_4, TRIPLES_2)

    assert three == [3, 6, 9, 12, 18, 24, 18]


def test_twice_the_cards() -> None:
    """S1-1.7: twice the number of cards of the digging play."""
    assert multipliers(S1, SINGLE, PAIR, TRIPLE, PAIRS_2, PAIRS_3, TRIPLES_2) == [2, 4, 6, 8, 12, 12]


def test_two_more_for_each_further_pair() -> None:
    """S2-16: single 2, pair 4, two linked pairs 6, each further pair 2 more."""
    assert multipliers(S2, SINGLE, PAIR, PAIRS_2, PAIRS_3, PAIRS_4) == [2, 4, 6, 8, 10]


@pytest.mark.parametrize("ruleset", [S3, S3_PLAY])
def test_any_tractor_eight_times(ruleset: Ruleset) -> None:
    """S3-C10, S3-P5: single 2, pair 4, a tractor 8 however long."""
    assert multipliers(ruleset, SINGLE, PAIR, PAIRS_2, PAIRS_3) == [2, 4, 8, 8]


def test_steps_by_kind() -> None:
    """S4-17: single 2, pair 3, triple 4; linked pairs 5 and one more each, linked triples 6 and two more each."""
    by_kind = multipliers(S4, SINGLE, PAIR, TRIPLE, PAIRS_2, PAIRS_3, TRIPLES_2, TRIPLES_3)

    assert by_kind == [2, 3, 4, 5, 6, 6, 8]


def test_a_power_of_the_cards_as_an_organizer_may_want() -> None:
    power = decide(S1, {"kitty.multiplier": {"kind": "power", "base": 2}})

    assert multipliers(power, SINGLE, PAIR, TRIPLE, PAIRS_2, PAIRS_3) == [2, 4, 8, 16, 64]


def test_the_highest_multiplier_is_not_passed() -> None:
    capped = decide(S1, {"kitty.highest_multiplier": 8})

    assert multipliers(capped, TRIPLE, PAIRS_2, PAIRS_3) == [6, 8, 8]


@pytest.mark.parametrize(
    ("components", "counts", "times"),
    [
        ((SINGLE, PAIRS_2), PAIRS_2, 8),
        ((TRIPLE, PAIR), TRIPLE, 6),
        ((TRIPLE, PAIRS_2), PAIRS_2, 8),
        ((PAIR, SINGLE, SINGLE), PAIR, 4),
        ((PAIRS_3, PAIRS_2), PAIRS_3, 12),
        ((TRIPLES_2, PAIRS_3), TRIPLES_2, 12),
    ],
)
def test_of_a_throw_only_the_highest_class_counts(
    components: tuple[Component, ...], counts: Component, times: int
) -> None:
    """S1-1.7: tractor, triple, pair, single; only the highest of them counts, nothing is added."""
    digs = {dig(S1, trumps(*order)) for order in permutations(components)}

    assert digs == {Dig(times, counts, "dug", "S1-1.7")}


def test_a_throw_counts_as_a_single_card() -> None:
    """S3-C10: two tens and a nine dig as one card."""
    assert dig(S3, trumps(PAIR, SINGLE)) == Dig(2, SINGLE, "dug", "S3-C10")


def test_what_is_no_throw_counts_as_it_is_where_throws_count_as_singles() -> None:
    """S3-C10."""
    assert dig(S3, trumps(PAIRS_2)) == Dig(8, PAIRS_2, "dug", "S3-C10")


@pytest.mark.parametrize(("ruleset", "times"), [(S1, 6), (S4, 5)])
def test_all_cards_together_as_an_organizer_may_want(ruleset: Ruleset, times: int) -> None:
    together = decide(ruleset, {"kitty.throw": "all_cards"})

    assert dig(together, trumps(PAIR, SINGLE)) == Dig(times, None, "dug", ruleset.kitty.throw.clause)


@pytest.mark.parametrize(("ruleset", "clause"), [(S0, "S0-9.3"), (S1, "S1-1.7"), (S4, "S4-17")])
def test_a_plain_suit_does_not_dig(ruleset: Ruleset, clause: str) -> None:
    """S0-9.3, S1-1.7, S4-17: only trump digs, so nothing else is asked of the play."""
    assert dig(ruleset, plain()) == dig(ruleset, plain(PAIR)) == Dig(0, None, "plain_suit", clause)


@pytest.mark.parametrize(("ruleset", "clause"), [(S2, "S2-16"), (S3, "S3-C10")])
def test_any_suit_digs(ruleset: Ruleset, clause: str) -> None:
    """S2-16, S3-C10."""
    assert dig(ruleset, plain(PAIR)) == Dig(4, PAIR, "dug", clause)


def test_the_dealer_side_does_not_dig_its_own_kitty() -> None:
    """S0-9.3: the attackers win the last trick, or it is not dug."""
    assert dig(S0, KEPT) == Dig(0, None, "dealer_side_won", "S0-9.3")


@pytest.mark.parametrize(
    ("ruleset", "last_trick", "code", "params"),
    [
        (S1, trumps(), "no_components", {}),
        (S2, trumps(TRIPLE), "component_beyond_decks", {"width": 3, "decks": 2}),
        (S3, plain(PAIRS_4, *[PAIRS_4] * 3), "play_beyond_hand", {"cards": 32, "hand": 25}),
    ],
)
def test_a_play_that_the_cards_do_not_allow_is_refused(
    ruleset: Ruleset, last_trick: LastTrick, code: str, params: dict[str, int]
) -> None:
    with pytest.raises(ScoringError) as refusal:
        dig(ruleset, last_trick)

    assert (refusal.value.code, refusal.value.params) == (code, params)


@pytest.mark.parametrize(
    ("ruleset", "component"), [(S2, TRIPLE), (S2, TRIPLES_2), (S4, Component(4)), (S4, Component(4, 2))]
)
def test_a_kind_without_a_multiplier_is_refused(ruleset: Ruleset, component: Component) -> None:
    with pytest.raises(ScoringError) as refusal:
        multiplier(ruleset.kitty, [component])

    assert refusal.value.code == "no_multiplier"
    assert refusal.value.params == {"width": component.width, "length": component.length}


@pytest.mark.parametrize(("width", "length"), [(0, 1), (1, 0), (1, 2), (-1, 1), (True, 1), (2, 1.0)])
def test_what_is_no_component_is_refused(width: int, length: int) -> None:
    with pytest.raises(ScoringError) as refusal:
        Component(width, length)

    assert (refusal.value.code, refusal.value.params) == ("bad_component", {"width": width, "length": length})


def test_a_play_without_components_has_no_multiplier() -> None:
    with pytest.raises(ScoringError) as refusal:
        multiplier(S1.kitty, [])

    assert refusal.value.code == "no_components"


@pytest.mark.parametrize(
    ("ruleset", "most", "plays"),
    [
        (S0, 6, [SINGLE, PAIR, TRIPLE, PAIRS_2, PAIRS_3, TRIPLES_2]),
        (S2, 8, [SINGLE, PAIR, PAIRS_2, PAIRS_3, PAIRS_4]),
        (S4, 3, [SINGLE, PAIR, TRIPLE]),
    ],
)
def test_what_can_dig_is_listed_with_its_multiplier(ruleset: Ruleset, most: int, plays: list[Component]) -> None:
    listed = digging_plays(ruleset, most=most)

    assert listed == tuple((play, multiplier(ruleset.kitty, [play])) for play in plays)


def test_what_has_no_multiplier_is_not_listed() -> None:
    """Another reading of a table by kind may know no triples where the decks have some."""
    by_kind = S4.kitty.multiplier.value.model_copy(update={"triple": None, "triple_tractor": None})
    ruled = S4.kitty.multiplier.model_copy(update={"value": by_kind})
    other = S4.model_copy(update={"kitty": S4.kitty.model_copy(update={"multiplier": ruled})})

    listed = digging_plays(other, most=6)

    assert [play for play, _times in listed] == [SINGLE, PAIR, PAIRS_2, PAIRS_3]
