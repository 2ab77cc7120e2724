"""Rehearsals: a copy of an event that its staff plays before the day, and that is gone with one press.

A copy is seen by staff only (`selectors.access`), says in its name what it is, holds no contact details, and nothing
leaves it: its mails are never sent, its links are its own, it is on no list and is not archived.
"""

import secrets
from collections.abc import Mapping
from copy import copy as shallow
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from tournaments import policy
from tournaments.actions import events
from tournaments.actions.log import lock_event, lock_open_event, record
from tournaments.errors import NotFound, Refusal
from tournaments.models import (
    AuditNote,
    Clock,
    Draw,
    Entry,
    MatchSide,
    Member,
    Membership,
    Paper,
    Person,
    Role,
    Round,
    Ruling,
    Stage,
    StageEntry,
    TableAssignment,
    Team,
    Tournament,
    Unit,
)
from tournaments.policy import Actor, Permission
from tournaments.regulations import dump
from tournaments.selectors import papers
from tournaments.states import EntryState, EventState, TeamState

MOST_COPIES = 3
FEWEST_TEAMS = 2
LONGEST_NAME, LONGEST_SLUG_PART = 120, 31
Row = TypeVar("Row", bound=Model)


@transaction.atomic
def make(actor: Actor, tournament: Tournament, *, teams: int | None = None) -> Tournament:
    """Copy an event as it stands before its draw: regulations, units, staff, and the teams that are in.

    With `teams` it gets room for so many, but none yet: whoever asks enters made-up ones. Names are copied, contact
    details and notes are not. Raises NotAllowed, Refusal.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.EDIT_EVENT, event.pk)
    if event.rehearsal_of_id is not None:
        raise Refusal("rehearsal_of_a_rehearsal")
    if event.rehearsals.count() >= MOST_COPIES:
        raise Refusal("too_many_rehearsals", most=MOST_COPIES)
    found = Team.objects.filter(tournament=event, state=TeamState.ACTIVE, entry__state=EntryState.ACCEPTED)
    if teams is None and found.count() < FEWEST_TEAMS:
        raise Refusal("rehearsal_without_teams")
    slug = f"{event.slug[:LONGEST_SLUG_PART].rstrip('-')}-r{secrets.token_hex(3)}"
    made = events.create(None, slug=slug, document=_document(event, teams))
    made.rehearsal_of, made.state = event, EventState.PUBLISHED
    made.save(update_fields=["rehearsal_of", "state"])
    _copy_staff(event, made)
    units = _copied(event.units.order_by("pk"), lambda row, done: {
        "tournament": made, "merged_into": done.get(row.merged_into_id),
    })  # fmt: skip
    if teams is None:
        _copy_teams(event, made, units)
    record(actor, event, "rehearsal.made", made, now=timezone.now(), data={"teams": teams or made.teams.count()})
    return made


@transaction.atomic
def remove(actor: Actor, tournament: Tournament) -> None:
    """Delete a copy with everything in it, its papers' files too. A real event is never removed."""
    made = lock_event(tournament.pk)
    policy.require(actor, Permission.EDIT_EVENT, made.pk)
    if made.rehearsal_of_id is None:
        raise Refusal("not_a_rehearsal")
    event = lock_event(made.rehearsal_of_id)
    files = list(Paper.objects.filter(tournament=made).exclude(file="").values_list("file", flat=True))
    gone = made.pk
    _delete(made)
    record(policy.system(event.pk), event, "rehearsal.removed", None, now=timezone.now(), data={"copy": gone})
    transaction.on_commit(lambda: _unlink(files))


def copy_of(tournament: Tournament) -> Tournament:
    """Return the event if it is a rehearsal; NotFound for a real one."""
    if tournament.rehearsal_of_id is None:
        raise NotFound
    return tournament


