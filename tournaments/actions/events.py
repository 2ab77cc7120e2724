"""An event: created from a preset, amended with reasons, published, finished."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from pydantic import ValidationError

from tournaments import policy, regulations, slugs
from tournaments.actions import division_rows, entries, reasons, rule_checks, stage_rows
from tournaments.actions.log import lock_event, lock_open_event, record
from tournaments.errors import Gone, Invalid, NotAllowed, Refusal
from tournaments.models import (
    Clock,
    ClockEvent,
    Entry,
    Match,
    Membership,
    RegulationsVersion,
    Role,
    Round,
    Stage,
    Tournament,
    User,
)
from tournaments.policy import Actor, As, Permission
from tournaments.regulations import Regulations, StagePlan, Timing
from tournaments.selectors.rulesets import base_of, plan_of
from tournaments.selectors.stages import stages_of
from tournaments.states import EVENT, EventState, RoundState, step
from tournaments.timing import FactKind


@transaction.atomic
def create(user: User | None, *, slug: str, document: dict[str, Any]) -> Tournament:
    """Create a draft with its divisions and stages, and make the account its organizer.

    Every active account may: accounts are made by the site's administrator or by an event's organizer.
    Without an account (None) the portal itself creates it, as it does for the samples.
    """
    if user is not None and not user.is_active:
        raise NotAllowed("not_allowed")
    fault = slugs.fault(slug)
    if fault:
        raise Invalid(fault, field="slug", slug=slug)
    if Tournament.objects.filter(slug=slug).exists():
        raise Invalid("slug_taken", field="slug", slug=slug)
    rules, now = parse(document), timezone.now()
    for plan in rules.stages:
        rule_checks.recheck_new(plan)
    try:
        with transaction.atomic():
            event = Tournament.objects.create(slug=slug)
    except IntegrityError as error:  # somebody took it between the look and the write
        raise Invalid("slug_taken", field="slug", slug=slug) from error
    event.rules = _version(event, rules, now=now, reason="", made_by=user.pk if user else None)
    event.save(update_fields=["rules"])
    stage_rows.lay_out(division_rows.lay_out(event, rules), rules)
    actor = policy.system(event.pk)
    if user is not None:
        membership = add_member(event, user, Role.ORGANIZER)
        actor = Actor(event.pk, frozenset({As.ORGANIZER}), user_id=user.pk, membership_id=membership.pk)
    record(actor, event, "event.created", event, now=now, data={"preset": rules.preset})
    return event


def add_member(tournament: Tournament, user: User, role: Role) -> Membership:
    """Give an account a role within another action's transaction; repeating it is harmless."""
    membership, _ = Membership.objects.get_or_create(
        tournament=tournament,
        user=user,
        role=role,
        removed_at=None,
        defaults={"name": user.get_full_name(), "email": user.email},
    )
    return membership


def parse(document: dict[str, Any]) -> Regulations:
    """Parse a document; Invalid at the place of its first fault."""
    try:
        return regulations.parse(document)
    except ValidationError as error:
        first = regulations.faults(error)[0]
        raise Invalid("regulations_invalid", field=first.place, place=first.place) from error


