import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.actions import entries, log
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import AuditEntry, Entry, Notice, Person, Team, Tournament, Unit
from tournaments.policy import Actor
from tournaments.selectors import access
from tournaments.selectors.chain import note_digest
from tournaments.tests import cast
from tournaments.tests.entries.hands import enter
from tournaments.transfer import lists

HEADER = "单位,队员1,队员2,电话,邮箱,备注\n"
LIST = HEADER + "机电学院,王伟,李强,13812341234,wang@example.org,需要靠门的桌子\n图书馆,赵磊,钱进,,,\n"


def cells(read):
    return [tuple(row.cells.get(column, "") for column in lists.COLUMNS if column != "division") for row in read.rows]


QUERIES = 22  # nine of them store, one table each
WANTED = [
    ("机电学院", "王伟", "李强", "13812341234", "wang@example.org", "需要靠门的桌子"),
    ("图书馆", "赵磊", "钱进", "", "", ""),
]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (LIST.encode(), "UTF-8"),
        (LIST.encode("utf-8-sig"), "UTF-8"),
        (LIST.encode("gb18030"), "GB18030"),
        (LIST.encode("utf-16"), "UTF-16"),
        (b"\xfe\xff" + LIST.replace("\n", "\r\n").encode("utf-16-be"), "UTF-16"),
        (LIST.replace(",", ";").encode(), "UTF-8"),
        (LIST.replace(",", "\t").encode("gb18030"), "GB18030"),
        (LIST.replace(",", "\uff0c").encode(), "UTF-8"),
    ],
)
def test_a_list_is_read_as_spreadsheets_write_it(data, encoding):
    read = lists.read_bytes(data)

    assert (read.encoding, cells(read), read.faulty) == (encoding, WANTED, False)


def test_a_pasted_list_with_a_title_and_blank_lines_is_read(event):
    text = "第七届拖拉机赛报名汇总\n\nName 1\tName 2\tDepartment\n\n王伟\t李强\t机电学院\n\t\t\n"

    read = lists.read_text(text)

    assert [(row.line, row.application.players, row.application.unit_name) for row in read.rows] == [
        (5, ("王伟", "李强"), "机电学院")
    ]


@pytest.mark.parametrize("typed", ["1.3812341234E+10", "13812341234.0", "'13812341234", "138 1234 1234"])
def test_a_telephone_number_survives_the_spreadsheet(typed):
    read = lists.read_text(f"队员1,队员2,电话\n王伟,李强,{typed}\n")

    assert read.rows[0].application.phone.replace(" ", "") == "13812341234"


def test_mistakes_are_named_by_line_and_column():
    text = HEADER + "机电学院,王伟,,123,\n图书馆,赵磊,赵 磊,,,\n体育部,钱进,孙立,12,,\n体育部,吴军,郑爽,,a@,\n"

    read = lists.read_text(text)

    found = [(row.line, problem.column, problem.refusal.code) for row in read.rows for problem in row.problems]
    assert found == [
        (2, "player_2", "name_empty"),
        (3, "player_2", "same_player_twice"),
        (4, "phone", "phone_invalid"),
        (5, "email", "email_invalid"),
    ]


def test_a_pair_that_stands_twice_in_the_list_is_a_mistake():
    read = lists.read_text(HEADER + "图书馆,赵磊,钱进,,,\n图书馆,钱进,赵 磊,,,\n")

    assert [(p.refusal.code, p.refusal.params) for p in read.rows[1].problems] == [("pair_repeated", {"line": 2})]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "list_empty"),
        (b"\n\n", "list_empty"),
        (HEADER.encode(), "list_empty"),
        ("甲,乙\n丙,丁\n".encode(), "list_no_header"),
        (b"PK\x03\x04" + b"x" * 100, "list_binary"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "list_binary"),
        (LIST.encode() + b"\0", "list_binary"),
        (b"\xff" * 20, "list_encoding"),
        (b"x" * (1024 * 1024 + 1), "list_too_large"),
        ((HEADER + "a,b,c\n" * 1001).encode(), "list_too_long"),
    ],
)
def test_what_is_no_list_is_refused_with_its_reason(data, code):
    with pytest.raises(Invalid) as refusal:
        lists.read_bytes(data)

    assert (refusal.value.code, refusal.value.field) == (code, "file")


