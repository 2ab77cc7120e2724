import pytest

from tournaments.actions import own_team, teams
from tournaments.errors import Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, Contact, Member, Person, ResultSheet, Team, Tournament
from tournaments.policy import Actor, As
from tournaments.selectors.names import team_names
from tournaments.tests import cast
from tournaments.tests.entries.hands import enter


def frozen(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(entries_frozen_at=cast.NOW)
    return tournament


def holder(tournament, *held):
    """Return somebody who holds the links of these teams."""
    return Actor(tournament.pk, frozenset({As.PUBLIC, As.TEAM}), team_ids=frozenset(team.pk for team in held))


def amended(team, **fields):
    given = {"players": ["王伟", "李强"], "unit_id": team.unit_id, "unit_name": "", "phone": "13812341234", "email": ""}
    return given | fields


class TestByItsLink:
    def test_a_pair_changes_names_unit_and_contact(self, event):
        pair = cast.team(event, "王伟", "李强", unit_name="图书馆")

        own_team.amend(
            holder(event, pair), event, pair.pk,
            **amended(pair, players=["王 伟", "赵磊"], unit_id=None, unit_name="体育部", phone="13900000000"),
        )  # fmt: skip

        found = Team.objects.get()
        assert [member.person.name for member in found.members.all()] == ["王 伟", "赵磊"]
        assert (found.unit.name, Contact.objects.get().phone) == ("体育部", "13900000000")

    def test_another_player_has_not_agreed_yet_and_the_same_person_still_has(self, event):
        pair = cast.team(event, "王伟", "李强", unit_name="图书馆")

        own_team.amend(holder(event, pair), event, pair.pk, **amended(pair, players=["王 伟", "赵磊"]))

        assert [person.may_be_named for person in Person.objects.order_by("pk")] == [True, False]

    def test_amending_without_a_change_leaves_no_trace(self, event):
        pair = cast.team(event, "王伟", "李强", unit_name="图书馆")
        contact = Contact.objects.get()

        same = amended(pair, phone=contact.phone, email=contact.email)
        own_team.amend(holder(event, pair), event, pair.pk, **same)

        assert AuditEntry.objects.count() == 0

    def test_another_pair_is_not_its_to_change(self, event):
        mine, other = cast.team(event, "王伟", "李强"), cast.team(event, "赵磊", "钱进")

        for act in (
            lambda: own_team.withdraw(holder(event, mine), event, other.pk),
            lambda: own_team.amend(holder(event, mine), event, other.pk, **amended(other)),
            lambda: own_team.set_consent(holder(event, mine), event, other.pk, other.members.first().pk, given=False),
        ):
            with pytest.raises(NotAllowed):
                act()

    def test_a_link_of_another_event_opens_nothing_here(self, event):
        pair = cast.team(event, "王伟", "李强")
        elsewhere = cast.event("other")

        with pytest.raises(NotAllowed):
            own_team.withdraw(holder(elsewhere, pair), event, pair.pk)

    def test_after_the_freeze_only_consent_changes(self, event):
        pair = cast.team(event, "王伟", "李强", unit_name="图书馆")
        frozen(event)
        for act in (
            lambda: own_team.withdraw(holder(event, pair), event, pair.pk),
            lambda: own_team.amend(holder(event, pair), event, pair.pk, **amended(pair)),
        ):
            with pytest.raises(Refusal) as refusal:
                act()
            assert refusal.value.code == "entries_frozen_own"

        own_team.set_consent(holder(event, pair), event, pair.pk, pair.members.first().pk, given=False)

        assert team_names(event, in_full=False)[pair.pk].masked is True

    def test_a_unit_with_all_its_pairs_takes_no_other(self, db):
        tournament = cast.event(registration={"pairs_per_unit": 1})
        cast.team(tournament, "甲一", "甲二", unit_name="图书馆")
        pair = cast.team(tournament, "王伟", "李强", unit_name="体育部")

        with pytest.raises(Refusal) as refusal:
            own_team.amend(
                holder(tournament, pair), tournament, pair.pk, **amended(pair, unit_id=None, unit_name="图书馆")
            )

        assert (refusal.value.code, refusal.value.field) == ("unit_full", "unit")


class TestAfterTheFreeze:
    def test_a_corrected_name_is_the_same_person(self, event):
        pair = cast.team(frozen(event), "王纬", "李强")
        member = pair.members.first()

        teams.correct_name(cast.organizer(event), event, pair.pk, member.pk, name="王伟", reason="笔误")

        person = Person.objects.get(pk=member.person_id)
        assert (person.name, person.name_key, person.may_be_named) == ("王伟", "王伟", True)
        entry = AuditEntry.objects.get()
        assert (entry.action, entry.note.text, "王伟" in str(entry.data)) == ("member.corrected", "笔误", False)

    def test_a_replaced_player_stays_in_the_books(self, event):
        pair = cast.team(frozen(event), "王伟", "李强")
        leaving = pair.members.last()

        teams.replace_player(cast.chief(event), event, pair.pk, leaving.pk, name="赵磊", consent=False, reason="生病")

        rows = [(member.person.name, member.order, member.left_at is None) for member in Member.objects.order_by("pk")]
        assert rows == [("王伟", 0, True), ("李强", 1, False), ("赵磊", 1, True)]
        assert team_names(event, in_full=False)[pair.pk].masked is True

    def test_nobody_plays_beside_themselves(self, event):
        pair = cast.team(frozen(event), "王伟", "李强")

        with pytest.raises(Invalid) as refusal:
            teams.replace_player(
                cast.chief(event), event, pair.pk, pair.members.last().pk, name="王 伟", consent=False, reason="x"
            )

        assert (refusal.value.code, refusal.value.field) == ("same_player_twice", "name")

    @pytest.mark.parametrize("reason", ["", "  ", "\0"])
    def test_each_change_needs_a_reason(self, event, reason):
        pair = cast.team(frozen(event), "王伟", "李强")
        organizer, member = cast.organizer(event), pair.members.first()

        for act in (
            lambda: teams.correct_name(organizer, event, pair.pk, member.pk, name="王炜", reason=reason),
            lambda: teams.withdraw_team(organizer, event, pair.pk, reason=reason),
            lambda: teams.disqualify(organizer, event, pair.pk, reason=reason),
        ):
            with pytest.raises(Invalid) as refusal:
                act()
            assert (refusal.value.code, refusal.value.field) == ("reason_needed", "reason")

    def test_a_team_that_leaves_forfeits_what_it_has_not_played(self, event):
        pair = cast.drawn(event)["A1"]

        teams.withdraw_team(cast.chief(event), event, pair.pk, reason="有急事")

        assert Team.objects.get(pk=pair.pk).state == "withdrawn"
        sheets = ResultSheet.objects.order_by("match__round__number").values_list("match__round__number", "outcome")
        assert list(sheets) == [(1, "forfeit_0"), (2, "forfeit_0")]

    def test_a_team_that_left_can_come_back_and_leaves_once_only(self, event):
        pair = cast.team(frozen(event), "王伟", "李强")
        organizer = cast.organizer(event)
        teams.disqualify(organizer, event, pair.pk, reason="冒名")
        with pytest.raises(Refusal) as refusal:
            teams.withdraw_team(organizer, event, pair.pk, reason="走了")
        assert refusal.value.code == "illegal_step"

        teams.reinstate(organizer, event, pair.pk, reason="查无此事")

        assert Team.objects.get().state == "active"

    def test_before_the_freeze_an_entry_is_withdrawn_instead(self, event):
        pair = cast.team(event, "王伟", "李强")

        with pytest.raises(Refusal) as refusal:
            teams.withdraw_team(cast.organizer(event), event, pair.pk, reason="x")

        assert refusal.value.code == "team_before_freeze"

    def test_a_referee_changes_no_team(self, event):
        pair = cast.team(frozen(event), "王伟", "李强")
        _membership, referee = cast.referee(event)

        with pytest.raises(NotAllowed):
            teams.withdraw_team(referee, event, pair.pk, reason="x")

    def test_a_team_of_another_event_is_not_found(self, event):
        pair = cast.team(cast.event("other"), "王伟", "李强")

        with pytest.raises(NotFound):
            teams.withdraw_team(cast.organizer(frozen(event)), event, pair.pk, reason="x")


def test_who_looks_at_a_contact_stands_in_the_log_and_the_number_does_not(event):
    made = enter(event, phone="13812341234")
    organizer = cast.organizer(event)

    reach = teams.reveal_contact(organizer, event, made.entry.team_id)

    assert reach.phone == "13812341234"
    last = AuditEntry.objects.order_by("-sequence")[0]
    assert (last.action, last.user_id, last.subject_id) == (
        "contact.revealed", organizer.user_id, made.entry.applicant_id,
    )  # fmt: skip
    assert not any("1381234" in str(row) for row in AuditEntry.objects.values())
