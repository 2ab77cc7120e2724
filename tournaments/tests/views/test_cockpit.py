import pytest
from django.utils import timezone

from tournaments.models import Clock, ClockEvent, Publication, ResultSheet, Role, Round, Stage, Tournament
from tournaments.policy import As
from tournaments.selectors.cockpit import cockpit
from tournaments.states import EntryState, EventState, RoundState, SheetState
from tournaments.tests import cast


def at(event):
    fresh = Tournament.objects.select_related("rules").get(pk=event.pk)
    return cockpit(fresh, cast.actor(event, As.ORGANIZER), timezone.now())


def next_step(event):
    step = at(event).next
    return (step.code, step.variant, step.params.get("round")) if step else None


def official(match, level_0=5, level_1=3):
    return ResultSheet.objects.create(
        match=match,
        version=1,
        key=f"key-{match.pk}",
        fingerprint="0" * 64,
        state=SheetState.OFFICIAL,
        source="referee",
        level_0=level_0,
        level_1=level_1,
        observed_at=cast.NOW,
        received_at=cast.NOW,
        official_at=cast.NOW,
    )


def start(number):
    clock = Clock.objects.get(rounds__number=number)
    ClockEvent.objects.create(clock=clock, order=1, kind="started", at=timezone.now())


def close(number):
    for match in Round.objects.get(number=number).matches.all():
        official(match)
    Round.objects.filter(number=number).update(state=RoundState.CLOSED, closed_at=timezone.now())


def test_the_way_of_an_event_from_draft_to_finish(db):
    event = cast.event(state=EventState.DRAFT)
    way = [next_step(event)]
    Tournament.objects.filter(pk=event.pk).update(state=EventState.PUBLISHED)
    way.append(next_step(event))
    cast.drawn(event)
    way.append(next_step(event))
    cast.referee(event, range(1, 10))
    way.append(next_step(event))
    start(1)
    way.append(next_step(event))
    for match in Round.objects.get(number=1).matches.all():
        official(match)
    way.append(next_step(event))
    Round.objects.filter(number=1).update(state=RoundState.CLOSED, closed_at=timezone.now())
    way.append(next_step(event))
    start(2)
    close(2)
    way.append(next_step(event))
    Publication.objects.create(
        stage=Stage.objects.get(), kind="standings", version=1, snapshot={}, released_at=timezone.now()
    )
    way.append(next_step(event))
    Tournament.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    way.append(next_step(event))

    assert way == [
        ("publish", "missing", None),
        ("registration", "open", None),
        ("staff", "none", None),
        ("papers", "open", None),
        ("round", "running", 1),
        ("round", "all_in", 1),
        ("round", "ready", 2),
        ("standings", "ready", None),
        ("finish", "open", None),
        None,
    ]


def test_a_full_list_is_to_be_frozen(db):
    event = cast.event(registration={"capacity": 2})
    for place in range(2):
        cast.team(event, *cast.pair_names(place))

    assert next_step(event) == ("registration", "full", None)


def test_what_waits_for_somebody_is_counted(event):
    for place, state in enumerate((EntryState.ACCEPTED, EntryState.PENDING, EntryState.WAITING)):
        cast.team(event, *cast.pair_names(place), state=state, unit_name="图书馆")
    cast.referee(event)

    found = {figure.code: figure.value for figure in at(event).figures if figure.waits}

    assert found == {"pending": 1, "waiting": 1, "idle_referees": 1}


def test_a_corrected_result_asks_for_a_new_release(event):
    cast.drawn(event)
    cast.referee(event, range(1, 10))
    Publication.objects.create(
        stage=Stage.objects.get(), kind="standings", version=1, snapshot={}, released_at=cast.NOW
    )
    for number in (1, 2):
        start(number)
        close(number)

    assert next_step(event) == ("standings", "ready", None)


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.CHIEF, Role.DESK, Role.AUDITOR])
def test_everybody_who_works_in_the_event_sees_the_cockpit(event, role):
    response = cast.client_of(cast.member(event, role)).get(f"/manage/{event.slug}/")

    assert response.status_code == 200


@pytest.mark.parametrize("state", list(EventState))
def test_the_cockpit_has_words_for_every_state(db, state):
    event = cast.event(state=state)
    cast.drawn(event)

    response = cast.client_of(cast.member(event, Role.ORGANIZER)).get(f"/manage/{event.slug}/")

    assert response.status_code == 200


def test_the_public_does_not_see_the_cockpit(client, event):
    response = client.get(f"/manage/{event.slug}/")

    assert response.url == f"/accounts/login/?next=/manage/{event.slug}/"
