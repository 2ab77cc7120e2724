"""Refusals as JSON: `{"code", "message", "field", "params"}`, the message in the reader's language."""

from typing import Any

from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Refusal
from tournaments.phrases.refusals import refusal


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, Refusal):
        params = {name: str(value) for name, value in error.params.items()}
        return Response(_body(error.code, refusal(error), error.field, params), status=error.status)
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        field, message = _first(error.detail)
        response.data = _body("invalid", message, field)
    elif isinstance(error, APIException):
        response.data = _body(str(error.default_code), str(error.detail))
    else:
        response.data = _body(str(response.status_code), str(error))
    return response


def _body(code: str, message: str, field: str = "", params: dict[str, str] | None = None) -> dict[str, Any]:
    return {"code": code, "message": message, "field": field, "params": params or {}}


def _first(detail: Any) -> tuple[str, str]:
    """Return the first fault of a validation with the place it belongs to."""
    path: list[str] = []
    while isinstance(detail, dict | list):
        if isinstance(detail, dict):
            name, detail = next(iter(detail.items()))
            path.append(str(name))
        else:
            place, detail = next((place, part) for place, part in enumerate(detail) if part)
            path += [str(place)] if isinstance(detail, dict | list) else []
    return ".".join(path).removesuffix(".non_field_errors").removeprefix("non_field_errors"), str(detail)
