"""The printed regulations and the record of rulings, read back against the data by which the portal counts."""

import os
import subprocess
import sys
from dataclasses import asdict, replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.kitty import Component, multiplier
from scoring.penalties import decided, effect_of
from scoring.ruleset import available_presets
from tournaments import regulations
from tournaments.decisions import choose
from tournaments.models import Match, Paper, PaperKind, RegulationsVersion, Role, Ruling, Stage, Tournament
from tournaments.phrases.rules import effect_words, level_rows, offence_words, sections
from tournaments.selectors.paper_rules import Rulebook, RulingRecord
from tournaments.selectors.rulesets import ruleset_of
from tournaments.selectors.stages import stage_of
from tournaments.stageplans import Format
from tournaments.states import EventState
from tournaments.tests import cast
from tournaments.tests.documents import desk

IN_TABLES = ("level_table.bands", "level_table.below", "level_table.above", "kitty.multiplier")
ACROSS_PROCESSES = """
import hashlib, sys, django; django.setup()
from datetime import UTC, date, datetime
from scoring.ruleset import load_preset
from tournaments import regulations
from tournaments.documents.papers import compose
from tournaments.selectors.paper_contents import fingerprint
from tournaments.selectors.paper_head import Head, Stamp
from tournaments.selectors.paper_rules import Rulebook, Version
from tournaments.selectors.rulesets import Book
now = datetime(2026, 5, 16, tzinfo=UTC)
rules = regulations.parse({"identity": {"name": "赛", "day": "2026-05-16", "starts": "09:00"}})
head = Head("s", "赛", "", "", "", date(2026, 5, 16), "Asia/Shanghai")
books = (Book((rules.stage,), load_preset("s3"), ()),)
said = Rulebook(head, Stamp(1, now), rules, books, (Version(1, now, None, ""),))
print(fingerprint(said), hashlib.sha256(compose(said, "zh-hans", lambda done, total: None).pdf).hexdigest())
"""


def under(event: Tournament, preset: str) -> None:
    """Let the event be played by another of the rulesets that come along, as its document says it."""
    rules = event.regulations
    document = regulations.dump(rules.model_copy(update={"stages": (choose(rules.stage, preset),)}))
    RegulationsVersion.objects.filter(tournament=event).update(document=document)
    Stage.objects.filter(division__tournament=event).update(ruleset=preset)


def read_again(event: Tournament) -> Tournament:
    """Return the event as it is stored: its regulations are parsed once for each object."""
    return Tournament.objects.get(pk=event.pk)


def rulebook(event: Tournament) -> Rulebook:
    said = desk.content(read_again(event), PaperKind.REGULATIONS)
    assert isinstance(said, Rulebook)
    return said


def amended(event: Tournament, reason: str, *, from_round: int, **values: object) -> RegulationsVersion:
    """Make a drawn event's next version, in which values of the ruleset hold from a round on."""
    stage = stage_of(event)
    rules = event.regulations
    own = {path.replace("__", "."): value for path, value in values.items()}
    plan = rules.stage.model_copy(update={"amended": (regulations.Amended(from_round=from_round, decisions=own),)})
    document = regulations.dump(rules.model_copy(update={"stages": (plan,)}))
    last = RegulationsVersion.objects.filter(tournament=event).order_by("-version")[0].version
    version = RegulationsVersion.objects.create(
        tournament=event,
        version=last + 1,
        schema_version=1,
        document=document,
        reason=reason,
        from_round=from_round,
        made_at=cast.NOW,
    )
    Tournament.objects.filter(pk=event.pk).update(rules=version)
    Stage.objects.filter(pk=stage.pk).update(rules=version)
    return version


def ruled(event: Tournament, match: Match, side: int, offence: str, cards: int = 1, **fields: object) -> Ruling:
    effect = effect_of(ruleset_of(match.round.stage), offence, cards=cards)
    return ruling(event, match, side, effect, offence=offence, cards=cards, **fields)


def ruling(event: Tournament, match: Match, side: int, effect: object, **fields: object) -> Ruling:
    exact = asdict(effect)
    clause = exact.pop("clause")
    referee = cast.referee(event, name="沈国华")[0]
    team = match.sides.get(position=side).team
    return Ruling.objects.create(
        tournament=event, match=match, team=team, clause=clause, unit="deal", effect=exact, membership=referee,
        at=cast.NOW, **fields,
    )  # fmt: skip


def table_of(event: Tournament, table: int) -> Match:
    return Match.objects.select_related("round__stage__division").get(
        round__stage__division__tournament=event, round__number=1, table=table
    )


