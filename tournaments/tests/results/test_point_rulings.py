"""Rulings in points of the standings: by the chief, with a clause or a reason, and taken back by a new row."""

import pytest

from tournaments.actions import point_rulings, rulings
from tournaments.actions.point_rulings import PointsRuled
from tournaments.errors import Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, Role, Ruling, Stage
from tournaments.policy import Actor, As
from tournaments.selectors.standings import count
from tournaments.tests import cast
from tournaments.tests.results.hall import key, match_at, send, start


@pytest.fixture
def event(db):
    made = cast.event("points-cup")
    cast.drawn(made)
    start(made)
    return made


@pytest.fixture
def team(event):
    return event.teams.get(number=3)


def rule(event, team, points=-2, *, actor=None, sent="", **form):
    said = {"note": "迟交记录单", **form}
    wanted = PointsRuled(team.pk, said.pop("stage", "main"), points, **said)
    return point_rulings.rule_points(actor or cast.chief(event), event, wanted, key=sent or key())


def reverse(event, ruling, reason="录像为证", actor=None, sent=""):
    return point_rulings.reverse_points(
        actor or cast.chief(event), event, ruling_id=ruling.pk, reason=reason, key=sent or key()
    )


def total(event, team):
    return next(row.total for row in count(event).standings.rows if row.team == team.pk)


def test_points_are_taken_from_the_total(event, team):
    rule(event, team, -2)

    assert total(event, team) == -2
    assert AuditEntry.objects.get(action="ruling.points").data == {
        "team": 3, "stage": "main", "points": -2, "clause": "",
    }  # fmt: skip


def test_points_are_given_back_by_a_new_row(event, team):
    ruling = rule(event, team, 3)
    before = total(event, team)

    reverse(event, ruling)

    assert (before, total(event, team), Ruling.objects.count()) == (3, 0, 2)


def test_a_ruling_is_taken_back_once(event, team):
    ruling = rule(event, team)
    reverse(event, ruling)

    with pytest.raises(Refusal) as refused:
        reverse(event, ruling)

    assert refused.value.code == "ruling_reversed"


def test_the_same_form_again_gives_the_same_ruling(event, team):
    chief, sent = cast.chief(event), key()

    first, again = (rule(event, team, actor=chief, sent=sent) for _ in range(2))

    assert (first.pk, total(event, team)) == (again.pk, -2)


def test_the_same_reversal_again_gives_the_same_ruling(event, team):
    ruling, chief, sent = rule(event, team), cast.chief(event), key()

    first, again = (reverse(event, ruling, actor=chief, sent=sent) for _ in range(2))

    assert (first.pk, again.pk, Ruling.objects.count()) == (ruling.pk, ruling.pk, 2)


@pytest.mark.parametrize(
    ("form", "refused_as"),
    [
        ({"note": ""}, ("clause_or_reason", "note")),
        ({"points": 0}, ("points_of_ruling", "points")),
        ({"points": 1001}, ("points_of_ruling", "points")),
        ({"stage": "cellar"}, ("stage_without_points", "stage")),
        ({"clause": "<b>"}, ("clause_malformed", "clause")),
    ],
)
def test_what_cannot_be_ruled_is_refused_at_its_field(event, team, form, refused_as):
    with pytest.raises(Invalid) as refused:
        rule(event, team, **form)

    assert (refused.value.code, refused.value.field) == refused_as


def test_a_clause_needs_no_reason(event, team):
    assert rule(event, team, note="", clause="S1-4.2").clause == "S1-4.2"


def test_a_team_of_no_stage_gets_no_points(event):
    late = cast.team(event, "钱迟", "孙迟")

    with pytest.raises(Invalid) as refused:
        rule(event, late)

    assert refused.value.code == "team_not_in_stage"


def test_a_closed_stage_takes_neither_points_nor_their_reversal(event, team):
    ruling = rule(event, team)
    Stage.objects.update(closed_at=cast.NOW)

    codes = []
    for act in (lambda: rule(event, team), lambda: reverse(event, ruling)):
        with pytest.raises(Refusal) as refused:
            act()
        codes.append(refused.value.code)

    assert codes == ["stage_closed_points"] * 2


def test_points_that_belong_to_a_match_of_a_closed_stage_are_not_taken_back_here_either(event, team):
    """A step of lateness may cost points of the standings: the frozen figures would not follow."""
    match = team.sides.order_by("round__number")[0].match
    ruled = Ruling(key=key(), fingerprint="", offence="lateness", unit="standing_points", value=-2)
    rulings.store(cast.chief(event), event, match, team, ruled, now=cast.NOW)
    Stage.objects.update(closed_at=cast.NOW)

    with pytest.raises(Refusal) as refused:
        reverse(event, ruled)

    assert (refused.value.code, total(event, team)) == ("stage_closed_points", -2)


@pytest.mark.parametrize("quality", [As.SITE_ADMIN, As.SYSTEM, As.ORGANIZER, As.CHIEF])
def test_who_decides_results_rules_in_points(event, team, quality):
    assert rule(event, team, actor=Actor(event.pk, frozenset({quality}))).value == -2


@pytest.mark.parametrize("quality", sorted(set(As) - {As.SITE_ADMIN, As.SYSTEM, As.ORGANIZER, As.CHIEF}))
def test_nobody_else_does(event, team, quality):
    with pytest.raises(NotAllowed):
        rule(event, team, actor=Actor(event.pk, frozenset({quality})))

    assert Ruling.objects.count() == 0


def test_a_ruling_of_another_event_is_not_found(event, team):
    ruling = rule(event, team)
    other = cast.event("other-cup")

    with pytest.raises(NotFound):
        point_rulings.reverse_points(cast.chief(other), other, ruling_id=ruling.pk, reason="误判", key=key())


def test_the_chief_rules_on_the_page_and_takes_it_back(event, team):
    client = cast.client_of(cast.member(event, Role.CHIEF))
    address = "/manage/points-cup/standings/points/"
    form = {"key": key(), "stage": "main", "team": team.pk, "sign": "-1", "points": "2", "note": "迟交", "clause": ""}

    made = client.post(address, form)
    shown = client.get(address)
    taken = client.post(f"{address}{Ruling.objects.get().pk}/reverse/", {"reason": "误判"})

    assert (made.status_code, [line.points for line in shown.context["lines"]]) == (302, ["−2"])
    assert (taken.status_code, total(event, team)) == (302, 0)


def test_everybody_sees_points_by_ruling_beside_the_total(client, event, team):
    send(cast.organizer(event), event, match_at(event, 1), "9", "6")
    rule(event, team, -2)

    page = client.get("/points-cup/standings/", headers={"accept-language": "en"}).content.decode()

    assert page.count('<span class="standing__beside">ruling −2</span>') == 1


def test_the_page_of_an_event_that_is_not_drawn_says_so(db):
    undrawn = cast.event("points-cup")

    page = cast.client_of(cast.member(undrawn, Role.CHIEF)).get("/manage/points-cup/standings/points/")

    assert (page.status_code, page.context["drawn"]) == (200, False)
