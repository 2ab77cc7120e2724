"""What equal teams decide among themselves: an extra deal, cutting the cards, then lots; and penalties."""

import pytest

from scoring.explanations import explain
from scoring.ruleset import decide, load_preset
from tournaments.actions import publications, ties
from tournaments.errors import Invalid, NotAllowed, Refusal
from tournaments.models import AuditEntry, Ruling, StageEntry
from tournaments.phrases.standings import neighbours_of
from tournaments.rehearsal.oracle.ranking import field_of, ranked
from tournaments.rehearsal.oracle.rows import read
from tournaments.rehearsal.oracle.rules import rules_of
from tournaments.selectors import publications as published
from tournaments.selectors import standings
from tournaments.selectors.cut_ties import undecided
from tournaments.stageplans import Scoring
from tournaments.states import TeamState
from tournaments.tests import cast
from tournaments.tests.standings import sheets
from tournaments.tests.standings.test_publications import corrected, level_everywhere

CHAIN = ["extra_deal", "card_cut", "lots"]


def played(*tiebreaks):
    event = cast.event(stages=[{"scoring": {"tiebreaks": list(tiebreaks)}}])
    cast.drawn(event)
    level_everywhere(event)
    return event


def first_tie(event):
    return standings.count(event, with_lots=False).ties()[0]


def top(event, number):
    return [row.team for row in standings.count(event).standings.rows[:number]]


def due(event, teams):
    """Say by what teams of a tie are parted, and among which of them it is recorded."""
    return [
        (step.criterion, len(step.teams), bool(step.records))
        for step in undecided(event).by_place
        if set(step.teams) <= set(teams)
    ]


def by_the_oracle(event):
    event.refresh_from_db()
    rules = rules_of(event.rules.document, "main")
    [stage] = read(event.pk)
    return [set(tie) for tie in ranked(field_of(rules, stage, stage.seats), rules.criteria)]


def as_counted(event):
    return [set(teams) for teams in standings.count(event).places]


def test_cut_cards_part_a_tie_with_the_high_card_first(db):
    event = played("card_cut")
    tie = first_tie(event)
    names = ["5 3", "♠K", "大王", "D5 9"]
    best_first = [tie[2], tie[1], tie[3], tie[0]]

    ties.record_card_cut(cast.organizer(event), event, dict(zip(tie, names, strict=True)), "In the hall")

    table = standings.count(event)
    logged = AuditEntry.objects.get(action="tie.recorded")
    assert top(event, len(tie)) == best_first
    assert [row.place for row in table.standings.rows[: len(tie)]] == list(range(1, len(tie) + 1))
    assert logged.data["said"] == {str(team): name for team, name in zip(tie, names, strict=True)}
    assert (logged.note.text, as_counted(event)) == ("In the hall", by_the_oracle(event))


@pytest.mark.parametrize("equal", [("K", "K"), ("♠K", "♥K"), ("K", "K 5"), ("K 5", "K 5")])
def test_equal_cards_are_cut_again(db, equal):
    event = played("card_cut")
    tie = first_tie(event)
    others = [f"2 {rank}" for rank in ("3", "4", "5", "6", "7", "8", "9", "10", "J")]
    cards = dict(zip(tie, [*equal, *others[: len(tie) - 2]], strict=True))

    with pytest.raises(Invalid) as refused:
        ties.record_card_cut(cast.organizer(event), event, cards, "In the hall")

    assert (refused.value.code, StageEntry.objects.exclude(recorded=None).count()) == ("cards_equal", 0)


@pytest.mark.parametrize("card", ["", "1", "11", "♠", "X", "K X", "K" * 40])
def test_what_is_no_card_is_refused_at_its_field(db, card):
    event = played("card_cut")
    tie = first_tie(event)

    with pytest.raises(Invalid) as refused:
        ties.record_card_cut(cast.organizer(event), event, dict.fromkeys(tie, card), "In the hall")

    assert (refused.value.code, refused.value.field) == ("no_card", f"card_{tie[0]}")


def test_an_extra_deal_parts_some_and_what_comes_next_the_others(db):
    event = played(*CHAIN)
    tie, organizer = first_tie(event), cast.organizer(event)
    winner, equal = tie[-1], tie[:-1]
    ties.record_extra_deal(organizer, event, {**dict.fromkeys(equal, -1), winner: 3}, "Table 1")
    after_deal = due(event, tie)
    cards = {
        team: f"3 {card}" for team, card in zip(equal, ["2", "3", "4", "5", "6", "7", "8", "9", "10"], strict=False)
    }

    ties.record_card_cut(organizer, event, cards, "Table 1")

    assert after_deal == [("extra_deal", len(tie), True), ("card_cut", len(equal), False)]
    assert due(event, tie) == [("extra_deal", len(tie), True), ("card_cut", len(equal), True)]
    assert top(event, len(tie)) == [winner, *reversed(equal)]
    assert as_counted(event) == by_the_oracle(event)


