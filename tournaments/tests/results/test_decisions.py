import pytest

from scoring.matches import Bye, Forfeit, Played
from tournaments.actions import results
from tournaments.errors import Gone, NotAllowed, NotFound, Refusal
from tournaments.models import (
    AuditEntry,
    Match,
    MatchSide,
    Publication,
    ResultSheet,
    Round,
    SideSource,
    Tournament,
)
from tournaments.policy import As
from tournaments.selectors.results import MatchKind, open_matches, status_by_match
from tournaments.selectors.rulesets import ruleset_of
from tournaments.states import SheetState
from tournaments.tests import cast
from tournaments.tests.results.hall import close, key, match_at, official, send, start


@pytest.fixture
def hall(event: Tournament) -> Tournament:
    cast.drawn(event)
    start(event)
    return event


@pytest.fixture
def chief(hall):
    return cast.chief(hall)


def states(match) -> list[str]:
    return list(ResultSheet.objects.filter(match=match).order_by("version").values_list("state", flat=True))


def conflict(event, table=3):
    """Two referees send different results; returns both receipts."""
    match = match_at(event, table)
    return [
        send(cast.referee(event, [table])[1], event, match, *levels, confirmed_sides=())
        for levels in (("9", "6"), ("6", "9"))
    ]


def outcomes(event):
    return [(result.round, result.outcome) for result in official(Round.objects.filter(number=1).get().stage)[0]]


def test_the_chief_decides_a_conflict_with_a_reason(hall, chief):
    _, second = conflict(hall)

    receipt = results.decide(chief, hall, sheet_id=second.sheet_id, reason="两对都说是第二份")

    entry = AuditEntry.objects.get(action="result.decided")
    assert (receipt.state, states(match_at(hall, 3)), outcomes(hall)) == (
        SheetState.OFFICIAL, ["rejected", "official"], [(1, Played(4, 7))],
    )  # fmt: skip
    assert (entry.note.text, entry.data["aside"]) == ("两对都说是第二份", [1])


def test_an_official_sheet_can_be_kept_against_a_different_one(hall, chief):
    match = match_at(hall, 3)
    first = send(cast.referee(hall, [3])[1], hall, match, "9", "6")
    send(cast.referee(hall, [3])[1], hall, match, "6", "9")

    results.decide(chief, hall, sheet_id=first.sheet_id, reason="第二份点错")

    assert (states(match), open_matches(match.round)[0].table) == (["official", "rejected"], 1)


def test_a_late_sheet_replaces_the_official_one_only_by_decision(hall, chief):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    send(referee, hall, match, "9", "6")
    close(hall)
    late = send(referee, hall, match, "9", "7")

    results.decide(chief, hall, sheet_id=late.sheet_id, reason="核对记分表")

    assert states(match) == ["superseded", "official"]


@pytest.mark.parametrize("verb", ["decide", "reject"])
@pytest.mark.parametrize("reason", ["", "   "])
def test_without_a_reason_nothing_is_decided(hall, chief, verb, reason):
    first, _ = conflict(hall)

    with pytest.raises(Refusal) as refused:
        getattr(results, verb)(chief, hall, sheet_id=first.sheet_id, reason=reason)

    assert (refused.value.code, refused.value.field, states(match_at(hall, 3))) == (
        "reason_needed", "reason", ["conflict", "conflict"],
    )  # fmt: skip


@pytest.mark.parametrize("quality", [As.DESK, As.REFEREE, As.AUDITOR, As.TEAM, As.PUBLIC])
def test_only_chief_and_organizer_decide(hall, quality):
    first, _ = conflict(hall)
    other = cast.actor(hall, quality)
    match = match_at(hall, 3)

    for call in (
        lambda: results.decide(other, hall, sheet_id=first.sheet_id, reason="因为"),
        lambda: results.approve(other, hall, sheet_id=first.sheet_id),
        lambda: results.reject(other, hall, sheet_id=first.sheet_id, reason="因为"),
        lambda: results.correct(other, hall, match_id=match.pk, key=key(), levels=("9", "6"), reason="因为"),
        lambda: results.forfeit(other, hall, match_id=match.pk, key=key(), absent={0}, reason="未到"),
    ):
        with pytest.raises(NotAllowed):
            call()

    assert states(match) == ["conflict", "conflict"]


