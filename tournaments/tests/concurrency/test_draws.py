"""Two organizers at one draw at the same moment, each over a connection of its own."""

from collections.abc import Callable
from functools import partial

import pytest
from django.utils.translation import override

from tournaments.actions import draws, rounds
from tournaments.errors import Refusal
from tournaments.models import AuditEntry, Draw, Match, MatchSide, ResultSheet, Round
from tournaments.pairing import Outcome, verify
from tournaments.phrases.refusals import refusal
from tournaments.selectors.draws import record_of
from tournaments.tests import cast
from tournaments.tests.concurrency import together
from tournaments.tests.results.hall import key
from tournaments.tests.stages import hall

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = {"code": "swiss", "format": "swiss", "rounds": 3, "bye_to": "lowest"}


def in_words(refused: Refusal) -> str:
    with override("en"):
        return refusal(refused)


at_once = partial(together.at_once, told=in_words)


def people():
    event = hall.event_of(SWISS, teams=8)
    return event, cast.organizer(event), cast.chief(event)


def state_of(call: Callable[[], Draw]) -> Callable[[], str]:
    return lambda: str(call().state)


def drafted(event, actor, *, checked=False):
    made = draws.make(actor, event, called_seed="1")
    return draws.check(actor, event, made.pk) if checked else made


def test_d06_two_who_draw_at_once_make_one_draw():
    event, organizer, chief = people()

    answers = at_once(
        *(state_of(lambda actor=actor: draws.make(actor, event, after=0)) for actor in (organizer, chief))
    )

    assert sorted(answers) == [
        "Somebody made or changed the draw in the meantime. Look at the draw as it is now.",
        "draft",
    ]
    assert list(Draw.objects.values_list("number", "state")) == [(1, "draft")]


def test_two_who_draw_again_at_once_discard_one_draw_and_make_one():
    event, organizer, chief = people()
    drafted(event, organizer)

    answers = at_once(
        *(
            state_of(lambda actor=actor: draws.make(actor, event, after=1, reason="漏了一队"))
            for actor in (organizer, chief)
        )
    )

    assert sorted(answers) == [
        "Somebody made or changed the draw in the meantime. Look at the draw as it is now.",
        "draft",
    ]
    assert list(Draw.objects.values_list("number", "state")) == [(1, "discarded"), (2, "draft")]


def test_d06_two_who_release_at_once_seat_everybody_once():
    event, organizer, chief = people()
    made = drafted(event, organizer, checked=True)

    answers = at_once(
        *(state_of(lambda actor=actor: draws.release(actor, event, made.pk)) for actor in (organizer, chief))
    )

    assert sorted(answers) == ["Somebody else has released this draw already: everybody can see it.", "released"]
    assert (Round.objects.count(), Match.objects.count(), MatchSide.objects.count()) == (1, 4, 8)
    assert AuditEntry.objects.filter(action="draw.released").count() == 1


def test_one_who_releases_and_one_who_discards_leave_a_whole_draw_or_none():
    event, organizer, chief = people()
    made = drafted(event, organizer, checked=True)

    answers = at_once(
        state_of(lambda: draws.release(organizer, event, made.pk)),
        state_of(lambda: draws.discard(chief, event, made.pk, reason="重抽")),
    )

    made.refresh_from_db()
    discarded_first = ["Somebody else has discarded this draw. Look at the draw as it is now.", "discarded"]
    assert answers in (["released", "discarded"], discarded_first)
    assert (made.state, Round.objects.count(), MatchSide.objects.count()) == ("discarded", 0, 0)


def test_two_who_discard_at_once_discard_once():
    event, organizer, chief = people()
    made = drafted(event, organizer)

    answers = at_once(
        *(
            state_of(lambda actor=actor: draws.discard(actor, event, made.pk, reason="重抽"))
            for actor in (organizer, chief)
        )
    )

    assert sorted(answers) == ["Somebody else has discarded this draw. Look at the draw as it is now.", "discarded"]
    assert AuditEntry.objects.filter(action="draw.discarded").count() == 1


def test_one_who_checks_and_one_who_exchanges_teams_do_not_tick_what_nobody_looked_at():
    event, organizer, chief = people()
    made = drafted(event, organizer)
    one, other = (match["sides"][0] for match in made.outcome["rounds"][0]["matches"][:2])
    exchange = {"number": 1, "one": one, "other": other, "reason": "裁判长要求"}

    answers = at_once(
        state_of(lambda: draws.check(organizer, event, made.pk, swaps=0)),
        state_of(lambda: draws.swap_teams(chief, event, made.pk, **exchange)),
    )

    made.refresh_from_db()
    exchanged_first = ["Somebody made or changed the draw in the meantime. Look at the draw as it is now.", "draft"]
    checked_first = ["checked", "Only a draft is changed by hand. Take the check back first."]
    assert answers == (exchanged_first if made.outcome.get("swaps") else checked_first)
    assert verify(record_of(made), Outcome.from_json(made.outcome))


def test_d24_two_exchanges_at_once_are_both_kept_and_logged():
    event, organizer, chief = people()
    made = drafted(event, organizer)
    sides = [match["sides"] for match in made.outcome["rounds"][0]["matches"]]
    pairs = [(sides[0][0], sides[1][0]), (sides[2][0], sides[3][0])]

    at_once(
        *(
            state_of(
                lambda actor=actor, one=one, other=other: draws.swap_teams(
                    actor, event, made.pk, number=1, one=one, other=other, reason="对调"
                )
            )
            for actor, (one, other) in zip((organizer, chief), pairs, strict=True)
        )
    )

    made.refresh_from_db()
    assert sorted(tuple(swap[1:]) for swap in made.outcome["swaps"]) == sorted(pairs)
    assert verify(record_of(made), Outcome.from_json(made.outcome))
    assert AuditEntry.objects.filter(action="draw.swapped").count() == 2


def test_d16_the_last_result_from_two_hands_and_two_who_draw_then_make_one_next_round():
    event, organizer, chief = people()
    hall.draw(organizer, event, seed="1")
    hall.start(organizer, event, 1)
    *first, last = hall.to_play(event, 1)
    for match in first:
        hall.result(organizer, event, match, 0)

    def finish(actor):
        hall.results.type_result(actor, event, match_id=last.pk, key=key(), levels=["9", "6"], signed=True)
        rounds.close(actor, event, 1)
        made = draws.make(actor, hall.fresh(event), after=1)
        draws.check(actor, event, made.pk)
        return draws.release(actor, hall.fresh(event), made.pk)

    at_once(*(state_of(lambda actor=actor: finish(actor)) for actor in (organizer, chief)))

    assert ResultSheet.objects.filter(match=last, state="official").count() == 1
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert list(Draw.objects.values_list("number", "state")) == [(1, "released"), (2, "released")]
