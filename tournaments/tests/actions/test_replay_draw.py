from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.actions import draws
from tournaments.models import Tournament
from tournaments.tests import cast


@pytest.fixture
def frozen(event: Tournament):
    for index in range(7):
        cast.team(event, f"甲{index}", f"乙{index}", unit_name=f"单位{index % 3}")
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    return event


def test_a_stored_draw_replays_to_the_same(frozen):
    draw = draws.make(cast.organizer(frozen), frozen, called_seed="2718")
    said = StringIO()

    call_command("replay_draw", frozen.slug, stdout=said)

    lines = said.getvalue().splitlines()
    assert (lines[0], lines[-1]) == (f"draw 1 (draft), random_rounds 1, seed {draw.seed}", "same")


def test_a_draw_that_was_changed_by_hand_is_found_out(frozen):
    draw = draws.make(cast.organizer(frozen), frozen)
    first = draw.outcome["rounds"][0]["matches"][0]
    first["sides"] = first["sides"][::-1]
    draw.save(update_fields=["outcome"])

    with pytest.raises(CommandError) as refused:
        call_command("replay_draw", frozen.slug, stdout=StringIO())

    assert refused.value.returncode == 1


def test_an_earlier_draw_is_replayed_by_its_number(frozen):
    organizer = cast.organizer(frozen)
    draws.make(organizer, frozen, called_seed="1")
    draws.make(organizer, frozen, called_seed="2", reason="少了一队")
    said = StringIO()

    call_command("replay_draw", frozen.slug, "1", stdout=said)

    assert said.getvalue().startswith("draw 1 (discarded), random_rounds 1, seed 1\n")


@pytest.mark.parametrize("words", [["nothing"], ["spring-cup"], ["spring-cup", "3"]])
def test_what_is_not_there_is_said_with_another_exit_code(event, words):
    with pytest.raises(CommandError) as refused:
        call_command("replay_draw", *words, stdout=StringIO())

    assert refused.value.returncode == 2
