"""Units as they are read: the list to choose from, how many pairs each has, which are called alike."""

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments import folding
from tournaments.models import Tournament, Unit
from tournaments.quotas import PercentageQuota, quota_of
from tournaments.regulations import Registration
from tournaments.selectors.entries import COUNTED

MOST_COMPARED = 250


class UnitRow(NamedTuple):
    """A unit with its pairs that are in, pending or waiting; `limit` is None where there is none."""

    unit: Unit
    pairs: int
    limit: int | None

    @property
    def over(self) -> bool:
        return self.limit is not None and self.pairs > self.limit

    @property
    def full(self) -> bool:
        return self.limit is not None and self.pairs >= self.limit


class Likeness(NamedTuple):
    """Two units whose names suggest that they are one; `gone` would be merged into `stays`."""

    gone: Unit
    stays: Unit


def to_choose(tournament: Tournament) -> list[tuple[int, str]]:
    """Return id and name of the units of the organizer's list."""
    listed = Unit.objects.filter(tournament=tournament, listed=True, merged_into=None)
    return list(listed.values_list("pk", "name"))


def rows(tournament: Tournament) -> list[UnitRow]:
    """Return every unit that was not merged into another, in the organizer's order (one query)."""
    registration = tournament.regulations.registration
    counted = Count("teams", filter=Q(teams__entry__state__in=COUNTED))
    units = Unit.objects.filter(tournament=tournament, merged_into=None).annotate(pairs=counted)
    found = list(units.order_by("order", "pk"))
    everybody = [unit.members for unit in found if unit.members is not None]
    return [UnitRow(unit, unit.pairs, _limit(registration, unit, everybody)) for unit in found]


def limit_of(registration: Registration, unit: Unit) -> int | None:
    """Return how many pairs a unit may enter: by the organizer, else by the rule, else the number for all.

    None where nothing limits it. Only a share that depends on the capacity asks for the members of the others.
    """
    rule, everybody = registration.quota, list[int]()
    if isinstance(rule, PercentageQuota) and rule.over_capacity is not None:
        known = Unit.objects.filter(tournament=unit.tournament_id, merged_into=None, members__isnull=False)
        everybody = [members for members in known.values_list("members", flat=True) if members is not None]
    return _limit(registration, unit, everybody)


def _limit(registration: Registration, unit: Unit, everybody: Iterable[int]) -> int | None:
    if unit.quota is not None:
        return unit.quota
    by_rule = quota_of(registration.quota, unit.name, unit.members, everybody=everybody, capacity=registration.capacity)
    return by_rule if by_rule is not None else registration.pairs_per_unit


def alike(units: list[Unit]) -> list[Likeness]:
    """Return the pairs of units that may be one, where at least one was typed and not put on the list.

    Of very many units the first ones are compared: nobody merges hundreds by hand, and every page waits for it.
    """
    found = []
    for first, second in combinations(units[:MOST_COMPARED], 2):
        if first.listed and second.listed:
            continue
        if folding.alike(first.name, second.name):
            gone, stays = (first, second) if second.listed else (second, first)
            found.append(Likeness(gone, stays))
    return found


def unit_names(tournament: Tournament) -> dict[int, str]:
    """Return what each unit is called, by id."""
    return dict(Unit.objects.filter(tournament=tournament).values_list("pk", "name"))
