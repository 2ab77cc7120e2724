"""Personal links: issued once in clear, stored hashed, revocable, exchanged for a session."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import rows
from tournaments.actions.log import lock_event, record
from tournaments.models import AccessLink, LinkScope, Membership, Team, Tournament
from tournaments.policy import Actor, Permission
from tournaments.selectors import access

TOKEN_BYTES = 18  # 144 bits
AFTER_THE_EVENT = timedelta(days=30)
LONGEST_LABEL = 80


def issue(
    tournament: Tournament,
    scope: LinkScope,
    *,
    now: datetime,
    membership: Membership | None = None,
    team: Team | None = None,
    label: str = "",
) -> tuple[AccessLink, str]:
    """Store a new link within another action's transaction; return it with its token, which nobody can read again."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    link = AccessLink.objects.create(
        tournament=tournament,
        scope=scope,
        token_hash=access.token_hash(token),
        membership=membership,
        team=team,
        label=label[:LONGEST_LABEL],
        created_at=now,
        valid_from=now,
        valid_to=_end(tournament, now),
    )
    return link, token


def issue_to_teams(tournament: Tournament, teams: Sequence[int], *, now: datetime) -> list[str]:
    """Store a new link for each team as `issue` does; return their tokens in the order of the teams."""
    tokens = [secrets.token_urlsafe(TOKEN_BYTES) for _team in teams]
    rows.store(
        AccessLink,
        tournament_id=tournament.pk,
        scope=LinkScope.TEAM,
        token_hash=[access.token_hash(token) for token in tokens],
        team_id=list(teams),
        created_at=now,
        valid_from=now,
        valid_to=_end(tournament, now),
    )
    return tokens


def _end(tournament: Tournament, now: datetime) -> datetime:
    return max(tournament.regulations.identity.starts_at, now) + AFTER_THE_EVENT


@transaction.atomic
def issue_screen(actor: Actor, tournament: Tournament, *, label: str) -> tuple[AccessLink, str]:
    """Make a read-only link for a screen in the hall."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    now = timezone.now()
    link, token = issue(event, LinkScope.SCREEN, now=now, label=label)
    record(actor, event, "link.issued", link, now=now, data={"scope": link.scope})
    return link, token


@transaction.atomic
def revoke(actor: Actor, tournament: Tournament, link_id: int) -> None:
    """End a link at once, with every session made from it. Sending it again is harmless."""
    event = lock_event(tournament.pk)
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    now = timezone.now()
    link = AccessLink.objects.filter(tournament=event, pk=link_id, revoked_at__isnull=True).first()
    if link is None:
        return
    link.revoked_at = now
    link.save(update_fields=["revoked_at"])
    record(actor, event, "link.revoked", link, now=now, data={"scope": link.scope})


def exchange(token: str) -> AccessLink:
    """Return the live link of a token and note its use; NotFound for unknown, expired and revoked alike."""
    link = access.link_by_token(token)
    AccessLink.objects.filter(pk=link.pk).update(last_used_at=timezone.now())
    return link
