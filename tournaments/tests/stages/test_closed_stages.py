"""A correction in a stage that is closed: frozen anew, and nobody who went on is exchanged silently."""

import pytest
from django.urls import reverse

from tournaments.actions import draws, results, rulings, stages, teams
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import AuditEntry, Draw, Match, Publication, Role, Ruling, Stage, StageEntry, Team, Tournament
from tournaments.selectors.final import stage_table
from tournaments.selectors.publications import table_in
from tournaments.selectors.stages import stages_of
from tournaments.tests import cast
from tournaments.tests.results.hall import key, save_looked_at
from tournaments.tests.stages import hall

WINS = {"match_result.kind": "win_loss", "match_result.points": {"win": 1, "draw": 0, "loss": 0}}
WINS |= {"match_result.zero_sum": False}
GROUPS = {"code": "groups", "format": "round_robin", "groups": {"count": 1}, "decisions": WINS}
FINAL = {"code": "final", "format": "knockout", "entrants": {"from_stage": "groups", "teams": 2}, "seeding": "rank"}
ROBIN = {"code": "final", "format": "round_robin", "entrants": {"from_stage": "groups", "teams": 2}}


def closed(*plans, slug="cup") -> Tournament:
    """Four teams whose first stage is played and closed: who has the lower number won."""
    event = hall.event_of(*plans, teams=4, slug=slug)
    organizer = cast.organizer(event)
    stage = hall.play_stage(organizer, event, winner=hall.best_wins)
    stages.close_stage(organizer, hall.fresh(event), stage.pk)
    return hall.fresh(event)


@pytest.fixture
def event(db: None) -> Tournament:
    return closed(GROUPS, FINAL)


@pytest.fixture
def actor(event):
    return cast.organizer(event)


def meeting(event: Tournament, *numbers: int) -> Match:
    """Return the match of two teams of the first stage."""
    first, second = (Team.objects.get(tournament=event, number=number) for number in numbers)
    rows = Match.objects.filter(sides__team=first, round__stage__code="groups", table__isnull=False)
    return rows.get(pk__in=second.sides.values("match"))


def won(match: Match, number: int, by: str = "A") -> list[str]:
    """Return levels by which the team with this number wins."""
    levels = ["2", "2"]
    levels[match.sides.get(team__number=number).position] = by
    return levels


def correct(actor, event, match, levels, **more):
    return results.correct(actor, event, match_id=match.pk, key=key(), levels=levels, reason="写反了", **more)


def numbers(event: Tournament, code: str) -> list[int]:
    rows = StageEntry.objects.filter(stage__division__tournament=event, stage__code=code)
    return list(rows.order_by("seed").values_list("team__number", flat=True))


def frozen(event: Tournament) -> list[Publication]:
    return list(Publication.objects.filter(stage__code="groups").order_by("version"))


def places(event: Tournament) -> list[int]:
    return [hall.number_of(row.team) for row in stage_table(stages_of(event)[0]).standings.rows]


def test_a_correction_that_changes_nobody_who_goes_on_freezes_the_standings_anew(event, actor):
    correct(actor, event, meeting(event, 3, 4), won(meeting(event, 3, 4), 4))

    assert [row.version for row in frozen(event)] == [1, 2]
    assert (places(event), numbers(event, "final")) == ([1, 2, 4, 3], [1, 2])
    assert frozen(event)[1].reason == "写反了"


