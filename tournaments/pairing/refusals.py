"""What a draw refuses, as codes with parameters."""

from collections.abc import Mapping
from typing import Final, Literal

ConstraintName = Literal["no_rematch", "no_own_unit", "one_bye", "forbidden", "wished"]
Params = Mapping[str, int | str | bool | None]


class DrawRefused(Exception):  # noqa: N818 - a refusal is an answer to the organizer, not a fault
    """A draw that cannot be made as asked."""

    def __init__(self, code: str, params: Params | None = None) -> None:
        super().__init__(code)
        self.code: Final = code
        self.params: Final[Params] = dict(params or {})


class Impossible(DrawRefused):
    """A draw that would have to break a constraint which is never to be broken; names the constraint."""

    def __init__(self, constraint: ConstraintName, code: str, params: Params | None = None) -> None:
        super().__init__(code, params)
        self.constraint: Final = constraint
