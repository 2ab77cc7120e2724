"""One deal: from the attackers' points in tricks to who deals next and what both sides rise, each step explained."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.kitty import Dig, LastTrick, dig
from scoring.ladder import ScoringError
from scoring.penalties import Effect, Penalty, Role
from scoring.ruleset import LevelChange, LevelTable, Ruleset

SEATS = 4
PARTNER, NEXT, PREVIOUS = 2, 1, -1
LIMITS = ("turnover", "turnover_or_level")
NOTED = ("warning", "play_changed", "card_stays")


@dataclass(frozen=True, slots=True)
class Deal:
    """What was written down of a deal: seats in turn order, partners two apart; `points`: the attackers' in tricks."""

    dealer: int
    points: int
    kitty_points: int = 0
    last_trick: LastTrick | None = None
    penalties: tuple[Penalty, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the explanation: a code, the clause that applied, and its parameters.

    `role` is of the side at fault, `offence` its key ("" for a referee's decision), `points` the attackers' so far.

    | Code | Parameters | From |
    |---|---|---|
    | tricks | points | score_deal |
    | kitty_dug | kitty_points, multiplier, gain, points, width and length (None: all components together) | |
    | kitty_dealer_side, kitty_plain_suit | kitty_points | |
    | penalty_warning, penalty_play_changed, penalty_card_stays | role, offence | |
    | penalty_points | role, offence, amount, points | |
    | limits_cancel | (one limit of each side lifts the other) | |
    | turnover, turnover_or_level | role, offence, before, points | |
    | level_table | points, lowest, highest (None: open), deal_held, levels | |
    | deal_lost | role, offence, levels (of the other side) | |
    | extra_levels | role, offence, levels (of the other side) | |
    | deal_void | role, offence | |
    | both_at_fault | offence | |
    | both_lose_the_deal | | |
    | match_lost, disqualified | role, offence | |
    | next_dealer | seat, held; the last step of a deal | |
    | same_dealer | seat; instead of it where the deal is void | |
    | rise | side, role, levels, before, after (labels) | play_deal |
    | must_play_stop | side, level: the rise ends there | |
    | must_play_unheld | side, level: no rise without having held the deal there | |
    | jack_rule | side, level, falls_to | |
    | failed_attempt | side, level, failed, attempts | |
    | failure_rule | side, level, attempts, falls_to | |
    | match_won | side, by (ladder, early_lead, deals, match_lost) | |
    | match_drawn, lots_to_draw | by | |
    | credited | side, offence, levels, before, after (labels) | credit |
    """

    code: str
    clause: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DealScore:
    """`points`: the attackers' final ones; the deltas are levels before must-play stops.

    A void deal changes nothing, and its dealer deals again.
    """

    points: int
    multiplier: int
    kitty_gain: int
    void: bool
    deal_held: bool
    dealer_delta: int
    attackers_delta: int
    next_dealer: int
    steps: tuple[Step, ...]


def score_deal(ruleset: Ruleset, deal: Deal) -> DealScore:
    """Count a deal: tricks and kitty, points, floors and ceilings, level table, deal lost, extra levels, void (G-13).

    Raises ScoringError `bad_seat`, `points_not_in_unit`, `points_beyond_cards`, `kitty_beyond_cards`,
    `kitty_without_last_trick`, `accusation_without_offence`, and what `kitty.dig` raises.
    """
    _check(ruleset, deal)
    dug = None if deal.last_trick is None else dig(ruleset, deal.last_trick)
    times = 0 if dug is None else dug.multiplier
    steps = [*_gathered(ruleset, deal, dug)]
    points, penalised = _penalised(ruleset, deal.points + deal.kitty_points * times, deal.penalties)
    steps += penalised
    change, row = _outcome(ruleset, points, deal.penalties)
    steps += row
    change, extra = _with_extra_levels(change, deal.penalties)
    steps += extra
    void = _void(deal.penalties)
    if void is None:
        seat = next_dealer(ruleset, deal.dealer, held=change.deal_held)
        side = ruleset.dealer_rotation.held if change.deal_held else ruleset.dealer_rotation.lost
        last = Step("next_dealer", side.clause, {"seat": seat, "held": change.deal_held})
    else:
        change, seat = LevelChange(deal_held=True, dealer_delta=0, attackers_delta=0), deal.dealer
        steps.append(void)
        last = Step("same_dealer", ruleset.match_result.void_deal.clause, {"seat": seat})
    return DealScore(
        points,
        times,
        deal.kitty_points * times,
        void is not None,
        change.deal_held,
        change.dealer_delta,
        change.attackers_delta,
        seat,
        (*steps, last),
    )


def next_dealer(ruleset: Ruleset, dealer: int, *, held: bool) -> int:
    """Return the seat that deals next; raises ScoringError `bad_seat` (G-5)."""
    _check_seat(dealer)
    if held:
        turn = PARTNER if ruleset.dealer_rotation.held.value == "partner" else 0
    else:
        turn = NEXT if ruleset.dealer_rotation.lost.value == "next_seat" else PREVIOUS
    return (dealer + turn) % SEATS


def _check_seat(seat: int) -> None:
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise ScoringError("bad_seat", seat=seat)


def _check(ruleset: Ruleset, deal: Deal) -> None:
    _check_seat(deal.dealer)
    unit, most = ruleset.level_table.point_unit.value, ruleset.deck.points.value
    amounts = [penalty.effect.amount for penalty in deal.penalties if penalty.effect.kind in {"points", LIMITS[1]}]
    for points in (deal.points, deal.kitty_points, *amounts):
        if type(points) is not int or points % unit:
            raise ScoringError("points_not_in_unit", points=points, unit=unit)
    in_kitty = most_in_kitty(ruleset)
    if not 0 <= deal.kitty_points <= in_kitty:
        raise ScoringError("kitty_beyond_cards", points=deal.kitty_points, most=in_kitty)
    if not 0 <= deal.points <= most - deal.kitty_points:
        raise ScoringError("points_beyond_cards", points=deal.points, most=most - deal.kitty_points)
    if deal.kitty_points and deal.last_trick is None:
        raise ScoringError("kitty_without_last_trick", points=deal.kitty_points)
    if any(penalty.effect.kind == "as_the_offence" for penalty in deal.penalties):
        raise ScoringError("accusation_without_offence")


def most_in_kitty(ruleset: Ruleset) -> int:
    """Return the points of as many of the dearest cards as the kitty has."""
    of_each = SEATS * ruleset.deck.decks.value
    cards = [
        card.points
        for card in ruleset.cards.point_values.value
        if card.rank not in ruleset.deck.removed_ranks.value
        for _ in range(of_each)
    ]
    return sum(sorted(cards, reverse=True)[: ruleset.deck.kitty.value])


def _gathered(ruleset: Ruleset, deal: Deal, dug: Dig | None) -> Iterator[Step]:
    yield Step("tricks", ruleset.cards.point_values.clause, {"points": deal.points})
    if dug is None:
        return
    if dug.reason == "dug":
        gain = deal.kitty_points * dug.multiplier
        yield Step(
            "kitty_dug",
            dug.clause,
            {
                "kitty_points": deal.kitty_points,
                "multiplier": dug.multiplier,
                "gain": gain,
                "points": deal.points + gain,
                "width": None if dug.component is None else dug.component.width,
                "length": None if dug.component is None else dug.component.length,
            },
        )
    else:
        code = "kitty_dealer_side" if dug.reason == "dealer_side_won" else "kitty_plain_suit"
        yield Step(code, dug.clause, {"kitty_points": deal.kitty_points})


def _penalised(ruleset: Ruleset, points: int, penalties: Sequence[Penalty]) -> tuple[int, list[Step]]:
    """Apply points first, then floors and ceilings, whatever the order in which they were given (G-1, G-13)."""
    steps = []
    for penalty in penalties:
        if penalty.effect.kind in NOTED:
            steps.append(_step(f"penalty_{penalty.effect.kind}", penalty))
        elif penalty.effect.kind == "points":
            points += penalty.effect.amount if penalty.role == "dealer_side" else -penalty.effect.amount
            steps.append(_step("penalty_points", penalty, amount=penalty.effect.amount, points=points))
    dealer_side, attackers = (_limits(penalties, role) for role in ("dealer_side", "attackers"))
    lifted = min(len(dealer_side), len(attackers))
    if lifted:
        steps.append(Step("limits_cancel", dealer_side[0].effect.clause))
    for penalty in dealer_side[lifted:] + attackers[lifted:]:
        before, points = points, _limited(ruleset, points, penalty)
        steps.append(_step(penalty.effect.kind, penalty, before=before, points=points))
    return points, steps


def _limits(penalties: Iterable[Penalty], role: Role) -> list[Penalty]:
    """Return floors (or ceilings) in an order of their own, so that the order of penalties never matters."""
    limits = [penalty for penalty in penalties if penalty.role == role and penalty.effect.kind in LIMITS]
    return sorted(limits, key=lambda limit: (limit.effect.kind, limit.effect.amount, limit.offence))


def _limited(ruleset: Ruleset, points: int, penalty: Penalty) -> int:
    turnover, further = ruleset.level_table.turnover, penalty.effect.kind == "turnover_or_level"
    if penalty.role == "dealer_side":
        return points + penalty.effect.amount if further and points >= turnover else max(points, turnover)
    below = turnover - ruleset.level_table.point_unit.value
    return points - penalty.effect.amount if further and points < turnover else min(points, below)


def _outcome(ruleset: Ruleset, points: int, penalties: Sequence[Penalty]) -> tuple[LevelChange, list[Step]]:
    """Read the level table, unless the deal was lost by a penalty: then its levels count once, the most of several."""
    lost = [penalty for penalty in penalties if penalty.effect.kind == "deal_lost"]
    if not lost:
        change = ruleset.level_change(points)
        lowest, highest, clause = _row(ruleset.level_table, points)
        levels = change.dealer_delta + change.attackers_delta
        row = {"points": points, "lowest": lowest, "highest": highest, "deal_held": change.deal_held, "levels": levels}
        return change, [Step("level_table", clause, row)]
    steps = [_step("deal_lost", penalty, levels=_levels_for_the_other(penalty)) for penalty in lost]
    levels = max(_levels_for_the_other(penalty) for penalty in lost)
    if lost[0].role == "dealer_side":
        return LevelChange(deal_held=False, dealer_delta=0, attackers_delta=levels), steps
    return LevelChange(deal_held=True, dealer_delta=levels, attackers_delta=0), steps


def _levels_for_the_other(penalty: Penalty) -> int:
    effect: Effect = penalty.effect
    return effect.levels_attackers if penalty.role == "dealer_side" else effect.levels_dealer_side


def _row(table: LevelTable, points: int) -> tuple[int | None, int | None, str]:
    """Return the interval of the printed row that the points lie in, and its clause; of a tail, one step of it."""
    row = next(row for row in table.rows() if row.highest is None or points <= row.highest)
    if row.step is None:
        return row.lowest, row.highest, row.clause
    if row.lowest is not None:
        lowest = row.lowest + (points - row.lowest) // row.step * row.step
    else:
        end = (row.highest or 0) + table.point_unit.value
        lowest = end + (points - end) // row.step * row.step
    return lowest, lowest + row.step - table.point_unit.value, row.clause


def _with_extra_levels(change: LevelChange, penalties: Iterable[Penalty]) -> tuple[LevelChange, list[Step]]:
    extra = {"dealer_side": 0, "attackers": 0}
    steps = []
    for penalty in penalties:
        if penalty.effect.kind == "levels":
            extra[penalty.role] += penalty.effect.amount
            steps.append(_step("extra_levels", penalty, levels=penalty.effect.amount))
        elif penalty.effect.kind in {"match_lost", "disqualified"}:
            steps.append(_step(penalty.effect.kind, penalty))
    dealer_delta = change.dealer_delta + extra["attackers"]
    return LevelChange(change.deal_held, dealer_delta, change.attackers_delta + extra["dealer_side"]), steps


def _void(penalties: Sequence[Penalty]) -> Step | None:
    """Say why a deal does not count: a void one, an offence of both sides that voids it, or one lost by both sides."""
    for penalty in penalties:
        if penalty.effect.kind == "deal_void":
            return _step("deal_void", penalty)
    attackers = {penalty.offence for penalty in penalties if penalty.role == "attackers"}
    for penalty in penalties:
        both = penalty.role == "dealer_side" and penalty.offence in attackers
        if both and penalty.offence and penalty.effect.both_sides != "each":
            return Step("both_at_fault", penalty.effect.clause, {"offence": penalty.offence})
    lost = [penalty for penalty in penalties if penalty.effect.kind == "deal_lost"]
    if len({penalty.role for penalty in lost}) > 1:
        return Step("both_lose_the_deal", lost[0].effect.clause)
    return None


def _step(code: str, penalty: Penalty, **params: object) -> Step:
    return Step(code, penalty.effect.clause, {"role": penalty.role, "offence": penalty.offence, **params})
