"""Every event that comes along, played to its end by the file; the rehearsal itself; and what is stored, rechecked."""

import subprocess
import sys
from datetime import date
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from pydantic_core import PydanticCustomError

from tournaments.divisionplans import check_stages
from tournaments.events import reading
from tournaments.management.commands.rehearse import SHARES, plans_for, sizes
from tournaments.models import Draw, ResultSheet, Tournament
from tournaments.rehearsal.directing import rehearse
from tournaments.rehearsal.plan import Plan

DAY, MOST_TEAMS = date(2026, 5, 16), 101
TROUBLE = {"withdraw": 0.3, "late": 0.1, "forfeit": 0.15, "correct": 0.15}


def smallest_odd_field(code):
    """Return the fewest teams from seven on, an odd number, with which every stage can be played.

    Where nobody may ever meet again, as many that some may leave and it is still possible.
    """
    rules = reading.load(code).regulations(DAY)
    divisions = [plan.model_copy(update={"capacity": None}) for plan in rules.divisions]
    strict = sum(plan.rounds for plan in rules.stages if plan.constraints.no_rematch == "never")
    for teams in range(max(7, 2 * strict + 3), MOST_TEAMS, 2):
        try:
            check_stages(rules.stages, divisions, teams)
        except PydanticCustomError:
            continue
        return teams
    raise AssertionError(code)


def rehearsed(code, teams=None, **shares):
    event = reading.load(code)
    return rehearse(event, Plan(teams or event.template.teams, **shares), slug=f"{code}-rehearsal", today=DAY)


@pytest.mark.rehearsal
@pytest.mark.parametrize("code", reading.codes())
def test_every_event_is_played_to_its_end_by_its_own_field(db, code):
    report = rehearsed(code)

    assert [str(each) for each in report.violations] == []
    assert {place.team for place in report.standings} == set(range(1, report.teams + 1))


@pytest.mark.rehearsal
@pytest.mark.parametrize("code", reading.codes())
def test_every_event_is_played_by_an_odd_field_with_everything_that_happens(db, code):
    report = rehearsed(code, smallest_odd_field(code), **TROUBLE)

    assert [str(each) for each in report.violations] == []


def test_a_rehearsal_with_the_same_seed_is_the_same(db):
    event, plan = reading.load("n27"), Plan(9, seed=4, forfeit=0.2)

    reports = [rehearse(event, plan, slug=f"rehearsal-{number}", today=DAY) for number in (1, 2)]

    assert reports[0] == reports[1]


def test_what_a_notice_asserts_wrongly_is_found(db):
    text = reading.write(reading.load("n27").regulations(DAY)).rstrip().removesuffix("}")
    facts = """, "facts": [
        {"fact": "counts", "when": "won", "points": "3", "per_level": "1/10"},
        {"fact": "clock", "minutes": 45},
        {"fact": "ranked_by", "criteria": ["wins", "shared"]},
        {"fact": "drawn", "how": "at_once"},
        {"fact": "rule", "path": "deck.decks", "value": 3}
    ]}"""

    report = rehearse(reading.read(text + facts), Plan(8), slug="wrong", today=DAY)

    assert {each.code for each in report.violations} == {
        "fact counts", "fact clock", "fact ranked_by", "fact drawn", "fact rule"
    }  # fmt: skip


def test_a_refusal_on_the_way_is_a_violation(db):
    text = '[identity]\nname = "x"\nday = 2026-05-16\nstarts = 09:00:00\n[[stages]]\nformat = "random"\nrounds = 5\n'
    strict = text + '[stages.constraints]\nno_rematch = "never"\n'

    report = rehearse(reading.read(strict), Plan(4), slug="too-long", today=DAY)

    assert [each.words.split()[0] for each in report.violations] == ["draw_impossible_no_rematch"]


def test_sizes_lie_around_the_own_one():
    assert [sizes(8, 1), sizes(8, 4), sizes(4, 3)] == [[8], [8, 9, 7, 10], [4, 5]]


def test_large_fields_play_a_quarter_of_the_seeds():
    options = {"teams": 9, "sizes": 2, "seed": 1, "seeds": 6, "large": 10, **dict.fromkeys(SHARES, 0.0)}

    plans = [(plan.teams, plan.seed) for plan in plans_for(reading.load("n27"), options)]

    assert plans == [*((9, seed) for seed in range(1, 7)), (10, 1), (10, 2)]


