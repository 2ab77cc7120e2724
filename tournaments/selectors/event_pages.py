"""An event at a glance for a visitor: when, where, who may enter, what comes next."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.models import Tournament
from tournaments.policy import Actor
from tournaments.selectors import clock, rounds
from tournaments.selectors.entries import Window, registration, rounds_to_come
from tournaments.selectors.find import lots_of
from tournaments.selectors.shown import counts_before, shows_releases, shows_results, shows_standings
from tournaments.selectors.sittings import sittings_of
from tournaments.selectors.standings import Table, earlier_progress, table_of
from tournaments.states import EventState


class Next(StrEnum):
    """The one thing a visitor does next here."""

    REGISTER = "register"
    JOIN_WAITING_LIST = "join_waiting_list"
    WAIT_FOR_OPENING = "wait_for_opening"
    WAIT_FOR_DRAW = "wait_for_draw"
    FIND_TABLE = "find_table"
    LIVE_STANDINGS = "live_standings"
    PROVISIONAL = "provisional"
    WAIT_FOR_RELEASE = "wait_for_release"
    RESULTS = "results"
    OWN_TEAM = "own_team"


@dataclass(frozen=True, slots=True)
class ProgrammeRound:
    """A round on the programme; times are None where nobody knows them yet. `minutes` is the length of a sitting."""

    number: int
    minutes: int
    planned_at: datetime | None
    started_at: datetime | None
    ends_at: datetime | None
    closed: bool
    official: int
    tables: int
    sittings: int = 1

    @property
    def running(self) -> bool:
        return self.started_at is not None and not self.closed


@dataclass(frozen=True, slots=True)
class EventPage:
    starts_at: datetime
    window: Window
    next: Next
    drawn: bool
    programme: tuple[ProgrammeRound, ...]
    table: Table


def event_page(tournament: Tournament, actor: Actor, now: datetime) -> EventPage:
    window = registration(tournament, now)
    table = table_of(tournament, before=counts_before(tournament))
    released = table_of(tournament).released and shows_releases(tournament)
    return EventPage(
        tournament.regulations.identity.starts_at,
        window,
        _next(tournament, actor, window, table, released=released),
        table.drawn,
        _programme(tournament, table, now),
        table,
    )


def _next(tournament: Tournament, actor: Actor, window: Window, table: Table, *, released: bool) -> Next:
    if released:
        return Next.RESULTS
    if table.closed or tournament.state in {EventState.FINISHED, EventState.ARCHIVED}:
        provisional = Next.PROVISIONAL if shows_standings(tournament) else Next.WAIT_FOR_RELEASE
        return provisional if table.drawn else Next.WAIT_FOR_DRAW
    if table.drawn:
        seated = actor.team_ids & lots_of(tournament).keys() if actor.team_ids else set()
        return Next.LIVE_STANDINGS if table.standings.progress.official and not seated else Next.FIND_TABLE
    if actor.team_ids:
        return Next.OWN_TEAM
    if window.is_open:
        return Next.REGISTER if window.free else Next.JOIN_WAITING_LIST
    return Next.WAIT_FOR_OPENING if window.state == "before" else Next.WAIT_FOR_DRAW


def _programme(tournament: Tournament, table: Table, now: datetime) -> tuple[ProgrammeRound, ...]:
    """Return released rounds as their clocks say, else the rounds planned.

    A time is planned for the first round, and for the first of each stage that begins at one of its own.
    """
    plan = tournament.regulations.stage
    starts_at = plan.starts_at or tournament.regulations.identity.starts_at
    if not table.drawn:
        seconds = plan.timing.round_seconds
        return tuple(
            ProgrammeRound(number, seconds // 60, starts_at if number == 1 else None, None, None, False, 0, 0)
            for number in range(1, rounds_to_come(tournament) + 1)
        )
    seen_of = table_of(tournament)
    progress = {each.number: each for each in (*earlier_progress(tournament, seen_of), *seen_of.progress)}
    found: list[ProgrammeRound] = []
    planned = {each.code: each.starts_at for each in tournament.regulations.stages} | {plan.code: starts_at}
    for current in rounds.rounds_of(tournament):
        state = clock.clock_of(current, now)
        seen = progress[current.number]
        turns = sittings_of(tournament, current, now)
        started_at, ends_at = (state.started_at, state.ends_at) if state else (None, None)
        if turns:
            started_at, ends_at = turns[0].starts_at, turns[-1].ends_at
        found.append(
            ProgrammeRound(
                current.number,
                round((state.total if state else timedelta(0)).total_seconds() / 60),
                planned.pop(current.stage.code, None),
                started_at if seen.begun else None,
                ends_at if seen.begun else None,
                seen.closed,
                seen.official if shows_results(tournament, current.number) else 0,
                seen.tables if shows_results(tournament, current.number) else 0,
                len(turns) or 1,
            )
        )
    return tuple(found)