@pytest.mark.parametrize(
    ("preset", "language"), [*((preset, "zh-hans") for preset in available_presets()), ("s0", "en"), ("s3", "en")]
)
def test_everything_that_counts_is_printed_with_its_clause(event: Tournament, preset: str, language: str) -> None:
    under(event, preset)
    said = rulebook(event)
    (book,) = said.books

    text = desk.text_of(desk.pdf_of(said, language))

    with translation.override(language):
        rules = sections(book.ruleset, book.plan.timing)
        lines = [line for section in rules for line in section.lines if line.path not in IN_TABLES]
        rows = [desk.squeezed(f"{row.points}{row.deal}{row.rise}") for row in level_rows(book.ruleset.level_table)]
    wanted = [desk.squeezed(word) for line in lines for word in (line.label, *line.rows, line.clause, line.reason)]
    wanted += [f"×{multiplier(book.ruleset.kitty, [Component(*shape)])}" for shape in ((1, 1), (2, 1), (2, 2), (2, 3))]
    assert [word for word in wanted if word not in text] == []
    places = [text.find(row) for row in rows]
    assert (min(places) > 0, places) == (True, sorted(places))


def test_the_organizers_own_values_are_marked_and_nothing_else_is_so(event: Tournament) -> None:
    before = desk.text_of(desk.pdf_of(rulebook(event)))
    document = event.regulations.model_dump(mode="json")
    document["stages"][0]["scoring"]["forfeits"]["winner"] = 5
    RegulationsVersion.objects.filter(tournament=event).update(document=document)

    after = desk.text_of(desk.pdf_of(rulebook(event)))

    assert "+5主办方" in after.replace("由主办方为本次赛事设定", "")
    assert after.count("主办方定") == before.count("主办方定") + 1


def of_two_stages(event: Tournament, *presets: str) -> None:
    """Give the event a stage for each preset, each with a name."""
    plan = event.regulations.stage
    stages = [
        choose(
            plan.model_copy(update={"code": f"s{place}", "name": f"第{place}阶段", "format": Format.RANDOM_ROUNDS}),
            preset,
        )
        for place, preset in enumerate(presets, start=1)
    ]
    stages[1:] = [each.model_copy(update={"entrants": regulations.Feed(from_stage="s1")}) for each in stages[1:]]
    document = regulations.dump(event.regulations.model_copy(update={"stages": tuple(stages)}))
    RegulationsVersion.objects.filter(tournament=event).update(document=document)
    division = event.divisions.get()
    division.stages.all().delete()
    for order, each in enumerate(stages):
        division.stages.create(code=each.code, order=order, format=each.format, ruleset=each.ruleset)


def test_stages_by_different_rules_are_printed_one_after_the_other(event: Tournament) -> None:
    of_two_stages(event, "s1", "s0")
    said = rulebook(event)

    text = desk.text_of(desk.pdf_of(said))

    assert [len(book.plans) for book in said.books] == [1, 1]
    places = [
        text.find(words) for words in ("抽签编排：第1阶段", "抽签编排：第2阶段", "“第1阶段”的规则", "“第2阶段”的规则")
    ]
    assert (min(places) > 0, places) == (True, sorted(places))
    assert text.rfind("S1-1.8") < places[3] < text.rfind("S0-4")


def test_stages_by_the_same_rules_are_one_rule_book(event: Tournament) -> None:
    of_two_stages(event, "s1", "s1")

    said = rulebook(event)

    assert [[plan.code for plan in book.plans] for book in said.books] == [["s1", "s2"]]


def test_facts_of_the_event_are_what_its_settings_say(event: Tournament) -> None:
    pages = desk.pages_of(desk.pdf_of(rulebook(event)))

    for words in ("开赛时间2026-05-1609:00", "地点工会活动中心", "桌数9", "每轮120分钟", "每单位至多报2队"):
        assert words in pages[0]


def test_times_are_those_of_the_clock(event: Tournament) -> None:
    """The clock runs by the event's settings: what is printed of the rounds says these and nothing else."""
    document = event.regulations.model_dump(mode="json")
    document["stages"][0]["timing"] = {"round_seconds": 4500, "reminder_seconds": 900, "last_deals": 2}
    RegulationsVersion.objects.filter(tournament=event).update(document=document)

    text = desk.text_of(desk.pdf_of(rulebook(event)))

    said = (
        "每轮75分钟",
        "每轮时长75分钟",
        "原为：120分钟",
        "结束前15分钟统一提醒",
        "结束前提醒提前15分钟",
        "每轮120分钟",
        "每轮时长120分钟",
    )
    assert [words in text for words in said] == [True] * 5 + [False] * 2


