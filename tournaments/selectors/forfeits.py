"""Forfeits that a team got for being out, and that still stand although it plays again."""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.models import MatchSide, ResultSheet, SheetOutcome, Tournament
from tournaments.phrases.results import Side
from tournaments.selectors.names import team_names
from tournaments.selectors.tables import side_of
from tournaments.states import RoundState, SheetState, TeamState

WITHDRAWN_KEY = "withdrawal-"
BY_SIDE = (SheetOutcome.FORFEIT_0, SheetOutcome.FORFEIT_1)


@dataclass(frozen=True, slots=True)
class ForfeitLeft:
    """An official forfeit of a team that plays again; `liftable`: its match may still be played in its round."""

    sheet: ResultSheet
    round: int
    table: int | None
    side: Side
    opponent: Side
    liftable: bool


def forfeits_left(tournament: Tournament, teams: Collection[int]) -> list[ForfeitLeft]:
    """Return such forfeits of these teams, by round (one query, two more for each that there is)."""
    rows = MatchSide.objects.filter(
        team__in=teams,
        team__state=TeamState.ACTIVE,
        match__round__stage__division__tournament=tournament,
        match__sheets__state=SheetState.OFFICIAL,
        match__sheets__key__startswith=WITHDRAWN_KEY,
    ).order_by("match__round__number", "match__table")
    found = [
        (sheet, team)
        for sheet, outcome, position, team in rows.values_list(
            "match__sheets", "match__sheets__outcome", "position", "team_id"
        )
        if outcome in {BY_SIDE[position], SheetOutcome.FORFEIT_BOTH} and team is not None
    ]
    sheets = ResultSheet.objects.select_related("match__round__stage").in_bulk([sheet for sheet, _team in found])
    return [_left(tournament, sheets[sheet], team) for sheet, team in found]


def teams_of(match_id: int) -> list[int]:
    """Return the teams of a match (one query)."""
    rows = MatchSide.objects.filter(match=match_id, team__isnull=False)
    return [team for team in rows.values_list("team_id", flat=True) if team is not None]


def _left(tournament: Tournament, sheet: ResultSheet, team: int) -> ForfeitLeft:
    sides = list(MatchSide.objects.filter(match=sheet.match_id).order_by("position"))
    names = team_names(tournament, in_full=True, only=[side.team_id for side in sides if side.team_id is not None])
    own, other = sorted((side_of(side, names) for side in sides), key=lambda side: sides[side.position].team_id != team)
    match = sheet.match
    open_round = match.round.state != RoundState.CLOSED and match.round.stage.closed_at is None
    # Where the opponents are out as well there is nothing to be played.
    liftable = open_round and sheet.outcome != SheetOutcome.FORFEIT_BOTH
    return ForfeitLeft(sheet, match.round.number, match.table, own, other, liftable)
