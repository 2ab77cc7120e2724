"""What a division is called, and how many places it has left."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from tournaments.phrases.languages import name_for_reader
from tournaments.regulations import DivisionPlan


def division_name(plan: DivisionPlan | None) -> str:
    """Return the name of a division in the reader's language; nothing where an event has but one."""
    return name_for_reader(plan.name, plan.name_en) if plan is not None else ""


def choices(divisions: Sequence[DivisionPlan], free: Sequence[int] = ()) -> list[tuple[str, str]]:
    """Return code and name of each division to choose from; with the free places of each where these are given."""
    names = [division_name(plan) for plan in divisions]
    if free:
        names = [_with_places(name, places) for name, places in zip(names, free, strict=True)]
    return [(plan.code, name) for plan, name in zip(divisions, names, strict=True)]


def _with_places(name: str, free: int) -> str:
    if not free:
        return gettext("%(name)s (full: you go on the waiting list)") % {"name": name}
    said = ngettext("%(name)s (%(count)d place left)", "%(name)s (%(count)d places left)", free)
    return said % {"name": name, "count": free}
