"""The draw: made from the frozen list with a stored seed, looked at, checked, released; redrawn only with a reason."""

import secrets
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.release import lay_out
from tournaments.errors import Gone, Invalid, NotFound, Refusal
from tournaments.models import Clock, ClockEvent, Draw, ResultSheet, SeedSource, StageEntry, Tournament
from tournaments.pairing import (
    Constraints,
    DrawRecord,
    DrawRefused,
    Entrant,
    Impossible,
    Inputs,
    Outcome,
    choose_method,
    draw_record,
)
from tournaments.pairing.constraints import Strictness
from tournaments.policy import Actor, Permission
from tournaments.selectors.draws import is_stale, open_or_released, record_of, stage_of
from tournaments.selectors.entries import entrants
from tournaments.states import DRAW, DrawState, step

SEED_BYTES = 16
FEWEST_TEAMS = 2
LONGEST_CALLED = 40


@transaction.atomic
def make(
    actor: Actor,
    tournament: Tournament,
    *,
    called_seed: str = "",
    reason: str = "",
    after: int | None = None,
    strict: bool = False,
) -> Draw:
    """Draw the frozen list as a draft, with digits called out in the hall or with a seed of the system.

    A draw that is open or released is discarded with `reason`, a released one only while nothing was played.
    `after` is the number of the last draw that the page showed: pressing twice makes one. `strict` refuses a
    draw that would have to break a constraint, rather than flagging where it does.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    now = timezone.now()
    if event.entries_frozen_at is None:
        raise Refusal("not_frozen")
    stage = stage_of(event)
    last = Draw.objects.filter(stage=stage).aggregate(last=Max("number"))["last"] or 0
    if after is not None and after != last:
        raise Gone("draw_moved_on")
    teams = entrants(event)
    seed = _called(called_seed) if called_seed.strip() else secrets.token_hex(SEED_BYTES)
    drawn_from, outcome = _drawn(teams, seed, rounds=event.regulations.stage.rounds, strict=strict)
    previous = open_or_released(event)
    if previous is not None:
        _discard(actor, event, previous, reason=reason, now=now)
    made = Draw.objects.create(
        stage=stage,
        number=last + 1,
        method=drawn_from.method,
        method_version=int(drawn_from.version),
        inputs=drawn_from.inputs.to_json(),
        constraints=drawn_from.constraints.to_json(),
        seed=seed,
        seed_source=SeedSource.CALLED if called_seed.strip() else SeedSource.SYSTEM,
        outcome=outcome.to_json(),
        reason=reasons.needed(reason) if previous is not None else "",
        made_at=now,
    )
    data = {"number": made.number, "method": made.method, "digest": drawn_from.digest(), "seed_from": made.seed_source}
    record(actor, event, "draw.made", made, now=now, data=data)
    return made


@transaction.atomic
def check(actor: Actor, tournament: Tournament, draw_id: int) -> Draw:
    """Tick a draft as looked at; the same tick again is harmless."""
    return _tick(actor, tournament, draw_id, DrawState.CHECKED)


@transaction.atomic
def uncheck(actor: Actor, tournament: Tournament, draw_id: int) -> Draw:
    """Take the tick back."""
    return _tick(actor, tournament, draw_id, DrawState.DRAFT)


@transaction.atomic
def release(actor: Actor, tournament: Tournament, draw_id: int) -> Draw:
    """Make the checked draw public: lots, rounds, matches, byes and clocks appear at once, or not at all."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    now = timezone.now()
    draw = _fetch(event, draw_id)
    if draw.state == DrawState.DRAFT:
        raise Refusal("draw_not_checked")
    draw.state = step(DRAW, DrawState(draw.state), DrawState.RELEASED)
    if is_stale(event, draw):
        raise Refusal("draw_stale")
    outcome = Outcome.from_json(draw.outcome)
    _refuse_too_few_tables(event, outcome)
    lay_out(event, draw, outcome, now=now)
    draw.released_at = now
    draw.save(update_fields=["state", "released_at"])
    data = {"number": draw.number, "digest": record_of(draw).digest(), "rounds": len(outcome.rounds)}
    record(actor, event, "draw.released", draw, now=now, data=data)
    return draw


