"""Events whose field is divided, played to their end and judged part by part."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from tournaments.events import reading
from tournaments.rehearsal.directing import rehearse
from tournaments.rehearsal.plan import Plan

DAY = date(2026, 5, 16)
TROUBLE = {"withdraw": 0.3, "late": 0.1, "forfeit": 0.15, "correct": 0.15}
HEAD = '[identity]\nname = "x"\nday = 2026-05-16\nstarts = 09:00:00\n[registration]\ncapacity = 40\n'
CAMPUSES = '[[divisions]]\ncode = "east"\nname = "东校区"\n[[divisions]]\ncode = "west"\nname = "西校区"\n'
PARTS = {
    "a Swiss in groups": 'format = "swiss"\nruleset = "s2"\nrounds = 3\ngroups = { count = 2 }\n',
    "two rounds in groups by size": 'ruleset = "s1"\ngroups = { size = 5 }\n',
    "neighbours in groups of pots, then the winners": (
        'format = "neighbours"\nruleset = "s2"\nrounds = 3\ngroups = { count = 2, by = "pots" }\n'
        '[[stages]]\ncode = "final"\nformat = "knockout"\nruleset = "s4"\nseeding = "cross"\n'
        'entrants = { from_stage = "main", per_group = 2 }\n'
    ),
    "random rounds in groups, the second of each play on": (
        'format = "random"\nruleset = "s2"\nrounds = 2\ngroups = { count = 3 }\n'
        '[[stages]]\ncode = "second"\nformat = "round_robin"\nruleset = "s2"\n'
        'entrants = { from_stage = "main", per_group = 1, after = 1 }\n'
    ),
    "knockouts in groups": (
        'format = "knockout"\nruleset = "s4"\nthird_place = true\ngroups = { count = 2 }\n'
        '[[stages]]\ncode = "final"\nformat = "knockout"\nruleset = "s4"\n'
        'entrants = { from_stage = "main", per_group = 1 }\n'
    ),
    "double knockouts in groups": 'format = "double_knockout"\nruleset = "s4"\ngroups = { count = 2 }\n',
    "redrawn knockouts in groups": (
        'format = "knockout"\nruleset = "s4"\nredraw = true\nthird_place = true\ngroups = { count = 2 }\n'
    ),
    "robins by bands": (
        'format = "round_robin"\nruleset = "s2"\ngroups = { count = 2 }\n'
        '[[stages]]\ncode = "second"\nformat = "round_robin"\nruleset = "s2"\n'
        'groups = { size = 4, by = "bands" }\nentrants = { from_stage = "main" }\n'
    ),
    "a knockout until four, then bands": (
        'format = "knockout"\nruleset = "s4"\nuntil = 4\n'
        '[[stages]]\ncode = "final"\nformat = "round_robin"\nruleset = "s2"\n'
        'groups = { size = 4, by = "bands" }\nentrants = { from_stage = "main", teams = 8 }\n'
    ),
    "a redrawn knockout until three": (
        'format = "knockout"\nruleset = "s4"\nredraw = true\nuntil = 3\n'
        '[[stages]]\ncode = "final"\nformat = "round_robin"\nruleset = "s2"\n'
        'entrants = { from_stage = "main", teams = 3 }\n'
    ),
    "two finals side by side": (
        'format = "swiss"\nruleset = "s2"\nrounds = 3\n'
        '[[stages]]\ncode = "finals"\nformat = "knockout"\nruleset = "s4"\nseeding = "rank"\n'
        'groups = { size = 4, by = "bands" }\nentrants = { from_stage = "main", teams = 8 }\n'
    ),
    "two finals one after the other": (
        'format = "swiss"\nruleset = "s2"\nrounds = 3\n'
        '[[stages]]\ncode = "first"\nformat = "knockout"\nruleset = "s4"\nseeding = "rank"\n'
        'entrants = { from_stage = "main", teams = 4 }\n'
        '[[stages]]\ncode = "behind"\nformat = "knockout"\nruleset = "s4"\nseeding = "rank"\n'
        'entrants = { from_stage = "main", teams = 4, after = 4 }\n'
    ),
}
DIVIDED = {
    "a Swiss": 'format = "swiss"\nruleset = "s2"\nrounds = 3\n',
    "random rounds": 'format = "random_rounds"\nruleset = "s2"\nrounds = 3\n',
    "a knockout": 'format = "knockout"\nruleset = "s4"\nthird_place = true\n',
    "a redrawn knockout by lot": 'format = "knockout"\nruleset = "s4"\nredraw = true\nbye_to = "highest_lot"\n',
    "a double knockout": 'format = "double_knockout"\nruleset = "s4"\n',
    "groups, then a knockout of each": (
        'format = "round_robin"\nruleset = "s2"\ngroups = { count = 2 }\n'
        '[[stages]]\ncode = "cup"\nformat = "knockout"\nruleset = "s4"\nseeding = "cross"\n'
        'entrants = { from_stage = "main", per_group = 2 }\n'
    ),
    "a Swiss in groups, then bands": (
        'format = "swiss"\nruleset = "s2"\nrounds = 2\ngroups = { count = 2 }\n'
        '[[stages]]\ncode = "second"\nformat = "round_robin"\nruleset = "s2"\n'
        'groups = { count = 2, by = "bands" }\nentrants = { from_stage = "main" }\n'
    ),
}


def played(text, teams, slug="parts", **shares):
    event = reading.read(text)
    report = rehearse(event, Plan(teams, **shares), slug=slug, today=DAY)
    assert [str(each) for each in report.violations] == []
    return report


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", PARTS)
def test_a_field_in_groups_is_played_to_its_end(db, name):
    played(f"{HEAD}[[stages]]\n{PARTS[name]}", 12, seed=3)


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", PARTS)
def test_a_field_in_groups_is_played_with_everything_that_happens(db, name):
    played(f"{HEAD}[[stages]]\n{PARTS[name]}", 17, seed=5, **TROUBLE)


@pytest.mark.rehearsal
@pytest.mark.parametrize(("teams", "trouble"), [(14, {}), (19, TROUBLE)], ids=["smooth", "rough"])
@pytest.mark.parametrize("name", DIVIDED)
def test_two_divisions_are_played_to_their_end(db, name, teams, trouble):
    played(f"{HEAD}{CAMPUSES}[[stages]]\n{DIVIDED[name]}", teams, seed=7, **trouble)


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", ["a knockout", "groups, then a knockout of each"])
def test_what_is_stored_of_parts_is_drawn_and_counted_again_to_the_same(db, name):
    played(f"{HEAD}{CAMPUSES}[[stages]]\n{DIVIDED[name]}", 15, seed=9, slug="again")
    out = StringIO()

    call_command("recheck", "again", stdout=out)

    assert out.getvalue().splitlines()[-1] == "the same"