def test_a_conflict_is_not_ticked(hall, chief):
    first, _ = conflict(hall)

    with pytest.raises(Refusal) as refused:
        results.approve(chief, hall, sheet_id=first.sheet_id)

    assert refused.value.code == "match_in_conflict"


def test_a_rejected_sheet_opens_the_table_again(hall, chief):
    _, referee = cast.referee(hall, [3])
    match = match_at(hall, 3)
    sent = send(referee, hall, match, outcome="forfeit_0")

    results.reject(chief, hall, sheet_id=sent.sheet_id, reason="他们到了")

    assert (states(match), status_by_match(match.round)[match.pk].kind) == (["rejected"], MatchKind.OPEN)


def test_what_is_settled_stays_settled(hall, chief):
    first, second = conflict(hall)
    results.decide(chief, hall, sheet_id=second.sheet_id, reason="问过两对")

    with pytest.raises(Refusal) as refused:
        results.decide(chief, hall, sheet_id=first.sheet_id, reason="改主意")

    assert (refused.value.code, refused.value.params) == ("sheet_settled", {"version": 1})


def test_a_sheet_of_another_event_is_not_found(hall):
    first, _ = conflict(hall)
    other = cast.event("other-cup")

    with pytest.raises(NotFound):
        results.decide(cast.chief(other), other, sheet_id=first.sheet_id, reason="因为")


def test_the_chief_ticks_a_reported_absence(hall, chief):
    sent = send(cast.referee(hall, [3])[1], hall, match_at(hall, 3), outcome="forfeit_1")

    receipt = results.approve(chief, hall, sheet_id=sent.sheet_id)

    assert (receipt.state, outcomes(hall)) == (SheetState.OFFICIAL, [(1, Forfeit(frozenset({1})))])


def test_a_correction_is_a_new_official_version_also_after_the_close_and_the_release(hall, chief):
    match = match_at(hall, 3)
    send(cast.referee(hall, [3])[1], hall, match, "9", "6")
    close(hall)
    Publication.objects.create(stage=match.round.stage, kind="standings", version=1, snapshot={}, released_at=cast.NOW)

    receipt = results.correct(chief, hall, match_id=match.pk, key=key(), levels=("9", "7"), reason="核对", version=1)

    assert (receipt.version, receipt.state, receipt.standings_released, states(match)) == (
        2, SheetState.OFFICIAL, True, ["superseded", "official"],
    )  # fmt: skip
    assert outcomes(hall) == [(1, Played(7, 5))]


def test_a_correction_sent_again_is_one(hall, chief):
    match = match_at(hall, 3)
    form = {"match_id": match.pk, "key": key(), "levels": ("9", "7"), "reason": "核对", "version": 0}

    assert results.correct(chief, hall, **form) == results.correct(chief, hall, **form)
    assert states(match) == ["official"]


def test_a_correction_of_what_changed_meanwhile_is_refused(hall, chief):
    match = match_at(hall, 3)
    send(cast.referee(hall, [3])[1], hall, match, "9", "6")
    results.correct(chief, hall, match_id=match.pk, key=key(), levels=("9", "7"), reason="核对", version=1)

    with pytest.raises(Gone) as refused:
        results.correct(chief, hall, match_id=match.pk, key=key(), levels=("9", "8"), reason="再核对", version=1)

    assert (refused.value.code, refused.value.params, states(match)) == (
        "sheet_changed", {"version": 2}, ["superseded", "official"],
    )  # fmt: skip


@pytest.mark.parametrize(("absent", "forfeited"), [({0}, {0}), ({1}, {1}), ({0, 1}, {0, 1})])
def test_the_chief_decides_a_forfeit_also_before_the_start(hall, chief, absent, forfeited):
    match = match_at(hall, 3, 2)

    receipt = results.forfeit(chief, hall, match_id=match.pk, absent=absent, reason="未到场", key=key())

    assert receipt.state == SheetState.OFFICIAL
    assert outcomes(hall) == [(2, Forfeit(frozenset(forfeited)))]


