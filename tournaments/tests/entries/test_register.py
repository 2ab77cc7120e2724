import pytest

from tournaments.actions import entries, own_team, teams, units
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import AccessLink, Contact, Entry, Member, Notice, Person, Team, Unit
from tournaments.policy import Actor
from tournaments.selectors import access
from tournaments.selectors.entries import entrants, place_in_queue, registration
from tournaments.states import EntryState, EventState
from tournaments.tests import cast
from tournaments.tests.entries.hands import enter, form


def with_registration(**settings):
    return cast.event(registration={"capacity": 2, **settings})


def refused(tournament, **fields):
    """Let the form be refused; return code and field, and see that nothing was written."""
    before = (Team.objects.count(), Person.objects.count(), Unit.objects.count(), Notice.objects.count())

    with pytest.raises(Refusal) as refusal:
        enter(tournament, **fields)

    after = (Team.objects.count(), Person.objects.count(), Unit.objects.count(), Notice.objects.count())
    assert after == before
    return refusal.value.code, refusal.value.field


def test_a_pair_gets_a_number_a_place_and_a_link(event):
    made = enter(event, "王伟", "李强", email="Wang@example.org")

    entry = Entry.objects.select_related("team__unit").get()
    assert (made.entry, entry.state, entry.team.number, entry.team.unit.name) == (entry, "accepted", 1, "机电学院")
    assert list(Member.objects.values_list("order", "person__name")) == [(0, "王伟"), (1, "李强")]
    assert Contact.objects.values_list("person__name", "phone", "email").get() == (
        "王伟", "13812341234", "Wang@example.org",
    )  # fmt: skip
    assert access.link_by_token(made.token).team == entry.team
    assert all(person.may_be_named for person in Person.objects.all())


def test_the_link_is_stored_as_a_hash_only(event):
    made = enter(event)

    stored = AccessLink.objects.values().get()

    assert made.token not in {str(value) for value in stored.values()}


def test_c12_sending_the_form_again_changes_nothing_and_gives_a_link_that_works(event):
    first = enter(event, key="one")

    again = enter(event, key="one")

    assert again.entry == first.entry
    assert Team.objects.count() == 1
    assert [access.link_by_token(made.token).team_id for made in (first, again)] == [first.entry.team_id] * 2


def test_the_same_key_with_other_content_is_refused(event):
    enter(event, "王伟", "李强", key="one")

    assert refused(event, key="one", players=["王伟", "赵磊"]) == ("key_used", "")


def test_a_form_of_another_event_is_refused_here(event):
    enter(event, key="one")

    assert refused(cast.event("other"), key="one") == ("key_used", "")


def test_a_form_sent_again_after_the_organizer_made_a_new_link_gives_none(event):
    made = enter(event, key="one")
    AccessLink.objects.filter(team=made.entry.team).update(revoked_at=cast.NOW)

    assert enter(event, key="one").token == ""


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"players": ["", "李强"]}, ("name_empty", "player_1")),
        ({"players": ["王伟", " \u3000 "]}, ("name_empty", "player_2")),
        ({"players": ["王" * 61, "李强"]}, ("name_too_long", "player_1")),
        ({"players": ["王伟", "李\x07强"]}, ("name_control_characters", "player_2")),
        ({"players": ["王伟", "李\u202e强"]}, ("name_control_characters", "player_2")),
        ({"players": ["王\0伟", "李强"]}, ("name_control_characters", "player_1")),
        ({"players": ["!!", "李强"]}, ("name_without_letters", "player_1")),
        ({"players": ["王伟", "王 伟"]}, ("same_player_twice", "player_2")),
        ({"players": ["王伟"]}, ("two_players", "player_1")),
        ({"phone": "", "email": ""}, ("contact_missing", "phone")),
        ({"phone": "call me"}, ("phone_invalid", "phone")),
        ({"phone": "1234"}, ("phone_invalid", "phone")),
        ({"phone": "", "email": "wang@"}, ("email_invalid", "email")),
        ({"privacy": False}, ("privacy_not_accepted", "privacy")),
        ({"unit_name": ""}, ("unit_missing", "unit")),
        ({"unit_name": "x" * 61}, ("name_too_long", "unit_name")),
        ({"unit_id": 10**6}, ("unit_unknown", "unit")),
        ({"key": ""}, ("key_invalid", "")),
        ({"key": "x" * 65}, ("key_invalid", "")),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(event, fields, answer):
    assert refused(event, **fields) == answer


@pytest.mark.parametrize("name", ["阿卜杜拉·买买提江·" * 4 + "阿卜", "𬱖喆", "张 三", "Jean-Luc O'Neill", "王\ue001"])
def test_names_as_people_have_them_are_kept_as_typed(event, name):
    enter(event, name, "李强")

    assert Person.objects.order_by("pk")[0].name == name


