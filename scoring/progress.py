"""A match as it goes on: the levels of both sides, who deals next, and what ends it."""

from dataclasses import dataclass, replace
from typing import Literal

from scoring.deals import PARTNER, SEATS, Deal, DealScore, Step, score_deal
from scoring.ladder import Ladder, ScoringError
from scoring.matches import decide_match
from scoring.penalties import ENDS_THE_MATCH
from scoring.ruleset import Ruleset

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Credit:
    """Levels without a deal, as where the other side forfeits the first one by coming late."""

    side: int
    levels: int
    offence: str = "lateness"
    clause: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Where a match stands: levels as ladder positions, one past the last level where passing it won.

    `dealer` is the seat due next, None while the first deal is contested. `deals` have been scored, void ones not.
    `failed`: deals that each side lost at the level of the failure rule.
    `winner` is None before the end, in a draw, and where lots have yet to be drawn.
    """

    levels: Pair
    dealer: int | None
    deals: int
    failed: Pair
    winner: int | None
    ended_by: Literal["", "ladder", "early_lead", "deals", "match_lost"]


def start(ruleset: Ruleset) -> State:
    level = ruleset.ladder.start_position
    return State((level, level), None, 0, (0, 0), None, "")


def advance(ruleset: Ruleset, level: int, delta: int, *, held: bool) -> int:
    """Return the level after a rise of `delta` levels; `held`: as dealer side that held the deal (G-11).

    A rise stops at the next must-play level; from one, a side that did not hold the deal there does not rise.
    Past the last level: the position after it where that wins, the start, no further, or counted on.
    """
    if type(delta) is not int or delta < 0:
        raise ScoringError("bad_count", count=delta)
    return _Rise(ruleset, level, delta, held).after


def play_deal(ruleset: Ruleset, state: State, deal: Deal) -> tuple[State, DealScore]:
    """Count a deal and move both sides; the steps go on with rises, stops, falls and the end of the match.

    Raises ScoringError `match_is_over`, `dealer_not_due`, and what `score_deal` raises.
    """
    _check_open(state)
    _check_due(ruleset, state, deal.dealer)
    score = score_deal(ruleset, deal)
    if score.void:
        after, steps = replace(state, dealer=score.next_dealer), list[Step]()
    else:
        after, steps = _moved(ruleset, state, deal, score)
    after, ended = _lost_by_penalty(after, deal)
    if not after.ended_by and not score.void:
        after, ended = _ended(ruleset, after, first=deal.dealer % 2 if score.deal_held else (deal.dealer + 1) % 2)
    return after, replace(score, steps=(*score.steps[:-1], *steps, *ended, score.steps[-1]))


def credit(ruleset: Ruleset, state: State, credit: Credit) -> tuple[State, Step]:
    """Give a side levels without a deal; raises ScoringError `match_is_over`, `bad_side`, `bad_count`."""
    _check_open(state)
    if type(credit.side) is not int or credit.side not in {0, 1}:
        raise ScoringError("bad_side", side=credit.side)
    before = state.levels[credit.side]
    level = advance(ruleset, before, credit.levels, held=False)
    after = replace(state, levels=_with(state.levels, credit.side, level))
    after, _ = _ended(ruleset, after, first=credit.side)
    label = ruleset.ladder.label
    params = {"side": credit.side, "offence": credit.offence, "levels": credit.levels}
    return after, Step("credited", credit.clause, params | {"before": label(before), "after": label(level)})


@dataclass(frozen=True, slots=True)
class _Rise:
    """A rise, level by level."""

    ruleset: Ruleset
    before: int
    delta: int
    held: bool

    @property
    def unheld(self) -> bool:
        """Tell whether the side stays where it is for not having held the deal there."""
        kept = self.ruleset.levels.pass_rule.value == "held_as_dealer" and not self.held
        return self.delta > 0 and kept and self._must_play(self.before)

    @property
    def after(self) -> int:
        return self._walk()[0]

    @property
    def stopped(self) -> bool:
        """Tell whether a must-play level that was reached took the rest of the rise."""
        level, left = self._walk()
        return left > 0 and level != self.before and self._must_play(level)

    def _walk(self) -> Pair:
        """Return where the rise ends and how many levels of it are left over."""
        level, left = self.before, self.delta
        if self.unheld:
            return level, left
        if self.ruleset.levels.end.value == "restart" and left > self.ruleset.ladder.end_position:
            left = self._without_laps(left)
        while left and (following := self._following(level)) != level:
            level, left = following, left - 1
            if self._must_play(level):
                break
        return level, left

    def _without_laps(self, left: int) -> int:
        """Return a rise that ends where this one does, without going round the whole ladder again and again."""
        ladder = self.ruleset.ladder
        once, lap = ladder.end_position + 1, ladder.end_position + 1 - ladder.start_position
        return once + (left - once) % lap

    def _must_play(self, level: int) -> bool:
        ladder = self.ruleset.ladder
        return level <= ladder.end_position and ladder.label(level) in ladder.must_play

    def _following(self, level: int) -> int:
        ladder: Ladder = self.ruleset.ladder
        if level < ladder.end_position:
            return level + 1
        if self.ruleset.levels.end.value == "restart":
            return ladder.start_position
        return min(level + 1, ladder.highest_position)


def _check_open(state: State) -> None:
    if state.ended_by:
        raise ScoringError("match_is_over", ended_by=state.ended_by)


def _check_due(ruleset: Ruleset, state: State, dealer: int) -> None:
    """The dealer is the one due, or the partner where the deal may be ceded."""
    if state.dealer is None or dealer == state.dealer:
        return
    if not ruleset.dealer_rotation.may_cede.value or dealer != (state.dealer + PARTNER) % SEATS:
        raise ScoringError("dealer_not_due", dealer=dealer, due=state.dealer)


def _with(pair: Pair, side: int, value: int) -> Pair:
    return (value, pair[1]) if side == 0 else (pair[0], value)


def _moved(ruleset: Ruleset, state: State, deal: Deal, score: DealScore) -> tuple[State, list[Step]]:
    side = deal.dealer % 2
    levels, steps = state.levels, []
    fallen, fall = _jack_rule(ruleset, state.levels[side], side, deal, score)
    if fall is None:
        rise = _Rise(ruleset, state.levels[side], score.dealer_delta, score.deal_held)
        steps += _rise_steps(rise, side, "dealer_side")
        levels = _with(levels, side, rise.after)
    else:
        steps.append(fall)
        levels = _with(levels, side, fallen)
    rise = _Rise(ruleset, state.levels[1 - side], score.attackers_delta, held=False)
    steps += _rise_steps(rise, 1 - side, "attackers")
    levels = _with(levels, 1 - side, rise.after)
    kept = zip(state.failed, levels, state.levels, strict=True)
    first, second = (count if level == before else 0 for count, level, before in kept)
    after = replace(state, levels=levels, failed=(first, second), dealer=score.next_dealer, deals=state.deals + 1)
    if not score.deal_held:
        after, fall = _failure_rule(ruleset, after, side)
        steps += [] if fall is None else [fall]
    return after, steps


def _rise_steps(rise: _Rise, side: int, role: str) -> list[Step]:
    if rise.delta == 0:
        return []
    levels, label = rise.ruleset.levels, rise.ruleset.ladder.label
    if rise.unheld:
        return [Step("must_play_unheld", levels.pass_rule.clause, {"side": side, "level": label(rise.before)})]
    params = {"side": side, "role": role, "levels": rise.delta}
    steps = [Step("rise", levels.ladder.clause, params | {"before": label(rise.before), "after": label(rise.after)})]
    if rise.stopped:
        steps.append(Step("must_play_stop", levels.must_play.clause, {"side": side, "level": label(rise.after)}))
    return steps


def _jack_rule(ruleset: Ruleset, level: int, side: int, deal: Deal, score: DealScore) -> tuple[int, Step | None]:
    """Say where the dealer side falls whose kitty was dug with that card; it rises by nothing else in the deal."""
    ruled = ruleset.levels.jack_rule
    rule, last = ruled.value, deal.last_trick
    if rule is None or last is None or not score.multiplier or not last.jack:
        return level, None
    if level != ruleset.ladder.position(rule.level) or rule.cards not in {"any", last.jack}:
        return level, None
    params = {"side": side, "level": rule.level, "falls_to": rule.falls_to}
    return ruleset.ladder.position(rule.falls_to), Step("jack_rule", ruled.clause, params)


def _failure_rule(ruleset: Ruleset, state: State, side: int) -> tuple[State, Step | None]:
    ruled = ruleset.levels.failure_rule
    rule = ruled.value
    if rule is None or state.levels[side] != ruleset.ladder.position(rule.level):
        return state, None
    failed = state.failed[side] + 1
    params: dict[str, object] = {"side": side, "level": rule.level, "attempts": rule.attempts}
    if failed < rule.attempts:
        step = Step("failed_attempt", ruled.clause, params | {"failed": failed})
        return replace(state, failed=_with(state.failed, side, failed)), step
    levels = _with(state.levels, side, ruleset.ladder.position(rule.falls_to))
    step = Step("failure_rule", ruled.clause, params | {"falls_to": rule.falls_to})
    return replace(state, levels=levels, failed=_with(state.failed, side, 0)), step


def _lost_by_penalty(state: State, deal: Deal) -> tuple[State, list[Step]]:
    """End the match that a penalty loses; where both sides lose it, nobody wins."""
    ending = [penalty for penalty in deal.penalties if penalty.effect.kind in ENDS_THE_MATCH]
    if not ending:
        return state, []
    dealer_side = deal.dealer % 2
    losers = {dealer_side if penalty.role == "dealer_side" else 1 - dealer_side for penalty in ending}
    winner = 1 - losers.pop() if len(losers) == 1 else None
    return _over(state, winner, "match_lost", ending[0].effect.clause)


def _ended(ruleset: Ruleset, state: State, *, first: int) -> tuple[State, list[Step]]:
    """End the match by the ladder, by a lead, or after its deals; `first` is the side whose rise counts first."""
    levels, deals = ruleset.levels, ruleset.match_result.deals
    past = [side for side in (first, 1 - first) if state.levels[side] > ruleset.ladder.end_position]
    if levels.end.value == "win" and past:
        return _over(state, past[0], "ladder", levels.end.clause)
    ahead = state.levels[0] - state.levels[1]
    if levels.early_win.value is not None and abs(ahead) >= levels.early_win.value:
        return _over(state, int(ahead < 0), "early_lead", levels.early_win.clause)
    if deals.value is not None and state.deals >= deals.value:
        side = None if state.dealer is None else state.dealer % 2
        decision = decide_match(ruleset, state.levels, reason="deals", dealer_side=side)
        if decision.decided_by == "lots":
            return replace(state, ended_by="deals"), [Step("lots_to_draw", decision.clause, {"by": "deals"})]
        return _over(state, decision.winner, "deals", deals.clause)
    return state, []


def _over(
    state: State, winner: int | None, by: Literal["ladder", "early_lead", "deals", "match_lost"], clause: str
) -> tuple[State, list[Step]]:
    if winner is None:
        step = Step("match_drawn", clause, {"by": by})
    else:
        step = Step("match_won", clause, {"side": winner, "by": by})
    return replace(state, winner=winner, ended_by=by), [step]