def test_a_match_with_an_official_result_is_corrected_not_forfeited(hall, chief):
    match = match_at(hall, 3)
    send(cast.referee(hall, [3])[1], hall, match, "9", "6")

    with pytest.raises(Refusal) as refused:
        results.forfeit(chief, hall, match_id=match.pk, absent={0}, reason="未到场", key=key())

    assert (refused.value.code, states(match)) == ("official_is_corrected", ["official"])


@pytest.mark.parametrize(
    ("quality", "signed", "state"),
    [
        (As.DESK, True, "official"),
        (As.DESK, False, "submitted"),
        (As.CHIEF, False, "official"),
        (As.ORGANIZER, True, "official"),
    ],
)
def test_a_paper_sheet_typed_at_the_desk(hall, quality, signed, state):
    match = match_at(hall, 3)

    receipt = results.type_result(
        cast.actor(hall, quality), hall, match_id=match.pk, key=key(), levels=("9", "6"), signed=signed
    )

    sheet = ResultSheet.objects.get()
    assert (receipt.state, sheet.source, [row.how for row in sheet.confirmations.all()]) == (
        state, "desk" if quality == As.DESK else "chief", ["paper", "paper"] if signed else [],
    )  # fmt: skip


def test_paper_that_differs_from_the_phone_is_a_conflict(hall):
    match = match_at(hall, 3)
    send(cast.referee(hall, [3])[1], hall, match, "9", "6")

    results.type_result(cast.actor(hall, As.DESK), hall, match_id=match.pk, key=key(), levels=("9", "7"))

    assert states(match) == ["official", "conflict"]


def test_a_referee_types_no_paper(hall):
    _, referee = cast.referee(hall, [3])

    with pytest.raises(NotAllowed):
        results.type_result(referee, hall, match_id=match_at(hall, 3).pk, key=key(), levels=("9", "6"))


def withdraw(event, actor, team):
    return results.forfeit_open_matches(actor, event, team, now=cast.NOW, reason="退赛")


def test_a_team_that_withdraws_forfeits_what_it_has_not_played(hall, chief):
    played = match_at(hall, 1)
    team = played.sides.get(position=0).team
    send(cast.referee(hall, [1])[1], hall, played, "9", "6")

    written = withdraw(hall, chief, team)

    assert [(sheet.match.round.number, sheet.outcome, sheet.state) for sheet in written] == [
        (2, "forfeit_0", "official")
    ]


def test_two_opponents_who_withdraw_before_the_start_both_forfeit(hall, chief):
    match = match_at(hall, 1, 2)
    first, second = (side.team for side in match.sides.all())
    withdraw(hall, chief, first)

    withdraw(hall, chief, second)

    assert states(match) == ["superseded", "official"]
    assert ResultSheet.objects.get(match=match, state="official").outcome == "forfeit_both"


def test_who_was_there_when_the_other_did_not_come_keeps_the_win(hall, chief):
    match = match_at(hall, 1)
    results.forfeit(chief, hall, match_id=match.pk, absent={1}, reason="未到场", key=key())

    withdraw(hall, chief, match.sides.get(position=0).team)

    assert ResultSheet.objects.get(match=match, state="official").outcome == "forfeit_1"


def test_a_bye_counts_from_the_start_of_its_round(hall):
    team = cast.team(hall, "王伟", "李强")
    for number in (1, 2):
        current = Round.objects.get(number=number)
        bye = Match.objects.create(round=current, number=10)
        MatchSide.objects.create(match=bye, round=current, position=0, team=team)
        MatchSide.objects.create(match=bye, round=current, position=1, source=SideSource.BYE)

    assert official(current.stage) == ([], [Bye(1, team.pk)])


def test_the_events_own_forfeit_points_count(db):
    event = cast.event("own-points", stages=({"scoring": {"forfeits": {"winner": 2, "loser": -1, "both": -2}}},))
    cast.drawn(event)

    score = ruleset_of(Round.objects.get(number=1).stage).match_result

    assert (score.forfeit_win.value, score.forfeit_loss.value, score.double_forfeit.value) == (2, -1, -2)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_state_of_a_round_takes_two_questions(hall, rows, django_assert_num_queries):
    for table in range(1, rows + 1):
        send(cast.chief(hall), hall, match_at(hall, table), "9", "6")
    current = Round.objects.select_related("stage__rules", "clock").get(number=1)

    with django_assert_num_queries(2):
        status_by_match(current)
