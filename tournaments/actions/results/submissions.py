"""A result comes in: from a referee's phone, or typed from paper."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import at_table, reasons
from tournaments.actions.at_table import SIDES, Page, match_of
from tournaments.actions.keys import claimed_time, fingerprint
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.results import sheets
from tournaments.actions.results.reading import Reported, read_content, reported
from tournaments.actions.results.receipts import Receipt, receipt_of
from tournaments.errors import NotAllowed
from tournaments.models import (
    AuditEntry,
    ConfirmationHow,
    Match,
    ResultSheet,
    SheetOutcome,
    Tournament,
)
from tournaments.policy import Actor, Permission
from tournaments.selectors.results import STANDING, Content
from tournaments.selectors.rulings import Lost, sides_that_lost
from tournaments.states import SheetState

CHIEF_HAS_SPOKEN = ("result.decided", "result.approved", "result.corrected", "result.forfeited")


@dataclass(frozen=True, slots=True)
class Form:
    """One sheet as it came in; `ruled` is who had lost the match by rulings when it was read."""

    key: str
    digest: str
    content: Content
    sides: tuple[int, ...]
    how: ConfirmationHow
    corrects: int | None = None
    reason: str = ""
    observed_at: datetime | None = None
    official: bool = False
    ruled: Lost | None = None


@transaction.atomic
def submit(  # noqa: PLR0913 one argument per field of the form
    actor: Actor,
    tournament: Tournament,
    *,
    match_id: int,
    round_number: int,
    table: int,
    key: str,
    levels: Sequence[str] | None = None,
    said: Reported | None = None,
    outcome: str = SheetOutcome.PLAYED,
    observed_at: datetime | None = None,
    confirmed_sides: Collection[int] = (),
    corrects: int | None = None,
    reason: str = "",
    late_known: bool = False,
) -> Receipt:
    """Take a result from a table. Sending it again with the same key is harmless and gives the same receipt.

    `round_number` and `table` echo the page, `levels` are labels of the ladder (side 0, side 1); `said` is what else
    the ruleset has a table hand in (`reported`), instead of them. `confirmed_sides` are
    the sides that tapped "correct" on the referee's phone, `corrects` the version that this one corrects (with a
    `reason`), `observed_at` the phone's time, which is noted and not trusted. `late_known`: the sender knows that
    the round is over. Both sides' word makes a played sheet official, or the chief's tick (see `regulations`);
    a forfeit is the chief's to decide.

    Raises NotAllowed, Gone (an old page; nothing is written), Invalid, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    now = timezone.now()
    sides = sheets.read_sides(confirmed_sides)
    given = said or reported(levels)
    digest = fingerprint(
        match=match_id,
        round=round_number,
        table=table,
        levels=list(given.levels) if given.levels is not None else None,
        outcome=str(outcome),
        sides=sides,
        corrects=corrects,
        reason=reason,
        **given.more(),
    )
    again = sheets.sent_before(event, key, digest)
    if again is not None:
        return receipt_of(match_of(event, again.match_id), again)
    at_table.require_table(actor, table)
    match = at_table.match_of_page(event, Page(match_id, round_number, table), late_known=late_known)
    ruled = sides_that_lost(match)
    form = Form(
        key,
        digest,
        content=read_content(match, outcome, given, ruled),
        sides=sides if outcome == SheetOutcome.PLAYED else (),
        how=ConfirmationHow.REFEREE_PHONE,
        corrects=corrects,
        reason=reasons.needed(reason) if corrects is not None else reasons.optional(reason),
        observed_at=observed_at,
        ruled=ruled,
    )
    return _take(actor, event, match, form, now)


