"""Links that were issued, and the address at which one is opened."""

from django.conf import settings
from django.urls import reverse

from tournaments.models import AccessLink, LinkScope, Tournament


def address(token: str) -> str:
    """Return the address of a link: its secret stands behind "#", which browsers never send."""
    return f"{settings.PUBLIC_URL}{reverse('enter')}#{token}"


def screens(tournament: Tournament) -> list[AccessLink]:
    """Return the event's screen links, the live ones first, newest first."""
    rows = AccessLink.objects.filter(tournament=tournament, scope=LinkScope.SCREEN).order_by("-pk")
    return sorted(rows, key=lambda row: row.revoked_at is not None)
