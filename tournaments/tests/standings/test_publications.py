"""Releasing the standings and parting ties: who, when, and what stays as it was."""

import json

import pytest

from tournaments.actions import publications, ties
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import AuditEntry, Publication, StageEntry, Team
from tournaments.pairing.randomness import Chance
from tournaments.policy import As
from tournaments.selectors import publications as published
from tournaments.selectors import standings
from tournaments.states import SheetState
from tournaments.tests import cast
from tournaments.tests.standings import sheets


def level_everywhere(event):
    """Play both rounds so that nothing but lots can part many teams."""
    sheets.play(event, 1, *[("9", "6")] * 9)
    sheets.play(event, 2, *[("9", "6")] * 9)
    sheets.close(event, 1, 2)


def corrected(event, number, table, levels):
    match = sheets.match_at(event, number, table)
    match.sheets.update(state=SheetState.SUPERSEDED)
    sheets.sheet(match, levels)


def test_a_release_freezes_ids_and_figures_and_no_names(event):
    cast.drawn(event)
    sheets.play_all(event)

    made = publications.release_standings(cast.chief(event), event)

    stored = json.dumps(Publication.objects.get().snapshot, ensure_ascii=False)
    assert (made.version, published.table_in(made.snapshot)) == (1, standings.count(event))
    assert [name for name in ("王一00", "机电学院") if name in stored] == []


@pytest.mark.parametrize("quality", [As.REFEREE, As.DESK, As.AUDITOR, As.TEAM, As.PUBLIC])
def test_only_chief_and_organizer_release(event, quality):
    cast.drawn(event)
    sheets.play_all(event)

    with pytest.raises(NotAllowed):
        publications.release_standings(cast.actor(event, quality), event)


def test_nothing_is_released_before_play(event):
    cast.drawn(event)

    with pytest.raises(Refusal) as refused:
        publications.release_standings(cast.chief(event), event)

    assert refused.value.code == "standings_nothing_played"


def test_nothing_is_released_while_a_round_is_open(event):
    cast.drawn(event)
    sheets.play(event, 1, *[("9", "6")] * 9)
    sheets.close(event, 1)

    with pytest.raises(Refusal) as refused:
        publications.release_standings(cast.chief(event), event)

    assert (refused.value.code, refused.value.params) == ("standings_round_open", {"round": 2})


def test_nothing_is_released_while_a_result_is_missing(event):
    cast.drawn(event)
    sheets.play_all(event)
    sheets.match_at(event, 2, 5).sheets.all().delete()

    with pytest.raises(Refusal) as refused:
        publications.release_standings(cast.chief(event), event)

    assert (refused.value.code, Publication.objects.count()) == ("standings_incomplete", 0)


def test_the_same_figures_again_are_the_same_version(event):
    cast.drawn(event)
    sheets.play_all(event)
    chief = cast.chief(event)
    first = publications.release_standings(chief, event)

    again = publications.release_standings(chief, event, reason="twice")

    assert (again.pk, Publication.objects.count()) == (first.pk, 1)


def test_a_second_version_needs_a_reason_and_both_stay(event):
    cast.drawn(event)
    sheets.play_all(event)
    chief = cast.chief(event)
    first = publications.release_standings(chief, event)
    corrected(event, 1, 1, ("A", "2"))

    with pytest.raises(Invalid) as refused:
        publications.release_standings(chief, event)
    second = publications.release_standings(chief, event, reason="Table 1 was copied wrongly")

    assert (refused.value.code, refused.value.field) == ("reason_needed", "reason")
    assert [(each.version, each.reason) for each in published.versions(event)] == [
        (2, "Table 1 was copied wrongly"),
        (1, ""),
    ]
    assert second.snapshot != first.snapshot


def test_after_a_correction_the_released_version_is_shown_and_differs(event):
    cast.drawn(event)
    sheets.play_all(event)
    released = publications.release_standings(cast.chief(event), event)
    event.refresh_from_db()
    corrected(event, 1, 1, ("A", "2"))
    event.live_version += 1

    shown = published.public_table(event)

    assert (shown.publication, shown.table) == (released, published.table_in(released.snapshot))
    assert published.differs(standings.table_of(event), released)


def test_a_tie_shares_its_place_until_recorded_lots_part_it(event):
    cast.drawn(event)
    level_everywhere(event)
    tie = standings.count(event).ties()[0]
    lots = {team: lot for lot, team in enumerate(reversed(tie), start=1)}

    ties.record_lots(cast.organizer(event), event, lots, "Drawn by the captains")

    rows = standings.count(event).standings.rows[: len(tie)]
    assert [(row.place, row.team) for row in rows] == list(enumerate(reversed(tie), start=1))
    assert AuditEntry.objects.get(action="lots.recorded").note.text == "Drawn by the captains"


def test_lots_can_be_drawn_anew_for_the_same_tie(event):
    cast.drawn(event)
    level_everywhere(event)
    tie, organizer = standings.count(event).ties()[0], cast.organizer(event)
    ties.record_lots(organizer, event, {team: lot for lot, team in enumerate(tie, start=1)}, "First")

    ties.record_lots(organizer, event, {team: lot for lot, team in enumerate(reversed(tie), start=1)}, "Again")

    assert [row.team for row in standings.count(event).standings.rows[: len(tie)]] == list(reversed(tie))


def test_the_portal_draws_lots_that_the_log_lets_anyone_repeat(event):
    cast.drawn(event)
    level_everywhere(event)
    tie = standings.count(event).ties()[0]

    lots = ties.draw_lots(cast.chief(event), event, tie)

    logged = AuditEntry.objects.get(action="lots.drawn").data
    by_number = list(Team.objects.filter(pk__in=tie).order_by("number").values_list("pk", flat=True))
    again = Chance(logged["method"], logged["version"], logged["seed"]).shuffled(by_number)
    assert [team for team, _lot in sorted(lots.items(), key=lambda each: each[1])] == again
    assert [row.team for row in standings.count(event).standings.rows[: len(tie)]] == again


@pytest.mark.parametrize("wrong", ["part_of_it", "untied", "equal_lots", "no_reason"])
def test_lots_that_cannot_be_are_refused_and_change_nothing(event, wrong):
    cast.drawn(event)
    level_everywhere(event)
    tie = standings.count(event).ties()[0]
    lots = {team: lot for lot, team in enumerate(tie, start=1)}
    reason = "Drawn"
    if wrong == "part_of_it":
        lots.pop(tie[0])
    elif wrong == "untied":
        lots[standings.count(event).standings.rows[-1].team] = 9
    elif wrong == "equal_lots":
        lots[tie[1]] = lots[tie[0]]
    else:
        reason = "  "

    with pytest.raises(Invalid):
        ties.record_lots(cast.organizer(event), event, lots, reason)

    assert StageEntry.objects.filter(drawn_lot__isnull=False).count() == 0


def test_no_lot_is_recorded_while_a_round_is_open(event):
    cast.drawn(event)
    sheets.play(event, 1, *[("9", "6")] * 9)
    sheets.close(event, 1)
    tie = standings.count(event).ties()[0]

    with pytest.raises(Refusal) as refused:
        ties.draw_lots(cast.organizer(event), event, tie)

    assert refused.value.code == "ties_too_early"
