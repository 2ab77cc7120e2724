"""Level tables: of the documents, and whatever an organizer may make of one."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import ScoringError
from scoring.ruleset import LevelChange, LevelTable, Row, available_presets, decide, load_preset
from scoring.tests.cast import EXAMPLES, S1

FIVES = range(-200, 705, 5)
EDGES = {
    "s0": [  # S0-4: 30 points a level both ways, no bonus for 0, no cap
        (-35, True, 6), (-30, True, 5), (-5, True, 5), (0, True, 4), (25, True, 4), (30, True, 3), (55, True, 3),
        (60, True, 2), (85, True, 2), (90, True, 1), (115, True, 1), (120, False, 0), (145, False, 0), (150, False, 1),
        (175, False, 1), (180, False, 2), (210, False, 3), (240, False, 4), (265, False, 4), (270, False, 5),
    ],
    "s1": [  # S1-1.8
        (-300, True, 3), (0, True, 3), (5, True, 2), (55, True, 2), (60, True, 1), (115, True, 1), (120, False, 0),
        (175, False, 0), (180, False, 1), (235, False, 1), (240, False, 2), (295, False, 2), (300, False, 3),
        (900, False, 3),
    ],
    "s2": [  # S2-6: 160 and 200 belong to the lower bands
        (-80, True, 5), (-75, True, 4), (-40, True, 4), (-35, True, 3), (0, True, 3), (5, True, 2), (35, True, 2),
        (40, True, 1), (75, True, 1), (80, False, 0), (115, False, 0), (120, False, 1), (160, False, 1),
        (165, False, 2), (200, False, 2), (205, False, 3), (240, False, 3), (245, False, 4), (280, False, 4),
        (285, False, 5),
    ],
    "s3": [  # S3-C11: no band of one level for the attackers
        (-100, True, 3), (0, True, 3), (5, True, 2), (35, True, 2), (40, True, 1), (75, True, 1), (80, False, 0),
        (115, False, 0), (120, False, 2), (145, False, 2), (150, False, 3), (400, False, 3),
    ],
    "s3_play": [  # S3-P6
        (-100, True, 3), (0, True, 3), (5, True, 2), (35, True, 2), (40, True, 1), (75, True, 1), (80, False, 0),
        (115, False, 0), (120, False, 1), (155, False, 1), (160, False, 2), (195, False, 2), (200, False, 3),
        (400, False, 3),
    ],
    "s4": [  # S4-5: each 60 one more, both ways
        (-120, True, 5), (-115, True, 4), (-60, True, 4), (-55, True, 3), (0, True, 3), (5, True, 2), (55, True, 2),
        (60, True, 1), (115, True, 1), (120, False, 0), (175, False, 0), (180, False, 1), (235, False, 1),
        (240, False, 2), (295, False, 2), (300, False, 3), (355, False, 3), (360, False, 4), (415, False, 4),
        (420, False, 5),
    ],
}  # fmt: skip


def printed(rows: Sequence[Row], points: int) -> LevelChange:
    """Read the printed rows as a person does."""
    (row,) = [
        row
        for row in rows
        if (row.lowest is None or row.lowest <= points) and (row.highest is None or points <= row.highest)
    ]
    levels = row.levels
    if row.step is not None:
        beyond = points - row.lowest if row.lowest is not None else row.highest - points
        levels += beyond // row.step * row.delta
    return LevelChange(row.deal_held, levels if row.deal_held else 0, 0 if row.deal_held else levels)


@pytest.mark.parametrize(
    ("name", "points", "held", "levels"), [(name, *edge) for name in EDGES for edge in EDGES[name]]
)
def test_the_edges_of_every_band_and_beyond(name: str, points: int, held: bool, levels: int) -> None:  # noqa: FBT001
    change = LevelChange(held, levels if held else 0, 0 if held else levels)

    assert load_preset(name).level_change(points) == change


@pytest.mark.parametrize("example", EXAMPLES["level_table"])
def test_worked_examples_of_the_level_table(example: dict[str, Any]) -> None:
    """S1-1.8, also after the kitty (S1-1.7) and a penalty (S1-3.1)."""
    change = LevelChange(example["deal_held"], example["dealer"], example["attackers"])

    assert S1.level_change(example["points"]) == change


@pytest.mark.parametrize("name", available_presets())
def test_the_printed_table_says_what_counts(name: str) -> None:
    ruleset = load_preset(name)
    rows = ruleset.level_table.rows()

    assert {points: printed(rows, points) for points in FIVES} == {p: ruleset.level_change(p) for p in FIVES}


@pytest.mark.parametrize("points", [57, -1, True, 60.0])
def test_points_that_are_no_fives_are_refused(points: int) -> None:
    """G-3: points come in fives."""
    with pytest.raises(ScoringError) as refusal:
        S1.level_change(points)

    assert (refusal.value.code, refusal.value.params) == ("points_not_in_unit", {"points": points, "unit": 5})


@pytest.mark.parametrize(
    ("name", "turnover"), [("s0", 120), ("s1", 120), ("s2", 80), ("s3", 80), ("s3_play", 80), ("s4", 120)]
)
def test_the_points_that_take_the_deal(name: str, turnover: int) -> None:
    """S0-4, S1-1.8, S2-6, S3-C11, S3-P6, S4-5."""
    assert load_preset(name).level_table.turnover == turnover


def ruled(value: object) -> dict[str, object]:
    return {"value": value, "status": "explicit", "clause": "S9-1"}


@st.composite
def tables(draw: st.DrawFn) -> LevelTable:
    """A table of up to four bands each side, closed or going on, with or without a bonus and a cap."""
    few = st.integers(min_value=1, max_value=12)
    unit = draw(st.sampled_from([1, 5]))
    held = sorted(draw(st.lists(st.integers(0, 6), min_size=1, max_size=4)), reverse=True)
    lost = sorted(draw(st.lists(st.integers(0, 6), min_size=1, max_size=4)))
    edge = draw(st.integers(min_value=-10, max_value=10)) * unit
    bands = []
    for levels in held:
        width = draw(few) * unit
        bands.append({"lowest": edge, "highest": edge + width - unit, "deal_held": True, "dealer_delta": levels,
                      "attackers_delta": 0})  # fmt: skip
        edge += width
    for levels in lost:
        width = draw(few) * unit
        bands.append({"lowest": edge, "highest": edge + width - unit, "deal_held": False, "dealer_delta": 0,
                      "attackers_delta": levels})  # fmt: skip
        edge += width
    tail = st.none() | st.builds(lambda step, delta: {"step": step * unit, "delta": delta}, few, st.integers(1, 3))
    below, above = draw(tail), draw(tail)
    if below is None:
        bands[0]["lowest"] = None
    if above is None:
        bands[-1]["highest"] = None
    return LevelTable.model_validate(
        {
            "point_unit": ruled(unit),
            "bands": ruled(bands),
            "below": ruled(below),
            "above": ruled(above),
            "zero_bonus": ruled(draw(st.integers(0, 2))),
            "cap": ruled(draw(st.none() | st.integers(1, 8))),
        }
    )


@given(tables(), st.integers(min_value=-80, max_value=140))
def test_any_table_gives_one_answer_and_prints_it(table: LevelTable, units: int) -> None:
    points = units * table.point_unit.value

    assert printed(table.rows(), points) == table.level_change(points)


@given(tables(), st.integers(min_value=-80, max_value=140))
def test_more_points_never_help_the_dealer_side(table: LevelTable, units: int) -> None:
    unit = table.point_unit.value
    here, above = table.level_change(units * unit), table.level_change((units + 1) * unit)

    assert (here.deal_held, here.dealer_delta, -here.attackers_delta) >= (
        above.deal_held,
        above.dealer_delta,
        -above.attackers_delta,
    )


@given(tables())
def test_the_printed_rows_follow_each_other_and_differ(table: LevelTable) -> None:
    rows = table.rows()
    unit = table.point_unit.value

    assert (rows[0].lowest, rows[-1].highest) == (None, None)
    assert [row.highest + unit for row in rows[:-1]] == [row.lowest for row in rows[1:]]


def test_the_bonus_for_nothing_is_printed_where_it_begins() -> None:
    """S0-4: the other reading gives one level more at 0."""
    table = decide(load_preset("s0"), {"level_table.zero_bonus": 1}).level_table

    assert [(row.lowest, row.highest, row.levels) for row in table.rows()[:4]] == [
        (None, -5, 6),
        (0, 0, 5),
        (5, 25, 4),
        (30, 55, 3),
    ]


def test_a_cap_ends_the_printed_table() -> None:
    table = decide(load_preset("s4"), {"level_table.cap": 5}).level_table

    assert [(row.lowest, row.highest, row.levels, row.step) for row in table.rows()] == [
        (None, -120, 5, None),
        (-115, -60, 4, None),
        (-55, 0, 3, None),
        (5, 55, 2, None),
        (60, 115, 1, None),
        (120, 175, 0, None),
        (180, 235, 1, None),
        (240, 295, 2, None),
        (300, 355, 3, None),
        (360, 415, 4, None),
        (420, None, 5, None),
    ]


def test_a_row_says_itself_where_it_comes_from() -> None:
    """S2-6: the attackers' rows are written, the dealer side's are our reading, as is how it goes on."""
    rows = load_preset("s2").level_table.rows()

    assert [(row.status, row.reason) for row in rows] == [
        ("proposed", "dealer_rows_missing"),
        ("proposed", "dealer_rows_missing"),
        ("proposed", "dealer_rows_missing"),
        ("proposed", "dealer_rows_missing"),
        ("explicit", None),
        ("explicit", None),
        ("explicit", None),
        ("proposed", "first_further_level"),
    ]


def test_rows_that_the_organizer_wrote_are_the_organizers() -> None:
    s2 = load_preset("s2")
    bands = [band.model_dump(mode="json") for band in s2.level_table.bands.value]

    rows = decide(s2, {"level_table.bands": bands}).level_table.rows()

    assert {row.status for row in rows[1:-1]} == {"organizer"}
