"""Where personal links lead. Opening the page changes nothing: only its form exchanges the secret."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.actions import links
from tournaments.errors import NotFound
from tournaments.phrases.refusals import refusal
from tournaments.selectors.access import SESSION_LINKS, session_link_ids

KEPT_LINKS = 60
TARGETS = {"referee": "referee-event", "team": "my-team", "screen": "screen"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "enter.html")
    try:
        link = links.exchange(secret(request.POST.get("token", "")))
    except NotFound as refused:
        return render(request, "enter.html", {"message": refusal(refused)}, status=refused.status)
    request.session[SESSION_LINKS] = [*(i for i in session_link_ids(request) if i != link.pk), link.pk][-KEPT_LINKS:]
    request.session.cycle_key()
    return to_page(link.scope, link.tournament.slug)


def secret(typed: str) -> str:
    """Return the secret of a pasted code or of a whole pasted link."""
    return typed.strip().rpartition("#")[2]


def to_page(scope: str, slug: str) -> HttpResponseRedirect:
    return redirect(TARGETS[scope], slug)


urlpatterns = [path("in/", enter, name="enter")]
