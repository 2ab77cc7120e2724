import json

import pytest

from tournaments.pairing import (
    Asked,
    Constraints,
    DrawRecord,
    DrawRefused,
    Inputs,
    Outcome,
    Plan,
    Standing,
    draw_record,
    new_flags,
    replay,
    swap,
    verify,
)

from .rounds_cast import field_of, pairs_of

LOTS = tuple(Standing(team, 10 - team, lot=team) for team in range(1, 10))


def record_of(method, entrants, *, rounds=1, constraints=None, **inputs):
    return DrawRecord(method, "1", Inputs(entrants, **inputs), constraints or Constraints(), "5", rounds)


def swapped(record, one, other, number=1):
    drawn = draw_record(record)
    return drawn, swap(record, drawn, number=number, one=one, other=other)


RECORDS = [
    record_of("random_round", field_of(2, 2, alone=3), had_bye=(1,), met=((1, 3),)),
    record_of("swiss", field_of(alone=9), standing=LOTS, constraints=Constraints(bye_rule="lowest_score")),
    record_of("neighbours", field_of(alone=8), standing=LOTS[:8], asked=Asked(number=4, fixed=((1, 8, 3),))),
    record_of("lot_order", field_of(alone=9), standing=LOTS, constraints=Constraints(bye_rule="highest_lot")),
    record_of("groups", field_of(3, 3, alone=3), rounds=0, plan=Plan(groups=(3, 3, 3), pots=((1, 1), (4, 1)))),
    record_of("knockout", field_of(2, 2, alone=3), rounds=0, plan=Plan(seeds=(1, 3), placement=8)),
    record_of("double_knockout", field_of(alone=6), rounds=0),
    record_of("random_rounds", field_of(alone=7), rounds=2, asked=Asked(number=3)),
]


@pytest.mark.parametrize("record", RECORDS, ids=[record.method for record in RECORDS])
def test_every_method_replays_from_what_is_stored(record):
    stored_record, stored_outcome = json.loads(json.dumps([record.to_json(), draw_record(record).to_json()]))

    assert DrawRecord.from_json(stored_record) == record
    assert replay(stored_record) == Outcome.from_json(stored_outcome)
    assert verify(record, Outcome.from_json(stored_outcome))


def test_records_stored_before_there_was_more_to_ask_keep_their_digest():
    old = {
        "method": "random_rounds", "version": "1", "seed": "5", "rounds": 2,
        "inputs": {"entrants": [[1, None], [2, 7]], "met": [], "had_bye": []},
        "constraints": {"no_rematch": "avoid", "no_own_unit": "avoid", "one_bye": "avoid"},
    }  # fmt: skip

    assert DrawRecord.from_json(old).to_json() == old


def test_rounds_drawn_at_once_may_begin_later():
    assert [each.number for each in draw_record(RECORDS[-1]).rounds] == [3, 4]


def test_two_teams_exchange_their_tables_and_opponents():
    drawn, changed = swapped(RECORDS[1], 1, 4)

    before = {match.table: match.sides for match in drawn.rounds[0].matches}
    after = {match.table: match.sides for match in changed.rounds[0].matches}
    assert (before[1], before[2]) == ((1, 2), (3, 4))
    assert (after[1], after[2]) == ((4, 2), (3, 1))
    assert [before[table] for table in (3, 4)] == [after[table] for table in (3, 4)]
    assert changed.swaps == ((1, 1, 4),)
    assert [(warning.code, dict(warning.params)) for warning in changed.warnings] == [
        ("swapped", {"round": 1, "one": 1, "other": 4})
    ]


def test_b08_the_bye_can_be_moved_to_another_team():
    drawn, changed = swapped(RECORDS[1], 9, 2)

    assert (drawn.rounds[0].byes, changed.rounds[0].byes) == ((9,), (2,))
    assert frozenset((1, 9)) in pairs_of(changed)


def test_new_faults_of_an_exchange_are_named():
    record = record_of("lot_order", field_of(2, alone=2), standing=LOTS[:4], met=((2, 4),))

    drawn, changed = swapped(record, 2, 4)

    assert pairs_of(drawn) == {frozenset((1, 4)), frozenset((2, 3))}
    assert [(flag.code, flag.teams) for flag in new_flags(drawn, changed)] == [("own_unit", (1, 2))]


@pytest.mark.parametrize("record", RECORDS, ids=[record.method for record in RECORDS])
def test_what_was_exchanged_by_hand_is_verified_with_the_rest(record):
    drawn = draw_record(record)
    one, other = _two_that_can_be_exchanged(drawn)
    number = drawn.rounds[0].number if drawn.rounds else 1

    changed = swap(record, drawn, number=number, one=one, other=other)
    stored = Outcome.from_json(json.loads(json.dumps(changed.to_json())))

    assert changed != drawn
    assert verify(record, stored)
    assert not verify(record, Outcome(stored.rounds, stored.way, lots=stored.lots, groups=stored.groups))


def _two_that_can_be_exchanged(outcome):
    if outcome.groups:
        return outcome.groups[0].teams[0], outcome.groups[1].teams[0]
    if outcome.bracket:
        first = [side.team for match in outcome.bracket for side in match.sides if match.round == 1 and side.team]
        return first[0], first[-1]
    one, other = outcome.rounds[0].matches[:2]
    return one.sides[0], other.sides[0]


def test_an_exchange_between_groups_changes_all_their_rounds():
    drawn = draw_record(RECORDS[4])
    one, other = _two_that_can_be_exchanged(drawn)

    changed = swap(RECORDS[4], drawn, number=1, one=one, other=other)

    for group in changed.groups:
        seated = {side for each in group.rounds for match in each.matches for side in match.sides}
        assert seated == set(group.teams)
    assert other in changed.groups[0].teams


def test_an_exchange_in_a_bracket_takes_the_winners_by_bye_along():
    drawn, changed = swapped(RECORDS[5], 1, _other_match(RECORDS[5], 1))

    seats = [side.team for match in changed.bracket if match.round == 1 for side in match.sides]
    assert sorted(team for team in seats if team) == [1, 2, 3, 4, 5, 6, 7]
    for match in changed.bracket:
        if match.is_bye and match.round == 1:
            team = next(side for side in match.sides if not side.is_bye)
            assert any(team in later.sides for later in changed.bracket if later.round == 2)
    assert drawn.bracket != changed.bracket


def _other_match(record, team):
    first = [match for match in draw_record(record).bracket if match.round == 1]
    return next(
        side.team for match in first for side in match.sides
        if side.team and team not in [each.team for each in match.sides]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("record", "one", "other", "number", "code"),
    [
        (RECORDS[1], 1, 1, 1, "swap_with_itself"),
        (RECORDS[1], 1, 2, 1, "swap_same_match"),
        (RECORDS[1], 1, 99, 1, "not_in_round"),
        (RECORDS[1], 1, 3, 2, "not_in_round"),
        (RECORDS[5], 1, 99, 1, "not_in_round"),
        (RECORDS[5], 1, 3, 2, "not_in_round"),
        (RECORDS[4], 1, 99, 1, "not_in_round"),
    ],
)
def test_what_cannot_be_exchanged_is_refused(record, one, other, number, code):
    drawn = draw_record(record)

    with pytest.raises(DrawRefused) as refused:
        swap(record, drawn, number=number, one=one, other=other)

    assert refused.value.code == code
