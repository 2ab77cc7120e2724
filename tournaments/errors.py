"""Refusals: what an action will not do, as a code with parameters. Words stand in `phrases`."""

from collections.abc import Mapping


class Refusal(Exception):  # noqa: N818 a refusal is an answer, not a fault
    """Say no before anything was written.

    `code` is a key of `phrases.refusals.REFUSALS`, `params` fill its named placeholders, `field` names the form
    field it belongs to ("" when it belongs to the whole). `status` is the HTTP status at the boundary.
    """

    status = 409

    def __init__(self, code: str, *, field: str = "", **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params: Mapping[str, object] = params


class NotAllowed(Refusal):
    """The actor may not do this."""

    status = 403


class NotFound(Refusal):
    """It does not exist, or is not visible to the actor: the same answer for both."""

    status = 404

    def __init__(self, code: str = "not_found", *, field: str = "", **params: object) -> None:
        super().__init__(code, field=field, **params)


class Invalid(Refusal):
    """What was given cannot be: the field that it belongs to is named."""

    status = 422


class Gone(Refusal):
    """The page is older than the state of the event."""

    status = 409