def test_s20_an_extra_deal_that_ends_equal_leads_to_lots(db):
    event = played("extra_deal", "lots")
    tie, organizer = first_tie(event), cast.organizer(event)
    with pytest.raises(Invalid) as too_early:
        ties.draw_lots(organizer, event, tie)

    ties.record_extra_deal(organizer, event, dict.fromkeys(tie, 1), "Everybody won one")
    lots = ties.draw_lots(organizer, event, tie)

    assert (too_early.value.code, dict(too_early.value.params)) == (
        "parted_otherwise_first", {"criterion": "extra_deal"},
    )  # fmt: skip
    assert top(event, len(tie)) == sorted(lots, key=lots.__getitem__)
    assert as_counted(event) == by_the_oracle(event)


def test_the_next_in_the_declared_order_comes_first(db):
    event = played(*CHAIN)
    tie = first_tie(event)

    with pytest.raises(Invalid) as refused:
        ties.record_card_cut(cast.organizer(event), event, dict.fromkeys(tie, "K"), "In the hall")

    assert refused.value.code == "parted_otherwise_first"


def test_what_the_order_does_not_name_parts_nobody(db):
    event = played("lots")
    tie = first_tie(event)

    with pytest.raises(Invalid) as refused:
        ties.record_extra_deal(cast.organizer(event), event, dict.fromkeys(tie, 1), "Table 1")

    assert refused.value.code == "parted_otherwise_first"


@pytest.mark.parametrize("wrong", ["part_of_it", "another_too", "no_reason", "too_many_points"])
def test_wrong_teams_and_no_reason_are_refused(db, wrong):
    event = played("extra_deal")
    tie = first_tie(event)
    points, reason = {team: index for index, team in enumerate(tie)}, "Table 1"
    if wrong == "part_of_it":
        points.pop(tie[0])
    elif wrong == "another_too":
        points[standings.count(event).standings.rows[-1].team] = 5
    elif wrong == "too_many_points":
        points[tie[0]] = 10_000
    else:
        reason = " "

    with pytest.raises(Invalid):
        ties.record_extra_deal(cast.organizer(event), event, points, reason)

    assert StageEntry.objects.exclude(recorded=None).count() == 0


def test_a_floor_referee_records_nothing_and_nobody_while_a_round_is_open(db):
    event = cast.event(stages=[{"scoring": {"tiebreaks": ["extra_deal"]}}])
    cast.drawn(event)
    sheets.play(event, 1, *[("9", "6")] * 9)
    points = dict.fromkeys(first_tie(event), 1)

    with pytest.raises(NotAllowed):
        ties.record_extra_deal(cast.referee(event)[1], event, points, "Table 1")
    with pytest.raises(Refusal) as refused:
        ties.record_extra_deal(cast.organizer(event), event, points, "Table 1")

    assert refused.value.code == "ties_too_early"


def test_it_is_recorded_anew_with_a_reason_and_the_log_keeps_both(db):
    event = played("extra_deal")
    tie, organizer = first_tie(event), cast.organizer(event)
    ties.record_extra_deal(organizer, event, {team: index for index, team in enumerate(tie)}, "First")

    ties.record_extra_deal(organizer, event, {team: -index for index, team in enumerate(tie)}, "Typed the wrong way")

    again = AuditEntry.objects.filter(action="tie.recorded").order_by("sequence").last()
    assert top(event, len(tie)) == list(tie)
    assert again.data["before"] == {str(team): str(index) for index, team in enumerate(tie)}
    assert again.note.text == "Typed the wrong way"


def test_what_was_recorded_counts_only_while_exactly_these_teams_are_equal(db):
    event = played("extra_deal")
    tie = first_tie(event)
    ties.record_extra_deal(cast.organizer(event), event, {team: index for index, team in enumerate(tie)}, "Table 1")
    gone = StageEntry.objects.get(team_id=tie[0]).team
    gone.state = TeamState.WITHDRAWN
    gone.save(update_fields=["state"])
    fewer = standings.count(event)
    gone.state = TeamState.ACTIVE
    gone.save(update_fields=["state"])

    again = standings.count(event)

    assert [row.place for row in fewer.standings.rows[: len(tie) - 1]] == [1] * (len(tie) - 1)
    assert [row.team for row in again.standings.rows[: len(tie)]] == list(reversed(tie))


def test_a_correction_that_breaks_the_tie_leaves_the_rest_to_decide_anew(db):
    event = played("extra_deal")
    tie = first_tie(event)
    ties.record_extra_deal(cast.organizer(event), event, {team: index for index, team in enumerate(tie)}, "Table 1")

    corrected(event, 1, 1, ("A", "2"))

    table = standings.count(event)
    assert len(due(event, tie)) > 0
    assert {recorded for _criterion, _teams, recorded in due(event, tie)} == {False}
    assert any(row.tied for row in table.standings.rows if row.team in tie)
    assert as_counted(event) == by_the_oracle(event)


