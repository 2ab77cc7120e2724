"""The API's addresses, under `/api/`."""

from django.urls import path

from tournaments.api import clock, results, schema

EVENT = "v1/events/<event:slug>/"

urlpatterns = [
    path(f"{EVENT}clock/", clock.ClockView.as_view(), name="api-clock"),
    path(f"{EVENT}tables/<int:table>/", results.TableView.as_view(), name="api-table"),
    path(f"{EVENT}results/", results.SubmissionView.as_view(), name="api-results"),
    path("schema/", schema.SchemaView.as_view(), name="api-schema"),
    path("docs/", schema.DocsView.as_view(), name="api-docs"),
]
