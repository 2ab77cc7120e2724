"""The state before a correction, again: the version before counts once more, with everything that it had put aside."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.at_table import match_of
from tournaments.actions.brackets import Consequence
from tournaments.actions.closed_stages import Advancing
from tournaments.actions.keys import fingerprint
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.results import sheets
from tournaments.actions.results.corrections import write_official
from tournaments.actions.results.receipts import Receipt, receipt_of
from tournaments.errors import Gone, Refusal
from tournaments.models import AuditEntry, Match, MatchSide, ResultSheet, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.results import STANDING, Content, before_the_last, standing_sheets


@transaction.atomic
def restore(
    actor: Actor,
    tournament: Tournament,
    *,
    match_id: int,
    key: str,
    reason: str,
    version: int,
    consequence: Consequence = "",
    advancing: Advancing = "",
) -> Receipt:
    """Let what was official before the last correction count again, as a new version.

    Matches that the correction cleared get back what they had, where the same teams are in them and nothing else was
    reported since. `version` is the one that the page showed as official (Gone where it is another one meanwhile).
    Sending it again with the same key is harmless.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.DECIDE_RESULTS, event.pk)
    now = timezone.now()
    reason = reasons.needed(reason)
    digest = fingerprint(restored=match_id, version=version, reason=reason)
    again = sheets.sent_before(event, key, digest)
    if again is not None:
        return receipt_of(match_of(event, again.match_id), again)
    match = match_of(event, match_id)
    last, before = before_the_last(match)
    if last is None or before is None:
        raise Refusal("nothing_to_restore")
    if last.version != version:
        raise Gone("sheet_changed", version=last.version)
    if not consequence and _cleared_and_untouched(event, match, last):
        consequence = "clear"
    sheet, aside = write_official(
        actor,
        event,
        match,
        Content.of(before),
        key=key,
        digest=digest,
        now=now,
        reason=reason,
        consequence=consequence,
        advancing=advancing,
    )
    data = sheets.facts(match, sheet, restores=before.version, **aside.facts())
    record(actor, event, "result.restored", sheet, now=now, data=data, reason=reason)
    for later, held in _given_back(event, last):
        given, put_aside = write_official(
            actor,
            event,
            later,
            Content.of(held),
            key=f"{key[:40]}-{later.pk}",
            digest=fingerprint(restored_with=sheet.pk, match=later.pk),
            now=now,
            reason=reason,
            consequence=consequence,
            advancing=advancing,
        )
        data = sheets.facts(later, given, restores=held.version, **put_aside.facts())
        record(actor, event, "result.restored", given, now=now, data=data, reason=reason)
    return receipt_of(match, sheet)


def _told_of(event: Tournament, sheet: ResultSheet) -> list[dict[str, Any]]:
    """Return what the log says of a version."""
    rows = AuditEntry.objects.filter(tournament=event, subject="resultsheet", subject_id=sheet.pk)
    return list(rows.values_list("data", flat=True))


def _cleared_and_untouched(event: Tournament, match: Match, correction: ResultSheet) -> bool:
    """Say whether a correction cleared the later matches and nothing was reported there since: nothing can be lost."""
    if not any(told.get("consequence") == "clear" for told in _told_of(event, correction)):
        return False
    found, more = {match.pk}, {match.pk}
    while more:
        more = set(MatchSide.objects.filter(from_match__in=more).values_list("match_id", flat=True)) - found
        found |= more
    return not ResultSheet.objects.filter(match__in=found - {match.pk}, state__in=STANDING).exists()


def _given_back(event: Tournament, correction: ResultSheet) -> Iterator[tuple[Match, ResultSheet]]:
    """Yield the matches that a correction cleared with what they had, in their order, where it still fits."""
    told = _told_of(event, correction)
    cleared = {int(match): held for each in told for match, held in each.get("cleared", {}).items()}
    for row in Match.objects.filter(pk__in=cleared).order_by("round__number", "number"):
        sheet_id, *teams = cleared[row.pk]
        there = list(row.sides.order_by("position").values_list("team_id", flat=True))
        if there == teams and not standing_sheets(row):
            yield match_of(event, row.pk), ResultSheet.objects.get(pk=sheet_id)
