"""Rounds are closed by the chief, never by the clock; a match may move to another table."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.clocks import end_with_round, require_all_played
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import Invalid, NotFound, Refusal
from tournaments.models import ClockEvent, Match, Round, Tournament
from tournaments.phrases.sittings import in_short
from tournaments.policy import Actor, Permission
from tournaments.selectors.clock import clocks_of
from tournaments.selectors.results import open_matches
from tournaments.states import ROUND, EventState, RoundState, step


@transaction.atomic
def close(actor: Actor, tournament: Tournament, round_number: int) -> Round:
    """Close a round whose tables are all decided; what is sent afterwards is late. Closing it again is harmless."""
    event, current = _locked(actor, tournament, round_number)
    if current.state == RoundState.CLOSED:
        return current
    left = open_matches(current)
    require_all_played(current)
    if left:
        tables = gettext(", ").join(in_short(status.sitting, status.table or 0) for status in left)
        raise Refusal("round_has_open_tables", tables=tables, count=len(left))
    now = timezone.now()
    end_with_round(actor, event, current, now=now)
    current.state = step(ROUND, RoundState(current.state), RoundState.CLOSED)
    current.closed_at = now
    current.save(update_fields=["state", "closed_at"])
    record(actor, event, "round.closed", current, now=now, data={"round": current.number})
    return current


@transaction.atomic
def reopen(actor: Actor, tournament: Tournament, round_number: int, *, reason: str) -> Round:
    """Open a closed round again, as long as no later round has been started."""
    event, current = _locked(actor, tournament, round_number)
    words = reasons.needed(reason, "round_reason_needed")
    if event.state == EventState.FINISHED:
        raise Refusal("event_is_finished")
    if current.stage.closed_at is not None:
        raise Refusal("stage_is_closed")
    later = Round.objects.filter(stage__division__tournament=event, number__gt=current.number)
    if ClockEvent.objects.filter(clock__in=clocks_of(later)).exists():
        raise Refusal("later_round_started")
    now = timezone.now()
    current.state = step(ROUND, RoundState(current.state), RoundState.RELEASED)
    current.closed_at = None
    current.save(update_fields=["state", "closed_at"])
    record(actor, event, "round.reopened", current, now=now, data={"round": current.number}, reason=words)
    return current


@transaction.atomic
def move_match(actor: Actor, tournament: Tournament, match_id: int, *, table: int, reason: str) -> Match:
    """Move a match of an open round to a table; the match that sits there changes places with it."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.RUN_ROUNDS, event.pk)
    rows = Match.objects.select_related("round").filter(round__stage__division__tournament=event)
    match = rows.filter(pk=match_id).first()
    if match is None:
        raise NotFound
    _refuse_move(event, match, table)
    words = reasons.needed(reason, "round_reason_needed")
    now = timezone.now()
    old = match.table
    other = rows.filter(round=match.round, sitting=match.sitting, table=table).first()
    if other is not None:
        Match.objects.filter(pk=match.pk).update(table=None)
        other.table = old
        other.save(update_fields=["table"])
    match.table = table
    match.save(update_fields=["table"])
    data = {"round": match.round.number, "from": old, "to": table, "swapped": other.pk if other else None}
    record(actor, event, "match.moved", match, now=now, data=data, reason=words)
    return match


def _refuse_move(event: Tournament, match: Match, table: int) -> None:
    if match.round.state != RoundState.RELEASED:
        raise Refusal("round_closed", number=match.round.number)
    if match.table is None:
        raise Refusal("bye_has_no_table")
    tables = event.regulations.venue.tables
    if not 1 <= table <= tables or table == match.table:
        raise Invalid("move_bad_table", field="table", tables=tables)


def _locked(actor: Actor, tournament: Tournament, round_number: int) -> tuple[Tournament, Round]:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.RUN_ROUNDS, event.pk)
    rows = Round.objects.filter(stage__division__tournament=event, number=round_number)
    current = rows.select_related("clock", "stage__rules").prefetch_related("clock__events").first()
    if current is None or current.state == RoundState.PLANNED:
        raise Refusal("round_not_released", number=round_number)
    return event, current
