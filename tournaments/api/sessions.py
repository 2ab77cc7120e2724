"""Who calls the API: the browser's session, of an account or of personal links."""

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import CSRFCheck, SessionAuthentication
from rest_framework.request import Request

from tournaments.errors import NotAllowed


def _nothing(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


class BrowserSession(SessionAuthentication):
    """Demand the CSRF token of every writing request, also where a link and no account stands behind the session.

    The framework's own class does so for accounts only.
    """

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, None] | None:
        self.enforce_csrf(request)
        user = request._request.user  # noqa: SLF001 the framework's way to what the middleware found
        return (user, None) if user.is_authenticated and user.is_active else None

    def enforce_csrf(self, request: Request) -> None:
        check = CSRFCheck(_nothing)
        check.process_request(request)
        if check.process_view(request, _nothing, (), {}):
            raise NotAllowed("form_expired")
