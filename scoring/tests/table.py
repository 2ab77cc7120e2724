"""The deals that the tests play, in few words."""

from collections.abc import Sequence

from scoring.deals import Deal, DealScore, Step
from scoring.kitty import Component, LastTrick
from scoring.penalties import Penalty, Role, decided, effect_of
from scoring.progress import State
from scoring.ruleset import Ruleset, load_preset

S0, S1, S2, S3, S3_PLAY, S4 = (load_preset(name) for name in ("s0", "s1", "s2", "s3", "s3_play", "s4"))
DOCUMENTS = {"s0": S0, "s1": S1, "s2": S2, "s3": S3, "s3_play": S3_PLAY, "s4": S4}

SINGLE, PAIR, TRIPLE = Component(1), Component(2), Component(3)
PAIRS_2, PAIRS_3, PAIRS_4 = Component(2, 2), Component(2, 3), Component(2, 4)
TRIPLES_2, TRIPLES_3 = Component(3, 2), Component(3, 3)

KEPT = LastTrick(won_by_attackers=False, trump=True, components=(SINGLE,))


def trumps(*components: Component, jack: str = "") -> LastTrick:
    return LastTrick(won_by_attackers=True, trump=True, components=components, jack=jack)  # type: ignore[arg-type]


def plain(*components: Component) -> LastTrick:
    return LastTrick(won_by_attackers=True, trump=False, components=components)


def fault(ruleset: Ruleset, role: Role, offence: str, *, cards: int = 1, occurrence: int = 1) -> Penalty:
    return Penalty(role, effect_of(ruleset, offence, cards=cards, occurrence=occurrence), offence)


def deal(points: int, *penalties: Penalty, dealer: int = 0) -> Deal:
    return Deal(dealer, points, penalties=penalties)


def dug(points: int, kitty_points: int, last_trick: LastTrick, *penalties: Penalty, dealer: int = 0) -> Deal:
    return Deal(dealer, points, kitty_points, last_trick, penalties)


def reaching(ruleset: Ruleset, points: int, *, dealer: int = 0) -> Deal:
    """Reach any final points, those that the cards do not have by a referee's decision."""
    in_cards = max(0, min(points, ruleset.deck.points.value))
    role: Role = "attackers" if points < in_cards else "dealer_side"
    return deal(in_cards, Penalty(role, decided("points", abs(points - in_cards))), dealer=dealer)


def counted(score: DealScore) -> tuple[int, bool, int, int]:
    """Return final points, whether the deal was held, and what dealer side and attackers rise."""
    return score.points, score.deal_held, score.dealer_delta, score.attackers_delta


def told(steps: tuple[Step, ...]) -> list[tuple[str, str]]:
    return [(step.code, step.clause) for step in steps]


def at(ruleset: Ruleset, first: str, second: str, *, dealer: int | None = 0, failed: tuple[int, int] = (0, 0)) -> State:
    levels = ruleset.ladder.position(first), ruleset.ladder.position(second)
    return State(levels, dealer, 1, failed, None, "")


def labels(ruleset: Ruleset, state: State) -> tuple[str, str]:
    first, second = (ruleset.ladder.label(level) for level in state.levels)
    return first, second


def codes(steps: Sequence[Step]) -> list[str]:
    return [step.code for step in steps]


def ended(ruleset: Ruleset, state: State) -> tuple[tuple[str, str], int | None, str]:
    return labels(ruleset, state), state.winner, state.ended_by
