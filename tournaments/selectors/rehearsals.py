"""Copies of an event for rehearsal: which there are, and how far each has been played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from tournaments.models import RehearsalRun, Round, Team, Tournament
from tournaments.states import RUNS_AT_WORK, EntryState, EventState, RoundState, TeamState


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy on the list of its event."""

    slug: str
    made_at: datetime
    teams: int
    rounds: int
    over: bool


@dataclass(frozen=True, slots=True)
class Played:
    """How far a copy has been played, by the portal and by hand. `run` is the portal's latest work, None before any.

    `violations` are all that were found in it so far.
    """

    teams: int
    rounds: int
    open_round: int | None
    over: bool
    run: RehearsalRun | None
    violations: Sequence[Mapping[str, Any]]

    @property
    def working(self) -> bool:
        return self.run is not None and self.run.state in RUNS_AT_WORK


def copies_of(event: Tournament) -> list[Copy]:
    """Return the copies of an event, the newest first (one query)."""
    closed = Q(divisions__stages__rounds__state=RoundState.CLOSED)
    rows = event.rehearsals.annotate(
        entered=Count("teams", distinct=True),
        closed=Count("divisions__stages__rounds__number", filter=closed, distinct=True),
    )
    return [
        Copy(row.slug, row.created_at, row.entered, row.closed, row.state == EventState.FINISHED)
        for row in rows.order_by("-pk")
    ]


def registered_teams(event: Tournament) -> int:
    """Return how many teams a copy of the event as it is would have."""
    return Team.objects.filter(tournament=event, state=TeamState.ACTIVE, entry__state=EntryState.ACCEPTED).count()


def original_of(copy: Tournament) -> Tournament | None:
    """Return the event that a copy is of; None for a real event."""
    return Tournament.objects.select_related("rules").filter(rehearsals=copy).first()


def played(copy: Tournament) -> Played:
    rounds = Round.objects.filter(stage__division__tournament=copy)
    runs = list(RehearsalRun.objects.filter(tournament=copy).order_by("pk"))
    found: list[Mapping[str, Any]] = []
    for run in runs:
        found += [each for each in run.violations if each not in found]
    opened = rounds.filter(state=RoundState.RELEASED).order_by("number").values_list("number", flat=True).first()
    return Played(
        copy.teams.count(),
        rounds.filter(state=RoundState.CLOSED).values("number").distinct().count(),
        opened,
        copy.state == EventState.FINISHED,
        runs[-1] if runs else None,
        found,
    )
