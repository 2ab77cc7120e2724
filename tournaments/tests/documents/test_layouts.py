"""Every paper read back: what it says, on how many pages, in which typefaces."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from tournaments.actions import ties
from tournaments.documents import fonts
from tournaments.documents.papers import compose
from tournaments.documents.standings import HEADS
from tournaments.models import PaperKind, Person, Round, Tournament
from tournaments.selectors.rounds import tables_of_rounds
from tournaments.selectors.standings import count
from tournaments.stageplans import Tiebreak
from tournaments.tests import cast
from tournaments.tests.documents import desk
from tournaments.tests.standings.test_publications import level_everywhere

DATE = re.compile(r"\d{4}-\d\d-\d\d")
KINDS = [
    (PaperKind.DRAW, {}, 3),
    (PaperKind.SCORE_SHEETS, {"round_number": 1}, 5),
    (PaperKind.BLANK_SHEETS, {}, 2),
    (PaperKind.TABLE_CARDS, {}, 5),
    (PaperKind.RULING_RECORD, {}, 2),
]


@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize(("kind", "choice", "pages"), KINDS)
def test_a_paper_has_its_pages_and_only_embedded_fonts(
    event: Tournament, kind: PaperKind, choice: dict[str, int], pages: int, language: str
) -> None:
    cast.drawn(event)

    pdf = desk.pdf_of(desk.content(event, kind, **choice), language)

    assert len(desk.pages_of(pdf)) == pages
    fonts = list(desk.fonts_of(pdf))
    assert {name for name, _embedded in fonts} <= {"Hei", "Song"}
    assert fonts
    assert all(embedded for _name, embedded in fonts)


def test_the_draw_says_lots_names_and_units_of_every_table(event: Tournament) -> None:
    desk.drawn(event)

    pages = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.DRAW)))

    rounds = Round.objects.filter(stage__division__tournament=event)
    rows = tables_of_rounds(event, rounds, in_full=True)
    for table in range(1, 10):
        said = "".join(
            f"{side.lot}{''.join(side.name.players)}{side.name.unit}"
            for number in (1, 2)
            for row in rows[number]
            if row.table == table
            for side in row.sides
            if side.name
        )
        assert desk.squeezed(f"第{table}组{said}") in "".join(pages)


def test_everybody_stands_in_the_list_by_name_with_the_tables(event: Tournament) -> None:
    by_lot = cast.drawn(event)
    person = Person.objects.get(memberships__team=by_lot["E2"], memberships__order=1)

    by_name = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.DRAW)))[-1]

    assert f"{person.name}E2{by_lot['E2'].unit.name}79" in by_name


def test_a_score_sheet_names_its_round_table_and_teams(event: Tournament) -> None:
    desk.drawn(event)
    said = desk.content(event, PaperKind.SCORE_SHEETS, round_number=2)

    pages = desk.pages_of(desk.pdf_of(said))

    for at, sheet in enumerate(said.sheets):
        page = pages[at // 2]
        words = [f"第2轮第{sheet.table}桌2-{sheet.table:02}"]
        words += [f"{lot}{''.join(name.players)}{name.unit}" for lot, name in sheet.sides]
        assert [word for word in map(desk.squeezed, words) if word not in page] == []


def test_an_odd_sheet_has_a_spare_one_below_it(event: Tournament) -> None:
    cast.drawn(event)

    last = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.SCORE_SHEETS, round_number=1)))[-1]

    assert "1-09" in last
    assert "第____轮第____桌" in last


def test_a_sheet_lists_the_levels_in_order_with_the_steps_past_the_end(event: Tournament) -> None:
    cast.drawn(event)

    page = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.SCORE_SHEETS, round_number=1)))[0]

    assert page.count("2345678910JQKAA+1A+2A+3") == 4


def test_a_sheet_has_a_grid_of_twelve_deals_with_both_lots_to_encircle(event: Tournament) -> None:
    cast.drawn(event)

    page = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.SCORE_SHEETS, round_number=1)))[0]

    assert page.count("盘次123456789101112") == 2
    assert [page.count(word) for word in ("庄家方", "防家得分", "盘后级别")] == [2, 2, 4]
    assert (page.count("A1B1"), page.count("C1D1")) == (12, 12)


@pytest.mark.parametrize("kind", [PaperKind.DRAW, PaperKind.SCORE_SHEETS])
def test_rare_and_long_names_are_whole(event: Tournament, kind: PaperKind) -> None:
    desk.drawn(event)
    choice = {"round_number": 1} if kind == PaperKind.SCORE_SHEETS else {}

    made = compose(desk.content(event, kind, **choice), "zh-hans", lambda _done, _total: None)

    text = desk.text_of(made.pdf)
    assert [name for name in (*desk.RARE, *desk.LONG) if desk.squeezed(name) not in text] == []
    assert made.warnings == []
    assert "〓" not in text


def test_a_character_that_no_typeface_has_is_named_and_never_printed_as_a_box(event: Tournament) -> None:
    by_lot = cast.drawn(event)
    Person.objects.filter(memberships__team=by_lot["A1"], memberships__order=0).update(name="王\U0003fffd")

    made = compose(desk.content(event, PaperKind.DRAW), "zh-hans", lambda _done, _total: None)

    assert made.warnings == [["characters_missing", {"characters": "\U0003fffd U+3FFFD"}]]
    text = desk.text_of(made.pdf)
    assert "王〓" in text
    assert "U+3FFFD" in text
    assert "\U0003fffd" not in text


def test_a_character_of_another_typeface_is_set_where_it_belongs(event: Tournament) -> None:
    """Where the first typeface lacks a character and another one has it, the name stays whole."""
    by_lot = cast.drawn(event)
    name = "𡃁𬱖"
    Person.objects.filter(memberships__team=by_lot["A1"], memberships__order=0).update(name=name)
    said = desk.content(event, PaperKind.SCORE_SHEETS, round_number=1)

    made = compose(said, "zh-hans", lambda _done, _total: None)

    assert fonts.unusual(name) != ""
    assert (name in desk.pages_of(made.pdf)[0], made.warnings) == (True, [])


def test_standings_have_every_column_and_a_real_minus_sign(event: Tournament) -> None:
    cast.drawn(event)
    desk.played(event)
    said = desk.content(event, PaperKind.STANDINGS)

    text = desk.text_of(desk.pdf_of(said))

    assert "名次表（暂定）" in text
    assert "18场中18场成绩已核定" in text
    assert text.count("第1页共1页") == 1
    first = said.table.standings.rows[0]
    assert f"1{said.table.lots[first.team]}{''.join(said.names[first.team].players)}" in text
    assert f"+{first.total}" in text
    assert f"−{-said.table.standings.rows[-1].total}" in text
    assert re.findall(r"-\d", DATE.sub("", text)) == []


def test_the_foot_says_the_state_of_the_data_and_the_page(event: Tournament) -> None:
    cast.drawn(event)
    said = desk.content(event, PaperKind.DRAW)
    stamped = replace(said, stamp=replace(said.stamp, number=37, at=cast.NOW))

    pages = desk.pages_of(desk.pdf_of(stamped))

    assert ["数据截至2026-05-1609:00·版本37" in page for page in pages] == [True, True, True]
    assert [f"第{number}页共3页" in page for number, page in enumerate(pages, start=1)] == [True, True, True]


@pytest.mark.parametrize(("kind", "choice"), [(kind, choice) for kind, choice, _pages in KINDS])
def test_the_same_content_is_the_same_bytes(event: Tournament, kind: PaperKind, choice: dict[str, int]) -> None:
    desk.drawn(event)
    said = desk.content(event, kind, **choice)

    first, second = desk.pdf_of(said), desk.pdf_of(said)

    assert first == second


def test_markup_in_names_is_text_and_opens_nothing(event: Tournament) -> None:
    """A name cannot make a paper read a file or ask a host (promise S8)."""
    by_lot = cast.drawn(event)
    evil = '<img src="file:///etc/passwd">'
    Person.objects.filter(memberships__team=by_lot["A1"], memberships__order=0).update(name=evil)

    text = desk.text_of(desk.pdf_of(desk.content(event, PaperKind.DRAW)))

    assert desk.squeezed(evil) in text
    assert "root:" not in text


def test_weasyprint_is_loaded_only_when_a_paper_is_made() -> None:
    code = (
        "import django, sys; django.setup(); import portal.urls, tournaments.tasks.papers;"
        "print('weasyprint' in sys.modules)"
    )

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said.strip() == "False"


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_standings_have_a_column_for_whatever_ranks_and_has_been_decided(db: None, language: str) -> None:
    event = cast.event(stages=[{"scoring": {"tiebreaks": ["fewer_penalties", "extra_deal", "card_cut", "lots"]}}])
    cast.drawn(event)
    level_everywhere(event)
    before = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.STANDINGS), language))[0]
    tie = count(event).ties()[0]
    cards = {team: str(rank) for rank, team in enumerate(tie, start=2)}
    ties.record_extra_deal(cast.organizer(event), event, dict.fromkeys(tie, 1), "加赛")
    ties.record_card_cut(cast.organizer(event), event, cards, "抽牌")

    after = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.STANDINGS), language))[0]

    heads, in_order = {
        "zh-hans": (("判罚", "加赛", "抽牌比大小"), (0, 1, 1)),
        "en": (("Penalties", "Extradealormatch", "Cuttingthecards"), (0, 0, 0)),
    }[language]
    assert [before.count(word) - said for word, said in zip(heads, in_order, strict=True)] == [1, 0, 0]
    assert [after.count(word) - said for word, said in zip(heads, in_order, strict=True)] == [1, 1, 1]
    assert {each.value for each in Tiebreak} - set(HEADS) == set()
