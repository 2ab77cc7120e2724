"""What a pair does by its private link, and the organizer in its place: amend, withdraw, consent."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import mail
from tournaments.actions.entries import applications, fill_places
from tournaments.actions.entries.divisions import put_into
from tournaments.actions.entries.room import require_room_for
from tournaments.actions.log import lock_event, record
from tournaments.errors import NotAllowed, NotFound, Refusal
from tournaments.models import Contact, Entry, Member, Person, Team, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors import entries
from tournaments.states import ENTRY, EntryState, EventState, step


@transaction.atomic
def amend(  # noqa: PLR0913 the fields of the form
    actor: Actor,
    tournament: Tournament,
    team_id: int,
    *,
    players: Sequence[str],
    unit_id: int | None,
    unit_name: str,
    phone: str,
    email: str,
    division: str = "",
) -> Team:
    """Change names, contact, unit or division until the list is frozen.

    A new name asks for that player's consent anew. Without a division the pair stays in its own.
    """
    event, team = own(actor, tournament, team_id)
    entry = _open_entry(event, team)
    application = applications.checked(
        players=players, unit_id=unit_id, unit_name=unit_name, phone=phone, email=email, division=division
    )
    plays_in = applications.find_division(event, application) if division else team.division
    by_organizer = actor.may(Permission.MANAGE_ENTRIES)
    settings = event.regulations.registration
    if not by_organizer:
        applications.require_contact(settings, application)
    unit = applications.find_unit(event, application, by_organizer=by_organizer)
    if not by_organizer and (unit.pk if unit else None, plays_in.pk) != (team.unit_id, team.division_id):
        require_room_for(event, unit, plays_in, but=team.pk)
    now = timezone.now()
    moved = plays_in.pk != team.division_id
    if moved:
        put_into(event, entry, team, plays_in, by_public=not by_organizer)
    changed = _rename(team, application.players)
    if team.unit_id != (unit.pk if unit else None):
        team.unit = unit
        team.save(update_fields=["unit"])
        Person.objects.filter(memberships__team=team).update(unit=unit)
        changed.append("unit")
    if _set_contact(entry, application):
        changed.append("contact")
    changed += ["division"] if moved else []
    if changed:
        record(actor, event, "entry.amended", entry, now=now, data={"changed": changed})
    if moved:
        fill_places(actor, event, now=now)
    return team


def _rename(team: Team, names: Sequence[str]) -> list[str]:
    changed = []
    for place, (member, name) in enumerate(zip(entries.players(team), names, strict=True), start=1):
        person = member.person
        if person.name == name:
            continue
        key = applications.person_key(name)
        if key != person.name_key:
            person.public_consent_at = person.public_consent_withdrawn_at = None
        person.name, person.name_key = name, key
        person.save(update_fields=["name", "name_key", "public_consent_at", "public_consent_withdrawn_at"])
        changed.append(f"player_{place}")
    return changed


def _set_contact(entry: Entry, application: applications.Application) -> bool:
    contact, made = Contact.objects.get_or_create(person_id=entry.applicant_id)
    if not made and (contact.phone, contact.email) == (application.phone, application.email):
        return False
    contact.phone, contact.email = application.phone, application.email
    contact.save(update_fields=["phone", "email"])
    return True


@transaction.atomic
def withdraw(actor: Actor, tournament: Tournament, team_id: int) -> None:
    """Take the own entry back until the list is frozen; whoever waits moves up. Sending it again is harmless."""
    event, team = own(actor, tournament, team_id)
    entry = Entry.objects.select_related("applicant__contact").get(team=team)
    if entry.state == EntryState.WITHDRAWN:
        return
    _require_not_frozen(event)
    entry.tournament, entry.team = event, team
    entry.state = step(ENTRY, EntryState(entry.state), EntryState.WITHDRAWN)
    now = timezone.now()
    entry.decided_at = now
    entry.save(update_fields=["state", "decided_at"])
    record(actor, event, "entry.withdrawn", entry, now=now)
    mail.tell(entry, "withdrawn", now=now)
    fill_places(actor, event, now=now)


@transaction.atomic
def set_consent(actor: Actor, tournament: Tournament, team_id: int, member_id: int, *, given: bool) -> None:
    """Give or withdraw a player's consent to be named publicly, at any time. Sending it again is harmless."""
    event, team = own(actor, tournament, team_id)
    member = Member.objects.filter(team=team, pk=member_id, left_at=None).select_related("person").first()
    if member is None:
        raise NotFound
    if member.person.may_be_named == given:
        return
    now = timezone.now()
    _set_consent(member.person, now, given=given)
    record(actor, event, "consent.given" if given else "consent.withdrawn", member.person, now=now)


def _set_consent(person: Person, now: datetime, *, given: bool) -> None:
    if given:
        person.public_consent_at, person.public_consent_withdrawn_at = now, None
    else:
        person.public_consent_withdrawn_at = now
    person.save(update_fields=["public_consent_at", "public_consent_withdrawn_at"])


def own(actor: Actor, tournament: Tournament, team_id: int) -> tuple[Tournament, Team]:
    """Lock the event and return it with the team; the actor holds the team's link, or manages the entries."""
    event = lock_event(tournament.pk)
    holds_link = actor.tournament_id == event.pk and actor.may(Permission.AMEND_OWN_TEAM) and team_id in actor.team_ids
    if not holds_link:
        policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    team = Team.objects.filter(tournament=event, pk=team_id).select_related("unit", "division").first()
    if team is None:
        raise NotAllowed("not_allowed")
    return event, team


def _open_entry(event: Tournament, team: Team) -> Entry:
    _require_not_frozen(event)
    entry = Entry.objects.get(team=team)
    if entry.state not in entries.COUNTED:
        raise Refusal("entry_has_ended")
    return entry


def _require_not_frozen(event: Tournament) -> None:
    if event.state == EventState.ARCHIVED:
        raise Refusal("event_archived")
    if event.entries_frozen_at is not None:
        raise Refusal("entries_frozen_own")
