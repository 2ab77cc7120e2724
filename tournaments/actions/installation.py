"""What a new installation needs before anybody can sign in, and what its terminal shows."""

import secrets
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments import policy
from tournaments.actions import events, links
from tournaments.actions.log import lock_event, record
from tournaments.models import AccessLink, LinkScope, Membership, Role, Tournament, User
from tournaments.policy import Permission

ORGANIZER = "organizer@example.org"
LABEL = "terminal"
SAMPLES = ("sample", "sample-open")
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
    user = User.objects.create_superuser(ORGANIZER, password)
    now = timezone.now()
    for sample in Tournament.objects.filter(slug__in=SAMPLES).order_by("pk"):
        event = lock_event(sample.pk)
        membership = events.add_member(event, user, Role.ORGANIZER)
        data = {"role": membership.role, "new_account": True}
        record(policy.system(event.pk), event, "member.added", membership, now=now, data=data)
    return password


@transaction.atomic
def issue_referee_link(slug: str) -> RefereeLink | None:
    """Issue another link to the first referee of an event; None without one.

    Links of earlier starts that nobody opened end; a phone that opened one keeps its access.
    """
    found = Tournament.objects.filter(slug=slug).first()
    referees = Membership.objects.filter(tournament=found, role=Role.REFEREE, removed_at__isnull=True)
    referee = referees.order_by("pk").first()
    if found is None or referee is None:
        return None
    event = lock_event(found.pk)
    actor, now = policy.system(event.pk), timezone.now()
    policy.require(actor, Permission.MANAGE_PEOPLE, event.pk)
    links_of_starts = AccessLink.objects.filter(tournament=event, label=LABEL)
    links_of_starts.filter(last_used_at__isnull=True, revoked_at__isnull=True).update(revoked_at=now)
    link, token = links.issue(event, LinkScope.REFEREE, now=now, membership=referee, label=LABEL)
    record(actor, event, "link.issued", link, now=now, data={"scope": link.scope})
    return RefereeLink(event.regulations.identity.name, referee.name, token)
