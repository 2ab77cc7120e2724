from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from tournaments import regulations
from tournaments.regulations import Regulations

IDENTITY = {"name": "春季赛", "day": "2026-05-16", "starts": "09:00"}


def faults(document):
    with pytest.raises(ValidationError) as refused:
        regulations.parse(document)
    return [(".".join(map(str, fault["loc"])), fault["type"], fault["msg"]) for fault in refused.value.errors()]


def test_the_preset_holds_the_figures_of_s1():
    """S1-5: two rounds of two hours, reminder 30 minutes before the end, last three deals; S1-7: nine tables."""
    parsed = regulations.parse({"identity": IDENTITY})

    timing = parsed.stage.timing
    assert (parsed.stage.rounds, timing.round_seconds, timing.reminder_seconds, timing.last_deals) == (2, 7200, 1800, 3)
    assert (parsed.venue.tables, parsed.registration.capacity) == (9, 18)


def test_the_document_round_trips():
    parsed = regulations.parse({"identity": IDENTITY, "registration": {"opens_at": "2026-04-01T09:00:00+08:00"}})

    assert regulations.parse(regulations.dump(parsed)) == parsed


def test_the_start_is_aware_in_the_zone_of_the_event():
    parsed = regulations.parse({"identity": IDENTITY})

    assert parsed.identity.starts_at == datetime(2026, 5, 16, 1, 0, tzinfo=UTC)


def test_unknown_keys_are_refused_at_their_place():
    assert faults({"identity": {**IDENTITY, "colour": "red"}}) == [
        ("identity.colour", "extra_forbidden", "Extra inputs are not permitted")
    ]


@pytest.mark.parametrize(
    ("section", "place", "code"),
    [
        ({"identity": {**IDENTITY, "zone": "Mars/Base"}}, "identity.zone", "unknown_zone"),
        (
            {
                "identity": IDENTITY,
                "registration": {"opens_at": "2026-05-02T00:00:00Z", "closes_at": "2026-05-01T00:00:00Z"},
            },
            "registration",
            "window_reversed",
        ),
        (
            {"identity": IDENTITY, "stages": [{"timing": {"round_seconds": 60, "reminder_seconds": 60}}]},
            "stages.0.timing",
            "reminder_past_round",
        ),
        (
            {"identity": IDENTITY, "stages": [{"scoring": {"tiebreaks": ["lots", "lots"]}}]},
            "stages.0.scoring.tiebreaks",
            "tiebreak_twice",
        ),
        (
            {"identity": IDENTITY, "stages": [{"scoring": {"tiebreaks": ["shared", "wins"]}}]},
            "stages.0.scoring.tiebreaks",
            "shared_not_last",
        ),
    ],
)
def test_a_contradiction_is_named_by_a_code_at_its_place(section, place, code):
    assert faults(section)[0] == (place, "value_error", f"Value error, {code}")


def test_the_schema_can_be_exported():
    assert set(Regulations.model_json_schema()["properties"]) == {
        "schema_version", "preset", "identity", "registration", "divisions", "venue", "stages", "results", "awards",
    }  # fmt: skip
