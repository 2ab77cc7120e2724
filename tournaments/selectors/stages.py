"""The stages of an event, and the one that is played."""

from collections.abc import Sequence

from tournaments.models import Stage, Tournament
from tournaments.selectors.rounds import SHOWN


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages of an event in their order, each with the event itself and its rules."""
    rows = Stage.objects.select_related("division", "rules").filter(division__tournament=tournament)
    found = list(rows.order_by("order", "pk"))
    for stage in found:
        stage.division.tournament = tournament
    return found


def stage_of(tournament: Tournament) -> Stage:
    """Return the stage that is drawn and played now: the first that is not closed, else the last."""
    return current_stage(stages_of(tournament))


def current_stage(stages: Sequence[Stage]) -> Stage:
    return next((stage for stage in stages if stage.closed_at is None), stages[-1])


def drawn_stages(tournament: Tournament) -> list[Stage]:
    """Return the stages that everybody may see, in their order: those with released rounds."""
    rows = Stage.objects.select_related("division", "rules").filter(division__tournament=tournament)
    found = list(rows.filter(rounds__state__in=SHOWN).distinct().order_by("order", "pk"))
    for stage in found:
        stage.division.tournament = tournament
    return found
