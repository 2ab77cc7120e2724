"""The organizer's list of units: added, renamed, limited, ordered, merged."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournaments import folding, policy
from tournaments.actions.entries.applications import LONGEST_NAME, unit_key
from tournaments.actions.log import lock_open_event, record
from tournaments.errors import Invalid, NotFound, Refusal
from tournaments.models import Person, Team, Tournament, Unit
from tournaments.policy import Actor, Permission
from tournaments.quotas import MOST_MEMBERS, MOST_PAIRS

MOST_UNITS = 500
LARGEST_QUOTA = MOST_PAIRS


@transaction.atomic
def add(actor: Actor, tournament: Tournament, names: Sequence[str]) -> int:
    """Put units on the list, in this order; return how many were new. A name that is there already stays once."""
    event = _open(actor, tournament)
    wanted = {unit_key(tidied): tidied for name in names if (tidied := folding.tidy(name))}
    for name in wanted.values():
        if code := folding.fault_of(name, LONGEST_NAME):
            raise Invalid(f"unit_{code}", field="names", name=name[:20], longest=LONGEST_NAME)
    there = {unit.name_key: unit for unit in Unit.objects.filter(tournament=event)}
    if len(there.keys() | wanted.keys()) > MOST_UNITS:
        raise Invalid("too_many_units", field="names", most=MOST_UNITS)
    order = max((unit.order for unit in there.values()), default=0)
    new = 0
    for key, name in wanted.items():
        if key not in there:
            new += 1
            Unit.objects.create(tournament=event, name=name, name_key=key, order=order + new)
        elif not there[key].listed and there[key].merged_into_id is None:
            new += 1
            Unit.objects.filter(pk=there[key].pk).update(listed=True)
    if new:
        record(actor, event, "units.added", now=timezone.now(), data={"count": new})
    return new


@transaction.atomic
def change(
    actor: Actor,
    tournament: Tournament,
    unit_id: int,
    *,
    name: str,
    quota: int | None,
    listed: bool,
    members: int | None = None,
) -> Unit:
    """Rename a unit, set how many pairs it may enter, how many members it has and whether it is on the list.

    Without a quota of its own the regulations say how many; None members are not known.
    """
    event = _open(actor, tournament)
    unit = _unit(event, unit_id)
    tidied = folding.tidy(name)
    if code := folding.fault_of(tidied, LONGEST_NAME):
        raise Invalid(code, field="name", longest=LONGEST_NAME)
    if quota is not None and not 0 <= quota <= LARGEST_QUOTA:
        raise Invalid("quota_invalid", field="quota", most=LARGEST_QUOTA)
    if members is not None and not 0 <= members <= MOST_MEMBERS:
        raise Invalid("members_invalid", field="members", most=MOST_MEMBERS)
    key = unit_key(tidied)
    if Unit.objects.filter(tournament=event, name_key=key).exclude(pk=unit.pk).exists():
        raise Invalid("unit_exists", field="name")
    unit.name, unit.name_key, unit.quota, unit.members, unit.listed = tidied, key, quota, members, listed
    unit.save(update_fields=["name", "name_key", "quota", "members", "listed"])
    data: dict[str, object] = {"quota": quota, "members": members, "listed": listed}
    record(actor, event, "unit.changed", unit, now=timezone.now(), data=data)
    return unit


@transaction.atomic
def move(actor: Actor, tournament: Tournament, unit_id: int, *, up: bool) -> None:
    """Let a unit change places with the one above or below it. At the end of the list nothing moves."""
    event = _open(actor, tournament)
    unit = _unit(event, unit_id)
    units = list(Unit.objects.filter(tournament=event, merged_into=None))
    here = units.index(unit)
    there = here - 1 if up else here + 1
    if not 0 <= there < len(units):
        return
    units[here], units[there] = units[there], units[here]
    for order, one in enumerate(units, start=1):
        one.order = order
    Unit.objects.bulk_update(units, ["order"])
    record(actor, event, "units.ordered", unit, now=timezone.now())


@transaction.atomic
def merge(actor: Actor, tournament: Tournament, unit_id: int, *, into: int) -> Unit:
    """Let one unit become another: its pairs go with it, and its name, typed again, means the other from now on."""
    event = _open(actor, tournament)
    if event.entries_frozen_at is not None:
        raise Refusal("entries_frozen")
    gone, stays = _unit(event, unit_id), _unit(event, into)
    if gone == stays:
        raise Invalid("unit_into_itself", field="into")
    teams = list(Team.objects.filter(unit=gone).values_list("pk", flat=True))
    Team.objects.filter(unit=gone).update(unit=stays)
    Person.objects.filter(unit=gone).update(unit=stays)
    Unit.objects.filter(merged_into=gone).update(merged_into=stays)
    gone.merged_into, gone.listed = stays, False
    gone.save(update_fields=["merged_into", "listed"])
    record(actor, event, "unit.merged", gone, now=timezone.now(), data={"into": stays.pk, "teams": teams})
    return stays


@transaction.atomic
def remove(actor: Actor, tournament: Tournament, unit_id: int) -> None:
    """Delete a unit that nobody ever entered for; others are taken off the list or merged."""
    event = _open(actor, tournament)
    unit = _unit(event, unit_id)
    if Team.objects.filter(unit=unit).exists() or unit.merged.exists():
        raise Refusal("unit_in_use")
    record(actor, event, "unit.removed", unit, now=timezone.now())
    unit.delete()


def _open(actor: Actor, tournament: Tournament) -> Tournament:
    event = lock_open_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_ENTRIES, event.pk)
    return event


def _unit(event: Tournament, unit_id: int) -> Unit:
    unit = Unit.objects.filter(tournament=event, pk=unit_id, merged_into=None).first()
    if unit is None:
        raise NotFound
    return unit
