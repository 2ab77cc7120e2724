"""A drawn event whose rounds can be started and closed, and results sent from its tables."""

from datetime import timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from tournaments.actions import results
from tournaments.actions.results import Receipt
from tournaments.models import ClockEvent, Match, Round, Tournament
from tournaments.policy import Actor
from tournaments.states import RoundState

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
