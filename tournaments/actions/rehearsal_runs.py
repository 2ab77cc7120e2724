"""The portal plays a rehearsal: asked for, claimed by lease, carried on where it was left, swept when work was lost."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from tournaments import policy
from tournaments.actions import worker
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.rehearsals import copy_of
from tournaments.errors import Invalid, Refusal
from tournaments.models import RehearsalRun, RunUntil, Tournament
from tournaments.policy import Actor, Permission
from tournaments.states import RUNS_AT_WORK, EventState, RunState

LEASE = timedelta(seconds=560)  # longer than a task may take: no two workers ever play one copy
LOST_AFTER = timedelta(seconds=20)
MOST_ATTEMPTS = 20


@transaction.atomic
def ask(actor: Actor, tournament: Tournament, *, until: str, mishaps: bool = False) -> RehearsalRun:
    """Ask the portal to play a round of a copy, or to its end; what is being played already is not asked for twice.

    `mishaps`: now and then a team leaves, does not come, or a result is corrected.
    """
    event = copy_of(lock_open_event(tournament.pk))
    policy.require(actor, Permission.EDIT_EVENT, event.pk)
    if until not in RunUntil.values:
        raise Invalid("rehearsal_until_unknown", field="until")
    if event.state == EventState.FINISHED:
        raise Refusal("rehearsal_is_over")
    working = RehearsalRun.objects.filter(tournament=event, state__in=RUNS_AT_WORK).first()
    if working is not None:
        return working
    now = timezone.now()
    try:
        with transaction.atomic():
            run = RehearsalRun.objects.create(tournament=event, until=until, mishaps=mishaps, requested_at=now)
    except IntegrityError as error:
        raise Refusal("rehearsal_is_running") from error
    record(actor, event, "rehearsal.asked", run, now=now, data={"until": until})
    transaction.on_commit(lambda: wake(run.pk))
    return run


def wake(run_id: int) -> None:
    worker.ask("tournaments.tasks.rehearsals.play", run_id)


def claim(run_id: int, now: datetime) -> RehearsalRun | None:
    """Take a run unless another worker has it."""
    token = secrets.token_hex(16)
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    mine = RehearsalRun.objects.filter(free, pk=run_id, state__in=RUNS_AT_WORK)
    if not mine.update(
        state=RunState.RUNNING, claim_token=token, claimed_until=now + LEASE, attempts=F("attempts") + 1
    ):
        return None
    return RehearsalRun.objects.select_related("tournament__rules").filter(pk=run_id, claim_token=token).first()


def note(run: RehearsalRun, *, rounds: int, matches: int, violations: Sequence[Mapping[str, Any]]) -> bool:
    """Say how far it is and keep the lease; return whether the run is still this worker's."""
    mine = RehearsalRun.objects.filter(pk=run.pk, claim_token=run.claim_token, state=RunState.RUNNING)
    return bool(
        mine.update(
            rounds=rounds,
            matches=matches,
            violations=list(violations),
            claimed_until=timezone.now() + LEASE,
            attempts=0,
        )
    )


def end(run: RehearsalRun, *, error: str = "", params: Mapping[str, Any] | None = None) -> None:
    """Say that a run came to its end, or why not."""
    mine = RehearsalRun.objects.filter(pk=run.pk, claim_token=run.claim_token, state=RunState.RUNNING)
    mine.update(
        state=RunState.FAILED if error else RunState.DONE,
        error=error,
        error_params={name: str(value) for name, value in (params or {}).items()},
        claimed_until=None,
        claim_token="",
        finished_at=timezone.now(),
    )


def put_back(run: RehearsalRun) -> None:
    """Give a run back to be carried on by a task of its own."""
    mine = RehearsalRun.objects.filter(pk=run.pk, claim_token=run.claim_token, state=RunState.RUNNING)
    if mine.update(state=RunState.QUEUED, claimed_until=None, claim_token=""):
        wake(run.pk)


def sweep(now: datetime) -> None:
    """Hand out runs that nobody has, and give up those on which every attempt died."""
    working = RehearsalRun.objects.filter(state__in=RUNS_AT_WORK)
    lost = working.filter(Q(claimed_until__lte=now) | Q(claimed_until=None, requested_at__lte=now - LOST_AFTER))
    lost.filter(attempts__gte=MOST_ATTEMPTS).update(
        state=RunState.FAILED, error="rehearsal_worker_died", claimed_until=None, claim_token="", finished_at=now
    )
    for run_id in lost.filter(attempts__lt=MOST_ATTEMPTS).order_by("pk").values_list("pk", flat=True):
        wake(run_id)