def test_a_name_is_compared_without_its_inner_space(event):
    enter(event, "张 三", "Ｌi Ｑiang")

    assert list(Person.objects.order_by("pk").values_list("name_key", flat=True)) == ["张三", "li qiang"]


def test_before_the_opening_the_time_is_told(db):
    later = cast.event(registration={"opens_at": "2100-05-01T01:00:00Z"})

    with pytest.raises(Refusal) as refusal:
        enter(later)

    assert (refusal.value.code, refusal.value.params) == ("registration_not_open_yet", {"opens": "2100-05-01 09:00"})


def test_after_closing_nothing_is_entered(db):
    assert refused(cast.event(registration={"closes_at": "2020-05-01T01:00:00Z"})) == ("registration_closed", "")


def test_into_a_frozen_list_nothing_is_entered(event):
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])

    assert refused(event) == ("entries_frozen", "")


@pytest.mark.parametrize(("state", "code"), [("draft", "registration_not_published"), ("finished", "event_over")])
def test_an_event_that_is_not_public_takes_no_entries(db, state, code):
    assert refused(cast.event(state=EventState(state))) == (code, "")


@pytest.mark.parametrize("typed", ["", "spring", "春季"])
def test_a_wrong_entry_code_is_refused(db, typed):
    assert refused(with_registration(entry_code="SPRING-7"), entry_code=typed) == ("entry_code_wrong", "entry_code")


def test_the_entry_code_is_read_in_any_width_and_case(db):
    made = enter(with_registration(entry_code="SPRING-7"), entry_code=" ｓｐring-7 ")

    assert made.entry.state == EntryState.ACCEPTED


def test_a_full_event_puts_the_next_pair_on_the_waiting_list(db):
    tournament = with_registration(capacity=2)

    made = [enter(tournament, f"王{n}", f"李{n}", unit_name=f"单位{n}").entry for n in "甲乙丙丁"]

    assert [entry.state for entry in made] == ["accepted", "accepted", "waiting", "waiting"]
    assert [place_in_queue(entry) for entry in made] == [None, None, 1, 2]


def test_more_pairs_than_a_unit_may_enter_are_refused_in_words(db):
    tournament = cast.event(registration={"pairs_per_unit": 1, "capacity": 18})
    enter(tournament, "王伟", "李强")

    assert refused(tournament, players=["赵磊", "钱进"]) == ("unit_full", "unit")


def test_a_merged_unit_counts_with_the_one_it_became(db):
    tournament = cast.event(registration={"pairs_per_unit": 2, "capacity": 18})
    organizer = cast.organizer(tournament)
    stays = enter(tournament, "王一", "李一", unit_name="机电学院").entry.team.unit
    gone = enter(tournament, "王二", "李二", unit_name="机电系").entry.team.unit
    units.merge(organizer, tournament, gone.pk, into=stays.pk)

    answers = {
        refused(tournament, players=["王三", "李三"], unit_name="机电系"),
        refused(tournament, players=["王三", "李三"], unit_name="机电学院"),
        refused(tournament, players=["王三", "李三"], unit_id=gone.pk),
    }

    assert answers == {("unit_full", "unit")}


def test_a_quota_of_a_unit_stands_above_the_regulations(db):
    tournament = cast.event(registration={"pairs_per_unit": 1, "capacity": 18})
    unit = enter(tournament, "王一", "李一").entry.team.unit
    units.change(cast.organizer(tournament), tournament, unit.pk, name=unit.name, quota=2, listed=True)

    made = enter(tournament, "王二", "李二")

    assert made.entry.team.unit == unit


def test_where_units_are_not_typed_another_one_is_refused(db):
    tournament = cast.event(registration={"typed_units": False, "capacity": 18})
    cast.unit(tournament, "图书馆")

    assert refused(tournament, unit_name="机电学院") == ("unit_not_listed", "unit")
    assert enter(tournament, unit_name="图书馆").entry.team.unit.name == "图书馆"


def test_an_event_without_units_takes_pairs_without_one(db):
    tournament = cast.event(registration={"typed_units": False, "capacity": 18})

    assert enter(tournament, unit_name="").entry.team.unit is None


def test_the_public_cannot_pretend_to_be_the_organizer(event):
    with pytest.raises(NotAllowed):
        enter(event, source="hand")


def test_one_contact_enters_many_pairs_but_not_without_end(db):
    tournament = cast.event(registration={"capacity": 2})
    for number in range(30):
        enter(tournament, f"王{number}", f"李{number}", unit_name=f"单位{number}")

    assert refused(tournament, players=["王末", "李末"], unit_name="单位末") == ("too_many_entries", "phone")
    assert enter(tournament, "王末", "李末", unit_name="单位末", phone="13900000000").entry.state == "waiting"


def test_the_organizer_enters_a_pair_by_hand_after_closing_without_contact(db):
    tournament = cast.event(registration={"closes_at": "2020-05-01T01:00:00Z", "entry_code": "x", "capacity": 2})

    fields = form(source="hand", phone="", privacy=False)
    made = entries.register(cast.organizer(tournament), tournament, **fields)

    assert (made.entry.state, made.entry.source, made.entry.team.unit.listed) == ("accepted", "hand", True)


