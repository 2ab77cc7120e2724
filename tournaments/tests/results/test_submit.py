from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.matches import MatchResult, Played
from tournaments.actions import results
from tournaments.errors import Gone, Invalid, NotAllowed, NotFound, Refusal
from tournaments.models import AuditEntry, Confirmation, ResultSheet, TableAssignment, Tournament
from tournaments.selectors.results import MatchKind, open_matches, status_by_match
from tournaments.states import SheetState
from tournaments.tests import cast
from tournaments.tests.results.hall import close, key, match_at, official, send, start


@pytest.fixture
def hall(event: Tournament) -> Tournament:
    """Eighteen pairs, both rounds released, the first one running."""
    cast.drawn(event)
    start(event)
    return event


def states(match) -> list[str]:
    return [sheet.state for sheet in ResultSheet.objects.filter(match=match).order_by("version")]


def test_a_sheet_that_both_sides_confirmed_is_official_at_once(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)

    receipt = send(referee, hall, match, "9", "6")

    first, second = match.sides.all()
    assert (receipt.state, receipt.version, receipt.levels, receipt.confirmed_sides) == (
        SheetState.OFFICIAL, 1, ("9", "6"), (0, 1),
    )  # fmt: skip
    assert official(match.round.stage) == ([MatchResult(1, first.team_id, second.team_id, Played(7, 4))], [])


def test_a_sheet_that_one_side_confirmed_waits(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)

    receipt = send(referee, hall, match, "9", "6", confirmed_sides=(1,))

    status = status_by_match(match.round)[match.pk]
    assert (receipt.state, receipt.confirmed_sides, status.kind, status.decided) == (
        SheetState.SUBMITTED, (1,), MatchKind.SUBMITTED, False,
    )  # fmt: skip
    assert official(match.round.stage) == ([], [])


def test_with_the_chiefs_tick_a_confirmed_sheet_waits_for_it(db):
    event = cast.event("ticked", results={"official": "chief"})
    cast.drawn(event)
    start(event)
    _, referee = cast.referee(event, [3])
    match = match_at(event, 3)

    receipt = send(referee, event, match, "9", "6")
    ticked = results.approve(cast.chief(event), event, sheet_id=receipt.sheet_id)
    again = results.approve(cast.chief(event), event, sheet_id=receipt.sheet_id)

    assert (receipt.state, ticked.state, again) == (SheetState.CONFIRMED, SheetState.OFFICIAL, ticked)


