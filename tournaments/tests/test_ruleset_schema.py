import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator

from scoring.ruleset import available_presets, dump_ruleset, json_schema, load_preset


def printed() -> dict[str, Any]:
    said = StringIO()
    call_command("ruleset_schema", stdout=said)
    return json.loads(said.getvalue())


def test_the_command_prints_the_schema() -> None:
    schema = printed()

    assert schema == json_schema()
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", available_presets())
def test_every_preset_fits_the_schema(name: str) -> None:
    faults = list(Draft202012Validator(printed()).iter_errors(dump_ruleset(load_preset(name))))

    assert faults == []


def test_the_schema_refuses_what_is_unknown_or_missing() -> None:
    data = dump_ruleset(load_preset("s1"))
    data["deck"]["colours"] = data["deck"].pop("kitty")

    faults = {fault.message for fault in Draft202012Validator(printed()).iter_errors(data)}

    assert faults == {
        "Additional properties are not allowed ('colours' was unexpected)",
        "'kitty' is a required property",
    }
