"""Refusals become pages at one place."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from tournaments.errors import NotAllowed, Refusal
from tournaments.phrases.refusals import refusal
from tournaments.views.errors import page


class RefusalMiddleware:
    """Answer a Refusal that a view let through: sign-in where an account could help, else the words."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        if isinstance(exception, NotAllowed) and not request.user.is_authenticated and request.method == "GET":
            return redirect_to_login(request.get_full_path())
        return page(request, exception.status, refusal(exception))
