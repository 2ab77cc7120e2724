"""Referees, their tables, and the other people who work in an event."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from tournaments.errors import NotFound
from tournaments.models import Membership, Role, TableAssignment, Tournament
from tournaments.policy import ANY_TABLE, Actor
from tournaments.selectors.access import RANK


@dataclass(frozen=True, slots=True)
class RefereeRow:
    """A referee, when the link was last opened (None: never), and the tables in order."""

    membership_id: int
    name: str
    email: str
    last_used_at: datetime | None
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MemberRow:
    membership_id: int
    name: str
    email: str
    role: Role
    signed_in: bool


def tables_of(membership_id: int | None) -> frozenset[int]:
    """Return the tables a referee has now."""
    if membership_id is None:
        return frozenset()
    rows = TableAssignment.objects.filter(membership_id=membership_id, ended_at__isnull=True)
    return frozenset(rows.values_list("table", flat=True))


def kept_tables(actor: Actor, tables: Iterable[int]) -> frozenset[int]:
    """Return at which of these tables the actor enters results now, without taking one over.

    Chief, organizer and desk have all of them; a referee has the own ones.
    """
    found = frozenset(tables)
    return found if actor.qualities & ANY_TABLE else found & tables_of(actor.membership_id)


def referee_names(tournament: Tournament) -> dict[int, str]:
    """Return who has which table now."""
    rows = _current(tournament).values_list("table", "membership__name")
    return dict(rows)


def referees(tournament: Tournament) -> list[RefereeRow]:
    """Return the event's referees in the order of their invitation (two queries)."""
    rows = (
        Membership.objects.filter(tournament=tournament, role=Role.REFEREE, removed_at__isnull=True)
        .annotate(last_used=Max("links__last_used_at", filter=Q(links__revoked_at__isnull=True)))
        .order_by("pk")
    )
    tables: dict[int, list[int]] = defaultdict(list)
    for membership_id, table in _current(tournament).order_by("table").values_list("membership_id", "table"):
        tables[membership_id].append(table)
    return [RefereeRow(row.pk, row.name, row.email, row.last_used, tuple(tables[row.pk])) for row in rows]


def referee(tournament: Tournament, membership_id: int) -> RefereeRow:
    """Return one of the event's referees; NotFound for anybody else."""
    for row in referees(tournament):
        if row.membership_id == membership_id:
            return row
    raise NotFound


def without_referee(rows: Iterable[RefereeRow], tables: int) -> list[int]:
    """Return the table numbers that nobody has."""
    given = {table for row in rows for table in row.tables}
    return [table for table in range(1, tables + 1) if table not in given]


def members(tournament: Tournament) -> list[MemberRow]:
    """Return the people with an account, highest role first."""
    rows = Membership.objects.filter(tournament=tournament, user__isnull=False, removed_at__isnull=True)
    ordered = sorted(rows.select_related("user"), key=lambda row: (RANK[Role(row.role)], row.pk))
    return [
        MemberRow(row.pk, row.user.name or row.name, row.user.email, Role(row.role), row.user.last_login is not None)
        for row in ordered
        if row.user is not None
    ]


def _current(tournament: Tournament) -> QuerySet[TableAssignment]:
    return TableAssignment.objects.filter(
        membership__tournament=tournament, ended_at__isnull=True, membership__removed_at__isnull=True
    )
