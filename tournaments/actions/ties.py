"""Teams that nothing else parts: lots drawn by hand and typed in, or drawn by the portal from a stored seed."""

import secrets
from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import Invalid, Refusal
from tournaments.models import Stage, StageEntry, Team, Tournament
from tournaments.pairing.randomness import Chance
from tournaments.pairing.tie_lots import PER_DRAWING, drawing_of, recorded
from tournaments.policy import Actor, Permission
from tournaments.selectors.going_on import open_ties
from tournaments.selectors.standings import count

METHOD, VERSION = "lots_of_a_tie", "1"
SEED_BYTES = 16


@transaction.atomic
def record_lots(actor: Actor, tournament: Tournament, lots: Mapping[int, int], reason: str) -> None:
    """Store the lots that tied teams drew, the lowest first; `lots` names every team of a tie, each another number.

    A tie drawn before may be drawn anew; the older lots then part nobody.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    words = reasons.needed(reason)
    stage = _stage_of_tie(event, lots)
    if len(set(lots.values())) != len(lots) or not all(0 < lot < PER_DRAWING for lot in lots.values()):
        raise Invalid("lots_not_distinct", field="lots")
    _store(actor, event, stage, lots, reason=words)


@transaction.atomic
def draw_lots(actor: Actor, tournament: Tournament, team_ids: Collection[int], reason: str = "") -> dict[int, int]:
    """Draw the lots of a tie from a seed of the system; the log keeps the seed, so that anyone can draw it again."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    stage = _stage_of_tie(event, team_ids)
    by_number = Team.objects.filter(pk__in=team_ids).order_by("number").values_list("pk", flat=True)
    seed = secrets.token_hex(SEED_BYTES)
    drawn = Chance(METHOD, VERSION, seed).shuffled(list(by_number))
    lots = {team: lot for lot, team in enumerate(drawn, start=1)}
    _store(actor, event, stage, lots, reason=reasons.optional(reason), seed=seed)
    return lots


def _stage_of_tie(event: Tournament, teams: Collection[int]) -> Stage:
    """Refuse before all is official, and any choice of teams that is not one whole tie; return the stage it is in."""
    table = count(event, with_lots=False)
    if not table.complete:
        raise Refusal("ties_too_early")
    stage = Stage.objects.select_related("division", "rules").get(pk=table.stage_id)
    stage.division.tournament = event
    if not any(set(teams) == set(tie) for tie in (*table.ties(), *open_ties(stage, table))):
        raise Invalid("teams_not_tied", field="lots")
    return stage


def _store(
    actor: Actor, event: Tournament, stage: Stage, lots: Mapping[int, int], *, reason: str, seed: str = ""
) -> None:
    last = StageEntry.objects.filter(stage=stage).aggregate(last=Max("drawn_lot"))["last"] or 0
    drawing = drawing_of(last) + 1
    entries = list(StageEntry.objects.filter(stage=stage, team__in=lots))
    for entry in entries:
        entry.drawn_lot = recorded(drawing, lots[entry.team_id])
    StageEntry.objects.bulk_update(entries, ["drawn_lot"])
    data: dict[str, object] = {"lots": {str(team): lot for team, lot in sorted(lots.items())}}
    if seed:
        data |= {"seed": seed, "method": METHOD, "version": VERSION}
    record(actor, event, "lots.drawn" if seed else "lots.recorded", stage, now=timezone.now(), data=data, reason=reason)
