"""Whether there is a place: in a division, and for one pair more of a unit."""

from tournaments.errors import Refusal
from tournaments.models import Division, Tournament, Unit
from tournaments.selectors import entries
from tournaments.selectors.entries import Counts
from tournaments.selectors.units import limit_of


def counts_of_pool(event: Tournament, code: str) -> tuple[Counts, int]:
    """Return the entries that have a part in the same places as a division, and how many places these are."""
    pool = event.regulations.pool_of(code)
    return entries.counts(event, pool.codes), pool.capacity


def is_free(event: Tournament, code: str) -> bool:
    """Say whether a pair that comes now has a place in a division: nobody waits for it, and it is not taken."""
    there, capacity = counts_of_pool(event, code)
    return not there.waiting and there.used(event.regulations.registration) < capacity


def require_room_for(event: Tournament, unit: Unit | None, division: Division, *, but: int | None = None) -> None:
    """Refuse one pair more than the unit may enter: in a division with a number of its own, and in all others together.

    A number that the organizer gave to the unit holds for all of its pairs besides. `but`: a team that is not counted.
    """
    if unit is None:
        return
    rules = event.regulations
    numbered = [plan.code for plan in rules.divisions if plan.pairs_per_unit is not None]
    plan = rules.division(division.code)
    if plan is not None and plan.pairs_per_unit is not None:
        if entries.entered_by_unit(event, unit, but=but, codes=(plan.code,)) >= plan.pairs_per_unit:
            raise Refusal("unit_full", field="unit", limit=plan.pairs_per_unit)
        if unit.quota is None:
            return
    others = () if unit.quota is not None else [each.code for each in rules.divisions if each.code not in numbered]
    limit = limit_of(rules.registration, unit)
    if limit is not None and entries.entered_by_unit(event, unit, but=but, codes=others) >= limit:
        raise Refusal("unit_full", field="unit", limit=limit)
