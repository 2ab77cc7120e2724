"""Units as they are read: the list to choose from, how many pairs each has, which are called alike."""

from itertools import combinations
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments import folding
from tournaments.models import Tournament, Unit
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
    limit = tournament.regulations.registration.pairs_per_unit
    counted = Count("teams", filter=Q(teams__entry__state__in=COUNTED))
    units = Unit.objects.filter(tournament=tournament, merged_into=None).annotate(pairs=counted)
    return [
        UnitRow(unit, unit.pairs, unit.quota if unit.quota is not None else limit)
        for unit in units.order_by("order", "pk")
    ]


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
