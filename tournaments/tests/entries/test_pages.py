"""The pages of registration, the public list, and a pair's own page."""

import re

import pytest
from django.test import Client

from tournaments.actions import teams
from tournaments.models import AuditEntry, Entry, LinkScope, Member, Person, Team, Unit
from tournaments.phrases.refusals import REFUSALS
from tournaments.states import EventState
from tournaments.tests import cast
from tournaments.tests.entries.hands import CANARY, FORM, errors_of, text


class TestRegistering:
    def test_the_form_leads_to_a_page_with_number_state_and_private_link(self, client, event):
        response = client.post("/spring-cup/register/", FORM, follow=True)

        assert response.redirect_chain == [("/spring-cup/register/done/?team=1", 302)]
        page = text(response)
        assert "你们是第 1 对" in page
        link = re.search(r'value="([^"]+/in/#[\w-]+)"', page)
        assert link is not None
        assert response.context["link"] == link[1]

    def test_the_page_after_it_says_whether_a_mail_is_sent(self, client, event, settings):
        without = client.post("/spring-cup/register/", FORM, follow=True)
        with_mail = {**FORM, "key": "two", "email": "wang@example.org", "player_1": "赵磊"}
        sent = client.post("/spring-cup/register/", with_mail, follow=True)
        settings.MAIL_CONFIGURED = False
        no_server = client.get("/spring-cup/register/done/?team=2")

        assert "没有发送邮件：你们没有填写邮箱。请保存下面的链接。" in text(without)
        assert "确认邮件正在发往 w***@example.org。" in text(sent)
        assert "没有发送邮件：本站没有邮件服务器。请保存下面的链接。" in text(no_server)

    def test_the_page_after_it_is_for_the_browser_that_sent_the_form(self, client, event):
        client.post("/spring-cup/register/", FORM)

        assert Client().get("/spring-cup/register/done/?team=1").status_code == 404
        assert client.get("/spring-cup/register/done/?team=²").status_code == 404

    def test_a_link_that_the_organizer_ended_shows_nothing_in_the_browser_that_had_it(self, client, event):
        client.post("/spring-cup/register/", FORM)
        teams.reissue_link(cast.organizer(event), event, Team.objects.get().pk)

        again = client.get("/spring-cup/register/").context["form"]

        assert client.get("/spring-cup/register/done/?team=1").status_code == 404
        assert [again[name].value() for name in ("unit_name", "phone")] == [None, None]

    def test_a_field_of_which_one_is_needed_is_not_called_optional(self, client, event):
        cast.unit(event, "机电学院")
        page = client.get("/spring-cup/register/")

        assert page.context["form"].fields.keys() >= {"unit", "unit_name", "phone", "email"}
        assert "选填" not in text(page)

    def test_a_second_click_and_a_reload_lead_to_the_same_page(self, client, event):
        answers = {client.post("/spring-cup/register/", FORM).url for _ in range(3)}

        assert (answers, Team.objects.count()) == ({"/spring-cup/register/done/?team=1"}, 1)

    def test_the_browser_that_registered_may_open_the_pairs_page_at_once(self, client, event):
        client.post("/spring-cup/register/", FORM)

        assert client.get("/team/spring-cup/", follow=True).redirect_chain == [("/team/spring-cup/1/", 302)]

    def test_a_liaison_does_not_type_unit_and_contact_again(self, client, event):
        client.post("/spring-cup/register/", FORM)

        again = client.get("/spring-cup/register/").context["form"]
        of_others = Client().get("/spring-cup/register/").context["form"]

        fields = ("unit_name", "phone", "player_1")
        assert [again[name].value() for name in fields] == ["机电学院", "13812341234", None]
        assert [of_others[name].value() for name in fields] == [None, None, None]

    def test_all_that_is_wrong_is_said_at_once_and_what_was_typed_is_kept(self, client, event):
        given = {**FORM, "player_2": "王 伟", "privacy": "", "phone": "13812341234"}

        response = client.post("/spring-cup/register/", given)

        assert (response.status_code, Team.objects.count()) == (422, 0)
        assert errors_of(response) == {
            "player_2": ["同一个人填写了两次，一对应为两人。"],
            "privacy": ["请阅读个人信息保护告知并勾选。"],
        }
        assert [response.context["form"][name].value() for name in ("player_1", "player_2", "phone", "key")] == [
            "王伟", "王 伟", "13812341234", "one",
        ]  # fmt: skip

    def test_the_unit_of_a_full_unit_is_told_at_the_unit(self, client, event):
        for number in range(2):
            given = {**FORM, "player_1": f"王{number}", "player_2": f"李{number}", "key": f"k{number}"}
            client.post("/spring-cup/register/", given)

        response = client.post("/spring-cup/register/", FORM)

        assert errors_of(response) == {"unit_name": ["该单位限报 2 对，名额已满。"]}

    def test_before_the_opening_there_is_a_time_instead_of_a_form(self, client, db):
        cast.event(registration={"opens_at": "2100-05-01T01:00:00Z"})

        shown = client.get("/spring-cup/register/")
        posted = client.post("/spring-cup/register/", FORM)

        assert "报名于 2100年5月1日 09:00 开始。" in text(shown)
        assert 'name="player_1"' not in text(shown)
        assert (posted.status_code, errors_of(posted)) == (422, {"__all__": ["报名于 2100-05-01 09:00 开始。"]})

    def test_opening_the_form_changes_nothing(self, client, event):
        client.get("/spring-cup/register/?player_1=x")
        client.head("/spring-cup/register/")

        assert (Team.objects.count(), AuditEntry.objects.count()) == (0, 0)

    def test_a_draft_has_no_form_for_the_public(self, client, db):
        cast.event("draft-cup", state=EventState.DRAFT)

        assert client.get("/draft-cup/register/").status_code == 404

    def test_the_form_is_protected_against_other_sites(self, event):
        assert Client(enforce_csrf_checks=True).post("/spring-cup/register/", FORM).status_code == 403

    def test_two_hundred_phones_behind_one_address_are_not_stopped(self, db):
        cast.event(registration={"capacity": 18})
        for number in range(40):
            given = {
                **FORM, "key": f"k{number}", "player_1": f"王{number}", "unit_name": f"单位{number}",
                "phone": f"1380000{number:04}",
            }  # fmt: skip
            assert Client(REMOTE_ADDR="10.0.0.1").post("/spring-cup/register/", given).status_code == 302


