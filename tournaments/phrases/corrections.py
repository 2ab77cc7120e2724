"""The ways to save a change of a result, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CONSEQUENCES: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "keep": (
        _("Later matches stay"),
        _("Who has come to them plays on or has played there. Only this result changes."),
    ),
    "clear": (
        _("Later matches are cleared"),
        _("Their results are put aside, and the right teams play them."),
    ),
}
ADVANCING: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "keep": (
        _("Who went on stays"),
        _("The standings are frozen anew, and they say that those who went on stay by decision."),
    ),
    "reopen": (
        _("The stage is opened again"),
        _("Nobody has gone on until it is closed again."),
    ),
}


def title_of(consequence: str, advancing: str) -> str:
    """Name a way; "" where there is only one."""
    return " · ".join(str(each[0]) for each in _parts(consequence, advancing))


def help_of(consequence: str, advancing: str) -> str:
    """Say what a way means."""
    return " ".join(str(each[1]) for each in _parts(consequence, advancing))


def _parts(consequence: str, advancing: str) -> list[tuple[str | Promise, str | Promise]]:
    parts = []
    if consequence:
        parts.append(CONSEQUENCES[consequence])
    if advancing:
        parts.append(ADVANCING[advancing])
    return parts
