"""Choosing, changing and amending the ruleset of an event."""

import pytest

from scoring.ruleset import decide, digest_of, dump_ruleset, load_preset
from tournaments import regulations
from tournaments.actions import events, rulesets
from tournaments.errors import Gone, Invalid, NotAllowed, Refusal
from tournaments.events import preset
from tournaments.models import AuditEntry, ClockEvent, RegulationsVersion, Round, RulesetCopy, Stage, Tournament
from tournaments.policy import As
from tournaments.selectors.rulesets import amendments_of, rounds_not_begun, ruleset_of, ruleset_of_round
from tournaments.states import EventState
from tournaments.tests import cast

SECONDS = "play_clock.seconds"
REASON = "裁判会议决定"


@pytest.fixture
def draft(db):
    return cast.event(state=EventState.DRAFT)


@pytest.fixture
def drawn(db):
    event = cast.event()
    cast.drawn(event)
    first = Round.objects.select_related("clock").get(number=1)
    ClockEvent.objects.create(clock=first.clock, order=1, kind="started", at=cast.NOW)
    return event


def stage():
    return Stage.objects.select_related("rules", "division__tournament__rules").get()


def fresh():
    return Tournament.objects.select_related("rules").get()


def test_a_chosen_ruleset_is_the_stages_and_counts_at_once(draft):
    version = rulesets.choose(cast.organizer(draft), draft, preset="s4")

    assert (stage().ruleset, ruleset_of(stage()).identity.id, version.version) == ("s4", "s4", 2)
    assert AuditEntry.objects.get(action="event.amended").data == {"version": 2, "sections": ["stages"]}


def test_a_changed_value_of_a_public_event_needs_a_reason(db):
    event = cast.event()
    organizer = cast.organizer(event)

    with pytest.raises(Invalid) as refused:
        rulesets.change(organizer, event, values={SECONDS: 20})
    rulesets.change(organizer, event, values={SECONDS: 20}, reason=REASON)

    assert refused.value.code == "amendment_needs_reason"
    assert ruleset_of(stage()).play_clock.seconds.value == 20


def test_the_same_values_again_change_nothing(draft):
    organizer = cast.organizer(draft)

    rulesets.change(organizer, draft, values={SECONDS: 10})

    assert RegulationsVersion.objects.count() == 1


def test_a_contradiction_is_refused_before_anything_is_written(draft):
    with pytest.raises(Invalid) as refused:
        rulesets.change(cast.organizer(draft), draft, values={"deck.kitty": 7})

    assert (refused.value.code, refused.value.field) == ("ruleset_faulty", "deck.kitty")
    assert RegulationsVersion.objects.count() == 1


def test_a_page_made_from_an_older_version_is_refused(draft):
    organizer = cast.organizer(draft)
    rulesets.change(organizer, draft, values={SECONDS: 20}, based_on=1)

    with pytest.raises(Gone):
        rulesets.change(organizer, fresh(), values={SECONDS: 30}, based_on=1)

    assert ruleset_of(stage()).play_clock.seconds.value == 20


def test_a_page_made_from_an_older_version_cannot_drop_what_another_decided(draft):
    """The values come from the event as it was loaded, so that version is what the action reckons with."""
    organizer = cast.organizer(draft)
    before = fresh()
    rulesets.change(organizer, draft, values={SECONDS: 20})

    with pytest.raises(Gone):
        rulesets.change(organizer, before, values={"kitty.dig_with": "any"})

    assert ruleset_of(stage()).play_clock.seconds.value == 20


@pytest.mark.parametrize("quality", [As.CHIEF, As.REFEREE, As.DESK, As.AUDITOR, As.TEAM, As.PUBLIC])
def test_only_organizers_change_the_rules(draft, quality):
    with pytest.raises(NotAllowed):
        rulesets.choose(cast.actor(draft, quality), draft, preset="s4")

    assert stage().ruleset == "s1"


def test_an_amendment_holds_from_its_round_on_and_says_why(drawn):
    rulesets.change(cast.organizer(drawn), drawn, values={SECONDS: 20}, from_round=2, reason=REASON)

    rounds = Round.objects.select_related("stage__rules", "stage__division__tournament").order_by("number")
    [amendment] = amendments_of(stage())
    assert [ruleset_of_round(each).play_clock.seconds.value for each in rounds] == [10, 20]
    assert (amendment.from_round, amendment.reason, amendment.version) == (2, REASON, 2)
    assert (amendment.before.play_clock.seconds.value, amendment.after.play_clock.seconds.value) == (10, 20)
    assert RegulationsVersion.objects.get(version=2).from_round == 2


def test_an_amendment_of_a_round_that_has_begun_is_refused(drawn):
    with pytest.raises(Invalid) as refused:
        rulesets.change(cast.organizer(drawn), drawn, values={SECONDS: 20}, from_round=1, reason=REASON)

    assert (refused.value.code, refused.value.params["rounds"]) == ("round_has_begun_already", "2")
    assert RegulationsVersion.objects.count() == 1


