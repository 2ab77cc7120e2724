"""The API's addresses, under `/api/`."""

from django.urls import path

from tournaments.api import clock, play, results, schema

EVENT = "v1/events/<event:slug>/"

urlpatterns = [
    path(f"{EVENT}clock/", clock.ClockView.as_view(), name="api-clock"),
    path(f"{EVENT}tables/<int:table>/", results.TableView.as_view(), name="api-table"),
    path(f"{EVENT}tables/<int:table>/play/", play.PlayView.as_view(), name="api-play"),
    path(f"{EVENT}deals/", play.DealsView.as_view(), name="api-deals"),
    path(f"{EVENT}deals/remove/", play.RemovalView.as_view(), name="api-deals-remove"),
    path(f"{EVENT}rulings/", play.RulingsView.as_view(), name="api-rulings"),
    path(f"{EVENT}rulings/reverse/", play.ReversalView.as_view(), name="api-rulings-reverse"),
    path(f"{EVENT}arrivals/", play.ArrivalsView.as_view(), name="api-arrivals"),
    path(f"{EVENT}lateness/", play.LatenessView.as_view(), name="api-lateness"),
    path(f"{EVENT}results/", results.SubmissionView.as_view(), name="api-results"),
    path("schema/", schema.SchemaView.as_view(), name="api-schema"),
    path("docs/", schema.DocsView.as_view(), name="api-docs"),
]
