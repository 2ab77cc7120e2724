"""What an offence costs, in its own unit; the counting of deals and of matches takes it from here."""

from dataclasses import dataclass
from typing import Literal

from scoring.ladder import ScoringError
from scoring.ruleset import EffectKind, Ruleset

Role = Literal["dealer_side", "attackers"]
RuledKind = EffectKind | Literal["standing_points"]
ENDS_THE_MATCH: frozenset[RuledKind] = frozenset({"match_lost", "disqualified"})


@dataclass(frozen=True, slots=True)
class Effect:
    """What a ruling costs: that of an offence, or points off a team's total for coming late.

    `amount`: points or levels; `levels_*`: what the other side rises where the deal is lost, by who gains it.

    `both_sides`: where both did it, `each` for itself, or the deal is void (`deal_void`) or ended (`deal_ended`).
    """

    kind: RuledKind
    amount: int = 0
    clause: str = ""
    levels_attackers: int = 0
    levels_dealer_side: int = 0
    ends_deal: bool = False
    both_sides: str = "each"


@dataclass(frozen=True, slots=True)
class Penalty:
    """An effect against the side that was `role` in the deal; `offence` is its key, or "" for a referee's decision.

    An accusation without ground is passed as the offence that it claimed, against the accuser.
    """

    role: Role
    effect: Effect
    offence: str = ""


def effect_of(ruleset: Ruleset, offence_key: str, *, cards: int = 1, occurrence: int = 1) -> Effect:
    """Return what an offence costs; `cards` counts where it is per card, `occurrence` (from 1) where it escalates.

    Raises ScoringError `unknown_offence`, `bad_count`.
    """
    for count in (cards, occurrence):
        if type(count) is not int or count < 1:
            raise ScoringError("bad_count", count=count)
    ruled = ruleset.penalties.offences.get(offence_key)
    if ruled is None:
        raise ScoringError("unknown_offence", offence=offence_key)
    offence = ruled.value
    kind, amount = offence.effect, offence.amount
    for further in offence.escalation:
        if occurrence >= further.occurrence:
            kind, amount = further.effect, further.amount
    return Effect(
        kind,
        amount * cards if offence.per == "card" else amount,
        ruled.clause,
        offence.levels_attackers,
        offence.levels_dealer_side,
        offence.ends_deal,
        offence.both_sides,
    )


def decided(kind: EffectKind, amount: int) -> Effect:
    """Return a referee's own decision, which has no clause; of a lost deal, `amount` is what the other side rises."""
    if type(amount) is not int or amount < 0:
        raise ScoringError("bad_amount", amount=amount)
    if kind == "deal_lost":
        return Effect(kind, levels_attackers=amount, levels_dealer_side=amount)
    return Effect(kind, amount)
