"""Levels without a deal."""

import pytest

from scoring.deals import Step
from scoring.ladder import ScoringError
from scoring.progress import Credit, credit, start
from scoring.tests.replays import replay
from scoring.tests.table import S0, S2, S3, at, deal, ended, labels


def test_a_first_deal_forfeited_by_lateness_gives_a_level() -> None:
    """S0-11.1: the others rise one level, and the first deal that is played is still contested."""
    played = replay(S0, [deal(120, dealer=2)], [Credit(1, 1, "lateness", "S0-11.1")])

    assert [labels(S0, state) for state in played.states] == [("2", "3"), ("2", "3")]
    assert (played.states[0].dealer, played.states[0].deals) == (None, 0)
    assert played.credited == (
        Step("credited", "S0-11.1", {"side": 1, "offence": "lateness", "levels": 1, "before": "2", "after": "3"}),
    )


def test_a_level_without_a_deal_does_not_pass_a_must_play_level() -> None:
    """G-11, S3-C4."""
    state, step = credit(S3, start(S3), Credit(0, 1))

    assert (state.levels, step.params["after"]) == ((0, 0), "2")


def test_a_level_without_a_deal_may_end_the_match() -> None:
    state, _ = credit(S2, at(S2, "A", "3"), Credit(0, 1))

    assert ended(S2, state) == (("A+1", "3"), 0, "ladder")
    with pytest.raises(ScoringError) as refusal:
        credit(S2, state, Credit(1, 1))
    assert refusal.value.code == "match_is_over"


@pytest.mark.parametrize(
    ("given", "code"),
    [(Credit(2, 1), "bad_side"), (Credit(True, 1), "bad_side"), (Credit(0, -1), "bad_count")],
)
def test_a_credit_names_a_side_and_a_number_of_levels(given: Credit, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        credit(S0, start(S0), given)

    assert refusal.value.code == code
