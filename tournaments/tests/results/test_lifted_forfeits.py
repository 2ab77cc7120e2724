"""A team that was out plays again: the forfeits that it got meanwhile are shown, each with what mends it."""

import pytest

from tournaments.actions import forfeits, teams
from tournaments.errors import NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, Match, ResultSheet, Role, Round, Stage
from tournaments.selectors.forfeits import forfeits_left
from tournaments.selectors.results import standing_sheets
from tournaments.states import RoundState
from tournaments.tests import cast
from tournaments.tests.deals import hall as table
from tournaments.tests.deals.hall import at, reverse, rule

OUT = "signalling_heavy"


@pytest.fixture
def event(db):
    return table.hall("s1")


@pytest.fixture
def taken_back(event):
    """S1-4.2: a side of table 3 was disqualified in round 1, and the ruling is taken back."""
    chief = cast.chief(event)
    ruling = rule(chief, event, at(event), 0, OUT)
    reverse(chief, event, ruling)
    return ruling


def left(event, ruling):
    return forfeits_left(event, [ruling.team_id])


def lift(event, sheet, actor=None):
    return forfeits.lift(actor or cast.chief(event), event, sheet_id=sheet.pk, reason="判罚已撤销")


def test_forfeits_elsewhere_are_shown_after_the_reversal(event, taken_back):
    assert [(each.round, each.table, each.liftable) for each in left(event, taken_back)] == [(1, 3, True), (2, 2, True)]


def test_nothing_is_shown_while_the_team_is_out(event):
    ruling = rule(cast.chief(event), event, at(event), 0, OUT)

    assert (left(event, ruling), ResultSheet.objects.count()) == ([], 2)


def test_a_lifted_forfeit_leaves_the_match_open_and_stands_in_its_history(event, taken_back):
    first, second = left(event, taken_back)

    lift(event, second.sheet)

    match = Match.objects.get(pk=second.sheet.match_id)
    assert (standing_sheets(match), match.sheets.count()) == ([], 1)
    assert [each.sheet.pk for each in left(event, taken_back)] == [first.sheet.pk]
    assert AuditEntry.objects.get(action="result.lifted").data["match"] == match.pk


@pytest.mark.parametrize("closed", ["round", "stage"])
def test_what_can_no_longer_be_played_is_corrected(event, taken_back, closed):
    if closed == "round":
        Round.objects.update(state=RoundState.CLOSED)
    else:
        Stage.objects.update(closed_at=cast.NOW)
    each = left(event, taken_back)[0]

    with pytest.raises(Refusal) as refused:
        lift(event, each.sheet)

    assert (each.liftable, refused.value.code) == (False, "forfeit_is_corrected")


def test_a_match_whose_other_side_is_out_as_well_is_not_lifted(event):
    chief = cast.chief(event)
    ruling = rule(chief, event, at(event), 0, OUT)
    second = at(event, 2, 2)
    other = second.sides.exclude(team=ruling.team_id).get().team
    teams.disqualify(chief, event, other.pk, reason="冒名")
    reverse(chief, event, ruling)

    assert [(each.round, each.liftable) for each in left(event, ruling)] == [(1, True), (2, False)]


def test_only_such_a_forfeit_is_lifted(event, taken_back):
    sheet = left(event, taken_back)[0].sheet
    lift(event, sheet)

    with pytest.raises(Refusal) as refused:
        lift(event, sheet)
    with pytest.raises(NotFound):
        forfeits.lift(cast.chief(event), event, sheet_id=0, reason="误")

    assert refused.value.code == "forfeit_not_left"


def test_a_referee_does_not_lift(event, taken_back):
    _row, referee = cast.referee(event, [3])

    with pytest.raises(NotAllowed):
        lift(event, left(event, taken_back)[0].sheet, actor=referee)


def test_the_page_of_the_ruling_shows_them_and_lifts_one(event, taken_back):
    client = cast.client_of(cast.member(event, Role.CHIEF))
    page = f"/desk/deal-cup/matches/{taken_back.match_id}/rulings/"
    shown = client.get(page).context["forfeits"]

    response = client.post(
        f"/desk/deal-cup/forfeits/{shown[1].sheet.pk}/lift/", {"reason": "判罚已撤销", "back": str(taken_back.match_id)}
    )

    assert (len(shown), response.status_code, response.url) == (2, 302, page)
    assert len(client.get(page).context["forfeits"]) == 1


def test_the_page_of_the_team_shows_them_as_well(event, taken_back):
    client = cast.client_of(cast.member(event, Role.ORGANIZER))

    page = client.get(f"/manage/deal-cup/teams/{taken_back.team.number}/")

    assert (page.status_code, len(page.context["forfeits"])) == (200, 2)
