"""What every page knows about the site."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "public_url": settings.PUBLIC_URL,
        "phones_can_reach": settings.NETWORK.phones_can_reach,
        "mail_configured": settings.MAIL_CONFIGURED,
    }
