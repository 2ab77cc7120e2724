"""A copy of an event played by the portal: a round or to its end, in the database where the organizer looks at it."""

import logging
import time
from dataclasses import asdict
from random import Random

from django.utils import timezone

from tournaments.actions import awards, entries, events, rehearsal_runs
from tournaments.errors import NotFound, Refusal
from tournaments.models import RehearsalRun, RunUntil, Tournament
from tournaments.policy import Actor, As
from tournaments.rehearsal.counted import counted_of, given_in
from tournaments.rehearsal.directing import MOST_STEPS, step
from tournaments.rehearsal.oracle.findings import Violation
from tournaments.rehearsal.oracle.judge import judge
from tournaments.rehearsal.oracle.rows import read
from tournaments.rehearsal.plan import Plan, Report
from tournaments.rehearsal.playing import REASON, Hall
from tournaments.selectors.awards import award_list
from tournaments.states import EventState

SECONDS = 200  # shorter than what a task may take; then another one carries on
logger = logging.getLogger(__name__)


def walk(run_id: int) -> None:
    """Play what a run asks for, judging after every step; harmless where another worker has it."""
    run = rehearsal_runs.claim(run_id, timezone.now())
    if run is None:
        return
    try:
        _play(run)
    except Refusal as refused:
        rehearsal_runs.end(run, error=refused.code, params=refused.params)
    except NotFound:
        logger.info("The rehearsal of run %d was removed while it was played.", run_id)
    except Exception:
        logger.exception("The rehearsal of run %d failed.", run_id)
        rehearsal_runs.end(run, error="rehearsal_failed")


def _play(run: RehearsalRun) -> None:
    event = run.tournament
    hall = _hall(run, event)
    report = _so_far(run)
    if event.entries_frozen_at is None:
        entries.freeze(hall.portal, event)
    before, begun = report.rounds, time.monotonic()
    for _ in range(MOST_STEPS):
        more = step(hall, report)
        event = hall.event
        event.refresh_from_db()
        if not more:
            _draw_prizes(hall, event)
        document = event.rules.document if event.rules is not None else {}
        given = () if more else given_in(event)
        report.add(judge(read(event.pk), document, counted_of(event), (), full=False, over=not more, given=given))
        found = [asdict(each) for each in report.violations]
        if not rehearsal_runs.note(run, rounds=report.rounds, matches=report.matches, violations=found):
            return
        if not more:
            break
        if run.until == RunUntil.ROUND and report.rounds > before:
            rehearsal_runs.end(run)
            return
        if time.monotonic() - begun > SECONDS:
            rehearsal_runs.put_back(run)
            return
    if event.state != EventState.FINISHED:
        events.finish(hall.portal, event)
    rehearsal_runs.end(run)


def _draw_prizes(hall: Hall, event: Tournament) -> None:
    """Draw what goes by lot, unless whoever rehearses did it."""
    found = award_list(event)
    if found is not None and found.to_draw:
        awards.draw(hall.portal, event, reason=REASON)


def _hall(run: RehearsalRun, event: Tournament) -> Hall:
    """The desk types the results: it has every table, and its sheets count as any that both sides signed."""
    teams = event.teams.count()
    plan = Plan(teams, withdraw=0.1, forfeit=0.05, correct=0.05) if run.mishaps else Plan(teams)
    chance = Random(f"{run.pk} {run.rounds} {event.live_version}")  # noqa: S311 nothing secret hangs on it
    return Hall(event, plan, chance, Actor(event.pk, frozenset({As.DESK})))


def _so_far(run: RehearsalRun) -> Report:
    return Report(rounds=run.rounds, matches=run.matches, violations=[Violation(**each) for each in run.violations])
