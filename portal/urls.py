"""Every address of the site, by area. Each module of views owns the table of its own addresses."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from portal import health
from tournaments.views.addresses import EventConverter

register_converter(EventConverter, "event")

handler400 = "tournaments.views.errors.bad_request"
handler404 = "tournaments.views.errors.not_found"
handler500 = "tournaments.views.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz/", health.healthz, name="healthz"),
    # No token: choosing a language harms nobody, and so a public page stays the same for all and can be cached.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("accounts/", include("tournaments.views.accounts")),
    path("", include("tournaments.views.home")),
    path("", include("tournaments.views.enter")),
    path("", include("tournaments.views.manage_event")),
    path("", include("tournaments.views.manage_stages")),
    path("", include("tournaments.views.manage_going_on")),
    path("", include("tournaments.views.manage_rehearsals")),
    path("", include("tournaments.views.manage_referees")),
    path("", include("tournaments.views.manage_screens")),
    path("", include("tournaments.views.manage_log")),
    path("", include("tournaments.views.registration")),
    path("", include("tournaments.views.own_team")),
    path("", include("tournaments.views.manage_entries")),
    path("", include("tournaments.views.manage_units")),
    path("", include("tournaments.views.manage_team")),
    path("", include("tournaments.views.referee")),
    path("", include("tournaments.views.referee_deals")),
    path("", include("tournaments.views.manage_draw")),
    path("", include("tournaments.views.manage_rounds")),
    path("", include("tournaments.views.screen")),
    path("", include("tournaments.views.draw")),
    path("", include("tournaments.views.tables")),
    path("", include("tournaments.views.clock")),
    path("", include("tournaments.views.desk")),
    path("", include("tournaments.views.desk_corrections")),
    path("", include("tournaments.views.desk_rulings")),
    path("", include("tournaments.views.event")),
    path("", include("tournaments.views.standings")),
    path("", include("tournaments.views.bracket")),
    path("", include("tournaments.views.awards")),
    path("", include("tournaments.views.manage_standings")),
    path("", include("tournaments.views.manage_points")),
    path("", include("tournaments.views.find")),
    path("", include("tournaments.views.team_page")),
    path("", include("tournaments.views.rules")),
    path("", include("tournaments.views.manage_rulesets")),
    path("", include("tournaments.views.papers")),
    path("admin/", admin.site.urls),
    path("api/", include("tournaments.api.urls")),
]
if settings.STYLEGUIDE:
    urlpatterns.append(path("styleguide/", include("tournaments.views.styleguide")))
