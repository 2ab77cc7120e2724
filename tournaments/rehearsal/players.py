"""The field of a rehearsal: units and pairs with made-up names, entered by the public and by the organizer."""

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.actions import entries, units
from tournaments.actions.entries import enter_list
from tournaments.actions.entries.applications import checked
from tournaments.errors import Refusal
from tournaments.events.facts import Fact, Quota
from tournaments.models import Tournament, Unit
from tournaments.policy import Actor, As
from tournaments.rehearsal.oracle.findings import Violation

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
    online = [index for index in range(teams) if index % count == 0][: event.regulations.registration.pairs_per_unit]
    for index in online:
        _register(event, index, rows[0])
    yield from _beyond_quota(event, teams, rows[0], facts)
    rest = [
        checked(players=pair_names(index), unit_name=names[index % count], phone=_phone(index))
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


def division_at(event: Tournament, index: int) -> str:
    """Deal pairs out to the event's divisions in turn; "" where it has but one."""
    codes = [plan.code for plan in event.regulations.divisions]
    return codes[index % len(codes)] if codes else ""


def _register(event: Tournament, index: int, unit: Unit) -> None:
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
        **_named(event, unit),
    )


def _named(event: Tournament, unit: Unit) -> dict[str, Any]:
    typed = event.regulations.registration.typed_units
    return {"unit_name": unit.name} if typed else {"unit_id": unit.pk}


def _beyond_quota(event: Tournament, teams: int, unit: Unit, facts: Sequence[Fact]) -> Iterator[Violation]:
    wanted = next((fact.pairs for fact in facts if isinstance(fact, Quota)), None)
    if wanted is None:
        return
    if event.regulations.registration.pairs_per_unit != wanted:
        yield Violation("fact quota", "registration", None, f"the regulations do not hold a unit to {wanted} pairs")
        return
    if unit.teams.count() < wanted:
        return  # one more would be let in, and change the field
    try:
        _register(event, teams, unit)
    except Refusal as refused:
        if refused.code == "unit_full":
            return
        raise
    yield Violation("fact quota", "registration", None, f"a unit entered more than {wanted} pairs")


def _phone(index: int) -> str:
    return f"139{index:08}"