@transaction.atomic
def discard(actor: Actor, tournament: Tournament, draw_id: int, *, reason: str) -> Draw:
    """Set a draw aside with a reason; a released one only while nothing was played."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    draw = _fetch(event, draw_id)
    _discard(actor, event, draw, reason=reason, now=timezone.now())
    return draw


def _called(text: str) -> str:
    """Read digits as they were called: spaces and commas between them do not count, leading zeros do."""
    digits = "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign not in " ,.、-_\t")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_CALLED):
        raise Invalid("called_seed_bad", field="called_seed", most=LONGEST_CALLED)
    return digits


def _drawn(teams: Sequence[Entrant], seed: str, *, rounds: int, strict: bool) -> tuple[DrawRecord, Outcome]:
    if len(teams) < FEWEST_TEAMS:
        raise Refusal("draw_too_few_teams", teams=len(teams))
    how: Strictness = "never" if strict else "avoid"
    constraints = Constraints(no_rematch=how, no_own_unit=how, one_bye=how)
    try:
        choice = choose_method(teams, rounds)
        asked = DrawRecord(choice.method, choice.version, Inputs(tuple(teams)), constraints, seed, rounds)
        return asked, draw_record(asked)
    except Impossible as error:
        raise Refusal(f"draw_impossible_{error.constraint}") from error
    except DrawRefused as error:
        raise Refusal("draw_refused", reason=error.code) from error


def _fetch(event: Tournament, draw_id: int) -> Draw:
    draw = Draw.objects.select_related("stage").filter(stage__division__tournament=event, pk=draw_id).first()
    if draw is None:
        raise NotFound
    return draw


def _tick(actor: Actor, tournament: Tournament, draw_id: int, state: DrawState) -> Draw:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    now = timezone.now()
    draw = _fetch(event, draw_id)
    if draw.state == state:
        return draw
    draw.state = step(DRAW, DrawState(draw.state), state)
    if state == DrawState.CHECKED and is_stale(event, draw):
        raise Refusal("draw_stale")
    draw.checked_at = now if state == DrawState.CHECKED else None
    draw.save(update_fields=["state", "checked_at"])
    record(actor, event, f"draw.{'checked' if state == DrawState.CHECKED else 'unchecked'}", draw, now=now)
    return draw


def _discard(actor: Actor, event: Tournament, draw: Draw, *, reason: str, now: datetime) -> None:
    words = reasons.needed(reason, "draw_reason_needed")
    was_released = draw.state == DrawState.RELEASED
    draw.state = step(DRAW, DrawState(draw.state), DrawState.DISCARDED)
    if was_released:
        _take_back(draw)
    draw.discarded_at, draw.discard_reason = now, words
    draw.save(update_fields=["state", "discarded_at", "discard_reason"])
    data = {"number": draw.number, "was_released": was_released}
    record(actor, event, "draw.discarded", draw, now=now, data=data, reason=words)


def _take_back(draw: Draw) -> None:
    """Remove what a release made, while no clock has ever run for it and no result was sent."""
    rounds = draw.rounds.all()
    if (
        ClockEvent.objects.filter(clock__rounds__in=rounds).exists()
        or ResultSheet.objects.filter(match__round__in=rounds).exists()
    ):
        raise Refusal("draw_play_has_begun")
    clocks = list(rounds.exclude(clock=None).values_list("clock_id", flat=True))
    rounds.delete()
    Clock.objects.filter(pk__in=clocks).delete()
    StageEntry.objects.filter(stage=draw.stage).delete()


def _refuse_too_few_tables(event: Tournament, outcome: Outcome) -> None:
    tables = event.regulations.venue.tables
    matches = max(len(each.matches) for each in outcome.rounds)
    if matches > tables:
        raise Refusal("more_matches_than_tables", matches=matches, tables=tables, missing=matches - tables)
