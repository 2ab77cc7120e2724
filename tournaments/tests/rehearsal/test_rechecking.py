"""What is stored of parts and sittings is derived again as that of a whole field."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.events import reading
from tournaments.models import AwardDraw, Match, ResultSheet
from tournaments.rehearsal.directing import rehearse
from tournaments.rehearsal.plan import Plan

DAY = date(2026, 5, 16)
HEAD = '[identity]\nname = "x"\nday = 2026-05-16\nstarts = 09:00:00\n[registration]\ncapacity = 15\n'
EVENTS = {
    "swiss in two groups": '[[stages]]\nformat = "swiss"\nrounds = 3\nruleset = "s2"\ngroups = { count = 2 }\n',
    "a knockout that ends, then bands": (
        '[[stages]]\nformat = "knockout"\nruleset = "s4"\nuntil = 4\n'
        '[[stages]]\ncode = "second"\nformat = "round_robin"\nruleset = "s2"\ngroups = { count = 2, by = "bands" }\n'
        'entrants = { from_stage = "main", teams = 8 }\n'
    ),
    "two divisions": (
        '[[divisions]]\ncode = "men"\nname = "男子"\n[[divisions]]\ncode = "women"\nname = "女子"\n'
        '[[stages]]\nformat = "swiss"\nrounds = 3\nruleset = "s2"\n'
    ),
    "drawn prizes": (
        '[[stages]]\nformat = "swiss"\nrounds = 3\nruleset = "s2"\n'
        '[[awards.rows]]\ncode = "lucky"\nname = "幸运奖"\ngoes_to = { by = "drawn", count = 3 }\n'
    ),
    "two sittings": '[venue]\ntables = 4\n[[stages]]\nformat = "swiss"\nrounds = 3\nruleset = "s2"\n',
}


def played(name: str) -> None:
    event = reading.read(HEAD + EVENTS[name])
    report = rehearse(event, Plan(15, seed=3, withdraw=0.2, forfeit=0.1, correct=0.2), slug="again", today=DAY)
    assert [str(each) for each in report.violations] == []


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", EVENTS)
def test_what_is_stored_is_derived_again(db, name):
    played(name)
    out = StringIO()

    call_command("recheck", "again", stdout=out)

    assert out.getvalue().splitlines()[-1] == "the same"


def test_a_table_that_is_held_twice_in_a_sitting_is_named(db):
    """The database keeps a table once a sitting; rows that were moved between sittings by hand are found."""
    played("two sittings")
    rows = Match.objects.filter(round__number=1, table__isnull=False)
    moved = rows.filter(sitting=2).order_by("table").first()
    Match.objects.filter(pk=moved.pk).update(sitting=1, table=99)
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("recheck", "again", stdout=out)

    assert len(out.getvalue().splitlines()) > 1


def test_a_result_changed_beside_the_log_is_named_in_a_part(db):
    played("swiss in two groups")
    sheet = ResultSheet.objects.filter(match__round__number=1, state="official", outcome="played").order_by("pk")[0]
    ResultSheet.objects.filter(pk=sheet.pk).update(level_0=sheet.level_1, level_1=sheet.level_0, winner=None)
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("recheck", "again", stdout=out)

    assert out.getvalue().splitlines()[0].startswith(("main", "draw"))


def test_prizes_that_their_seed_does_not_draw_are_named(db):
    played("drawn prizes")
    drawn = AwardDraw.objects.get()
    AwardDraw.objects.filter(pk=drawn.pk).update(outcome={"lucky": drawn.outcome["lucky"][::-1]})
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("recheck", "again", stdout=out)

    assert "prizes 1: what is stored is not what their seed draws" in out.getvalue().splitlines()
