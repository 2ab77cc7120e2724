"""The portal's addresses, and the baselines on the same server behind the same middleware."""

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from portal import urls as portal
from tournaments.models import AuditNote, Match, Team
from tournaments.selectors import standings as counted
from tournaments.views import standings


def ok(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


@csrf_exempt
def minimal(_request: HttpRequest, team: int, match: int) -> HttpResponse:
    """Store something with one INSERT and two UPDATEs, of rows that no other request touches."""
    with transaction.atomic():
        AuditNote.objects.create(text="minimal")
        Team.objects.filter(pk=team).update(name="minimal")
        Match.objects.filter(pk=match).update(sitting=F("sitting"))
    return HttpResponse("ok")


def missed(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the standings as the first visitor after a change gets them: counted, written and packed anew."""
    cache.clear()
    counted.forget()
    return standings.show(request, slug)


handler400, handler404 = portal.handler400, portal.handler404
urlpatterns = [
    path("bench/ok/", ok),
    path("bench/minimal/<int:team>/<int:match>/", minimal),
    path("bench/missed/<event:slug>/", missed),
    *portal.urlpatterns,
]
