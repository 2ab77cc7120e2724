"""The hands of the tests of entries: filling in the form as a pair does it."""

from itertools import count
from typing import Any

from tournaments.actions import entries
from tournaments.actions.entries import Registration
from tournaments.models import Tournament
from tournaments.policy import Actor

CANARY = "13899997777"
FORM = {
    "unit_name": "机电学院", "player_1": "王伟", "player_2": "李强", "phone": "13812341234", "email": "",
    "privacy": "on", "consent": "on", "key": "one",
}  # fmt: skip
_keys = count(1)


def form(**fields: Any) -> dict[str, Any]:
    """Return the fields of a form that is filled in well."""
    return {
        "key": f"form-{next(_keys)}",
        "players": ["王伟", "李强"],
        "unit_name": "机电学院",
        "phone": "13812341234",
        "consent": True,
        "privacy": True,
        "language": "zh-hans",
        **fields,
    }


def enter(tournament: Tournament, *players: str, **fields: Any) -> Registration:
    """Let the public enter a pair."""
    given = form(**fields)
    if players:
        given["players"] = list(players)
    return entries.register(Actor(tournament.pk), tournament, **given)


def text(response):
    return response.content.decode()


def errors_of(response):
    """Return the words at each field of the page's form, by the field's name."""
    return {name: list(words) for name, words in response.context["form"].errors.items()}
