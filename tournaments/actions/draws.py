"""The draw: made from the frozen list with a stored seed, looked at, checked, released; redrawn only with a reason."""

import secrets
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments import policy
from tournaments.actions import reasons
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.release import lay_out, planned, take_up
from tournaments.errors import Gone, Invalid, NotFound, Refusal
from tournaments.models import ClockEvent, Draw, ResultSheet, SeedSource, Team, Tournament
from tournaments.pairing import (
    VERSION,
    Constraints,
    DrawRecord,
    DrawRefused,
    Impossible,
    Outcome,
    choose_method,
    draw_record,
    new_flags,
    swap,
)
from tournaments.policy import Actor, Permission
from tournaments.regulations import Format
from tournaments.selectors import draw_wishes
from tournaments.selectors.clock import clocks_of
from tournaments.selectors.draw_wishes import Exemption
from tournaments.selectors.draws import draws_of, holding, is_stale, record_of
from tournaments.selectors.stage_field import NOTHING, Due, Wanted, constraints_of, due_of, inputs_of
from tournaments.selectors.stages import stage_of
from tournaments.states import DRAW, DrawState, step

SEED_BYTES = 16
FEWEST_TEAMS = 2
LONGEST_CALLED = 40
NO_EXEMPTION = Exemption()


@transaction.atomic
def make(
    actor: Actor,
    tournament: Tournament,
    *,
    called_seed: str = "",
    reason: str = "",
    after: int | None = None,
    strict: bool = False,
    wanted: Wanted = NOTHING,
    exempt: Exemption = NO_EXEMPTION,
) -> Draw:
    """Draw the current stage, or its next round, as a draft, with digits called out in the hall or the system's seed.

    A draw that is open or released is discarded with `reason`, a released one only while nothing was played; where
    its rounds are closed the next one is drawn. `after` is the number of the last draw that the page showed: pressing
    twice makes one. `strict` refuses a draw that would have to break a constraint, rather than flagging where it does.
    `wanted`: absences, byes, pairs, seeds and lots beyond the regulations. `exempt`: what is never to be broken and
    what this draw alone may break, each time flagged, with a reason of its own.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    now = timezone.now()
    if event.entries_frozen_at is None:
        raise Refusal("not_frozen")
    stage = stage_of(event)
    last = Draw.objects.filter(stage__division__tournament=event).aggregate(last=Max("number"))["last"] or 0
    if after is not None and after != last:
        raise Gone("draw_moved_on")
    previous = holding(stage)
    due = due_of(stage, instead_of=previous)
    seed = _called(called_seed) if called_seed.strip() else secrets.token_hex(SEED_BYTES)
    _refuse_wishes(event, due, wanted)
    because = reasons.needed(exempt.because, "draw_exception_needs_reason", field="because") if exempt.rules else ""
    constraints = _but(constraints_of(due.plan, strict=strict), exempt.rules)
    drawn_from, outcome = _drawn(due, wanted, seed, constraints)
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
        wanted=_asked_by_hand(wanted, exempt.rules, because),
        reason=reasons.needed(reason) if previous is not None else "",
        made_at=now,
    )
    data = {"number": made.number, "method": made.method, "digest": drawn_from.digest(), "seed_from": made.seed_source}
    data |= {name: value for name, value in made.wanted.items() if name != "because"}
    record(actor, event, "draw.made", made, now=now, data=data, reason=because)
    return made


@transaction.atomic
def check(actor: Actor, tournament: Tournament, draw_id: int, *, swaps: int | None = None) -> Draw:
    """Tick a draft as looked at; the same tick again is harmless.

    `swaps`: how many exchanges by hand the page showed, so that nobody ticks what somebody else has changed meanwhile.
    """
    return _tick(actor, tournament, draw_id, DrawState.CHECKED, swaps=swaps)


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
    _refuse_settled(draw)
    if draw.state == DrawState.DRAFT:
        raise Refusal("draw_not_checked")
    draw.state = step(DRAW, DrawState(draw.state), DrawState.RELEASED)
    if is_stale(event, draw):
        raise Refusal("draw_stale")
    outcome = Outcome.from_json(draw.outcome)
    laid = planned(draw, outcome)
    lay_out(event, draw, laid, now=now)
    draw.released_at = now
    draw.save(update_fields=["state", "released_at"])
    data = {"number": draw.number, "digest": record_of(draw).digest(), "rounds": len(laid.rounds)}
    record(actor, event, "draw.released", draw, now=now, data=data)
    return draw


@transaction.atomic
def discard(actor: Actor, tournament: Tournament, draw_id: int, *, reason: str) -> Draw:
    """Set a draw aside with a reason; a released one only while nothing was played."""
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    draw = _fetch(event, draw_id)
    if draw.state == DrawState.DISCARDED:
        _refuse_settled(draw)
    _discard(actor, event, draw, reason=reason, now=timezone.now())
    return draw


@transaction.atomic
def swap_teams(
    actor: Actor, tournament: Tournament, draw_id: int, *, number: int, one: int, other: int, reason: str
) -> Draw:
    """Exchange two teams of a round of a draft, of its groups or of the first round of its bracket, with a reason.

    `number` is the round's as the draft has it. What the exchange breaks is flagged; a replay exchanges again.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    words = reasons.needed(reason, "draw_reason_needed")
    draw = _fetch(event, draw_id)
    _refuse_settled(draw)
    if draw.state != DrawState.DRAFT:
        raise Refusal("only_a_draft_is_changed")
    before = Outcome.from_json(draw.outcome)
    try:
        after = swap(record_of(draw), before, number=number, one=one, other=other)
    except DrawRefused as error:
        raise _refused(error) from error
    draw.outcome = after.to_json()
    draw.save(update_fields=["outcome"])
    data = {
        "number": draw.number,
        "round": number,
        "teams": [one, other],
        "broken": [flag.code for flag in new_flags(before, after)],
    }
    record(actor, event, "draw.swapped", draw, now=timezone.now(), data=data, reason=words)
    return draw


