"""The rows of an event's divisions follow its regulations; one that holds pairs stays."""

from typing import NamedTuple

from tournaments.errors import Refusal
from tournaments.models import Division, Stage, Team, Tournament
from tournaments.regulations import Regulations

UNNAMED = "main"


class _Wanted(NamedTuple):
    code: str
    name: str


def _wanted(rules: Regulations) -> list[_Wanted]:
    """Return the divisions that there are to be; one without a name where the regulations have none."""
    return [_Wanted(plan.code, plan.name) for plan in rules.divisions] or [_Wanted(UNNAMED, "")]


def recheck(event: Tournament, new: Regulations) -> None:
    """Refuse to lose a division that holds pairs, and others than were drawn where all of them play together."""
    old = event.regulations
    if {each.code for each in old.divisions} == {each.code for each in new.divisions}:
        return
    drawn = Stage.objects.filter(division__tournament=event, rules__isnull=False).values_list("code", flat=True)
    if any(not old.plan(code).divisions for code in drawn):
        raise Refusal("divisions_are_drawn", field="divisions")
    kept = _rows_of(event, new)
    for row in event.divisions.exclude(pk__in=[row.pk for row in kept.values()]):
        if pairs := Team.objects.filter(division=row).count():
            raise Refusal("division_has_pairs", field="divisions", name=row.name, count=pairs)


def _rows_of(event: Tournament, rules: Regulations) -> dict[str, Division]:
    """Return the rows that stay, by the code each will have.

    Where an event is first divided its one row is the first division; where it no longer is, whichever holds pairs.
    """
    rows = {row.code: row for row in event.divisions.order_by("order", "pk")}
    wanted = [each.code for each in _wanted(rules)]
    if rows and not rows.keys() & set(wanted):
        held = [row for row in rows.values() if Team.objects.filter(division=row).exists()]
        return {wanted[0]: (held or list(rows.values()))[0]}
    return {code: rows[code] for code in wanted if code in rows}


def lay_out(event: Tournament, rules: Regulations) -> Division:
    """Make, name, order and remove rows so that they are the divisions of the regulations; return the first.

    The stages of the event hang on it.
    """
    rows, made = _rows_of(event, rules), []
    for order, (code, name) in enumerate(_wanted(rules)):
        row = rows.get(code) or Division(tournament=event)
        if (row.code, row.name, row.order) != (code, name, order):
            row.code, row.name, row.order = code, name, order
            row.save()
        made.append(row)
    Stage.objects.filter(division__tournament=event).exclude(division=made[0]).update(division=made[0])
    event.divisions.exclude(pk__in=[row.pk for row in made]).delete()
    return made[0]
