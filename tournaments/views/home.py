"""The first page: which events there are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.selectors import events


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "public/home.html", {"events": events.listed(timezone.now())})


urlpatterns = [path("", home, name="home")]
