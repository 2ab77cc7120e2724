"""Official results and byes as rows, for tests of what is made of them."""

from itertools import count

from tournaments.models import (
    ClockEvent,
    Match,
    MatchSide,
    ResultSheet,
    Round,
    SheetOutcome,
    SheetSource,
    SideSource,
    Stage,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.states import RoundState, SheetState
from tournaments.tests.cast import NOW

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+1", "A+2")
_keys = count(1)


def start(tournament: Tournament, number: int) -> Round:
    current = Round.objects.get(stage__division__tournament=tournament, number=number)
    ClockEvent.objects.get_or_create(clock=current.clock, order=1, defaults={"kind": "started", "at": NOW})
    return current


def close(tournament: Tournament, *numbers: int) -> None:
    Round.objects.filter(stage__division__tournament=tournament, number__in=numbers).update(state=RoundState.CLOSED)


def sheet(
    match: Match,
    levels: tuple[str, str] | None,
    *,
    outcome: str = SheetOutcome.PLAYED,
    state: str = SheetState.OFFICIAL,
) -> ResultSheet:
    positions = [LEVELS.index(level) for level in levels] if levels else [None, None]
    return ResultSheet.objects.create(
        match=match,
        version=match.sheets.count() + 1,
        key=f"sheet-{next(_keys)}",
        fingerprint="0" * 64,
        state=state,
        source=SheetSource.CHIEF,
        outcome=outcome,
        level_0=positions[0],
        level_1=positions[1],
        observed_at=NOW,
        received_at=NOW,
        official_at=NOW if state == SheetState.OFFICIAL else None,
    )


def match_at(tournament: Tournament, number: int, table: int) -> Match:
    return Match.objects.get(round__stage__division__tournament=tournament, round__number=number, table=table)


def play(tournament: Tournament, number: int, *results: tuple[str, str]) -> None:
    """Make the results official at tables 1, 2, …; the round has begun."""
    start(tournament, number)
    for table, levels in enumerate(results, start=1):
        sheet(match_at(tournament, number, table), levels)


def play_all(tournament: Tournament) -> None:
    """Play and close both rounds of the printed draw: nobody is level with the next but by chance of the figures."""
    play(tournament, 1, *[("9", LEVELS[table % 8]) for table in range(9)])
    play(tournament, 2, *[(LEVELS[(3 * table) % 13], LEVELS[(5 * table + 2) % 13]) for table in range(9)])
    close(tournament, 1, 2)


def bye(tournament: Tournament, number: int, team: Team) -> Match:
    """Give a team without a match a bye in a round."""
    current = Round.objects.get(stage__division__tournament=tournament, number=number)
    StageEntry.objects.get_or_create(stage=Stage.objects.get(division__tournament=tournament), team=team)
    match = Match.objects.create(round=current, number=100 + team.number)
    MatchSide.objects.create(match=match, round=current, position=0, team=team)
    MatchSide.objects.create(match=match, round=current, position=1, source=SideSource.BYE)
    return match