@transaction.atomic
def type_result(  # noqa: PLR0913 one argument per field of the form
    actor: Actor,
    tournament: Tournament,
    *,
    match_id: int,
    key: str,
    levels: Sequence[str] | None = None,
    said: Reported | None = None,
    outcome: str = SheetOutcome.PLAYED,
    signed: bool = False,
    reason: str = "",
) -> Receipt:
    """Take a result from a paper score sheet. `signed`: both pairs have signed it.

    What chief or organizer type is official at once unless another version stands; the desk's counts like a phone's.
    Sending it again with the same key is harmless. Raises NotAllowed, Invalid, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    _require_desk(actor)
    now = timezone.now()
    given = said or reported(levels)
    digest = fingerprint(
        paper=match_id,
        levels=list(given.levels) if given.levels is not None else None,
        outcome=str(outcome),
        signed=signed,
        **given.more(),
    )
    again = sheets.sent_before(event, key, digest)
    if again is not None:
        return receipt_of(match_of(event, again.match_id), again)
    match = match_of(event, match_id)
    at_table.require_begun(match)
    form = Form(
        key,
        digest,
        content=read_content(match, outcome, given),
        sides=(0, 1) if signed and outcome == SheetOutcome.PLAYED else (),
        how=ConfirmationHow.PAPER,
        reason=reasons.optional(reason),
        official=actor.may(Permission.DECIDE_RESULTS),
    )
    return _take(actor, event, match, form, now)


def _require_desk(actor: Actor) -> None:
    if not at_table.has_any_table(actor):
        raise NotAllowed("not_allowed")


def _take(actor: Actor, event: Tournament, match: Match, form: Form, now: datetime) -> Receipt:
    """Write the next version and settle what it does to the versions before it."""
    observed_at, clock_off = claimed_time(form.observed_at, now)
    versions = list(ResultSheet.objects.filter(match=match).order_by("version"))
    sheet = sheets.new_sheet(
        actor,
        match,
        form.content,
        key=form.key,
        digest=form.digest,
        now=now,
        observed_at=observed_at,
        reason=form.reason,
        after=versions[-1].version if versions else 0,
        ruled=form.ruled,
    )
    standing = [row for row in versions if row.state in STANDING]
    equal = next((row for row in standing if Content.of(row) == form.content), None)
    if equal is not None:
        # The same again stays as a version without effect; its confirmations go to the one that stands.
        sheet.state = SheetState.SUPERSEDED
        sheet.save(force_insert=True)
        action = "result.confirmed"
    elif sheet.late:
        sheet.state = SheetState.LATE
        action = "result.late"
    else:
        action = _beside(actor, event, standing, sheet, form)
    bearer = equal or sheet
    before = sheets.said_before(equal) if equal is not None else frozenset()
    said = before.union(form.sides)
    _settle(actor, event, match, bearer, standing, form, now, both=said == SIDES)
    sheets.confirm(actor, bearer, said - before, form.how, now)
    record(
        actor,
        event,
        action,
        sheet,
        now=now,
        data=sheets.facts(match, sheet, now_state=str(bearer.state), sides=list(form.sides), clock_off=clock_off),
        reason=form.reason,
    )
    return receipt_of(match, sheet, bearer=bearer, confirmed=said)


def _beside(actor: Actor, event: Tournament, standing: list[ResultSheet], sheet: ResultSheet, form: Form) -> str:
    """Another content, or the first: a correction of the own sheet, a conflict, or simply submitted."""
    sheet.state = SheetState.SUBMITTED
    if not standing:
        return "result.submitted"
    if len(standing) == 1 and _corrects_own(actor, event, standing[0], form):
        sheets.move(standing[0], SheetState.SUPERSEDED)
        return "result.resubmitted"
    for row in standing:
        if row.state in (SheetState.SUBMITTED, SheetState.CONFIRMED):
            sheets.move(row, SheetState.CONFLICT)
    sheet.state = SheetState.CONFLICT
    return "result.conflict"


def _corrects_own(actor: Actor, event: Tournament, before: ResultSheet, form: Form) -> bool:
    """Tell whether the referee corrects what was their own and is still theirs to correct."""
    if actor.membership_id is None or before.membership_id != actor.membership_id:
        return False
    if before.state == SheetState.SUBMITTED:
        return True
    if form.corrects != before.version:
        return False
    if before.state == SheetState.CONFIRMED:
        return True
    official_again = len(form.sides) == len(SIDES) and event.regulations.results.official == "both_sides"
    spoken = AuditEntry.objects.filter(
        tournament=event, subject="resultsheet", subject_id=before.pk, action__in=CHIEF_HAS_SPOKEN
    )
    return before.state == SheetState.OFFICIAL and official_again and not spoken.exists()


def _settle(
    actor: Actor,
    event: Tournament,
    match: Match,
    sheet: ResultSheet,
    standing: list[ResultSheet],
    form: Form,
    now: datetime,
    *,
    both: bool,
) -> None:
    """Let a sheet rise that both sides confirmed, or that chief or organizer typed, where nothing stands against it.

    One that is not stored yet is stored in the state that it rises to.
    """
    rises = sheet.state in (SheetState.SUBMITTED, SheetState.CONFIRMED)
    if rises and (form.official or (both and event.regulations.results.official == "both_sides")):
        sheets.make_official(
            actor,
            event,
            match,
            sheet,
            now=now,
            others=SheetState.SUPERSEDED,
            reason=form.reason,
            standing=standing,
        )
    elif rises and both and sheet.state == SheetState.SUBMITTED:
        sheets.move(sheet, SheetState.CONFIRMED)
    elif sheet.pk is None:
        sheet.save(force_insert=True)