class TestApproval:
    def test_an_entry_is_pending_and_then_accepted(self, db):
        tournament = with_registration(approval=True)
        entry = enter(tournament).entry
        assert entry.state == EntryState.PENDING

        approved = entries.approve(cast.organizer(tournament), tournament, entry.pk)

        assert approved.state == EntryState.ACCEPTED

    def test_pending_entries_take_places_where_the_regulations_say_so(self, db):
        tournament = with_registration(approval=True)

        made = [enter(tournament, f"王{n}", f"李{n}", unit_name=n).entry.state for n in "甲乙丙"]

        assert made == ["pending", "pending", "waiting"]

    def test_else_all_are_pending_and_the_last_approved_waits(self, db):
        tournament = with_registration(approval=True, pending_uses_capacity=False)
        made = [enter(tournament, f"王{n}", f"李{n}", unit_name=n).entry for n in "甲乙丙"]
        assert [entry.state for entry in made] == ["pending"] * 3

        count = entries.approve_all(cast.organizer(tournament), tournament)

        states = list(Entry.objects.order_by("pk").values_list("state", flat=True))
        assert (count, states) == (3, ["accepted", "accepted", "waiting"])

    def test_who_moves_up_unseen_is_still_to_be_approved(self, db):
        tournament = with_registration(approval=True)
        made = [enter(tournament, f"王{n}", f"李{n}", unit_name=n).entry for n in "甲乙丙"]

        entries.decline(cast.organizer(tournament), tournament, made[0].pk, reason="名额已满")

        assert Entry.objects.get(pk=made[2].pk).state == EntryState.PENDING

    def test_a_decline_needs_a_reason_that_the_pair_reads(self, db):
        tournament = with_registration(approval=True)
        entry = enter(tournament).entry
        organizer = cast.organizer(tournament)
        with pytest.raises(Invalid) as refusal:
            entries.decline(organizer, tournament, entry.pk, reason=" ")
        assert (refusal.value.code, refusal.value.field) == ("reason_needed", "reason")

        entries.decline(organizer, tournament, entry.pk, reason="不是本校单位")

        assert "不是本校单位" in Notice.objects.order_by("pk").last().body


def test_a_withdrawal_lets_the_first_who_waits_move_up_with_a_mail(db):
    tournament = with_registration()
    made = [enter(tournament, f"王{n}", f"李{n}", unit_name=n, email=f"{n}@example.org").entry for n in "abcd"]

    entries.withdraw(cast.organizer(tournament), tournament, made[1].pk, reason="来电")

    states = list(Entry.objects.order_by("pk").values_list("state", flat=True))
    assert states == ["accepted", "withdrawn", "accepted", "waiting"]
    assert list(Notice.objects.order_by("-pk").values_list("recipient", flat=True)[:2]) == [
        "c@example.org", "b@example.org",
    ]  # fmt: skip
    assert place_in_queue(made[3]) == 1


def test_who_is_reinstated_goes_to_the_end_of_the_line(db):
    tournament = with_registration()
    made = [enter(tournament, f"王{n}", f"李{n}", unit_name=n).entry for n in "甲乙丙"]
    organizer = cast.organizer(tournament)
    entries.withdraw(organizer, tournament, made[0].pk, reason="来电")

    entry = entries.reinstate(organizer, tournament, made[0].pk)

    assert (entry.state, place_in_queue(entry)) == ("waiting", 1)


def test_a_pair_takes_its_own_entry_back(event):
    made = enter(event)
    actor = cast.actor(event, access.As.TEAM)
    own = Actor(event.pk, actor.qualities, team_ids=frozenset({made.entry.team_id}))

    own_team.withdraw(own, event, made.entry.team_id)

    assert Entry.objects.get().state == EntryState.WITHDRAWN


def test_freezing_waits_for_the_decisions(db):
    tournament = with_registration(approval=True)
    enter(tournament)

    with pytest.raises(Refusal) as refusal:
        entries.freeze(cast.organizer(tournament), tournament)

    assert (refusal.value.code, refusal.value.params) == ("entries_pending", {"count": 1})


def test_after_the_freeze_nobody_moves_up_until_it_is_undone(db):
    tournament = with_registration()
    organizer = cast.organizer(tournament)
    made = [enter(tournament, f"王{n}", f"李{n}", unit_name=n).entry for n in "甲乙丙"]
    entries.freeze(organizer, tournament)
    teams.withdraw_team(organizer, tournament, made[0].team_id, reason="不来了")
    assert [one.team for one in entrants(tournament)] == [made[1].team_id]

    entries.unfreeze(organizer, tournament)

    assert registration(type(tournament).objects.get(), cast.NOW).state == "open"
