"""Results from the tables: what a table's page needs, and the submission of its result."""

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.actions import results
from tournaments.api import serializers
from tournaments.api.sessions import BrowserSession
from tournaments.phrases import results as result_phrases
from tournaments.phrases.deals import differ_words
from tournaments.policy import Permission
from tournaments.selectors import access, tables

if TYPE_CHECKING:
    from tournaments.actions.results import Receipt
    from tournaments.models import Tournament
    from tournaments.selectors.results import Content

REFUSED = {
    403: OpenApiResponse(serializers.Error, "Not signed in, not your table, or the form's token is missing."),
    404: OpenApiResponse(serializers.Error, "No such event, match or table."),
}


class BrowserView(APIView):
    """An address for the pages of this site; who may do what is decided by the event's roles."""

    authentication_classes = [BrowserSession]
    permission_classes = [AllowAny]


class TableView(BrowserView):
    @extend_schema(
        operation_id="table",
        summary="What is played at a table now",
        responses={200: serializers.Table, **REFUSED},
    )
    def get(self, request: Request, slug: str, table: int) -> Response:
        tournament, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        view = tables.table_view(tournament, actor, table)
        body = {
            "table": table,
            "match": view.match.pk,
            "round": {"number": view.round.number, "begun": view.begun, "closed": view.closed},
            "sides": view.sides,
            "levels": view.labels,
            "sheets": [_sheet(view, sheet) for sheet in view.sheets],
            "report": view.report,
            "clock": reverse("api-clock", args=[tournament.slug]),
        }
        return Response(serializers.Table(body).data, headers={"Cache-Control": "no-store"})


class SubmissionView(BrowserView):
    @extend_schema(
        operation_id="submit_result",
        summary="Send the result of a table",
        description="Sending it again with the same key is harmless and gives the same answer.",
        request=serializers.Submission,
        responses={
            200: serializers.Receipt,
            400: OpenApiResponse(serializers.Error, "Not JSON, or a field that is missing, malformed or unknown."),
            **REFUSED,
            409: OpenApiResponse(serializers.Error, "An old page (nothing was stored), or the round has not begun."),
            415: OpenApiResponse(serializers.Error, "The body is not application/json."),
            422: OpenApiResponse(
                serializers.Error, "A level that does not exist, or a key that was used for another content."
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament, actor = access.event(request, slug, Permission.SUBMIT_RESULT)
        form = serializers.Submission(data=request.data)
        form.is_valid(raise_exception=True)
        given: dict[str, Any] = dict(form.validated_data)
        said = results.reported(
            given.pop("levels"),
            **{name: given.pop(name) for name in ("scores", "deal_points", "winner", "draw", "dealer_side", "no_deal")},
        )
        receipt = results.submit(
            actor,
            tournament,
            match_id=given.pop("match"),
            round_number=given.pop("round"),
            late_known=given.pop("late"),
            said=said,
            **given,
        )
        return Response(serializers.Receipt(_receipt(tournament, receipt)).data, headers={"Cache-Control": "no-store"})


def _sheet(view: tables.TableView, sheet: tables.SheetView) -> dict[str, Any]:
    outcome = str(sheet.sheet.outcome)
    return {
        "version": sheet.sheet.version,
        "state": sheet.state.value,
        "state_words": str(result_phrases.STATES[sheet.state]),
        "outcome": outcome,
        "levels": sheet.levels,
        "winner": sheet.content.winner,
        "decided_by": sheet.content.decided_by,
        "scores": _scores(sheet.content),
        "deals_differ": sheet.sheet.deals_differ,
        "sentence": tables.sentence_of(view.sides, sheet),
        "received_at": sheet.sheet.received_at,
        "own": view.own is not None and view.own.sheet.pk == sheet.sheet.pk,
    }


def _receipt(tournament: "Tournament", receipt: "Receipt") -> dict[str, Any]:
    sides, points = tables.sides_and_points(tournament, receipt.match, receipt.content)
    return {
        "key": receipt.key,
        "version": receipt.version,
        "state": receipt.state.value,
        "state_words": str(result_phrases.STATES[receipt.state]),
        "match": receipt.match_id,
        "round": receipt.round_number,
        "table": receipt.table,
        "outcome": receipt.outcome,
        "levels": receipt.levels,
        "confirmed_sides": receipt.confirmed_sides,
        "winner": receipt.content.winner,
        "decided_by": receipt.content.decided_by,
        "decided_words": result_phrases.decided_words(receipt.content.decided_by),
        "scores": _scores(receipt.content),
        "deal_points": receipt.content.deal_points,
        "deals_differ": receipt.deals_differ,
        "differ_words": differ_words(receipt.deals_levels, receipt.levels) if receipt.deals_levels else "",
        "sentence": tables.words_of(sides, receipt.content, receipt.levels, points),
        "observed_at": receipt.observed_at,
        "received_at": receipt.received_at,
        "received_time": tournament.clock_time(receipt.received_at),
        "late": receipt.late,
    }


def _scores(content: "Content") -> tuple[int, int] | None:
    return content.figures if content.score_0 is not None else None