def test_a_correction_that_changes_no_figure_makes_no_version(event, actor):
    match = meeting(event, 3, 4)
    same = results.reported(
        [["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][level] for level in _levels(match)]
    )

    results.correct(actor, event, match_id=match.pk, key=key(), said=same, reason="核对")

    assert [row.version for row in frozen(event)] == [1]


def _levels(match: Match) -> tuple[int, int]:
    sheet = match.sheets.get(state="official")
    return sheet.level_0, sheet.level_1


def test_seeds_follow_while_nothing_is_drawn_from_them(event, actor):
    match = meeting(event, 1, 2)

    correct(actor, event, match, won(match, 2))

    assert (places(event)[:2], numbers(event, "final")) == ([2, 1], [2, 1])


def test_others_who_would_go_on_are_named_and_nothing_is_written(event, actor):
    match = meeting(event, 2, 3)

    with pytest.raises(Refusal) as refused:
        correct(actor, event, match, won(match, 3))

    assert (refused.value.code, dict(refused.value.params)) == ("others_would_go_on", {"enters": "3", "leaves": "2"})
    assert (len(frozen(event)), match.sheets.count(), numbers(event, "final")) == (1, 1, [1, 2])


def test_who_went_on_stays_by_a_decision_that_the_standings_show(event, actor):
    match = meeting(event, 2, 3)

    correct(actor, event, match, won(match, 3), advancing="keep")

    [kept] = table_in(frozen(event)[1].snapshot).kept
    assert [kept.into, *([hall.number_of(team) for team in teams] for teams in (kept.stayed, kept.instead_of))] == [
        "final", [2], [3],
    ]  # fmt: skip
    assert (numbers(event, "final"), AuditEntry.objects.filter(action="stage.kept").count()) == ([1, 2], 1)
    address = reverse("standings-stage", args=["cup", "groups"])
    page = cast.client_of(None).get(address, headers={"accept-language": "en"})
    assert "stay by decision" in page.content.decode()


def test_a_decision_that_stands_is_not_asked_for_again(event, actor):
    match, other = meeting(event, 2, 3), meeting(event, 1, 4)
    correct(actor, event, match, won(match, 3), advancing="keep")

    correct(actor, event, other, won(other, 1, "K"))

    assert [len(table_in(row.snapshot).kept) for row in frozen(event)] == [0, 1, 1]


def test_the_stage_may_be_opened_again_while_no_later_draw_is_released(event, actor):
    match = meeting(event, 2, 3)
    draft = draws.make(actor, event)

    correct(actor, event, match, won(match, 3), advancing="reopen")

    stage = Stage.objects.get(code="groups")
    assert (stage.closed_at, numbers(event, "final")) == (None, [])
    assert Draw.objects.get(pk=draft.pk).state == "discarded"
    stages.close_stage(actor, hall.fresh(event), stage.pk, reason="更正后")
    assert sorted(numbers(event, "final")) == [1, 3]


def test_with_a_released_draw_behind_it_a_stage_is_not_opened_again(event, actor):
    match = meeting(event, 2, 3)
    hall.draw(actor, event)

    with pytest.raises(Refusal) as refused:
        correct(actor, event, match, won(match, 3), advancing="reopen")
    preview = results.preview_correction(actor, event, match_id=match.pk, levels=won(match, 3))

    assert refused.value.code == "next_stage_drawn"
    assert [way.code for way in preview.ways] == ["-keep"]


def test_s22_what_is_carried_follows_the_correction_into_every_later_standing(db):
    event = closed({**GROUPS, "decisions": {}}, {**ROBIN, "carry": {"kind": "all"}})
    actor = cast.organizer(event)
    hall.play_stage(actor, event, winner=hall.best_wins)
    stages.close_stage(actor, hall.fresh(event), Stage.objects.get(code="final").pk)
    match = meeting(event, 1, 4)
    before = {row.team: row.total for row in stage_table(stages_of(hall.fresh(event))[1]).standings.rows}

    correct(actor, event, match, won(match, 1, "A"))

    stage = stages_of(hall.fresh(event))[1]
    after = {row.team: row.total for row in stage_table(stage).standings.rows}
    brought = {entry.team_id: int(entry.carried_points["points"]) for entry in StageEntry.objects.filter(stage=stage)}
    groups = {row.team: row.total for row in stage_table(stages_of(hall.fresh(event))[0]).standings.rows}
    assert brought == {team: groups[team] for team in brought}
    assert after != before
    assert [row.version for row in Publication.objects.filter(stage=stage).order_by("version")] == [1, 2]


def test_s09_a_correction_after_a_team_left_leaves_that_team_where_it_stood(event, actor):
    hall.draw(actor, event)
    teams.withdraw_team(actor, event, Team.objects.get(number=2).pk, reason="生病")
    match = meeting(event, 3, 4)

    correct(actor, hall.fresh(event), match, won(match, 4))

    assert (places(event), len(frozen(event))) == ([1, 2, 4, 3], 2)


def test_only_chief_and_organizer_change_a_closed_stage(event):
    desk = cast.actor(event, cast.As.DESK, cast.member(event, Role.DESK))
    match = meeting(event, 3, 4)

    with pytest.raises(NotAllowed):
        correct(desk, event, match, won(match, 4))

    assert len(frozen(event)) == 1


def test_an_unknown_choice_is_refused(event, actor):
    match = meeting(event, 3, 4)

    with pytest.raises(Invalid) as refused:
        correct(actor, event, match, won(match, 4), advancing="guess")

    assert refused.value.code == "unknown_advancing"


def test_a_ruling_in_points_freezes_the_standings_anew_and_so_does_its_reversal(event, actor):
    match = meeting(event, 3, 4)
    team = Team.objects.get(tournament=event, number=3)
    ruled = Ruling(key=key(), fingerprint="", offence="lateness", unit="standing_points", value=-2)
    rulings.store(actor, event, match, team, ruled, now=cast.NOW)
    lost = places(event)

    rulings.reverse(actor, event, ruling_id=ruled.pk, reason="误判", key=key())

    assert (lost, places(event)) == ([1, 2, 4, 3], [1, 2, 3, 4])
    assert [row.version for row in frozen(event)] == [1, 2, 3]


def test_the_desk_names_who_would_go_on_and_saves_what_was_chosen(event):
    client = cast.client_of(cast.member(event, Role.CHIEF))
    match = meeting(event, 2, 3)
    address = reverse("desk-match", args=[event.slug, match.pk])
    first, second = won(match, 3)
    form = {"key": key(), "version": 1, "outcome": "played", "level_0": first, "level_1": second, "reason": "写反"}

    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    looked = client.post(address, form)
    answer = save_looked_at(client, address, form, "-keep")

    assert "This stage is closed" in page
    assert [way.code for way in looked.context["ways"]] == ["-keep", "-reopen"]
    assert (answer.status_code, match.sheets.filter(state="official").get().version) == (302, 2)


def test_before_the_close_a_correction_says_who_would_go_on_instead(db):
    event = hall.event_of(GROUPS, FINAL, teams=4)
    actor = cast.organizer(event)
    hall.play_stage(actor, event, winner=hall.best_wins)
    match = meeting(event, 2, 3)

    [way] = results.preview_correction(actor, hall.fresh(event), match_id=match.pk, levels=won(match, 3)).ways

    [going] = way.moved.going
    assert [going.stage, *([hall.number_of(team) for team in teams] for teams in (going.enters, going.leaves))] == [
        "final", [3], [2],
    ]  # fmt: skip


def test_who_would_be_in_another_band_is_named_once_the_bands_are_drawn(db):
    bands = {"code": "final", "format": "round_robin", "groups": {"size": 2, "by": "bands"},
             "entrants": {"from_stage": "groups"}}  # fmt: skip
    event = closed(GROUPS, bands)
    organizer, match = cast.organizer(event), meeting(event, 2, 3)
    hall.draw(organizer, event)

    with pytest.raises(Refusal) as refused:
        correct(organizer, event, match, won(match, 3))
    correct(organizer, event, match, won(match, 3), advancing="keep")

    assert (refused.value.code, dict(refused.value.params)) == ("others_would_go_on", {"enters": "3", "leaves": "2"})
    assert (places(hall.fresh(event)), numbers(event, "final")) == ([1, 3, 2, 4], [1, 2, 3, 4])