def _document(event: Tournament, teams: int | None) -> dict[str, Any]:
    """Return the regulations with a name that says what it is, and room for so many made-up teams."""
    document = dump(event.regulations)
    identity, registration, venue = document["identity"], document["registration"], document["venue"]
    identity["name"] = f"彩排：{identity['name']}"[:LONGEST_NAME]
    if identity["name_en"]:
        identity["name_en"] = f"Rehearsal: {identity['name_en']}"[:LONGEST_NAME]
    if teams is not None:
        registration["capacity"] = max(registration["capacity"], teams)
        document["divisions"] = [{**each, "capacity": None} for each in document["divisions"]]
        venue["tables"] = max(venue["tables"], -(-teams // 2)) if not venue.get("areas") else venue["tables"]
    return document


def _copied(rows: Any, changed: Any) -> dict[int | None, Any]:
    """Save rows anew with some columns changed; return the new ones by the old keys."""
    done: dict[int | None, Any] = {}
    for row in rows:
        done[row.pk] = _anew(row, **changed(row, done))
    return done


def _anew(row: Row, **changed: object) -> Row:
    """Save a row once more as a new one."""
    made = shallow(row)
    made._state = shallow(row._state)  # noqa: SLF001 Django's own way to copy a row
    made.pk, made._state.adding = None, True  # noqa: SLF001 as above
    made._state.fields_cache = {}  # noqa: SLF001 as above
    for name, value in changed.items():
        setattr(made, name, value)
    made.save(force_insert=True)
    return made


def _copy_staff(event: Tournament, made: Tournament) -> None:
    """Let everybody with an account have the same role, and name the referees; their links stay with the event."""
    members = event.memberships.filter(removed_at=None).order_by("pk")
    for row in members:
        if row.user_id is None and row.role != Role.REFEREE:
            continue
        new: Membership = _anew(row, tournament=made, email="")
        for table in TableAssignment.objects.filter(membership=row, ended_at=None).order_by("pk"):
            _anew(table, membership=new)


def _copy_teams(event: Tournament, made: Tournament, units: Mapping[int | None, Unit]) -> None:
    divisions = {row.code: row for row in made.divisions.all()}
    only = next(iter(divisions.values()))
    teams = Team.objects.filter(tournament=event, state=TeamState.ACTIVE, entry__state=EntryState.ACCEPTED)
    teams = teams.select_related("division").order_by("number")
    new_teams = _copied(teams, lambda row, _done: {
        "tournament": made, "division": divisions.get(row.division.code, only), "unit": units.get(row.unit_id),
    })  # fmt: skip
    members = Member.objects.filter(team__in=list(teams), left_at=None).order_by("pk")
    entries = Entry.objects.filter(team__in=list(teams)).order_by("pk")
    ids = {*members.values_list("person_id", flat=True), *entries.values_list("applicant_id", flat=True)}
    people = _copied(Person.objects.filter(pk__in=ids).order_by("pk"), lambda row, _done: {
        "tournament": made, "unit": units.get(row.unit_id),
    })  # fmt: skip
    _copied(members, lambda row, _done: {"team": new_teams[row.team_id], "person": people[row.person_id]})
    _copied(entries, lambda row, _done: {
        "tournament": made,
        "division": new_teams[row.team_id].division,
        "team": new_teams[row.team_id],
        "applicant": people[row.applicant_id],
        "key": f"rehearsal-{made.pk}-{row.pk}",
        "reason": "",
        "note": "",
    })  # fmt: skip
    made.last_team_number = max(team.number for team in new_teams.values())
    made.save(update_fields=["last_team_number"])


def _delete(made: Tournament) -> None:
    """Delete in an order in which nothing that is left points to what goes."""
    Tournament.objects.filter(pk=made.pk).update(rules=None)
    AuditNote.objects.filter(entries__tournament=made).delete()
    Ruling.objects.filter(tournament=made).update(reverses=None)
    Ruling.objects.filter(tournament=made).delete()
    stages = Stage.objects.filter(division__tournament=made)
    clocks = set(Clock.objects.filter(rounds__stage__in=stages).values_list("pk", flat=True))
    MatchSide.objects.filter(round__stage__in=stages).delete()
    Round.objects.filter(stage__in=stages).delete()
    Clock.objects.filter(pk__in=clocks).delete()
    Draw.objects.filter(stage__in=stages).delete()
    StageEntry.objects.filter(stage__in=stages).delete()
    stages.delete()
    Member.objects.filter(team__tournament=made).delete()
    Entry.objects.filter(tournament=made).delete()
    Team.objects.filter(tournament=made).delete()
    Person.objects.filter(tournament=made).delete()
    Unit.objects.filter(tournament=made).update(merged_into=None)
    Tournament.objects.get(pk=made.pk).delete()


def _unlink(files: list[str]) -> None:
    for name in files:
        (papers.folder() / name).unlink(missing_ok=True)
