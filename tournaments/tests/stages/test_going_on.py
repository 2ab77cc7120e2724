"""The pages between two stages: the next step in front, who goes on, ties named, a team exchanged by hand."""

import pytest
from django.urls import reverse

from tournaments.actions import stages
from tournaments.models import Draw, Role, StageEntry, Team
from tournaments.selectors.cockpit import cockpit
from tournaments.selectors.stages import stage_of
from tournaments.tests import cast
from tournaments.tests.stages import hall

GROUPS = {"code": "groups", "format": "round_robin", "groups": {"count": 2}}
CUP = {
    "code": "cup", "format": "knockout", "seeding": "cross", "third_place": True,
    "entrants": {"from_stage": "groups", "per_group": 2},
}  # fmt: skip
SWISS = {"code": "main", "format": "swiss", "rounds": 3}


@pytest.fixture
def signed_in(client):
    def sign_in(event):
        member = cast.member(event, Role.ORGANIZER)
        client.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in


def at(name: str, *args: object) -> str:
    return reverse(name, args=["cup", *args])


def step(event, actor) -> tuple[str, str]:
    found = cockpit(hall.fresh(event), actor, cast.NOW).next
    return (found.code, found.variant) if found else ("", "")


def ready(event, organizer) -> None:
    """Give out the tables, so that only play is left to do."""
    cast.referee(event, list(range(1, 65)))


def test_the_next_step_through_groups_and_a_knockout(db):
    event = hall.event_of(GROUPS, CUP, teams=8)
    organizer = cast.organizer(event)
    ready(event, organizer)
    steps = [step(event, organizer)]

    hall.draw(organizer, hall.fresh(event))
    for number in (1, 2, 3):
        hall.play(organizer, hall.fresh(event), number, winner=hall.best_wins)
        steps.append(step(event, organizer))
    stages.close_stage(organizer, hall.fresh(event), stage_of(hall.fresh(event)).pk)
    steps.append(step(event, organizer))
    hall.draw(organizer, hall.fresh(event))
    steps.append(step(event, organizer))
    for number in (4, 5):
        hall.play(organizer, hall.fresh(event), number, winner=hall.best_wins)
        steps.append(step(event, organizer))

    assert steps == [
        ("draw_stage", "none"), ("round", "ready"), ("round", "ready"), ("close_stage", "ready"),
        ("draw_stage", "none"), ("round", "ready"), ("round", "ready"), ("standings", "ready"),
    ]  # fmt: skip


def test_the_next_step_of_rounds_that_are_drawn_one_by_one(db):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    ready(event, organizer)
    steps = []

    for number in (1, 2, 3):
        steps.append(step(event, organizer))
        hall.draw(organizer, hall.fresh(event))
        steps.append(step(event, organizer))
        hall.play(organizer, hall.fresh(event), number)
    steps.append(step(event, organizer))

    assert steps == [
        ("draw_stage", "none"), ("papers", "open"), ("draw_round", "none"), ("round", "ready"),
        ("draw_round", "none"), ("round", "ready"), ("standings", "ready"),
    ]  # fmt: skip


def test_who_goes_on_is_named_and_the_stage_closed(db, signed_in):
    event = hall.event_of(GROUPS, CUP, teams=8)
    organizer = cast.organizer(event)
    hall.play_stage(organizer, event, winner=hall.best_wins)
    client, stage = signed_in(event), stage_of(hall.fresh(event))

    (end,) = client.get(at("going-on")).context["ends"]
    answer = client.post(at("going-on-act", stage.pk, "close"), {"reason": ""})

    assert (end.over, [line.origin for line in end.next[0].lines]) == (True, ["A1", "B1", "A2", "B2"])
    assert answer.headers["Location"] == at("going-on")
    entered = StageEntry.objects.filter(stage__code="cup").order_by("seed").values_list("team__number", flat=True)
    assert list(entered) == [line.name.number for line in end.next[0].lines]


def test_a_tie_over_the_cut_is_named_with_its_teams(db, signed_in):
    event = hall.event_of({**GROUPS, "groups": {"count": 1}}, {**CUP, "seeding": "lots"}, teams=3)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    for number in (1, 2, 3):
        hall.start(organizer, hall.fresh(event), number)
        for match in hall.to_play(event, number):
            first, second = (side.team.number for side in match.sides.order_by("position"))
            hall.result(organizer, event, match, 0 if (second - first) % 3 == 1 else 1, by=3)
        hall.rounds.close(organizer, hall.fresh(event), number)
    client, stage = signed_in(event), stage_of(hall.fresh(event))

    (end,) = client.get(at("going-on")).context["ends"]
    answer = client.post(at("going-on-act", stage.pk, "close"), {"reason": ""})

    assert ([name.number for name in end.next[0].tied], end.next[0].slots) == ([1, 2, 3], 2)
    assert answer.status_code == 409
    assert answer.context["ends"][0].forms["close"].non_field_errors()


