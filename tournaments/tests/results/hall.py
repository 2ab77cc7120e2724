"""A drawn event whose rounds can be started and closed, and results sent from its tables."""

from datetime import timedelta
from itertools import count
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scoring.matches import Bye, MatchResult
from tournaments.actions import results
from tournaments.actions.results import Receipt
from tournaments.models import ClockEvent, Match, ResultSheet, Round, Stage, Tournament
from tournaments.policy import Actor
from tournaments.selectors.results import Content, has_begun
from tournaments.states import RoundState, SheetState

_keys = count(1)


def key() -> str:
    return f"test-key-{next(_keys):06}"


def start(event: Tournament, number: int = 1) -> Round:
    current = Round.objects.get(stage__division__tournament=event, number=number)
    begun = timezone.now() - timedelta(minutes=100)
    ClockEvent.objects.create(clock=current.clock, order=1, kind="started", at=begun)
    return current


def close(event: Tournament, number: int = 1) -> None:
    Round.objects.filter(stage__division__tournament=event, number=number).update(
        state=RoundState.CLOSED, closed_at=timezone.now()
    )


def match_at(event: Tournament, table: int, number: int = 1) -> Match:
    return Match.objects.get(round__stage__division__tournament=event, round__number=number, table=table)


def official(stage: Stage) -> tuple[list[MatchResult], list[Bye]]:
    """Read what counts in a stage plainly from its rows: official results, and the byes of rounds that have begun."""
    sheets = ResultSheet.objects.filter(match__round__stage=stage, state=SheetState.OFFICIAL).exclude(outcome="void")
    results = [
        MatchResult(
            sheet.match.round.number,
            sheet.match.sides.get(position=0).team_id,
            sheet.match.sides.get(position=1).team_id,
            Content.of(sheet).outcome_of(),
        )
        for sheet in sheets.order_by("match__round__number", "match__number")
    ]
    byes = Match.objects.filter(round__stage=stage, sides__source="bye").order_by("round__number", "pk")
    return results, [
        Bye(match.round.number, match.sides.get(team__isnull=False).team_id) for match in byes if has_begun(match.round)
    ]


def send(actor: Actor, event: Tournament, match: Match, *levels: str, **form: Any) -> Receipt:
    """Send a result that both sides confirmed, unless the form says otherwise."""
    whole: dict[str, Any] = {
        "match_id": match.pk,
        "round_number": match.round.number,
        "table": match.table,
        "key": key(),
        "levels": levels or None,
        "observed_at": timezone.now(),
        "confirmed_sides": (0, 1),
        **form,
    }
    return results.submit(actor, event, **whole)


def save_looked_at(client: Client, address: str, form: dict[str, Any], way: str = "") -> HttpResponse:
    """Send a change of a result as a page does: look at what it moves, then save it in one of the ways."""
    looked = client.post(address, form)
    assert looked.status_code == 200, looked.context
    return client.post(address, {**form, "seen": looked.context["change"].preview.digest, "way": way})
