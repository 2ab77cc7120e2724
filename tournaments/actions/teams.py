"""Changes to a team after the list is frozen, each with its reason in the log; its link and its contact."""

from collections.abc import Callable
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments import folding, policy
from tournaments.actions import brackets, links, mail, reasons, results
from tournaments.actions.entries import make_person
from tournaments.actions.entries.applications import name_checked, person_key
from tournaments.actions.log import lock_event, lock_open_event, record
from tournaments.errors import Invalid, NotFound, Refusal
from tournaments.models import Contact, Entry, LinkScope, Member, Team, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors import entries
from tournaments.states import TEAM, TeamState, step


class Reach(NamedTuple):
    phone: str
    email: str


@transaction.atomic
def correct_name(
    actor: Actor, tournament: Tournament, team_id: int, member_id: int, *, name: str, reason: str
) -> Member:
    """Write a player's name right: the same person, so consent and place stay."""
    event, team = _team(actor, tournament, team_id)
    member = _member(team, member_id)
    tidied = name_checked(name, "name")
    words = reasons.needed(reason)
    _require_another_than_partner(team, member, tidied)
    member.person.name, member.person.name_key = tidied, person_key(tidied)
    member.person.save(update_fields=["name", "name_key"])
    record(actor, event, "member.corrected", member, now=timezone.now(), data={"team": team.number}, reason=words)
    return member


@transaction.atomic
def replace_player(
    actor: Actor,
    tournament: Tournament,
    team_id: int,
    member_id: int,
    *,
    name: str,
    consent: bool,
    reason: str,
) -> Member:
    """Let another person play in this place; the row of the one who leaves is ended and stays."""
    event, team = _team(actor, tournament, team_id)
    leaving = _member(team, member_id)
    tidied = name_checked(name, "name")
    words = reasons.needed(reason)
    _require_another_than_partner(team, leaving, tidied)
    now = timezone.now()
    leaving.left_at = now
    leaving.save(update_fields=["left_at"])
    person = make_person(event, tidied, team.unit, consent_at=now if consent else None)
    member = Member.objects.create(team=team, person=person, role=leaving.role, order=leaving.order, joined_at=now)
    data = {"team": team.number, "left": leaving.pk}
    record(actor, event, "member.replaced", member, now=now, data=data, reason=words)
    return member


@transaction.atomic
def withdraw_team(actor: Actor, tournament: Tournament, team_id: int, *, reason: str) -> Team:
    """Take a team out after the freeze; what it has not played yet is forfeited."""
    return _leave(actor, tournament, team_id, TeamState.WITHDRAWN, reason)


@transaction.atomic
def disqualify(actor: Actor, tournament: Tournament, team_id: int, *, reason: str) -> Team:
    """Take a team out by ruling; what it has not played yet is forfeited."""
    return _leave(actor, tournament, team_id, TeamState.DISQUALIFIED, reason)


def _leave(actor: Actor, tournament: Tournament, team_id: int, state: TeamState, reason: str) -> Team:
    event, team = _team(actor, tournament, team_id)
    if event.entries_frozen_at is None:
        raise Refusal("team_before_freeze")
    words = reasons.needed(reason)
    team.state = step(TEAM, TeamState(team.state), state)
    team.save(update_fields=["state"])
    now = timezone.now()
    record(actor, event, f"team.{state}", team, now=now, data={"number": team.number}, reason=words)
    results.forfeit_open_matches(actor, event, team, now=now, reason=words)
    brackets.follow_all(actor, event, now=now)
    return team


@transaction.atomic
def reinstate(actor: Actor, tournament: Tournament, team_id: int, *, reason: str) -> Team:
    """Let a team play again. Forfeits recorded meanwhile stay until they are corrected."""
    event, team = _team(actor, tournament, team_id)
    words = reasons.needed(reason)
    team.state = step(TEAM, TeamState(team.state), TeamState.ACTIVE)
    team.save(update_fields=["state"])
    now = timezone.now()
    record(actor, event, "team.reinstated", team, now=now, data={"number": team.number}, reason=words)
    brackets.follow_all(actor, event, now=now)
    return team


@transaction.atomic
def reissue_link(actor: Actor, tournament: Tournament, team_id: int) -> str:
    """End every private link of a team, with the sessions made from them, and return the token of a new one."""
    event, team = _team(actor, tournament, team_id, lock=lock_event)
    now = timezone.now()
    team.links.filter(revoked_at=None).update(revoked_at=now)
    link, token = links.issue(event, LinkScope.TEAM, now=now, team=team)
    record(actor, event, "link.reissued", link, now=now, data={"team": team.number})
    entry = Entry.objects.filter(team=team).select_related("applicant__contact").first()
    if entry is not None:
        entry.tournament, entry.team = event, team
        mail.tell(entry, "link", now=now, token=token)
    return token


@transaction.atomic
def reveal_contact(actor: Actor, tournament: Tournament, team_id: int) -> Reach:
    """Return the contact in full; who looked, and when, stands in the log."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.SEE_CONTACTS, event.pk)
    contact = Contact.objects.filter(person__applications__team_id=team_id, person__tournament=event).first()
    if contact is None:
        raise NotFound
    record(actor, event, "contact.revealed", contact.person, now=timezone.now())
    return Reach(contact.phone, contact.email)


def _team(
    actor: Actor, tournament: Tournament, team_id: int, *, lock: Callable[[int], Tournament] = lock_open_event
) -> tuple[Tournament, Team]:
    """Lock the event; those who run the day change its teams: the organizer and the chief referee."""
    event = lock(tournament.pk)
    policy.require(actor, Permission.RUN_ROUNDS, event.pk)
    team = Team.objects.filter(tournament=event, pk=team_id).select_related("unit").first()
    if team is None:
        raise NotFound
    return event, team


def _member(team: Team, member_id: int) -> Member:
    member = Member.objects.filter(team=team, pk=member_id, left_at=None).select_related("person").first()
    if member is None:
        raise NotFound
    return member


def _require_another_than_partner(team: Team, member: Member, name: str) -> None:
    others = [other for other in entries.players(team) if other.pk != member.pk]
    if folding.fold(name) in {folding.fold(other.person.name) for other in others}:
        raise Invalid("same_player_twice", field="name")