def test_the_same_form_again_gives_the_same_receipt(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    form = {"key": key(), "observed_at": timezone.now()}

    first = send(referee, hall, match, "9", "6", **form)
    close(hall)
    TableAssignment.objects.all().update(ended_at=timezone.now())
    second = send(referee, hall, match, "9", "6", **form)

    assert (second.sheet_id, second.version, second.state, second.received_at) == (
        first.sheet_id, first.version, first.state, first.received_at,
    )  # fmt: skip
    assert ResultSheet.objects.count() == 1


@pytest.mark.parametrize("times", [1, 2, 5])
def test_c01_sending_any_number_of_times_is_sending_once(hall, times):
    _, referee = cast.referee(hall, [3])
    form = {"key": key(), "observed_at": timezone.now()}

    receipts = {send(referee, hall, match_at(hall, 3), "A+2", "6", **form) for _ in range(times)}

    assert (len(receipts), ResultSheet.objects.count(), Confirmation.objects.count()) == (1, 1, 2)


@pytest.mark.parametrize(
    ("levels", "change"),
    [(("9", "7"), {}), (("9", "6"), {"confirmed_sides": (0,)}), ((), {"outcome": "forfeit_0"})],
)
def test_the_same_key_with_another_content_is_refused(hall, levels, change):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    first = send(referee, hall, match, "9", "6")

    with pytest.raises(Invalid) as refused:
        send(referee, hall, match, *levels, key=first.key, **change)

    assert (refused.value.code, refused.value.field, states(match)) == ("key_reused", "key", ["official"])


def test_a_key_of_another_event_is_refused(hall):
    _, referee = cast.referee(hall, [3])
    other = cast.event("other-cup")
    cast.drawn(other)
    start(other)
    _, stranger = cast.referee(other, [3])
    first = send(referee, hall, match_at(hall, 3), "9", "6")

    with pytest.raises(Invalid) as refused:
        send(stranger, other, match_at(other, 3), "9", "6", key=first.key)

    assert refused.value.code == "key_reused"


@pytest.mark.parametrize("label", ["1", "B", "a", "", "A+14", "A+0", "９"])
def test_a_level_outside_the_ladder_is_refused_before_any_write(hall, label):
    _, referee = cast.referee(hall, [3])
    before = AuditEntry.objects.count()

    with pytest.raises(Invalid) as refused:
        send(referee, hall, match_at(hall, 3), "9", label)

    assert (refused.value.code, refused.value.field) == ("level_not_on_ladder", "level_1")
    assert (ResultSheet.objects.count(), AuditEntry.objects.count()) == (0, before)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"levels": None}, "levels_needed"),
        ({"levels": ("9",)}, "levels_needed"),
        ({"outcome": "void"}, "outcome_unknown"),
        ({"outcome": "forfeit_0", "levels": ("9", "6")}, "forfeit_has_no_levels"),
        ({"key": "short"}, "key_malformed"),
        ({"key": "with spaces in it"}, "key_malformed"),
        ({"confirmed_sides": (0, 2)}, "side_unknown"),
        ({"corrects": 1, "reason": "  "}, "reason_needed"),
        ({"corrects": 1, "reason": "x" * 501}, "reason_too_long"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(hall, form, code):
    _, referee = cast.referee(hall, [3])

    with pytest.raises(Refusal) as refused:
        send(referee, hall, match_at(hall, 3), **{"levels": ("9", "6"), **form})

    assert (refused.value.code, ResultSheet.objects.count()) == (code, 0)


def test_a_round_that_has_not_begun_takes_no_result(event):
    cast.drawn(event)
    _, referee = cast.referee(event, [3])

    with pytest.raises(Refusal) as refused:
        send(referee, event, match_at(event, 3), "9", "6")

    assert (refused.value.code, refused.value.params, ResultSheet.objects.count()) == (
        "round_not_begun", {"round": 1}, 0,
    )  # fmt: skip


def test_a_start_that_was_taken_back_is_no_start(hall):
    match = match_at(hall, 3)
    match.round.clock.events.create(order=2, kind="undone", at=timezone.now())
    _, referee = cast.referee(hall, [3])

    with pytest.raises(Refusal) as refused:
        send(referee, hall, match, "9", "6")

    assert refused.value.code == "round_not_begun"


@pytest.mark.parametrize("echo", [{"round_number": 2}, {"table": 4}])
def test_c06_a_page_of_another_round_or_table_is_refused_with_the_right_names(hall, echo):
    _, referee = cast.referee(hall, [3, 4])
    table = echo.get("table", 3)
    names = " – ".join(
        f"{side.lot} {'/'.join(m.person.name for m in side.team.members.all())}"
        for side in match_at(hall, table).sides.all()
    )

    with pytest.raises(Gone) as refused:
        send(referee, hall, match_at(hall, 3), "9", "6", **echo)

    assert (refused.value.code, refused.value.params) == ("page_old", {"table": table, "round": 1, "names": names})
    assert ResultSheet.objects.count() == 0


def test_c11_a_page_of_the_last_round_is_refused_once_the_next_is_played(hall):
    close(hall)
    start(hall, 2)
    _, referee = cast.referee(hall, [3])

    with pytest.raises(Gone) as refused:
        send(referee, hall, match_at(hall, 3), "9", "6")
    kept = send(referee, hall, match_at(hall, 3), "9", "6", late_known=True)

    assert (refused.value.code, refused.value.params["round"], kept.state) == ("page_old", 2, SheetState.LATE)


def test_what_comes_after_the_close_is_kept_as_late(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    send(referee, hall, match, "9", "6")
    close(hall)

    receipt = send(referee, hall, match, "9", "7")

    match.round.refresh_from_db()
    status = status_by_match(match.round)[match.pk]
    assert (receipt.state, receipt.late, receipt.round_closed) == (SheetState.LATE, True, True)
    assert (status.kind, status.levels, status.late_sheets, status.decided) == (MatchKind.OFFICIAL, ("9", "6"), 1, True)


def test_two_referees_with_the_same_result_confirm_each_other(hall):
    match = match_at(hall, 3)
    first = send(cast.referee(hall, [3])[1], hall, match, "9", "6", confirmed_sides=(0,))

    second = send(cast.referee(hall, [3])[1], hall, match, "9", "6", confirmed_sides=(1,))

    assert (first.state, second.state, second.confirmed_sides) == (SheetState.SUBMITTED, SheetState.OFFICIAL, (0, 1))
    assert states(match) == ["official", "superseded"]


def test_two_referees_with_different_results_are_a_conflict_and_none_counts(hall):
    match = match_at(hall, 3)
    send(cast.referee(hall, [3])[1], hall, match, "9", "6", confirmed_sides=(0,))

    second = send(cast.referee(hall, [3])[1], hall, match, "6", "9")

    assert (second.state, states(match), official(match.round.stage)[0]) == (
        SheetState.CONFLICT, ["conflict", "conflict"], [],
    )  # fmt: skip


def test_c09_an_official_result_stays_official_beside_a_later_different_one(hall):
    match = match_at(hall, 3)
    send(cast.referee(hall, [3])[1], hall, match, "9", "6")

    send(cast.referee(hall, [3])[1], hall, match, "6", "9")

    status = status_by_match(match.round)[match.pk]
    assert (states(match), status.levels, status.disputed, status.decided) == (
        ["official", "conflict"], ("9", "6"), True, False,
    )  # fmt: skip


def test_a_referee_sends_the_own_unconfirmed_result_anew(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    send(referee, hall, match, "9", "6", confirmed_sides=())

    second = send(referee, hall, match, "6", "9")

    assert (second.version, states(match)) == (2, ["superseded", "official"])


def test_a_referee_corrects_the_own_official_result_with_a_reason(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    send(referee, hall, match, "9", "6")

    second = send(referee, hall, match, "6", "9", corrects=1, reason="两边写反")

    assert (second.state, second.reason, states(match)) == (
        SheetState.OFFICIAL, "两边写反", ["superseded", "official"],
    )  # fmt: skip


@pytest.mark.parametrize(
    "form", [{}, {"corrects": 2, "reason": "写错"}, {"corrects": 1, "reason": "写错", "confirmed_sides": (0,)}]
)
def test_a_correction_that_does_not_hold_is_a_conflict_beside_the_official_one(hall, form):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    send(referee, hall, match, "9", "6")

    send(referee, hall, match, "6", "9", **form)

    assert states(match) == ["official", "conflict"]


def test_what_the_chief_decided_is_not_corrected_from_the_table(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    first = send(referee, hall, match, "9", "6")
    send(cast.referee(hall, [3])[1], hall, match, "6", "9")
    results.decide(cast.chief(hall), hall, sheet_id=first.sheet_id, reason="问过两对")

    send(referee, hall, match, "6", "9", corrects=1, reason="写反")

    assert states(match) == ["official", "rejected", "conflict"]


def test_a_reported_absence_waits_for_the_chief(hall):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)

    receipt = send(referee, hall, match, outcome="forfeit_1")

    assert (receipt.state, receipt.levels, receipt.confirmed_sides) == (SheetState.SUBMITTED, (None, None), ())


def test_the_phones_time_is_kept_beside_the_servers(hall):
    _, referee = cast.referee(hall, [3])
    seen = timezone.now() - timedelta(minutes=9)

    receipt = send(referee, hall, match_at(hall, 3), "9", "6", observed_at=seen)

    assert receipt.observed_at == seen
    assert receipt.received_at - seen > timedelta(minutes=8)


@pytest.mark.parametrize("off", [timedelta(minutes=10), -timedelta(days=400)])
def test_an_absurd_time_of_the_phone_is_noted_and_not_kept(hall, off):
    _, referee = cast.referee(hall, [3])

    receipt = send(referee, hall, match_at(hall, 3), "9", "6", observed_at=timezone.now() + off)

    noted = AuditEntry.objects.get(action="result.submitted").data["clock_off"]
    assert receipt.observed_at == receipt.received_at
    assert noted == pytest.approx(off.total_seconds(), abs=5)


def test_a_referee_of_another_table_is_refused(hall):
    _, referee = cast.referee(hall, [4])

    with pytest.raises(NotAllowed) as refused:
        send(referee, hall, match_at(hall, 3), "9", "6")

    assert (refused.value.code, refused.value.params) == ("table_not_yours", {"table": 3})


def test_a_referee_of_another_event_is_refused(hall):
    _, stranger = cast.referee(cast.event("other-cup"), [3])

    with pytest.raises(NotAllowed) as refused:
        send(stranger, hall, match_at(hall, 3), "9", "6")

    assert refused.value.code == "not_allowed"


def test_a_match_of_another_event_is_not_found(hall):
    other = cast.event("other-cup")
    cast.drawn(other)
    start(other)
    _, referee = cast.referee(hall, [3])

    with pytest.raises(NotFound):
        send(referee, hall, match_at(other, 3), "9", "6")


def test_all_nine_tables_decided_leave_nothing_open(hall):
    chief = cast.chief(hall)

    for table in range(1, 10):
        send(chief, hall, match_at(hall, table), "9", "6")

    assert open_matches(match_at(hall, 1).round) == []


def test_k20_an_archived_event_takes_no_result(hall):
    _, referee = cast.referee(hall, [3])
    Tournament.objects.filter(pk=hall.pk).update(state="archived")

    with pytest.raises(Refusal) as refused:
        send(referee, hall, match_at(hall, 3), "9", "6")

    assert (refused.value.code, ResultSheet.objects.count()) == ("event_archived", 0)
