"""What a deal is worth beside its tricks: the kitty, penalties, slow play, and coming late."""

from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictInt, model_validator

from scoring.ladder import ScoringError
from scoring.ruleset.values import MOST, Marked, NotNegative, Part, Positive, Ruled, Slug


class PerCard(Part):
    """The multiplier is `factor` times the cards of the digging component."""

    kind: Literal["per_card"]
    factor: Positive


class ByKind(Part):
    """The multiplier by kind of component; each pair or triple more than two in a tractor adds its `further`."""

    kind: Literal["by_kind"]
    single: Positive
    pair: Positive
    triple: Positive | None = None
    pair_tractor: Positive
    pair_further: NotNegative
    triple_tractor: Positive | None = None
    triple_further: NotNegative = 0


class Power(Part):
    """The multiplier is `base` to the power of the cards of the digging component."""

    kind: Literal["power"]
    base: Annotated[StrictInt, Field(ge=2, le=10)]


class Kitty(Part):
    """`throw`: what counts of a last trick of several components: the largest, one single card, or all together."""

    dig_with: Ruled[Literal["trump", "any"]]
    multiplier: Ruled[Annotated[PerCard | ByKind | Power, Field(discriminator="kind")]]
    throw: Ruled[Literal["largest", "single", "all_cards"]]
    highest_multiplier: Ruled[Positive | None]


OffenceKind = Literal[
    "wrong_card",
    "revoke",
    "card_count",
    "wrong_kitty",
    "wrong_declaration",
    "bad_throw",
    "exposed_cards",
    "out_of_turn",
    "slow_play",
    "asking_partner",
    "touching_cards",
    "signalling",
    "false_accusation",
    "taking_back",
    "unannounced_ruff",
    "lateness",
]
Moment = Literal["", "at_once", "later", "light", "heavy"]
EffectKind = Literal[
    "warning",
    "points",
    "turnover",
    "turnover_or_level",
    "deal_lost",
    "levels",
    "deal_void",
    "match_lost",
    "disqualified",
    "as_the_offence",
    "play_changed",
    "card_stays",
]


class Escalation(Part):
    """From the nth occurrence on the effect is another."""

    occurrence: Annotated[StrictInt, Field(ge=2, le=MOST)]
    effect: EffectKind
    amount: NotNegative = 0


class Offence(Part):
    """An offence with its effect, in its own unit.

    - `points`: `amount` to the other side, per occasion or per card (G-1).
    - `turnover`: the deal is played on; p is at least the turnover where the dealer side is at fault, below it
      where the attackers are.
    - `turnover_or_level`: the same, but a side that has already lost the deal so gives `amount` points more.
    - `deal_lost`: the other side gets the deal's outcome whatever its points: `levels_attackers` with the deal where
      the dealer side is at fault, `levels_dealer_side` where the attackers are.
    - `levels`: the other side rises `amount` levels beside the deal's outcome.
    - `as_the_offence`: whoever accuses without ground is treated as the offender.
    - `play_changed`: a side that it misled may change its play; `card_stays`: what was shown stays played.

    `both_sides`: what happens where both did it; a deal that is void or ended changes nothing and is dealt again.
    `discretion`: the referee may set another amount.
    """

    kind: OffenceKind
    moment: Moment = ""
    effect: EffectKind
    amount: NotNegative = 0
    per: Literal["occasion", "card"] = "occasion"
    levels_attackers: NotNegative = 0
    levels_dealer_side: NotNegative = 0
    ends_deal: StrictBool = False
    both_sides: Literal["each", "deal_void", "deal_ended"] = "each"
    discretion: StrictBool = False
    escalation: tuple[Escalation, ...] = ()

    @model_validator(mode="after")
    def effect_has_what_it_needs(self) -> Self:
        for effect, amount in ((self.effect, self.amount), *((e.effect, e.amount) for e in self.escalation)):
            if (effect in {"points", "turnover_or_level", "levels"}) != (amount > 0):
                raise ScoringError("effect_and_amount", field="amount", effect=effect, amount=amount)
        if self.effect != "deal_lost" and self.levels_attackers + self.levels_dealer_side:
            raise ScoringError("levels_without_deal_lost", field="effect", effect=self.effect)
        if self.effect != "points" and self.per == "card":
            raise ScoringError("per_card_without_points", field="per", effect=self.effect)
        for before, after in pairwise(self.escalation):
            if after.occurrence <= before.occurrence:
                raise ScoringError("escalation_not_ordered", field="escalation", occurrence=after.occurrence)
        return self


class Penalties(Part):
    """The catalogue. `direction`: points go to the other side (G-1); `limits`: applied after all points (G-13)."""

    direction: Ruled[Literal["to_opponents"]]
    limits: Ruled[Literal["after_points"]]
    offences: dict[Slug, Ruled[Offence]]

    @model_validator(mode="after")
    def keys_name_their_offences(self) -> Self:
        """A key is the kind, with the moment after it where there is one: so each stands once."""
        for key, ruled in self.offences.items():
            named = "_".join(filter(None, (ruled.value.kind, ruled.value.moment)))
            if key != named:
                raise ScoringError("offence_key", field="offences", key=key, named=named)
        return self


class PlayClock(Part):
    """Seconds for a play, or None; what slow play costs stands in the catalogue."""

    seconds: Ruled[Positive | None]


class LateBand(Marked):
    """What a side that comes up to `minutes` late gets; the last band is open.

    `points` against it in the first deal; `standing_points`: off its total; `deal_forfeited`: the first deal is not
    played and the others rise `levels`; `match_forfeited`. `violations` are noted beside a warning.
    """

    minutes: Positive | None = None
    effect: Literal["warning", "points", "standing_points", "deal_forfeited", "match_forfeited"]
    points: NotNegative = 0
    levels: NotNegative = 0
    violations: NotNegative = 0


class Lateness(Part):
    """`bands` is empty where the rules have no lateness steps. A started minute counts as a whole one (G-2)."""

    bands: Ruled[tuple[LateBand, ...]]
    rounding: Ruled[Literal["up"]]
    counted_from: Ruled[Literal["announced_start"]]
    scope: Ruled[Literal["pair", "unit"]]

    @model_validator(mode="after")
    def bands_without_gap(self) -> Self:
        bands = self.bands.value
        if bands and bands[-1].minutes is not None:
            raise ScoringError("lateness_ends", field="bands", minutes=bands[-1].minutes)
        for before, after in pairwise(bands):
            if before.minutes is None or (after.minutes is not None and after.minutes <= before.minutes):
                raise ScoringError("lateness_not_ordered", field="bands", minutes=after.minutes)
        for band in bands:
            if (band.effect in {"points", "standing_points"}) != (band.points > 0):
                raise ScoringError("effect_and_amount", field="bands", effect=band.effect, amount=band.points)
            if band.levels and band.effect != "deal_forfeited":
                raise ScoringError("effect_and_amount", field="bands", effect=band.effect, amount=band.levels)
        return self
