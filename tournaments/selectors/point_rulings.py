"""Rulings in points of the standings: those made and taken back, and the stages that count any."""

from tournaments.models import EffectUnit, Ruling, Stage, StageEntry, Tournament
from tournaments.selectors.rulesets import plan_of
from tournaments.selectors.stages import stages_of


def ruled_in_points(tournament: Tournament) -> list[Ruling]:
    """Return the rulings in points, newest first, those taken back too (one query)."""
    rows = Ruling.objects.filter(
        tournament=tournament, unit=EffectUnit.STANDING_POINTS, reverses__isnull=True, team__isnull=False
    )
    people = "membership", "user", "reversed_by__membership", "reversed_by__user"
    return list(rows.select_related("team", "stage", "match__round__stage", *people).order_by("-pk"))


def stages_with_points(tournament: Tournament) -> list[Stage]:
    """Return the drawn stages that rank by points: all but brackets."""
    return [stage for stage in stages_of(tournament) if stage.rules_id is not None and not plan_of(stage).is_bracket]


def teams_of(stages: list[Stage]) -> list[int]:
    """Return who plays in any of these stages, by number (one query)."""
    rows = StageEntry.objects.filter(stage__in=stages).order_by("team__number").values_list("team_id", flat=True)
    return list(dict.fromkeys(rows))
