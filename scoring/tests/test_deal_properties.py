"""What holds of every deal and every match, whatever is played."""

from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.deals import Deal, next_dealer, score_deal
from scoring.kitty import Component, LastTrick
from scoring.ladder import ScoringError
from scoring.penalties import Penalty, effect_of
from scoring.progress import Credit, Replay, State, advance, credit, play_deal, replay, start
from scoring.ruleset import Ruleset, decide
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
roles = st.sampled_from(["dealer_side", "attackers"])


def components(ruleset: Ruleset) -> st.SearchStrategy[Component]:
    widths = list(range(1, ruleset.deck.decks.value + 1))
    tuples = st.builds(Component, st.sampled_from(widths))
    return tuples | st.builds(Component, st.sampled_from(widths[1:]), st.integers(2, 3))


def last_tricks(ruleset: Ruleset) -> st.SearchStrategy[LastTrick]:
    plays = st.lists(components(ruleset), min_size=1, max_size=2).map(tuple)
    return st.builds(LastTrick, st.booleans(), st.booleans(), plays, st.sampled_from(["", "main", "off"]))


@st.composite
def faults(draw: st.DrawFn, ruleset: Ruleset) -> Penalty:
    known = sorted(key for key in ruleset.penalties.offences if key != "false_accusation")
    offence = draw(st.sampled_from(known))
    effect = effect_of(ruleset, offence, cards=draw(st.integers(1, 3)), occurrence=draw(st.integers(1, 3)))
    return Penalty(draw(roles), effect, offence)


@st.composite
def deals(draw: st.DrawFn, ruleset: Ruleset, dealer: int) -> Deal:
    kitty = 5 * draw(st.integers(0, 8))
    points = 5 * draw(st.integers(0, (ruleset.deck.points.value - kitty) // 5))
    penalties = draw(st.lists(faults(ruleset), max_size=3))
    return Deal(dealer, points, kitty, draw(last_tricks(ruleset)), tuple(penalties))


@st.composite
def matches(draw: st.DrawFn) -> tuple[Ruleset, list[Deal], list[Credit]]:
    """Deals by whoever is due, until the match is over or enough."""
    ruleset = draw(rulesets)
    credits = draw(st.lists(st.builds(Credit, st.sampled_from([0, 1]), st.just(1)), max_size=1))  # noqa: A001
    state = replay(ruleset, [], credits).final
    played: list[Deal] = []
    for _ in range(draw(st.integers(0, 12))):
        if state.ended_by:
            break
        dealer = draw(st.integers(0, 3)) if state.dealer is None else state.dealer
        played.append(draw(deals(ruleset, dealer)))
        state, _ = play_deal(ruleset, state, played[-1])
    return ruleset, played, credits


@given(rulesets, st.data())
def test_penalties_commute(ruleset: Ruleset, data: st.DataObject) -> None:
    """G-13: points first, then floors and ceilings, then the rest, in whatever order they were written down."""
    played = data.draw(deals(ruleset, 0))
    shuffled = replace(played, penalties=tuple(data.draw(st.permutations(played.penalties))))

    one, other = score_deal(ruleset, played), score_deal(ruleset, shuffled)

    assert replace(one, steps=()) == replace(other, steps=())
    assert sorted(step.code for step in one.steps) == sorted(step.code for step in other.steps)


@given(rulesets, st.data())
def test_a_deal_moves_its_winner_or_nobody_but_for_extra_levels(ruleset: Ruleset, data: st.DataObject) -> None:
    score = score_deal(ruleset, data.draw(deals(ruleset, 0)))
    extra = any(step.code == "extra_levels" for step in score.steps)

    loser_rises = score.attackers_delta if score.deal_held else score.dealer_delta

    assert extra or loser_rises == 0
    assert min(score.dealer_delta, score.attackers_delta) >= 0


@given(rulesets, st.data())
def test_the_next_dealer_follows_from_the_deal(ruleset: Ruleset, data: st.DataObject) -> None:
    """G-5: the partner, or a player of the other side; after a void deal the same."""
    dealer = data.draw(st.integers(0, 3))

    score = score_deal(ruleset, data.draw(deals(ruleset, dealer)))

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
    ruleset, played, credits = record  # noqa: A001

    assert replay(ruleset, played, credits) == replay(ruleset, list(played), tuple(credits))


@given(matches())
def test_a_replay_is_the_deals_one_after_the_other(record: tuple[Ruleset, list[Deal], list[Credit]]) -> None:
    ruleset, played, credits = record  # noqa: A001
    begun = start(ruleset)
    for given_credit in credits:
        begun, _ = credit(ruleset, begun, given_credit)

    folded = list(accumulate(played, lambda state, deal: play_deal(ruleset, state, deal)[0], initial=begun))

    assert replay(ruleset, played, credits).states == tuple(folded)


@given(matches())
def test_the_two_sides_are_alike(record: tuple[Ruleset, list[Deal], list[Credit]]) -> None:
    """Turned by one seat, a match gives the same to the other side."""
    ruleset, played, credits = record  # noqa: A001
    turned = [replace(deal, dealer=(deal.dealer + 1) % 4) for deal in played]
    others = [replace(given_credit, side=1 - given_credit.side) for given_credit in credits]

    one, other = replay(ruleset, played, credits).final, replay(ruleset, turned, others).final

    assert other == State(
        one.levels[::-1],
        None if one.dealer is None else (one.dealer + 1) % 4,
        one.deals,
        one.failed[::-1],
        None if one.winner is None else 1 - one.winner,
        one.ended_by,
    )


@given(matches())
def test_no_level_that_must_be_played_is_passed_without_having_held_the_deal_there(
    record: tuple[Ruleset, list[Deal], list[Credit]],
) -> None:
    """G-11: a rise ends there at the latest, and only a dealer side that held the deal leaves it."""
    ruleset, played, credits = record  # noqa: A001
    must_play = {ruleset.ladder.position(level) for level in ruleset.levels.must_play.value}
    whole: Replay = replay(ruleset, played, credits)

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
    ruleset, played, credits = record  # noqa: A001
    state = replay(ruleset, played, credits).final
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