def answer(data):
    try:
        return lists.read_bytes(data).rows
    except Invalid as refused:
        return refused.code.startswith("list_")


@given(st.binary(max_size=400))
def test_whatever_is_uploaded_is_read_or_refused(data):
    assert answer(data)


WORDS = st.text(st.sampled_from("王李a 1,;\"'=+-\t"), max_size=12)


@given(st.lists(st.tuples(WORDS, WORDS, WORDS, WORDS), min_size=1, max_size=5))
def test_what_was_looked_at_reads_back_the_same(rows):
    text = "单位\t队员1\t队员2\t备注\n" + "".join("x" + "\t".join(f"{cell}x" for cell in row) + "\n" for row in rows)
    try:
        read = lists.read_text(text)
    except Invalid:
        return

    assert cells(lists.read_text(lists.written(read))) == cells(read)


class TestEntering:
    def enter(self, tournament, text=LIST, **fields):
        read = lists.read_text(text)
        actor = cast.organizer(tournament)
        return entries.enter_list(actor, tournament, read.applications, **{"consent": False, "language": "en"} | fields)

    def test_the_pairs_are_entered_in_their_order(self, event):
        assert self.enter(event) == (2, 0)

        found = Entry.objects.order_by("team__number").values_list(
            "source", "team__unit__name", "note", "applicant__name"
        )
        assert list(found) == [("list", "机电学院", "需要靠门的桌子", "王伟"), ("list", "图书馆", "", "赵磊")]

    def test_the_same_list_twice_changes_nothing(self, event):
        self.enter(event)
        log = AuditEntry.objects.count()

        again = self.enter(event, LIST.replace("王伟,李强", "李 强,王伟"))

        assert (again, Team.objects.count(), AuditEntry.objects.count()) == ((0, 2), 2, log)

    def test_a_pair_that_registered_itself_is_known(self, event):
        enter(event, "李强", "王伟", unit_name="机电学院")

        assert self.enter(event) == (1, 1)

    def test_a_pair_that_withdrew_can_come_again(self, event):
        self.enter(event)
        Entry.objects.update(state="withdrawn")

        assert self.enter(event) == (2, 0)

    def test_without_the_declaration_nobody_is_named_publicly(self, event):
        self.enter(event)

        assert [person.may_be_named for person in Person.objects.all()] == [False] * 4

    def test_a_full_list_makes_the_rest_wait(self, db):
        tournament = cast.event(registration={"capacity": 2})
        enter(tournament, "甲一", "甲二", unit_name="甲")

        self.enter(tournament)

        assert list(Entry.objects.order_by("pk").values_list("state", flat=True)) == ["accepted", "accepted", "waiting"]

    def test_each_who_waits_is_told_the_place_and_the_own_link(self, db):
        tournament = cast.event(registration={"capacity": 2})
        for name in "甲乙丙":
            enter(tournament, f"{name}一", f"{name}二", unit_name=name)

        self.enter(tournament)

        told = list(Notice.objects.filter(entry__source="list").order_by("pk").values_list("recipient", "body"))
        assert [recipient for recipient, _body in told] == ["wang@example.org", ""]
        assert ["number 2 on the waiting list" in told[0][1], "Pair 5: 赵磊 / 钱进" in told[1][1]] == [True, True]
        tokens = [re.search(r"/in/#(.+)", body)[1] for _recipient, body in told]
        assert [access.link_by_token(token).team.number for token in tokens] == [4, 5]

    def test_the_words_are_those_of_a_single_entry(self, event):
        enter(event, "王伟", "李强", unit_name="体育部", email="wang@example.org")
        self.enter(event, language="zh-hans")

        single, listed = Notice.objects.order_by("pk").values_list("subject", "body")[:2]
        changed = re.sub(r"#\S+", "#", single[1]).replace("第 1 对", "第 2 对")
        assert (listed[0], re.sub(r"#\S+", "#", listed[1])) == (single[0], changed)

    def test_every_pair_has_its_place_in_the_chain_of_the_log(self, event):
        enter(event, "甲一", "甲二", unit_name="甲")
        before = Tournament.objects.get().live_version

        self.enter(event)

        made = list(AuditEntry.objects.filter(action="entry.made").order_by("sequence"))
        assert [entry.data["team"] for entry in made] == [1, 2, 3]
        assert [entry.hash for entry in made] == [log.digest(entry.previous, entry) for entry in made]
        assert [entry.previous for entry in made[1:]] == [entry.hash for entry in made[:-1]]
        assert Tournament.objects.get().live_version == before + 2

    def test_the_address_of_the_one_who_entered_stands_in_a_note(self, event):
        read = lists.read_text(LIST)
        actor = replace(cast.organizer(event), address="192.0.2.7")

        entries.enter_list(actor, event, read.applications, consent=False, language="en")

        made = AuditEntry.objects.filter(action="entry.made").select_related("note")
        found = [(entry.note.address, entry.note_digest) for entry in made]
        assert found == [("192.0.2.7", note_digest("", "192.0.2.7"))] * 2

    def test_a_merged_unit_and_another_way_to_write_one_are_the_same_unit(self, event):
        library = Unit.objects.create(tournament=event, name="图书馆", name_key="图书馆", order=1)
        Unit.objects.create(tournament=event, name="馆", name_key="馆", order=2, merged_into=library)

        self.enter(event, HEADER + "馆,赵磊,钱进,,,\nIT Club,王伟,李强,,,\nＩＴ ＣＬＵＢ,孙立,吴军,,,\n,周平,郑爽,,,\n")

        units = Team.objects.order_by("number").values_list("unit__name", "unit__order", "unit__listed")
        assert list(units) == [("图书馆", 1, True), ("IT Club", 3, True), ("IT Club", 3, True), (None, None, None)]
        assert Person.objects.get(name="钱进").unit == library

    def test_a_long_list_takes_no_more_queries_than_a_short_one(self, event, django_assert_num_queries):
        def text(pairs: int, unit: str) -> str:
            return HEADER + "".join(f"{unit}{at},甲{unit}{at},乙{unit}{at},,,\n" for at in range(pairs))

        with django_assert_num_queries(QUERIES):
            self.enter(event, text(1, "一"))
        with django_assert_num_queries(QUERIES):
            self.enter(event, text(30, "二"))

    def test_a_name_with_the_marks_of_a_text_stays_as_it_is(self, event):
        self.enter(event, HEADER + "体育部,{{ link }},%(number)d 强,,,\n")

        assert "Pair 1: {{ link }} / %(number)d 强" in Notice.objects.get().body

    def test_into_a_finished_event_nothing_is_entered(self, event):
        Tournament.objects.update(state="finished")

        with pytest.raises(Refusal) as refusal:
            self.enter(event)

        assert (refusal.value.code, Team.objects.count()) == ("event_over", 0)

    def test_the_public_enters_no_lists(self, event):
        with pytest.raises(NotAllowed):
            entries.enter_list(Actor(event.pk), event, [], consent=False, language="en")

    def test_into_a_frozen_list_nothing_is_entered(self, event):
        event.entries_frozen_at = cast.NOW
        event.save(update_fields=["entries_frozen_at"])

        with pytest.raises(Refusal) as refusal:
            self.enter(event)

        assert (refusal.value.code, Team.objects.count()) == ("entries_frozen", 0)
