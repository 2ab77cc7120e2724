"""The field of a rehearsal: units and pairs with made-up names, entered by the public and by the organizer."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.actions import entries, units
from tournaments.actions.entries import enter_list
from tournaments.actions.entries.applications import checked
from tournaments.errors import Refusal
from tournaments.events.facts import Fact, Quota
from tournaments.models import Team, Tournament, Unit
from tournaments.policy import Actor, As
from tournaments.rehearsal.oracle.findings import Violation
from tournaments.selectors import units as units_read
from tournaments.selectors.late_entries import has_room, late_entry
from tournaments.states import TeamState

SURNAMES = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹"
GIVEN = "伟芳娜敏静强磊军洋勇艳杰娟涛明超霞平刚桂"


def unit_names(count: int) -> list[str]:
    return [f"第{number}部门" for number in range(1, count + 1)]


def pair_names(index: int) -> tuple[str, str]:
    """Return two names that no other pair has."""
    first, second = (_name(2 * index + place) for place in (0, 1))
    return first, second


def _name(number: int) -> str:
    return f"{SURNAMES[number % len(SURNAMES)]}{GIVEN[number // len(SURNAMES) % len(GIVEN)]}{number}"


def units_needed(teams: int, units_of_template: int, quota: int | None) -> int:
    """Return how many units so many teams come from: as many as the template has, or more where the quota asks."""
    least = -(-teams // quota) if quota is not None else 1
    return min(teams, max(least, units_of_template))


def enter(portal: Actor, event: Tournament, teams: int, count: int, facts: Sequence[Fact]) -> Iterator[Violation]:
    """Enter so many pairs, the first unit's by themselves online; where a quota is asserted, one more is tried."""
    names = unit_names(count)
    units.add(portal, event, names)
    rows = list(Unit.objects.filter(tournament=event).order_by("order"))
    dealt = dealt_out(event, teams, count)
    online = _online(event, dealt, count)
    for index in online:
        _register(event, index, rows[0], dealt[index])
    yield from _beyond_quota(event, teams, rows[0], facts, dealt)
    yield from _by_rule(portal, event, facts)
    rest = [
        checked(players=pair_names(index), unit_name=names[index % count], phone=_phone(index), division=dealt[index])
        for index in range(teams)
        if index not in online
    ]
    if rest:
        enter_list(portal, event, rest, consent=True, language="zh-hans")


