"""Entering a whole list of pairs at once, all or nothing."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction

from tournaments import policy
from tournaments.actions.entries.applications import Application, person_key, unit_key
from tournaments.actions.entries.bulk import enter_all
from tournaments.actions.log import lock_open_event
from tournaments.errors import Refusal
from tournaments.models import Member, MemberRole, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.entries import COUNTED

Natural = tuple[str, frozenset[str]]


class Outcome(NamedTuple):
    """How many pairs were entered, and how many of the list were there already."""

    added: int
    known: int


@transaction.atomic
def enter_list(
    actor: Actor, tournament: Tournament, applications: Sequence[Application], *, consent: bool, language: str
) -> Outcome:
    """Enter the pairs of a list in its order. A pair that is there already stays as it is: the list may come twice.

    `consent`: the organizer declares that all on the list agreed to be named publicly.
    """
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    if event.entries_frozen_at is not None:
        raise Refusal("entries_frozen")
    there = known_pairs(event)
    new: dict[str, Application] = {}
    for application in applications:
        natural = natural_key(application.unit_name, application.players)
        if natural not in there:
            there.add(natural)
            new[_key(event, natural, event.live_version)] = replace(application, consent=consent)
    if new:
        enter_all(actor, event, new, language=language)
    return Outcome(len(new), len(applications) - len(new))


def natural_key(unit_name: str, players: Sequence[str]) -> Natural:
    """Return what a pair is recognized by: its unit and who plays, in either order."""
    return unit_key(unit_name), frozenset(map(person_key, players))


def known_pairs(event: Tournament) -> set[Natural]:
    """Return every pair that is in, pending or waiting; a merged unit's former names are its names too."""
    members = Member.objects.filter(
        team__tournament=event, left_at=None, role=MemberRole.PLAYER, team__entry__state__in=COUNTED
    )
    keys: dict[int, tuple[int | None, set[str]]] = {}
    for team, unit, name in members.values_list("team_id", "team__unit_id", "person__name_key"):
        keys.setdefault(team, (unit, set()))[1].add(name)
    names: dict[int | None, list[str]] = {None: [""]}
    for pk, into, name in event.units.values_list("pk", "merged_into_id", "name_key"):
        names.setdefault(into or pk, []).append(name)
    return {(name, frozenset(players)) for unit, players in keys.values() for name in names.get(unit, [])}


def _key(event: Tournament, natural: Natural, version: int) -> str:
    """Return the idempotency key of a line; a pair that withdrew may come again with a later list."""
    text = f"{event.pk} {version} {natural[0]} {sorted(natural[1])}"
    return f"list-{hashlib.sha256(text.encode()).hexdigest()[:40]}"
