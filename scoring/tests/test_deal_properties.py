"""What holds of every deal and every match, whatever is played."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.deals import Deal, next_dealer, score_deal
from scoring.kitty import Component, LastTrick
from scoring.ladder import ScoringError
from scoring.penalties import Penalty, Role, effect_of
from scoring.progress import Credit, advance, play_deal
from scoring.ruleset import Ruleset, decide
from scoring.tests.replays import Replay, replay
from scoring.tests.table import DOCUMENTS, S0, S1, S3, S3_PLAY, reaching

ENDLESS = decide(S3, {"levels.end": "restart", "levels.max_beyond": 0})
FALLING = decide(
    S0,
    {
        "levels.must_play": ["5", "10", "A"],
        "levels.failure_rule": {"level": "10", "attempts": 2, "falls_to": "5"},
        "levels.early_win": 9,
        "match_result.deals": 12,
    },
)
RULESETS = [*DOCUMENTS.values(), ENDLESS, FALLING]
rulesets = st.sampled_from(RULESETS)
ROLES: list[Role] = ["dealer_side", "attackers"]


def last_tricks(ruleset: Ruleset) -> list[LastTrick]:
    widths = range(1, ruleset.deck.decks.value + 1)
    components = [Component(width, length) for width in widths for length in (1, 2, 3) if width > 1 or length == 1]
    plays = [(component,) for component in components] + [(components[0], component) for component in components]
    jacks: list[Literal["", "main", "off"]] = ["", "main", "off"]
    return [
        LastTrick(won, trump, play, jack)
        for won, trump, play, jack in product((True, False), (True, False), plays, jacks)
    ]


def faults(ruleset: Ruleset) -> list[Penalty]:
    known = [key for key in ruleset.penalties.offences if key != "false_accusation"]
    return [
        Penalty(role, effect_of(ruleset, key, cards=count, occurrence=count), key)
        for role, key, count in product(ROLES, known, (1, 2))
    ]


def deal_strategy(ruleset: Ruleset) -> st.SearchStrategy[Deal]:
    """Tricks of up to all cards but those that a kitty may hold."""
    return st.builds(
        Deal,
        st.integers(0, 3),
        st.integers(0, ruleset.deck.points.value // 5 - 8).map(lambda fives: 5 * fives),
        st.integers(0, 8).map(lambda fives: 5 * fives),
        st.sampled_from(last_tricks(ruleset)),
        st.lists(st.sampled_from(faults(ruleset)), max_size=3).map(tuple),
    )


DEALS = [(ruleset, deal_strategy(ruleset)) for ruleset in RULESETS]
ruled_deals = st.sampled_from(DEALS).flatmap(lambda pair: st.tuples(st.just(pair[0]), pair[1]))


@st.composite
def matches(draw: st.DrawFn) -> tuple[Ruleset, list[Deal], list[Credit]]:
    """Deals by whoever is due, until the match is over."""
    ruleset, strategy = draw(st.sampled_from(DEALS))
    given_credits = draw(st.lists(st.sampled_from([Credit(0, 1), Credit(1, 1)]), max_size=1))
    drawn = draw(st.lists(strategy, max_size=6))
    state = replay(ruleset, [], given_credits).final
    played: list[Deal] = []
    for deal in drawn:
        if not state.ended_by:
            played.append(deal if state.dealer is None else replace(deal, dealer=state.dealer))
            state, _ = play_deal(ruleset, state, played[-1])
    return ruleset, played, given_credits


@given(ruled_deals, st.randoms(use_true_random=False))
def test_penalties_commute(ruled: tuple[Ruleset, Deal], chance: Random) -> None:
    """G-13: points first, then floors and ceilings, then the rest, in whatever order they were written down."""
    ruleset, played = ruled
    shuffled = replace(played, penalties=tuple(chance.sample(played.penalties, len(played.penalties))))

    one, other = score_deal(ruleset, played), score_deal(ruleset, shuffled)

    assert replace(one, steps=()) == replace(other, steps=())
    assert sorted(step.code for step in one.steps) == sorted(step.code for step in other.steps)


@given(ruled_deals)
def test_a_deal_moves_its_winner_or_nobody_but_for_extra_levels(ruled: tuple[Ruleset, Deal]) -> None:
    score = score_deal(*ruled)
    extra = any(step.code == "extra_levels" for step in score.steps)

    loser_rises = score.attackers_delta if score.deal_held else score.dealer_delta

    assert extra or loser_rises == 0
    assert min(score.dealer_delta, score.attackers_delta) >= 0


@given(ruled_deals)
def test_the_next_dealer_follows_from_the_deal(ruled: tuple[Ruleset, Deal]) -> None:
    """G-5: the partner, or a player of the other side; after a void deal the same."""
    ruleset, played = ruled
    dealer = played.dealer

    score = score_deal(ruleset, played)

    expected = dealer if score.void else next_dealer(ruleset, dealer, held=score.deal_held)
    assert score.next_dealer == expected
    assert score.void or (expected % 2 == dealer % 2) == score.deal_held


@given(rulesets, st.integers(-40, 140), st.integers(0, 3))
def test_the_seat_of_the_dealer_changes_no_points(ruleset: Ruleset, fives: int, dealer: int) -> None:
    here, there = (score_deal(ruleset, reaching(ruleset, 5 * fives, dealer=seat)) for seat in (0, dealer))

    assert here.points == there.points == 5 * fives
    assert (here.deal_held, here.dealer_delta, here.attackers_delta) == (
        there.deal_held,
        there.dealer_delta,
        there.attackers_delta,
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_row_that_is_told_gives_the_same_at_both_its_ends(ruleset: Ruleset) -> None:
    for points in range(-200, 705, 5):
        told = next(step for step in score_deal(ruleset, reaching(ruleset, points)).steps if step.code == "level_table")
        ends = [end for end in (told.params["lowest"], told.params["highest"]) if isinstance(end, int)]

        changes = {ruleset.level_change(end) for end in (*ends, points)}

        assert len(changes) == 1
        assert all(end <= points for end in ends[:-1])
        assert points in ends or min(ends) < points or points < max(ends)


@given(matches())
def test_a_match_replayed_from_its_record_gives_the_same(record: tuple[Ruleset, list[Deal], list[Credit]]) -> None:
    ruleset, played, given_credits = record

    assert replay(ruleset, played, given_credits) == replay(ruleset, list(played), tuple(given_credits))


@given(matches())
def test_no_level_that_must_be_played_is_passed_without_having_held_the_deal_there(
    record: tuple[Ruleset, list[Deal], list[Credit]],
) -> None:
    """G-11: a rise ends there at the latest, and only a dealer side that held the deal leaves it."""
    ruleset, played, given_credits = record
    must_play = {ruleset.ladder.position(level) for level in ruleset.levels.must_play.value}
    whole: Replay = replay(ruleset, played, given_credits)

    for before, after, deal, score in zip(whole.states, whole.states[1:], played, whole.scores, strict=False):
        for side in (0, 1):
            low, high = before.levels[side], after.levels[side]
            held = score.deal_held and not score.void and deal.dealer % 2 == side

            assert high <= low or not must_play & set(range(low + 1, high))
            assert high <= low or low not in must_play or held


@given(rulesets, st.data(), st.integers(0, 12), st.booleans())
def test_a_longer_rise_never_ends_lower(ruleset: Ruleset, data: st.DataObject, delta: int, held: bool) -> None:  # noqa: FBT001
    assume(ruleset.levels.end.value != "restart")
    level = data.draw(st.integers(0, ruleset.ladder.end_position))

    one, more = (advance(ruleset, level, levels, held=held) for levels in (delta, delta + 1))

    assert level <= one <= more <= ruleset.ladder.highest_position


@given(matches(), st.integers(0, 3))
def test_only_the_seat_that_is_due_deals(record: tuple[Ruleset, list[Deal], list[Credit]], dealer: int) -> None:
    ruleset, played, given_credits = record
    state = replay(ruleset, played, given_credits).final
    assume(state.ended_by or state.dealer not in {None, dealer})

    with pytest.raises(ScoringError) as refusal:
        play_deal(ruleset, state, Deal(dealer, 0))

    assert refusal.value.code == ("match_is_over" if state.ended_by else "dealer_not_due")


@pytest.mark.parametrize("ruleset", [S1, S3_PLAY])
def test_the_points_penalised_are_those_of_a_deal_that_was_played_so(ruleset: Ruleset) -> None:
    """G-1: 10 points to the attackers are worth what 10 points in tricks are."""
    for points in range(0, ruleset.deck.points.value - 5, 5):
        thrown = Penalty("dealer_side", effect_of(ruleset, "bad_throw"), "bad_throw")

        penalised, played = (
            score_deal(ruleset, Deal(0, points, penalties=(thrown,))),
            score_deal(ruleset, Deal(0, points + 10)),
        )

        assert replace(penalised, steps=()) == replace(played, steps=())