def invent(portal: Actor, event: Tournament, teams: int) -> None:
    """Enter so many made-up pairs into a copy, from its own units, as many more as the quota asks for."""
    names = list(
        Unit.objects.filter(tournament=event, merged_into=None).order_by("order").values_list("name", flat=True)
    )
    wanted = units_needed(teams, len(names) or teams, event.regulations.registration.pairs_per_unit)
    more = [name for name in unit_names(wanted) if name not in names][: max(0, wanted - len(names))]
    if more:
        units.add(portal, event, more)
    names += more
    applications = [
        checked(
            players=pair_names(index),
            unit_name=names[index % len(names)],
            phone=_phone(index),
            division=division_at(event, index // len(names) + index),
        )
        for index in range(teams)
    ]
    enter_list(portal, event, applications, consent=True, language="zh-hans")


def come_late(portal: Actor, event: Tournament) -> None:
    """Enter one more made-up pair after the first release, where one can join, and there is a place and a table."""
    there = Team.objects.filter(tournament=event).count()
    playing = Team.objects.filter(tournament=event, state=TeamState.ACTIVE).count()
    division = division_at(event, there)
    late = late_entry(event, division)
    free = has_room(event, division) and playing < 2 * event.regulations.venue.tables
    if late is None or late.refused or not free:
        return
    unit = Unit.objects.filter(tournament=event, merged_into=None).order_by("order").first()
    entries.register(
        portal,
        event,
        key=f"rehearsal-{event.pk}-late-{there}",
        players=pair_names(there),
        unit_name=unit.name if unit is not None else "",
        consent=True,
        privacy=True,
        language="zh-hans",
        source="hand",
        division=division,
    )


def division_at(event: Tournament, index: int) -> str:
    """Deal pairs out to the event's divisions in turn; "" where it has but one."""
    codes = [plan.code for plan in event.regulations.divisions]
    return codes[index % len(codes)] if codes else ""


def dealt_out(event: Tournament, teams: int, units: int) -> list[str]:
    """Return the division of each pair: in turn from unit to unit, as many to each as it takes."""
    plans = event.regulations.divisions
    left = {plan.code: plan.capacity or teams for plan in plans}
    found = []
    for index in range(teams):
        order = [plans[(index // units + index + step) % len(plans)].code for step in range(len(plans))]
        code = next((code for code in order if left[code] > 0), "")
        if code:
            left[code] -= 1
        found.append(code)
    return found


def _online(event: Tournament, dealt: Sequence[str], units: int) -> list[int]:
    """Return which pairs of the first unit register by themselves: as many as it may enter, also in each division."""
    most = event.regulations.registration.pairs_per_unit
    of_division = {plan.code: plan.pairs_per_unit for plan in event.regulations.divisions}
    entered: Counter[str] = Counter()
    found: list[int] = []
    for index in range(0, len(dealt), units):
        limit = of_division.get(dealt[index])
        if (most is None or len(found) < most) and (limit is None or entered[dealt[index]] < limit):
            entered[dealt[index]] += 1
            found.append(index)
    return found


def _register(event: Tournament, index: int, unit: Unit, division: str) -> None:
    public = Actor(event.pk, frozenset({As.PUBLIC}))
    entries.register(
        public,
        event,
        key=f"rehearsal-{event.pk}-{index}",
        players=pair_names(index),
        phone=_phone(index),
        consent=True,
        privacy=True,
        language="zh-hans",
        division=division,
        **_named(event, unit),
    )


def _named(event: Tournament, unit: Unit) -> dict[str, Any]:
    typed = event.regulations.registration.typed_units
    return {"unit_name": unit.name} if typed else {"unit_id": unit.pk}


def _beyond_quota(
    event: Tournament, teams: int, unit: Unit, facts: Sequence[Fact], dealt: Sequence[str]
) -> Iterator[Violation]:
    """Try to enter one pair more than the first unit may, of all or of a division."""
    held = {"": event.regulations.registration.pairs_per_unit}
    held |= {plan.code: plan.pairs_per_unit for plan in event.regulations.divisions}
    for fact in facts:
        if not isinstance(fact, Quota) or fact.by_rule:
            continue
        division = fact.division or ""
        if held.get(division) != fact.pairs:
            words = f"the regulations do not hold a unit to {fact.pairs} pairs {division}"
            yield Violation("fact quota", "registration", None, words)
            continue
        own = unit.teams.filter(division__code=division) if division else unit.teams
        if own.count() < fact.pairs:
            continue  # one more would be let in, and change the field
        try:
            _register(event, teams, unit, division or (dealt[0] if dealt else ""))
        except Refusal as refused:
            if refused.code == "unit_full":
                continue
            raise
        yield Violation("fact quota", "registration", None, f"a unit entered more than {fact.pairs} pairs")


def _by_rule(portal: Actor, event: Tournament, facts: Sequence[Fact]) -> Iterator[Violation]:
    """Ask how many pairs a unit of a name or a size may enter, by units that are there for the question only."""
    for fact in facts:
        if not isinstance(fact, Quota) or not fact.by_rule:
            continue
        sizes = {fact.unit or "核对": fact.members, **{f"核对{n}": size for n, size in enumerate(fact.others, start=1)}}
        before = set(Unit.objects.filter(tournament=event).values_list("name", flat=True))
        units.add(portal, event, list(sizes))
        asked = Unit.objects.filter(tournament=event, name__in=list(sizes))
        for unit in asked:
            units.change(portal, event, unit.pk, name=unit.name, quota=None, listed=True, members=sizes[unit.name])
        limit = next(row.limit for row in units_read.rows(event) if row.unit.name == (fact.unit or "核对"))
        if limit != fact.pairs:
            words = f"a unit ({fact.unit or fact.members}) may enter {limit} pairs, not {fact.pairs}"
            yield Violation("fact quota", "registration", None, words)
        for unit in asked:
            if unit.name not in before:
                units.remove(portal, event, unit.pk)


def _phone(index: int) -> str:
    return f"139{index:08}"
