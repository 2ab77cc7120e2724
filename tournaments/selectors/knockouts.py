"""Places in a knockout, by the round of going out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.finals import Knockout, knockout_places
from scoring.standings import Standings
from tournaments.models import Draw, Stage
from tournaments.pairing import Outcome
from tournaments.pairing.brackets.playing import plays_for
from tournaments.selectors.stage_facts import Facts, Meeting, winner_at
from tournaments.states import DrawState

Place = tuple[int, tuple[int, ...]]
THIRD = 3


def knockouts_of(stage: Stage, facts: Facts) -> tuple[tuple[Place, ...], ...]:
    """Return of every group, else of the whole field, each place with the teams that share it, best first.

    Nothing before the stage is drawn.
    """
    drawn = Draw.objects.filter(stage=stage, state=DrawState.RELEASED).order_by("number")
    outcomes = [Outcome.from_json(outcome) for outcome in drawn.values_list("outcome", flat=True)]
    if not outcomes:
        return ()
    highest = plays_for(outcomes[0].bracket)
    found = []
    for teams in facts.groups.values() or (facts.teams,):
        here = set(teams)
        meetings = [meeting for meeting in facts.meetings if here.issuperset(meeting.teams)]
        best = {meeting: highest[meeting.number] for meeting in meetings} if highest else _third_places(meetings)
        found.append(knockout_places([_knockout(meeting, best) for meeting in meetings], teams))
    return tuple(found)


def together(knockouts: Iterable[Sequence[Place]]) -> tuple[Place, ...]:
    """Return the places of all knockouts of a stage: the same place of each is shared by all who have it."""
    shared: dict[int, list[int]] = {}
    for place, teams in (each for places in knockouts for each in places):
        shared.setdefault(place, []).extend(teams)
    return tuple((place, tuple(shared[place])) for place in sorted(shared))


def by_knockout(ranked: Standings, places: Sequence[Place]) -> Standings:
    """Return the standings with their rows in the order of the knockout and with its places; nothing else parts."""
    rows = {row.team: row for row in ranked.rows}
    ordered = tuple(
        replace(rows[team], place=place, tied=len(teams) > 1, separated_by=None)
        for place, teams in places
        for team in teams
    )
    return replace(ranked, rows=ordered)


def _knockout(meeting: Meeting, best: Mapping[Meeting, int]) -> Knockout:
    """Read a match; nobody won one that only one side, or none, has come to yet, or that has no official sheet."""
    winner = winner_at(meeting.content) if meeting.content is not None else None
    return Knockout(
        meeting.round,
        *meeting.teams,
        winner=None if winner is None else meeting.teams[winner],
        best=best.get(meeting, 1),
        both_out=meeting.content is not None and winner is None,
    )


def _third_places(meetings: Sequence[Meeting]) -> dict[Meeting, int]:
    """Return the matches of teams that had both lost before: they play for the third place."""
    lost: set[int] = set()
    found: dict[Meeting, int] = {}
    for meeting in sorted(meetings, key=lambda each: each.round):
        if set(meeting.teams) <= lost:
            found[meeting] = THIRD
        winner = winner_at(meeting.content) if meeting.content is not None else None
        if winner is not None:
            lost.add(meeting.teams[1 - winner])
    return found