def test_two_ties_are_decided_beside_each_other(db):
    event = played("card_cut")
    organizer = cast.organizer(event)
    all_ties = standings.count(event).ties()

    for tie in all_ties:
        ranks = [f"{first} {second}" for first in ("K", "Q", "7") for second in ("9", "8", "5", "3")]
        ties.record_card_cut(organizer, event, dict(zip(tie, ranks, strict=False)), "In the hall")

    assert len(all_ties) > 1
    assert top(event, 18) == [team for tie in all_ties for team in tie]
    assert as_counted(event) == by_the_oracle(event)


def test_a_place_says_what_parted_it_and_a_shared_one_what_will(db):
    event = played("card_cut")
    tie = first_tie(event)
    shared = neighbours_of(standings.count(event), 0, str)
    ties.record_card_cut(
        cast.organizer(event),
        event,
        {team: f"K {card}" for team, card in zip(tie, ["A", "K", "Q", "J", "10", "9", "8", "7"], strict=False)},
        "In the hall",
    )

    table = standings.count(event)

    explained = explain(table.standings, tie[1])
    assert shared[0].endswith("抽牌比大小决定先后。")
    assert explained.above is not None
    assert (explained.above.team, explained.above.by.criterion) == (tie[0], "card_cut")
    assert "抽牌比大小" in neighbours_of(table, 1, str)[0]
    assert "第 2" in neighbours_of(table, 1, str)[0]


def test_a_release_freezes_what_was_cut(db):
    event = played("card_cut")
    tie = first_tie(event)
    cards = {team: f"A {rank}" for team, rank in zip(tie, "2345", strict=True)}
    ties.record_card_cut(cast.organizer(event), event, cards, "In the hall")

    made = publications.release_standings(cast.chief(event), event)

    assert published.table_in(made.snapshot) == standings.count(event)


def test_before_a_hidden_round_nothing_that_was_recorded_shows(db):
    event = played("extra_deal")
    before = standings.count(event, before=2)
    tie = first_tie(event)
    for teams in standings.count(event).ties():
        points = {team: index for index, team in enumerate(teams)}
        ties.record_extra_deal(cast.organizer(event), event, points, "Table 1")

    after = standings.count(event, before=2)

    assert (after, len(tie) > 1) == (before, True)


def ruled(event, team, unit, value=0, **more):
    stage = StageEntry.objects.get(team_id=team).stage
    return Ruling.objects.create(
        tournament=event, team_id=team, stage=stage, offence="decision", unit=unit, value=value, at=cast.NOW, **more
    )


def test_fewer_penalties_stand_before_more_and_warnings_are_none(db):
    event = played("fewer_penalties")
    tie = first_tie(event)
    clean, warned, once, twice = tie
    ruled(event, warned, "warning")
    ruled(event, once, "levels", 1)
    ruled(event, twice, "deal_points", 30)
    ruled(event, twice, "match")
    back = ruled(event, clean, "deal")
    ruled(event, clean, "deal", reverses=back)

    table = standings.count(event)

    shared = {row.place: set() for row in table.standings.rows}
    for row in table.standings.rows:
        shared[row.place].add(row.team)
    assert shared[1] == set(tie) - {once, twice}
    assert [table.standings.row(team).place for team in (once, twice)] == [len(tie) - 1, len(tie)]
    assert [table.standings.row(team).keys[1].value for team in (clean, once, twice)] == [0, 1, 2]
    assert as_counted(event) == by_the_oracle(event)


def test_points_that_were_given_are_no_penalty(db):
    event = played("fewer_penalties")
    tie = first_tie(event)
    ruled(event, tie[0], "standing_points", 2)
    ruled(event, tie[1], "standing_points", -2)

    rows = standings.count(event).standings

    assert [rows.row(team).keys[1].value for team in tie[:2]] == [0, 1]


@pytest.mark.parametrize(
    "chain",
    [["extra_deal", "wins"], ["card_cut", "levels_risen", "lots"], ["extra_deal", "fewer_penalties"]],
)
def test_what_the_equal_decide_comes_after_all_that_is_counted(chain):
    with pytest.raises(ValueError, match="decided_before_counted"):
        Scoring.model_validate({"tiebreaks": chain})


@pytest.mark.parametrize("rule", ["dealer_side", "first_to_reach", "extra_deal"])
def test_what_decides_a_match_is_offered_for_a_match(rule):
    ruleset = decide(load_preset("s4"), {"match_result.equal_at_time": rule})

    assert ruleset.match_result.equal_at_time.value == rule
