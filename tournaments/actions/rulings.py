"""Rulings of the referees: an offence with its clause and what it costs, or a decision of their own with a reason."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.penalties import Effect, decided, effect_of
from scoring.ruleset import EffectKind, Ruleset
from tournaments import policy
from tournaments.actions import keys, reasons, teams
from tournaments.actions.at_table import SIDES, Page, match_to_keep
from tournaments.actions.closed_stages import follow_closed
from tournaments.actions.counted import counting
from tournaments.actions.log import lock_open_event, record
from tournaments.actions.results.sheets import compare_again
from tournaments.errors import Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import EffectUnit, Match, Ruling, Team, Tournament
from tournaments.phrases.rules import offence_words
from tournaments.policy import Actor, Permission
from tournaments.selectors.deals import versions_of
from tournaments.selectors.rulesets import ruleset_of_round
from tournaments.selectors.rulings import (
    DECISION,
    DECISIONS,
    IN_A_DEAL,
    KINDS,
    LATENESS,
    WITH_AMOUNT,
    kind_of,
    occurrence_of,
    reversal_of,
    unit_of,
)
from tournaments.states import TeamState


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a form rules; `effect` and `amount` are the referee's own where the offence leaves them open.

    `offence` is a key of the ruleset's catalogue, or "decision": then `effect`, its `amount` and a `note` are needed.
    `deal` may be the deal in hand. `claimed`: what a false accusation named.
    """

    side: int
    offence: str
    cards: int = 1
    deal: int | None = None
    claimed: str = ""
    amount: int | None = None
    effect: EffectKind | None = None
    note: str = ""


@transaction.atomic
def rule(
    actor: Actor, tournament: Tournament, form: Ruled, *, match_id: int, key: str, page: Page | None = None
) -> Ruling:
    """Rule against a side of a match. Sending it again with the same key is harmless and gives the same ruling.

    Repeated offences of the team escalate over all rounds. Whoever is disqualified is out of the event.
    Raises NotAllowed, Gone, Invalid, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    now = timezone.now()
    digest = keys.fingerprint(match=match_id, ruled=asdict(form))
    again = sent_before(event, key, digest)
    if again is not None:
        return again
    match = match_to_keep(actor, event, match_id, page)
    team = team_at(match, form.side)
    occurrence = occurrence_of(team, form.offence)
    costs = _effect(ruleset_of_round(match.round), form, occurrence)
    _require_deal(match, form.deal, costs)
    if costs.kind == "disqualified" and not actor.may(Permission.DECIDE_RESULTS):
        raise NotAllowed("chief_disqualifies")
    ruling = Ruling(
        key=key,
        fingerprint=digest,
        deal=form.deal,
        offence=form.offence,
        claimed=form.claimed,
        cards=form.cards,
        occurrence=occurrence,
        note=reasons.optional(form.note),
        **effect_fields(costs),
    )
    store(actor, event, match, team, ruling, now=now)
    if costs.kind == "disqualified" and team.state == TeamState.ACTIVE:
        why = f"{offence_words(form.offence)} {costs.clause}".strip()
        teams.disqualify(actor, event, team.pk, reason=ruling.note or why)
    return ruling


@transaction.atomic
def reverse(actor: Actor, tournament: Tournament, *, ruling_id: int, reason: str, key: str) -> Ruling:
    """Take a ruling back with a reason: a new row, and its effect is gone everywhere. Returns the ruling taken back.

    A referee does so at the own tables while the round is open. The same key again gives the same.
    Raises NotAllowed, NotFound, Invalid, Refusal `ruling_reversed`.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.SUBMIT_RESULT, event.pk)
    now = timezone.now()
    digest = keys.fingerprint(reverse=ruling_id, reason=reason)
    again = sent_before(event, key, digest)
    if again is not None and again.reverses is not None:
        return again.reverses
    found = (
        Ruling.objects.filter(pk=ruling_id, tournament=event, reverses__isnull=True)
        .select_related("team", "reversed_by")
        .first()
    )
    if found is None or found.match_id is None or found.team is None:
        raise NotFound
    match = match_to_keep(actor, event, found.match_id)
    if found.unit == EffectUnit.OUT and not actor.may(Permission.DECIDE_RESULTS):
        raise NotAllowed("chief_disqualifies")
    words = reasons.needed(reason)
    take_back(actor, found, key=key, digest=digest, reason=words, now=now)
    record(actor, event, "ruling.reversed", found, now=now, data=_facts(match, found.team, found), reason=words)
    if found.unit == EffectUnit.OUT and found.team.state == TeamState.DISQUALIFIED:
        teams.reinstate(actor, event, found.team.pk, reason=words)
    compare_again(match)
    _let_standings_follow(actor, event, match, found, reason=words, now=now)
    return found


def sent_before(event: Tournament, key: str, digest: str) -> Ruling | None:
    rows = Ruling.objects.select_related("reverses")
    return keys.sent_before(rows, event, key, digest, event_of=lambda ruling: ruling.tournament_id)


