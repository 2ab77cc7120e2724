"""An event of two campuses for the tests of divisions: ten places in the east, what is left in the west."""

from typing import Any

from tournaments.models import Tournament
from tournaments.tests import cast

EAST = {"code": "east", "name": "东校区", "name_en": "East campus", "capacity": 10}
WEST = {"code": "west", "name": "西校区", "name_en": "West campus"}
BOTH = (EAST, WEST)
MORNING = {"code": "morning", "name": "上午场", "format": "random_rounds", "divisions": ["east"]}
AFTERNOON = {
    "code": "afternoon", "name": "下午场", "format": "random_rounds", "divisions": ["west"],
    "starts_at": "2026-05-16T14:00:00+08:00",
}  # fmt: skip


def campuses(**parts: Any) -> Tournament:
    """Make a published event of both campuses, who play one stage of two random rounds."""
    return cast.event(**{"divisions": list(BOTH), "stages": [{"format": "random_rounds"}], **parts})


def sessions(**parts: Any) -> Tournament:
    """Make a published event of two sessions, each a stage of one of the divisions."""
    return campuses(stages=[MORNING, AFTERNOON], **parts)


def fill(event: Tournament, east: int, west: int) -> None:
    """Enter so many pairs of each campus, none of a unit."""
    for place in range(east + west):
        cast.team(event, *cast.pair_names(place), division="east" if place < east else "west")
