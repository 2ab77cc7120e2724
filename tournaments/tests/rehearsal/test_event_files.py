"""The events that come along, and events in files."""

import json
from datetime import date
from io import StringIO

import jsonschema
import pytest
from django.core.management import CommandError, call_command

from tournaments import decisions, regulations
from tournaments.events import reading
from tournaments.models import Stage, Tournament

DAY = date(2026, 5, 16)
MINIMAL = """
[identity]
name = "春季赛"
name_en = "Spring Cup"
day = 2026-05-16
starts = 09:00:00
"""


def in_file(directory, text):
    path = directory / "event.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("code", reading.codes())
def test_every_event_that_comes_along_is_read_and_follows_the_schema(code):
    event = reading.load(code)
    whole = event.regulations(DAY)

    jsonschema.validate(
        {"template": event.template.model_dump(mode="json"), **regulations.dump(whole)}, reading.json_schema()
    )
    assert event.facts
    assert whole.preset == code


@pytest.mark.parametrize("code", reading.codes())
def test_the_rounds_of_every_event_last_as_long_as_its_rules_say(code):
    """What the page of the rules prints is what the clock does."""
    for plan in reading.load(code).regulations(DAY).stages:
        ruleset = decisions.ruleset_of_plan(plan)

        assert decisions.timing_of(ruleset, plan.timing) == plan.timing.model_dump()


def test_an_exported_event_is_read_back_unchanged():
    rules = reading.load("n13").regulations(DAY)

    again = reading.read(reading.write(rules))

    assert again.regulations(date(2030, 1, 1)) == rules


def test_nothing_stands_for_no_value_in_a_file():
    text = MINIMAL + '[[stages]]\n[stages.decisions]\n"match_result.largest" = {}\n"round_clock.last_deals" = 2\n'

    plan = reading.read(text).regulations(DAY).stage

    assert plan.decisions == {"match_result.largest": None, "round_clock.last_deals": 2}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("name = ", [("", "file_is_no_toml")]),
        ('{"identity": ', [("", "file_is_no_json")]),
        ("[identity]\nname = 'x'\n[[facts]]\nfact = 'rumour'\n", [("facts.0", "union_tag_invalid")]),
        (MINIMAL + "[venue]\ntables = 0\n", [("venue.tables", "greater_than_equal")]),
        (MINIMAL + "[template]\ntitle = 'x'\nteams = 8\nunits = 8\n", [("template.title_en", "missing")]),
        (MINIMAL + "[[facts]]\nfact = 'third_place'\nstage = 'final'\n", [("facts.0", "fact_of_unknown_stage")]),
        (
            MINIMAL + "[[stages]]\n[stages.decisions]\n'levels.start' = '1'\n",
            [("stages.0.decisions.levels.start", "level_not_on_ladder")],
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_place(text, faults):
    with pytest.raises(reading.EventFileError) as refused:
        reading.read(text)

    assert [(each.place, each.fault.code) for each in refused.value.faults] == faults


def test_an_event_is_created_from_a_file(db, tmp_path):
    out = StringIO()

    call_command("create_event", in_file(tmp_path, MINIMAL), stdout=out)

    event = Tournament.objects.get(slug="spring-cup")
    assert (event.regulations.identity.name, event.regulations.identity.day) == ("春季赛", DAY)
    assert out.getvalue() == "Created the event spring-cup.\n"


def test_an_event_that_comes_along_is_created_by_its_code(db):
    call_command("create_event", "n13", slug="shop-cup", day=DAY, stdout=StringIO())

    event = Tournament.objects.get(slug="shop-cup")
    assert event.regulations.identity.name == reading.load("n13").template.title
    assert list(Stage.objects.filter(division__tournament=event).values_list("code", flat=True)) == ["heats", "final"]


def test_a_faulty_file_stores_nothing_and_names_every_fault_with_its_place(db, tmp_path):
    text = MINIMAL + "[venue]\ntables = 0\n[registration]\ncapacity = 1\n"

    with pytest.raises(CommandError) as refused:
        call_command("create_event", in_file(tmp_path, text))

    assert str(refused.value).splitlines() == ["registration.capacity：最小为 2。", "venue.tables：最小为 1。"]
    assert not Tournament.objects.exists()


def test_an_address_that_is_taken_is_refused(db, tmp_path):
    path = in_file(tmp_path, MINIMAL)
    call_command("create_event", path, stdout=StringIO())

    with pytest.raises(CommandError, match="spring-cup"):
        call_command("create_event", path)


def test_a_name_of_no_file_and_no_event_is_refused(db):
    with pytest.raises(CommandError, match="There is no file n99"):
        call_command("create_event", "n99")


def test_the_schema_of_an_event_is_printed():
    out = StringIO()

    call_command("regulations_schema", stdout=out)

    assert {"identity", "stages", "template", "facts"} <= set(json.loads(out.getvalue())["properties"])
