"""Coming late: the referee stops an arrival, the rules propose a step, the referee confirms it."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import keys
from tournaments.actions.at_table import Page, match_to_keep, not_begun
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.rulings import effect_fields, sent_before, store, team_at
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import Match, MatchFact, MatchFactKind, MatchSide, Ruling, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.lateness import announced_start, effect_of_step, late_sides, seconds_late
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.selectors.rulings import LATENESS, ledger_of, occurrence_of

FIRST_DEAL = 1


@dataclass(frozen=True, slots=True)
class Arrival:
    """What is stored of an arrival; `seconds` after the announced start."""

    key: str
    match_id: int
    side: int
    at: datetime
    seconds: int


@transaction.atomic
def arrived(
    actor: Actor,
    tournament: Tournament,
    *,
    match_id: int,
    side: int,
    key: str,
    at: datetime | None = None,
    page: Page | None = None,
) -> Arrival:
    """Note when a side came, now unless `at` says otherwise. The same key again gives the same arrival.

    A later arrival of the side replaces the first until its step is confirmed.
    Raises NotAllowed, Gone, Invalid `arrival_before_start` and `arrival_in_future`, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    now = timezone.now()
    digest = keys.fingerprint(arrived=match_id, side=side, at=at.isoformat() if at else None)
    facts = MatchFact.objects.select_related("match__round__stage__division", "match__round__clock")
    again = keys.sent_before(
        facts, event, key, digest, event_of=lambda fact: fact.match.round.stage.division.tournament_id
    )
    if again is not None:
        return _arrival(again.match, again)
    match = match_to_keep(actor, event, match_id, page)
    team = team_at(match, side)
    starts = announced_start(match)
    if starts is None:
        raise not_begun(match)
    when = at or now
    if when < starts:
        raise Invalid("arrival_before_start", field="at", start=event.clock_time(starts))
    if when > now + keys.AHEAD:
        raise Invalid("arrival_in_future", field="at")
    _require_unconfirmed(match, side)
    fact = MatchFact.objects.create(
        match=match,
        kind=MatchFactKind.ARRIVED,
        side=side,
        at=when,
        key=key,
        fingerprint=digest,
        membership_id=actor.membership_id,
    )
    data = {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "team": team.number,
        "seconds": seconds_late(starts, when),
    }
    record(actor, event, "lateness.arrived", fact, now=now, data=data)
    return _arrival(match, fact)


@transaction.atomic
def confirm_lateness(
    actor: Actor, tournament: Tournament, *, match_id: int, side: int, key: str, page: Page | None = None
) -> Ruling:
    """Rule the step of the rules that a side's arrival falls into. The same key again gives the same ruling.

    Where the step loses the match for a whole unit's teams, the chief confirms it: a ruling for each of them that was
    to play in the same sitting.
    Raises NotAllowed, Gone, Invalid, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    now = timezone.now()
    digest = keys.fingerprint(late=match_id, side=side)
    again = sent_before(event, key, digest)
    if again is not None:
        return again
    match = match_to_keep(actor, event, match_id, page)
    team = team_at(match, side)
    _require_unconfirmed(match, side)
    ruleset = ruleset_of_round(match.round)
    if not ruleset.lateness.bands.value:
        raise Refusal("no_lateness_rules")
    late = late_sides(match, ruleset, ())[side]
    if late.arrived_at is None:
        raise Refusal("not_arrived")
    if late.step is None:
        raise Refusal("not_late")
    costs = effect_of_step(late.step)
    concerned = [(match, team)]
    if costs.kind == "match_lost" and late.step.scope == "unit" and team.unit_id is not None:
        others = MatchSide.objects.filter(
            round=match.round, match__sitting=match.sitting, team__unit=team.unit_id, match__table__isnull=False
        )
        rows = others.exclude(team=team).select_related("match__round", "team").order_by("match__table")
        concerned += [(row.match, row.team) for row in rows if row.team is not None]
    if len(concerned) > 1 and not actor.may(Permission.DECIDE_RESULTS):
        raise NotAllowed("chief_forfeits_unit")
    made: list[Ruling] = []
    for where, who in concerned:
        ruling = Ruling(
            key=None if made else key,
            fingerprint="" if made else digest,
            deal=FIRST_DEAL if costs.kind == "points" else None,
            offence=LATENESS,
            occurrence=occurrence_of(who, LATENESS),
            **effect_fields(costs),
        )
        if costs.kind == "warning":
            ruling.value = late.step.violations
        store(actor, event, where, who, ruling, now=now)
        made.append(ruling)
    return made[0]


def _arrival(match: Match, fact: MatchFact) -> Arrival:
    starts = announced_start(match)
    seconds = seconds_late(starts, fact.at) if starts is not None else 0
    return Arrival(fact.key or "", match.pk, fact.side or 0, fact.at, seconds)


def _require_unconfirmed(match: Match, side: int) -> None:
    if any(row.side == side and row.stands and row.ruling.offence == LATENESS for row in ledger_of(match)):
        raise Refusal("lateness_confirmed")
