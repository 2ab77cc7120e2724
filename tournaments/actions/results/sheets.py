"""What every action on results shares: finding the match, reading what was given, writing versions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.actions import brackets, closed_stages, keys
from tournaments.actions.at_table import SIDES
from tournaments.actions.brackets import Cleared, Consequence
from tournaments.actions.closed_stages import Advancing
from tournaments.actions.results.reading import differs_from_deals
from tournaments.errors import Invalid
from tournaments.models import (
    Confirmation,
    ConfirmationHow,
    Match,
    ResultSheet,
    SheetSource,
    Tournament,
)
from tournaments.policy import Actor, As, Permission
from tournaments.selectors.results import STANDING, Content, standing_sheets
from tournaments.selectors.rulings import Lost
from tournaments.states import SHEET, RoundState, SheetState, step


@dataclass(frozen=True, slots=True)
class Aside:
    """What an official sheet puts aside: other versions of its match, and of later matches the sheet with its teams."""

    versions: list[int]
    cleared: Cleared
    consequence: Consequence = ""

    def facts(self) -> dict[str, object]:
        cleared = {str(match): held for match, held in self.cleared.items()}
        return {"aside": self.versions, "cleared": cleared, "consequence": self.consequence}


def read_sides(sides: Collection[int]) -> tuple[int, ...]:
    if not set(sides) <= SIDES:
        raise Invalid("side_unknown", field="confirmed_sides")
    return tuple(sorted(set(sides)))


def sent_before(event: Tournament, key: str, digest: str) -> ResultSheet | None:
    """Return the sheet that this very form made; refuses a key that was used for anything else."""
    return keys.sent_before(
        ResultSheet.objects.order_by(),
        event,
        key,
        digest,
        event_of=lambda sheet: sheet.match.round.stage.division.tournament_id,
    )


def source_of(actor: Actor) -> SheetSource:
    if actor.may(Permission.DECIDE_RESULTS):
        return SheetSource.CHIEF
    return SheetSource.DESK if As.DESK in actor.qualities else SheetSource.REFEREE


def new_sheet(  # noqa: PLR0913 what a version says, and what is known already
    actor: Actor,
    match: Match,
    content: Content,
    *,
    key: str,
    digest: str,
    now: datetime,
    reason: str,
    observed_at: datetime | None = None,
    after: int | None = None,
    ruled: Lost | None = None,
) -> ResultSheet:
    """Prepare the next version of a match's sheet, unsaved; it is late once its round is closed.

    `after` is the last version (0: none) and `ruled` who lost by rulings, where they have been read already.
    """
    if after is None:
        after = match.sheets.order_by("-version").values_list("version", flat=True).first() or 0
    return ResultSheet(
        match=match,
        version=after + 1,
        key=key,
        fingerprint=digest,
        source=source_of(actor),
        outcome=content.outcome,
        level_0=content.level_0,
        level_1=content.level_1,
        deal_points=[list(pair) for pair in content.deal_points],
        score_0=content.score_0,
        score_1=content.score_1,
        winner=content.winner,
        dealer_side=content.dealer_side,
        decided_by=content.decided_by,
        deals_differ=differs_from_deals(match, content, ruled),
        late=match.round.state == RoundState.CLOSED,
        observed_at=observed_at or now,
        received_at=now,
        membership_id=actor.membership_id,
        user_id=actor.user_id,
        link_id=actor.link_id,
        reason=reason,
    )


def compare_again(match: Match) -> None:
    """Note on the sheets that stand whether they still say what deals and rulings of the table make."""
    for sheet in standing_sheets(match):
        differs = differs_from_deals(match, Content.of(sheet))
        if differs != sheet.deals_differ:
            sheet.deals_differ = differs
            sheet.save(update_fields=["deals_differ"])


def said_before(sheet: ResultSheet) -> frozenset[int]:
    """Return the sides that confirmed a stored sheet."""
    return frozenset(sheet.confirmations.values_list("side", flat=True))


def confirm(actor: Actor, sheet: ResultSheet, sides: Collection[int], how: ConfirmationHow, now: datetime) -> None:
    """Add the words of sides that have not confirmed a sheet yet."""
    by = {"how": how, "membership_id": actor.membership_id, "link_id": actor.link_id, "at": now}
    Confirmation.objects.bulk_create(Confirmation(sheet=sheet, side=side, **by) for side in sorted(sides))


def move(sheet: ResultSheet, state: SheetState) -> None:
    sheet.state = step(SHEET, SheetState(sheet.state), state)
    _store(sheet, "state")


def _store(sheet: ResultSheet, *changed: str) -> None:
    """Write what changed of a sheet, all of it where it is not stored yet."""
    if sheet.pk is None:
        sheet.save(force_insert=True)
    else:
        sheet.save(update_fields=changed)


def make_official(  # noqa: PLR0913 what decides beside the sheet
    actor: Actor,
    event: Tournament,
    match: Match,
    sheet: ResultSheet,
    *,
    now: datetime,
    others: SheetState,
    consequence: Consequence = "",
    advancing: Advancing = "",
    reason: str = "",
    standing: Sequence[ResultSheet] | None = None,
) -> Aside:
    """Let a sheet count, and nothing else of its match; returns what it puts aside. One that is not stored yet is now.

    The official one before it is superseded, whatever else stands gets the state `others`. In a knockout the winner
    comes to the next match; `consequence` says what becomes of one that has begun with another team. In a stage that
    is closed its standings are frozen anew; `advancing` says what becomes of those who went on instead of others.
    `standing`: the versions of the match, where they have been read already.
    """
    brackets.require_winner(match, sheet)
    others_there = standing_sheets(sheet.match) if standing is None else standing
    aside = [row for row in others_there if row.pk != sheet.pk and row.state in STANDING]
    for row in aside:
        move(row, SheetState.SUPERSEDED if row.state == SheetState.OFFICIAL else others)
    if sheet.state != SheetState.OFFICIAL:
        sheet.official_at = now
        sheet.state = step(SHEET, SheetState(sheet.state), SheetState.OFFICIAL)
        _store(sheet, "state", "official_at")
    cleared = brackets.follow(actor, event, match, now=now, consequence=consequence, reason=reason)
    if advancing or match.round.stage.closed_at is not None:
        closed_stages.follow_closed(actor, event, match.round.stage_id, now=now, advancing=advancing, reason=reason)
    return Aside([row.version for row in aside], cleared, consequence)


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
        **_said(sheet),
        **{name: value for name, value in more.items() if value},
    }


def _said(sheet: ResultSheet) -> dict[str, object]:
    """Return what else a sheet says: a score, who won by what, and that the deals kept make other levels."""
    scores = [sheet.score_0, sheet.score_1] if sheet.score_0 is not None else None
    said: dict[str, object] = {
        "scores": scores,
        "decided_by": str(sheet.decided_by),
        "dealer_side": sheet.dealer_side,
        "winner": sheet.winner,
        "deals_differ": sheet.deals_differ or None,
    }
    return {name: value for name, value in said.items() if value is not None and value != ""}
