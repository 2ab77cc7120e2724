"""Releasing the final standings: a version of frozen figures, the next one only with a reason."""

import hashlib
import json
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import Invalid, Refusal
from tournaments.models import Publication, PublicationKind, Stage, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.publications import snapshot_of
from tournaments.selectors.standings import Kept, Table, count, released

LAST_ROUND = 10_000


@transaction.atomic
def release_standings(actor: Actor, tournament: Tournament, *, reason: str = "") -> Publication:
    """Freeze the standings as a released version; the same figures again give the version that stands.

    Refused while a round is open or a match has no official result; from the second version on with a reason. What was
    kept for the ceremony is shown from then on.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    table = count(event)
    _refuse_unfinished(table)
    publication = freeze(actor, event, Stage.objects.get(pk=table.stage_id), table, reason=reason, now=timezone.now())
    if event.hidden_from is not None:
        _keep_from(actor, event, None, "standings.shown", {})
    return publication


@transaction.atomic
def hide_standings(actor: Actor, tournament: Tournament, *, from_round: int) -> Tournament:
    """Keep results from a round on, and the standings with them, for the ceremony: nobody sees them on public pages.

    Only where the regulations have a ceremony; another round may be named while they are kept.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    if event.regulations.results.standings != "ceremony":
        raise Refusal("no_ceremony")
    if not 1 <= from_round <= LAST_ROUND:
        raise Invalid("round_unknown", field="from_round")
    if event.hidden_from != from_round:
        _keep_from(actor, event, from_round, "standings.hidden", {"from_round": from_round})
    return event


@transaction.atomic
def show_standings(actor: Actor, tournament: Tournament) -> Tournament:
    """Show again what was kept for the ceremony, as it stands. Doing it again is harmless."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.PUBLISH, event.pk)
    if event.hidden_from is not None:
        _keep_from(actor, event, None, "standings.shown", {})
    return event


def _keep_from(actor: Actor, event: Tournament, number: int | None, action: str, data: dict[str, object]) -> None:
    event.hidden_from = number
    event.save(update_fields=["hidden_from"])
    record(actor, event, action, now=timezone.now(), data=data)


def freeze(
    actor: Actor,
    event: Tournament,
    stage: Stage,
    table: Table,
    *,
    reason: str,
    now: datetime,
    kept: tuple[Kept, ...] = (),
) -> Publication:
    """Write the next version of a stage's standings within another action's transaction; the event is locked.

    `kept`: who stays in the next stage although the table has others in their place.
    """
    snapshot, last = snapshot_of(replace(table, kept=kept)), released(event, stage)
    if last is not None and last.snapshot == snapshot:
        return last
    reason = reasons.needed(reason) if last is not None else reasons.optional(reason)
    publication = Publication.objects.create(
        stage=stage,
        kind=PublicationKind.STANDINGS,
        version=last.version + 1 if last else 1,
        snapshot=snapshot,
        released_at=now,
        membership_id=actor.membership_id,
        reason=reason,
    )
    digest = hashlib.sha256(json.dumps(snapshot, sort_keys=True).encode()).hexdigest()
    data = {"version": publication.version, "digest": digest}
    record(actor, event, "standings.released", publication, now=now, data=data, reason=reason)
    return publication


def _refuse_unfinished(table: Table) -> None:
    if not table.begun:
        raise Refusal("standings_nothing_played")
    still_open = next((each for each in table.progress if not each.closed), None)
    if still_open is not None:
        raise Refusal("standings_round_open", round=still_open.number)
    if not table.complete:
        missing = table.standings.progress.matches - table.standings.progress.official
        raise Refusal("standings_incomplete", missing=missing)
