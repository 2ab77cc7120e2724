"""Entering a pair: what binds the public, where the entry stands at first, and its private link."""

import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments import folding, policy
from tournaments.actions import links, mail
from tournaments.actions.entries import applications
from tournaments.actions.entries.applications import Application
from tournaments.actions.entries.late import require_late
from tournaments.actions.entries.room import is_free, require_room_for
from tournaments.actions.log import lock_event, record
from tournaments.errors import Invalid, Refusal
from tournaments.models import (
    Contact,
    Division,
    Entry,
    EntrySource,
    LinkScope,
    Member,
    Person,
    Team,
    Tournament,
    Unit,
)
from tournaments.policy import Actor, Permission
from tournaments.selectors import entries
from tournaments.selectors.access import live_links
from tournaments.selectors.entries import WindowState
from tournaments.states import EntryState

LONGEST_KEY = 64
MOST_ENTRIES_OF_A_CONTACT = 30
CONTACT_WINDOW = timedelta(hours=1)


class Registration(NamedTuple):
    """An entry and the token of its private link, which nobody can read again; "" where no new one is given."""

    entry: Entry
    token: str


@transaction.atomic
def register(  # noqa: PLR0913 the fields of the form
    actor: Actor,
    tournament: Tournament,
    *,
    key: str,
    players: Sequence[str],
    unit_id: int | None = None,
    unit_name: str = "",
    phone: str = "",
    email: str = "",
    consent: bool,
    privacy: bool,
    entry_code: str = "",
    language: str,
    source: str = EntrySource.ONLINE,
    note: str = "",
    division: str = "",
) -> Registration:
    """Enter a pair: accepted, on the waiting list, or pending where the organizer approves.

    Sending it again with the same key is harmless; the same key with other content is refused. What binds the
    public (window, entry code, privacy notice, contact, pairs per unit) does not bind the organizer's own entries;
    after the first release these play from the next round that is drawn by itself, and are refused elsewhere.
    """
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.REGISTER if source == EntrySource.ONLINE else Permission.MANAGE_ENTRIES, event.pk)
    by_public, now = source == EntrySource.ONLINE, timezone.now()
    application = applications.checked(
        players=players, unit_id=unit_id, unit_name=unit_name, phone=phone, email=email, consent=consent, note=note,
        division=division,
    )  # fmt: skip
    if (known := _known(actor, event, key, application, now)) is not None:
        return known
    window = _require_open(event, now, by_public=by_public)
    if by_public:
        _require_publics_duties(event, application, entry_code=entry_code, privacy=privacy, now=now)
    plays_in = applications.find_division(event, application)
    from_round = require_late(event, plays_in.code) if window == "frozen" else None
    unit = applications.find_unit(event, application, by_organizer=not by_public)
    if by_public:
        require_room_for(event, unit, plays_in)
    team, applicant = _make_team(event, application, unit, plays_in, language=language, now=now)
    entry = Entry.objects.create(
        tournament=event,
        division=plays_in,
        team=team,
        applicant=applicant,
        state=_first_state(event, source, plays_in.code) if from_round is None else EntryState.ACCEPTED,
        source=source,
        key=key,
        fingerprint=application.fingerprint,
        queued_at=now,
        privacy_accepted_at=now if privacy else None,
        consent_declared_at=now if consent else None,
        note=application.note,
    )
    _link, token = links.issue(event, LinkScope.TEAM, now=now, team=team)
    data = {"team": team.number, "state": entry.state, "by": source}
    late = {} if from_round is None else {"from_round": from_round}
    record(actor, event, "entry.made", entry, now=now, data=data | late)
    mail.tell(entry, "received", now=now, token=token)
    return Registration(entry, token)


def _known(actor: Actor, event: Tournament, key: str, application: Application, now: datetime) -> Registration | None:
    """Return the answer that this key got already, with another valid link unless the organizer ended them all."""
    if not key or len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise Invalid("key_invalid")
    entry = Entry.objects.filter(key=key).select_related("team").first()
    if entry is None:
        return None
    if entry.tournament_id != event.pk or entry.fingerprint != application.fingerprint or entry.team is None:
        raise Refusal("key_used")
    if not entry.team.links.filter(live_links()).exists():
        return Registration(entry, "")
    link, token = links.issue(event, LinkScope.TEAM, now=now, team=entry.team)
    record(actor, event, "link.issued", link, now=now, data={"team": entry.team.number})
    return Registration(entry, token)


def _require_open(event: Tournament, now: datetime, *, by_public: bool) -> WindowState:
    """Return where registration stands; "frozen" is for the organizer to go on with, who may have a late pair."""
    window = entries.registration(event, now)
    if window.state == "frozen" and by_public:
        raise Refusal("entries_frozen")
    if window.state == "over":
        raise Refusal("event_over")
    if not by_public:
        return window.state
    if window.state == "draft":
        raise Refusal("registration_not_published")
    if window.state == "before":
        raise Refusal("registration_not_open_yet", opens=entries.in_words(event, window.opens_at))
    if window.state == "closed":
        raise Refusal("registration_closed", closed=entries.in_words(event, window.closes_at))
    return window.state


def _require_publics_duties(
    event: Tournament, application: Application, *, entry_code: str, privacy: bool, now: datetime
) -> None:
    settings = event.regulations.registration
    if settings.entry_code:
        typed, wanted = folding.fold(entry_code), folding.fold(settings.entry_code)
        if not hmac.compare_digest(typed.encode(), wanted.encode()):
            raise Invalid("entry_code_wrong", field="entry_code")
    applications.require_contact(settings, application)
    if not privacy:
        raise Invalid("privacy_not_accepted", field="privacy")
    recent = Entry.objects.filter(tournament=event, queued_at__gt=now - CONTACT_WINDOW, source=EntrySource.ONLINE)
    same = entries.of_contact(recent, phone=application.phone, email=application.email)
    if same.count() >= MOST_ENTRIES_OF_A_CONTACT:
        raise Refusal("too_many_entries", field="phone")


def _first_state(event: Tournament, source: str, division: str) -> EntryState:
    """Say where a new entry stands: at once in, first to be approved, or behind the others that wait."""
    settings = event.regulations.registration
    approval = settings.approval and source == EntrySource.ONLINE
    if approval and not settings.pending_uses_capacity:
        return EntryState.PENDING
    if not is_free(event, division):
        return EntryState.WAITING
    return EntryState.PENDING if approval else EntryState.ACCEPTED


def _make_team(
    event: Tournament, application: Application, unit: Unit | None, division: Division, *, language: str, now: datetime
) -> tuple[Team, Person]:
    """Make the pair under the next number; return it with its first player, who has the contact. Event locked."""
    event.last_team_number += 1
    event.save(update_fields=["last_team_number"])
    team = Team.objects.create(tournament=event, division=division, unit=unit, number=event.last_team_number)
    consent_at = now if application.consent else None
    people = [make_person(event, name, unit, consent_at=consent_at) for name in application.players]
    for order, person in enumerate(people):
        Member.objects.create(team=team, person=person, order=order, joined_at=now)
    Contact.objects.create(person=people[0], phone=application.phone, email=application.email, language=language)
    return team, people[0]


def make_person(event: Tournament, name: str, unit: Unit | None, *, consent_at: datetime | None) -> Person:
    return Person.objects.create(
        tournament=event, unit=unit, name=name, name_key=applications.person_key(name), public_consent_at=consent_at
    )
