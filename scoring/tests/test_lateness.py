import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import ScoringError
from scoring.lateness import LateStep, late_step
from scoring.ruleset import Ruleset
from scoring.tests.changes import late
from scoring.tests.table import S0, S1, S2, S3, S4


@pytest.mark.parametrize(
    ("seconds", "step"),
    [
        (1, (1, "warning", 0, 0)),
        (300, (5, "warning", 0, 0)),
        (301, (6, "points", 30, 0)),
        (600, (10, "points", 30, 0)),
        (601, (11, "deal_forfeited", 0, 1)),
        (900, (15, "deal_forfeited", 0, 1)),
        (901, (16, "match_forfeited", 0, 0)),
        (7200, (120, "match_forfeited", 0, 0)),
    ],
)
def test_w05_the_steps_up_to_fifteen_minutes(seconds: int, step: tuple[int, str, int, int]) -> None:
    """S0-11.1, with a started minute counted as a whole one (G-2) and 15 in the lower band."""
    assert late_step(S0, seconds) == LateStep(*step, "pair", "S0-11.1")


@pytest.mark.parametrize(
    ("seconds", "step"),
    [
        (180, (3, "warning", 0, 0, "pair", "S2-2", 1)),
        (360, (6, "points", 20, 0, "pair", "S2-2", 0)),
        (660, (11, "points", 30, 0, "pair", "S2-2", 0)),
        (960, (16, "deal_forfeited", 0, 1, "pair", "S2-2", 0)),
        (1200, (20, "deal_forfeited", 0, 1, "pair", "S2-2", 0)),
        (1201, (21, "match_forfeited", 0, 0, "pair", "S2-2", 0)),
    ],
)
def test_w05_the_steps_up_to_twenty_minutes(seconds: int, step: tuple[int, str, int, int, str, str, int]) -> None:
    """S2-2: a warning is a violation too."""
    assert late_step(S2, seconds) == LateStep(*step)


@pytest.mark.parametrize("ruleset", [S1, S3, S4])
def test_rules_without_steps_have_none(ruleset: Ruleset) -> None:
    assert late_step(ruleset, 3600) is None


def test_who_comes_at_the_start_is_not_late() -> None:
    assert late_step(S0, 0) is None


def test_an_arrival_before_the_announced_start_is_refused() -> None:
    with pytest.raises(ScoringError) as refusal:
        late_step(S0, -1)

    assert (refusal.value.code, refusal.value.params) == ("arrival_before_start", {"seconds": -1})


@given(st.integers(1, 10_000), st.integers(0, 10_000))
def test_a_later_arrival_never_gets_a_milder_step(seconds: int, more: int) -> None:
    order = ["warning", "points", "deal_forfeited", "match_forfeited"]

    steps = [late_step(S2, late) for late in (seconds, seconds + more)]

    severities = [(order.index(step.effect), step.points) for step in steps if step is not None]
    assert severities[0] <= severities[1]
    assert len(severities) == 2


def test_points_off_the_total_are_in_no_unit_of_the_cards() -> None:
    """Steps of −1 to −5 in the standings; the points of a deal stay multiples of five."""
    data = S0.model_dump(mode="json")
    late(1, effect="standing_points", points=1)(data)

    assert late_step(Ruleset.model_validate(data), 301) == LateStep(6, "standing_points", 1, 0, "pair", "S0-11.1")
