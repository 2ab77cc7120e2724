"""The organizer's pages: the list, one pair, lists from files, units."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tournaments.models import AuditEntry, Entry, LinkScope, Member, Person, Role, Team, Tournament, Unit
from tournaments.tasks import outbox
from tournaments.tests import cast
from tournaments.tests.entries.hands import CANARY, FORM, errors_of, text


@pytest.fixture
def manager(event):
    return cast.client_of(cast.member(event, Role.ORGANIZER))


def frozen(event):
    Tournament.objects.filter(pk=event.pk).update(entries_frozen_at=cast.NOW)


class TestOrganizer:
    @pytest.mark.parametrize("rows", [1, 3])
    def test_the_list_takes_the_same_queries_for_any_number_of_pairs(
        self, manager, event, rows, django_assert_num_queries
    ):
        for number in range(rows):
            cast.team(event, f"王{number}", f"李{number}", unit_name=f"单位{number}")
        manager.get("/manage/spring-cup/entries/")

        with django_assert_num_queries(11):
            manager.get("/manage/spring-cup/entries/")

    def test_the_list_filters_and_finds(self, manager, event):
        cast.team(event, "王伟", "李强", unit_name="图书馆")
        cast.team(event, "赵磊", "钱进", unit_name="体育部", state="waiting")

        def numbers(query):
            return [row.name.number for row in manager.get(f"/manage/spring-cup/entries/{query}").context["rows"]]

        asked = ("", "?state=waiting", "?q=李 强", "?q=体育", "?q=2", "?state=zz&q=无")
        assert [numbers(query) for query in asked] == [
            [1, 2], [2], [1], [2], [2], [],
        ]  # fmt: skip

    def test_one_person_in_two_pairs_is_pointed_out(self, manager, event):
        cast.team(event, "王伟", "李强", unit_name="图书馆")
        cast.team(event, "李强", "赵磊", unit_name="图书馆")
        cast.team(event, "王伟", "钱进", unit_name="体育部")

        rows = manager.get("/manage/spring-cup/entries/").context["rows"]

        assert [row.warnings for row in rows] == [["duplicate_person"], ["duplicate_person"], []]

    def test_the_contact_is_masked_until_it_is_asked_for(self, manager, event):
        pair = cast.team(event, "王伟", "李强")
        pair.entry.applicant.contact.phone = CANARY
        pair.entry.applicant.contact.save()

        pages = [manager.get(f"/manage/spring-cup/{page}/") for page in ("entries", "teams/1")]
        asked = manager.post("/manage/spring-cup/teams/1/contact/")

        assert [CANARY in text(page) for page in (*pages, asked)] == [False, False, True]
        assert list(AuditEntry.objects.values_list("action", flat=True)) == ["contact.revealed"]

    def test_a_new_link_is_shown_once_and_ends_the_old_one(self, manager, event):
        pair = cast.team(event, "王伟", "李强")
        browser = cast.client_of(cast.link(event, LinkScope.TEAM, team=pair)[0])
        assert browser.get("/team/spring-cup/1/").status_code == 200

        shown = manager.post("/manage/spring-cup/teams/1/link/")

        assert "/in/#" in text(shown)
        assert browser.get("/team/spring-cup/1/").status_code == 404
        assert manager.get("/manage/spring-cup/teams/1/").context.get("link") is None

    def test_entries_are_declined_with_a_reason_on_the_page(self, manager, event):
        cast.team(event, "王伟", "李强")

        manager.post("/manage/spring-cup/teams/1/do/decline/", {"reason": ""})
        before = Entry.objects.get().state
        manager.post("/manage/spring-cup/teams/1/do/decline/", {"reason": "不是本校单位"})

        assert (before, Entry.objects.get().state, Entry.objects.get().reason) == (
            "accepted",
            "declined",
            "不是本校单位",
        )
        assert manager.post("/manage/spring-cup/teams/1/do/nothing/").status_code == 404

    def test_the_list_is_frozen_and_opened_again(self, manager, event):
        cast.eighteen(event)

        manager.post("/manage/spring-cup/entries/freeze/")
        between = Tournament.objects.get().entries_frozen_at
        manager.post("/manage/spring-cup/entries/unfreeze/")

        assert (between is None, Tournament.objects.get().entries_frozen_at) == (False, None)

    def test_a_pair_is_entered_by_hand(self, manager, event):
        response = manager.post(
            "/manage/spring-cup/entries/new/",
            {
                "unit_name": "图书馆",
                "player_1": "王伟",
                "player_2": "李强",
                "phone": "",
                "email": "",
                "note": "电话报名",
                "key": "k",
            },
        )

        assert (response.url, Entry.objects.get().source, Entry.objects.get().note) == (
            "/manage/spring-cup/teams/1/", "hand", "电话报名",
        )  # fmt: skip

    def test_a_list_is_looked_at_before_it_is_entered(self, manager, event):
        address = "/manage/spring-cup/entries/import/"
        file = SimpleUploadedFile("名单.csv", "单位,队员1,队员2\n图书馆,王伟,李强\n".encode("gb18030"))

        looked = manager.post(address, {"file": file})
        before = Team.objects.count()
        manager.post(address, {"text": looked.context["again"], "enter": "1", "consent": "on"})

        assert (looked.status_code, looked.context["read"].encoding, before, Team.objects.count()) == (
            200,
            "GB18030",
            0,
            1,
        )
        assert [person.may_be_named for person in Person.objects.all()] == [True, True]

    def test_a_faulty_list_enters_nothing_however_it_is_sent(self, manager, event):
        given = {"text": "队员1,队员2\n王伟,李强\n赵磊,\n", "enter": "1"}

        response = manager.post("/manage/spring-cup/entries/import/", given)

        assert (response.status_code, Team.objects.count()) == (422, 0)
        assert errors_of(response) == {"text": ["名单有误，没有录入任何内容。"]}

    @pytest.mark.parametrize("data", [b"PK\x03\x04zip", b"\x00\x01", b"\xff\xff", b"x" * (1024 * 1024 + 1), b""])
    def test_a_file_that_is_no_list_is_refused_with_a_reason(self, manager, event, data):
        response = manager.post("/manage/spring-cup/entries/import/", {"file": SimpleUploadedFile("list.csv", data)})

        assert (response.status_code, len(errors_of(response)["file"])) == (422, 1)

    def test_messages_that_nobody_received_are_there_to_copy(self, manager, event, client, settings):
        settings.MAIL_CONFIGURED = False
        client.post("/spring-cup/register/", FORM)
        outbox.deliver()

        page = text(manager.get("/manage/spring-cup/entries/mails/"))
        assert "已收到报名：春季拖拉机赛" in page

    def test_after_the_freeze_a_player_is_replaced_with_a_reason(self, manager, event):
        cast.team(event, "王伟", "李强")
        frozen(event)
        member = Member.objects.order_by("order")[1]
        address = f"/manage/spring-cup/teams/1/players/{member.pk}/replace/"

        without = manager.post(address, {"name": "赵磊", "reason": ""})
        manager.post(address, {"name": "赵磊", "reason": "生病", "consent": "on"})

        assert list(errors_of(without)) == ["reason"]
        assert [m.person.name for m in Member.objects.filter(left_at=None)] == ["王伟", "赵磊"]

    def test_units_are_pasted_moved_changed_and_merged(self, manager, event):
        base = "/manage/spring-cup/units/"
        manager.post(base, {"names": "机电学院\r\n图书馆\r\n图书馆二分馆"})
        first, second, third = Unit.objects.all()

        manager.post(f"{base}{second.pk}/move/", {"to": "up"})
        manager.post(f"{base}{second.pk}/", {"name": "图书馆(总馆)", "quota": "3", "listed": "on"})
        manager.post(f"{base}{third.pk}/merge/", {"into": second.pk})
        manager.post(f"{base}{first.pk}/merge/", {"into": "x"})

        found = Unit.objects.filter(merged_into=None).values_list("name", "quota")
        assert list(found) == [("图书馆(总馆)", 3), ("机电学院", None)]


READERS = ["entries/", "entries/new/", "entries/import/", "entries/mails/", "units/", "teams/1/", "teams/1/amend/"]
WRITERS = [
    "entries/freeze/", "entries/unfreeze/", "entries/approve/", "teams/1/do/decline/", "teams/1/contact/",
    "teams/1/link/", "teams/1/do/leave/",
]  # fmt: skip


@pytest.mark.parametrize("address", READERS)
def test_the_organizers_pages_ask_the_public_to_sign_in(client, event, address):
    cast.team(event, "王伟", "李强")

    assert client.get(f"/manage/spring-cup/{address}").url.startswith("/accounts/login/")


@pytest.mark.parametrize("address", WRITERS)
def test_the_public_and_a_referee_change_nothing(client, event, address):
    cast.team(event, "王伟", "李强")
    membership, _actor = cast.referee(event)
    phone = cast.client_of(cast.link(event, LinkScope.REFEREE, membership=membership)[0])

    answers = [who.post(f"/manage/spring-cup/{address}", {"reason": "x"}).status_code for who in (client, phone)]

    assert answers == [403, 403]


@pytest.mark.parametrize("address", WRITERS)
def test_a_get_changes_nothing(manager, event, address):
    cast.team(event, "王伟", "李强")

    assert manager.get(f"/manage/spring-cup/{address}").status_code == 405
