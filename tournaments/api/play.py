"""A match deal by deal: deals, rulings and arrivals as the table's page sends them, and the play as it stands."""

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments.actions import deals, lateness, rulings
from tournaments.actions.at_table import Page
from tournaments.api import play_serializers as shapes
from tournaments.api import serializers
from tournaments.api.results import REFUSED, BrowserView
from tournaments.forms.fields import asked_number
from tournaments.policy import Actor, Permission
from tournaments.selectors import access
from tournaments.selectors.play import find, match_to_play, play_at, play_object

if TYPE_CHECKING:
    from tournaments.models import Ruling, Tournament

SENT = {
    400: OpenApiResponse(serializers.Error, "Not JSON, or a field that is missing, malformed or unknown."),
    **REFUSED,
    409: OpenApiResponse(serializers.Error, "Another phone was quicker, or the state of the match forbids it."),
    415: OpenApiResponse(serializers.Error, "The body is not application/json."),
    422: OpenApiResponse(serializers.Error, "The rules do not allow it; `field` says where."),
}
AGAIN = "Sending it again with the same key is harmless and gives the same receipt, with the play as it is now."
FRESH = {"Cache-Control": "no-store"}


class PlayView(BrowserView):
    @extend_schema(
        operation_id="play",
        summary="A table's match deal by deal",
        parameters=[OpenApiParameter("sitting", int, description="Which turn at the table; without it the present.")],
        responses={200: shapes.Play, **REFUSED},
    )
    def get(self, request: Request, slug: str, table: int) -> Response:
        event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        sitting = asked_number(request.query_params.get("sitting", ""))
        return Response(play_at(event, actor, table, sitting), headers=FRESH)


class DealsView(BrowserView):
    @extend_schema(
        operation_id="record_deal",
        summary="Store a deal, or correct one; or count it only",
        description=AGAIN,
        request=shapes.DealForm,
        responses={200: shapes.DealAnswer, **SENT},
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        given = _given(shapes.DealForm(data=request.data))
        page, key = _page(given), given.pop("key")
        preview, observed_at = given.pop("preview"), given.pop("observed_at")
        form = deals.DealForm(**given)
        if preview:
            play = deals.preview_deal(actor, event, form, page=page, key=key)
            whole = play_object(event, actor, play.match, play)
            return _deal_answer(event, key, whole, form.number, None)
        receipt = deals.record_deal(actor, event, form, page=page, key=key, observed_at=observed_at)
        whole = _play(event, actor, receipt.match_id)
        return _deal_answer(event, receipt.key, whole, receipt.number, receipt)


class RemovalView(BrowserView):
    @extend_schema(
        operation_id="remove_deal",
        summary="Take the last deal out again, with a reason",
        description=AGAIN,
        request=shapes.RemovalForm,
        responses={200: shapes.DealAnswer, **SENT},
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        given = _given(shapes.RemovalForm(data=request.data))
        receipt = deals.remove_deal(actor, event, page=_page(given), **given)
        return _deal_answer(event, receipt.key, _play(event, actor, receipt.match_id), receipt.number, receipt)


class RulingsView(BrowserView):
    @extend_schema(
        operation_id="rule",
        summary="Rule against a side",
        description=AGAIN,
        request=shapes.RulingForm,
        responses={200: shapes.RulingAnswer, **SENT},
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        given = _given(shapes.RulingForm(data=request.data))
        page, key = _page(given), given.pop("key")
        form = rulings.Ruled(**{**given, "effect": given["effect"] or None})
        ruling = rulings.rule(actor, event, form, match_id=page.match_id, key=key, page=page)
        return _ruling_answer(event, actor, key, ruling)


class ReversalView(BrowserView):
    @extend_schema(
        operation_id="reverse_ruling",
        summary="Take a ruling back, with a reason",
        description=AGAIN,
        request=shapes.ReversalForm,
        responses={200: shapes.RulingAnswer, **SENT},
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        given = _given(shapes.ReversalForm(data=request.data))
        ruling = rulings.reverse(actor, event, ruling_id=given["ruling"], reason=given["reason"], key=given["key"])
        return _ruling_answer(event, actor, given["key"], ruling)


class ArrivalsView(BrowserView):
    @extend_schema(
        operation_id="note_arrival",
        summary="Note when a side came",
        description=AGAIN,
        request=shapes.ArrivalForm,
        responses={200: shapes.ArrivalAnswer, **SENT},
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        given = _given(shapes.ArrivalForm(data=request.data))
        page = _page(given)
        came = lateness.arrived(actor, event, page=page, match_id=page.match_id, **given)
        arrival = {"side": came.side, "at": came.at.isoformat(), "seconds": came.seconds}
        body = {"key": came.key, "arrival": arrival, "play": _play(event, actor, came.match_id)}
        return Response(body, headers=FRESH)


class LatenessView(BrowserView):
    @extend_schema(
        operation_id="confirm_lateness",
        summary="Confirm the step of the rules for a side that came late",
        description=AGAIN,
        request=shapes.LatenessForm,
        responses={200: shapes.RulingAnswer, **SENT},
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        given = _given(shapes.LatenessForm(data=request.data))
        page = _page(given)
        ruling = lateness.confirm_lateness(actor, event, page=page, match_id=page.match_id, **given)
        return _ruling_answer(event, actor, given["key"], ruling)


def _given(form: BaseSerializer[Any]) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def _page(given: dict[str, Any]) -> Page:
    """Take what the page showed out of a form."""
    return Page(given.pop("match"), given.pop("round"), given.pop("table"))


def _play(event: "Tournament", actor: Actor, match_id: int) -> dict[str, Any]:
    return play_object(event, actor, match_to_play(event, match_id))


def _deal_answer(
    event: "Tournament", key: str, play: dict[str, Any], number: int, receipt: deals.DealReceipt | None
) -> Response:
    """Answer a deal with the play; without a receipt it is a preview."""
    row = find(play["deals"], "number", number)
    at = receipt.received_at if receipt is not None else None
    stored = {
        "number": number,
        "version": receipt.version if receipt is not None else row["version"] if row is not None else 0,
        "removed": receipt.removed if receipt is not None else False,
        "sentence": row["sentence"] if row is not None else "",
        "received_at": at.isoformat() if at is not None else None,
        "received_time": event.clock_time(at) if at is not None else "",
    }
    return Response({"key": key, "preview": receipt is None, "deal": stored, "play": play}, headers=FRESH)


def _ruling_answer(event: "Tournament", actor: Actor, key: str, ruling: "Ruling") -> Response:
    play = _play(event, actor, ruling.match_id or 0)
    body = {"key": key, "ruling": find(play["rulings"], "id", ruling.pk), "play": play}
    return Response(body, headers=FRESH)
