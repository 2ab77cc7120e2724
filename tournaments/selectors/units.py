"""Units as they are read: the list to choose from, how many pairs each has, which are called alike."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count, Q

from tournaments import folding
from tournaments.models import Team, Tournament, Unit
from tournaments.phrases.divisions import division_name
from tournaments.quotas import PercentageQuota, quota_of
from tournaments.regulations import Registration
from tournaments.selectors.entries import COUNTED

MOST_COMPARED = 250


class DivisionPairs(NamedTuple):
    """The pairs of a unit in a division; `limit` is None where it has no number of its own."""

    name: str
    pairs: int
    limit: int | None

    @property
    def over(self) -> bool:
        return self.limit is not None and self.pairs > self.limit


class UnitRow(NamedTuple):
    """A unit with its pairs that are in, pending or waiting; `limit` is None where there is none.

    `divisions`: those of each, where there are several. Unless the unit itself was given a number, the limit is for the
    pairs in divisions that have none of their own.
    """

    unit: Unit
    pairs: int
    limit: int | None
    divisions: tuple[DivisionPairs, ...] = ()

    @property
    def counted(self) -> int:
        """How many pairs the limit is for."""
        if self.unit.quota is not None or not self.divisions:
            return self.pairs
        return sum(each.pairs for each in self.divisions if each.limit is None)

    @property
    def over(self) -> bool:
        above = self.limit is not None and self.counted > self.limit
        return above or any(each.over for each in self.divisions)


class Likeness(NamedTuple):
    """Two units whose names suggest that they are one; `gone` would be merged into `stays`."""

    gone: Unit
    stays: Unit


def to_choose(tournament: Tournament) -> list[tuple[int, str]]:
    """Return id and name of the units of the organizer's list."""
    listed = Unit.objects.filter(tournament=tournament, listed=True, merged_into=None)
    return list(listed.values_list("pk", "name"))


def rows(tournament: Tournament) -> list[UnitRow]:
    """Return every unit that was not merged into another, in the organizer's order (one query, two with divisions)."""
    registration = tournament.regulations.registration
    counted = Count("teams", filter=Q(teams__entry__state__in=COUNTED))
    units = Unit.objects.filter(tournament=tournament, merged_into=None).annotate(pairs=counted)
    found = list(units.order_by("order", "pk"))
    everybody = [unit.members for unit in found if unit.members is not None]
    divided = _by_division(tournament)
    return [UnitRow(unit, unit.pairs, _limit(registration, unit, everybody), divided(unit.pk)) for unit in found]


def _by_division(tournament: Tournament) -> Callable[[int], tuple[DivisionPairs, ...]]:
    """Return what tells the pairs of a unit in each division; nothing where the event has but one."""
    plans = tournament.regulations.divisions
    if not plans:
        return lambda _unit: ()
    counted = Team.objects.filter(tournament=tournament, entry__state__in=COUNTED).values_list("unit", "division__code")
    pairs = {(unit, code): count for unit, code, count in counted.order_by().annotate(count=Count("pk"))}
    return lambda unit: tuple(
        DivisionPairs(division_name(plan), pairs.get((unit, plan.code), 0), plan.pairs_per_unit) for plan in plans
    )


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