class TestEntriesPage:
    def test_names_need_consent_and_contacts_are_never_shown(self, client, event):
        cast.team(event, "王伟", "李强", unit_name="图书馆")
        cast.team(event, "赵磊", "钱进", unit_name="体育部", consent=False)
        waiting = cast.team(event, "孙立", "周敏", state="waiting")
        cast.team(event, "吴军", "郑爽", state="declined")
        Person.objects.filter(contact__isnull=False).first().contact.__class__.objects.update(phone=CANARY)

        page = text(client.get("/spring-cup/entries/"))

        shown = {name: name in page for name in ("王伟", "图书馆", "赵磊", "体育部", "第 2 对", "孙立", "吴军")}
        assert shown == {
            "王伟": True, "图书馆": True, "赵磊": False, "体育部": False, "第 2 对": True, "孙立": True, "吴军": False,
        }  # fmt: skip
        assert waiting.number == 3

    @pytest.mark.parametrize(
        "address",
        ["/spring-cup/entries/", "/spring-cup/register/", "/spring-cup/", "/", "/spring-cup/register/done/?team=1"],
    )
    def test_no_public_page_shows_a_telephone_number_or_address(self, client, event, address):
        Client().post("/spring-cup/register/", {**FORM, "phone": CANARY, "email": "canary-box@example.org"})

        page = text(client.get(address))

        assert Entry.objects.count() == 1
        assert (CANARY in page, "canary-box" in page) == (False, False)

    @pytest.mark.parametrize("rows", [1, 3])
    def test_it_takes_the_same_queries_for_any_number_of_pairs(self, client, event, rows, django_assert_num_queries):
        for number in range(rows):
            cast.team(event, f"王{number}", f"李{number}", unit_name=f"单位{number}")

        with django_assert_num_queries(7):
            client.get("/spring-cup/entries/")


class TestOwnPage:
    @pytest.fixture
    def pair(self, event):
        return cast.team(event, "王伟", "李强", unit_name="图书馆")

    @pytest.fixture
    def browser(self, event, pair):
        return cast.client_of(cast.link(event, LinkScope.TEAM, team=pair)[0])

    @pytest.mark.parametrize("address", ["", "1/", "1/amend/", "99/"])
    def test_without_the_link_it_is_as_an_unknown_link(self, client, event, pair, address):
        response = client.get(f"/team/spring-cup/{address}")

        assert (response.status_code, response.context["message"]) == (404, str(REFUSALS["unknown_link"]))

    def test_it_shows_state_and_the_masked_contact(self, browser):
        page = text(browser.get("/team/spring-cup/1/"))

        assert ["已通过" in page, "138****0001" in page, "13800000001" in page] == [True, True, False]

    def test_another_pairs_page_stays_closed(self, browser, event):
        cast.team(event, "赵磊", "钱进")

        assert browser.get("/team/spring-cup/2/").status_code == 404
        assert browser.post("/team/spring-cup/2/withdraw/").status_code == 404

    def test_withdrawing_asks_first_and_then_posts(self, browser):
        assert browser.get("/team/spring-cup/1/withdraw/").status_code == 405

        browser.post("/team/spring-cup/1/withdraw/")

        assert Entry.objects.get().state == "withdrawn"

    def test_consent_is_each_players_own(self, browser, client):
        member = Member.objects.order_by("order")[1]

        browser.post(f"/team/spring-cup/1/consent/{member.pk}/", {"given": "no"})

        assert [person.may_be_named for person in Person.objects.order_by("pk")] == [True, False]
        assert "王伟" not in text(client.get("/spring-cup/entries/"))

    def test_amending_keeps_what_was_typed_on_a_mistake(self, browser):
        unit = Unit.objects.get()

        response = browser.post(
            "/team/spring-cup/1/amend/",
            {"unit": unit.pk, "player_1": "王伟", "player_2": "x" * 61, "phone": "13812341234", "email": ""},
        )

        assert errors_of(response) == {"player_2": ["不能超过 60 个字。"]}
        assert response.context["form"]["player_2"].value() == "x" * 61

    def test_after_the_release_it_shows_lot_table_and_opponents(self, event):
        pair = cast.drawn(event)["A1"]
        browser = cast.client_of(cast.link(event, LinkScope.TEAM, team=pair)[0])

        own = browser.get(f"/team/spring-cup/{pair.number}/").context["own"]

        assert (own.lot, [(m.round, m.table, m.opponent.players[0]) for m in own.meetings]) == (
            "A1", [(1, 1, cast.pair_names(1)[0]), (2, 1, cast.pair_names(3)[0])],
        )  # fmt: skip