@transaction.atomic
def amend(
    actor: Actor, tournament: Tournament, *, document: dict[str, Any], reason: str = "", based_on: int | None = None
) -> RegulationsVersion:
    """Put a new version of the regulations in force; the same document again changes nothing.

    `based_on` is the version that the document was made from: Gone where another is in force by now.
    A reason is asked for once the event is published or drawn. A stage that is drawn keeps its format; its timing and
    scoring change as an amendment: times hold for the rounds that have not begun. Stages to come may still change.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.EDIT_EVENT, event.pk)
    if based_on is not None and event.rules is not None and event.rules.version != based_on:
        raise Gone("settings_moved_on")
    old, new = event.regulations, parse(document)
    if new == old and event.rules is not None:
        return event.rules
    stages = stages_of(event)
    is_amendment = event.state != EventState.DRAFT or any(stage.rules_id is not None for stage in stages)
    reason = reasons.needed(reason, "amendment_needs_reason") if is_amendment else reasons.optional(reason)
    _recheck(event, stages, new)
    now = timezone.now()
    version = _version(event, new, now=now, reason=reason, made_by=actor.user_id)
    event.rules = version
    event.save(update_fields=["rules"])
    before = {stage.code: plan_of(stage) for stage in stages if stage.rules_id is not None}
    stage_rows.lay_out(division_rows.lay_out(event, new), new, stages)
    _amend_drawn(version, new, [stage for stage in stages if stage.code in before], before)
    record(
        actor,
        event,
        "event.amended",
        version,
        now=now,
        data={"version": version.version, "sections": changed_sections(old, new)},
        reason=reason,
    )
    if new.pools != old.pools and event.entries_frozen_at is None:
        entries.fill_places(actor, lock_event(event.pk), now=now)
    return version


def changed_sections(old: Regulations, new: Regulations) -> list[str]:
    return [name for name in type(new).model_fields if getattr(old, name) != getattr(new, name)]


def _version(
    event: Tournament, rules: Regulations, *, now: datetime, reason: str, made_by: int | None
) -> RegulationsVersion:
    last = RegulationsVersion.objects.filter(tournament=event).order_by("-version").first()
    return RegulationsVersion.objects.create(
        tournament=event,
        version=last.version + 1 if last else 1,
        schema_version=rules.schema_version,
        document=regulations.dump(rules),
        reason=reason,
        made_by_id=made_by,
        made_at=now,
    )


def _recheck(event: Tournament, stages: Sequence[Stage], new: Regulations) -> None:
    """Refuse what the facts of the event no longer allow."""
    division_rows.recheck(event, new)
    stage_rows.recheck(stages, new)
    drawn = {stage.code: (plan_of(stage), base_of(stage)) for stage in stages if stage.rules_id is not None}
    for plan in new.stages:
        old, base = drawn.get(plan.code, (plan, None))
        rule_checks.recheck(event, old, plan, drawn=plan.code in drawn, base=base)
    matches = Match.objects.filter(round__stage__division__tournament=event)
    highest = matches.exclude(table=None).order_by("-table").values_list("table", flat=True).first()
    if highest is not None and new.venue.tables < highest:
        raise Invalid("tables_in_use", field="venue.tables", table=highest)


def _amend_drawn(
    version: RegulationsVersion, rules: Regulations, drawn: Sequence[Stage], before: Mapping[str, StagePlan]
) -> None:
    """Let the drawn stages whose rules have changed go by the new version, and say from which round."""
    firsts = []
    for stage in drawn:
        old, new = before[stage.code], rules.plan(stage.code)
        if old == new:
            continue
        amended = new.amended[-1].from_round if new.amended and new.amended != old.amended else None
        firsts.append(_retime(stage, new.timing) if old.timing != new.timing else amended)
        Stage.objects.filter(pk=stage.pk).update(rules=version)
    if firsts:
        version.from_round = min((first for first in firsts if first is not None), default=None)
        version.save(update_fields=["from_round"])


def _retime(stage: Stage, timing: Timing) -> int | None:
    """Give the clocks of a stage that have not started the new times; returns the first round they hold for."""
    rounds = Round.objects.filter(stage=stage)
    clocks = Clock.objects.filter(Q(rounds__in=rounds) | Q(round__in=rounds))
    facts = ClockEvent.objects.filter(clock__in=clocks).order_by("order")
    last = dict(facts.values_list("clock_id", "kind"))
    begun = [clock for clock, kind in last.items() if kind != FactKind.UNDONE]
    # A round that has begun keeps its times for the sittings to come: they are the same for everybody.
    playing = Clock.objects.filter(pk__in=begun, round__isnull=False).values("round")
    ids = list(clocks.exclude(Q(pk__in=begun) | Q(round__in=playing)).values_list("pk", flat=True))
    first = Round.objects.filter(clock__in=ids, state=RoundState.RELEASED).order_by("number").first()
    Clock.objects.filter(pk__in=ids).update(
        seconds=timing.round_seconds, reminder_seconds=timing.reminder_seconds, last_deals=timing.last_deals
    )
    return first.number if first else None


@transaction.atomic
def publish(actor: Actor, tournament: Tournament) -> None:
    """Show the event to the public. Sending it again is harmless."""
    event = _lock(actor, tournament)
    _move(actor, event, EventState.PUBLISHED, "event.published", only_from=EventState.DRAFT)


@transaction.atomic
def unpublish(actor: Actor, tournament: Tournament) -> None:
    """Take the event back out of sight; refused once anybody has entered."""
    event = _lock(actor, tournament)
    if Entry.objects.filter(tournament=event).exists():
        raise Refusal("event_has_entries")
    _move(actor, event, EventState.DRAFT, "event.unpublished")


@transaction.atomic
def finish(actor: Actor, tournament: Tournament) -> None:
    """End the event; refused while a released round is not closed."""
    event = _lock(actor, tournament)
    rounds = Round.objects.filter(stage__division__tournament=event)
    if rounds.filter(state=RoundState.RELEASED).exists() or not rounds.exists():
        raise Refusal("rounds_not_closed")
    _move(actor, event, EventState.FINISHED, "event.finished")


@transaction.atomic
def reopen(actor: Actor, tournament: Tournament, *, reason: str) -> None:
    """Take a finished event back into play."""
    event = _lock(actor, tournament)
    words = reasons.needed(reason)
    _move(actor, event, EventState.PUBLISHED, "event.reopened", only_from=EventState.FINISHED, reason=words)


@transaction.atomic
def archive(actor: Actor, tournament: Tournament) -> None:
    """Close a finished event for good: its pages stay, nothing changes any more."""
    event = _lock(actor, tournament)
    if event.rehearsal_of_id is not None:
        raise Refusal("rehearsal_not_archived")
    _move(actor, event, EventState.ARCHIVED, "event.archived")


def _lock(actor: Actor, tournament: Tournament) -> Tournament:
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.EDIT_EVENT, event.pk)
    return event


def _move(
    actor: Actor,
    event: Tournament,
    new: EventState,
    action: str,
    *,
    only_from: EventState | None = None,
    reason: str = "",
) -> None:
    if event.state == new:
        return
    old = EventState(event.state)
    if only_from is not None and old != only_from:
        raise Refusal("illegal_step", old=old.value, new=new.value)
    event.state = step(EVENT, old, new)
    event.save(update_fields=["state"])
    record(actor, event, action, event, now=timezone.now(), data={"from": old.value}, reason=reason)