def test_amendments_say_version_round_reason_and_what_changed(event: Tournament) -> None:
    cast.drawn(event)
    amended(event, "场地提前关闭", from_round=2, play_clock__seconds=15)

    text = desk.text_of(desk.pdf_of(rulebook(event)))

    assert "第2版" in text
    assert desk.squeezed("第 2 轮起场地提前关闭") in text
    assert "10秒→15秒" in text


def test_a_rulebook_is_the_same_in_every_process() -> None:
    """Sets have no order of their own: neither the digest nor the bytes may depend on it."""
    said = [
        subprocess.run(
            [sys.executable, "-c", ACROSS_PROCESSES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]

    assert said[0] == said[1]


def test_the_public_reads_the_regulations_of_a_published_event_and_of_no_draft(event: Tournament) -> None:
    desk.made(read_again(event), PaperKind.REGULATIONS)
    paper = Paper.objects.get(names_in_full=False)
    address = reverse("paper", args=[event.slug, paper.pk])

    shown = Client().get(address)
    text = desk.text_of(b"".join(shown.streaming_content))
    listed = "竞赛规程 (PDF)" in Client().get(reverse("papers", args=[event.slug])).content.decode()
    Tournament.objects.filter(pk=event.pk).update(state=EventState.DRAFT)
    hidden = Client().get(address)

    assert ("竞赛规程" in text, listed, hidden.status_code) == (True, True, 404)


def test_regulations_printed_before_an_amendment_are_no_longer_shown(event: Tournament) -> None:
    cast.drawn(event)
    desk.made(read_again(event), PaperKind.REGULATIONS)
    client = cast.client_of(cast.member(event, Role.ORGANIZER))
    addresses = [reverse(name, args=[event.slug]) for name in ("manage-papers", "papers")]
    before = [client.get(address).content.decode() for address in addresses]

    amended(event, "场地提前关闭", from_round=2, play_clock__seconds=15)
    Tournament.objects.filter(pk=event.pk).update(live_version=event.live_version + 9)
    after = [client.get(address).content.decode() for address in addresses]

    assert ["竞赛规程 (PDF)" in before[1], "竞赛规程 (PDF)" in after[1]] == [True, False]
    assert [page.count("数据已有变化") for page in (before[0], after[0])] == [0, 2]


def test_a_blank_record_has_lines_to_write_on_and_the_whole_catalogue(event: Tournament) -> None:
    said = desk.content(event, PaperKind.RULING_RECORD)
    assert isinstance(said, RulingRecord)

    pages = desk.pages_of(desk.pdf_of(said))

    offences = said.ruleset.penalties.offences
    table = said.ruleset.level_table
    with translation.override("zh-hans"):
        rows = [f"{offence_words(key)}{effect_words(ruled.value, table)}" for key, ruled in offences.items()]
    assert len(pages) == 2
    assert "队员签名裁判签名裁判长日期" in pages[0]
    assert [row for row in rows if desk.squeezed(row) not in pages[1]] == []
    assert [ruled.clause for ruled in offences.values() if ruled.clause not in pages[1]] == []


def test_rulings_so_far_are_printed_with_what_was_taken_back(event: Tournament) -> None:
    desk.drawn(event)
    first, second = table_of(event, 1), table_of(event, 2)
    thrown = ruled(event, first, 0, "bad_throw", 3, deal=4)
    ruling(event, second, 0, decided("levels", 1), offence="decision", note="多次指责对方")
    Ruling.objects.create(
        tournament=event, match=first, team=thrown.team, offence="bad_throw", unit="deal", note="甩牌成立",
        at=cast.NOW, reverses=thrown,
    )  # fmt: skip

    text = desk.pages_of(desk.pdf_of(desk.content(event, PaperKind.RULING_RECORD)))[0]

    assert "09:001-014A1䶮㛃喆玥" in text
    assert "3张已撤销：甩牌成立" in text
    assert "多次指责对方" in text
    assert [name for name in desk.LONG if desk.squeezed(name) not in text] == []
    assert text.count("沈国华") == 2


def test_rulings_are_in_no_paper_for_the_public(event: Tournament) -> None:
    cast.drawn(event)

    desk.made(read_again(event), PaperKind.RULING_RECORD)

    assert list(Paper.objects.values_list("kind", "names_in_full")) == [("ruling_record", True)]


def test_a_record_stamped_later_is_the_same_content(event: Tournament) -> None:
    said = rulebook(event)

    assert replace(said, stamp=replace(said.stamp, number=99)) == said
