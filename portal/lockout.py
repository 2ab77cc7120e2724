"""Which account a sign-in is counted for when passwords are guessed."""

from collections.abc import Mapping

from django.http import HttpRequest

LONGEST = 254


def account_of(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """Return the account's e-mail as accounts are compared, so that another spelling is not another account."""
    given = (credentials or {}).get("username") or request.POST.get("username", "")
    return given.strip().casefold()[:LONGEST]