def take_back(actor: Actor, found: Ruling, *, key: str, digest: str, reason: str, now: datetime) -> None:
    """Write the row that reverses a ruling, within another action's transaction; refused where there is one."""
    if reversal_of(found) is not None:
        raise Refusal("ruling_reversed")
    Ruling.objects.create(
        tournament_id=found.tournament_id,
        match=found.match,
        team=found.team,
        stage=found.stage,
        key=key,
        fingerprint=digest,
        deal=found.deal,
        offence=found.offence,
        clause=found.clause,
        unit=found.unit,
        note=reason,
        membership_id=actor.membership_id,
        user_id=actor.user_id,
        at=now,
        reverses=found,
    )


def team_at(match: Match, side: int) -> Team:
    """Return the team of a side of a match."""
    if side not in SIDES:
        raise Invalid("side_unknown", field="side")
    team = match.sides.select_related("team").get(position=side).team
    if team is None:
        raise Invalid("match_without_pairs")
    return team


def effect_fields(costs: Effect) -> dict[str, Any]:
    """Return what a ruling keeps of its effect: as it is now, whatever changes later."""
    exact, unit = asdict(costs), unit_of(costs)
    value = -costs.amount if unit == EffectUnit.STANDING_POINTS else costs.amount
    return {"clause": exact.pop("clause"), "unit": unit, "value": value, "effect": exact}


def store(actor: Actor, event: Tournament, match: Match, team: Team, ruling: Ruling, *, now: datetime) -> None:
    """Write a prepared ruling and the log's entry; the event is locked."""
    ruling.tournament, ruling.match, ruling.team, ruling.at = event, match, team, now
    ruling.membership_id, ruling.user_id = actor.membership_id, actor.user_id
    ruling.save(force_insert=True)
    compare_again(match)
    record(actor, event, "ruling.made", ruling, now=now, data=_facts(match, team, ruling), reason=ruling.note)
    _let_standings_follow(actor, event, match, ruling, reason=ruling.note or offence_words(ruling.offence), now=now)


def _let_standings_follow(
    actor: Actor, event: Tournament, match: Match, ruling: Ruling, *, reason: str, now: datetime
) -> None:
    """Freeze the standings of a closed stage anew where a ruling in their points changes them."""
    if ruling.unit == EffectUnit.STANDING_POINTS:
        follow_closed(actor, event, match.round.stage_id, now=now, reason=reason)


def _effect(ruleset: Ruleset, form: Ruled, occurrence: int) -> Effect:
    if form.offence == DECISION:
        return _decided(ruleset, form)
    offences = ruleset.penalties.offences
    if form.offence not in offences or form.offence == LATENESS:
        known = kind_of(form.offence) in KINDS and form.offence != LATENESS
        raise Invalid("no_clause_decide" if known else "offence_unknown", field="offence")
    if form.effect is not None:
        raise Invalid("effect_fixed", field="effect")
    key, counted = form.offence, occurrence
    if offences[form.offence].value.effect == "as_the_offence":
        key, counted = form.claimed, 1
        if key not in offences or offences[key].value.effect == "as_the_offence":
            raise Invalid("claimed_needed", field="claimed")
    elif form.claimed:
        raise Invalid("claimed_not_wanted", field="claimed")
    with counting():
        costs = effect_of(ruleset, key, cards=form.cards, occurrence=counted)
    if form.amount is None:
        return costs
    if not offences[form.offence].value.discretion or costs.kind not in WITH_AMOUNT or form.amount < 1:
        raise Invalid("amount_fixed", field="amount")
    return _in_unit(ruleset, replace(costs, amount=form.amount))


def _decided(ruleset: Ruleset, form: Ruled) -> Effect:
    """Return what a referee decided without a clause: the reason is needed."""
    if not reasons.optional(form.note):
        raise Invalid("decision_needs_reason", field="note")
    if form.effect not in DECISIONS:
        raise Invalid("effect_needed", field="effect")
    if form.effect in WITH_AMOUNT and not form.amount:
        raise Invalid("amount_needed", field="amount")
    if form.effect not in WITH_AMOUNT and form.effect != "deal_lost" and form.amount:
        raise Invalid("amount_fixed", field="amount")
    with counting():
        return _in_unit(ruleset, decided(form.effect, form.amount or 0))


def _in_unit(ruleset: Ruleset, costs: Effect) -> Effect:
    unit = ruleset.level_table.point_unit.value
    if unit_of(costs) == EffectUnit.DEAL_POINTS and costs.amount % unit:
        raise Invalid("points_not_in_unit", field="amount", points=costs.amount, unit=unit)
    return costs


def _require_deal(match: Match, deal: int | None, costs: Effect) -> None:
    """What costs something in a deal needs one: any that is stored, or the one in hand."""
    if deal is None:
        if costs.kind in IN_A_DEAL:
            raise Invalid("deal_needed", field="deal")
        return
    standing = [number for number, rows in versions_of(match).items() if not rows[0].removed]
    if not 1 <= deal <= max(standing, default=0) + 1:
        raise Invalid("no_such_deal", field="deal", number=deal)


def _facts(match: Match, team: Team, ruling: Ruling) -> Mapping[str, object]:
    """Return what the log says of a ruling: ids, codes and numbers."""
    return {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "team": team.number,
        "deal": ruling.deal,
        "offence": ruling.offence,
        "claimed": ruling.claimed,
        "clause": ruling.clause,
        "cards": ruling.cards,
        "occurrence": ruling.occurrence,
        "unit": str(ruling.unit),
        "value": ruling.value,
    }
