"""Error pages in words."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext as _

RETRY_SECONDS = 5


def page(request: HttpRequest, status: int, message: str) -> HttpResponse:
    return render(request, "refusal.html", {"status": status, "message": message}, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return page(request, 403, _("This form is too old or was opened elsewhere. Reload the page and send it again."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 400, _("The server could not read this request."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 404, _("There is nothing at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what nobody foresaw, in both languages and without reading anything more.

    A database that is away for a moment is said as such (503), so that phones and proxies try again.
    """
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    response = HttpResponse(loader.get_template("500.html").render(), status=503 if away else 500)
    response.headers["Cache-Control"] = "no-store"
    if away:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response
