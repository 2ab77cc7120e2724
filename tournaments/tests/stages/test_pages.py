"""The pages that were there before stages show events of several."""

import pytest
from django.test import Client

from tournaments.actions import draws
from tournaments.models import Tournament
from tournaments.selectors import standings
from tournaments.tests import cast
from tournaments.tests.stages import hall

GROUPS = {"code": "groups", "format": "round_robin", "groups": {"count": 2}}
CUP = {
    "code": "cup",
    "format": "knockout",
    "third_place": True,
    "entrants": {"from_stage": "groups", "per_group": 2, "best": 1},
}
PUBLIC = ("", "draw/", "tables/", "standings/", "rules/", "entries/", "draw/record.json")
STAFF = ("", "draw/", "rounds/", "standings/", "papers/", "entries/", "ruleset/", "settings/", "log/", "desk/")


def answers(event: Tournament, organizer: Client) -> dict[str, int]:
    standings.forget()
    found = {f"/{event.slug}/{page}": Client().get(f"/{event.slug}/{page}").status_code for page in PUBLIC}
    paths = [f"/manage/{event.slug}/{page}" for page in STAFF]
    return found | {path: organizer.get(path).status_code for path in paths}


@pytest.mark.parametrize(
    "plans", [(GROUPS, CUP), ({"format": "swiss", "rounds": 2},), ({"format": "double_knockout"},)]
)
def test_pages_answer_at_every_step(db: None, plans: tuple[dict[str, object], ...]) -> None:
    event = hall.event_of(*plans, teams=7, units=3)
    membership = cast.member(event, cast.Role.ORGANIZER)
    actor, client = cast.actor(event, cast.As.ORGANIZER, membership), cast.client_of(membership)
    wrong: dict[str, dict[str, int]] = {}

    def look(step: str) -> None:
        bad = {path: status for path, status in answers(hall.fresh(event), client).items() if status not in {200, 404}}
        if bad:
            wrong[step] = bad

    look("frozen")
    for stage in hall.stages_of(event):
        while not hall.due_of(hall.stage_of(hall.fresh(event))).obstacle:
            made = draws.make(actor, hall.fresh(event), called_seed="7")
            look(f"{stage.code} drafted")
            draws.check(actor, event, made.pk)
            draws.release(actor, hall.fresh(event), made.pk)
            look(f"{stage.code} released")
            numbers = hall.open_rounds(event)
            while numbers:
                hall.play(actor, event, numbers[0])
                look(f"{stage.code} round {numbers[0]}")
                numbers = hall.open_rounds(event)
        hall.stages.close_stage(actor, hall.fresh(event), stage.pk)
        look(f"{stage.code} closed")

    assert wrong == {}
