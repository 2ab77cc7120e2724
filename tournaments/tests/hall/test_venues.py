import pytest
from pydantic import ValidationError

from tournaments import regulations
from tournaments.phrases import settings
from tournaments.regulations import Area, Venue

IDENTITY = {"name": "春季赛", "day": "2026-05-16", "starts": "09:00"}
HALL = {"name": "一楼", "name_en": "Ground floor", "first": 1, "last": 12, "divisions": []}
DIVISIONS = [{"code": "east", "name": "东校区"}, {"code": "west", "name": "西校区"}]


def faults(*areas, tables=18, divisions=()):
    document = {"identity": IDENTITY, "venue": {"tables": tables, "areas": list(areas)}, "divisions": list(divisions)}
    with pytest.raises(ValidationError) as refused:
        regulations.parse(document)
    return [(found.place, found.code, dict(found.params)) for found in regulations.faults(refused.value)]


def test_a_document_from_before_there_were_areas_has_none():
    parsed = regulations.parse({"identity": IDENTITY, "venue": {"tables": 7}})

    assert parsed.venue == Venue(tables=7, areas=())


def test_areas_round_trip():
    document = {"identity": IDENTITY, "venue": {"tables": 18, "areas": [HALL]}}

    parsed = regulations.parse(document)

    assert regulations.dump(parsed)["venue"] == {"tables": 18, "areas": [HALL]}
    assert regulations.parse(regulations.dump(parsed)) == parsed


@pytest.mark.parametrize(
    ("areas", "code", "params"),
    [
        ([HALL | {"first": 9, "last": 8}], "area_reversed", {"area": "一楼"}),
        ([HALL | {"last": 19}], "area_past_tables", {"area": "一楼", "table": 19, "tables": 18}),
        ([HALL, HALL | {"first": 13, "last": 18}], "area_name_twice", {"area": "一楼"}),
        (
            [HALL, HALL | {"name": "二楼", "first": 12, "last": 18}],
            "areas_overlap",
            {"area": "一楼", "other": "二楼", "table": 12},
        ),
    ],
)
def test_areas_that_cannot_be_are_named_at_the_hall(areas, code, params):
    assert faults(*areas) == [("venue", code, params)]
    assert code in settings.FAULTS


@pytest.mark.parametrize(
    ("areas", "code", "params"),
    [
        ([HALL | {"divisions": ["north"]}], "area_division_unknown", {"area": "一楼", "division": "north"}),
        (
            [HALL | {"divisions": ["east"]}, {"name": "二楼", "first": 13, "last": 18, "divisions": ["east"]}],
            "division_without_tables",
            {"division": "西校区"},
        ),
    ],
)
def test_areas_fit_the_divisions(areas, code, params):
    assert faults(*areas, divisions=DIVISIONS) == [("", code, params)]
    assert code in settings.FAULTS


def test_an_open_area_takes_everybody_and_a_table_of_no_area_whom_no_area_names():
    venue = Venue(
        tables=6, areas=(Area(name="A", first=1, last=2, divisions=("east",)), Area(name="B", first=3, last=4))
    )

    assert venue.tables_for("east") == (1, 2, 3, 4)
    assert venue.tables_for("west") == (3, 4, 5, 6)
    assert venue.tables_for() == (1, 2, 3, 4, 5, 6)
    assert (venue.area_at(4), venue.area_at(5)) == (venue.areas[1], None)
