"""What a new installation needs before anybody can sign in, and what its terminal shows."""

import secrets
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments.actions import links
from tournaments.models import AccessLink, LinkScope, Membership, Role, Tournament, User

ORGANIZER = "organizer@example.org"
LABEL = "terminal"
PASSWORD_BYTES = 12


class RefereeLink(NamedTuple):
    event: str
    referee: str
    token: str


@transaction.atomic
def create_organizer() -> str | None:
    """Create the account that administers the site and return its password, which nobody can read again.

    Returns None where somebody can administer the site already.
    """
    if User.objects.filter(is_staff=True).exists():
        return None
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    User.objects.create_superuser(ORGANIZER, password)
    return password


@transaction.atomic
def issue_referee_link(slug: str) -> RefereeLink | None:
    """Issue another link to the first referee of an event; None without one.

    Links of earlier starts that nobody opened end; a phone that opened one keeps its access.
    """
    event = Tournament.objects.select_for_update(of=("self",)).select_related("rules").filter(slug=slug).first()
    referee = (
        Membership.objects.filter(tournament=event, role=Role.REFEREE, removed_at__isnull=True).order_by("pk").first()
    )
    if event is None or referee is None:
        return None
    now = timezone.now()
    unused = AccessLink.objects.filter(
        tournament=event, label=LABEL, last_used_at__isnull=True, revoked_at__isnull=True
    )
    unused.update(revoked_at=now)
    _link, token = links.issue(event, LinkScope.REFEREE, now=now, membership=referee, label=LABEL)
    return RefereeLink(event.name, referee.name, token)
