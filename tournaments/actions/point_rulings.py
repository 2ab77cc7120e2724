"""Rulings in points of the standings: the chief adds to a team's total in a stage or takes from it."""

import re
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import keys, reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.rulings import sent_before, take_back
from tournaments.errors import Invalid, NotFound, Refusal
from tournaments.models import EffectUnit, Ruling, Stage, StageEntry, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.point_rulings import ruled_in_points, stages_with_points
from tournaments.selectors.rulings import DECISION

MOST_POINTS = 1000
CLAUSE = re.compile(r"[\w.\-–()（）条款第 ]{0,20}")


@dataclass(frozen=True, slots=True)
class PointsRuled:
    """Points for a team in a stage, with their sign; a clause or a note says why."""

    team: int
    stage: str
    points: int
    clause: str = ""
    note: str = ""


@transaction.atomic
def rule_points(actor: Actor, tournament: Tournament, form: PointsRuled, *, key: str) -> Ruling:
    """Add points to a team's total in a stage, or take them from it. The same key again gives the same ruling.

    The standings of the stage and all that is drawn from them follow. Raises NotAllowed, NotFound, Invalid, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    digest = keys.fingerprint(points=asdict(form))
    again = sent_before(event, key, digest)
    if again is not None:
        return again
    stage = _stage(event, form.stage)
    entry = StageEntry.objects.filter(stage=stage, team=form.team).select_related("team").first()
    if entry is None:
        raise Invalid("team_not_in_stage", field="team")
    if not form.points or abs(form.points) > MOST_POINTS:
        raise Invalid("points_of_ruling", field="points", most=MOST_POINTS)
    clause, note = form.clause.strip(), reasons.optional(form.note)
    if not CLAUSE.fullmatch(clause):
        raise Invalid("clause_malformed", field="clause")
    if not clause and not note:
        raise Invalid("clause_or_reason", field="note")
    now = timezone.now()
    ruling = Ruling.objects.create(
        tournament=event,
        team=entry.team,
        stage=stage,
        key=key,
        fingerprint=digest,
        offence=DECISION,
        clause=clause,
        unit=EffectUnit.STANDING_POINTS,
        value=form.points,
        note=note,
        membership_id=actor.membership_id,
        user_id=actor.user_id,
        at=now,
    )
    record(actor, event, "ruling.points", ruling, now=now, data=_facts(ruling), reason=note)
    return ruling


@transaction.atomic
def reverse_points(actor: Actor, tournament: Tournament, *, ruling_id: int, reason: str, key: str) -> Ruling:
    """Take points back that were ruled: a new row with a reason. The same key again gives the same ruling."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    digest = keys.fingerprint(reverse_points=ruling_id, reason=reason)
    again = sent_before(event, key, digest)
    if again is not None and again.reverses is not None:
        return again.reverses
    found = next((row for row in ruled_in_points(event) if row.pk == ruling_id), None)
    if found is None:
        raise NotFound
    words, now = reasons.needed(reason), timezone.now()
    stage = found.match.round.stage if found.match is not None else found.stage
    if stage is not None:
        _require_open(stage)
    take_back(actor, found, key=key, digest=digest, reason=words, now=now)
    record(actor, event, "ruling.reversed", found, now=now, data=_facts(found), reason=words)
    return found


def _stage(event: Tournament, code: str) -> Stage:
    """Return a drawn stage that ranks by points and is open."""
    stage = next((stage for stage in stages_with_points(event) if stage.code == code), None)
    if stage is None:
        raise Invalid("stage_without_points", field="stage")
    _require_open(stage)
    return stage


def _require_open(stage: Stage) -> None:
    if stage.closed_at is not None:
        raise Refusal("stage_closed_points", field="stage")


def _facts(ruling: Ruling) -> dict[str, object]:
    """Return what the log says: ids, codes and numbers."""
    return {
        "team": ruling.team.number if ruling.team else None,
        "stage": ruling.stage.code if ruling.stage else "",
        "points": ruling.value,
        "clause": ruling.clause,
    }
