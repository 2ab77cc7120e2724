"""Referees by personal link, and their tables. A table has one referee: giving it ends it for another."""

from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import pairwise

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import policy
from tournaments.actions import links, notices
from tournaments.actions.log import lock_event, record
from tournaments.errors import Invalid, NotAllowed, NotFound
from tournaments.models import AccessLink, LinkScope, Membership, Role, TableAssignment, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors.events import event_name
from tournaments.selectors.links import address


@transaction.atomic
def invite(
    actor: Actor, tournament: Tournament, *, name: str, email: str = "", tables: Collection[int] = ()
) -> tuple[Membership, str]:
    """Make a referee with a personal link; return the row and the link's token, which nobody can read again."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    name = " ".join(name.split())
    if not name:
        raise Invalid("referee_needs_name", field="name")
    _check_tables(event, tables)
    now = timezone.now()
    membership = Membership.objects.create(tournament=event, role=Role.REFEREE, name=name, email=email)
    link, token = links.issue(event, LinkScope.REFEREE, now=now, membership=membership)
    _give(event, membership, tables, now=now)
    data = {"link": link.pk, "tables": sorted(tables)}
    record(actor, event, "referee.invited", membership, now=now, data=data)
    _write_mail(event, membership, link, token, now=now)
    return membership, token


@transaction.atomic
def reissue(actor: Actor, tournament: Tournament, membership_id: int) -> str:
    """Make a new link for a referee; every older one ends at once."""
    event, membership = _referee(actor, tournament, membership_id)
    now = timezone.now()
    ended = _revoke_links(membership, now)
    link, token = links.issue(event, LinkScope.REFEREE, now=now, membership=membership)
    record(actor, event, "referee.link_reissued", membership, now=now, data={"link": link.pk, "ended": ended})
    _write_mail(event, membership, link, token, now=now)
    return token


@transaction.atomic
def remove(actor: Actor, tournament: Tournament, membership_id: int) -> None:
    """End a referee's role, tables and links. Repeating it is harmless."""
    event, membership = _referee(actor, tournament, membership_id, removed_too=True)
    if membership.removed_at is not None:
        return
    now = timezone.now()
    membership.removed_at = now
    membership.save(update_fields=["removed_at"])
    ended = _revoke_links(membership, now)
    TableAssignment.objects.filter(membership=membership, ended_at__isnull=True).update(ended_at=now)
    record(actor, event, "referee.removed", membership, now=now, data={"ended": ended})


@transaction.atomic
def assign_tables(actor: Actor, tournament: Tournament, membership_id: int, tables: Collection[int]) -> None:
    """Give a referee exactly these tables; another referee's row for one of them ends."""
    event, membership = _referee(actor, tournament, membership_id)
    _check_tables(event, tables)
    now = timezone.now()
    own = TableAssignment.objects.filter(membership=membership, ended_at__isnull=True)
    before = set(own.values_list("table", flat=True))
    own.exclude(table__in=tables).update(ended_at=now)
    taken_from = _give(event, membership, set(tables) - before, now=now)
    if set(tables) == before:
        return
    data = {"tables": sorted(tables), "taken_from": taken_from}
    record(actor, event, "referee.tables_assigned", membership, now=now, data=data)


@transaction.atomic
def share_evenly(actor: Actor, tournament: Tournament) -> None:
    """Share all tables among the referees in neighbouring blocks that differ by one table at most."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    referees = list(
        Membership.objects.filter(tournament=event, role=Role.REFEREE, removed_at__isnull=True).order_by("pk")
    )
    if not referees:
        raise Invalid("no_referees")
    now = timezone.now()
    TableAssignment.objects.filter(membership__tournament=event, ended_at__isnull=True).update(ended_at=now)
    shares = even_shares(event.regulations.venue.tables, len(referees))
    for membership, share in zip(referees, shares, strict=True):
        _give(event, membership, share, now=now)
    data = {"tables": {str(row.pk): list(share) for row, share in zip(referees, shares, strict=True)}}
    record(actor, event, "referee.tables_shared", None, now=now, data=data)


def even_shares(tables: int, referees: int) -> list[range]:
    """Cut 1…tables into neighbouring blocks, the larger ones first."""
    size, rest = divmod(tables, referees)
    cuts = [1]
    for place in range(referees):
        cuts.append(cuts[-1] + size + (place < rest))
    return [range(first, after) for first, after in pairwise(cuts)]


@transaction.atomic
def take_over(actor: Actor, tournament: Tournament, table: int) -> list[int]:
    """Take a neighbour's table; returns whose it was. Taking one's own table again is harmless."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.TAKE_TABLE, event.pk)
    own = Membership.objects.filter(tournament=event, removed_at__isnull=True)
    membership = own.filter(pk=actor.membership_id).first() if actor.membership_id is not None else None
    if membership is None:
        raise NotAllowed("not_allowed")
    _check_tables(event, (table,))
    if TableAssignment.objects.filter(membership=membership, table=table, ended_at__isnull=True).exists():
        return []
    now = timezone.now()
    taken_from = _give(event, membership, (table,), now=now)
    record(actor, event, "table.taken_over", membership, now=now, data={"table": table, "taken_from": taken_from})
    return taken_from


def _referee(
    actor: Actor, tournament: Tournament, membership_id: int, *, removed_too: bool = False
) -> tuple[Tournament, Membership]:
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    rows = Membership.objects.filter(tournament=event, pk=membership_id, role=Role.REFEREE)
    membership = (rows if removed_too else rows.filter(removed_at__isnull=True)).first()
    if membership is None:
        raise NotFound
    return event, membership


def _check_tables(event: Tournament, tables: Iterable[int]) -> None:
    last = event.regulations.venue.tables
    beyond = [table for table in tables if not 1 <= table <= last]
    if beyond:
        raise Invalid("no_such_table", field="tables", table=beyond[0], last=last)


def _give(event: Tournament, membership: Membership, tables: Iterable[int], *, now: datetime) -> list[int]:
    """Begin rows for these tables and end those of others; returns the memberships that lost one."""
    tables = list(tables)
    others = TableAssignment.objects.filter(
        membership__tournament=event, table__in=tables, ended_at__isnull=True
    ).exclude(membership=membership)
    taken_from = sorted(set(others.values_list("membership_id", flat=True)))
    others.update(ended_at=now)
    TableAssignment.objects.bulk_create(
        TableAssignment(membership=membership, table=table, assigned_at=now) for table in tables
    )
    return taken_from


def _revoke_links(membership: Membership, now: datetime) -> list[int]:
    live = AccessLink.objects.filter(membership=membership, revoked_at__isnull=True)
    ended = list(live.values_list("pk", flat=True))
    live.update(revoked_at=now)
    return ended


def _write_mail(event: Tournament, membership: Membership, link: AccessLink, token: str, *, now: datetime) -> None:
    if not (membership.email and settings.MAIL_CONFIGURED):
        return
    words = {"event": event_name(event), "name": membership.name, "url": address(token)}
    notices.queue_mail(
        event,
        dedupe_key=f"referee:{link.pk}",
        recipient=membership.email,
        subject=_("Your referee's link for “%(event)s”") % words,
        body=_(
            "%(name)s, this is your personal link as a referee of “%(event)s”. "
            "Open it on your phone and give it to nobody:\n%(url)s"
        )
        % words,
        now=now,
    )
