"""The hall's clock for phones and screens."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.selectors import access
from tournaments.selectors.clock import HallClock, hall_clock
from tournaments.selectors.rounds import current_round

PHASES = ("none", "planned", "running", "reminder", "time_up", "ended", "closed")


class AnnouncementSerializer(serializers.Serializer[Any]):
    """Announced once; a client shows and sounds each id once."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["reminder", "time_up"])
    key = serializers.CharField(help_text="The same as reminder_key or over_key while it is the latest of its kind.")
    at = serializers.IntegerField(help_text="When it was due, in ms since 1970 UTC.")
    late = serializers.BooleanField(help_text="Announced more than five seconds after it was due.")


class ClockSerializer(serializers.Serializer[Any]):
    """Times are the server's, in ms since 1970 UTC; what is left is `ends_at` minus the server's time."""

    now = serializers.DateTimeField()
    server_now = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    sitting = serializers.IntegerField(
        allow_null=True, help_text="The turn that the clock is of, where there are more matches than tables."
    )
    sittings = serializers.IntegerField(allow_null=True, help_text="How many turns the round has.")
    phase = serializers.ChoiceField(choices=PHASES)
    state = serializers.ChoiceField(choices=["none", "planned", "running", "paused", "ended", "closed"])
    paused = serializers.BooleanField()
    starts_at = serializers.IntegerField(allow_null=True)
    reminder_at = serializers.IntegerField(allow_null=True)
    ends_at = serializers.IntegerField(allow_null=True, help_text="null while the clock does not run")
    remaining_ms = serializers.IntegerField(allow_null=True)
    last_deals = serializers.IntegerField(allow_null=True, help_text="From the reminder on, the deal in hand included.")
    key = serializers.CharField(allow_blank=True)
    reminder_key = serializers.CharField(allow_blank=True)
    over_key = serializers.CharField(allow_blank=True)
    announcements = AnnouncementSerializer(many=True)


class ClockView(APIView):
    """The clock of the round that is played now, public. `If-None-Match` answers 304 until something happened."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="clock",
        responses={200: ClockSerializer, 304: OpenApiResponse(description="Nothing happened since that ETag.")},
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _actor = access.event(request._request, slug)  # noqa: SLF001 the framework's own way to the request
        headers = {"ETag": f'"clock-{event.live_version}"', "Cache-Control": "no-store"}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(status=304, headers=headers)
        now = timezone.now()
        body = ClockSerializer(payload(hall_clock(event, current_round(event), now), now)).data
        return Response(body, headers=headers)


def payload(clock: HallClock | None, now: datetime) -> dict[str, Any]:
    """Return what a client needs to show the clock; before a release there is none."""
    common = {"now": now, "server_now": _ms(now)}
    if clock is None:
        names = ("round", "sitting", "sittings", "starts_at", "reminder_at", "ends_at", "remaining_ms", "last_deals")
        nothing = dict.fromkeys(names)
        keys = dict.fromkeys(("key", "reminder_key", "over_key"), "")
        return {**common, **nothing, **keys, "phase": "none", "state": "none", "paused": False, "announcements": []}
    state, row = clock.state, clock.row
    return {
        **common,
        "round": clock.round.number,
        "sitting": row["sitting"],
        "sittings": row["sittings"],
        "phase": clock.phase,
        "state": row["phase"],
        "paused": state.paused,
        "starts_at": _ms(state.started_at),
        "reminder_at": _ms(state.reminder_at),
        "ends_at": _ms(state.ends_at),
        "remaining_ms": int(state.remaining.total_seconds() * 1000),
        "last_deals": state.last_deals,
        "key": row["key"],
        "reminder_key": row["reminder_key"],
        "over_key": row["over_key"],
        "announcements": [
            {"id": each.id, "kind": each.kind, "key": each.key, "at": _ms(each.at), "late": each.late}
            for each in clock.announcements
        ],
    }


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp() * 1000)
