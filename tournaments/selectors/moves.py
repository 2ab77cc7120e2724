"""What is another at two moments of an event: places and totals, who sits where, what is put aside, who goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.models import Draw, Match, MatchSide, ResultSheet, Round, Stage, StageEntry, Tournament
from tournaments.pairing import DrawRefused, Outcome, draw_record
from tournaments.selectors.draws import drawn_rounds, draws_of, is_stale, record_of, shift_of
from tournaments.selectors.final import stage_table
from tournaments.selectors.going_on import fed_by, going_on
from tournaments.selectors.results import STANDING, has_begun
from tournaments.selectors.stage_facts import is_knockout
from tournaments.selectors.stage_field import drawn_anew, due_of
from tournaments.selectors.stages import stages_of
from tournaments.selectors.standings import count
from tournaments.states import DrawState, RoundState


@dataclass(frozen=True, slots=True)
class RankMove:
    """A team whose place or total would be another; `stage` is the code of the stage."""

    team: int
    place: int
    new_place: int
    points: str
    new_points: str
    stage: str = ""


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
class Put:
    """A later match whose result would be put aside; or, `back`, would count again."""

    match_id: int
    round: int
    table: int | None
    back: bool = False


@dataclass(frozen=True, slots=True)
class TableMove:
    """A table of a draft that would be others': two teams before, and two if it is drawn again from the same seed."""

    round: int
    table: int
    teams: tuple[int, ...]
    new_teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GoingMove:
    """Who would be in a later stage (its code) and who not; `stayed`: who stays there by a decision, for `instead`."""

    stage: str
    enters: tuple[int, ...] = ()
    leaves: tuple[int, ...] = ()
    stayed: tuple[int, ...] = ()
    instead: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """Everything that a change would move.

    `draft_stale`: a draw that is not released would have to be made anew; `tables` says what the same seed then gives.
    `stands`: released rounds that were drawn from the standings as they are, have not begun and stay as drawn.
    `released`: standings of the stage were released, so that a new version is due. `refrozen`: the stage is closed,
    and its standings are frozen anew; `reopened`: it is opened again.
    """

    ranks: tuple[RankMove, ...]
    seats: tuple[SeatMove, ...]
    draft_stale: bool
    released: bool
    later_ranks: tuple[RankMove, ...] = ()
    put: tuple[Put, ...] = ()
    tables: tuple[TableMove, ...] = ()
    stands: tuple[int, ...] = ()
    going: tuple[GoingMove, ...] = ()
    refrozen: bool = False
    reopened: bool = False

    @property
    def nothing(self) -> bool:
        """Say whether it moves nothing but the result itself."""
        return not (self.ranks or self.later_ranks or self.seats or self.put or self.draft_stale or self.going)


