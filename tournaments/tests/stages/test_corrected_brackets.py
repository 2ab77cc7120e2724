"""Brackets under many corrections: whatever is corrected, the rows say what the bracket and the results say."""

from random import Random

import pytest

from tournaments.actions import brackets, results, stages
from tournaments.models import Draw, Match, MatchSide, ResultSheet, Tournament
from tournaments.pairing.brackets.playing import NOBODY, OPEN
from tournaments.policy import Actor
from tournaments.selectors.final import final_of
from tournaments.selectors.stages import stage_of
from tournaments.states import SheetState
from tournaments.tests import cast
from tournaments.tests.results.hall import key
from tournaments.tests.stages import hall


def in_rows() -> dict[int, tuple[int | None, int | None]]:
    """Read who sits where plainly."""
    found: dict[int, list[int | None]] = {}
    for side in MatchSide.objects.select_related("match").order_by("match__number", "position"):
        found.setdefault(side.match.number, []).append(side.team_id or (NOBODY if side.source == "bye" else OPEN))
    return {number: (sides[0], sides[1]) for number, sides in found.items()}


def by_the_bracket() -> dict[int, tuple[int | None, int | None]]:
    bracket = brackets.read(Draw.objects.get())
    assert bracket is not None
    return {number: seats for number, seats in bracket.seats().items() if number in bracket.matches}


def correct_one(actor: Actor, event: Tournament, chance: Random, consequence: brackets.Consequence) -> None:
    official = ResultSheet.objects.filter(state=SheetState.OFFICIAL, match__table__isnull=False)
    match = chance.choice(list(Match.objects.filter(pk__in=official.values("match")).order_by("pk")))
    levels = ["3", "3"]
    levels[chance.randrange(2)] = "9"
    results.correct(actor, event, match_id=match.pk, key=key(), levels=levels, reason="改判", consequence=consequence)


def play_what_is_open(actor: Actor, event: Tournament, chance: Random) -> None:
    """Give a result to every match of rounds that are over and lost theirs."""
    decided = ResultSheet.objects.filter(state=SheetState.OFFICIAL).values("match")
    rows = Match.objects.filter(round__state="closed", table__isnull=False).exclude(pk__in=decided)
    while match := rows.exclude(sides__team=None).order_by("round__number", "number").first():
        levels = ["3", "3"]
        levels[chance.randrange(2)] = "9"
        results.correct(actor, event, match_id=match.pk, key=key(), levels=levels, reason="补录", consequence="clear")


@pytest.mark.parametrize("consequence", ["keep", "clear"])
@pytest.mark.parametrize("plan", [{"format": "knockout", "placement": 8}, {"format": "double_knockout"}])
@pytest.mark.parametrize("seed", range(2))
def test_rows_and_bracket_agree_whatever_is_corrected(db, plan, consequence, seed):
    event = hall.event_of(plan, teams=11)
    organizer, chance = cast.organizer(event), Random(seed)  # noqa: S311 a test's corrections
    hall.draw(organizer, event, seed=str(seed))
    agreed = []

    while numbers := hall.open_rounds(event):
        hall.play(organizer, event, numbers[0], seed=seed)
        for _ in range(2):
            correct_one(organizer, event, chance, consequence)
            agreed.append(in_rows() == by_the_bracket())
        play_what_is_open(organizer, event, chance)
    stages.close_stage(organizer, event, stage_of(hall.fresh(event)).pk)

    assert all(agreed)
    assert len({row.team for row in final_of(hall.fresh(event))}) == 11
    assert final_of(hall.fresh(event))[0].place == 1
