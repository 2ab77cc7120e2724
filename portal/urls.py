"""Every address of the site, by area. Each module of views owns the table of its own addresses."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.urls import urlpatterns as account_patterns
from django.urls import URLPattern, URLResolver, include, path, register_converter

from portal import health
from tournaments.views.addresses import EventConverter

register_converter(EventConverter, "event")

handler400 = "tournaments.views.errors.bad_request"
handler404 = "tournaments.views.errors.not_found"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz/", health.healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("accounts/", include(account_patterns)),
    path("admin/", admin.site.urls),
]
if settings.STYLEGUIDE:
    urlpatterns.append(path("styleguide/", include("tournaments.views.styleguide")))