def test_the_command_plays_apart_and_leaves_nothing_behind(tmp_path):
    """Neither this database nor the one that is configured gets anything."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "rehearse", "s3", "--teams=5", "--seed=2"]

    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"VAR_DIR": str(tmp_path)})

    assert (done.returncode, done.stdout.splitlines()[-1].split()[:4]) == (0, ["s3", "5", "teams", "seed"])
    assert len(done.stdout.splitlines()) == 6
    assert not (tmp_path / "portal.sqlite3").exists()


def test_two_processes_share_the_plays_and_their_sum_is_a_table(tmp_path):
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "rehearse", "s3", "n26", "--sizes=2", "--jobs=2"]

    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"VAR_DIR": str(tmp_path)})

    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(line.split()[:2] for line in lines[:4]) == [["n26", "8"], ["n26", "9"], ["s3", "8"], ["s3", "9"]]
    assert [line.split()[:2] for line in lines[5:]] == [["event", "plays"], ["n26", "2"], ["s3", "2"], ["all", "4"]]


def test_the_command_fails_where_anything_is_wrong(db, tmp_path):
    path = tmp_path / "event.toml"
    text = '[identity]\nname = "x"\nday = 2026-05-16\nstarts = 09:00:00\n[registration]\ncapacity = 4\n'
    path.write_text(text + '[[facts]]\nfact = "clock"\nminutes = 45\n', encoding="utf-8")
    out = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("rehearse", str(path), here=True, stdout=out)

    assert ended.value.code == 1
    assert out.getvalue().splitlines()[-2] == ("  fact clock: main, round 1: 7200 s, reminder 1800 s, 3 last deals")


@pytest.mark.parametrize(("files", "options"), [([], {}), (["s1"], {"late": 2.0}), (["n99"], {})])
def test_what_cannot_be_rehearsed_is_refused(files, options):
    with pytest.raises(CommandError):
        call_command("rehearse", *files, **options)


def test_an_event_is_rechecked_from_what_is_stored(db):
    rehearsed("n13", 9, **TROUBLE)
    out = StringIO()

    call_command("recheck", "n13-rehearsal", stdout=out)

    assert out.getvalue().splitlines() == ["2 draws, 2 stages, 2 releases", "the same"]


def test_a_draw_and_a_release_that_were_tampered_with_are_named(db):
    rehearsed("n13", 9)
    first = Draw.objects.order_by("number")[0]
    first.outcome["rounds"][0]["matches"][0]["sides"].reverse()
    first.save(update_fields=["outcome"])
    event = Tournament.objects.get(slug="n13-rehearsal")
    sheet = ResultSheet.objects.filter(match__round__number=1, state="official", winner=0).order_by("pk")[0]
    ResultSheet.objects.filter(pk=sheet.pk).update(level_0=12, level_1=0)
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("recheck", event.slug, stdout=out)

    lines = out.getvalue().splitlines()
    assert lines[0] == "draw 1: what is stored is not what its seed draws"
    assert "heats: release 1 says something else than is counted now" in lines


def test_an_address_without_an_event_is_refused(db):
    with pytest.raises(CommandError, match="No event has the address"):
        call_command("recheck", "nowhere")


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_knockout_goes_on_where_a_team_leaves_after_its_bye(db, seed):
    """Its match against nobody was drawn, begun and never decided: the bracket once followed it for ever."""
    report = rehearsed("s0", 9, seed=seed, withdraw=1.0)

    assert [str(each) for each in report.violations] == []


HEAD = '[identity]\nname = "x"\nday = 2026-05-16\nstarts = 09:00:00\n[registration]\ncapacity = 11\n'
OTHER_FORMATS = {
    "double knockout": 'format = "double_knockout"\nruleset = "s4"\n',
    "placement": 'format = "knockout"\nruleset = "s4"\nplacement = 8\n',
    "third place, redrawn": 'format = "knockout"\nruleset = "s4"\nredraw = true\nthird_place = true\n',
    "two legs": 'format = "round_robin"\nruleset = "s2"\nlegs = 2\ngroups = { size = 4 }\n',
    "groups by rank, with the best of the next": (
        'format = "round_robin"\nruleset = "s2"\ngroups = { count = 2 }\n'
        '[[stages]]\ncode = "second"\nformat = "round_robin"\nruleset = "s2"\ngroups = { count = 2, by = "rank" }\n'
        'entrants = { from_stage = "main", per_group = 2, best = 1 }\ncarry = { kind = "part", percent = 50 }\n'
    ),
    "half of the points": (
        'format = "swiss"\nruleset = "s2"\nrounds = 3\n'
        '[[stages]]\ncode = "second"\nformat = "neighbours"\nruleset = "s2"\nrounds = 2\n'
        'entrants = { from_stage = "main", teams = 5 }\ncarry = { kind = "part", percent = 50 }\n'
    ),
}


@pytest.mark.rehearsal
@pytest.mark.parametrize("teams", [8, 11])
@pytest.mark.parametrize("name", OTHER_FORMATS)
def test_formats_that_no_event_here_has_are_played_to_their_end(db, name, teams):
    event = reading.read(f"{HEAD}[[stages]]\n{OTHER_FORMATS[name]}")

    report = rehearse(event, Plan(teams, seed=2, **TROUBLE), slug="other-format", today=DAY)

    assert [str(each) for each in report.violations] == []
