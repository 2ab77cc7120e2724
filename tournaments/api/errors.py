"""Refusals as JSON: `{"code", "message", "field", "params"}`, the message in the reader's language."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Refusal
from tournaments.phrases import refusal


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, Refusal):
        body = {
            "code": error.code,
            "message": refusal(error),
            "field": error.field,
            "params": {name: str(value) for name, value in error.params.items()},
        }
        return Response(body, status=error.status)
    return exception_handler(error, context)
