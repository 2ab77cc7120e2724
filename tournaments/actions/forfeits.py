"""Lifting a forfeit that a team got while it was out: it plays again, and so may its match."""

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import brackets, reasons
from tournaments.actions.at_table import match_of
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.results import sheets
from tournaments.errors import NotFound, Refusal
from tournaments.models import ResultSheet, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.forfeits import forfeits_left, teams_of
from tournaments.states import SheetState


@transaction.atomic
def lift(actor: Actor, tournament: Tournament, *, sheet_id: int, reason: str) -> ResultSheet:
    """Put a forfeit aside that was written when a team left: the match is open again, its history keeps the sheet.

    Raises NotAllowed, NotFound, Invalid, Refusal `forfeit_is_corrected` where the round or stage is closed, or the
    opponents are out as well: then a correction says what counts instead.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    words = reasons.needed(reason)
    sheet = ResultSheet.objects.filter(pk=sheet_id, match__round__stage__division__tournament=event).first()
    if sheet is None:
        raise NotFound
    left = next((each for each in forfeits_left(event, teams_of(sheet.match_id)) if each.sheet.pk == sheet.pk), None)
    if left is None:
        raise Refusal("forfeit_not_left")
    if not left.liftable:
        raise Refusal("forfeit_is_corrected")
    now, match = timezone.now(), match_of(event, sheet.match_id)
    sheets.move(sheet, SheetState.SUPERSEDED)
    brackets.follow(actor, event, match, now=now, reason=words)
    record(actor, event, "result.lifted", sheet, now=now, data=sheets.facts(match, sheet), reason=words)
    return sheet
