"""The answer to whoever sent or settled a result."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Match, Publication, PublicationKind, ResultSheet, Stage
from tournaments.selectors.deals import kept_play
from tournaments.selectors.results import Content, labels_of, standing_sheets
from tournaments.states import RoundState, SheetState


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is stored. `version` is the sheet's own, `state` that of the sheet which carries this content now.

    `levels` are labels, `content` is all that it says; `deals_differ`: the deals that the table kept make other
    levels, `deals_levels`.
    `stage_closed`: it belongs to a stage that is closed, whose standings were frozen anew.
    """

    match: Match
    key: str
    sheet_id: int
    version: int
    state: SheetState
    round_number: int
    round_closed: bool
    table: int | None
    outcome: str
    levels: tuple[str | None, str | None]
    confirmed_sides: tuple[int, ...]
    observed_at: datetime
    received_at: datetime
    late: bool
    reason: str
    content: Content
    deals_differ: bool
    deals_levels: tuple[str, str] | None
    stage_closed: bool = False

    @property
    def match_id(self) -> int:
        return self.match.pk

    @property
    def standings_released(self) -> bool:
        """Say whether standings that were released before have changed with it (one query)."""
        released = Publication.objects.filter(stage=self.match.round.stage_id, kind=PublicationKind.STANDINGS)
        return self.state == SheetState.OFFICIAL and not self.stage_closed and released.exists()


def receipt_of(
    match: Match, sheet: ResultSheet, *, bearer: ResultSheet | None = None, confirmed: Collection[int] | None = None
) -> Receipt:
    """Return the receipt of a sheet; sending its form again gives the same as long as nothing else happens.

    `bearer` is the version that carries its content now and `confirmed` the sides that confirmed it, where the one who
    asks knows them already.
    """
    if bearer is None:
        bearer = next((row for row in standing_sheets(match) if Content.of(row) == Content.of(sheet)), sheet)
    if confirmed is None:
        confirmed = list(bearer.confirmations.values_list("side", flat=True))
    stage = match.round.stage
    # A stage that was closed may have been opened again since it was read, never the other way round.
    closed = stage.closed_at is not None and Stage.objects.filter(pk=stage.pk, closed_at__isnull=False).exists()
    return Receipt(
        match=match,
        key=sheet.key,
        sheet_id=sheet.pk,
        version=sheet.version,
        state=SheetState(bearer.state),
        round_number=match.round.number,
        round_closed=match.round.state == RoundState.CLOSED,
        table=match.table,
        outcome=sheet.outcome,
        levels=labels_of(stage, sheet),
        confirmed_sides=tuple(sorted(confirmed)),
        observed_at=sheet.observed_at,
        received_at=sheet.received_at,
        late=sheet.late,
        reason=sheet.reason,
        content=Content.of(sheet),
        deals_differ=sheet.deals_differ,
        deals_levels=_kept_levels(match) if sheet.deals_differ else None,
        stage_closed=closed,
    )


def _kept_levels(match: Match) -> tuple[str, str] | None:
    play = kept_play(match)
    return play.levels if play is not None else None
