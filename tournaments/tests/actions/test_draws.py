import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.ruleset import digest_of, dump_ruleset, load_preset
from tournaments.actions import draws
from tournaments.errors import Gone, Invalid, NotAllowed, Refusal
from tournaments.models import (
    AuditEntry,
    Clock,
    ClockEvent,
    Draw,
    Entry,
    Match,
    MatchSide,
    RegulationsVersion,
    Round,
    Stage,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.pairing import S1_7, Outcome, replay
from tournaments.selectors import draws as read
from tournaments.tests import cast


def frozen(teams: int = 18, *, tables: int = 9, slug: str = "frozen", units: int = 9) -> Tournament:
    event = cast.event(slug, venue={"tables": tables})
    for index in range(teams):
        cast.team(event, f"甲{index}", f"乙{index}", unit_name=f"单位{index % units}")
    event.entries_frozen_at = cast.NOW
    event.save(update_fields=["entries_frozen_at"])
    return event


def released(event: Tournament) -> Draw:
    organizer = cast.organizer(event)
    made = draws.make(organizer, event)
    draws.check(organizer, event, made.pk)
    return draws.release(organizer, event, made.pk)


def code_of(refused) -> str:
    return refused.value.code


def test_eighteen_pairs_of_nine_units_meet_as_the_printed_table_says(db):
    """S1-7"""
    event = frozen()

    draw = released(event)

    lots = dict(StageEntry.objects.values_list("team_id", "lot"))
    played = {
        (match.round.number, match.table): frozenset(lots[side.team_id] for side in match.sides.all())
        for match in Match.objects.select_related("round").prefetch_related("sides")
    }
    printed = {
        (number, table): frozenset(meeting)
        for number, meetings in enumerate(S1_7.rounds, start=1)
        for table, meeting in enumerate(meetings, start=1)
    }
    assert (draw.method, draw.state) == ("s1_lots", "released")
    assert played == printed


def test_the_pairs_of_a_unit_get_the_same_letter(db):
    event = frozen()

    released(event)

    by_unit: dict[int | None, set[str]] = {}
    for entry in StageEntry.objects.select_related("team"):
        by_unit.setdefault(entry.team.unit_id, set()).add(entry.lot[0])
    assert [len(letters) for letters in by_unit.values()] == [1] * 9


def test_release_makes_clocks_from_the_regulations_and_freezes_them(db):
    event = frozen()

    draw = released(event)

    assert list(Clock.objects.values_list("seconds", "reminder_seconds", "last_deals")) == [(7200, 1800, 3)] * 2
    assert list(Round.objects.values_list("number", "state", "draw_id")) == [
        (1, "released", draw.pk),
        (2, "released", draw.pk),
    ]
    assert Stage.objects.get().rules_id == event.rules_id


def test_odd_number_gives_one_bye_a_round_without_a_table_to_two_teams(db):
    event = frozen(7, units=7)

    released(event)

    byes = Match.objects.filter(table__isnull=True)
    resting = [match.sides.get(position=0).team_id for match in byes]
    assert [match.number for match in byes] == [4, 4]
    assert [match.sides.get(position=1).source for match in byes] == ["bye", "bye"]
    assert len(set(resting)) == 2


def test_a_draw_replays_to_what_is_stored(db):
    event = frozen(11, units=4)

    draw = draws.make(cast.organizer(event), event)

    assert replay(read.record_of(draw)) == Outcome.from_json(draw.outcome)


def test_digits_called_in_the_hall_are_the_seed_and_say_so(db):
    event = frozen()

    draw = draws.make(cast.organizer(event), event, called_seed=" 0７ 3,5-1 ")

    assert (draw.seed, draw.seed_source) == ("07351", "called")


@pytest.mark.parametrize("text", ["12a4", "1" * 41, "一二三"])
def test_what_are_no_digits_is_refused_at_its_field(db, text):
    event = frozen()

    with pytest.raises(Invalid) as refused:
        draws.make(cast.organizer(event), event, called_seed=text)

    assert (refused.value.code, refused.value.field, Draw.objects.count()) == ("called_seed_bad", "called_seed", 0)


def test_a_list_that_is_not_frozen_is_not_drawn(event: Tournament):
    cast.eighteen(event)

    with pytest.raises(Refusal) as refused:
        draws.make(cast.organizer(event), event)

    assert code_of(refused) == "not_frozen"


@pytest.mark.parametrize("teams", [0, 1])
def test_too_few_teams_are_refused_with_their_number(db, teams):
    event = frozen(teams)

    with pytest.raises(Refusal) as refused:
        draws.make(cast.organizer(event), event)

    assert (code_of(refused), refused.value.params) == ("draw_too_few_teams", {"teams": teams})


def test_what_is_impossible_names_the_constraint(db):
    event = frozen(4, units=1)

    with pytest.raises(Refusal) as refused:
        draws.make(cast.organizer(event), event, strict=True)

    assert (code_of(refused), Draw.objects.count()) == ("draw_impossible_no_own_unit", 0)


def test_what_cannot_be_kept_is_flagged_by_pair(db):
    event = frozen(4, units=1)

    draw = draws.make(cast.organizer(event), event)

    assert [flag["code"] for flag in draw.outcome["flags"]] == ["own_unit"] * 4


def test_more_matches_than_tables_take_turns(db):
    event = frozen(tables=7)

    released(event)

    rows = Match.objects.filter(round__number=1).order_by("number").values_list("number", "sitting", "table")
    assert list(rows) == [*((at, 1, at) for at in range(1, 6)), *((at + 5, 2, at) for at in range(1, 5))]
    assert list(Clock.objects.filter(rounds__number=1).values_list("sitting", "sittings")) == [(1, 2)]
    assert list(Clock.objects.filter(round__number=1).values_list("sitting", "seconds")) == [(1, 7200), (2, 7200)]


def test_a_round_that_fits_has_one_clock_that_knows_of_no_sittings(db):
    released(frozen())

    rows = Clock.objects.order_by("pk").values_list("round", "sitting", "sittings", "rounds__number")
    assert list(rows) == [(None, 1, 1, 1), (None, 1, 1, 2)]


def test_discarding_a_draw_in_sittings_leaves_no_clock_behind(db):
    event = frozen(tables=7)
    draw = released(event)

    draws.discard(cast.organizer(event), event, draw.pk, reason="重抽")

    assert (Round.objects.count(), Clock.objects.count(), Match.objects.count()) == (0, 0, 0)


def test_an_unchecked_draft_is_not_released(db):
    event = frozen()
    organizer = cast.organizer(event)
    made = draws.make(organizer, event)

    with pytest.raises(Refusal) as refused:
        draws.release(organizer, event, made.pk)

    assert code_of(refused) == "draw_not_checked"


@pytest.mark.parametrize("verb", ["check", "release"])
def test_a_team_that_withdrew_makes_the_draw_stale(db, verb):
    event = frozen()
    organizer = cast.organizer(event)
    made = draws.make(organizer, event)
    if verb == "release":
        draws.check(organizer, event, made.pk)
    Team.objects.filter(number=3).update(state="withdrawn")

    with pytest.raises(Refusal) as refused:
        getattr(draws, verb)(organizer, event, made.pk)

    assert code_of(refused) == "draw_stale"


def test_pressing_twice_makes_one_draw(db):
    event = frozen()
    organizer = cast.organizer(event)
    draws.make(organizer, event, after=0)

    with pytest.raises(Gone):
        draws.make(organizer, event, after=0)

    assert Draw.objects.count() == 1


def test_drawing_again_needs_a_reason_and_keeps_both(db):
    event = frozen()
    organizer = cast.organizer(event)
    draws.make(organizer, event)

    with pytest.raises(Invalid) as refused:
        draws.make(organizer, event, reason="  ")
    draws.make(organizer, event, reason="误点了一次")

    assert (code_of(refused), refused.value.field) == ("draw_reason_needed", "reason")
    assert list(Draw.objects.values_list("number", "state", "reason", "discard_reason")) == [
        (1, "discarded", "", "误点了一次"),
        (2, "draft", "误点了一次", ""),
    ]


def test_a_released_draw_is_taken_back_whole_while_nothing_was_played(db):
    event = frozen()
    released(event)

    draws.make(cast.organizer(event), event, reason="漏了一队")

    assert (Round.objects.count(), Match.objects.count(), Clock.objects.count(), StageEntry.objects.count()) == (
        0, 0, 0, 0,
    )  # fmt: skip
    assert read.released_draws(event) == []


def test_a_released_draw_stays_once_a_clock_has_run(db):
    event = frozen()
    draw = released(event)
    ClockEvent.objects.create(clock=Clock.objects.all()[0], order=1, kind="started", at=cast.NOW)

    with pytest.raises(Refusal) as refused:
        draws.discard(cast.organizer(event), event, draw.pk, reason="重抽")

    assert (code_of(refused), Draw.objects.get().state, Match.objects.count()) == (
        "draw_play_has_begun",
        "released",
        18,
    )


def test_a_referee_and_the_public_make_no_draw(db):
    event = frozen()
    _, referee = cast.referee(event)

    for actor in (referee, cast.actor(event, cast.As.PUBLIC)):
        with pytest.raises(NotAllowed):
            draws.make(actor, event)

    assert Draw.objects.count() == 0


def test_the_log_holds_digests_and_no_seed(db):
    event = frozen()

    draw = released(event)

    entries = list(AuditEntry.objects.values_list("action", flat=True))
    assert entries == ["draw.made", "draw.checked", "draw.released"]
    assert draw.seed not in str(list(AuditEntry.objects.values_list("data", flat=True)))


def test_release_takes_as_many_statements_for_a_full_hall_as_for_ten_teams(db, monkeypatch):
    """SQLite's own limit is 250,000 parameters; the framework assumes 999 and would cut the inserts."""
    if connection.vendor == "sqlite":
        monkeypatch.setattr(connection.features, "max_query_params", 250_000)
    counts = []
    for teams in (10, 400):
        event = frozen(2, slug=f"of-{teams}")
        rules = event.rules
        assert rules is not None
        document = {**rules.document, "venue": {"tables": 200}}
        RegulationsVersion.objects.filter(pk=rules.pk).update(document=document)
        organizer = cast.organizer(event)
        made = draws.make(organizer, event)
        _enlarge(event, made, teams)
        draws.check(organizer, event, made.pk)

        with CaptureQueriesContext(connection) as queries:
            draws.release(organizer, event, made.pk)

        counts.append(len([query for query in queries if "SAVEPOINT" not in query["sql"]]))
    assert counts[0] == counts[1] <= 16
    assert MatchSide.objects.count() == 2 * (10 + 400)


def _enlarge(event: Tournament, draw: Draw, teams: int) -> None:
    """Give the draw many teams without drawing them, which takes long and is not asked about here."""
    division = event.divisions.get()
    added = Team.objects.bulk_create(
        [Team(tournament=event, division=division, number=number) for number in range(3, teams + 1)]
    )
    first = Team.objects.filter(tournament=event, number__lte=2)
    person = first[0].entry.applicant
    Entry.objects.bulk_create(
        [
            Entry(tournament=event, division=division, team=team, applicant=person, state="accepted",
                  key=f"{event.slug}-e{team.number}", fingerprint="", queued_at=cast.NOW)
            for team in added
        ]
    )  # fmt: skip
    ids = [*first.values_list("pk", flat=True), *(team.pk for team in added)]
    meetings = [
        {"table": place, "sides": list(pair)} for place, pair in enumerate(zip(ids[::2], ids[1::2], strict=True), 1)
    ]
    draw.inputs = {
        "entrants": [[team, unit] for team, unit in Team.objects.filter(tournament=event).values_list("pk", "unit_id")]
    }
    draw.outcome = {
        **draw.outcome,
        "lots": {},
        "flags": [],
        "rounds": [{"number": number, "matches": meetings, "byes": []} for number in (1, 2)],
    }
    draw.save(update_fields=["inputs", "outcome"])


def test_a_stage_keeps_with_its_draw_what_its_preset_says(db):
    event = frozen()

    released(event)

    copy, ruleset = Stage.objects.get().preset, load_preset("s1")
    assert (copy.digest, copy.document) == (digest_of(ruleset), dump_ruleset(ruleset))
