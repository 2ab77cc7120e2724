"""What ranks the teams: the criteria in their order, and what rounds without a match count for them."""

from collections.abc import Sequence
from typing import Literal, Self, get_args

from pydantic import model_validator

from scoring.ladder import ScoringError
from scoring.ruleset.values import NotNegative, Part, Ruled, Whole

Criterion = Literal[
    "total",
    "wins",
    "net_levels",
    "levels_risen",
    "head_to_head",
    "head_to_head_if_met",
    "opponents_points",
    "opponents_points_but_weakest",
    "opponents_net_levels",
    "last_rounds",
    "best_round",
    "second_best_round",
    "fewer_penalties",
    "first_to_reach",
    "dealer_side",
    "extra_deal",
    "card_cut",
    "lots",
    "shared",
]
UnplayedKind = Literal["bye", "forfeit_won", "forfeit_lost", "both_absent", "own_unit", "missed"]
Opponent = Literal["counts", "left_out", "own_points", "average"]


def check_criteria(criteria: Sequence[str]) -> None:
    """Refuse an empty chain, an unknown or repeated criterion, and lots or a shared place anywhere but last."""
    if not criteria:
        raise ScoringError("no_criteria")
    for place, criterion in enumerate(criteria):
        if criterion not in get_args(Criterion):
            raise ScoringError("unknown_criterion", criterion=criterion)
        if criterion in criteria[:place]:
            raise ScoringError("criterion_twice", criterion=criterion)
        if place == len(criteria) - 1:
            continue
        if criterion == "lots":
            raise ScoringError("lots_not_last")
        if criterion == "shared":
            raise ScoringError("shared_not_last")


class Unplayed(Part):
    """What a round of this kind counts beside its points; what is None stays as it is without this row.

    Without it: a match won by forfeit is one win, all others none; where the difference alone counts, from 0, the
    points are net levels and levels risen, else there are none; among opponents' points byes and missed rounds are
    left out and the opponents of all others count. `own_points`: the opponent's are the team's own; `average`: the
    mean of its other opponents'.
    """

    kind: UnplayedKind
    wins: NotNegative | None = None
    net_levels: Whole | None = None
    levels_risen: NotNegative | None = None
    opponents: Opponent | None = None

    @model_validator(mode="after")
    def nobody_is_met_in_a_bye(self) -> Self:
        if self.kind in {"bye", "missed"} and self.opponents == "counts":
            raise ScoringError("no_opponent_to_count", field="unplayed", kind=self.kind)
        return self


class Ranking(Part):
    """`places`: competition shares as 1, 2, 2, 4; dense as 1, 2, 2, 3. `unplayed`: where other than by default."""

    tie_breaks: Ruled[tuple[Criterion, ...]]
    places: Ruled[Literal["competition", "dense"]]
    unplayed: Ruled[tuple[Unplayed, ...]]

    @model_validator(mode="after")
    def criteria_make_a_chain(self) -> Self:
        check_criteria(self.tie_breaks.value)
        return self

    @model_validator(mode="after")
    def each_kind_once(self) -> Self:
        kinds = [row.kind for row in self.unplayed.value]
        for place, kind in enumerate(kinds):
            if kind in kinds[:place]:
                raise ScoringError("unplayed_twice", field="unplayed", kind=kind)
        return self

    def unplayed_as(self, kind: UnplayedKind) -> Unplayed:
        return next((row for row in self.unplayed.value if row.kind == kind), Unplayed(kind=kind))
