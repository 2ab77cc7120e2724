"""An event at a glance for a visitor: when, where, who may enter, what comes next."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournaments.models import Tournament
from tournaments.policy import Actor
from tournaments.selectors import clock, rounds
from tournaments.selectors.entries import Window, registration, rounds_to_come
from tournaments.selectors.find import lots_of
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
    RESULTS = "results"
    OWN_TEAM = "own_team"


@dataclass(frozen=True, slots=True)
class ProgrammeRound:
    """A round on the programme; times are None where nobody knows them yet. `minutes` is its length."""

    number: int
    minutes: int
    planned_at: datetime | None
    started_at: datetime | None
    ends_at: datetime | None
    closed: bool
    official: int
    tables: int

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
    table = table_of(tournament)
    return EventPage(
        tournament.regulations.identity.starts_at,
        window,
        _next(tournament, actor, window, table),
        table.drawn,
        _programme(tournament, table, now),
        table,
    )


def _next(tournament: Tournament, actor: Actor, window: Window, table: Table) -> Next:
    if table.released:
        return Next.RESULTS
    if table.closed or tournament.state in {EventState.FINISHED, EventState.ARCHIVED}:
        return Next.PROVISIONAL if table.drawn else Next.WAIT_FOR_DRAW
    if table.drawn:
        seated = actor.team_ids & lots_of(tournament).keys() if actor.team_ids else set()
        return Next.LIVE_STANDINGS if table.standings.progress.official and not seated else Next.FIND_TABLE
    if actor.team_ids:
        return Next.OWN_TEAM
    if window.is_open:
        return Next.REGISTER if window.free else Next.JOIN_WAITING_LIST
    return Next.WAIT_FOR_OPENING if window.state == "before" else Next.WAIT_FOR_DRAW


def _programme(tournament: Tournament, table: Table, now: datetime) -> tuple[ProgrammeRound, ...]:
    """Return released rounds as their clocks say, else the rounds planned; only the first has a planned time."""
    starts_at = tournament.regulations.identity.starts_at
    plan = tournament.regulations.stage
    if not table.drawn:
        seconds = plan.timing.round_seconds
        return tuple(
            ProgrammeRound(number, seconds // 60, starts_at if number == 1 else None, None, None, False, 0, 0)
            for number in range(1, rounds_to_come(tournament) + 1)
        )
    progress = {each.number: each for each in (*earlier_progress(tournament, table), *table.progress)}
    found = []
    for current in rounds.rounds_of(tournament):
        state = clock.clock_of(current, now)
        seen = progress[current.number]
        found.append(
            ProgrammeRound(
                current.number,
                round((state.total if state else timedelta(0)).total_seconds() / 60),
                starts_at if current.number == 1 else None,
                state.started_at if state and seen.begun else None,
                state.ends_at if state and seen.begun else None,
                seen.closed,
                seen.official,
                seen.tables,
            )
        )
    return tuple(found)
