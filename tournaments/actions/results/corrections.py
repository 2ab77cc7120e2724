"""New official versions by chief or organizer: corrections and forfeits, also after the round's close."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.at_table import match_of, not_begun
from tournaments.actions.brackets import Consequence
from tournaments.actions.closed_stages import Advancing
from tournaments.actions.keys import fingerprint
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.results import sheets
from tournaments.actions.results.reading import Reported, read_content, reported
from tournaments.actions.results.receipts import Receipt, receipt_of
from tournaments.errors import Gone, Invalid, Refusal
from tournaments.models import Match, ResultSheet, SheetOutcome, Team, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.forfeits import WITHDRAWN_KEY
from tournaments.selectors.results import Content, match_begun, standing_sheets
from tournaments.states import RoundState, SheetState

ABSENT = {
    frozenset({0}): SheetOutcome.FORFEIT_0,
    frozenset({1}): SheetOutcome.FORFEIT_1,
    frozenset({0, 1}): SheetOutcome.FORFEIT_BOTH,
}
OPEN_ROUNDS = (RoundState.RELEASED, RoundState.CLOSED)


@transaction.atomic
def correct(  # noqa: PLR0913 one argument per field of the form
    actor: Actor,
    tournament: Tournament,
    *,
    match_id: int,
    key: str,
    reason: str,
    levels: Sequence[str] | None = None,
    said: Reported | None = None,
    outcome: str = SheetOutcome.PLAYED,
    version: int | None = None,
    consequence: Consequence = "",
    advancing: Advancing = "",
) -> Receipt:
    """Write a new official version with a reason, also after the close and after standings were released.

    `consequence`: what becomes of the next match of a knockout that has begun with another team: "keep" lets it be,
    "clear" rejects its sheets; without one such a correction is refused.
    `advancing`: what becomes of those who went on from a closed stage instead of others: "keep" lets them stay there,
    "reopen" opens the stage again while no later one is drawn; without one such a correction is refused by name.
    `version` is the one that the page showed as standing: where another stands meanwhile, nothing is written (Gone).
    Sending it again with the same key is harmless. Raises NotAllowed, Gone, Invalid, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    now = timezone.now()
    reason = reasons.needed(reason)
    given = said or reported(levels)
    digest = fingerprint(
        correction=match_id,
        levels=list(given.levels) if given.levels is not None else None,
        outcome=str(outcome),
        version=version,
        reason=reason,
        **given.more(),
    )
    again = sheets.sent_before(event, key, digest)
    if again is not None:
        return receipt_of(match_of(event, again.match_id), again)
    match = match_of(event, match_id)
    content = read_content(match, outcome, given)
    if outcome == SheetOutcome.PLAYED and not match_begun(match):
        raise not_begun(match)
    last = max((row.version for row in standing_sheets(match)), default=0)
    if version is not None and version != last:
        raise Gone("sheet_changed", version=last)
    sheet, aside = write_official(
        actor,
        event,
        match,
        content,
        key=key,
        digest=digest,
        now=now,
        reason=reason,
        consequence=consequence,
        advancing=advancing,
    )
    _record(actor, event, "result.corrected", match, sheet, now=now, reason=reason, aside=aside)
    return receipt_of(match, sheet)


@transaction.atomic
def forfeit(
    actor: Actor, tournament: Tournament, *, match_id: int, absent: Collection[int], reason: str, key: str
) -> Receipt:
    """Decide that one side, or both, did not come (`absent`: positions of the sides). Official at once.

    A match that has an official result is corrected instead (Refusal `official_is_corrected`).
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    now = timezone.now()
    reason = reasons.needed(reason)
    outcome = ABSENT.get(frozenset(absent))
    if outcome is None:
        raise Invalid("side_unknown", field="absent")
    digest = fingerprint(forfeit=match_id, outcome=str(outcome), reason=reason)
    again = sheets.sent_before(event, key, digest)
    if again is not None:
        return receipt_of(match_of(event, again.match_id), again)
    match = match_of(event, match_id)
    if any(row.state == SheetState.OFFICIAL for row in standing_sheets(match)):
        raise Refusal("official_is_corrected")
    sheet, aside = write_official(actor, event, match, Content(outcome), key=key, digest=digest, now=now, reason=reason)
    _record(actor, event, "result.forfeited", match, sheet, now=now, reason=reason, aside=aside)
    return receipt_of(match, sheet)


def forfeit_open_matches(
    actor: Actor, event: Tournament, team: Team, *, now: datetime, reason: str
) -> list[ResultSheet]:
    """Forfeit what a team that withdraws has not played, within another action's transaction (the event is locked).

    Matches with a sheet stay as they are, but one that its opponent had forfeited before it began counts for neither.
    """
    matches = Match.objects.filter(sides__team=team, round__state__in=OPEN_ROUNDS, table__isnull=False)
    matches = matches.exclude(sides__team=None)
    written = []
    for row in matches.order_by("round__number", "pk"):
        match = match_of(event, row.pk)
        outcome = _forfeited_by(match, team)
        if outcome is None:
            continue
        key = f"{WITHDRAWN_KEY}{team.pk}-{match.pk}-{match.sheets.count() + 1}"
        digest = fingerprint(withdrawal=team.pk, match=match.pk)
        sheet, aside = write_official(
            actor, event, match, Content(outcome), key=key, digest=digest, now=now, reason=reason, consequence="keep"
        )
        _record(actor, event, "result.forfeited", match, sheet, now=now, reason=reason, aside=aside)
        written.append(sheet)
    return written


def _forfeited_by(match: Match, team: Team) -> SheetOutcome | None:
    side = match.sides.get(team=team).position
    standing = standing_sheets(match)
    if not standing:
        return ABSENT[frozenset({side})]
    by_opponent = len(standing) == 1 and standing[0].outcome == ABSENT[frozenset({1 - side})]
    return SheetOutcome.FORFEIT_BOTH if by_opponent and not match_begun(match) else None


def write_official(  # noqa: PLR0913 a sheet and what follows from it
    actor: Actor,
    event: Tournament,
    match: Match,
    content: Content,
    *,
    key: str,
    digest: str,
    now: datetime,
    reason: str,
    consequence: Consequence = "",
    advancing: Advancing = "",
) -> tuple[ResultSheet, sheets.Aside]:
    """Write the next version of a match and let it count, within another action's transaction."""
    sheet = sheets.new_sheet(actor, match, content, key=key, digest=digest, now=now, reason=reason)
    aside = sheets.make_official(
        actor,
        event,
        match,
        sheet,
        now=now,
        others=SheetState.SUPERSEDED,
        consequence=consequence,
        advancing=advancing,
        reason=reason,
    )
    return sheet, aside


def _record(
    actor: Actor,
    event: Tournament,
    action: str,
    match: Match,
    sheet: ResultSheet,
    *,
    now: datetime,
    reason: str,
    aside: sheets.Aside,
) -> None:
    record(actor, event, action, sheet, now=now, data=sheets.facts(match, sheet, **aside.facts()), reason=reason)
