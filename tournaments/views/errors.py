"""Error pages in words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def page(request: HttpRequest, status: int, message: str) -> HttpResponse:
    """Render a refusal as a page, or as a bare notice for a part of a page."""
    template = "partials/refusal.html" if getattr(request, "htmx", False) else "refusal.html"
    return render(request, template, {"status": status, "message": message}, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return page(request, 403, _("This form is too old or was opened elsewhere. Reload the page and send it again."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 400, _("The server could not read this request."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 404, _("There is nothing at this address."))
