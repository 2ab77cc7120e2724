"""Papers of a round in sittings and of a hall in areas: everybody finds the turn and the place."""

import pytest

from tournaments.actions import draws
from tournaments.models import PaperKind, Tournament
from tournaments.tests import cast
from tournaments.tests.documents import desk

AREAS = [
    {"name": "一楼大厅", "name_en": "Ground floor", "first": 1, "last": 2, "divisions": []},
    {"name": "二楼", "name_en": "First floor", "first": 3, "last": 3, "divisions": []},
]


@pytest.fixture
def hall(db) -> Tournament:
    """Twelve pairs at three tables: tables 1 to 3, then 1 to 3 again."""
    event = cast.event("turns", venue={"tables": 3, "areas": AREAS}, registration={"capacity": 24})
    for index in range(12):
        cast.team(event, f"赵{'一二三四五六七八九十甲乙'[index]}", f"钱{index}", unit_name=f"单位{index % 6}")
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    organizer = cast.organizer(event)
    made = draws.make(organizer, event, called_seed="16")
    draws.check(organizer, event, made.pk)
    draws.release(organizer, event, made.pk)
    return event


def text_of(event: Tournament, kind: PaperKind, language: str = "zh-hans", **choice: int) -> str:
    return "".join(desk.pages_of(desk.pdf_of(desk.content(event, kind, **choice), language)))


@pytest.mark.parametrize(("kind", "choice"), [(PaperKind.DRAW, {}), (PaperKind.ROUND, {"round_number": 1})])
def test_the_pairings_stand_by_sitting_and_who_looks_for_a_name_finds_both(hall, kind, choice):
    said = text_of(hall, kind, **choice)

    assert said.count("第1场次") == 1
    assert said.index("第1场次") < said.index("第2场次")
    assert "“2–14”表示第2场次14号桌" in said
    places = [f"{sitting}–{table}" for sitting in (1, 2) for table in (1, 2, 3)]
    assert [place for place in places if place not in said] == []
    assert "二楼" in said


def test_score_sheets_have_numbers_of_their_own_and_codes_for_their_turn(hall):
    content = desk.content(hall, PaperKind.SCORE_SHEETS, round_number=1)
    said = text_of(hall, PaperKind.SCORE_SHEETS, round_number=1)

    numbers = [f"1.{sitting}-0{table}" for sitting in (1, 2) for table in (1, 2, 3)]
    assert [number in said for number in numbers] == [True] * 6
    assert [sheet.url.partition("?")[2] for sheet in content.sheets] == ["sitting=1"] * 3 + ["sitting=2"] * 3
    assert said.count("第2场次·二楼") == 1


def test_table_cards_say_the_area(hall):
    said = text_of(hall, PaperKind.TABLE_CARDS, "en")

    assert (said.count("Groundfloor"), said.count("Firstfloor")) == (2, 1)


def test_one_sitting_and_no_areas_are_not_spoken_of(db):
    event = cast.event()
    cast.drawn(event)

    said = text_of(event, PaperKind.DRAW) + text_of(event, PaperKind.SCORE_SHEETS, round_number=1)

    assert "场次" not in said
    assert "1-01" in said