def _called(text: str) -> str:
    """Read digits as they were called: spaces and commas between them do not count, leading zeros do."""
    digits = "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign not in " ,.、-_\t")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_CALLED):
        raise Invalid("called_seed_bad", field="called_seed", most=LONGEST_CALLED)
    return digits


def _refuse_wishes(event: Tournament, due: Due, wanted: Wanted) -> None:
    """Refuse at the first thing that cannot be asked; whoever drew by a form was told of all of them."""
    if due.obstacle or wanted == NOTHING:
        return
    for fault in draw_wishes.faults_of(wanted, due, tables=event.regulations.venue.tables):
        number = Team.objects.filter(pk=fault.team).values_list("number", flat=True).first()
        raise fault.refusal(number or "?")


def _but(constraints: Constraints, exempt: Sequence[str]) -> Constraints:
    """Return the constraints with some that are never to be broken only to be avoided."""
    if any(name not in draw_wishes.EXEMPTABLE for name in exempt):
        raise Invalid("draw_exception_unknown", field="exempt")
    for name in exempt:
        if getattr(constraints, name) == "never":
            constraints = Constraints.from_json({**constraints.to_json(), name: "avoid"})
    return constraints


def _asked_by_hand(wanted: Wanted, exempt: Sequence[str], because: str) -> dict[str, Any]:
    exception = {"exempt": list(exempt), "because": because} if exempt else {}
    return draw_wishes.to_json(wanted) | exception


def _drawn(due: Due, wanted: Wanted, seed: str, constraints: Constraints) -> tuple[DrawRecord, Outcome]:
    if len(due.teams) < FEWEST_TEAMS and due.obstacle in {"", "stage_without_teams"}:
        raise Refusal("draw_too_few_teams", teams=len(due.teams))
    if due.obstacle:
        raise Refusal(due.obstacle, stage=due.stage.code)
    try:
        inputs = inputs_of(due, wanted, seed=seed)
        method, version = due.method, VERSION
        if due.plan.format == Format.TWO_ROUNDS and not due.one:
            choice = choose_method(inputs.entrants, due.plan.rounds, inputs.plan)
            method, version = choice.method, choice.version
        asked = DrawRecord(method, version, inputs, constraints, seed, due.rounds)
        return asked, draw_record(asked)
    except Impossible as error:
        raise Refusal(f"draw_impossible_{error.constraint}") from error
    except DrawRefused as error:
        raise _refused(error) from error


def _refused(error: DrawRefused) -> Refusal:
    """Return the refusal of what the pairing refuses; teams by their numbers."""
    ids = {name: team for name in ("team", "one", "other") if isinstance(team := error.params.get(name), int)}
    numbers = dict(Team.objects.filter(pk__in=ids.values()).values_list("pk", "number"))
    params: dict[str, Any] = {**error.params, **{name: numbers.get(team, "?") for name, team in ids.items()}}
    return Refusal("draw_refused", reason=error.code, **params)


def _fetch(event: Tournament, draw_id: int) -> Draw:
    draw = draws_of(event).filter(pk=draw_id).first()
    if draw is None:
        raise NotFound
    draw.stage.division.tournament = event
    return draw


def _refuse_settled(draw: Draw) -> None:
    """Tell whoever was slower that somebody else released or discarded the draw meanwhile."""
    if draw.state == DrawState.RELEASED:
        raise Gone("draw_released_already")
    if draw.state == DrawState.DISCARDED:
        raise Gone("draw_discarded_already")


def _tick(actor: Actor, tournament: Tournament, draw_id: int, state: DrawState, *, swaps: int | None = None) -> Draw:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MAKE_DRAW, event.pk)
    now = timezone.now()
    draw = _fetch(event, draw_id)
    if draw.state == state:
        return draw
    _refuse_settled(draw)
    if swaps is not None and swaps != len(draw.outcome.get("swaps", ())):
        raise Gone("draw_moved_on")
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
    """Remove what a release made, while no clock has ever run for it, no result was sent and nothing follows it."""
    rounds = draw.rounds.all()
    if (
        ClockEvent.objects.filter(clock__in=clocks_of(rounds)).exists()
        or ResultSheet.objects.filter(match__round__in=rounds).exists()
    ):
        raise Refusal("draw_play_has_begun")
    later = Draw.objects.filter(stage__division=draw.stage.division, number__gt=draw.number)
    if later.exclude(state=DrawState.DISCARDED).exists():
        raise Refusal("later_draw_stands")
    take_up(draw)
