"""Papers of a bracket and of groups: every team on them, sheets that can be read, nobody named without consent."""

import io

import pytest
from pypdf import PdfReader

from tournaments.bracket_layout import cut_up, leaves
from tournaments.documents.bracket_svg import nodes_of, sections
from tournaments.models import PaperKind
from tournaments.selectors.brackets import brackets_of
from tournaments.selectors.names import team_names
from tournaments.tests import cast
from tournaments.tests.brackets import hall
from tournaments.tests.documents import desk
from tournaments.tests.stages import hall as stage_hall

LONG_SIDE = {"A4": 842, "A3": 1191}


def released(teams: int, **plan):
    event, entered = hall.event(teams, **plan)
    drawn = {name: plan[name] for name in ("third_place", "placement") if name in plan}
    hall.release(event, hall.draw(event, entered, **drawn))
    return event, entered


def sizes_of(pdf: bytes) -> list[int]:
    return [round(float(page.mediabox.width)) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize(
    ("teams", "sheets"), [(4, ["A4"]), (13, ["A4"]), (32, ["A3"]), (64, ["A3", "A3", "A4"]), (128, ["A3"] * 4 + ["A4"])]
)
def test_a_bracket_stands_on_sheets_that_can_be_read(db, teams, sheets):
    event, entered = released(teams, third_place=True)

    pdf = desk.pdf_of(desk.content(event, PaperKind.BRACKET))

    assert sizes_of(pdf) == [LONG_SIDE[size] for size in sheets]
    text = desk.text_of(pdf)
    assert [team.number for team in entered if cast.pair_names(team.number - 1)[0] not in text] == []


def test_the_winner_goes_on_on_paper_too(db):
    event, _entered = released(4)
    for number, winner in ((1, 0), (2, 1), (3, 1)):
        hall.win(event, number, winner)
    (bracket,) = brackets_of(event, team_names(event, in_full=True))

    text = desk.text_of(desk.pdf_of(desk.content(event, PaperKind.BRACKET)))

    champion = bracket.champion.name.players[0]
    assert text.count(champion) == 2


def test_the_variant_for_everybody_names_nobody_who_did_not_agree(db):
    event, _entered = released(8)
    masked = cast.pair_names(1)[0]

    texts = [
        desk.text_of(desk.pdf_of(desk.content(event, PaperKind.BRACKET, in_full=in_full))) for in_full in (True, False)
    ]

    assert [masked in text for text in texts] == [True, False]


@pytest.mark.parametrize("teams", [13, 33, 64, 100, 128])
def test_every_match_is_on_a_sheet_and_no_sheet_is_too_long(db, teams):
    event, _entered = released(teams, third_place=True)
    (bracket,) = brackets_of(event, team_names(event, in_full=True))
    (section,) = sections(bracket)
    nodes = nodes_of(section.rows)

    parts = cut_up(nodes, 16)

    assert {key for part in parts for key in part} == {node.key for node in nodes}
    assert max(leaves([node for node in nodes if node.key in part]) for part in parts) <= 16


def test_groups_on_paper_say_who_beat_whom(db):
    event = stage_hall.event_of({"code": "main", "format": "round_robin", "groups": {"count": 2}}, teams=6, units=2)
    stage_hall.play_stage(cast.organizer(event), event, winner=stage_hall.best_wins)

    text = desk.text_of(desk.pdf_of(desk.content(stage_hall.fresh(event), PaperKind.GROUPS), "en"))

    assert [f"甲{number}" in text for number in range(6)] == [True] * 6
    assert ("GroupA" in text, "GroupB" in text) == (True, True)


def test_a_round_by_table_by_unit_and_by_name(db):
    event = stage_hall.event_of({"code": "main", "format": "swiss", "rounds": 3}, teams=6, units=3)
    stage_hall.draw(cast.organizer(event), event)

    pages = desk.pages_of(desk.pdf_of(desk.content(stage_hall.fresh(event), PaperKind.ROUND, round_number=1)))

    assert len(pages) == 4
    assert [all(f"甲{number}" in page for number in range(6)) for page in pages] == [True] * 4
    assert [page.count("单位0") for page in pages][2] == 1


def test_the_same_bracket_gives_the_same_bytes(db):
    event, _entered = released(5)
    said = desk.content(event, PaperKind.BRACKET)

    assert desk.pdf_of(said) == desk.pdf_of(said)
