"""What a correction would move, before it is saved: it is made, looked at, and taken back as if it had never been."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tournaments.actions.results.corrections import correct
from tournaments.actions.results.reading import Reported
from tournaments.errors import NotFound
from tournaments.models import MatchSide, Round, SheetOutcome, Stage, Tournament
from tournaments.policy import Actor
from tournaments.selectors.draws import draws_of, is_stale
from tournaments.selectors.results import has_begun
from tournaments.selectors.standings import count
from tournaments.states import DrawState

REASON = "?"


@dataclass(frozen=True, slots=True)
class RankMove:
    """A team whose place or total would be another."""

    team: int
    place: int
    new_place: int
    points: str
    new_points: str


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A side of a later match that would be another team's (None for nobody); `begun`: it has been started."""

    match_id: int
    round: int
    table: int | None
    team: int | None
    new_team: int | None
    begun: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """Everything that a correction would move; `draft_stale`: a draw that is not released would have to be made anew.

    `released`: standings of the stage were released, so that a new version is due.
    """

    ranks: tuple[RankMove, ...]
    seats: tuple[SeatMove, ...]
    draft_stale: bool
    released: bool

    @property
    def needs_consequence(self) -> bool:
        """Say whether it has to be decided what becomes of matches that have begun."""
        return any(seat.begun for seat in self.seats)


@dataclass(frozen=True, slots=True)
class _Seen:
    ranks: dict[int, tuple[int, str]]
    seats: dict[int, int | None]
    stale: bool


def preview_correction(
    actor: Actor,
    tournament: Tournament,
    *,
    match_id: int,
    levels: Sequence[str] | None = None,
    said: Reported | None = None,
    outcome: str = SheetOutcome.PLAYED,
) -> Moved:
    """Return what `correct` would move; nothing is written. Raises what `correct` would, but for later matches."""
    with transaction.atomic():
        stage = _stage_of(tournament, match_id)
        stage.division.tournament = tournament
        before = _look(tournament, stage)
        begun = {current.pk for current in _rounds(stage) if has_begun(current)}
        correct(
            actor,
            tournament,
            match_id=match_id,
            key=f"preview-{secrets.token_hex(8)}",
            reason=REASON,
            levels=levels,
            said=said,
            outcome=outcome,
            consequence="clear",
        )
        moved = _moved(tournament, stage, before, begun)
        transaction.set_rollback(True)
    return moved


def _stage_of(tournament: Tournament, match_id: int) -> Stage:
    rows = Stage.objects.select_related("division", "rules").filter(division__tournament=tournament)
    stage = rows.filter(rounds__matches=match_id).first()
    if stage is None:
        raise NotFound
    return stage


def _rounds(stage: Stage) -> list[Round]:
    rows = Round.objects.filter(stage=stage).select_related("clock").prefetch_related("clock__events")
    return list(rows)


def _look(tournament: Tournament, stage: Stage) -> _Seen:
    table = count(tournament, of=stage)
    sides = MatchSide.objects.filter(round__stage=stage, from_match__isnull=False).values_list("pk", "team")
    open_draws = draws_of(tournament).filter(state__in=(DrawState.DRAFT, DrawState.CHECKED))
    return _Seen(
        {row.team: (row.place, str(row.total)) for row in table.standings.rows},
        dict(sides),
        any(is_stale(tournament, draw) for draw in open_draws),
    )


def _moved(tournament: Tournament, stage: Stage, before: _Seen, begun: set[int]) -> Moved:
    after = _look(tournament, stage)
    ranks = [
        RankMove(team, *(held[0], after.ranks[team][0]), held[1], after.ranks[team][1])
        for team, held in before.ranks.items()
        if team in after.ranks and after.ranks[team] != held
    ]
    changed = [pk for pk, team in after.seats.items() if before.seats.get(pk, team) != team]
    sides = MatchSide.objects.filter(pk__in=changed).select_related("match__round")
    seats = [
        SeatMove(
            side.match_id,
            side.match.round.number,
            side.match.table,
            before.seats[side.pk],
            after.seats[side.pk],
            side.match.round_id in begun or side.match.sheets.exists(),
        )
        for side in sides.order_by("match__round__number", "match__number", "position")
    ]
    released = stage.publications.exists()
    return Moved(
        tuple(sorted(ranks, key=lambda each: (each.new_place, each.team))),
        tuple(seats),
        draft_stale=after.stale and not before.stale,
        released=released,
    )
