"""A whole match counted from its record, for what is said of whole matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.deals import Deal, DealScore, Step
from scoring.progress import Credit, State, credit, play_deal, start
from scoring.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole match: `states[0]` before the first deal, credits counted, and one more after each deal."""

    states: tuple[State, ...]
    scores: tuple[DealScore, ...]
    credited: tuple[Step, ...] = ()

    @property
    def final(self) -> State:
        return self.states[-1]


def replay(ruleset: Ruleset, deals: Sequence[Deal], credits: Sequence[Credit] = ()) -> Replay:  # noqa: A002 - the game's word
    """Count a match from its record; the same record always gives the same."""
    state = start(ruleset)
    credited = []
    for given in credits:
        state, step = credit(ruleset, state, given)
        credited.append(step)
    states, scores = [state], []
    for deal in deals:
        state, score = play_deal(ruleset, state, deal)
        states.append(state)
        scores.append(score)
    return Replay(tuple(states), tuple(scores), tuple(credited))