def test_an_amendment_stays_once_its_round_has_begun(drawn):
    organizer = cast.organizer(drawn)
    rulesets.change(organizer, drawn, values={SECONDS: 20}, from_round=2, reason=REASON)
    second = Round.objects.select_related("clock").get(number=2)
    ClockEvent.objects.create(clock=second.clock, order=1, kind="started", at=cast.NOW)

    with pytest.raises(Invalid):
        rulesets.change(organizer, fresh(), values={SECONDS: 30}, from_round=2, reason=REASON)

    assert rounds_not_begun(drawn) == []
    assert ruleset_of(stage()).play_clock.seconds.value == 20


@pytest.mark.parametrize(
    ("path", "value"),
    [("levels.start", "3"), ("match_result.reported", "deal_points"), ("ranking.places", "dense")],
)
def test_what_results_are_counted_in_stays_once_drawn(drawn, path, value):
    with pytest.raises(Refusal) as refused:
        rulesets.change(cast.organizer(drawn), drawn, values={path: value}, from_round=2, reason=REASON)

    assert (refused.value.code, refused.value.field) == ("value_is_drawn", path)


def test_after_the_draw_a_value_is_not_changed_for_all_rounds_nor_another_ruleset_chosen(drawn):
    organizer = cast.organizer(drawn)

    with pytest.raises(Refusal) as whole:
        rulesets.change(organizer, drawn, values={SECONDS: 20}, reason=REASON)
    with pytest.raises(Refusal) as chosen:
        rulesets.choose(organizer, drawn, preset="s4", reason=REASON)

    assert [whole.value.code, chosen.value.code] == ["rules_are_drawn", "rules_are_drawn"]


def test_before_the_draw_no_round_is_named(draft):
    with pytest.raises(Refusal) as refused:
        rulesets.change(cast.organizer(draft), draft, values={SECONDS: 20}, from_round=2)

    assert refused.value.code == "amended_before_draw"


def test_forfeits_change_after_the_draw_for_the_whole_event(drawn):
    """S1-6 is silent: what a forfeit counts is the organizer's, and standings are counted anew."""
    values = {"match_result.forfeit_win": 4}

    rulesets.change(cast.organizer(drawn), drawn, values=values, from_round=2, reason=REASON)

    rounds = Round.objects.select_related("stage__rules", "stage__division__tournament")
    assert {ruleset_of_round(each).match_result.forfeit_win.value for each in rounds} == {4}
    assert amendments_of(stage()) == []


def test_a_new_event_with_rules_that_contradict_themselves_is_refused(db):
    document = {**preset("s1"), "identity": {"name": "赛", "day": "2026-10-10", "starts": "09:00"}}
    document["stages"] = [{**document["stages"][0], "decisions": {"deck.kitty": 7}}]

    with pytest.raises(Invalid) as refused:
        events.create(None, slug="autumn", document=document)

    assert (refused.value.code, Tournament.objects.count()) == ("ruleset_faulty", 0)


def test_an_old_document_without_decisions_is_still_played_by(drawn):
    stored = regulations.dump(drawn.regulations)
    del stored["stages"][0]["decisions"], stored["stages"][0]["amended"]
    RegulationsVersion.objects.update(document=stored)

    assert ruleset_of(stage()).identity.id == "s1"


@pytest.fixture
def drawn_by_an_earlier_release(drawn):
    """A stage whose preset gave 12 seconds to a play when it was drawn; today it gives 10."""
    earlier = decide(load_preset("s1"), {SECONDS: 12})
    document = dump_ruleset(earlier)
    document["play_clock"]["seconds"] = {"value": 12, "status": "explicit", "clause": "S1-4.3"}
    copy = RulesetCopy.objects.create(digest=digest_of(earlier), document=document)
    Stage.objects.update(preset=copy)
    return drawn


def test_a_stage_goes_by_its_preset_as_it_was_when_it_was_drawn(drawn_by_an_earlier_release):
    seconds = ruleset_of(stage()).play_clock.seconds

    assert (seconds.value, seconds.status, load_preset("s1").play_clock.seconds.value) == (12, "explicit", 10)


def test_an_amendment_is_laid_over_the_preset_as_it_was(drawn_by_an_earlier_release):
    event = drawn_by_an_earlier_release
    organizer = cast.organizer(event)

    rulesets.change(organizer, event, values={"kitty.highest_multiplier": 40}, from_round=2, reason=REASON)
    rulesets.change(organizer, fresh(), values={SECONDS: 20}, from_round=2, reason=REASON)
    rulesets.change(organizer, fresh(), values={}, resets=frozenset({SECONDS}), from_round=2, reason=REASON)

    plan = fresh().regulations.stage
    assert (ruleset_of(stage()).play_clock.seconds.value, plan.amended[-1].decisions) == (
        12,
        {"kitty.highest_multiplier": 40},
    )
