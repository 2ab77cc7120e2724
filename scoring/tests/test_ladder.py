import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import Ladder, LevelNotOnLadder, ScoringError
from scoring.tests.cast import S1

short = Ladder(("2", "5", "10", "J", "Q", "K", "A"), start="2", must_play=frozenset({"2", "A"}), max_beyond=2)


@given(st.integers(min_value=0, max_value=S1.ladder.highest_position))
def test_a_position_survives_its_label(position: int) -> None:
    label = S1.ladder.label(position)

    assert S1.ladder.position(label) == position


@given(st.lists(st.text(st.characters(exclude_characters="+"), min_size=1), min_size=1, unique=True), st.integers(0, 9))
def test_every_label_of_any_ladder_survives_its_position(levels: list[str], max_beyond: int) -> None:
    ladder = Ladder(tuple(levels), levels[0], max_beyond=max_beyond)

    assert [ladder.label(ladder.position(label)) for label in ladder.labels()] == list(ladder.labels())
    assert len(ladder.labels()) == len(levels) + max_beyond


def test_the_ladder_runs_from_two_to_the_ace_and_on() -> None:
    """S1-1.1 starts at 2; past the ace the count goes on."""
    ladder = S1.ladder

    assert ladder.labels()[:13] == ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    assert [ladder.label(position) for position in (12, 13, 14, 25)] == ["A", "A+1", "A+2", "A+13"]
    assert (ladder.start_position, ladder.end_position, ladder.highest_position) == (0, 12, 25)


def test_steps_are_counted_on_the_ladder_not_by_card_rank() -> None:
    assert [short.position(label) for label in ("2", "5", "A", "A+2")] == [0, 1, 6, 8]
    assert short.levels_risen(short.position("J")) == 3


def test_levels_risen_are_counted_from_the_start() -> None:
    from_five = Ladder(("2", "3", "4", "5", "6"), start="5")

    assert [from_five.levels_risen(position) for position in (3, 4, 0)] == [0, 1, -3]


@pytest.mark.parametrize(
    "label", ["", "1", "11", "a", "A+", "A+0", "A+01", "A+14", "A+-1", "A +1", "A\N{FULLWIDTH PLUS SIGN}1", "K+1"]
)
def test_a_label_outside_the_ladder_is_refused(label: str) -> None:
    with pytest.raises(LevelNotOnLadder) as refusal:
        S1.ladder.position(label)

    assert (refusal.value.code, refusal.value.params) == ("level_not_on_ladder", {"level": label})


@pytest.mark.parametrize("position", [-1, 26, True, 1.0, "2", None])
def test_a_position_outside_the_ladder_is_refused(position: object) -> None:
    with pytest.raises(LevelNotOnLadder):
        S1.ladder.label(position)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("levels", "start", "must_play", "max_beyond"),
    [
        ((), "2", frozenset(), 0),
        (("2", "2"), "2", frozenset(), 0),
        (("2", ""), "2", frozenset(), 0),
        (("2", "2+1"), "2", frozenset(), 0),
        (("2", "3"), "4", frozenset(), 0),
        (("2", "3"), "2", frozenset({"A"}), 0),
        (("2", "3"), "2", frozenset(), -1),
    ],
)
def test_what_is_no_ladder_is_refused(
    levels: tuple[str, ...], start: str, must_play: frozenset[str], max_beyond: int
) -> None:
    with pytest.raises(ScoringError) as refusal:
        Ladder(levels, start, must_play, max_beyond)

    assert refusal.value.code == "bad_ladder"
