"""What is archived stays as it is, by whichever action; what protects people still works."""

import pytest

from tournaments.actions import (
    clocks,
    draws,
    entries,
    own_team,
    publications,
    results,
    rounds,
    teams,
    ties,
    units,
)
from tournaments.errors import Refusal
from tournaments.models import AuditEntry, Entry, Match, Member, Tournament
from tournaments.states import EventState
from tournaments.tests import cast


@pytest.fixture
def archived(event: Tournament):
    cast.drawn(event)
    Tournament.objects.filter(pk=event.pk).update(state=EventState.ARCHIVED)
    event.refresh_from_db()
    return event


def first(event):
    return event.teams.order_by("number")[0]


CHANGES = {
    "clocks.start": lambda who, event: clocks.start(who, event, 1),
    "draws.make": lambda who, event: draws.make(who, event, reason="x"),
    "entries.freeze": entries.freeze,
    "entries.unfreeze": entries.unfreeze,
    "entry.decline": lambda who, event: entries.decline(who, event, Entry.objects.first().pk, reason="x"),
    "own_team.withdraw": lambda who, event: own_team.withdraw(who, event, first(event).pk),
    "publications.release": publications.release_standings,
    "results.correct": lambda who, event: results.correct(
        who, event, match_id=Match.objects.first().pk, key="key-00001", reason="x", levels=("9", "6")
    ),
    "rounds.close": lambda who, event: rounds.close(who, event, 1),
    "rounds.move": lambda who, event: rounds.move_match(who, event, Match.objects.first().pk, table=9, reason="x"),
    "rounds.reopen": lambda who, event: rounds.reopen(who, event, 1, reason="x"),
    "teams.correct": lambda who, event: teams.correct_name(
        who, event, first(event).pk, Member.objects.filter(team=first(event)).first().pk, name="新名字", reason="x"
    ),
    "teams.leave": lambda who, event: teams.withdraw_team(who, event, first(event).pk, reason="x"),
    "ties.draw": lambda who, event: ties.draw_lots(who, event, [first(event).pk], "x"),
    "units.add": lambda who, event: units.add(who, event, ["新单位"]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nothing_changes_in_an_archived_event(archived, change):
    organizer = cast.organizer(archived)

    with pytest.raises(Refusal) as refused:
        change(organizer, archived)

    assert refused.value.code == "event_archived"
    assert not AuditEntry.objects.filter(tournament=archived).exists()


def test_a_name_is_masked_also_in_an_archived_event(archived):
    team = first(archived)
    member = Member.objects.filter(team=team).first()

    own_team.set_consent(cast.organizer(archived), archived, team.pk, member.pk, given=False)

    member.person.refresh_from_db()
    assert not member.person.may_be_named


def test_a_round_of_a_finished_event_is_not_opened_behind_it(archived):
    Tournament.objects.filter(pk=archived.pk).update(state=EventState.FINISHED)

    with pytest.raises(Refusal) as refused:
        rounds.reopen(cast.chief(archived), archived, 1, reason="x")

    assert refused.value.code == "event_is_finished"
