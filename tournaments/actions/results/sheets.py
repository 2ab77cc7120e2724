"""What every action on results shares: finding the match, reading what was given, writing versions."""

import hashlib
import json
import re
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from scoring.ladder import ScoringError
from tournaments.errors import Invalid, NotFound
from tournaments.models import (
    Confirmation,
    ConfirmationHow,
    Match,
    ResultSheet,
    SheetOutcome,
    SheetSource,
    Stage,
    Tournament,
)
from tournaments.policy import Actor, As, Permission
from tournaments.selectors.results import Content, standing_sheets
from tournaments.selectors.rulesets import ruleset_of
from tournaments.states import SHEET, RoundState, SheetState, step

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
SIDES = frozenset({0, 1})
AHEAD = timedelta(minutes=2)
BEHIND = timedelta(days=1)
GIVEN = frozenset({SheetOutcome.PLAYED, SheetOutcome.FORFEIT_0, SheetOutcome.FORFEIT_1, SheetOutcome.FORFEIT_BOTH})


def match_of(event: Tournament, match_id: int) -> Match:
    """Return a match of two teams of this event, fresh, with its round and stage."""
    match = (
        Match.objects.filter(pk=match_id, round__stage__division__tournament=event)
        .select_related("round__stage__rules", "round__stage__division__tournament__rules", "round__clock")
        .first()
    )
    if match is None:
        raise NotFound
    if match.table is None or match.sides.filter(team__isnull=False).count() != len(SIDES):
        raise Invalid("match_without_pairs")
    return match


def read_content(stage: Stage, outcome: str, levels: Sequence[str] | None) -> Content:
    """Return the outcome and the levels as ladder positions; refuses a level outside the ladder at its field."""
    if outcome not in GIVEN:
        raise Invalid("outcome_unknown", field="outcome")
    if outcome != SheetOutcome.PLAYED:
        if levels:
            raise Invalid("forfeit_has_no_levels", field="levels")
        return Content(outcome)
    if levels is None or len(levels) != len(SIDES):
        raise Invalid("levels_needed", field="levels")
    ladder = ruleset_of(stage).ladder
    positions = []
    for side, label in enumerate(levels):
        try:
            positions.append(ladder.position(label))
        except ScoringError as error:
            highest = ladder.label(ladder.highest_position)
            raise Invalid(error.code, field=f"level_{side}", level=label, highest=highest) from error
    return Content(outcome, *positions)


def read_key(key: str) -> str:
    if not KEY.fullmatch(key):
        raise Invalid("key_malformed", field="key")
    return key


def read_sides(sides: Collection[int]) -> tuple[int, ...]:
    if not set(sides) <= SIDES:
        raise Invalid("side_unknown", field="confirmed_sides")
    return tuple(sorted(set(sides)))


def fingerprint(**content: object) -> str:
    """Return a digest of everything that a form says, whatever else is sent beside it."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sent_before(event: Tournament, key: str, digest: str) -> ResultSheet | None:
    """Return the sheet that this very form made; refuses a key that was used for anything else."""
    sheet = ResultSheet.objects.filter(key=read_key(key)).first()
    if sheet is None:
        return None
    own = sheet.match.round.stage.division.tournament_id == event.pk
    if not own or sheet.fingerprint != digest:
        raise Invalid("key_reused", field="key")
    return sheet


def claimed_time(observed_at: datetime | None, now: datetime) -> tuple[datetime, int]:
    """Return the phone's time where it can be, else the server's, and by how many seconds the phone was wrong."""
    if observed_at is None:
        return now, 0
    if now - BEHIND <= observed_at <= now + AHEAD:
        return observed_at, 0
    return now, round((observed_at - now).total_seconds())


def source_of(actor: Actor) -> SheetSource:
    if actor.may(Permission.DECIDE_RESULTS):
        return SheetSource.CHIEF
    return SheetSource.DESK if As.DESK in actor.qualities else SheetSource.REFEREE


def new_sheet(
    actor: Actor,
    match: Match,
    content: Content,
    *,
    key: str,
    digest: str,
    now: datetime,
    reason: str,
    observed_at: datetime | None = None,
) -> ResultSheet:
    """Prepare the next version of a match's sheet, unsaved; it is late once its round is closed."""
    last = match.sheets.order_by("-version").first()
    return ResultSheet(
        match=match,
        version=last.version + 1 if last else 1,
        key=key,
        fingerprint=digest,
        source=source_of(actor),
        outcome=content.outcome,
        level_0=content.level_0,
        level_1=content.level_1,
        late=match.round.state == RoundState.CLOSED,
        observed_at=observed_at or now,
        received_at=now,
        membership_id=actor.membership_id,
        user_id=actor.user_id,
        link_id=actor.link_id,
        reason=reason,
    )


def confirm(actor: Actor, sheet: ResultSheet, sides: Collection[int], how: ConfirmationHow, now: datetime) -> None:
    """Add the words of these sides to a sheet; what a side said already stays as it was."""
    there = set(sheet.confirmations.values_list("side", flat=True))
    by = {"how": how, "membership_id": actor.membership_id, "link_id": actor.link_id, "at": now}
    Confirmation.objects.bulk_create(Confirmation(sheet=sheet, side=side, **by) for side in sides if side not in there)


def move(sheet: ResultSheet, state: SheetState) -> None:
    sheet.state = step(SHEET, SheetState(sheet.state), state)
    sheet.save(update_fields=["state"])


def make_official(sheet: ResultSheet, now: datetime, *, others: SheetState) -> list[int]:
    """Let a stored sheet count, and nothing else of its match; returns the versions that it puts aside.

    The official one before it is superseded, whatever else stands gets the state `others`.
    """
    aside = [row for row in standing_sheets(sheet.match) if row.pk != sheet.pk]
    for row in aside:
        move(row, SheetState.SUPERSEDED if row.state == SheetState.OFFICIAL else others)
    if sheet.state != SheetState.OFFICIAL:
        sheet.official_at = now
        sheet.state = step(SHEET, SheetState(sheet.state), SheetState.OFFICIAL)
        sheet.save(update_fields=["state", "official_at"])
    return [row.version for row in aside]


def facts(match: Match, sheet: ResultSheet, **more: object) -> dict[str, object]:
    """Return what the log says of a sheet: ids, codes and ladder positions."""
    return {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "version": sheet.version,
        "state": str(sheet.state),
        "outcome": str(sheet.outcome),
        "levels": [sheet.level_0, sheet.level_1],
        **{name: value for name, value in more.items() if value},
    }