def test_one_more_round_and_opening_again_need_a_reason(db, signed_in):
    event = hall.event_of(SWISS, {**CUP, "seeding": "rank", "entrants": {"from_stage": "main", "teams": 4}}, teams=6)
    organizer = cast.organizer(event)
    hall.play_stage(organizer, event)
    client, stage = signed_in(event), stage_of(hall.fresh(event))

    without = client.post(at("going-on-act", stage.pk, "round"), {"reason": ""})
    client.post(at("going-on-act", stage.pk, "round"), {"reason": "时间还够"})

    assert without.status_code == 422
    assert hall.fresh(event).regulations.plan("main").rounds == 4
    assert step(event, organizer) == ("draw_round", "none")


def test_teams_of_a_draft_are_exchanged_by_hand(db, signed_in):
    event = hall.event_of(SWISS, teams=6, units=3)
    client = signed_in(event)
    client.post(at("manage-draw-make"), {"called_seed": "1", "after": "0"})
    draft = Draw.objects.get()
    (first, second), *_others = (match["sides"] for match in draft.outcome["rounds"][0]["matches"])
    unit = Team.objects.get(pk=first).unit_id
    mate = Team.objects.exclude(pk__in=(first, second)).get(unit=unit)
    change = {"swap-round": "1", "swap-one": second, "swap-other": mate.pk}

    without = client.post(at("manage-draw-swap", draft.pk), {**change, "swap-reason": ""})
    changed = client.post(at("manage-draw-swap", draft.pk), {**change, "swap-reason": "领队同意"})

    assert (without.status_code, list(without.context["swap_form"].errors)) == (422, ["reason"])
    assert changed.status_code == 302
    page = client.get(at("manage-draw"))
    assert sum(len(meeting.flags) for meeting in page.context["view"].rounds[0].meetings) >= 1
    assert Draw.objects.get().outcome["swaps"] == [[1, second, mate.pk]]


def test_the_page_of_the_draw_asks_for_the_next_round(db, signed_in):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    client = signed_in(event)
    before = client.get(at("manage-draw")).context.get("preview")
    hall.play(organizer, hall.fresh(event), 1)

    preview = client.get(at("manage-draw")).context["preview"]
    client.post(at("manage-draw-make"), {"called_seed": "", "after": "1"})

    assert before is None
    assert (preview["round"], preview["one"]) == (2, True)
    assert Draw.objects.filter(state="draft").count() == 1


def test_everybody_can_read_every_draw_by_its_round(db, client):
    event = hall.event_of(SWISS, teams=6)
    organizer = cast.organizer(event)
    for number in (1, 2):
        hall.draw(organizer, hall.fresh(event), seed=str(number))
        hall.play(organizer, hall.fresh(event), number)

    seeds = [client.get(at("draw-round", number)).context["draw"].seed for number in (1, 2)]
    records = [client.get(at("draw-round-record", number)).json()["record"]["seed"] for number in (1, 2)]

    assert seeds == records == ["1", "2"]
    assert client.get(at("draw")).context["draw"].seed == "2"
    assert client.get(at("draw-round", 3)).status_code == 404


def test_the_draft_of_a_bracket_is_drawn_for_staff(db, signed_in, client):
    event = hall.event_of({"code": "main", "format": "knockout"}, teams=5)
    signed_in(event).post(at("manage-draw-make"), {"called_seed": "7", "after": "0"})

    page = client.get(at("manage-draw")).content.decode()

    assert page.count('class="bracket__box"') == 4
    client.logout()
    assert "bracket__box" not in client.get(at("bracket")).content.decode()


def test_a_flag_stands_beside_its_pair_for_everybody(db, client):
    event = hall.event_of({"code": "main", "format": "round_robin"}, teams=4, units=2)
    hall.draw(cast.organizer(event), event)

    rounds = client.get(at("draw")).context["view"].rounds

    flagged = [(meeting.sides[0].name.unit, meeting.flags) for each in rounds for meeting in each.meetings]
    assert sorted(flagged).count(("单位0", ("own_unit",))) == 1
    assert sum(bool(flags) for _unit, flags in flagged) == 2


def test_a_corrected_semi_final_asks_what_becomes_of_the_final_that_has_begun(db, signed_in):
    event = hall.event_of({"code": "main", "format": "knockout"}, teams=4)
    organizer = cast.organizer(event)
    hall.draw(organizer, event)
    hall.play(organizer, hall.fresh(event), 1, winner=hall.best_wins)
    hall.start(organizer, hall.fresh(event), 2)
    client = signed_in(event)
    semi, final = hall.to_play(event, 1)[0], hall.to_play(event, 2)[0]
    before = set(final.sides.values_list("team_id", flat=True))
    loser = semi.sides.exclude(team_id__in=before).get()
    address = at("desk-match", semi.pk)
    form = client.get(address).context["form"]
    said = {"key": form["key"].value(), "version": form["version"].value(), "outcome": "played", "reason": "两队写反"}
    said |= {f"level_{loser.position}": "A", f"level_{1 - loser.position}": "3"}

    asked = client.post(address, said)
    seen = {**said, "seen": asked.context["change"].preview.digest}
    none = client.post(address, seen)
    answer = client.post(address, {**seen, "way": "clear-"})

    assert (asked.status_code, [way.code for way in asked.context["ways"]]) == (200, ["keep-", "clear-"])
    assert asked.content.decode().count('name="way"') == 2
    assert (none.status_code, answer.status_code) == (422, 302)
    after = set(final.sides.values_list("team_id", flat=True))
    assert (loser.team_id in after, len(after & before)) == (True, 1)
