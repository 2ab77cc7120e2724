"""Events of any stages, played through the real actions with results that a seed decides."""

from collections.abc import Callable
from random import Random
from typing import Any

from tournaments.actions import clocks, draws, results, rounds, stages
from tournaments.models import Draw, Match, Round, Stage, Team, Tournament
from tournaments.policy import Actor
from tournaments.selectors.stage_field import NOTHING, Wanted, due_of
from tournaments.selectors.stages import stage_of, stages_of
from tournaments.states import RoundState
from tournaments.tests import cast
from tournaments.tests.results.hall import key

Winner = Callable[[Match], int]
LABELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def event_of(*plans: dict[str, Any], teams: int, slug: str = "cup", units: int = 0) -> Tournament:
    """Make an event with these stages whose list is frozen; teams are shared out among so many units, 0 for none."""
    event = cast.event(slug, stages=list(plans), registration={"capacity": max(teams, 2)}, venue={"tables": 64})
    for index in range(teams):
        unit = f"单位{index % units}" if units else ""
        cast.team(event, f"甲{index}", f"乙{index}", unit_name=unit)
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    return event


def fresh(event: Tournament) -> Tournament:
    return Tournament.objects.select_related("rules").get(pk=event.pk)


def draw(actor: Actor, event: Tournament, *, wanted: Wanted = NOTHING, seed: str = "20260516") -> Draw:
    """Draw what is due from a seed, check it and release it."""
    made = draws.make(actor, event, called_seed=seed, wanted=wanted)
    draws.check(actor, event, made.pk)
    return draws.release(actor, event, made.pk)


def open_rounds(event: Tournament) -> list[int]:
    rows = Round.objects.filter(stage__division__tournament=event, state=RoundState.RELEASED)
    return list(rows.order_by("number").values_list("number", flat=True))


def start(actor: Actor, event: Tournament, number: int) -> None:
    clocks.start(actor, event, number)


def to_play(event: Tournament, number: int) -> list[Match]:
    rows = Match.objects.filter(round__stage__division__tournament=event, round__number=number, table__isnull=False)
    return list(rows.order_by("table"))


def result(actor: Actor, event: Tournament, match: Match, winner: int, *, by: int = 3, loser: int = 4) -> None:
    """Type the result of a match: side `winner` rose `by` levels more than the other."""
    levels = [LABELS[loser], LABELS[loser]]
    levels[winner] = LABELS[loser + by]
    results.type_result(actor, event, match_id=match.pk, key=key(), levels=levels, signed=True)


def play(actor: Actor, event: Tournament, number: int, *, winner: Winner | None = None, seed: int = 1) -> None:
    """Start a round, type a result at every table and close it."""
    chance = Random(seed * 1000 + number)  # noqa: S311 results of a test
    start(actor, event, number)
    for match in to_play(event, number):
        side = winner(match) if winner is not None else chance.randrange(2)
        result(actor, event, match, side, by=chance.randrange(1, 6), loser=chance.randrange(7))
    rounds.close(actor, event, number)


def best_wins(match: Match) -> int:
    """Let the team with the lower number win."""
    numbers = [side.team.number if side.team else 0 for side in match.sides.select_related("team").order_by("position")]
    return int(numbers[0] > numbers[1])


def play_stage(actor: Actor, event: Tournament, *, winner: Winner | None = None, seed: int = 1) -> Stage:
    """Draw and play the current stage to its end; it stays open."""
    stage = stage_of(fresh(event))
    while not due_of(stage).obstacle:
        draw(actor, fresh(event), seed=str(seed))
        numbers = open_rounds(event)
        while numbers:
            play(actor, event, numbers[0], winner=winner, seed=seed)
            numbers = open_rounds(event)
        stage = stage_of(fresh(event))
    return stage


def play_event(actor: Actor, event: Tournament, *, winner: Winner | None = None, seed: int = 1) -> None:
    """Play every stage and close it."""
    for each in stages_of(fresh(event)):
        stage = play_stage(actor, event, winner=winner, seed=seed)
        assert stage.pk == each.pk
        stages.close_stage(actor, fresh(event), stage.pk)


def number_of(team: int) -> int:
    return Team.objects.get(pk=team).number
