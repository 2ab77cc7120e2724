"""The chief decides: conflicts, late sheets, reported forfeits, and the tick where the regulations ask for it."""

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.at_table import match_of
from tournaments.actions.brackets import Consequence
from tournaments.actions.closed_stages import Advancing
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.results import sheets
from tournaments.actions.results.receipts import Receipt, receipt_of
from tournaments.errors import NotFound, Refusal
from tournaments.models import Match, ResultSheet, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.results import SETTLED, standing_sheets
from tournaments.states import SheetState


@transaction.atomic
def decide(
    actor: Actor,
    tournament: Tournament,
    *,
    sheet_id: int,
    reason: str,
    consequence: Consequence = "",
    advancing: Advancing = "",
) -> Receipt:
    """Let one of the versions that stand count, with a reason; the others are rejected, an official one superseded.

    `consequence`: what becomes of the next match of a knockout that has begun with another team ("keep", "clear").
    `advancing`: what becomes of those who went on from a closed stage instead of others ("keep", "reopen").
    Also after the round's close, for a late sheet. Raises NotAllowed, NotFound, Invalid, Refusal `sheet_settled`.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    now = timezone.now()
    reason = reasons.needed(reason)
    match, sheet = _sheet_of(event, sheet_id)
    aside = sheets.make_official(
        actor,
        event,
        match,
        sheet,
        now=now,
        others=SheetState.REJECTED,
        consequence=consequence,
        advancing=advancing,
        reason=reason,
    )
    data = sheets.facts(match, sheet, **aside.facts())
    record(actor, event, "result.decided", sheet, now=now, data=data, reason=reason)
    return receipt_of(match, sheet)


@transaction.atomic
def approve(actor: Actor, tournament: Tournament, *, sheet_id: int) -> Receipt:
    """Give the chief's tick to a sheet without conflict. Doing it again is harmless."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    now = timezone.now()
    match, sheet = _sheet_of(event, sheet_id)
    if sheet.state == SheetState.OFFICIAL:
        return receipt_of(match, sheet)
    if sheet.state not in (SheetState.SUBMITTED, SheetState.CONFIRMED):
        raise Refusal("match_in_conflict")
    sheets.make_official(actor, event, match, sheet, now=now, others=SheetState.REJECTED)
    record(actor, event, "result.approved", sheet, now=now, data=sheets.facts(match, sheet))
    return receipt_of(match, sheet)


@transaction.atomic
def reject(actor: Actor, tournament: Tournament, *, sheet_id: int, reason: str) -> Receipt:
    """Put a sheet aside that is not official. The match is open again where nothing else stands."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    now = timezone.now()
    reason = reasons.needed(reason)
    match, sheet = _sheet_of(event, sheet_id)
    if sheet.state == SheetState.OFFICIAL:
        raise Refusal("official_is_corrected")
    sheets.move(sheet, SheetState.REJECTED)
    record(actor, event, "result.rejected", sheet, now=now, data=sheets.facts(match, sheet), reason=reason)
    return receipt_of(match, sheet)


def _sheet_of(event: Tournament, sheet_id: int) -> tuple[Match, ResultSheet]:
    """Return a sheet that stands, with its match, fresh; one that is put aside already is refused."""
    sheet = ResultSheet.objects.filter(pk=sheet_id, match__round__stage__division__tournament=event).first()
    if sheet is None:
        raise NotFound
    if sheet.state in SETTLED:
        raise Refusal("sheet_settled", version=sheet.version)
    match = match_of(event, sheet.match_id)
    return match, next(row for row in standing_sheets(match) if row.pk == sheet.pk)
