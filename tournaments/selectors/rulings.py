"""The ledger of a match: what was ruled against whom, what was taken back, and how often it happened before."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from django.db.models import QuerySet

from scoring import penalties
from scoring.penalties import Effect
from scoring.ruleset import EffectKind, OffenceKind
from tournaments.models import EffectUnit, Match, MatchSide, Ruling, Team

DECISION = "decision"
LATENESS = "lateness"
KINDS: tuple[str, ...] = get_args(OffenceKind)
UNITS = {
    "warning": EffectUnit.WARNING,
    "points": EffectUnit.DEAL_POINTS,
    "levels": EffectUnit.LEVELS,
    "standing_points": EffectUnit.STANDING_POINTS,
    "match_lost": EffectUnit.MATCH,
    "disqualified": EffectUnit.OUT,
}
# What a referee may decide without a clause, which of it has an amount, and what costs something only in a deal.
DECISIONS: tuple[EffectKind, ...] = (
    "warning",
    "points",
    "levels",
    "deal_lost",
    "deal_void",
    "match_lost",
    "disqualified",
)
WITH_AMOUNT: frozenset[EffectKind] = frozenset({"points", "levels", "turnover_or_level"})
IN_A_DEAL: frozenset[EffectKind] = frozenset({"points", "turnover", "turnover_or_level", "deal_lost", "deal_void"})
ENDS_THE_MATCH = frozenset(UNITS[kind] for kind in penalties.ENDS_THE_MATCH)

# Sides that lose a match by rulings that stand, and those for which all such were taken back.
Lost = tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A ruling with its side; `escalation_moved`: an earlier one that it counted was taken back since."""

    ruling: Ruling
    side: int
    escalation_moved: bool

    @property
    def stands(self) -> bool:
        return reversal_of(self.ruling) is None


def kind_of(offence: str) -> str:
    """Return the kind of an offence's key, which may have the moment of its discovery after it."""
    return next((kind for kind in KINDS if offence == kind or offence.startswith(f"{kind}_")), offence)


def unit_of(effect: Effect) -> EffectUnit:
    return UNITS.get(effect.kind, EffectUnit.DEAL)


def reversal_of(ruling: Ruling) -> Ruling | None:
    """Return the row that takes a ruling back, or None. Give rulings with `reversed_by` selected."""
    return getattr(ruling, "reversed_by", None)


def effect_of_row(ruling: Ruling) -> Effect:
    """Return the effect of a ruling as it was ruled."""
    return Effect(clause=ruling.clause, **ruling.effect)


def ledger_of(match: Match) -> list[LedgerRow]:
    """Return the rulings of a match, oldest first, those taken back too (three queries).

    The chief's own in points of the standings, which have no effect at the table, are not among them.
    """
    sides = dict(MatchSide.objects.filter(match=match, team__isnull=False).values_list("team_id", "position"))
    rows = list(
        Ruling.objects.filter(match=match, reverses__isnull=True, team__in=list(sides))
        .exclude(unit=EffectUnit.STANDING_POINTS, effect={})
        .select_related("membership", "user", "reversed_by__membership", "reversed_by__user")
        .order_by("pk")
    )
    before = _before(rows)
    return [LedgerRow(row, sides[_team(row)], row.occurrence > 1 + before[row.pk]) for row in rows]


def sides_that_lost(match: Match) -> Lost:
    """Return the sides that lose a match by rulings that stand, and those for which all such were taken back.

    One query where nobody was ruled to lose, else two.
    """
    rows = Ruling.objects.filter(match=match, reverses__isnull=True, unit__in=ENDS_THE_MATCH)
    found = list(rows.values_list("team_id", "reversed_by"))
    if not found:
        return frozenset(), frozenset()
    sides = dict(MatchSide.objects.filter(match=match).values_list("team_id", "position"))
    lost = frozenset(sides[team] for team, back in found if back is None and team in sides)
    return lost, frozenset(sides[team] for team, _back in found if team in sides) - lost


def _team(ruling: Ruling) -> int:
    if ruling.team_id is None:
        raise ValueError("A ruling of a match against nobody.")
    return ruling.team_id


def _before(rows: Iterable[Ruling]) -> dict[int, int]:
    """Return how many earlier rulings of its kind stand against the team of each, in all of its matches."""
    rows = list(rows)
    standing: dict[tuple[int | None, str], list[int]] = defaultdict(list)
    for pk, team, offence in (
        _standing().filter(team__in={row.team_id for row in rows}).values_list("pk", "team_id", "offence")
    ):
        standing[team, kind_of(offence)].append(pk)
    return {row.pk: sum(pk < row.pk for pk in standing[row.team_id, kind_of(row.offence)]) for row in rows}


def _standing() -> QuerySet[Ruling]:
    return Ruling.objects.filter(reverses__isnull=True, reversed_by__isnull=True)


def occurrences(teams: Iterable[int]) -> dict[tuple[int, str], int]:
    """Return how many rulings of each kind stand against teams, over all rounds, by team and kind (one query)."""
    counted: dict[tuple[int, str], int] = defaultdict(int)
    for team, offence in _standing().filter(team__in=list(teams)).values_list("team_id", "offence"):
        counted[team, kind_of(offence)] += 1
    return counted


def occurrence_of(team: Team, offence: str) -> int:
    """Return the how-manieth of its kind the next ruling of this offence would be for the team, over all rounds."""
    return 1 + occurrences([team.pk]).get((team.pk, kind_of(offence)), 0)
