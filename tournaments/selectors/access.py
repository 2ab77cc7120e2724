"""The only way a boundary gets an event: fetching is checking."""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from tournaments.errors import NotAllowed, NotFound
from tournaments.models import AccessLink, Membership, Role, Tournament, User
from tournaments.policy import Actor, As, Permission
from tournaments.states import EventState

SESSION_LINKS = "links"
REHEARSAL = "shows_rehearsal"
RANK = {Role.ORGANIZER: 0, Role.CHIEF: 1, Role.DESK: 2, Role.REFEREE: 3, Role.AUDITOR: 4}


class Access(NamedTuple):
    """An event and in what quality the one who asks stands to it."""

    tournament: Tournament
    actor: Actor


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def live_links() -> Q:
    """Links that hold now: begun, not over, not revoked, and their bearer still has the role."""
    now = timezone.now()
    return Q(revoked_at__isnull=True, valid_from__lte=now, valid_to__gt=now, membership__removed_at__isnull=True)


def session_link_ids(request: HttpRequest) -> list[int]:
    return [int(link) for link in request.session.get(SESSION_LINKS, [])]


def actor_of(request: HttpRequest, tournament: Tournament) -> Actor:
    """Gather every quality that the account and the links of this browser give in this event."""
    user_id = request.user.pk if request.user.is_authenticated else None
    links = _links(tournament, session_link_ids(request))
    memberships = _memberships(tournament, user_id, [link.membership for link in links if link.membership is not None])
    qualities = {As.PUBLIC, *(As(link.scope) for link in links), *(As(m.role) for m in memberships)}
    if request.user.is_authenticated and request.user.is_staff:
        qualities.add(As.SITE_ADMIN)
    first = memberships[0] if memberships else None
    own = next((link for link in links if first and link.membership_id == first.pk), links[0] if links else None)
    return Actor(
        tournament.pk,
        frozenset(qualities),
        user_id=user_id,
        membership_id=first.pk if first else None,
        link_id=own.pk if own else None,
        team_ids=frozenset(link.team_id for link in links if link.team_id is not None),
        address=request.META.get("REMOTE_ADDR") or None,
    )


def _links(tournament: Tournament, ids: list[int]) -> list[AccessLink]:
    if not ids:
        return []
    rows = AccessLink.objects.filter(live_links(), tournament=tournament, pk__in=ids).select_related("membership")
    return list(rows.order_by("pk"))


def _memberships(tournament: Tournament, user_id: int | None, by_link: Iterable[Membership]) -> list[Membership]:
    """Return the memberships that stand, highest role first: of live links, and of the account (a query)."""
    found = {row.pk: row for row in by_link if row.tournament_id == tournament.pk}
    if user_id is not None:
        own = Membership.objects.filter(user_id=user_id, tournament=tournament, removed_at__isnull=True)
        found |= {row.pk: row for row in own}
    return sorted(found.values(), key=lambda row: (RANK[Role(row.role)], row.pk))


def account(request: HttpRequest) -> User:
    """Return the account that is signed in; NotAllowed without one."""
    if not request.user.is_authenticated:
        raise NotAllowed("not_allowed")
    return request.user


def event(request: HttpRequest, slug: str, permission: Permission | None = None) -> Access:
    """Return the event at this address, and let the page know whether it is a rehearsal.

    Raises NotFound for an unknown event and for a draft or a rehearsal that the one who asks may not see (the same
    answer), NotAllowed where `permission` is asked for and not held.
    """
    tournament = Tournament.objects.select_related("rules").filter(slug=slug).first()
    if tournament is None:
        raise NotFound
    actor = actor_of(request, tournament)
    hidden = tournament.state == EventState.DRAFT or tournament.rehearsal_of_id is not None
    if hidden and not actor.may(Permission.SEE_DRAFT):
        raise NotFound
    if permission is not None and not actor.may(permission):
        raise NotAllowed("not_allowed")
    setattr(request, REHEARSAL, tournament.rehearsal_of_id is not None)
    return Access(tournament, actor)


def link_by_token(token: str) -> AccessLink:
    """Return the live link of a token; NotFound for unknown, expired and revoked alike."""
    link = (
        AccessLink.objects.filter(live_links(), token_hash=token_hash(token))
        .select_related("tournament", "membership", "team")
        .first()
    )
    if link is None:
        raise NotFound("unknown_link")
    return link


def links_of_browser(request: HttpRequest, scope: str) -> list[AccessLink]:
    """Return the live links of one scope that this browser holds, newest first."""
    ids = session_link_ids(request)
    if not ids:
        return []
    rows = AccessLink.objects.filter(live_links(), pk__in=ids, scope=scope)
    return list(rows.select_related("tournament__rules", "membership", "team").order_by("-created_at"))