Places = Mapping[int, tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Seen:
    """An event at a moment: places by stage, seats, official sheets by match, stale drafts, who is in later stages.

    `bound`: of an open stage that is played to its end, who would go on from it by the code of the next stage.
    """

    ranks: Mapping[str, Places]
    seats: Mapping[int, int | None]
    official: Mapping[int, int]
    stale: frozenset[int]
    entered: Mapping[str, frozenset[int]]
    bound: Mapping[str, frozenset[int]]
    begun: frozenset[int]
    closed: bool
    versions: int


def look(tournament: Tournament, stage: Stage) -> Seen:
    """Return what a change in this stage could move. Give the stage with its event."""
    later = [each for each in stages_of(tournament) if each.order > stage.order]
    drawn = [each for each in later if each.rounds.exclude(state=RoundState.PLANNED).exists()]
    sides = MatchSide.objects.filter(round__stage=stage, from_match__isnull=False).values_list("pk", "team")
    sheets = ResultSheet.objects.filter(match__round__stage=stage, state__in=STANDING).values_list("match_id", "pk")
    entries: dict[str, set[int]] = {each.code: set() for each in later}
    for code, team in StageEntry.objects.filter(stage__in=later).values_list("stage__code", "team_id"):
        entries[code].add(team)
    rounds = Round.objects.filter(stage=stage).select_related("clock").prefetch_related("clock__events")
    return Seen(
        {stage.code: _places(stage)} | {each.code: _places(each) for each in drawn},
        dict(sides),
        dict(sheets),
        frozenset(draw.pk for draw in _open_draws(tournament) if is_stale(tournament, draw)),
        {code: frozenset(teams) for code, teams in entries.items()},
        _bound(stage),
        frozenset(current.pk for current in rounds if has_begun(current)),
        stage.closed_at is not None,
        stage.publications.count(),
    )


def moved(tournament: Tournament, stage: Stage, before: Seen) -> Moved:
    """Return what has changed since."""
    after = look(tournament, stage)
    stale = after.stale - before.stale
    kept = stage_table(stage).kept if after.closed else ()
    going = [_entering(code, before.entered[code], teams) for code, teams in after.entered.items()]
    if not after.closed and not before.closed:
        going = [_entering(code, before.bound.get(code, teams), teams) for code, teams in after.bound.items()]
    going += [GoingMove(each.into, stayed=each.stayed, instead=each.instead_of) for each in kept]
    refrozen = after.closed and after.versions > before.versions
    return Moved(
        _rank_moves(stage.code, before, after),
        _seat_moves(before, after),
        draft_stale=bool(stale),
        released=bool(before.versions) and not before.closed,
        later_ranks=tuple(
            move for code in after.ranks if code != stage.code for move in _rank_moves(code, before, after)
        ),
        put=_put(before, after),
        tables=tuple(move for draw in _open_draws(tournament) if draw.pk in stale for move in _tables(draw)),
        stands=_standing_rounds(stage, after) if after.ranks != before.ranks else (),
        going=tuple(each for each in going if each != GoingMove(each.stage)) if refrozen or not before.closed else (),
        refrozen=refrozen,
        reopened=before.closed and not after.closed,
    )


def _bound(stage: Stage) -> dict[str, frozenset[int]]:
    """Return who would go on from an open stage as it stands; nothing before every round and result of it is there."""
    plans = fed_by(stage) if stage.closed_at is None else []
    table = count(stage.division.tournament, of=stage) if plans else None
    if table is None or not table.complete or not due_of(stage).obstacle:
        return {}
    return {plan.code: frozenset(team.team for team in going_on(stage, table, plan).teams) for plan in plans}


def _places(stage: Stage) -> dict[int, tuple[int, str]]:
    table = count(stage.division.tournament, of=stage)
    parts = [each.standings for each in table.groups] or [table.standings]
    return {row.team: (row.place, str(row.total)) for part in parts for row in part.rows}


def _rank_moves(code: str, before: Seen, after: Seen) -> tuple[RankMove, ...]:
    held, now = before.ranks.get(code, {}), after.ranks.get(code, {})
    found = [
        RankMove(team, at[0], now[team][0], at[1], now[team][1], code)
        for team, at in held.items()
        if team in now and now[team] != at
    ]
    return tuple(sorted(found, key=lambda each: (each.new_place, each.team)))


def _seat_moves(before: Seen, after: Seen) -> tuple[SeatMove, ...]:
    changed = [pk for pk, team in after.seats.items() if before.seats.get(pk, team) != team]
    rows = MatchSide.objects.filter(pk__in=changed).select_related("match__round")
    return tuple(
        SeatMove(
            side.match_id,
            side.match.round.number,
            side.match.table,
            before.seats[side.pk],
            after.seats[side.pk],
            side.match.round_id in before.begun or side.match_id in before.official,
        )
        for side in rows.order_by("match__round__number", "match__number", "position")
    )


def _put(before: Seen, after: Seen) -> tuple[Put, ...]:
    gone, back = set(before.official) - set(after.official), set(after.official) - set(before.official)
    rows = Match.objects.filter(pk__in=gone | back).select_related("round").order_by("round__number", "number")
    return tuple(Put(row.pk, row.round.number, row.table, back=row.pk in back) for row in rows)


def _entering(code: str, before: frozenset[int], now: frozenset[int]) -> GoingMove:
    return GoingMove(code, tuple(sorted(now - before)), tuple(sorted(before - now)))


def _open_draws(tournament: Tournament) -> list[Draw]:
    rows = draws_of(tournament).filter(state__in=(DrawState.DRAFT, DrawState.CHECKED))
    return list(rows.select_related("stage__rules", "stage__division"))


def _tables(draw: Draw) -> list[TableMove]:
    """Return the tables that a draft would seat otherwise if it were drawn again from its seed; none if it cannot."""
    now, record = drawn_anew(draw), record_of(draw)
    if now is None:
        return []
    try:
        outcome = draw_record(replace(record, inputs=now))
    except DrawRefused:
        return []
    before = Outcome.from_json(draw.outcome)
    was, will = _seated(before), _seated(outcome)
    shift = shift_of(draw, before)
    return [
        TableMove(number + shift, table, was.get((number, table), ()), will.get((number, table), ()))
        for number, table in sorted(was.keys() | will.keys())
        if set(was.get((number, table), ())) != set(will.get((number, table), ()))
    ]


def _seated(outcome: Outcome) -> dict[tuple[int, int], tuple[int, ...]]:
    return {(each.number, match.table): match.sides for each in drawn_rounds(outcome) for match in each.matches}


def _standing_rounds(stage: Stage, after: Seen) -> tuple[int, ...]:
    """Return the rounds of a stage that is drawn round by round which are released and have not begun."""
    if is_knockout(stage):
        return ()
    rows = stage.rounds.filter(state=RoundState.RELEASED).exclude(pk__in=after.begun).order_by("number")
    numbers = list(rows.values_list("number", "draw_id"))
    drawn = {draw for _number, draw in stage.rounds.filter(pk__in=after.begun).values_list("number", "draw_id")}
    return tuple(number for number, draw in numbers if draw not in drawn)
