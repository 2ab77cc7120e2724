"""A secret that is shown once: kept in the session between the form and the page that follows it."""

from django.http import HttpRequest

KEY = "shown_once"


def keep(request: HttpRequest, **shown: str) -> None:
    request.session[KEY] = shown


def take(request: HttpRequest) -> dict[str, str] | None:
    """Return what is to be shown and forget it; None where there is nothing."""
    shown = request.session.pop(KEY, None)
    return dict(shown) if shown else None
